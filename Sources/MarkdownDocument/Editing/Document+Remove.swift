extension Document {
    /// The document without a key. An emptied front matter goes as a whole,
    /// unless a comment is left in it. Without that key nothing changes.
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
        return try edited(key, [bytes.removingLines(entries[index].lines)], to: nil)
    }

    /// The document without its front matter, if nothing but blanks and the last
    /// key were in it, and if what is left is still read as the same body.
    private func withoutBlock(lastKey key: Text) -> Document? {
        guard kind == .markdown, entries.count == 1, let entry = entries.first else { return nil }
        let content = layout.content
        let before = bytes[content.lowerBound..<entry.lines.lowerBound]
        let after = bytes[entry.lines.upperBound..<content.upperBound]
        var isAlone = (before + after).allSatisfy { $0.isBlank || $0.isLineBreak }
        if rootIsFlow { isAlone = true }
        let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        guard isAlone else { return nil }
        let block = Splice(range: start..<layout.bodyStart, bytes: [])
        let rest = Document(bytes.applying([block]), kind: kind)
        guard rest.malformation == nil, !rest.hasFrontMatter, rest.body == body else { return nil }
        return rest
    }
}
