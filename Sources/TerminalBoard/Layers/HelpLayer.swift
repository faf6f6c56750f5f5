import BoardView
import TerminalUI
import Words

/// All available keys: first those of the top layer, then those of the board with their action
/// names.
struct HelpLayer: Layer {
    private var list = ScrollList<Int>()
    private let entries: [(key: String, words: String)]
    /// The entries, wrapped to the width of the box.
    private var lines: [Line] = []

    init(in app: BoardApp) {
        let keys = app.layers.last?.keys(in: app) ?? []
        var lines = keys.map { ($0.key, $0.words) }
        if !keys.isEmpty { lines += [("", ""), ("", app.text(.boardKeys))] }
        for group in BoardAction.Group.allCases {
            if !lines.isEmpty { lines.append(("", "")) }
            lines.append((Self.heading, app.text(group.name)))
            if group == .move {
                lines += [
                    ("h j k l", app.text(.keysMoveOrArrows)),
                    ("g G", app.text(.keysEnds)),
                    ("1 … 9", app.text(.keysStates)),
                ]
            }
            for action in BoardAction.allCases where action.group == group {
                guard let key = app.environment.keys.name(of: action) else { continue }
                lines.append((key, action.title(app.language)))
            }
        }
        lines += [
            ("Esc", app.text(.keysLeave)),
            ("Ctrl-Z", app.text(.keysSuspend)),
            ("Ctrl-L", app.text(.keysRedraw)),
            ("", ""),
            ("", app.text(.helpSelecting)),
            ("", app.text(.helpDragging)),
            ("", app.text(.helpKoreanKeys)),
        ]
        entries = lines.map { (key: $0.0, words: $0.1) }
    }

    /// The key of a heading.
    private static let heading = "#"

    /// Wraps the words, indented to their column.
    mutating func layOut(in app: BoardApp) {
        let theme = app.environment.theme
        let width = rectangle(in: app).width - 3
        lines = entries.flatMap { key, words in
            if key == Self.heading { return [Line(" " + words, theme.bold)] }
            var label = Line(" ")
            if !key.isEmpty { label.append(padded(key, to: 12), theme.accent) }
            return hanging(label, words, .plain, width)
        }
        list.update(Array(lines.indices))
    }

    func hints(in app: BoardApp) -> [Hint] {
        let isCut = lines.count > rectangle(in: app).height - 2
        return (isCut ? [Hint(key: "↑ ↓", words: app.text(.hint(.scroll)))] : [])
            + [Hint(key: "Esc", words: app.text(.hint(.close)))]
    }

    mutating func handle(_ event: InputEvent, in app: inout BoardApp) -> Bool {
        let rows = rectangle(in: app).height - 2
        if let wheel = event.wheel {
            list.scroll(by: wheel * 3, rows: rows) { _ in 1 }
            return true
        }
        if event.click != nil { return false }
        switch event.plainKey {
        case .up, .character("k"): list.scroll(by: -1, rows: rows) { _ in 1 }
        case .down, .character("j"): list.scroll(by: 1, rows: rows) { _ in 1 }
        case .pageUp: list.scroll(by: -rows, rows: rows) { _ in 1 }
        case .pageDown, .character(" "): list.scroll(by: rows, rows: rows) { _ in 1 }
        case .home, .character("g"): list.scroll(by: -list.count, rows: rows) { _ in 1 }
        case .end, .character("G"): list.scroll(by: list.count, rows: rows) { _ in 1 }
        case nil: break
        default: return false
        }
        return true
    }

    private func rectangle(in app: BoardApp) -> Rectangle {
        let (width, height) = (min(app.columns, 64), min(app.boxRows - 1, lines.count + 2))
        return Rectangle(
            column: (app.columns - width) / 2, row: max(0, (app.boxRows - 1 - height) / 2),
            width: width, height: height)
    }

    func draw(on screen: inout Screen, in app: BoardApp) {
        let theme = app.environment.theme
        let inside = screen.box(
            rectangle(in: app), title: Line(app.text(.keys), theme.bold), style: theme.dim)
        screen.drawScrollMarks(
            of: rectangle(in: app), first: list.first, rows: inside.height, count: list.count,
            style: theme.accent)
        for placed in list.placed(rows: inside.height, measure: { _ in 1 }) {
            screen.write(
                lines[placed.index], column: inside.column, row: inside.row + placed.top,
                width: inside.width)
        }
    }
}
