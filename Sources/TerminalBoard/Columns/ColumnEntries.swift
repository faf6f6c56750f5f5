import TaskBoard

/// The entries of a column from the top: its cards except the carried ones, and the insertion
/// point. Entries are looked up by index, so a column of ten thousand cards costs no more than its
/// visible part.
struct ColumnEntries: Sendable {
    private let ids: [TaskID]
    /// The indices of the carried cards among the ids, in order.
    private let carried: [Int]
    private let gap: Int?
    private let work: WorkCount?

    /// - Parameter gap: The number of cards above the insertion point; nil if it is in another
    ///   column.
    init(_ ids: [TaskID], without carried: [Int] = [], gap: Int? = nil, work: WorkCount?) {
        (self.ids, self.carried, self.work) = (ids, carried, work)
        self.gap = gap.map { min($0, ids.count - carried.count) }
    }

    /// The number of cards, not counting the carried ones.
    var cards: Int { ids.count - carried.count }
    var count: Int { cards + (gap == nil ? 0 : 1) }
    var indices: Range<Int> { 0..<count }

    subscript(index: Int) -> BoardLayout.Item.Content {
        if index == gap { return .gap }
        return .card(card(gap.map { index > $0 ? index - 1 : index } ?? index))
    }

    /// Returns the number of cards above an entry.
    func cards(above index: Int) -> Int { gap.map { $0 < index } == true ? index - 1 : index }

    /// Returns a card by its index among those not carried.
    func card(_ index: Int) -> TaskID {
        work?.add(entries: 1)
        var place = index
        for hidden in carried where hidden <= place { place += 1 }
        return ids[place]
    }
}
