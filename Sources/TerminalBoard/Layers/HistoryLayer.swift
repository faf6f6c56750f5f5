import BoardView
import MarkdownDocument
import TaskBoard
import TerminalUI
import Words

/// The history of a task or of the board, newest first. Reorderings are collapsed.
struct HistoryLayer: Layer {
    let id: TaskID?
    private var entries: [HistoryEntry]?
    private var list = ScrollList<String>()
    private var showsReorders = false

    init(of id: TaskID?) { self.id = id }

    mutating func take(_ new: [HistoryEntry]) {
        entries = new
        updateList()
    }

    private var visible: [HistoryEntry] {
        (entries ?? []).filter { showsReorders || !$0.isReorder }
    }

    private mutating func updateList() {
        list.update(
            visible.enumerated().map { "\($0.element.commit) \($0.element.id?.text.string ?? "")" })
    }

    func hints(in app: BoardApp) -> [Hint] {
        [
            Hint(key: "Enter", words: app.text(.hint(.details))),
            Hint(key: "u", words: app.text(.hint(.undoThis))),
            Hint(key: "z", words: app.text(.hint(.movesWithin))),
            Hint(key: "Esc", words: app.text(.hint(.close))),
        ]
    }

    mutating func update(in app: inout BoardApp, from old: Board?) -> Bool {
        app.effects.append(.loadHistory(id))
        return true
    }

    mutating func handle(_ event: InputEvent, in app: inout BoardApp) -> Bool {
        let rows = Self.rectangle(in: app).height - 2
        if let wheel = event.wheel { list.scroll(by: wheel * 2, rows: rows) { _ in 1 } }
        if let position = event.click {
            let inside = Self.rectangle(in: app).inset(columns: 1, rows: 1)
            guard inside.contains(column: position.column, row: position.row) else { return false }
            let index = list.first + position.row - inside.row
            if index == list.cursor { openCurrent(in: &app) }
            if index < list.count { list.select(index) }
        }
        switch event.plainKey {
        case .escape, .character("q"): return false
        case .character("z"):
            showsReorders.toggle()
            updateList()
        case .character("u"):
            if let index = list.cursor { _ = app.undo(visible[index]) }
        case .enter: openCurrent(in: &app)
        case let key: _ = list.take(key, rows: rows)
        }
        list.reveal(rows: rows) { _ in 1 }
        return true
    }

    private func openCurrent(in app: inout BoardApp) {
        if let index = list.cursor { app.open(ChangeLayer(visible[index])) }
    }

    static func rectangle(in app: BoardApp) -> Rectangle {
        let width = min(app.columns, max(60, app.columns * 3 / 4))
        return Rectangle(
            column: app.columns - width, row: 1, width: width, height: max(3, app.boxRows - 2))
    }

    func draw(on screen: inout Screen, in app: BoardApp) {
        let (theme, dates) = (app.environment.theme, app.environment.dates)
        var title = Line(app.text(.history), theme.bold)
        if let task = id.flatMap({ app.shown?.board[$0] }) { title.append(" " + task.title.string) }
        let inside = screen.box(Self.rectangle(in: app), title: title, style: theme.dim)
        guard entries != nil else {
            screen.write("…", column: inside.column, row: inside.row, style: theme.dim)
            return
        }
        screen.drawScrollMarks(
            of: Self.rectangle(in: app), first: list.first, rows: inside.height,
            count: list.count, style: theme.accent)
        let visible = visible
        for placed in list.placed(rows: inside.height, measure: { _ in 1 }) {
            var line = Line(" ")
            line.append(Self.line(of: visible[placed.index], isNamed: id == nil, theme, dates, app))
            let row = inside.row + placed.top
            screen.write(line, column: inside.column, row: row, width: inside.width)
            if placed.index == list.cursor {
                screen.highlight(row: row, in: inside)
            }
        }
    }

    /// Returns a change on one line: what changed, then who and when, so that a narrow terminal
    /// shows the change.
    ///
    /// - Parameter isNamed: False if the title is known.
    static func line(
        of entry: HistoryEntry, isNamed: Bool, _ theme: BoardTheme, _ dates: DateWords,
        _ app: BoardApp
    ) -> Line {
        var line = Line(entry.change(dates, app.language))
        if isNamed, let title = entry.title { line.append("  " + title, theme.bold) }
        line.append("  " + entry.origin(dates), theme.dim)
        line.append("  " + entry.shortCommit, theme.warning)
        return line
    }
}
