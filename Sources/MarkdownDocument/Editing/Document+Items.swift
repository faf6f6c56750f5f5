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
