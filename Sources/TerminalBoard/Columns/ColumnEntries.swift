import TaskBoard

/// What a column has, from its top: its cards without those that are carried, and the gap for
/// these. Each is found by its place, so that a column of ten thousand cards costs no more than
/// the part that is shown.
struct ColumnEntries: Sendable {
    private let ids: [TaskID]
    /// The places of the carried cards among the ids, in their order.
    private let carried: [Int]
    private let gap: Int?
    private let work: WorkCount?

    /// - Parameter gap: How many cards are above the gap; nil if it is in another column.
    init(_ ids: [TaskID], without carried: [Int] = [], gap: Int? = nil, work: WorkCount?) {
        (self.ids, self.carried, self.work) = (ids, carried, work)
        self.gap = gap.map { min($0, ids.count - carried.count) }
    }

    /// The number of cards that are not carried.
    var cards: Int { ids.count - carried.count }
    var count: Int { cards + (gap == nil ? 0 : 1) }
    var indices: Range<Int> { 0..<count }

    subscript(index: Int) -> BoardLayout.Item.Content {
        if index == gap { return .gap }
        return .card(card(gap.map { index > $0 ? index - 1 : index } ?? index))
    }

    /// The number of cards above a place.
    func cards(above index: Int) -> Int { gap.map { $0 < index } == true ? index - 1 : index }

    /// Returns a card by its place among those that are not carried.
    func card(_ index: Int) -> TaskID {
        work?.add(entries: 1)
        var place = index
        for hidden in carried where hidden <= place { place += 1 }
        return ids[place]
    }
}
