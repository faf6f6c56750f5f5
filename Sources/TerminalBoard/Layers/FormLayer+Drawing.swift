import BoardView
import MarkdownDocument
import TaskBoard
import TerminalUI

// Where each field lies. What does not fit is scrolled, so that the one with the focus is seen.
extension FormLayer {
    func rectangle(in app: BoardApp) -> Rectangle {
        let width = app.columns < 80 ? app.columns : max(50, app.columns / 2)
        return Rectangle(
            column: app.columns - width, row: 1, width: width, height: max(3, app.rows - 2))
    }

    private func inside(in app: BoardApp) -> Rectangle {
        rectangle(in: app).inset(columns: 1, rows: 1)
    }

    private static let labelWidth = 12
    private static let leastBodyRows = 3

    /// The row of the body, counted from the first field; its title is above it.
    private var bodyRow: Int { TaskForm.fields.count + 1 }

    /// The rows that are scrolled out.
    private func scrolled(in app: BoardApp) -> Int {
        let height = inside(in: app).height
        return focused == .body
            ? max(0, bodyRow + Self.leastBodyRows - height) : max(0, focus + 2 - height)
    }

    private func fieldCells(_ index: Int, in app: BoardApp) -> Rectangle {
        let inside = inside(in: app)
        return Rectangle(
            column: inside.column + Self.labelWidth, row: inside.row + index - scrolled(in: app),
            width: max(1, inside.width - Self.labelWidth - 1), height: 1)
    }

    private func bodyCells(in app: BoardApp) -> Rectangle {
        let inside = inside(in: app)
        let row = inside.row + bodyRow - scrolled(in: app)
        return Rectangle(
            column: inside.column + 1, row: row, width: width(in: app),
            height: inside.rows.upperBound - row - (problem == nil ? 0 : 1))
    }

    /// The columns of the body.
    func width(in app: BoardApp) -> Int { max(4, rectangle(in: app).width - 4) }

    mutating func clicked(_ position: Position, in app: BoardApp) -> Bool {
        let inside = inside(in: app)
        guard inside.contains(column: position.column, row: position.row) else { return true }
        let row = position.row - inside.row + scrolled(in: app)
        if row < TaskForm.fields.count {
            let cells = fieldCells(row, in: app)
            setFocus(row)
            guard var field = fields[focused] else { return true }
            let place = field.layout(width: cells.width).place(
                column: max(0, position.column - cells.column), row: 0)
            field.moveCursor(to: place)
            fields[focused] = field
        } else if row >= bodyRow {
            let cells = bodyCells(in: app)
            let place = body.layout(width: cells.width).place(
                column: position.column - cells.column,
                row: firstLine(in: app) + position.row - cells.row)
            setFocus(Self.order.count - 1)
            body.moveCursor(to: place)
        }
        return true
    }

    /// The first line of the body that is shown, so that its cursor is seen.
    private func firstLine(in app: BoardApp) -> Int {
        let cells = bodyCells(in: app)
        let row = body.layout(width: cells.width).cursor.row
        return min(max(firstLine, row - max(1, cells.height) + 1), row)
    }
}

// Drawing.
extension FormLayer {
    func draw(on screen: inout Screen, in app: BoardApp) {
        let theme = app.surroundings.theme
        let name = form.base == nil ? app.text(.newTask) : app.text(.formTitle)
        var title = Line(name, theme.bold)
        if saving != nil { title.append(" · " + app.text(.saving), theme.dim) }
        let inside = screen.box(rectangle(in: app), title: title, style: theme.accent)
        for (index, field) in TaskForm.fields.enumerated() {
            let cells = fieldCells(index, in: app)
            if inside.rows.contains(cells.row) { draw(field, cells, inside, on: &screen, in: app) }
        }
        drawBody(inside, on: &screen, in: app)
        if let problem {
            let row = inside.rows.upperBound - 1
            screen.fill(
                Rectangle(column: inside.column, row: row, width: inside.width, height: 1))
            screen.write(
                Line(" ! " + problem, theme.warning), column: inside.column, row: row,
                width: inside.width)
        }
        if let calendar { drawCalendar(calendar.day, on: &screen, in: app) }
    }

    private func draw(
        _ field: Field, _ cells: Rectangle, _ inside: Rectangle, on screen: inout Screen,
        in app: BoardApp
    ) {
        let theme = app.surroundings.theme
        let isFocused = field == focused && calendar == nil
        screen.write(
            Line((isFocused ? "▌" : " ") + field.key.string, isFocused ? theme.accent : theme.dim),
            column: inside.column, row: cells.row, width: Self.labelWidth - 1)
        screen.draw(fields[field] ?? TextField(), in: cells, hasCursor: isFocused)
        let note = note(on: field, in: app)
        guard !note.isEmpty else { return }
        let used = columns(of: text(of: field)) + 2
        let room = cells.width - used
        if room > 4 {
            screen.write(note, column: cells.column + used, row: cells.row, width: room)
        }
    }

    /// What is said beside a field: the day that was typed, or what others changed.
    private func note(on field: Field, in app: BoardApp) -> Line {
        let theme = app.surroundings.theme
        if let words = outsideWords(on: field, in: app) {
            return clashes[field] == nil
                ? Line(words, theme.warning) : Line("⚑ " + words, theme.conflict)
        }
        let text = text(of: field)
        if field.dateSense == .ahead, !text.isEmpty {
            guard let date = typedDate(text, app.surroundings.now) else {
                return Line("?", theme.warning)
            }
            return Line(app.surroundings.dates.planned(date, isLong: true), theme.dim)
        }
        return Line()
    }

    private func drawBody(_ inside: Rectangle, on screen: inout Screen, in app: BoardApp) {
        let cells = bodyCells(in: app)
        guard cells.row < inside.rows.upperBound else { return }
        screen.write(
            bodyTitle(in: app), column: inside.column, row: cells.row - 1, width: inside.width)
        screen.draw(
            body, in: cells, first: firstLine(in: app),
            hasCursor: focused == .body && calendar == nil)
    }

    /// The name of the body with its length, where that is limited, and what others changed.
    private func bodyTitle(in app: BoardApp) -> Line {
        let theme = app.surroundings.theme
        var title = Line(
            "─ " + Field.body.key.string + " ", focused == .body ? theme.accent : theme.dim)
        if let limit = app.shown?.board.settings.bodyLimit {
            let isOver = form.bodyLength > limit
            title.append(
                app.text(.formTooLong(count: form.bodyLength, limit: limit)) + (isOver ? " !" : "")
                    + " ",
                isOver ? theme.late : theme.dim)
        }
        if let words = outsideWords(on: .body, in: app) {
            title.append(clashes[.body] == nil ? words : "⚑ " + words, theme.warning)
        }
        return title
    }
}
