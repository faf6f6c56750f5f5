import BoardView
import MarkdownDocument
import TaskBoard
import TerminalUI

/// The position of everything on the board, for drawing and for hit testing.
struct BoardLayout: Sendable {
    struct Column: Sendable {
        /// The column's index on the board.
        let index: Int
        let state: Text
        let title: Rectangle
        /// The cells of the cards.
        let cards: Rectangle
        let items: [Item]
    }

    /// A card in a column, or the insertion point.
    struct Item: Equatable, Sendable {
        enum Content: Equatable, Sendable {
            case card(TaskID)
            /// The insertion point, where cards will land.
            case gap
        }

        let content: Content
        /// Its index in the column, not counting the carried cards.
        let index: Int
        let rectangle: Rectangle
    }

    let columns: [Column]
    /// True if only one column fits; the titles are then tabs.
    let hasTabs: Bool
    let header: Rectangle
    let status: Rectangle

    /// The minimum width of a card.
    static let narrowest = 24
    /// The width of the gutter between two columns of cards.
    static let gutter = 1

    /// Returns the column at a position. The gutter belongs to the column on its left.
    func column(at position: Position) -> Column? {
        columns.last { $0.cards.column <= position.column }
    }

    func item(at position: Position) -> (column: Column, item: Item)? {
        for column in columns {
            if let item = column.items.first(where: {
                $0.rectangle.contains(column: position.column, row: position.row)
            }) {
                return (column, item)
            }
        }
        return nil
    }
}

extension BoardApp {
    /// Returns the current layout of the board.
    func layout() -> BoardLayout {
        let screen = Rectangle(width: columns, height: rows)
        let count = shown?.columns.count ?? 0
        let fitting = max(1, min(count, (columns + 1) / (BoardLayout.narrowest + 1)))
        let start = min(max(0, focus - fitting / 2), max(0, count - fitting))
        let width = (columns - (fitting - 1) * BoardLayout.gutter) / fitting
        let top = rows > 6 ? 3 : 2
        let height = max(1, rows - top - 1)
        let placed = (0..<min(fitting, count)).map { number in
            let left = number * (width + BoardLayout.gutter)
            // The last column gets the remainder of the division.
            let wide = number == fitting - 1 ? columns - left : width
            return column(
                start + number, title: Rectangle(column: left, row: 1, width: wide, height: 1),
                cards: Rectangle(column: left, row: top, width: wide, height: height))
        }
        return BoardLayout(
            columns: placed, hasTabs: fitting == 1 && count > 1,
            header: Rectangle(width: columns, height: 1),
            status: Rectangle(
                column: 0, row: max(0, screen.height - 1), width: columns, height: 1))
    }

    private func column(_ index: Int, title: Rectangle, cards: Rectangle) -> BoardLayout.Column {
        let column = shown?.columns[index]
        let state = column?.view.state ?? ""
        let entries = entries(of: state)
        let list = lists[state] ?? ScrollList()
        let placed = list.showing(entries.count).placed(
            rows: cards.height
        ) { height(of: entries[$0], width: cards.width) }
        let items = placed.filter { entries.indices.contains($0.index) }.map { item in
            BoardLayout.Item(
                content: entries[item.index], index: item.index,
                rectangle: Rectangle(
                    column: cards.column, row: cards.row + item.top, width: cards.width,
                    height: item.height - 1
                ).intersection(cards))
        }
        return BoardLayout.Column(
            index: index, state: state, title: title, cards: cards, items: items)
    }

    /// Returns the entries of a column from the top: its cards except the carried ones, and the
    /// insertion point.
    func entries(of state: Text) -> ColumnEntries {
        let ids = lists[state]?.ids ?? []
        return ColumnEntries(
            ids, without: carry?.places[state] ?? [], gap: carry?.state == state ? carry?.gap : nil,
            work: environment.work)
    }

    /// Returns the height of an entry, including the blank row below it.
    func height(of entry: BoardLayout.Item.Content, width: Int) -> Int {
        switch entry {
        case .card(let id): (shown?.card(id).map { lines(of: $0, width: width).count } ?? 1) + 1
        case .gap: gapHeight + 1
        }
    }

    /// The height of the carried cards when they land.
    var gapHeight: Int {
        guard let carry, let id = carry.tasks.first, let card = shown?.card(id) else { return 1 }
        let width = columnWidth
        return min(carry.tasks.count > 1 ? 2 : lines(of: card, width: width).count, 6)
    }

    var columnWidth: Int {
        let count = max(1, shown?.columns.count ?? 1)
        let fitting = max(1, min(count, (columns + 1) / (BoardLayout.narrowest + 1)))
        return (columns - (fitting - 1) * BoardLayout.gutter) / fitting
    }

    /// Returns the lines of a card, next to its bar.
    func lines(of card: Card, width: Int) -> [Line] {
        environment.work?.add(cards: 1)
        return environment.cards.lines(card, width: max(4, width - 2))
    }

    var cardRows: Int { max(1, rows - (rows > 6 ? 3 : 2) - 1) }

    /// Scrolls the focused column to make its cursor visible.
    mutating func revealCursor() {
        guard let state = focusedState else { return }
        let (rows, width) = (cardRows, columnWidth)
        let entries = entries(of: state)
        var list = lists[state] ?? ScrollList()
        list.reveal(rows: rows) { row in
            entries.indices.contains(row) ? height(of: entries[row], width: width) : 1
        }
        lists[state] = list
    }

    var focusedState: Text? {
        guard let shown, shown.columns.indices.contains(focus) else { return nil }
        return shown.columns[focus].view.state
    }

    /// The task under the cursor.
    var current: TaskID? { focusedState.flatMap { lists[$0]?.selected } }

    /// The tasks for an action: the selected ones, or else the one under the cursor.
    var targets: [TaskID] { selection.isEmpty ? current.map { [$0] } ?? [] : selection }

    /// Moves the cursor to a task in any column, and returns false if it is not shown.
    @discardableResult
    mutating func select(_ id: TaskID) -> Bool {
        guard let shown, let task = shown.board[id], let index = shown.index(of: task.state),
            lists[task.state]?.select(id: id) == true
        else { return false }
        focus = index
        revealCursor()
        return true
    }

    /// Moves the cursor to the first of these tasks that is shown, unless cards are being carried.
    mutating func selectFirst(of tasks: [TaskID]) {
        guard carry == nil else { return }
        for id in tasks where select(id) { return }
    }
}

extension ScrollList {
    /// Returns the same viewport over another number of items, for example with an insertion point
    /// among them.
    fileprivate func showing(_ count: Int) -> Viewport {
        Viewport(count: count, first: min(first, max(0, count - 1)))
    }
}

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
