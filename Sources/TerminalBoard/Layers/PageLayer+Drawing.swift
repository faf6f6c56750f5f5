import BoardView
import MarkdownDocument
import TaskBoard
import TerminalUI
import Words

extension PageLayer {
    /// Returns the right half of the screen, or all of it if the screen is narrow.
    func rectangle(in app: BoardApp) -> Rectangle {
        let width = app.columns < 80 ? app.columns : max(50, app.columns / 2)
        return Rectangle(
            column: app.columns - width, row: 1, width: width, height: max(3, app.rows - 2))
    }

    func draw(on screen: inout Screen, in app: BoardApp) {
        let theme = app.environment.theme
        guard let task = app.shown?.board[id] else { return }
        let rectangle = rectangle(in: app)
        let inside = screen.box(
            rectangle, title: Line(task.title.string, theme.bold), style: theme.dim)
        let lines = lines(in: app, width: inside.width - 2)
        for row in 0..<inside.height where lines.indices.contains(first + row) {
            let line = lines[first + row]
            screen.write(
                line.line, column: inside.column + 1, row: inside.row + row,
                width: inside.width - 2)
            if line.item != nil, line.item == item {
                screen.highlight(row: inside.row + row, in: inside)
            }
        }
    }

    func lines(in app: BoardApp, width: Int) -> [PageLine] {
        guard let page = page(in: app) else { return [] }
        var lines = rows(of: page, in: app)
        for conflict in page.conflicts { lines.append(PageLine(conflictLine(conflict, app))) }
        for problem in page.problems {
            lines += wrapped(problem.words.text(app.language), width: width).map {
                PageLine(Line($0, app.environment.theme.warning))
            }
        }
        lines.append(PageLine())
        lines += body(of: page, width, app.environment.theme).lines
        lines += historyLines(app)
        return lines
    }

    func page(in app: BoardApp) -> TaskPage? {
        guard let shown = app.shown, let task = shown.board[id] else { return nil }
        let now = app.environment.now
        let snoozedUntil = app.past == nil ? app.snoozes[id] : nil
        return TaskPage(
            task, reference: shown.card(id)?.reference ?? "", on: shown.board, history: [],
            snoozedUntil: snoozedUntil.flatMap { $0 > now.seconds ? $0 : nil }, now: now)
    }

    private func rows(of page: TaskPage, in app: BoardApp) -> [PageLine] {
        let theme = app.environment.theme
        let names = page.rows.map { $0.name.string }
        let widest = (names.map { columns(of: $0) }.max() ?? 0) + 2
        return zip(page.rows, names).map { row, name in
            var line = Line(padded(name, to: widest), theme.dim)
            line.append(value(row.value, app))
            return PageLine(line)
        }
    }

    private func value(_ value: TaskPage.Value, _ app: BoardApp) -> Line {
        let (theme, dates) = (app.environment.theme, app.environment.dates)
        switch value {
        case .texts(let texts): return Line(texts.map(\.string).joined(separator: ", "))
        case .due(let date, let isOverdue):
            let words = dates.planned(date, isOverdue: isOverdue, isLong: true)
            return isOverdue ? Line("! " + words, theme.late) : Line(words)
        case .day(let day): return Line(dates.planned(day, isLong: true))
        case .until(let seconds): return Line(dates.planned(at: seconds, isLong: true))
        case .moment(let date): return Line(dates.past(date))
        case .tags(let tags):
            return Line(tags.map { "+" + $0.string }.joined(separator: " "), theme.tag)
        case .people(let people):
            return Line(people.map { "@" + $0.string }.joined(separator: " "), theme.person)
        case .tasks(let links):
            let titles = links.map { ($0.title ?? $0.id.text).string + ($0.isFinished ? " ✓" : "") }
            return Line(titles.joined(separator: ", "))
        case .checklist(let done, let total): return Line("\(done)/\(total)")
        }
    }

    private func conflictLine(_ conflict: ConflictView, _ app: BoardApp) -> Line {
        let theme = app.environment.theme
        var line = Line("⚑ " + conflict.key.string + ": ", theme.conflict)
        line.append(conflict.conflict.value.string.replacing("\n", with: " "))
        line.append("  " + conflict.conflict.by.string, theme.dim)
        return line
    }

    private func historyLines(_ app: BoardApp) -> [PageLine] {
        let (theme, dates) = (app.environment.theme, app.environment.dates)
        guard !history.isEmpty else { return [] }
        let entries = history.filter { !$0.isReorder }.prefix(20)
        return [PageLine(), PageLine(Line(app.text(.history), theme.bold))]
            + entries.map { entry in
                var line = Line(padded(dates.past(entry.time), to: 19), theme.dim)
                line.append(entry.sentence(dates, app.language))
                return PageLine(line)
            }
    }
}
