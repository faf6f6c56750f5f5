import BoardView
import MarkdownDocument
import TaskBoard
import TerminalUI
import Words

// The calendar of a date field.
extension FormLayer {
    func calendarHints(in app: BoardApp) -> [Hint] {
        [
            Hint(key: "↑↓←→", words: app.text(.hintDay)),
            Hint(key: "Enter", words: app.text(.hintChoose)),
            Hint(key: "Esc", words: app.text(.hintClose)),
        ]
    }

    mutating func openCalendar(in app: BoardApp) {
        let now = app.environment.now
        let text = fields[focused]?.text ?? ""
        calendar = Calendar(day: typedDate(text, now)?.day ?? now.today)
    }

    func typedDate(_ text: String, _ now: Moment) -> DueDate? {
        do throws(WordError) {
            return try DueDate.typed(Text(text), in: Text(text), now: now)
        } catch {
            return nil
        }
    }

    mutating func handleCalendar(_ event: InputEvent, in app: BoardApp) -> Bool {
        guard let day = calendar?.day else { return true }
        if let position = event.click {
            if let chosen = calendarDay(at: position, in: app) { choose(chosen) }
            return true
        }
        switch event.plainKey {
        case .escape: calendar = nil
        case .enter, .character(" "): choose(day)
        case .left, .character("h"): calendar?.day = day.adding(days: -1)
        case .right, .character("l"): calendar?.day = day.adding(days: 1)
        case .up, .character("k"): calendar?.day = day.adding(days: -7)
        case .down, .character("j"): calendar?.day = day.adding(days: 7)
        case .pageUp: calendar?.day = day.adding(months: -1)
        case .pageDown: calendar?.day = day.adding(months: 1)
        default: break
        }
        return true
    }

    private mutating func choose(_ day: Day) {
        calendar = nil
        edit { $0.replaceAll(with: day.description) }
    }

    private func calendarRectangle(in app: BoardApp) -> Rectangle {
        let form = rectangle(in: app)
        return Rectangle(
            column: form.column + max(0, (form.width - 24) / 2),
            row: max(0, min(form.row + 3, app.rows - 10)), width: 24, height: 9)
    }

    /// Returns the Monday of the first week shown for the month.
    private func calendarStart(_ day: Day) -> Day {
        let first = Day(year: day.year, month: day.month, day: 1) ?? day
        return first.adding(days: 1 - first.weekday)
    }

    private func calendarDay(at position: Position, in app: BoardApp) -> Day? {
        guard let day = calendar?.day else { return nil }
        let inside = calendarRectangle(in: app).inset(columns: 1, rows: 1)
        let (row, column) = (position.row - inside.row - 1, (position.column - inside.column) / 3)
        guard inside.contains(column: position.column, row: position.row), row >= 0, column < 7
        else { return nil }
        return calendarStart(day).adding(days: row * 7 + column)
    }

    func drawCalendar(_ day: Day, on screen: inout Screen, in app: BoardApp) {
        let theme = app.environment.theme
        let month = "\(day.year)-\(day.month < 10 ? "0" : "")\(day.month)"
        let inside = screen.box(
            calendarRectangle(in: app), title: Line(month, theme.bold), style: theme.dim)
        let names = app.text(.weekdays)
        screen.write(
            Line(" " + names, theme.dim), column: inside.column, row: inside.row,
            width: inside.width)
        let start = calendarStart(day)
        for index in 0..<42 {
            let shown = start.adding(days: index)
            var style = shown.month == day.month ? theme.plain : theme.dim
            if shown == app.environment.now.today { style = theme.accent }
            if shown == day { style.attributes.insert(.reverse) }
            screen.write(
                (shown.day < 10 ? " " : "") + "\(shown.day)",
                column: inside.column + 1 + index % 7 * 3,
                row: inside.row + 1 + index / 7, style: style)
        }
        screen.cursor = nil
    }
}
