import MarkdownDocument

/// A task's bytes, and what merging reads in them, each part once.
final class TaskContents {
    let bytes: [UInt8]
    let document: Document
    private(set) lazy var header = Header(document)
    private(set) lazy var body = BodyParts(Array(document.body))
    private(set) lazy var records = Records(document.entry(Records.key)?.value)
    private var values: [Text: FieldValue]?

    init(_ bytes: [UInt8], kind: Document.Kind = .markdown) {
        self.bytes = bytes
        document = Document(bytes, kind: kind)
    }

    var isMalformed: Bool { document.malformation != nil }

    func value(_ key: Text) -> FieldValue {
        if let values { return values[key] ?? .absent }
        var values: [Text: FieldValue] = [:]
        for entry in document.entries { values[entry.key] = FieldValue(entry) }
        self.values = values
        return values[key] ?? .absent
    }

    /// Whether this says the same as `other` but for its rank and for records that
    /// were settled: what a deletion on the other side may take with it.
    func isUntouched(since other: TaskContents) -> Bool {
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
    /// Everything but what may change without anybody meaning the task.
    fileprivate var core: [[UInt8]] {
        pieces.filter { $0.token != .key("rank") && $0.token != .key(Records.key) }
            .map { withoutCarriageReturns($0.source) }
    }
}
