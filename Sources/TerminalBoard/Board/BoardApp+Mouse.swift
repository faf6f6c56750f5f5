import BoardView
import TaskBoard
import TerminalUI
import Words

extension BoardApp {
    /// Handles the mouse on the board. A press on a card becomes a drag when the mouse moves.
    mutating func takeMouse(_ mouse: MouseEvent) {
        let position = Position(column: mouse.column, row: mouse.row)
        switch mouse.action {
        case .press(.left) where carry != nil: drag(to: position)
        case .press(.left): pressed(at: position)
        case .press(.right): openMenu(at: position)
        case .drag(.left):
            if carry == nil { beginDrag(at: position) }
            drag(to: position)
        case .release:
            if carry?.pointer != nil {
                putDown()
            } else if let press {
                clicked(press)
            }
            press = nil
        case .wheel(let direction):
            if let pane, pane.contains(column: position.column, row: position.row) {
                scrollDetail(by: direction == .up ? -3 : direction == .down ? 3 : 0)
            } else if let column = layout().column(at: position) {
                scroll(column.state, by: direction == .up ? -1 : direction == .down ? 1 : 0)
            }
        case .press, .drag, .move: break
        }
    }

    /// Handles a press on the header, the reminder or the pane. Returns false for any other place.
    @discardableResult
    mutating func clickBeside(_ position: Position) -> Bool {
        if let view = view(at: position) {
            toggleView(view)
        } else if isReminder(at: position) {
            openReminder()
        } else if let pane, pane.contains(column: position.column, row: position.row) {
            clickDetail(at: position)
        } else {
            return false
        }
        return true
    }

    private mutating func pressed(at position: Position) {
        (message, press) = (nil, nil)
        if clickBeside(position) { return }
        let layout = layout()
        if let index = tab(at: position, layout) {
            focus = index
            revealCursor()
            return
        }
        guard let (column, item) = layout.item(at: position), case .card(let id) = item.content
        else {
            if let column = layout.column(at: position) { focus = column.index }
            return
        }
        press = Press(
            task: id, position: position,
            grip: Position(
                column: position.column - item.rectangle.column,
                row: position.row - item.rectangle.row))
        let wasFocused = focus == column.index && current == id
        focus = column.index
        lists[column.state]?.select(id: id)
        isSecondClick = wasFocused
    }

    /// Opens the card on a click if it already had the cursor.
    private mutating func clicked(_ press: Press) {
        if isSecondClick, current == press.task { run(.open, on: [press.task]) }
    }

    private mutating func beginDrag(at position: Position) {
        guard let press, position != press.position else { return }
        // However the drag ends, the button that is still held must not start another one.
        self.press = nil
        if let reason = readOnly {
            message = Message(text: text(reason), isFailure: true)
            return
        }
        let tasks = selection.contains(press.task) ? selection : [press.task]
        pickUp(tasks, pointer: position, grip: press.grip)
    }

    private mutating func openMenu(at position: Position) {
        guard carry == nil, let (column, item) = layout().item(at: position),
            case .card(let id) = item.content
        else { return }
        focus = column.index
        lists[column.state]?.select(id: id)
        let tasks = selection.contains(id) ? selection : [id]
        open(MenuLayer(tasks, at: position, in: self))
    }

    /// Returns the column whose title or tab is at a position in the title row.
    func tab(at position: Position, _ layout: BoardLayout) -> Int? {
        guard position.row == 1 else { return nil }
        guard layout.hasTabs else {
            return layout.columns.first { $0.title.columns.contains(position.column) }?.index
        }
        var column = 0
        for (index, text) in tabs.enumerated().dropFirst(firstTab) {
            let end = column + TerminalUI.columns(of: text) + 3
            if (column..<end).contains(position.column) { return index }
            column = end
        }
        return nil
    }

    /// The labels of the tabs on a narrow terminal.
    private var tabs: [String] {
        (shown?.columns ?? []).map { title(of: $0.view).text }
    }

    /// The first visible tab, chosen so that the focused column's tab is visible.
    var firstTab: Int {
        var widths = tabs.map { TerminalUI.columns(of: $0) + 3 }
        // The last tab has no gap after it.
        if let last = widths.indices.last { widths[last] -= 2 }
        if let kept = carry?.firstTab, widths.indices.contains(focus) {
            var first = min(kept, focus)
            while first < focus, widths[first...focus].reduce(0, +) > columns { first += 1 }
            return first
        }
        var (first, rest) = (focus, columns)
        while widths.indices.contains(first), first > 0 {
            rest -= widths[first]
            if rest < widths[first - 1] { break }
            first -= 1
        }
        return first
    }
}
