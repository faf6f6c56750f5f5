import BoardView
import MarkdownDocument
import TaskBoard
import TerminalUI
import Words

/// The page of a task: its fields, its body with checkboxes, its conflicts and its history.
struct PageLayer: Layer {
    let id: TaskID
    var history: [HistoryEntry] = []
    /// The first visible line.
    private(set) var first = 0
    /// The number of the checklist item under the cursor.
    private(set) var item: Int?
    /// The body as last laid out.
    private var laidOut: PageBody?

    init(_ id: TaskID) { self.id = id }

    func hints(in app: BoardApp) -> [Hint] {
        let keys = app.environment.keys
        var hints = [Hint(key: "e", words: BoardAction.edit.title(app.language))]
        let facts = app.facts(of: [id]).known
        if facts.contains(.checklist) {
            hints.append(Hint(key: "Space", words: app.text(.hintTickItem)))
        }
        if facts.contains(.conflicts) {
            let key = keys.name(of: .conflicts) ?? "c"
            hints.append(Hint(key: key, words: app.text(.conflicts)))
        }
        return hints + [
            Hint(key: "m", words: app.text(.hintMenu)),
            Hint(key: "Esc", words: app.text(.hintClose)),
        ]
    }

    mutating func update(in app: inout BoardApp, from old: Board?) -> Bool {
        guard app.shown?.board[id] == nil else {
            app.effects.append(.loadHistory(id))
            return true
        }
        let title = old?[id]?.title.string ?? id.text.string
        app.message = BoardApp.Message(text: app.text(.taskDeleted(title)), isFailure: true)
        return false
    }

    mutating func handle(_ event: InputEvent, in app: inout BoardApp) -> Bool {
        let inside = rectangle(in: app).inset(columns: 1, rows: 1)
        let lines = lines(in: app, width: inside.width - 2)
        let last = max(0, lines.count - inside.height)
        defer { first = min(max(0, first), last) }
        if let wheel = event.wheel {
            first += wheel * 3
            return true
        }
        if let position = event.click {
            guard rectangle(in: app).contains(column: position.column, row: position.row) else {
                return false
            }
            let index = first + position.row - inside.row
            if lines.indices.contains(index) {
                clicked(lines[index], column: position.column - inside.column - 1, in: &app)
            }
            return true
        }
        guard case .key(let press) = event else { return true }
        switch press.key {
        case .escape, .character("q"): return false
        case .enter:
            guard let item else { return false }
            toggle(item, lines, in: &app)
        case .up, .character("k"): first -= 1
        case .down, .character("j"): first += 1
        case .pageUp: first -= inside.height
        case .pageDown: first += inside.height
        case .home, .character("g"): first = 0
        case .end, .character("G"): first = last
        case .tab: selectItem(1, lines, inside.height)
        case .backtab: selectItem(-1, lines, inside.height)
        case .character(" "):
            // If no item is under the cursor, tick the next one, as on the board.
            if let item { toggle(item, lines, in: &app) } else { app.run(.tick, on: [id]) }
        default:
            let allowed: Set<BoardAction> = [
                .edit, .editFile, .menu, .delete, .undo, .redo, .annotate, .tick, .conflicts,
                .history, .change, .tag, .assign, .due, .finish, .help, .palette, .sync,
            ]
            if let action = app.environment.keys.action(of: press), allowed.contains(action) {
                app.run(action, on: [id])
                return app.shown?.board[id] != nil
            }
        }
        return true
    }

    private mutating func selectItem(_ step: Int, _ lines: [PageLine], _ height: Int) {
        let items = lines.compactMap(\.item)
        guard !items.isEmpty else { return }
        let place =
            item.flatMap(items.firstIndex).map { $0 + step } ?? (step > 0 ? 0 : items.count - 1)
        item = items[(place + items.count) % items.count]
        if let line = lines.firstIndex(where: { $0.item == item }) {
            first = min(max(first, line - height + 1), line)
        }
    }

    private func toggle(_ item: Int, _ lines: [PageLine], in app: inout BoardApp) {
        guard let line = lines.first(where: { $0.item == item }) else { return }
        if let reason = app.readOnly {
            app.message = BoardApp.Message(text: app.text(reason), isFailure: true)
        } else {
            app.ask(.tick(id, items: [item], isTicked: !line.isTicked))
        }
    }

    private mutating func clicked(
        _ line: PageLine, column: Int, in app: inout BoardApp
    ) {
        if let link = line.link(at: column) {
            app.effects.append(.openLink(link))
        } else if let item = line.item {
            self.item = item
            toggle(item, [line], in: &app)
        }
    }

    /// Lays out the body once, and again only when it changes.
    mutating func layOut(in app: BoardApp) {
        guard let page = page(in: app) else { return }
        let width = rectangle(in: app).inset(columns: 1, rows: 1).width - 2
        laidOut = body(of: page, width, app.environment.theme)
    }

    func body(of page: TaskPage, _ width: Int, _ theme: BoardTheme) -> PageBody {
        if let laidOut, laidOut.isOf(page, width, theme) { return laidOut }
        return PageBody(page, width, theme)
    }
}
