extension Document {
    /// Returns the document with a key set to a list. Elements that stay keep
    /// their bytes; an empty list removes the key.
    package func setting(_ key: Text, toList list: [Text]) throws(EditError) -> Document {
        try checkEditable(key, [key] + list)
        guard !list.isEmpty else { return try removing(key) }
        let flow = Spelling(inFlow: true)
        guard let index = index(of: key) else {
            let text = Self.flowList(list.map(flow.fresh))
            return try inserting(key, [.space] + text, reading: .list(list))
        }
        if case .list(let old) = entries[index].value, !old.isEmpty {
            return try editingItems(
                of: key, from: old, to: list, wanted: .list(list), spell: { $0.fresh($1) })
        }
        return try replacing(key, index, with: list.map(flow.fresh), wanted: .list(list))
    }

    /// Returns the document with one more element in a list, which is created
    /// if missing. A scalar becomes a list of its comma-separated parts. An
    /// element that is already in the list is not added again.
    package func adding(_ element: Text, to key: Text) throws(EditError) -> Document {
        let list = try elements(of: key)
        return list.contains(element) ? self : try setting(key, toList: list + [element])
    }

    /// Like ``adding(_:to:)``, with the comment that the element has in another document, if the
    /// style of the list has room for it.
    package func adding(
        _ element: Text, to key: Text, commentedAs other: Document
    ) throws(EditError) -> Document {
        let added = try adding(element, to: key)
        guard added != self, case .list(let list)? = added.entry(key)?.value,
            let comment = try other.comment(of: element, in: key), !comment.isEmpty
        else { return added }
        let result = try added.step(key) { collection, _ throws(EditError) in
            collection.addingComment(comment, to: list.count - 1)
        }
        return try verified(result, changing: key, to: .list(list))
    }

    private func comment(
        of element: Text, in key: Text
    ) throws(EditError) -> ArraySlice<UInt8>? {
        guard let index = index(of: key), case .list(let list) = entries[index].value,
            let place = list.firstIndex(of: element)
        else { return nil }
        let outline = try Outline(self)
        return Collection(outline.pair(index).value, in: self, outline.table).comment(of: place)
    }

    /// Returns the document with every occurrence of an element removed from a
    /// list.
    package func removing(_ element: Text, from key: Text) throws(EditError) -> Document {
        let list = try elements(of: key)
        guard list.contains(element) else { return self }
        return try setting(key, toList: list.filter { $0 != element })
    }

    /// Returns the elements of a list, or of a scalar that is used as one.
    private func elements(of key: Text) throws(EditError) -> [Text] {
        try checkEditable(key, [])
        switch entry(key)?.value {
        case nil: return []
        case .list(let list)?: return list
        case .scalar(let text)?:
            return text.utf8.split(separator: UInt8(ascii: ","))
                .map { Text($0.trimmingBlanks) }.filter { !$0.isEmpty }
        default: throw .wrongShape(key: key, wanted: .list)
        }
    }

    static func flowList(_ items: [[UInt8]]) -> [UInt8] {
        [UInt8(ascii: "[")] + items.joined(separator: Array(", ".utf8)) + [UInt8(ascii: "]")]
    }

    /// Replaces a value that is not a list with a flow list.
    func replacing(
        _ key: Text, _ index: Int, with items: [[UInt8]], wanted: Value
    ) throws(EditError) -> Document {
        let outline = try Outline(self)
        let (name, node) = outline.pair(index)
        let text = Self.flowList(items)
        let splices = try replacingValue(
            of: name, node: node, outline: outline, key: key, with: text)
        return try edited(key, splices, to: wanted)
    }
}

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

extension Document {
    /// The length beyond which a list is rewritten as a whole.
    private static let itemLimit = 200

    /// Turns the items of a collection into the wanted ones with the fewest insertions and
    /// removals, and verifies the result.
    func editingItems<Item: Equatable>(
        of key: Text, from old: [Item], to new: [Item], wanted: Value,
        spell: (Spelling, Item) -> [UInt8]
    ) throws(EditError) -> Document {
        guard let index = index(of: key), old != new else { return self }
        guard let script = ItemScript(from: old, to: new, limit: Self.itemLimit) else {
            let items = new.map { spell(Spelling(inFlow: true), $0) }
            return try replacing(key, index, with: items, wanted: wanted)
        }
        var result = self
        for (place, item) in script.insertions {
            result = try result.step(key) { collection, spelling throws(EditError) in
                try collection.inserting(spell(spelling, item), at: place)
            }
        }
        for place in script.removals.reversed() {
            result = try result.step(key) { collection, _ throws(EditError) in
                try collection.removing(at: place, key: key)
            }
        }
        return try verified(result, changing: key, to: wanted)
    }

    /// Returns the document after one edit to a key's collection, not yet
    /// verified.
    func step(
        _ key: Text, _ edit: (Collection, Spelling) throws(EditError) -> [Splice]
    ) throws(EditError) -> Document {
        guard let index = index(of: key) else { throw .touchesMore(key: key) }
        let outline = try Outline(self)
        let node = outline.pair(index).value
        let collection = Collection(node, in: self, outline.table)
        let splices = try edit(collection, Spelling(inFlow: node.style == .flow || rootIsFlow))
        let result = Document(bytes.applying(splices), kind: kind)
        if let malformation = result.malformation { throw .wouldBreak(malformation) }
        return result
    }
}

/// The fewest insertions and removals that turn one list into another.
struct ItemScript<Item: Equatable> {
    /// The items to insert, each with its index after the earlier insertions.
    private(set) var insertions: [(place: Int, item: Item)] = []
    /// The indices to remove, once everything is inserted.
    private(set) var removals: [Int] = []

    /// - Returns: nil for lists longer than `limit` after their common ends.
    init?(from old: [Item], to new: [Item], limit: Int) {
        var head = 0
        while head < min(old.count, new.count), old[head] == new[head] { head += 1 }
        var tail = 0
        while tail < min(old.count, new.count) - head,
            old[old.count - 1 - tail] == new[new.count - 1 - tail]
        {
            tail += 1
        }
        let a = Array(old[head..<old.count - tail])
        let b = Array(new[head..<new.count - tail])
        guard max(a.count, b.count) <= limit else { return nil }
        walk(old: a, new: b, lengths: Self.lengths(a, b), from: head)
    }

    /// Returns the lengths of the longest common subsequences of all suffixes.
    private static func lengths(_ a: [Item], _ b: [Item]) -> [[Int]] {
        var table = [[Int]](
            repeating: [Int](repeating: 0, count: b.count + 1), count: a.count + 1)
        for i in a.indices.reversed() {
            for j in b.indices.reversed() {
                table[i][j] =
                    a[i] == b[j] ? table[i + 1][j + 1] + 1 : max(table[i + 1][j], table[i][j + 1])
            }
        }
        return table
    }

    private mutating func walk(old a: [Item], new b: [Item], lengths: [[Int]], from start: Int) {
        var (i, j, place) = (0, 0, start)
        while i < a.count || j < b.count {
            if i < a.count, j < b.count, a[i] == b[j] {
                (i, j) = (i + 1, j + 1)
            } else if j < b.count, i == a.count || lengths[i][j + 1] >= lengths[i + 1][j] {
                insertions.append((place, b[j]))
                j += 1
            } else {
                removals.append(place)
                i += 1
            }
            place += 1
        }
    }
}

extension Document {
    /// Returns the document with a key set to a list of records. A new list is a block list of
    /// flow mappings. Records that stay keep their bytes; an empty list removes the key.
    package func setting(_ key: Text, toRecords records: [[Pair]]) throws(EditError) -> Document {
        try checkEditable(key, [key] + records.joined().flatMap { [$0.key, $0.value] })
        guard !records.isEmpty else { return try removing(key) }
        guard let index = index(of: key) else {
            let lines = records.flatMap { lineBreak + Array("  - ".utf8) + Self.flowMap($0) }
            let text = rootIsFlow ? [.space] + Self.flowList(records.map(Self.flowMap)) : lines
            return try inserting(key, text, reading: .records(records))
        }
        if case .records(let old) = entries[index].value {
            return try editingItems(
                of: key, from: old, to: records, wanted: .records(records),
                spell: { Self.flowMap($1) })
        }
        return try replacing(
            key, index, with: records.map(Self.flowMap), wanted: .records(records))
    }

    /// Returns a record on one line. Its moment, and the value of a key for days, are plain as in
    /// an entry of their own.
    static func flowMap(_ record: [Pair]) -> [UInt8] {
        let subject = record.first { $0.key == "key" }?.value
        let pairs = record.map { pair in
            var spelling = Spelling(inFlow: true, plainKind: ScalarKind(valuesOf: pair.key))
            if pair.key == "value", let subject {
                spelling.plainKind = ScalarKind(valuesOf: subject)
            }
            return Spelling(inFlow: true).fresh(pair.key) + Array(": ".utf8)
                + spelling.fresh(pair.value)
        }
        return [UInt8(ascii: "{")] + pairs.joined(separator: Array(", ".utf8))
            + [UInt8(ascii: "}")]
    }
}
