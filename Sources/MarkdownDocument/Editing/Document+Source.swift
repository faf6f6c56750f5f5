extension Document {
    /// The document with whole lines of another one as the entry of a key: in
    /// the place of the entry that it has, or where a new one would go.
    ///
    /// - Throws: ``EditError/notAnEntry(key:)`` when the lines alone are not
    ///   that key with its value, and whatever else would change beside it.
    package func settingSource(of key: Text, to source: [UInt8]) throws(EditError) -> Document {
        try checkEditable(key, [key, Text(source)])
        let entry = Document(source, kind: .yaml)
        guard !entry.rootIsFlow, entry.entries.count == 1, let wanted = entry.entries.first,
            wanted.key == key
        else { throw .notAnEntry(key: key) }
        guard !rootIsFlow else { throw .wrongShape(key: key, wanted: "a line of its own") }
        let result = try replacingLines(of: key, with: source, wanted.value)
        guard let written = result.entry(key), written.valueSource == wanted.valueSource else {
            throw .touchesMore(key: key)
        }
        return result
    }

    private func replacingLines(
        of key: Text, with source: [UInt8], _ wanted: Value
    ) throws(EditError) -> Document {
        guard let index = index(of: key) else {
            let lines = Array(source[...].trimmingLineBreak)
            return try insertingLines(lines, of: key, wanted)
        }
        let range = entries[index].lines
        var lines = source
        let isClosed = range.isEmpty || bytes[range.upperBound - 1].isLineBreak
        if isClosed, lines.last?.isLineBreak == false { lines += lineBreak }
        if !isClosed { lines = Array(lines[...].trimmingLineBreak) }
        return try edited(key, [Splice(range: range, bytes: lines)], to: wanted)
    }
}
