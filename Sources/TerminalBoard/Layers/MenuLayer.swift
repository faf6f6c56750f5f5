import BoardView
import MarkdownDocument
import TaskBoard
import TerminalUI
import Words

/// A box of actions with shortcut letters, next to a card.
struct MenuLayer: Layer {
    enum Choice: Equatable, Sendable {
        case action(BoardAction)
        case state(Text)
        case draft(TaskID)
        case answer(ReminderAnswer, TaskID)
    }

    struct Item: Equatable, Sendable {
        let key: String
        let words: String
        let choice: Choice
        /// The reason the choice is not available now.
        var obstacle: String?

        var text: String { obstacle.map { "\(words): \($0)" } ?? words }
    }

    let items: [Item]
    private let title: BoardText
    private let tasks: [TaskID]
    private var list: ScrollList<Int>
    private let anchor: Position

    /// Creates the menu of tasks: the other states first, then the available actions. Actions that
    /// the state of the tasks rules out are shown with the reason.
    init(_ tasks: [TaskID], at anchor: Position, in app: BoardApp) {
        (self.tasks, self.anchor, title) = (tasks, anchor, .actions)
        let facts = app.facts(of: tasks)
        var items: [Item] = []
        if let shown = app.shown, facts.readOnly == nil {
            let own = Set(tasks.compactMap { shown.board[$0]?.state })
            for (index, state) in shown.board.settings.states.enumerated()
            where own != [state] && index < 9 {
                let name = plainWords(shown.board.settings.label(of: state))
                items.append(
                    Item(
                        key: "\(index + 1)", words: app.text(.moveToState(name)),
                        choice: .state(state)))
            }
        }
        for action in BoardAction.inMenu where action != .moveTo {
            let obstacle = action.obstacle(in: facts)
            if let obstacle, !BoardAction.explainedInMenu.contains(obstacle) { continue }
            items.append(
                Item(
                    key: app.environment.keys.name(of: action) ?? "",
                    words: action.title(app.language), choice: .action(action),
                    obstacle: obstacle.map { app.text($0) }))
        }
        self.items = items
        list = ScrollList(Array(items.indices))
    }

    /// Creates the menu of stored drafts.
    init(ofDraftsIn app: BoardApp) {
        (tasks, anchor, title) = ([], Position(column: 2, row: 2), .drafts)
        items = app.taskDrafts.enumerated().compactMap { index, draft in
            guard let id = draft.id else { return nil }
            let title = app.title(of: draft)
            return Item(
                key: index < 9 ? "\(index + 1)" : "",
                words: app.shown?.board[id] == nil ? app.text(.deletedTask(title)) : title,
                choice: .draft(id))
        }
        list = ScrollList(Array(items.indices))
    }

    /// Creates the menu of answers to the oldest reminder.
    init(ofReminderIn app: BoardApp) {
        let id = app.reminders.first?.task ?? TaskID("")
        tasks = [id]
        anchor = Position(column: 2, row: app.boxRows)
        title = .actionsOf(app.shown?.board[id].map { plainWords($0.title) } ?? "")
        items = ReminderAnswer.allCases.map { answer in
            Item(key: answer.key, words: app.words(of: answer), choice: .answer(answer, id))
        }
        list = ScrollList(Array(items.indices))
    }

    func hints(in app: BoardApp) -> [Hint] {
        [
            Hint(key: "Enter", words: app.text(.hint(.choose))),
            Hint(key: "Esc", words: app.text(.hint(.close))),
        ]
    }

    mutating func handle(_ event: InputEvent, in app: inout BoardApp) -> Bool {
        if let position = event.click {
            let inside = rectangle(in: app).inset(columns: 1, rows: 1)
            guard inside.contains(column: position.column, row: position.row) else { return false }
            let index = list.first + position.row - inside.row
            if items.indices.contains(index) { choose(items[index], in: &app) }
            return false
        }
        guard case .key(let press) = event else { return true }
        switch press.key {
        case .escape: return false
        case .up: list.move(by: -1)
        case .down: list.move(by: 1)
        case .enter:
            if let index = list.cursor { choose(items[index], in: &app) }
            return false
        default:
            let name = KeyName.name(press)
            if let item = items.first(where: { $0.key == name }) {
                choose(item, in: &app)
                return false
            }
            if name == "j" { list.move(by: 1) }
            if name == "k" { list.move(by: -1) }
            if name == "q" || app.environment.keys.action(of: press) == .menu { return false }
        }
        list.reveal(rows: rectangle(in: app).height - 2) { _ in 1 }
        return true
    }

    private func choose(_ item: Item, in app: inout BoardApp) {
        switch item.choice {
        case .action(let action): app.run(action, on: tasks)
        case .state(let state): app.move(tasks, to: state)
        case .draft(let id): app.openForm(id)
        case .answer(let answer, let id): app.answer(answer, to: id)
        }
    }

    private func rectangle(in app: BoardApp) -> Rectangle {
        let widest =
            items.map { columns(of: $0.text) + max(6, columns(of: $0.key) + 1) + 4 }.max() ?? 20
        let width = min(app.columns, widest)
        // The first line stays visible.
        let height = min(max(3, app.boxRows - 2), items.count + 2)
        return Rectangle(
            column: max(0, min(anchor.column, app.columns - width)),
            row: max(1, min(anchor.row, app.boxRows - 1 - height)), width: width, height: height)
    }

    func draw(on screen: inout Screen, in app: BoardApp) {
        let theme = app.environment.theme
        let inside = screen.box(
            rectangle(in: app), title: Line(app.text(title), theme.bold), style: theme.dim)
        screen.drawScrollMarks(
            of: rectangle(in: app), first: list.first, rows: inside.height, count: list.count,
            style: theme.accent)
        for placed in list.placed(rows: inside.height, measure: { _ in 1 }) {
            let item = items[placed.index]
            var line = Line(" ")
            line.append(padded(item.key, to: 6), item.obstacle == nil ? theme.accent : theme.dim)
            line.append(item.text, item.obstacle == nil ? .plain : theme.dim)
            let row = inside.row + placed.top
            screen.write(line, column: inside.column, row: row, width: inside.width)
            if placed.index == list.cursor {
                screen.highlight(row: row, in: inside)
            }
        }
    }
}

/// Returns a text padded with blanks to a width.
func padded(_ text: String, to width: Int) -> String {
    text + String(repeating: " ", count: max(1, width - columns(of: text)))
}
