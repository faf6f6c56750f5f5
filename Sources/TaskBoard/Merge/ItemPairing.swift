import MarkdownDocument

/// The checklist items of the base and of a side that are the same, one to one.
///
/// An item is its text, regardless of its indentation, bullet and number. Items pair by the lines
/// that the diff matches, then by equal text, then as rewordings. An item whose text was split or
/// replaced has no descendant.
struct ItemPairing {
    /// The unit in the base of each unit of the side.
    private(set) var base: [Int?]
    /// The unit of the side of each unit in the base.
    private(set) var side: [Int?]

    init(_ diff: LineDiff, old: [BodyUnit], new: [BodyUnit]) {
        base = Array(repeating: nil, count: new.count)
        side = Array(repeating: nil, count: old.count)
        guard old.contains(where: { $0.item != nil }), new.contains(where: { $0.item != nil })
        else { return }
        for (x, match) in diff.newIndex.enumerated() {
            if let y = match, old[x].item != nil, new[y].item != nil { pair(x, y) }
        }
        pairEqualTexts(old, new)
        pairRewordings(diff, old, new)
    }

    private mutating func pair(_ old: Int, _ new: Int) {
        base[new] = old
        side[old] = new
    }

    /// Pairs items of equal text in their order, if both versions have the same number left.
    private mutating func pairEqualTexts(_ old: [BodyUnit], _ new: [BodyUnit]) {
        var groups: [Text: (old: [Int], new: [Int])] = [:]
        for (x, unit) in old.enumerated() where side[x] == nil {
            if let text = unit.item, !text.isEmpty { groups[text, default: ([], [])].old.append(x) }
        }
        for (y, unit) in new.enumerated() where base[y] == nil {
            if let text = unit.item { groups[text]?.new.append(y) }
        }
        for group in groups.values where group.old.count == group.new.count {
            for (x, y) in zip(group.old, group.new) { pair(x, y) }
        }
    }

    /// Pairs the rewordings in each run of lines that was replaced.
    private mutating func pairRewordings(
        _ diff: LineDiff, _ old: [BodyUnit], _ new: [BodyUnit]
    ) {
        var (x, y) = (0, 0)
        while x < old.count || y < new.count {
            let (firstOld, firstNew) = (x, y)
            while x < old.count, diff.newIndex[x] == nil { x += 1 }
            while y < new.count, diff.oldIndex[y] == nil { y += 1 }
            let olds = (firstOld..<x).filter { side[$0] == nil && old[$0].item != nil }
            let news = (firstNew..<y).filter { base[$0] == nil && new[$0].item != nil }
            if !olds.isEmpty, !news.isEmpty {
                let found = Rewordings(
                    olds.map { old[$0].item ?? "" }, news.map { new[$0].item ?? "" })
                for (o, n) in found.pairs { pair(olds[o], news[n]) }
            }
            (x, y) = (x + 1, y + 1)
        }
    }
}
