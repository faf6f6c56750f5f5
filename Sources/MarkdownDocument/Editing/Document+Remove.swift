extension Document {
    /// Returns the document without a key, or unchanged if it has no such key. Emptied front
    /// matter is removed as a whole, unless it contains a comment.
    ///
    /// The comment lines below the value stay. They get the indentation of the keys, so that they
    /// do not become part of another entry.
    package func removing(_ key: Text) throws(EditError) -> Document {
        try checkEditable(key, [])
        guard let index = index(of: key) else { return self }
        if let emptied = withoutBlock(lastKey: key) { return emptied }
        if rootIsFlow {
            let outline = try Outline(self)
            guard let root = outline.root else { return self }
            let collection = Collection(root, in: self, outline.table)
            return try edited(key, collection.removing(at: index, key: key), to: nil)
        }
        let lines = entries[index].lines
        do throws(EditError) {
            return try edited(key, [removing(lines, of: entries[index])], to: nil)
        } catch {
            // After a scalar that keeps trailing blank lines (`|+`), those
            // after the key would become its text, so they are removed with the
            // key.
            let end = blankLinesEnd(lines.upperBound)
            guard end > lines.upperBound else { throw error }
            let wider = try removing(lines.lowerBound..<end, of: entries[index])
            return try edited(key, [wider], to: nil)
        }
    }

    /// Removes the lines of an entry, except the comments at its end.
    private func removing(_ lines: Range<Int>, of entry: Entry) throws(EditError) -> Splice {
        let comments = entry.trailingComments
        guard !comments.isEmpty else { return bytes.removingLines(lines) }
        let column = try Outline(self).root?.column ?? 0
        let indent = [UInt8](repeating: .space, count: column)
        return Splice(
            range: lines, bytes: comments.flatMap { indent + bytes[$0].drop(while: \.isBlank) })
    }

    /// Returns the end of the blank lines that begin at an offset of the front
    /// matter.
    func blankLinesEnd(_ start: Int) -> Int {
        var end = start
        while end < layout.content.upperBound {
            let line = lineRange(in: bytes, from: end)
            guard bytes[line].trimmingLineBreak.allSatisfy(\.isBlank) else { break }
            end = line.upperBound
        }
        return end
    }

    /// Returns the document without its front matter, if that contains only blanks and the last
    /// key, and if the rest is still read as the same body.
    private func withoutBlock(lastKey key: Text) -> Document? {
        guard kind == .markdown, entries.count == 1, let entry = entries.first else { return nil }
        let content = layout.content
        let before = bytes[content.lowerBound..<entry.lines.lowerBound]
        let after = bytes[entry.lines.upperBound..<content.upperBound]
        var isAlone = (before + after).allSatisfy { $0.isBlank || $0.isLineBreak }
        if !entry.trailingComments.isEmpty { isAlone = false }
        if rootIsFlow { isAlone = true }
        let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        guard isAlone else { return nil }
        let block = Splice(range: start..<layout.bodyStart, bytes: [])
        let rest = Document(bytes.applying([block]), kind: kind)
        guard rest.malformation == nil, !rest.hasFrontMatter, rest.body == body else { return nil }
        return rest
    }
}
