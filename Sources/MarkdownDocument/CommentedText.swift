/// Text that YAML reads as a comment, because its first word begins with `#`.
package struct CommentedText: Equatable, Sendable {
    /// The comment, with its `#`.
    package let comment: Text
    /// The value that the line shows: the text before the comment and the comment.
    package let whole: Text
    /// True for an element of a list.
    package let isElement: Bool
    /// The position of the `#`, counted from one; the column counts characters.
    package let line: Int
    package let column: Int
}

extension Entry {
    /// The parts of the value that are comments, and were probably meant as text: `#42` in
    /// `title: Fix issue #42`, and `#bug` in a list with the element `- #bug`.
    ///
    /// People who mean a comment write a blank after the `#`, or put it behind a value in quotes or
    /// brackets.
    package var commentedTexts: [CommentedText] {
        switch value {
        case .scalar:
            let end = lineRange(in: bytes, from: max(valueRange.upperBound, lines.lowerBound))
            return commentedText(from: valueRange.lowerBound, to: end.upperBound).map { [$0] } ?? []
        case .list: return commentedElements
        case .map, .records, .other: return []
        }
    }

    /// The comments behind the dashes of a list, one element to a line.
    private var commentedElements: [CommentedText] {
        guard bytes[valueRange].first == UInt8(ascii: "-") else { return [] }
        var found: [CommentedText] = []
        var offset = valueRange.lowerBound
        while offset < lines.upperBound {
            let line = lineRange(in: bytes, from: offset)
            let words = bytes[offset..<line.upperBound].trimmingBlanks
            if words.first == UInt8(ascii: "-"), words.dropFirst().first?.isBlank == true,
                let text = commentedText(
                    from: words.startIndex + 1, to: line.upperBound, isElement: true)
            {
                found.append(text)
            }
            offset = line.upperBound
        }
        return found
    }

    /// Returns the comment behind a plain value, which may be empty.
    private func commentedText(
        from start: Int, to end: Int, isElement: Bool = false
    ) -> CommentedText? {
        let text = bytes[start..<end].trimmingLineBreak
        guard let first = text.trimmingBlanks.first, !"'\"[{|>&*!".utf8.contains(first),
            let mark = text.indices.first(where: { isComment(at: $0) }), mark + 1 < text.endIndex,
            !text[mark + 1].isBlank, text[mark + 1] != UInt8(ascii: "#")
        else { return nil }
        let lineStart = bytes[..<mark].lastIndex(of: .newline).map { $0 + 1 } ?? 0
        return CommentedText(
            comment: Text(text[mark...].trimmingBlanks), whole: Text(text.trimmingBlanks),
            isElement: isElement,
            line: self.line + bytes[lines.lowerBound..<mark].count { $0 == .newline },
            column: 1 + bytes[lineStart..<mark].count { $0 & 0xC0 != 0x80 })
    }

    private func isComment(at offset: Int) -> Bool {
        bytes[offset] == UInt8(ascii: "#") && offset > 0
            && (bytes[offset - 1].isBlank || bytes[offset - 1] == .newline)
    }
}
