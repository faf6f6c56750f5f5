extension Document {
    /// The text of the body's first `# heading`: a line of its own that is not
    /// in code, a quote, a list or a comment.
    package var firstHeading: Text? {
        headingText.map { Text(bytes[$0]) }
    }

    /// The range of the text of the first `# heading`.
    private var headingText: Range<Int>? {
        let mark = bytes.withUnsafeBufferPointer {
            place(of: UInt8(ascii: "#"), in: $0, from: layout.bodyStart)
        }
        guard mark != nil else { return nil }
        var found: Range<Int>?
        eachBodyLine(in: bytes, layout.bodyStart..<bytes.count) { line in
            guard line.kind == .heading, !line.isNested else { return true }
            let words = bytes[line.range].trimmingLineBreak.trimmingBlanks
            guard words.first == UInt8(ascii: "#"), words.dropFirst().first?.isBlank == true else {
                return true
            }
            let text = withoutClosingMarks(words.dropFirst()).trimmingBlanks
            if !text.isEmpty { found = text.startIndex..<text.endIndex }
            return found == nil
        }
        return found
    }

    /// Removes the `#` that may end a heading after a blank.
    private func withoutClosingMarks(_ words: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var rest = words
        while rest.last == UInt8(ascii: "#") { rest = rest.dropLast() }
        return rest.last?.isBlank == true || rest.isEmpty ? rest : words
    }

    /// Returns the document with another text in the first `# heading`.
    ///
    /// - Throws: ``EditError`` if there is no heading, or if the text would not be read as one
    ///   heading.
    package func settingFirstHeading(to text: Text) throws(EditError) -> Document {
        if let malformation { throw .malformed(malformation) }
        guard let range = headingText else { throw .wrongShape(key: "title", wanted: .heading) }
        var bytes = bytes
        bytes.replaceSubrange(range, with: text.utf8)
        let edited = Document(bytes, kind: kind)
        guard edited.malformation == nil, edited.entries == entries, edited.firstHeading == text
        else { throw .touchesMore(key: "title") }
        return edited
    }
}
