import MarkdownDocument

/// The merge of the marks of checklist items.
///
/// Every row that descends from an item of the base has that item's merged mark. A mark that a side
/// changed and no row has is lost, and becomes a callout: it never moves to another item.
struct MarkMerge {
    /// The mark of each row; nil for a line that is not an item.
    private(set) var marks: [ItemMark?] = []
    /// The side whose line a row has.
    private(set) var contents: [Side] = []

    private let bodies: ThreeWay<BodyParts>
    private let rows: [MergedRow]
    private let resolver: ConflictResolver
    private let ours: ItemPairing
    private let theirs: ItemPairing
    /// The merged marks of the base's items.
    private var merged: [ItemMark?] = []
    /// The items from which each row descends.
    private var ancestors: [[Int]] = []
    /// The marks that lost against another one in their own row.
    private var outdone: [LostMark] = []

    init(
        _ bodies: ThreeWay<BodyParts>, _ merge: LineMerge<Text>, _ resolver: ConflictResolver
    ) throws {
        self.bodies = bodies
        self.resolver = resolver
        rows = merge.rows
        ours = ItemPairing(merge.ourDiff, old: bodies.base.units, new: bodies.ours.units)
        theirs = ItemPairing(merge.theirDiff, old: bodies.base.units, new: bodies.theirs.units)
        for index in bodies.base.units.indices { merged.append(try mergedMark(index)) }
        for row in rows { try add(row) }
    }

    private func pairing(_ side: Side) -> ItemPairing { side == .ours ? ours : theirs }

    private func mark(_ side: Side, _ unit: Int?) -> ItemMark? {
        unit.flatMap { bodies[side].units[$0].mark }
    }
}

/// A mark that no item of the result has.
struct LostMark {
    var side: Side
    /// The item on that side.
    var unit: Int
    var text: Text
    var mark: ItemMark
    var writer: Writer

    /// The item with its mark, such as `[x] bread`.
    var line: Text { markedItem(mark, text) }
}

// MARK: Rows

extension MarkMerge {
    private func mergedMark(_ index: Int) throws -> ItemMark? {
        guard let base = bodies.base.units[index].mark else { return nil }
        let (x, y) = (ours.side[index], theirs.side[index])
        guard let x, let y, let a = mark(.ours, x), let b = mark(.theirs, y) else {
            return mark(.ours, x) ?? mark(.theirs, y) ?? base
        }
        if a.value == b.value { return agreement(base: base, ours: a, theirs: b) ?? min(a, b) }
        if a.value == base.value { return b }
        if b.value == base.value { return a }
        return try winner(.init(.ours, x, a), .init(.theirs, y, b)) == .ours ? a : b
    }

    private mutating func add(_ row: MergedRow) throws {
        let (a, b) = (mark(.ours, row.ours), mark(.theirs, row.theirs))
        contents.append(row.ours == nil ? .theirs : .ours)
        ancestors.append([])
        guard let x = row.ours, let y = row.theirs, a != nil || b != nil else {
            return addSingle(row)
        }
        guard let a, let b else { return addHalf(row, item: a == nil ? .theirs : .ours) }
        let (i, j) = (ours.base[x], theirs.base[y])
        ancestors[ancestors.count - 1] = [i, j].compactMap { $0 }
        if let i, i == j { return marks.append(merged[i]) }
        if i == nil || j == nil, let known = i ?? j, let mark = merged[known],
            !mark.isBlank || bodies.base.units[known].mark?.isBlank == false
        {
            let (side, unit, other): (Side, Int, ItemMark) =
                i == nil ? (.ours, x, a) : (.theirs, y, b)
            if other.value == mark.value || other.isBlank { return marks.append(mark) }
            if resolver.keepsOurs, side == .ours { return marks.append(other) }
            try lose(.init(side, unit, other))
            return marks.append(mark)
        }
        let (p, q) = (i.flatMap { merged[$0] } ?? a, j.flatMap { merged[$0] } ?? b)
        if p.value == q.value { return marks.append(min(p, q)) }
        if p.isBlank || q.isBlank { return marks.append(p.isBlank ? q : p) }
        let (one, other) = (Claimed(.ours, x, p), Claimed(.theirs, y, q))
        let isOurs = try winner(one, other) == .ours
        try lose(isOurs ? other : one)
        marks.append(isOurs ? p : q)
    }

    private mutating func addSingle(_ row: MergedRow) {
        let side: Side = row.ours == nil ? .theirs : .ours
        let unit = row.ours ?? row.theirs
        guard let unit, let own = mark(side, unit) else { return marks.append(nil) }
        guard let ancestor = pairing(side).base[unit] else { return marks.append(own) }
        ancestors[ancestors.count - 1] = [ancestor]
        marks.append(merged[ancestor])
    }

    /// Adds a line that is an item on one side only. If it was one in the base too, the other side
    /// took it into a comment, where it has no mark.
    private mutating func addHalf(_ row: MergedRow, item side: Side) {
        let wasItem = row.base.map { bodies.base.units[$0].mark != nil } ?? false
        contents[contents.count - 1] = wasItem ? side.other : side
        marks.append(wasItem ? nil : mark(side, row[side]))
    }
}

extension MergedRow {
    subscript(side: Side) -> Int? { side == .ours ? ours : theirs }
}

// MARK: Lost marks

extension MarkMerge {
    /// Returns the marks that a side changed and that no row has.
    ///
    /// - Parameter buried: The rows whose lines are not items in the result, such as those between
    ///   lines of a comment.
    func lost(besides buried: Set<Int> = []) throws -> [LostMark] {
        var found: [Int: [ItemMark]] = [:]
        for (number, items) in ancestors.enumerated() where !buried.contains(number) {
            guard let mark = marks[number] else { continue }
            for item in items { found[item, default: []].append(mark.value) }
        }
        let quoted = ThreeWay(base: [], ours: quotedUnits(.ours), theirs: quotedUnits(.theirs))
        var lost = outdone
        for index in bodies.base.units.indices {
            let changes = changes(of: index)
            for claim in changes where !(found[index] ?? []).contains(claim.mark.value) {
                if isQuoted(claim, in: quoted, changes) { continue }
                lost.append(try lostMark(claim))
            }
        }
        return lost.filter { !$0.writer.isOwn }
    }

    /// Returns the sides that changed the mark of an item of the base.
    private func changes(of index: Int) -> [Claimed] {
        guard let base = bodies.base.units[index].mark else { return [] }
        return [Side.ours, .theirs].compactMap { side in
            guard let unit = pairing(side).side[index], let mark = mark(side, unit),
                mark.value != base.value
            else { return nil }
            return Claimed(side, unit, mark)
        }
    }

    /// Returns true if a callout of this merge quotes the item with this mark, on this side or on
    /// the other one if both set it.
    private func isQuoted(
        _ claim: Claimed, in quoted: ThreeWay<Set<Int>>, _ changes: [Claimed]
    ) -> Bool {
        changes.contains { $0.mark.value == claim.mark.value && quoted[$0.side].contains($0.unit) }
    }

    /// Returns the lines of a side that lost.
    private func quotedUnits(_ side: Side) -> Set<Int> {
        Set(rows.compactMap(\.conflict).filter { $0.side == side }.flatMap(\.lines))
    }

    /// The rows whose mark is not the one that the base's item had.
    var changedRows: Set<Int> {
        Set(
            ancestors.indices.filter { number in
                ancestors[number].contains { item in
                    bodies.base.units[item].mark?.value != marks[number]?.value
                }
            })
    }
}

// MARK: Writers

/// A mark that a side gave to an item.
private struct Claimed {
    var side: Side
    var unit: Int
    var mark: ItemMark

    init(_ side: Side, _ unit: Int, _ mark: ItemMark) {
        (self.side, self.unit, self.mark) = (side, unit, mark)
    }
}

extension MarkMerge {
    private func winner(_ ours: Claimed, _ theirs: Claimed) throws -> Side {
        resolver.winner(
            ConflictResolver.Candidate(try writer(ours), order: [ours.mark.value.bytes]),
            ConflictResolver.Candidate(try writer(theirs), order: [theirs.mark.value.bytes]))
    }

    private func writer(_ claim: Claimed) throws -> Writer {
        guard let name = bodies[claim.side].names[claim.unit] else { return .unknown }
        return try resolver.writer(claim.side, ofMark: claim.mark, of: name)
    }

    private mutating func lose(_ claim: Claimed) throws {
        outdone.append(try lostMark(claim))
    }

    private func lostMark(_ claim: Claimed) throws -> LostMark {
        LostMark(
            side: claim.side, unit: claim.unit,
            text: bodies[claim.side].units[claim.unit].item ?? "", mark: claim.mark.value,
            writer: try writer(claim))
    }
}
