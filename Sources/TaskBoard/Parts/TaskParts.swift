package import MarkdownDocument

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
