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

extension Document {
    /// Returns the document with another body.
    ///
    /// A body that would itself be read as front matter gets an empty block
    /// before it, so that it stays the body.
    package func replacingBody(_ body: [UInt8]) throws(EditError) -> Document {
        if let malformation { throw .malformed(malformation) }
        guard kind == .markdown else { throw .wrongShape(key: "body", wanted: .text) }
        var front = Array(bytes[..<layout.bodyStart])
        if hasFrontMatter, !body.isEmpty, front.last != .newline { front += lineBreak }
        var result = Document(front + body, kind: kind)
        if !hasFrontMatter, result.malformation != nil || result.hasFrontMatter {
            let fence = Array("---".utf8) + lineBreak
            result = Document(front + fence + fence + body, kind: kind)
        }
        if let malformation = result.malformation { throw .wouldBreak(malformation) }
        guard result.entries == entries, result.body == body[...] else {
            throw .touchesMore(key: "body")
        }
        return result
    }

    /// Returns the document with lines added after its body. A blank line
    /// separates them, except between two items of a list. Line breaks become
    /// those of the file.
    package func appendingToBody(_ text: [UInt8]) throws(EditError) -> Document {
        guard !text.isEmpty else { return self }
        var result = Array(body)
        let lines = text.split(separator: .newline, omittingEmptySubsequences: false)
            .map { $0.trimmingLineBreak }
        if !result.isEmpty {
            if result.last != .newline { result += lineBreak }
            if needsBlankLine(before: text) { result += lineBreak }
        }
        result += lines.joined(separator: lineBreak)
        if text.last != .newline { result += lineBreak }
        return try replacingBody(result)
    }

    private func needsBlankLine(before text: [UInt8]) -> Bool {
        guard let last = bodyLines(in: bytes, layout.bodyStart..<bytes.count).last else {
            return false
        }
        if last.kind == .blank { return false }
        let first = bodyLines(text).first
        return !(last.isListItem && first?.isListItem == true)
    }
}
