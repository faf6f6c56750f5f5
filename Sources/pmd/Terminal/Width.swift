import TaskBoard

extension StringProtocol {
    /// The columns that a terminal gives this text, which must be safe to print.
    var columns: Int {
        if let count = utf8.withContiguousStorageIfAvailable(plainColumns) ?? nil { return count }
        return columnCount(utf8)
    }

    /// The text, truncated with `…` to at most `limit` columns.
    func truncated(to limit: Int) -> String {
        if columns <= limit { return String(self) }
        guard limit > 0 else { return "" }
        return prefix(columns: limit - 1).0 + "…"
    }

    /// The text, padded with blanks to `count` columns.
    func padded(to count: Int) -> String {
        String(self) + String(repeating: " ", count: Swift.max(0, count - columns))
    }

    /// The text, padded with blanks on the left to `count` columns.
    func paddedLeft(to count: Int) -> String {
        String(repeating: " ", count: Swift.max(0, count - columns)) + String(self)
    }

    /// The longest prefix that fits into `limit` columns, and the rest.
    func prefix(columns limit: Int) -> (String, SubSequence) {
        var used = 0
        var count = 0
        eachCharacter(utf8) { bytes, columns in
            used += columns
            if used <= limit { count = bytes.upperBound }
            return used <= limit
        }
        let end = utf8.index(startIndex, offsetBy: count)
        return (String(self[..<end]), self[end...])
    }

    /// The text in lines of at most `limit` columns, broken at blanks, or between the
    /// characters of a word that is longer than a line.
    ///
    /// - Parameter most: The number of lines that the caller needs.
    func wrapped(to limit: Int, most: Int = .max) -> [String] {
        let limit = Swift.max(limit, 2)
        let plain = utf8.withContiguousStorageIfAvailable { plainLines($0, limit, most: most) }
        if let lines = plain ?? nil { return lines }
        var lines: [String] = []
        var line = ""
        for word in split(separator: " ", omittingEmptySubsequences: true) {
            guard lines.count < most else { return lines }
            if !line.isEmpty, line.columns + 1 + word.columns <= limit {
                line += " " + word
                continue
            }
            if !line.isEmpty { lines.append(line) }
            var rest = word[...]
            while rest.columns > limit {
                let (head, tail) = rest.prefix(columns: limit)
                lines.append(head)
                rest = tail[...]
            }
            line = String(rest)
        }
        if !line.isEmpty || lines.isEmpty { lines.append(line) }
        return lines
    }
}
