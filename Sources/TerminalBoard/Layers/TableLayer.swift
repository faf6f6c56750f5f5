import BoardView
import MarkdownDocument
import TaskBoard
import TerminalUI
import Words

/// The open tasks of the board in one table, the most urgent one first. The keys of the board act
/// on the task under the cursor.
struct TableLayer: Layer {
    private var list = ScrollList<TaskID>()
    /// All open tasks of the board, sorted once for each version of it. A letter of a filter only
    /// leaves some out.
    private var order: [TaskID] = []
    /// The values that the list depends on.
    private var source: Source?

    private struct Source: Equatable {
        let drawing: Int
        let query: [String]
        let showsAll: Bool
    }

    init(in app: BoardApp) {
        layOut(in: app)
        if let current = app.current, !list.ids.contains(current) { list.select(0) }
    }

    /// The task under the cursor.
    var selected: TaskID? { list.selected }

    mutating func layOut(in app: BoardApp) {
        sort(in: app)
        if let current = app.current { list.select(id: current) }
        list.reveal(rows: rows(in: app)) { _ in 1 }
    }

    private mutating func sort(in app: BoardApp) {
        let new = Source(drawing: app.drawing, query: app.queryWords, showsAll: app.showsAll)
        guard source != new else { return }
        guard let shown = app.shown else { return list.update([]) }
        if source?.drawing != new.drawing {
            let open = shown.board.tasks.filter { !$0.isFinished }
            order = shown.board.sortedByUrgency(open, now: app.environment.now).map(\.id)
        }
        source = new
        let ids = Set(shown.columns.filter { !$0.view.isFinished }.flatMap(\.ids))
        app.environment.work?.add(tasks: order.count)
        list.update(ids.count == order.count ? order : order.filter(ids.contains))
    }

    func hints(in app: BoardApp) -> [Hint] {
        let keys = app.environment.keys
        let actions: [BoardAction] = [.add, .open, .menu, .filter, .help]
        var hints = actions.compactMap { action in
            keys.name(of: action).map { Hint(key: $0, words: action.hint(app.language)) }
        }
        // The help is last, since the last hint is always shown.
        hints.insert(Hint(key: "Esc", words: app.text(.hint(.cards))), at: max(0, hints.count - 1))
        return hints
    }

    mutating func handle(_ event: InputEvent, in app: inout BoardApp) -> Bool {
        if let wheel = event.wheel {
            list.scroll(by: wheel * 3, rows: rows(in: app)) { _ in 1 }
            follow(in: &app)
        }
        if case .mouse(let mouse) = event { return take(mouse, in: &app) }
        guard case .key(let press) = event else { return true }
        if press.key == .escape { return leave(in: &app) }
        if let action = app.environment.keys.action(of: press) { return run(action, in: &app) }
        guard press.modifiers.isEmpty else { return true }
        if case .character(let digit) = press.key, let number = Int(digit), number > 0 {
            let states = app.shown?.board.settings.states ?? []
            if states.indices.contains(number - 1) {
                app.move(app.targets, to: states[number - 1])
            }
        } else if list.take(press.key, rows: rows(in: app)) {
            follow(in: &app)
        }
        return true
    }

    /// Moves the board's cursor to the task under the table's.
    private func follow(in app: inout BoardApp) {
        if let id = list.selected { app.select(id) }
    }

    /// Handles Esc: first clears the selection and the filter, as on the board, then shows cards.
    private mutating func leave(in app: inout BoardApp) -> Bool {
        if !app.selection.isEmpty {
            app.selection = []
        } else if !app.filter.isEmpty {
            app.setFilter("")
        } else {
            app.show(.comfortable)
            return false
        }
        layOut(in: app)
        return true
    }

    private mutating func run(_ action: BoardAction, in app: inout BoardApp) -> Bool {
        switch action {
        case .density:
            app.show(.comfortable)
            return false
        case .select:
            guard let id = list.selected else { return true }
            app.toggle(id)
            list.move(by: 1)
            follow(in: &app)
        case .menu, .moveTo:
            let row = Self.top + (list.cursor ?? 0) - list.first
            let position = Position(column: 4, row: row + 1)
            if !app.targets.isEmpty { app.open(MenuLayer(app.targets, at: position, in: app)) }
        // A table has an order of its own.
        case .pickUp, .toTop, .toBottom: break
        default: app.run(action)
        }
        layOut(in: app)
        return true
    }

    private mutating func take(_ mouse: MouseEvent, in app: inout BoardApp) -> Bool {
        let position = Position(column: mouse.column, row: mouse.row)
        let index = list.first + position.row - Self.top
        let isOnTask =
            list.ids.indices.contains(index) && position.column < app.boardColumns
            && (Self.top..<(Self.top + rows(in: app))).contains(position.row)
        switch mouse.action {
        case .press(.left) where !isOnTask: app.clickBeside(position)
        case .press(.left):
            if index == list.cursor { app.run(.open, on: [list.ids[index]]) }
            list.select(index)
            follow(in: &app)
        case .press(.right) where isOnTask:
            list.select(index)
            follow(in: &app)
            app.open(MenuLayer(app.targets, at: position, in: app))
        default: break
        }
        return true
    }
}

// Drawing.
extension TableLayer {
    /// The row of the first task.
    private static let top = 3

    private func rows(in app: BoardApp) -> Int { app.cardRows }

    /// The columns of the table besides the title, and the width of the board from which each is
    /// shown.
    private enum Column: CaseIterable {
        case state, due, tags, people

        var narrowest: Int {
            switch self {
            case .due: 0
            case .state: 60
            case .tags: 80
            case .people: 100
            }
        }

        var width: Int {
            switch self {
            case .state: 12
            case .due: 16
            case .tags: 22
            case .people: 14
            }
        }

        var key: Text {
            switch self {
            case .state: Field.state.key
            case .due: Field.due.key
            case .tags: Field.tags.key
            case .people: Field.assignees.key
            }
        }
    }

    func draw(on screen: inout Screen, in app: BoardApp) {
        let theme = app.environment.theme
        let width = app.boardColumns
        screen.fill(
            Rectangle(column: 0, row: 1, width: width, height: Self.top - 1 + rows(in: app)))
        let columns = Column.allCases.filter { width >= $0.narrowest }
        let titleWidth = width - 1 - columns.reduce(0) { $0 + $1.width + 1 }
        var head = Line(" " + padded(app.label(of: Field.title.key), to: titleWidth), theme.dim)
        for column in columns {
            head.append(padded(app.label(of: column.key), to: column.width + 1), theme.dim)
        }
        screen.write(head, column: 0, row: 1, width: width)
        screen.write(
            String(repeating: "─", count: width), column: 0, row: 2, style: theme.dim)
        for placed in list.placed(rows: rows(in: app), measure: { _ in 1 }) {
            guard let card = app.shown?.card(list.ids[placed.index]) else { continue }
            app.environment.work?.add(cards: 1)
            let row = Self.top + placed.top
            draw(card, columns, titleWidth, row: row, on: &screen, in: app)
            let isSelected = app.selection.contains(card.id)
            let isCurrent = placed.index == list.cursor
            let cells = Rectangle(column: 0, row: row, width: width, height: 1)
            if isCurrent { screen.restyle(cells) { theme.tint(&$0) } }
            guard isSelected || isCurrent else { continue }
            var style = theme.accent
            if isSelected, isCurrent { style.attributes.insert(.reverse) }
            screen.write(isSelected ? "✓" : "▌", column: 0, row: row, style: style)
        }
        if list.count == 0 {
            let words: BoardText =
                app.filter.isEmpty && app.view == nil ? .noTasksYet : .noMatches(app.filter)
            screen.write(
                Line(app.filterProblem ?? app.text(words), theme.dim), column: 1, row: 4,
                width: width - 2)
        }
        screen.cursor = nil
    }

    private func draw(
        _ card: Card, _ columns: [Column], _ titleWidth: Int, row: Int, on screen: inout Screen,
        in app: BoardApp
    ) {
        let (theme, drawing) = (app.environment.theme, app.environment.cards)
        screen.write(
            drawing.titleLine(card), column: 1, row: row, width: titleWidth - 1)
        var start = 1 + titleWidth
        for column in columns {
            let line: Line =
                switch column {
                case .state: Line(app.stateLabel(of: card.id), theme.dim)
                case .due: drawing.line(of: card) { if case .due = $0 { true } else { false } }
                case .tags: drawing.line(of: card) { $0.isField(but: .assignees) }
                case .people: drawing.line(of: card) { $0.isField(.assignees) }
                }
            screen.write(line, column: start, row: row, width: column.width)
            start += column.width + 1
        }
    }
}

extension Mark {
    /// True for a value of this field.
    fileprivate func isField(_ field: Field) -> Bool {
        if case .field(field, _) = self { true } else { false }
    }

    /// True for a value of any other field.
    fileprivate func isField(but field: Field) -> Bool {
        if case .field(let own, _) = self { own != field } else { false }
    }
}

extension BoardApp {
    /// Returns the name of a task's state for people.
    fileprivate func stateLabel(of id: TaskID) -> String {
        guard let shown, let state = shown.board[id]?.state else { return "" }
        return shown.board.settings.label(of: state).string
    }
}
