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
    /// The cells of the detail pane; nil on a terminal that is too narrow for one.
    let pane: Rectangle?

    /// The minimum width of a card.
    static let narrowest = 24
    /// The width of the gutter between two columns of cards.
    static let gutter = 1

    /// Returns the column at a position. The gutter belongs to the column on its left.
    func column(at position: Position) -> Column? {
        if let pane, position.column >= pane.column { return nil }
        return columns.last { $0.cards.column <= position.column }
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

/// The room of the cards of one column.
struct CardRoom: Equatable, Sendable {
    let width: Int
    /// The maximum number of lines of a title. With several, titles and fields wrap.
    var titleLines = 1
}

extension BoardApp {
    /// Returns the current layout of the board.
    func layout() -> BoardLayout {
        let screen = Rectangle(width: columns, height: rows)
        let count = shown?.columns.count ?? 0
        let (start, widths) = columnWidths
        let (top, height) = (cardTop, cardRows)
        var left = 0
        let placed = widths.enumerated().map { number, width in
            defer { left += width + BoardLayout.gutter }
            return column(
                start + number, title: Rectangle(column: left, row: 1, width: width, height: 1),
                cards: Rectangle(column: left, row: top, width: width, height: height))
        }
        return BoardLayout(
            columns: placed, hasTabs: widths.count == 1 && count > 1,
            header: Rectangle(width: columns, height: 1),
            status: Rectangle(
                column: 0, row: max(0, screen.height - 1), width: columns, height: 1),
            pane: pane)
    }

    /// The first visible column, and the widths of the visible ones.
    var columnWidths: (start: Int, widths: [Int]) {
        let count = shown?.columns.count ?? 0
        let fitting = max(1, min(count, (boardColumns + 1) / (BoardLayout.narrowest + 1)))
        let start = min(max(0, focus - fitting / 2), max(0, count - fitting))
        let room = boardColumns - (fitting - 1) * BoardLayout.gutter
        let average = room / fitting
        var widths = Array(repeating: average, count: min(fitting, count))
        let finished = widths.indices.filter { shown?.columns[start + $0].view.isFinished == true }
        let open = widths.indices.filter { !finished.contains($0) }
        // The last column gets the remainder of a division.
        guard fitting == count, !finished.isEmpty, let last = open.last else {
            if let last = widths.indices.last { widths[last] = room - average * last }
            return (start, widths)
        }
        let narrow = min(average, max(BoardLayout.narrowest, average * 2 / 3))
        let rest = room - narrow * finished.count
        for index in finished { widths[index] = narrow }
        for index in open { widths[index] = rest / open.count }
        widths[last] = rest - rest / open.count * (open.count - 1)
        return (start, widths)
    }

    /// Returns the room of the cards of a column. A column off the screen has that of the first
    /// one.
    func room(in state: Text) -> CardRoom {
        let (start, widths) = columnWidths
        let place = (shown?.index(of: state) ?? start) - start
        let width = widths.indices.contains(place) ? widths[place] : widths.first ?? columns
        return CardRoom(width: width, titleLines: titleLines[state] ?? 1)
    }

    /// Finds the columns in which titles and tags wrap: those whose cards all fit on the screen
    /// that way.
    mutating func updateWrapping() {
        titleLines = [:]
        guard density == .comfortable, let shown else { return }
        for column in shown.columns {
            let most = [4, 3, 2].first { fits(column, titleLines: $0) }
            titleLines[column.view.state] = most
        }
    }

    private func fits(_ column: ShownBoard.Column, titleLines: Int) -> Bool {
        // A card has at least one line, and a blank row below it.
        guard column.ids.count * 2 <= cardRows + 1 else { return false }
        var room = room(in: column.view.state)
        room.titleLines = titleLines
        var rest = cardRows + 1
        for id in column.ids {
            rest -= height(of: .card(id), in: room)
            if rest < 0 { return false }
        }
        return true
    }

    private func column(_ index: Int, title: Rectangle, cards: Rectangle) -> BoardLayout.Column {
        let column = shown?.columns[index]
        let state = column?.view.state ?? ""
        let entries = entries(of: state)
        let list = lists[state] ?? ScrollList()
        let room = room(in: state)
        let placed = list.showing(entries.count).placed(
            rows: scrollRows(of: entries.count)
        ) { height(of: entries[$0], in: room) }
        let items = placed.filter { entries.indices.contains($0.index) }.map { item in
            BoardLayout.Item(
                content: entries[item.index], index: item.index,
                rectangle: Rectangle(
                    column: cards.column, row: cards.row + item.top, width: cards.width,
                    height: item.height - density.blankRows
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

    /// Returns the height of an entry, including any blank row below it.
    func height(of entry: BoardLayout.Item.Content, in room: CardRoom) -> Int {
        switch entry {
        case .card(let id):
            guard density == .comfortable, let card = shown?.card(id) else {
                return 1 + density.blankRows
            }
            return lines(of: card, in: room).count + density.blankRows
        case .gap: return gapHeight + density.blankRows
        }
    }

    /// The height of the carried cards when they land.
    var gapHeight: Int {
        guard density == .comfortable, let carry, let id = carry.tasks.first,
            let card = shown?.card(id)
        else { return 1 }
        let room = room(in: carry.state)
        return min(carry.tasks.count > 1 ? 2 : lines(of: card, in: room).count, 6)
    }

    /// Returns the lines of a card, next to its bar.
    func lines(of card: Card, in room: CardRoom) -> [Line] {
        environment.work?.add(cards: 1)
        let width = max(4, room.width - 2)
        return density == .comfortable
            ? environment.cards.lines(card, width: width, titleLines: room.titleLines)
            : [environment.cards.line(card, width: width)]
    }

    /// The first row of the cards.
    var cardTop: Int { rows > 6 ? 3 : 2 }

    /// The number of rows for cards, above the reminder and the last line.
    var cardRows: Int { max(1, boxRows - cardTop - 1) }

    /// The number of rows for boxes and the last line: all but the one of a reminder.
    var boxRows: Int { rows - (reminders.isEmpty ? 0 : 1) }

    /// Returns the number of rows in which a column scrolls. Where cards have no blank row below
    /// them, the last row is kept for the number of cards below.
    func scrollRows(of count: Int) -> Int {
        density.blankRows == 0 && count > cardRows ? max(1, cardRows - 1) : cardRows
    }

    /// Scrolls the focused column to make its cursor visible.
    mutating func revealCursor() {
        guard let state = focusedState else { return }
        let room = room(in: state)
        let entries = entries(of: state)
        var list = lists[state] ?? ScrollList()
        list.reveal(rows: scrollRows(of: entries.count)) { row in
            entries.indices.contains(row) ? height(of: entries[row], in: room) : 1
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
