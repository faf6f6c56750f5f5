extension Document {
    /// Returns the document with one element of a mapping set, added or, for
    /// nil, removed. A missing mapping is created; an emptied one is removed
    /// with its key.
    package func setting(
        _ key: Text, element: Text, to value: Text?
    ) throws(EditError) -> Document {
        try checkEditable(key, [key, element] + (value.map { [$0] } ?? []))
        guard let index = index(of: key) else {
            return try value.map { value throws(EditError) in
                try insertingMap(key, Pair(key: element, value: value))
            } ?? self
        }
        switch entries[index].value {
        case .map(let pairs) where !pairs.isEmpty:
            return try editing(key, pairs, element: element, to: value)
        case .map, .list([]), .scalar(""):
            guard let value else { return self }
            return try fillingMap(of: key, at: index, with: Pair(key: element, value: value))
        default: throw .wrongShape(key: key, wanted: .mapping)
        }
    }

    private func editing(
        _ key: Text, _ pairs: [Pair], element: Text, to value: Text?
    ) throws(EditError) -> Document {
        let place = pairs.firstIndex { $0.key == element }
        guard let value else {
            guard let place else { return self }
            guard pairs.count > 1 else { return try removing(key) }
            var rest = pairs
            rest.remove(at: place)
            let result = try step(key) { collection, _ throws(EditError) in
                try collection.removing(at: place, key: key)
            }
            return try verified(result, changing: key, to: .map(rest))
        }
        var wanted = pairs
        if let place {
            wanted[place].value = value
            return try replacingElement(of: key, at: place, by: value, wanted: .map(wanted))
        }
        wanted.append(Pair(key: element, value: value))
        let result = try step(key) { collection, spelling throws(EditError) in
            let text = Self.spelled(wanted[pairs.count], of: key, inFlow: spelling.inFlow)
            return try collection.inserting(text, at: pairs.count)
        }
        return try verified(result, changing: key, to: .map(wanted))
    }

    private func replacingElement(
        of key: Text, at place: Int, by value: Text, wanted: Value
    ) throws(EditError) -> Document {
        guard let index = index(of: key), entries[index].value != wanted else { return self }
        let map = try Outline(self).pair(index).value
        let pair = map.pairs[place]
        let spelling = Spelling(inFlow: map.style == .flow, plainKind: ScalarKind(valuesOf: key))
        return try edited(
            key, scalarSplices(for: pair.key, value: pair.value, spelling: spelling, to: value),
            to: wanted)
    }

    private func insertingMap(_ key: Text, _ pair: Pair) throws(EditError) -> Document {
        let text = Self.spelled(pair, of: key, inFlow: rootIsFlow)
        let value =
            rootIsFlow
            ? Array(" {".utf8) + text + [UInt8(ascii: "}")]
            : lineBreak + Array("  ".utf8) + text
        return try inserting(key, value, reading: .map([pair]))
    }

    private func fillingMap(of key: Text, at index: Int, with pair: Pair) throws(EditError)
        -> Document
    {
        let outline = try Outline(self)
        let (name, node) = outline.pair(index)
        let text =
            [UInt8(ascii: "{")] + Self.spelled(pair, of: key, inFlow: true)
            + [UInt8(ascii: "}")]
        let splices = try replacingValue(
            of: name, node: node, outline: outline, key: key, with: text)
        return try edited(key, splices, to: .map([pair]))
    }

    private static func spelled(_ pair: Pair, of key: Text, inFlow: Bool) -> [UInt8] {
        let value = Spelling(inFlow: inFlow, plainKind: ScalarKind(valuesOf: key))
        return Spelling(inFlow: inFlow).fresh(pair.key) + Array(": ".utf8) + value.fresh(pair.value)
    }
}
