extension Character {
    /// The columns that a terminal gives this character.
    ///
    /// An emoji of several scalars (joined, flag, keycap, with a variation
    /// selector) takes two; in anything else each scalar has its own width, and
    /// marks have none.
    var columns: Int {
        let scalars = unicodeScalars
        guard let first = scalars.first else { return 0 }
        guard scalars.count > 1 else { return first.columns }
        if scalars.contains(where: { $0.value == 0xFE0F }), first.properties.isEmoji { return 2 }
        if first.isRegionalIndicator || first.properties.isEmojiPresentation { return 2 }
        if scalars.contains(where: { $0.value == 0x200D }), first.properties.isEmoji { return 2 }
        return scalars.reduce(0) { $0 + $1.columns }
    }
}

extension StringProtocol {
    /// The columns that a terminal gives this text, which must be safe to print.
    var columns: Int {
        if let count = utf8.withContiguousStorageIfAvailable(plainColumns) ?? nil { return count }
        return reduce(0) { $0 + $1.columns }
    }

    /// As much of the text as fits, with `…` where something was left out.
    func truncated(to limit: Int) -> String {
        if columns <= limit { return String(self) }
        guard limit > 0 else { return "" }
        return prefix(columns: limit - 1).0 + "…"
    }

    /// The text, padded with blanks to a number of columns.
    func padded(to count: Int) -> String {
        String(self) + String(repeating: " ", count: Swift.max(0, count - columns))
    }

    /// The text behind blanks, so that it ends at a column.
    func paddedLeft(to count: Int) -> String {
        String(repeating: " ", count: Swift.max(0, count - columns)) + String(self)
    }

    /// The longest beginning that fits into `limit` columns, and what follows.
    func prefix(columns limit: Int) -> (String, SubSequence) {
        var used = 0
        var end = startIndex
        while end < endIndex {
            used += self[end].columns
            if used > limit { break }
            end = index(after: end)
        }
        return (String(self[..<end]), self[end...])
    }

    /// The text in lines of at most `limit` columns, broken at blanks, or within
    /// a word that is longer than a line (between characters, never in one).
    ///
    /// - Parameter most: So many lines are enough; of what follows there may be more.
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

extension Unicode.Scalar {
    fileprivate var isRegionalIndicator: Bool { (0x1F1E6...0x1F1FF).contains(value) }

    /// The columns of this scalar alone.
    var columns: Int {
        if value < 0x7F { return value < 0x20 ? 0 : 1 }
        if value < 0x300 { return value < 0xA0 || value == 0xAD ? 0 : 1 }
        // Hangul vowels and finals join the syllable that a leading consonant began.
        if (0x1160...0x11FF).contains(value) || (0xD7B0...0xD7FB).contains(value) { return 0 }
        switch properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .spacingMark, .lineSeparator, .paragraphSeparator:
            return 0
        case .format: return Self.drawnFormats.contains { $0.contains(value) } ? 1 : 0
        default: break
        }
        return properties.isEmojiPresentation || isWide ? 2 : 1
    }

    private static let drawnFormats: [ClosedRange<UInt32>] = [
        0x0600...0x0605, 0x06DD...0x06DD, 0x070F...0x070F, 0x0890...0x0891, 0x08E2...0x08E2,
        0x110BD...0x110CD,
    ]

    /// East Asian wide and fullwidth, emoji aside.
    private var isWide: Bool {
        guard value >= 0x1100 else { return false }
        var low = 0
        var high = Self.wide.count
        while low < high {
            let middle = (low + high) / 2
            if Self.wide[middle].upperBound < value { low = middle + 1 } else { high = middle }
        }
        return low < Self.wide.count && Self.wide[low].contains(value)
    }

    private static let wide: [ClosedRange<UInt32>] = [
        0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x3029, 0x302E...0x303E, 0x3041...0x3247,
        0x3250...0x4DBF, 0x4E00...0xA4C6, 0xA960...0xA97C, 0xAC00...0xD7A3, 0xF900...0xFAFF,
        0xFE10...0xFE19, 0xFE30...0xFE6B, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x16FE3,
        0x16FF0...0x18DF2, 0x1AFF0...0x1B2FB, 0x1F200...0x1F265, 0x1F6D5...0x1F6DF,
        0x20000...0x3FFFD,
    ]
}
