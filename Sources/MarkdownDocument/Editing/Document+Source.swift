extension Document {
    /// Returns the document with whole lines of another one as the entry of a key: in place of its
    /// current entry, or where a new one belongs.
    ///
    /// The lines keep their bytes, except for the indentation if the two documents indent their
    /// keys differently.
    ///
    /// - Throws: ``EditError/notAnEntry(key:)`` if the lines are not exactly that key with its
    ///   value, and other errors if something else would change.
    package func settingSource(of key: Text, to source: [UInt8]) throws(EditError) -> Document {
        try checkEditable(key, [key, Text(source)])
        let entry = Document(source, kind: .yaml)
        guard !entry.rootIsFlow, entry.entries.count == 1, let wanted = entry.entries.first,
            wanted.key == key
        else { throw .notAnEntry(key: key) }
        guard !rootIsFlow else { throw .wrongShape(key: key, wanted: .line) }
        let column = try Outline(self).root?.column ?? 0
        let shift = try column - (Outline(entry).root?.column ?? column)
        let lines = shift == 0 ? source : Self.shifted(source, by: shift)
        let result = try replacingLines(of: key, with: lines, wanted.value)
        guard shift != 0 || result.entry(key)?.valueSource == wanted.valueSource else {
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
        do throws(EditError) {
            return try edited(key, [Splice(range: range, bytes: lines)], to: wanted)
        } catch {
            // A scalar that keeps trailing blank lines (`|+`) would include those after it.
            let end = blankLinesEnd(range.upperBound)
            guard end > range.upperBound else { throw error }
            let wider = Splice(range: range.lowerBound..<end, bytes: lines)
            return try edited(key, [wider], to: wanted)
        }
    }

    /// Returns the lines with more indentation or, as far as there are blanks,
    /// less.
    private static func shifted(_ lines: [UInt8], by columns: Int) -> [UInt8] {
        var result: [UInt8] = []
        var offset = 0
        while offset < lines.count {
            let line = lineRange(in: lines, from: offset)
            offset = line.upperBound
            if lines[line].trimmingLineBreak.isEmpty || columns < 0 {
                result += lines[line].dropFirst(min(lines[line].leadingSpaces, max(0, -columns)))
            } else {
                result += [UInt8](repeating: .space, count: columns) + lines[line]
            }
        }
        return result
    }
}
