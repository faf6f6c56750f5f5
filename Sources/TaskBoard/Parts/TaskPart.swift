package import MarkdownDocument

/// One part of a task, by its name.
package enum TaskPart: Hashable, Sendable {
    /// The first folder of the path.
    case state
    /// All folders of the path.
    case folder
    /// The file's name.
    case file
    /// A key of the front matter.
    case key(Text)
    /// An element of one of the lists whose elements merge one by one.
    case element(Text, of: Text)
    /// The box of a checklist item, by the item's text and its occurrence.
    case box(Text, Int)
    /// All boxes.
    case checklist
    /// All lines of the body.
    case body
}

extension TaskVersion {
    /// The file's contents taken apart.
    package var parts: TaskParts { TaskParts(document) }
}

extension TaskPart {
    /// The value of a part that blame compares and shows.
    package enum Value: Hashable, Sendable {
        case value(FieldText)
        case present(Text)
    }

    package struct FieldText: Hashable, Sendable {
        let bytes: [UInt8]
        let shown: String
    }

    /// The name that `blame` shows.
    package var name: String {
        switch self {
        case .key(let key), .element(_, of: let key): key.string
        case .state: "state"
        case .folder: "folder"
        case .file: "file"
        case .body: "body"
        case .checklist, .box: "checklist"
        }
    }

    /// Returns the parts that blame follows, in the order of the file.
    package static func values(of version: TaskVersion) -> [(part: TaskPart, value: Value)] {
        let parts = version.parts
        var values: [(TaskPart, Value)] = [
            (.state, text(version.path.folder)), (.file, text(version.path.name)),
        ]
        for entry in version.document.entries {
            if MergeRules.newest.rule(of: entry.key) == .elements,
                let elements = parts.value(entry.key).elements
            {
                values += elements.map { (.element($0, of: entry.key), .present($0)) }
            } else {
                values.append((.key(entry.key), text(entry)))
            }
        }
        let marks = parts.body.units.compactMap(\.mark)
        if !marks.isEmpty {
            let ticked = parts.boxes.count(where: \.isTicked)
            let bytes = marks.flatMap(\.bytes)
            values.append(
                (
                    .checklist,
                    .value(FieldText(bytes: bytes, shown: "\(ticked)/\(parts.boxes.count)"))
                ))
        }
        let lines = parts.body.units.map(\.text.utf8)
        if lines.contains(where: { !trimmed($0[...]).isEmpty }) {
            let count = lines.count == 1 ? "1 line" : "\(lines.count) lines"
            let bytes = Array(lines.joined(separator: [.newline]))
            values.append((.body, .value(FieldText(bytes: bytes, shown: count))))
        }
        return values
    }

    /// Returns the values of these parts, by part.
    package static func byPart(_ version: TaskVersion) -> [TaskPart: Value] {
        Dictionary(values(of: version).map { ($0.part, $0.value) }) { first, _ in first }
    }

    private static func text(_ text: Text) -> Value {
        .value(FieldText(bytes: text.utf8, shown: text.string))
    }

    private static func text(_ entry: Entry) -> Value {
        if case .scalar(let text) = entry.value { return Self.text(text) }
        let source = withoutCarriageReturns(entry.valueSource)
        let shown = Text(trimmed(source[...])).string
        return .value(FieldText(bytes: source, shown: shown))
    }
}

extension TaskPart.Value {
    /// The value on one line.
    package var shown: String {
        switch self {
        case .value(let text): plainWords(text.shown)
        case .present(let element): plainWords(element)
        }
    }
}

/// A task's file taken apart into the parts that change, and merge, one by one: its
/// top-level keys, checklist boxes, body lines, callouts and conflicts.
///
/// Merge, undo, the log, blame and the search for stale edits compare exactly
/// these parts. Each is read on first use. The path is not part of the
/// contents: a ``TaskVersion`` has both.
package final class TaskParts {
    package let document: Document
    /// The front matter in pieces; nil if the pieces are not whole lines.
    private(set) lazy var header = Header(document)
    private(set) lazy var body = BodyParts(Array(document.body))
    private(set) lazy var records = Records(document.entry(Records.key)?.value)
    /// The checklist's boxes, in the order of the body.
    package private(set) lazy var boxes: [Box] = {
        var counts: [Text: Int] = [:]
        return document.checklist.map { item in
            let occurrence = counts[item.text, default: 0]
            counts[item.text] = occurrence + 1
            return Box(text: item.text, occurrence: occurrence, isTicked: item.isTicked)
        }
    }()
    /// The body's lines without their line feeds, with every box empty: a tick
    /// is not an edit of the text.
    package private(set) lazy var lines: [[UInt8]] = {
        var bytes = document.bytes
        for item in document.checklist { bytes[item.boxOffset] = UInt8(ascii: " ") }
        return bytes[document.body.startIndex...]
            .split(separator: .newline, omittingEmptySubsequences: false).map(Array.init)
    }()
    private var values: [Text: FieldValue]?

    package init(_ document: Document) { self.document = document }

    convenience init(_ bytes: [UInt8], kind: Document.Kind = .markdown) {
        self.init(Document(bytes, kind: kind))
    }
}

extension TaskParts {
    /// The box of one checklist item. Items with the same text are
    /// distinguished by the number of equal ones before them.
    package struct Box: Hashable, Sendable {
        package let text: Text
        package let occurrence: Int
        package let isTicked: Bool

        /// The part of the task that this box is, whether it is ticked or not.
        package var part: TaskPart { .box(text, occurrence) }
    }

    package var bytes: [UInt8] { document.bytes }

    var isMalformed: Bool { document.malformation != nil }

    func value(_ key: Text) -> FieldValue {
        if let values { return values[key] ?? .absent }
        var values: [Text: FieldValue] = [:]
        for entry in document.entries { values[entry.key] = FieldValue(entry) }
        self.values = values
        return values[key] ?? .absent
    }
}

extension TaskParts {
    /// Returns true if this equals `other` except for its rank and for resolved
    /// records: a deletion on the other side may remove both.
    func isUntouched(since other: TaskParts) -> Bool {
        if bytes == other.bytes { return true }
        guard !isMalformed, !other.isMalformed, let header, let old = other.header,
            records.all.isSubset(of: other.records.all)
        else { return false }
        return header.core == old.core
            && withoutCarriageReturns(Array(document.body))
                == withoutCarriageReturns(Array(other.document.body))
    }
}

extension Header {
    /// Everything except the keys that change without an edit of the task
    /// itself.
    fileprivate var core: [[UInt8]] {
        pieces.filter { $0.token != .key("rank") && $0.token != .key(Records.key) }
            .map { withoutCarriageReturns($0.source) }
    }
}

/// The mark of a checklist item: the one character between its brackets.
struct ItemMark: Hashable, Comparable {
    let bytes: [UInt8]

    static let blank = ItemMark(bytes: Array(" ".utf8))

    /// The mark to compare: `X` and `x` are the same.
    var value: ItemMark {
        bytes == [UInt8(ascii: "X")] ? ItemMark(bytes: [UInt8(ascii: "x")]) : self
    }

    var isBlank: Bool { self == .blank }

    static func < (a: ItemMark, b: ItemMark) -> Bool { a.bytes.lexicographicallyPrecedes(b.bytes) }
}

/// The name of a checklist item in one body: its text and the number of items with the same text
/// before it.
struct ItemName: Hashable {
    var text: Text
    var number: Int
}
