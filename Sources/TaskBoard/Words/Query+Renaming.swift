import MarkdownDocument

extension Query {
    /// Returns a query with another name for a declared field, and all other bytes as they are.
    ///
    /// A query that does not use the field, or cannot be read, stays the same.
    static func renaming(
        _ key: Text, to name: Text, in query: Text, _ fields: FieldTable
    ) -> Text {
        var bytes = query.utf8
        for place in places(of: key, in: query, fields).reversed() {
            bytes.replaceSubrange(place..<place + key.utf8.count, with: name.utf8)
        }
        return Text(bytes)
    }

    /// Returns true if a query uses a declared field.
    static func uses(_ key: Text, in query: Text, _ fields: FieldTable) -> Bool {
        !places(of: key, in: query, fields).isEmpty
    }

    /// Returns the offsets of a field's key in a query.
    private static func places(
        of key: Text, in query: Text, _ fields: FieldTable
    ) -> [Int] {
        let tokens: [QueryToken]
        do throws(WordError) { tokens = try QueryTokenizer.tokens(of: query) } catch { return [] }
        return tokens.flatMap { token -> [Int] in
            guard case .word(let word) = token.kind else { return [] }
            return word.places(of: key, fields).map { token.offset + $0 }
        }.filter { query.utf8.dropFirst($0).starts(with: key.utf8) }
    }
}

extension QueryWord {
    /// The beginnings of words that list keys.
    private static let lists = ["sort:", "has:", "no:", "has!=", "no!="]

    /// Returns the offsets of a field's key in the word as typed.
    fileprivate func places(of key: Text, _ fields: FieldTable) -> [Int] {
        var (start, rest) = (0, self)
        while let length = rest.negation {
            start += length
            rest = rest.dropping(length)
        }
        if let list = Self.lists.first(where: rest.begins) {
            start += list.utf8.count
            rest = rest.dropping(list.utf8.count)
            return rest.itemPlaces(of: key).map { start + rest.typedOffset(of: $0) }
        }
        guard let sign = rest.firstIndex(where: { ":<>=!".utf8.contains($0) }) else { return [] }
        let isKeyed = rest.bytes[sign] == 0x3A
        let dot = rest.bytes[..<sign].firstIndex { isKeyed && $0 == UInt8(ascii: ".") } ?? sign
        guard rest.bytes[..<dot].elementsEqual(key.utf8),
            !isKeyed || rest.keyedTerm(fields) != nil
        else { return [] }
        return [start + rest.typedOffset(of: 0)]
    }

    /// Returns the indices of the items that are a key, with or without a dash.
    private func itemPlaces(of key: Text) -> [Int] {
        var places: [Int] = []
        var start = 0
        while start <= count {
            let end = (start..<count).first { bytes[$0] == UInt8(ascii: ",") } ?? count
            let first = start < end && bytes[start] == .dash ? start + 1 : start
            if bytes[first..<end].elementsEqual(key.utf8) { places.append(first) }
            start = end + 1
        }
        return places
    }
}
