import BoardView
import MarkdownDocument
import TaskBoard
import TerminalUI

/// Cards that are picked up, with the keyboard or with the mouse, and where they would land.
struct Carry: Equatable, Sendable {
    let tasks: [TaskID]
    /// The column in which they would land.
    var state: Text
    /// How many cards of that column are above them, the carried ones left out.
    var gap: Int
    /// The pointer of the mouse, and its place on the card; nil for the keyboard.
    var pointer: Position?
    var grip = Position(column: 0, row: 0)
    /// True if the mouse is outside of every column: a drop changes nothing.
    var isOutside = false
    /// The column and the gap at the beginning.
    let origin: Origin

    struct Origin: Equatable, Sendable {
        let state: Text
        let gap: Int
    }
}

/// A press of the mouse on a card that may become a drag.
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
            origin: Carry.Origin(state: task.state, gap: gap))
        message = nil
    }

    /// Puts the carried cards down where the gap is.
    mutating func putDown() {
        guard let carry else { return }
        self.carry = nil
        defer {
            if let id = carry.tasks.first { select(id) }
        }
        let isUnmoved = carry.state == carry.origin.state && carry.gap == carry.origin.gap
        if carry.isOutside || (isUnmoved && carry.tasks.count == 1) { return }
        let ids = (lists[carry.state]?.ids ?? []).filter { !carry.tasks.contains($0) }
        let gap = min(carry.gap, ids.count)
        ask(
            .drop(
                Drop(
                    carry.tasks, to: carry.state, above: gap > 0 ? ids[gap - 1] : nil,
                    below: gap < ids.count ? ids[gap] : nil)))
        selection = []
    }

    mutating func cancelCarry() {
        guard let carry else { return }
        self.carry = nil
        if let id = carry.tasks.first { select(id) }
    }

    /// Moves the gap within its column.
    mutating func moveGap(by count: Int) {
        guard var carry, !isSelfOrdered(carry.state) else { return }
        carry.gap = min(max(0, carry.gap + count), entryCount(carry))
        self.carry = carry
        revealGap()
    }

    /// Moves the gap to another column, as far down as it was.
    mutating func moveGap(toColumn index: Int) {
        guard var carry, let shown, shown.columns.indices.contains(index),
            !shown.columns[index].view.isUnknown
        else { return }
        carry.state = shown.columns[index].view.state
        focus = index
        carry.gap = isSelfOrdered(carry.state) ? 0 : min(carry.gap, entryCount(carry))
        self.carry = carry
        revealGap()
    }

    /// Follows the mouse: the gap opens where the cards would land.
    mutating func drag(to position: Position) {
        guard var carry else { return }
        carry.pointer = position
        let layout = layout()
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
        scrollAtEdge(position, column)
    }

    /// The number of cards above a pointer: a card counts from its middle on.
    private func gap(at position: Position, in column: BoardLayout.Column) -> Int {
        let gapIndex = column.items.first { $0.content == .gap }?.index
        var gap = 0
        for item in column.items {
            guard case .card = item.content else { continue }
            let index = item.index - (gapIndex.map { item.index > $0 ? 1 : 0 } ?? 0)
            let middle = item.rectangle.row + item.rectangle.height / 2
            if position.row > middle || item.rectangle.row + item.rectangle.height <= position.row {
                gap = index + 1
            } else {
                return index
            }
        }
        return gap
    }

    private mutating func scrollAtEdge(_ position: Position, _ column: BoardLayout.Column) {
        let direction =
            if position.row <= column.cards.row {
                -1
            } else if position.row >= column.cards.rows.upperBound - 1 {
                1
            } else {
                0
            }
        if direction != 0 { scroll(column.state, by: direction) }
    }

    mutating func scroll(_ state: Text, by count: Int) {
        let entries = entries(of: state)
        let width = columnWidth
        guard var list = lists[state] else { return }
        list.scroll(by: count, rows: cardRows) { row in
            entries.indices.contains(row) ? height(of: entries[row], width: width) : 1
        }
        lists[state] = list
    }

    private mutating func revealGap() {
        guard let carry, var list = lists[carry.state] else { return }
        let entries = entries(of: carry.state)
        let width = columnWidth
        var shownRows = ScrollList<Int>(Array(0..<entries.count))
        shownRows.select(list.first)
        shownRows.reveal(rows: 1) { _ in 1 }
        shownRows.select(min(carry.gap, entries.count - 1))
        shownRows.reveal(rows: cardRows) { height(of: entries[$0], width: width) }
        let first = shownRows.first
        list.scroll(by: first - list.first, rows: 1) { _ in 1 }
        lists[carry.state] = list
    }

    private func entryCount(_ carry: Carry) -> Int {
        let carried = Set(carry.tasks)
        return (lists[carry.state]?.ids ?? []).count { !carried.contains($0) }
    }

    /// True for a column whose order is not that of its cards: a finished or a sorted one.
    func isSelfOrdered(_ state: Text) -> Bool {
        let isFinished = shown?.board.settings.isFinished(state) ?? false
        return isFinished || isSorted
    }

    /// Ends a drag whose card was deleted, or whose column was removed.
    mutating func endCarryIfGone() {
        guard let carry, let shown else { return }
        if let gone = carry.tasks.first(where: { shown.board[$0] == nil }) {
            self.carry = nil
            message = Message(text: text(.deletedMeanwhile(gone.text.string)), isFailure: true)
        } else if shown.index(of: carry.state) == nil {
            self.carry = nil
            message = Message(text: text(.columnGone(carry.state.string)), isFailure: true)
        }
    }

    /// Follows a column that was renamed under a drag: the only one that is new at the place of
    /// the only one that is gone.
    mutating func followRenamedColumn(from old: Board?, to new: Board) {
        guard let old, old.settings.states.count == new.settings.states.count else { return }
        let pairs = zip(old.settings.states, new.settings.states).filter { $0 != $1 }
        guard pairs.count == 1, let (name, other) = pairs.first else { return }
        lists[other] = lists[name]
        if carry?.state == name { carry?.state = other }
    }
}
