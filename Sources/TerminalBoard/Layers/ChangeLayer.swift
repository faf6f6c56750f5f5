import BoardView
import MarkdownDocument
import TaskBoard
import TerminalUI
import Words

/// One history change in full: its sentence, time, author and commit, and each changed field with
/// the values before and after.
struct ChangeLayer: Layer {
    private let entry: HistoryEntry
    /// The first visible line.
    private var first = 0

    init(_ entry: HistoryEntry) { self.entry = entry }

    func hints(in app: BoardApp) -> [Hint] {
        [
            Hint(key: "u", words: app.text(.hint(.undoThis))),
            Hint(key: "↑↓", words: app.text(.hint(.scroll))),
            Hint(key: "Esc", words: app.text(.hint(.backToList))),
        ]
    }

    mutating func handle(_ event: InputEvent, in app: inout BoardApp) -> Bool {
        let inside = HistoryLayer.rectangle(in: app).inset(columns: 1, rows: 1)
        let last = max(0, lines(in: app, width: inside.width - 2).count - inside.height)
        defer { first = min(max(0, first), last) }
        if let position = event.click {
            return inside.contains(column: position.column, row: position.row)
        }
        if let wheel = event.wheel { first += wheel * 3 }
        switch event.plainKey {
        case .escape, .enter, .character("q"): return false
        case .up, .character("k"): first -= 1
        case .down, .character("j"): first += 1
        case .pageUp: first -= inside.height
        case .pageDown: first += inside.height
        case .home, .character("g"): first = 0
        case .end, .character("G"): first = last
        case .character("u"): return !app.undo(entry)
        default: break
        }
        return true
    }

    func draw(on screen: inout Screen, in app: BoardApp) {
        let theme = app.environment.theme
        let inside = screen.box(
            HistoryLayer.rectangle(in: app), title: Line(app.text(.change), theme.bold),
            style: theme.dim)
        let lines = lines(in: app, width: inside.width - 2)
        screen.drawScrollMarks(
            of: HistoryLayer.rectangle(in: app), first: first, rows: inside.height,
            count: lines.count, style: theme.dim)
        for (row, line) in lines.dropFirst(first).prefix(inside.height).enumerated() {
            screen.write(
                line, column: inside.column + 1, row: inside.row + row, width: inside.width - 2)
        }
    }

    private func lines(in app: BoardApp, width: Int) -> [Line] {
        let (theme, dates) = (app.environment.theme, app.environment.dates)
        let facts = [
            (app.text(.author), plainWords(entry.author)),
            (app.text(.time), "\(dates.past(entry.time)) (\(entry.stamp))"),
            (app.text(.commit), entry.commit),
        ]
        return wrapped(entry.sentence(dates, app.language), width: width).map {
            Line($0, theme.bold)
        } + [Line()]
            + facts.flatMap { name, value in
                hanging(Line(padded(name, to: 10), theme.dim), value, .plain, width)
            }
            + entry.fields(dates).flatMap { field in
                [Line(), Line(app.label(of: Text(field.name)), theme.bold)]
                    + field.before.flatMap { hanging(Line("- ", theme.dim), $0, theme.dim, width) }
                    + field.after.flatMap { hanging(Line("+ ", theme.accent), $0, .plain, width) }
            }
    }
}

/// Returns a text wrapped at a width, with a label on the first line and the other lines indented
/// to match.
func hanging(_ label: Line, _ text: String, _ style: CellStyle, _ width: Int) -> [Line] {
    let indent = label.columns
    return wrapped(text, width: width - indent).enumerated().map { index, words in
        var line = index == 0 ? label : Line(String(repeating: " ", count: indent))
        line.append(words, style)
        return line
    }
}

extension BoardApp {
    /// Undoes one change of the history, and returns false if that is not possible.
    mutating func undo(_ entry: HistoryEntry) -> Bool {
        if let reason = readOnly {
            message = Message(text: text(reason), isFailure: true)
            return false
        }
        return ask(.undo(.commit(entry.commit)))
    }
}
