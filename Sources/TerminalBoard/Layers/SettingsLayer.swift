import BoardView
import MarkdownDocument
import TaskBoard
import TerminalUI
import Words

/// The settings of the board, each with its value and a field for changing it.
struct SettingsLayer: Layer {
    private var list: ScrollList<Text>
    private var field: TextField?
    /// The setting being edited.
    private var key: Text = ""
    /// The state being renamed.
    private var renamed: Text?
    /// The new state name that the user has been asked to confirm.
    private var asked: String?
    private var saving: Intent?

    var takesText: Bool { field != nil }

    /// The settings that can be changed here, in order.
    private static let keys: [Text] = [
        "states", "finished", "start", "limits", "body-limit",
    ]

    init(in app: BoardApp) { list = ScrollList(Self.rows(app)) }

    /// Returns the rows. A setting with a value for each state takes one row per state.
    private static func rows(_ app: BoardApp) -> [Text] {
        let states = app.shown?.board.settings.states ?? []
        return keys.flatMap { key in
            key == "limits" ? states.map { Text("limits." + $0.string) } : [key]
        } + app.localSettings.map { Text($0.name) }
    }

    func hints(in app: BoardApp) -> [Hint] {
        field == nil
            ? [
                Hint(key: "Enter", words: app.text(.hint(.changeSetting))),
                Hint(key: "r", words: app.text(.hint(.renameState))),
                Hint(key: "t", words: app.text(.hint(.theme))),
                Hint(key: "Esc", words: app.text(.hint(.close))),
            ]
            : [
                Hint(key: "Enter", words: app.text(renamed == nil ? .hint(.save) : .hint(.rename))),
                Hint(key: "Esc", words: app.text(.hint(.cancel))),
            ]
    }

    mutating func update(in app: inout BoardApp, from old: Board?) -> Bool {
        list.update(Self.rows(app))
        return true
    }

    private func value(of key: Text, _ app: BoardApp) -> String {
        if let local = app.localSettings.first(where: { $0.name == key.string }) {
            return local.value
        }
        guard let settings = app.shown?.board.settings else { return "" }
        do throws(ActionError) {
            return try settings.value(of: key).lines.joined(separator: ", ")
        } catch {
            return ""
        }
    }

    mutating func handle(_ event: InputEvent, in app: inout BoardApp) -> Bool {
        if field != nil { return handleField(event, in: &app) }
        if let position = event.click {
            let inside = rectangle(in: app).inset(columns: 1, rows: 1)
            guard inside.contains(column: position.column, row: position.row) else { return false }
            list.select(list.first + position.row - inside.row)
            return true
        }
        switch event.plainKey {
        case .escape, .character("q"): return false
        case .character("t"): app.environment.theme.isDark.toggle()
        case .enter: openField(isRename: false, in: &app)
        case .character("r"): openField(isRename: true, in: &app)
        case let key: _ = list.take(key, rows: rectangle(in: app).height - 2)
        }
        return true
    }

    private mutating func openField(isRename: Bool, in app: inout BoardApp) {
        guard let key = list.selected else { return }
        if let reason = app.readOnly {
            app.message = BoardApp.Message(text: app.text(reason), isFailure: true)
        } else if !isRename {
            self.key = key
            field = TextField(value(of: key, app))
        } else if key.string.hasPrefix("limits.") {
            renamed = Text(String(key.string.dropFirst("limits.".count)))
            field = TextField(renamed?.string ?? "")
        } else {
            app.message = BoardApp.Message(text: app.text(.chooseState), isFailure: true)
        }
    }

    private mutating func handleField(_ event: InputEvent, in app: inout BoardApp) -> Bool {
        switch event.plainKey {
        case .escape: (field, renamed, asked) = (nil, nil, nil)
        case .enter:
            guard let text = field?.text else { return true }
            if renamed == nil, app.localSettings.contains(where: { $0.name == key.string }) {
                app.effects.append(.setLocal(key.string, text))
                field = nil
                return true
            }
            if let question = question(before: text, app) {
                asked = text
                app.message = BoardApp.Message(text: app.text(question))
                return true
            }
            let intent: Intent =
                if let renamed {
                    .renameState(renamed, to: Text(text))
                } else {
                    .set(key: key, value: Text(text))
                }
            saving = intent
            app.ask(intent)
        default: field?.take(event)
        }
        return true
    }

    /// Returns the question to ask before a state is renamed, since that moves the files of all
    /// its tasks; nil if it has been asked, or nothing would move.
    private func question(before name: String, _ app: BoardApp) -> BoardText? {
        guard let renamed, asked != name, name != renamed.string,
            !name.allSatisfy(\.isWhitespace)
        else { return nil }
        let count = app.shown?.board.column(renamed)?.tasks.count ?? 0
        return .renameState(renamed.string, to: name, tasks: count)
    }

    /// Closes the field of a saved setting. The field of a refused setting stays open with its
    /// text.
    mutating func takeSaved(_ intent: Intent) {
        guard saving == intent else { return }
        (field, renamed, saving, asked) = (nil, nil, nil, nil)
    }

    private func rectangle(in app: BoardApp) -> Rectangle {
        let (width, height) = (min(app.columns, 64), min(app.boxRows - 2, list.count + 2))
        return Rectangle(
            column: (app.columns - width) / 2, row: max(1, (app.boxRows - height) / 3),
            width: width,
            height: max(3, height))
    }

    func draw(on screen: inout Screen, in app: BoardApp) {
        let theme = app.environment.theme
        let inside = screen.box(
            rectangle(in: app), title: Line(app.text(.settings), theme.bold), style: theme.dim)
        for placed in list.placed(rows: inside.height, measure: { _ in 1 }) {
            let key = list.ids[placed.index]
            let row = inside.row + placed.top
            let isCurrent = placed.index == list.cursor
            screen.write(
                Line((isCurrent ? "▌" : " ") + key.string, isCurrent ? theme.accent : theme.plain),
                column: inside.column, row: row, width: 18)
            let cells = Rectangle(
                column: inside.column + 19, row: row, width: inside.width - 20, height: 1)
            if isCurrent, let field {
                screen.draw(field, in: cells, style: CellStyle(.underline), hasCursor: true)
            } else {
                screen.write(
                    Line(value(of: key, app)), column: cells.column, row: row, width: cells.width)
            }
        }
    }
}
