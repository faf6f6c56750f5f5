package import MarkdownDocument

/// A task of another tool, before it has a file on a board.
package struct ForeignTask: Equatable, Sendable {
    /// The identity of the task in its tool.
    package enum Origin: Hashable, Sendable {
        /// The value of `source` in the front matter: `FORMAT:ID`.
        case source(Text)
        /// The path on another board. The task keeps its file name, and so its ID.
        case path(BoardPath)
    }

    /// The progress of the task, in terms that apply to any board.
    package enum Stage: Hashable, Sendable {
        case first, started, finished
        case state(Text)
    }

    /// A key that pmd does not know, and its value: a scalar or a list.
    package struct Extra: Hashable, Sendable {
        package var key: Text
        package var value: Value

        package init(_ key: Text, _ value: Value) { (self.key, self.value) = (key, value) }
    }

    /// Another task that blocks this one.
    package struct Dependency: Hashable, Sendable {
        /// The `source` of the other task.
        package var source: Text
        /// The tool's own name for it.
        package var name: Text

        package init(source: Text, name: Text) { (self.source, self.name) = (source, name) }
    }

    /// A file of another tool that is kept byte for byte, except for added values.
    package struct Original: Equatable, Sendable {
        package var fileName: [UInt8]
        package var document: Document

        package init(fileName: [UInt8], document: Document) {
            (self.fileName, self.document) = (fileName, document)
        }
    }

    package var place: RecordPlace
    package var origin: Origin
    package var title: Text
    package var stage = Stage.first
    package var body: [UInt8] = []
    package private(set) var extra: [Extra] = []
    /// The positions of keys in ``extra``, so that lookups of many keys stay fast.
    private var places: [Text: Int] = [:]
    package var conflicts: [ConflictRecord] = []
    package var dependencies: [Dependency] = []
    /// The source by which other tasks of the import name this one, if it is not its origin.
    package var alias: Text?
    /// The key that keeps dependencies which match no task; nil if the file has them anyway.
    package var dependencyKey: Text?
    package var original: Original?
    private var texts: [Field: [Text]] = [:]

    package init(_ origin: Origin, title: Text, at place: RecordPlace) {
        (self.origin, self.title, self.place) = (origin, title, place)
    }

    /// The value of a field of the front matter other than the title, or the elements of its
    /// list, as in a file.
    package subscript(field: Field) -> [Text] {
        get { texts[field] ?? [] }
        set { texts[field] = newValue.isEmpty ? nil : newValue }
    }

    /// The value of a key that pmd does not know.
    package subscript(extra key: Text) -> Value? {
        get { places[key].map { extra[$0].value } }
        set {
            switch (places[key], newValue) {
            case (let index?, let value?): extra[index].value = value
            case (let index?, nil):
                extra.remove(at: index)
                places = Dictionary(
                    uniqueKeysWithValues: extra.indices.map { (extra[$0].key, $0) })
            case (nil, let value?):
                places[key] = extra.count
                extra.append(Extra(key, value))
            case (nil, nil): break
            }
        }
    }
}

extension ForeignTask {
    /// Returns the value of a key that pmd does not know, if it is a scalar with a text.
    package func scalar(_ key: Text) -> Text? {
        guard case .scalar(let text)? = self[extra: key], !text.isEmpty else { return nil }
        return text
    }

    /// The key that identifies an imported task.
    package static let sourceKey: Text = "source"
}

/// A record that an import leaves out, and the reason.
package struct RefusedRecord: Equatable, Sendable {
    package let place: RecordPlace
    package let problem: RecordProblem

    package init(_ problem: RecordProblem, at place: RecordPlace) {
        (self.problem, self.place) = (problem, place)
    }

    /// The error of an import in which this is the only result.
    package var error: BoardError { problem.at(place) }
}

/// The place of a record in an import.
package enum RecordPlace: Hashable, Sendable {
    /// The record's number, counted from one.
    case record(Int)
    /// The line, counted from one.
    case line(Int)
    case file(String, line: Int? = nil, column: Int? = nil)
}
