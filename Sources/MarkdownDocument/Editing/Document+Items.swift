extension Document {
    /// Edits this long are written anew in one piece.
    private static let itemLimit = 200

    /// Brings the items of a collection from what they are to what is wanted, by
    /// the fewest insertions and removals, and checks the whole at the end.
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
        return try verified(result, key, wanted)
    }

    /// One edit to the collection behind a key, not yet checked.
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
    /// What to put in, and at which index after the ones before it.
    private(set) var insertions: [(place: Int, item: Item)] = []
    /// What to take out then, by index once all is put in.
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
        walk(a, b, Self.lengths(a, b), from: head)
    }

    /// The lengths of the longest common subsequences of all ends of both.
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

    private mutating func walk(_ a: [Item], _ b: [Item], _ lengths: [[Int]], from start: Int) {
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
