extension Document {
    /// Creates the document of a new file: front matter with these entries, in this order, and a
    /// body, or YAML alone.
    ///
    /// The result is read again, and returned only if it has exactly these entries and this body.
    /// Scalars, lists of scalars and lists of records can be written.
    ///
    /// - Throws: ``EditError`` if the entries or the body exceed a limit of a document, or are not
    ///   UTF-8.
    package init(
        composing entries: [(key: Text, value: Value)], body: [UInt8], kind: Kind = .markdown
    ) throws(EditError) {
        let fence = Array((kind == .markdown ? "---\n" : "").utf8)
        var bytes = fence
        for (key, value) in entries {
            bytes += Spelling(inFlow: false).fresh(key) + [UInt8(ascii: ":")]
            bytes += try Self.spelled(value, of: key) + [.newline]
        }
        bytes += fence + body
        self.init(bytes, kind: kind)
        if let malformation { throw .wouldBreak(malformation) }
        guard self.body == body[...],
            self.entries.elementsEqual(entries, by: { $0.key == $1.key && $0.value == $1.value })
        else { throw .touchesMore(key: entries.first?.key ?? Text("")) }
    }

    /// Returns the bytes after `key:`, with the leading blank or line break.
    private static func spelled(_ value: Value, of key: Text) throws(EditError) -> [UInt8] {
        switch value {
        case .scalar(let text):
            let spelling = Spelling(inFlow: false, plainKind: ScalarKind(valuesOf: key))
            return [.space] + spelling.fresh(text)
        case .list(let elements):
            return [.space] + flowList(elements.map(Spelling(inFlow: true).fresh))
        case .records(let records):
            return records.flatMap { [.newline] + Array("  - ".utf8) + flowMap($0) }
        case .map, .other: throw .wrongShape(key: key, wanted: .value)
        }
    }
}
