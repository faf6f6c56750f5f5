import BoardView
import MarkdownDocument
import TaskBoard
import TerminalUI
import Words

/// Cards picked up with the keyboard or the mouse, and their insertion point.
struct Carry: Equatable, Sendable {
    let tasks: [TaskID]
    /// The target column.
    var state: Text
    /// The indices of the carried cards in their columns.
    var places: [Text: [Int]] = [:]
    /// The number of cards above the insertion point in that column, not counting the carried
    /// ones.
    var gap: Int
    /// The position of the mouse pointer, and the grip on the card; nil for the keyboard.
    var pointer: Position?
    var grip = Position(column: 0, row: 0)
    /// True if the mouse is outside every column; a drop then changes nothing.
    var isOutside = false
    /// The first visible tab on a narrow terminal when the drag started, so that tabs do not move
    /// under the pointer.
    var firstTab: Int?
}

/// A mouse press on a card that may become a drag.
struct Press: Equatable, Sendable {
    let task: TaskID
    let position: Position
    let grip: Position
}

extension BoardApp {
    /// Picks up the selected cards, or the one under the cursor.
    mutating func pickUp(_ tasks: [TaskID], pointer: Position? = nil, grip: Position? = nil) {
        guard let shown, let first = tasks.first, let task = shown.board[first] else { return }
        let ids = lists[task.state]?.ids ?? []
        let carried = Set(tasks)
        let gap = ids.prefix { $0 != first }.count { !carried.contains($0) }
        carry = Carry(
            tasks: tasks, state: task.state, gap: gap, pointer: pointer,
            grip: grip ?? Position(column: 0, row: 0),
            firstTab: pointer == nil ? nil : firstTab)
        findCarried()
        message = nil
    }

    /// Finds the indices of the carried cards, which change with the board.
    mutating func findCarried() {
        guard let tasks = carry?.tasks else { return }
        let carried = Set(tasks)
        let states = Set(tasks.compactMap { shown?.board[$0]?.state })
        carry?.places = lists.filter { states.contains($0.key) }.mapValues { list in
            environment.work?.add(entries: list.count)
            return list.ids.indices.filter { carried.contains(list.ids[$0]) }
        }
    }

    /// Drops the carried cards at the insertion point.
    mutating func putDown() {
        guard let carry else { return }
        let isInPlace = isInPlace(carry)
        // In a sorted column there is no position to choose.
        let beside = isSelfOrdered(carry.state) ? (nil, nil) : neighbours(of: carry)
        self.carry = nil
        defer {
            if let id = carry.tasks.first { select(id) }
        }
        if carry.isOutside || isInPlace { return }
        ask(.drop(Drop(carry.tasks, to: carry.state, above: beside.0, below: beside.1)))
        selection = []
    }

    /// Returns true if the cards would land where they already are.
    private func isInPlace(_ carry: Carry) -> Bool {
        guard let shown, carry.tasks.allSatisfy({ shown.board[$0]?.state == carry.state }) else {
            return false
        }
        let ids = lists[carry.state]?.ids ?? []
        var landed = others(in: carry)
        landed.insert(contentsOf: carry.tasks, at: min(carry.gap, landed.count))
        return isSelfOrdered(carry.state) || landed == ids
    }

    /// Returns the cards of the column, except the carried ones.
    private func others(in carry: Carry) -> [TaskID] {
        let cards = entries(of: carry.state)
        return (0..<cards.cards).map(cards.card)
    }

    private func neighbours(of carry: Carry) -> (TaskID?, TaskID?) {
        let cards = entries(of: carry.state)
        let gap = min(carry.gap, cards.cards)
        return (
            gap > 0 ? cards.card(gap - 1) : nil, gap < cards.cards ? cards.card(gap) : nil
        )
    }

    /// The cards above and below the insertion point.
    var neighbours: (above: TaskID?, below: TaskID?) {
        carry.map { neighbours(of: $0) } ?? (nil, nil)
    }

    /// Keeps the insertion point next to its neighbours, wherever they are on a newer board.
    mutating func keepGap(_ beside: (above: TaskID?, below: TaskID?)) {
        guard let carry, !isSelfOrdered(carry.state) else { return }
        let ids = others(in: carry)
        if let above = beside.above, let index = ids.firstIndex(of: above) {
            self.carry?.gap = index + 1
        } else if let below = beside.below, let index = ids.firstIndex(of: below) {
            self.carry?.gap = index
        } else {
            self.carry?.gap = min(carry.gap, ids.count)
        }
    }

    /// Leaves the carried cards where they are. The held button has no further effect.
    mutating func cancelCarry() {
        guard let carry else { return }
        (self.carry, press) = (nil, nil)
        if let id = carry.tasks.first { select(id) }
    }

    /// Moves the insertion point within its column.
    mutating func moveGap(by count: Int) {
        guard var carry, !isSelfOrdered(carry.state) else { return }
        carry.gap = min(max(0, carry.gap + count), entries(of: carry.state).cards)
        self.carry = carry
        revealGap()
    }

    /// Moves the insertion point to another column, at the same height.
    mutating func moveGap(toColumn index: Int) {
        guard var carry, let shown, shown.columns.indices.contains(index),
            !shown.columns[index].view.isUnknown
        else { return }
        carry.state = shown.columns[index].view.state
        focus = index
        let last = entries(of: carry.state).cards
        carry.gap = isSelfOrdered(carry.state) ? 0 : min(carry.gap, last)
        self.carry = carry
        revealGap()
    }

    /// Follows the mouse with the insertion point.
    mutating func drag(to position: Position) {
        guard var carry else { return }
        carry.pointer = position
        self.carry = carry
        let layout = layout()
        if layout.hasTabs, let index = tab(at: position, layout) { return drag(overTab: index) }
        guard let column = layout.column(at: position), let shown,
            !shown.columns[column.index].view.isUnknown, position.row >= layout.header.height,
            position.row < layout.status.row
        else {
            carry.isOutside = true
            self.carry = carry
            return
        }
        carry.isOutside = false
        carry.state = column.state
        focus = column.index
        carry.gap = isSelfOrdered(column.state) ? 0 : gap(at: position, in: column)
        self.carry = carry
        let direction = edge(at: position, of: column)
        guard direction != 0, canScroll(column.state, by: direction) else { return }
        scroll(column.state, by: direction)
        // The insertion point may have moved other cards under the pointer.
        guard let column = self.layout().column(at: position), !isSelfOrdered(column.state)
        else { return }
        let gap = gap(at: position, in: column)
        self.carry?.gap = gap
    }

    /// Shows the column of a tab, and puts the insertion point at its top.
    private mutating func drag(overTab index: Int) {
        guard let column = shown?.columns[index].view else { return }
        carry?.isOutside = column.isUnknown
        guard !column.isUnknown else { return }
        focus = index
        carry?.state = column.state
        carry?.gap = 0
    }

    /// The delay in milliseconds until a drag resting at the edge of a column scrolls it; nil if
    /// no drag does, so that no timer runs.
    package var scrollPause: Int? {
        guard let carry, !carry.isOutside, let pointer = carry.pointer,
            let column = layout().column(at: pointer)
        else { return nil }
        let direction = edge(at: pointer, of: column)
        return direction != 0 && canScroll(column.state, by: direction) ? Self.scrollStep : nil
    }

    private static let scrollStep = 80

    /// Continues scrolling while the mouse rests at an edge.
    mutating func scrollOn() {
        if scrollPause != nil, let pointer = carry?.pointer { drag(to: pointer) }
    }

    /// Returns the number of cards above a pointer. A card counts once the pointer is past its
    /// middle.
    private func gap(at position: Position, in column: BoardLayout.Column) -> Int {
        let gapIndex = column.items.first { $0.content == .gap }?.index
        var gap = 0
        for item in column.items {
            guard case .card = item.content else { continue }
            let index = item.index - (gapIndex.map { item.index > $0 ? 1 : 0 } ?? 0)
            // The lower half of a card and the row below it.
            if (position.row - item.rectangle.row) * 2 >= max(2, item.rectangle.height) {
                gap = index + 1
            } else {
                return index
            }
        }
        return gap
    }

    /// Returns -1 at the upper edge of a column, 1 at its lower edge, 0 elsewhere.
    private func edge(at position: Position, of column: BoardLayout.Column) -> Int {
        if position.row <= column.cards.row { return -1 }
        return position.row >= column.cards.rows.upperBound - 1 ? 1 : 0
    }

    private func canScroll(_ state: Text, by count: Int) -> Bool {
        var scrolled = self
        scrolled.scroll(state, by: count)
        return scrolled.lists[state]?.first != lists[state]?.first
    }

    mutating func scroll(_ state: Text, by count: Int) {
        let entries = entries(of: state)
        let room = room(in: state)
        guard var list = lists[state] else { return }
        list.scroll(by: count, rows: scrollRows(of: entries.count)) { row in
            entries.indices.contains(row) ? height(of: entries[row], in: room) : 1
        }
        lists[state] = list
    }

    private mutating func revealGap() {
        guard let carry, var list = lists[carry.state] else { return }
        let entries = entries(of: carry.state)
        let room = room(in: carry.state)
        var viewport = Viewport(count: entries.count, first: min(list.first, entries.count - 1))
        viewport.reveal(
            min(carry.gap, entries.count - 1), rows: scrollRows(of: entries.count)
        ) {
            height(of: entries[$0], in: room)
        }
        list.scroll(by: viewport.first - list.first, rows: 1) { _ in 1 }
        lists[carry.state] = list
    }

    /// Returns true for a finished or sorted column, whose cards cannot be placed freely.
    func isSelfOrdered(_ state: Text) -> Bool {
        let isFinished = shown?.board.settings.isFinished(state) ?? false
        return isFinished || isSorted
    }

    /// Ends a drag if its card was deleted or its column was removed.
    mutating func endCarryIfGone(from old: Board?) {
        guard let carry, let shown else { return }
        if let gone = carry.tasks.first(where: { shown.board[$0] == nil }) {
            self.carry = nil
            let title = old?[gone]?.title ?? gone.text
            message = Message(text: text(.taskDeleted(title.string)), isFailure: true)
        } else if isGone(carry.state, for: carry.tasks) {
            self.carry = nil
            let name = plainWords(old?.settings.label(of: carry.state) ?? carry.state)
            message = Message(text: text(.columnGone(name)), isFailure: true)
        }
    }

    /// Returns true for a removed column. Its remaining cards can still be moved out of it.
    private func isGone(_ state: Text, for tasks: [TaskID]) -> Bool {
        guard let shown, let index = shown.index(of: state) else { return true }
        return shown.columns[index].view.isUnknown
            && tasks.contains { shown.board[$0]?.state != state }
    }

    /// Follows a column that was renamed during a drag, if exactly one column disappeared and
    /// exactly one new one is in its place.
    mutating func followRenamedColumn(from old: Board?, to new: Board) {
        guard let old, old.settings.states.count == new.settings.states.count else { return }
        let pairs = zip(old.settings.states, new.settings.states).filter { $0 != $1 }
        guard pairs.count == 1, let (name, other) = pairs.first else { return }
        lists[other] = lists[name]
        if carry?.state == name { carry?.state = other }
    }
}
