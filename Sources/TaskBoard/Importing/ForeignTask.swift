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

    /// Another task that this one names, such as one that blocks it.
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
    /// The task of which this one is a part.
    package var parent: Dependency?
    /// The key that keeps a parent which matches no task; nil if the file has it anyway.
    package var parentKey: Text?
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
    /// The beginning of the key for an attribute of Taskwarrior whose name has a meaning in pmd.
    package static let taskwarriorPrefix = "taskwarrior-"
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

extension ForeignTask {
    /// Returns the task as it would be on a board.
    package func item(in settings: BoardSettings) throws(ActionError) -> TaskItem {
        let document = try document(blockers: [], rank: nil)
        let state: Text =
            switch stage {
            case .first: settings.first
            case .started: settings.start
            case .finished: settings.finished.first ?? settings.first
            case .state(let state): state
            }
        let path = BoardPath(state.utf8).appending(slug(of: title).utf8 + Array(".md".utf8))
        return TaskItem(path: path, document: document, settings: settings)
    }

    /// Returns the file of the task.
    ///
    /// - Parameters:
    ///   - blockers: The IDs of the tasks that block it, besides those of the field itself.
    ///   - rank: The rank if the task has none.
    func document(blockers: [Text], rank: Rank?) throws(ActionError) -> Document {
        var task = self
        task[.blockedBy].add(blockers)
        if task[.rank].isEmpty, let rank { task[.rank] = [rank.text] }
        try task.check()
        do throws(EditError) {
            guard let original else {
                return try Document(composing: task.entries, body: body)
            }
            return try task.added(to: original.document)
        } catch {
            throw ActionError(.refusedEdit(error))
        }
    }

    /// The entries of a new file, in their usual order.
    private var entries: [(key: Text, value: Value)] {
        var entries = [(key: Field.title.key, value: Value.scalar(title))]
        for field in Field.keys where field != .title && field != .conflicts {
            if let value = value(of: field) { entries.append((field.key, value)) }
        }
        if case .source(let source) = origin {
            entries.append((Self.sourceKey, .scalar(source)))
        }
        entries += extra.map { ($0.key, $0.value) }
        if !conflicts.isEmpty {
            entries.append((Field.conflicts.key, .records(conflicts.map(\.pairs))))
        }
        return entries
    }

    private func value(of field: Field) -> Value? {
        let texts = self[field]
        guard let first = texts.first else { return nil }
        return field.isList ? .list(texts.map(field.spelled)) : .scalar(first)
    }

    /// Returns another tool's file with the values that pmd needs. Existing values keep their
    /// spelling.
    private func added(to original: Document) throws(EditError) -> Document {
        var document = original
        for field in Field.keys where !self[field].isEmpty && field != .title {
            document =
                field.isList
                ? try document.setting(field.key, toList: self[field].map(field.spelled))
                : try document.setting(field.key, to: self[field][0])
        }
        if case .source(let source) = origin {
            document = try document.setting(Self.sourceKey, to: source)
        }
        return document
    }

    /// Throws for a value that its key cannot have.
    private func check() throws(ActionError) {
        if plainWords(title).isEmpty { throw ActionError(.noTitle) }
        for field in Field.keys where field != .title {
            for text in self[field] where !field.canHold(text) {
                throw ActionError(
                    .wrongValue(key: field.key, value: text, expected: field.expected))
            }
        }
        var seen: Set<Text> = []
        for key in extra.map(\.key) {
            guard !key.isEmpty, key.utf8.count <= 256, Field.keyed(key) == nil,
                key != Self.sourceKey || !isFromElsewhere, seen.insert(key).inserted
            else { throw ActionError(.fixedKey(key)) }
        }
    }

    private var isFromElsewhere: Bool {
        if case .source = origin { true } else { false }
    }
}

extension Field {
    /// Returns true if an import can write a text as a value, or as an element of the list.
    func canHold(_ text: Text) -> Bool {
        !text.isEmpty && accepts(text) && (self != .rank || Rank(text) != nil)
    }

    /// Returns a list element with an extra sign if reading would drop its own.
    fileprivate func spelled(_ element: Text) -> Text {
        let bare = bare(element)
        guard bare != element, let sign = element.utf8.first else { return element }
        return Text([sign] + element.utf8)
    }
}
