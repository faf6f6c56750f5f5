import BoardView
import MarkdownDocument
import TaskBoard
import TerminalUI

/// The positions of a calendar's days on the screen.
struct CalendarLayout: Sendable {
    struct Cell: Sendable {
        let day: Day
        let rectangle: Rectangle

        /// Returns the index of the task at a position, below the line with the day's number.
        func taskRow(at position: Position) -> Int? {
            let row = position.row - rectangle.row - 1
            return row >= 0 ? row : nil
        }
    }

    let cells: [Cell]

    /// Creates a grid of seven columns, with a row for each week.
    init(_ days: [Day], in area: Rectangle) {
        let (weeks, width) = (max(1, days.count / 7), area.width / 7)
        cells = days.enumerated().map { index, day in
            let week = index / 7
            let (top, bottom) = (area.height * week / weeks, area.height * (week + 1) / weeks)
            return Cell(
                day: day,
                rectangle: Rectangle(
                    column: area.column + index % 7 * width, row: area.row + top,
                    width: index % 7 == 6 ? area.width - 6 * width : width, height: bottom - top))
        }
    }

    func cell(at position: Position) -> Cell? {
        cells.first { $0.rectangle.contains(column: position.column, row: position.row) }
    }
}

extension CalendarLayer {
    func layout(in app: BoardApp) -> CalendarLayout {
        let area = Rectangle(column: 0, row: 3, width: app.columns, height: app.rows - 4)
        return CalendarLayout(view.days.map(\.day), in: area)
    }

    func draw(on screen: inout Screen, in app: BoardApp) {
        let (theme, language) = (app.environment.theme, app.environment.now.language)
        screen.fill(Rectangle(column: 0, row: 1, width: app.columns, height: app.rows - 2))
        screen.write(
            Line(" " + language.monthName(of: day), theme.bold), column: 0, row: 1,
            width: app.columns)
        let layout = layout(in: app)
        for (cell, shown) in zip(layout.cells, view.days) {
            if cell.rectangle.row == layout.cells[0].rectangle.row {
                screen.write(
                    Line(language.weekdayName(of: cell.day), theme.dim),
                    column: cell.rectangle.column + 1, row: 2, width: cell.rectangle.width - 1)
            }
            draw(shown, in: cell.rectangle, on: &screen, app)
        }
        screen.cursor = nil
    }

    private func draw(
        _ shown: CalendarView.DayView, in cell: Rectangle, on screen: inout Screen, _ app: BoardApp
    ) {
        guard !cell.isEmpty else { return }
        let theme = app.environment.theme
        let tasks = tasks(of: shown, app)
        let room = cell.height - 1
        let hidden = max(0, tasks.count - room)
        screen.write(
            head(of: shown, hidden: room > 0 ? hidden : tasks.count, theme, app),
            column: cell.column,
            row: cell.row, width: cell.width - 1)
        for (row, task) in visible(tasks, room: room).enumerated() {
            screen.write(
                line(of: task, isHere: shown.day == day, app), column: cell.column,
                row: cell.row + 1 + row, width: cell.width - 1)
        }
    }

    /// Returns the tasks of a day. A carried task is on its target day.
    private func tasks(of shown: CalendarView.DayView, _ app: BoardApp) -> [TaskItem] {
        guard let carried, let task = app.shown?.board[carried.task] else { return shown.tasks }
        let rest = shown.tasks.filter { $0.id != carried.task }
        return shown.day == day ? [task] + rest : rest
    }

    /// Returns the tasks that fit, including the one under the cursor.
    func visible(_ tasks: [TaskItem], room: Int) -> ArraySlice<TaskItem> {
        guard room > 0 else { return [] }
        let cursor = tasks.firstIndex { $0.id == task } ?? 0
        return tasks.dropFirst(max(0, min(cursor - room + 1, tasks.count - room))).prefix(room)
    }

    /// Returns the number of the day, and how many tasks do not fit.
    private func head(
        of shown: CalendarView.DayView, hidden: Int, _ theme: BoardTheme, _ app: BoardApp
    ) -> Line {
        var style = shown.isInSpan ? theme.plain : theme.dim
        if shown.day == app.environment.now.today { style = theme.accent }
        if shown.day == day { style.attributes.insert(.reverse) }
        var line = Line(" \(shown.day.day < 10 ? " " : "")\(shown.day.day) ", style)
        if hidden > 0 { line.append(" +\(hidden)", theme.dim) }
        return line
    }

    private func line(of task: TaskItem, isHere: Bool, _ app: BoardApp) -> Line {
        let (theme, now) = (app.environment.theme, app.environment.now)
        var style = task.isFinished ? theme.done : theme.plain
        if task.isOverdue(now) { style = theme.late }
        if isHere, task.id == self.task { style.attributes.insert(.reverse) }
        let mark = task.isOverdue(now) ? "!" : " "
        let time = task.due.flatMap { due -> String? in
            guard due.secondOfDay != nil else { return nil }
            return timeOfDay(now.at(due.seconds(now)).minuteOfDay).string + " "
        }
        return Line(mark + (time ?? "") + plainWords(task.title), style)
    }
}
