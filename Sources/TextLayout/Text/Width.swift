import TaskBoard

extension StringProtocol {
    /// The text's width in a terminal. The text must be safe to print.
    package var columns: Int {
        if let count = utf8.withContiguousStorageIfAvailable(plainColumns) ?? nil { return count }
        return columnCount(utf8)
    }

    /// Returns the text, truncated with `…` to at most `limit` columns.
    package func truncated(to limit: Int) -> String {
        if columns <= limit { return String(self) }
        guard limit > 0 else { return "" }
        return prefix(columns: limit - 1).0 + "…"
    }

    /// Returns the text, padded with blanks to `count` columns.
    package func padded(to count: Int) -> String {
        String(self) + String(repeating: " ", count: Swift.max(0, count - columns))
    }

    /// Returns the text, padded with blanks on the left to `count` columns.
    package func paddedLeft(to count: Int) -> String {
        String(repeating: " ", count: Swift.max(0, count - columns)) + String(self)
    }

    /// Returns the longest prefix that fits into `limit` columns, and the rest.
    package func prefix(columns limit: Int) -> (String, SubSequence) {
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

    /// Breaks a word into pieces of at most `limit` columns, and returns the last piece.
    ///
    /// A character wider than that, as old Hangul letters can be, is a piece of its own.
    package func broken(at limit: Int, _ end: (String) -> Void) -> String {
        var rest = self[...]
        while true {
            var (head, tail) = rest.prefix(columns: limit)
            if tail.isEmpty { return head }
            if head.isEmpty {
                eachCharacter(tail.utf8) { bytes, _ in
                    let end = tail.utf8.index(tail.startIndex, offsetBy: bytes.upperBound)
                    (head, tail) = (String(tail[..<end]), tail[end...])
                    return false
                }
                if tail.isEmpty { return head }
            }
            end(head)
            rest = tail
        }
    }

    /// Wraps the text at `limit` columns, and indents all lines but the first.
    package func wrapped(to limit: Int, indent: Int) -> [String] {
        let start = String(prefix { $0 == " " })
        let lines = wrapped(to: limit - indent)
        return lines.enumerated().map { index, line in
            index == 0 ? start + line : String(repeating: " ", count: indent) + line
        }
    }

    /// Wraps the text at `limit` columns: at blanks, or within a word that is longer than a line.
    ///
    /// - Parameter most: The maximum number of lines to return.
    package func wrapped(to limit: Int, most: Int = .max) -> [String] {
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
            line = word.broken(at: limit) { lines.append($0) }
        }
        if !line.isEmpty || lines.isEmpty { lines.append(line) }
        return lines
    }
}

/// Replaces tabs with four blanks, so that tabs have a width.
package func withoutTabs(_ bytes: some Sequence<UInt8>) -> [UInt8] {
    bytes.flatMap { $0 == 0x09 ? [0x20, 0x20, 0x20, 0x20] : [$0] }
}

extension String {
    /// The string without trailing blanks.
    package var trimmingTrailingBlanks: String {
        guard let last = utf8.lastIndex(where: { $0 != 0x20 }) else { return "" }
        return String(self[...last])
    }
}
