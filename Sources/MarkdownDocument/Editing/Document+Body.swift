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
