extension Document {
    /// Returns the document with a new entry, after the last of those that usually precede it. A
    /// file without front matter gets one.
    ///
    /// - Parameter value: The bytes after `key:`, with the leading blank or line break.
    func inserting(_ key: Text, _ value: [UInt8], reading wanted: Value) throws(EditError)
        -> Document
    {
        if rootIsFlow { return try insertingIntoFlow(key, value, reading: wanted) }
        let name = Spelling(inFlow: false).fresh(key)
        let column = try Outline(self).root?.column ?? 0
        let indent = [UInt8](repeating: .space, count: column)
        return try insertingLines(indent + name + [UInt8(ascii: ":")] + value, of: key, wanted)
    }

    /// Returns the document with whole lines of a new entry, given without the
    /// last line break.
    func insertingLines(_ lines: [UInt8], of key: Text, _ wanted: Value) throws(EditError)
        -> Document
    {
        guard hasFrontMatter else {
            let fence = Array("---".utf8) + lineBreak
            let block = fence + lines + lineBreak + fence
            return try edited(key, [.inserting(block, at: layout.bodyStart)], to: wanted)
        }
        let offset = offsetForNew(key)
        do throws(EditError) {
            let splice = bytes.insertingLines(lines, at: offset, lineBreak: lineBreak)
            return try edited(key, [splice], to: wanted)
        } catch {
            // A scalar that keeps trailing blank lines (`|+`) would include the new lines in its
            // text.
            let end = blankLinesEnd(offset)
            guard end > offset else { throw error }
            let splice = bytes.insertingLines(lines, at: end, lineBreak: lineBreak)
            return try edited(key, [splice], to: wanted)
        }
    }

    /// Returns the offset at which the lines of a new key belong.
    private func offsetForNew(_ key: Text) -> Int {
        let place = Field.place(of: key)
        if let before = entries.last(where: { Field.place(of: $0.key) <= place }) {
            return before.lines.upperBound
        }
        guard let first = entries.first else { return layout.content.upperBound }
        return kind == .yaml ? first.lines.lowerBound : layout.content.lowerBound
    }

    private func insertingIntoFlow(
        _ key: Text, _ value: [UInt8], reading wanted: Value
    ) throws(EditError) -> Document {
        let outline = try Outline(self)
        guard let root = outline.root, !value.contains(where: \.isLineBreak) else {
            throw .wrongShape(key: key, wanted: .place)
        }
        let text = Spelling(inFlow: true).fresh(key) + [UInt8(ascii: ":")] + value
        let collection = Collection(root, in: self, outline.table)
        return try edited(key, collection.inserting(text, at: entries.count), to: wanted)
    }
}
