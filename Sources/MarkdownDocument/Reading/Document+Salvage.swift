extension Document {
    /// The `key: value` lines of a malformed file, found without a parser, so
    /// that the file still has a title on a board: the first of each key,
    /// without quotes and comments. Empty in a document that can be read.
    package var salvage: [Pair] {
        guard malformation != nil, beginsAsFrontMatter else { return [] }
        var pairs: [Pair] = []
        var offset = layout.content.lowerBound
        let end = layout.content.isEmpty ? bytes.count : layout.content.upperBound
        if !layout.hasFrontMatter {
            offset = lineRange(in: bytes, from: offset).upperBound
        }
        let limit = min(end, offset + Layout.contentLimit)
        while offset < limit, pairs.count < Layout.keyLimit {
            let line = lineRange(in: bytes, from: offset)
            offset = line.upperBound
            guard let pair = Self.pair(bytes[line].trimmingLineBreak),
                !pairs.contains(where: { $0.key == pair.key })
            else { continue }
            pairs.append(pair)
        }
        return pairs
    }

    private var beginsAsFrontMatter: Bool {
        layout.hasFrontMatter || layout.isUnterminated || layout.isTooLarge
    }

    private static func pair(_ line: ArraySlice<UInt8>) -> Pair? {
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon - line.startIndex <= 64
        else {
            return nil
        }
        let key = line[..<colon]
        let isWord = key.allSatisfy {
            $0.isLetter || $0.isDigit || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_")
                || $0 >= 0x80
        }
        let rest = line[(colon + 1)...]
        guard isWord, !key.isEmpty, rest.first.map(\.isBlank) ?? true else { return nil }
        return Pair(key: Text(key), value: Text(plain(rest.trimmingBlanks)))
    }

    /// Returns the value without its quotes or the comment after it.
    private static func plain(_ value: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        if let quote = value.first, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'"),
            let end = value.dropFirst().firstIndex(of: quote)
        {
            return value[(value.startIndex + 1)..<end]
        }
        for index in value.indices.dropFirst()
        where value[index] == UInt8(ascii: "#") && value[index - 1].isBlank {
            return value[..<index].trimmingBlanks
        }
        return value
    }
}
