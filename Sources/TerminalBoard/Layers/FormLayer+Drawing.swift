import BoardView
import MarkdownDocument
import TaskBoard
import TerminalUI
import Words

// The positions of the fields. The form scrolls to make the focused field visible.
extension FormLayer {
    func rectangle(in app: BoardApp) -> Rectangle {
        let width = app.columns < 80 ? app.columns : max(50, app.columns / 2)
        return Rectangle(
            column: app.columns - width, row: 1, width: width, height: max(3, app.boxRows - 2))
    }

    private func inside(in app: BoardApp) -> Rectangle {
        rectangle(in: app).inset(columns: 1, rows: 1)
    }

    /// The columns of the labels, with the cursor before them and a blank after them.
    private func labelWidth(in app: BoardApp) -> Int {
        max(12, (form.fields.map { columns(of: app.label(of: $0.field.key)) }.max() ?? 0) + 2)
    }

    private static let leastBodyRows = 3

    /// The lines of the form, counted from its first one.
    private struct Rows {
        /// The line of each field. A note that does not fit next to the field is on the following
        /// lines.
        var fields: [Int] = []
        var bodyTitle = 0
        var body = 0
    }

    private func rows(in app: BoardApp) -> Rows {
        var (rows, next) = (Rows(), 0)
        for field in form.fields where field.kind != .body {
            rows.fields.append(next)
            next += 1 + notesBelow(field.field, in: app).count
        }
        rows.bodyTitle = next
        rows.body = next + 1 + notesBelow(.body, in: app).count
        return rows
    }

    /// Returns the number of lines available above a problem.
    private func height(in app: BoardApp) -> Int {
        max(1, inside(in: app).height - problemLines(in: app).count)
    }

    /// Returns the number of lines scrolled out.
    private func scrolled(_ rows: Rows, in app: BoardApp) -> Int {
        let height = height(in: app)
        if focused.kind == .body { return max(0, rows.body + Self.leastBodyRows - height) }
        let end = rows.fields[focus] + notesBelow(focused.field, in: app).count + 2
        return min(rows.fields[focus], max(0, end - height))
    }

    private func fieldCells(_ index: Int, _ rows: Rows, in app: BoardApp) -> Rectangle {
        let inside = inside(in: app)
        return Rectangle(
            column: inside.column + labelWidth(in: app),
            row: inside.row + rows.fields[index] - scrolled(rows, in: app),
            width: fieldWidth(in: app), height: 1)
    }

    private func fieldWidth(in app: BoardApp) -> Int {
        max(1, inside(in: app).width - labelWidth(in: app) - 1)
    }

    private func bodyCells(_ rows: Rows, in app: BoardApp) -> Rectangle {
        let inside = inside(in: app)
        let row = inside.row + rows.body - scrolled(rows, in: app)
        return Rectangle(
            column: inside.column + 1, row: row, width: width(in: app),
            height: inside.row + height(in: app) - row)
    }

    /// Returns the width of the body.
    func width(in app: BoardApp) -> Int { max(4, rectangle(in: app).width - 4) }

    mutating func clicked(_ position: Position, in app: BoardApp) -> Bool {
        let (inside, rows) = (inside(in: app), rows(in: app))
        guard inside.contains(column: position.column, row: position.row) else { return true }
        let row = position.row - inside.row + scrolled(rows, in: app)
        if row < rows.bodyTitle, let index = rows.fields.lastIndex(where: { $0 <= row }) {
            let cells = fieldCells(index, rows, in: app)
            setFocus(index)
            guard row == rows.fields[index], let input = inputs[focused.field] else { return true }
            let place = input.layout(width: cells.width).place(
                column: max(0, position.column - cells.column), row: 0)
            inputs[focused.field]?.moveCursor(to: place)
        } else if row >= rows.body {
            let cells = bodyCells(rows, in: app)
            let place = body.layout(width: cells.width).place(
                column: position.column - cells.column,
                row: firstLine(in: app) + position.row - cells.row)
            setFocus(form.fields.count - 1)
            inputs[.body]?.moveCursor(to: place)
        }
        return true
    }

    private var body: TextField { inputs[.body] ?? TextField(isMultiline: true) }

    /// Returns the first visible line of the body, chosen so that its cursor is visible.
    private func firstLine(in app: BoardApp) -> Int {
        let cells = bodyCells(rows(in: app), in: app)
        let row = body.layout(width: cells.width).cursor.row
        return min(max(firstLine, row - max(1, cells.height) + 1), row)
    }
}

// Drawing.
extension FormLayer {
    func draw(on screen: inout Screen, in app: BoardApp) {
        let theme = app.environment.theme
        let name = form.base == nil ? app.text(.newTask) : app.text(.edit)
        var title = Line(name, theme.bold)
        if saving != nil { title.append(" · " + app.text(.savingForm), theme.dim) }
        let inside = screen.box(rectangle(in: app), title: title, style: theme.accent)
        let rows = rows(in: app)
        drawScrollMarks(rows, on: &screen, in: app)
        for (index, field) in form.fields.enumerated() where field.kind != .body {
            draw(field, fieldCells(index, rows, in: app), inside, on: &screen, in: app)
        }
        drawBody(rows, inside, on: &screen, in: app)
        drawProblem(inside, on: &screen, in: app)
        if let calendar { drawCalendar(calendar.day, on: &screen, in: app) }
    }

    /// Shows how many lines of the form and the body are above and below the visible ones.
    private func drawScrollMarks(_ rows: Rows, on screen: inout Screen, in app: BoardApp) {
        let cells = bodyCells(rows, in: app)
        let scrolledBody = cells.height > 0 ? firstLine(in: app) : 0
        screen.drawScrollMarks(
            of: rectangle(in: app), first: scrolled(rows, in: app) + scrolledBody,
            rows: height(in: app), count: rows.body + body.layout(width: cells.width).lines.count,
            style: app.environment.theme.accent)
    }

    private func draw(
        _ row: FormField, _ cells: Rectangle, _ inside: Rectangle, on screen: inout Screen,
        in app: BoardApp
    ) {
        let (theme, field) = (app.environment.theme, row.field)
        let isFocused = row == focused && calendar == nil
        drawNotes(below: field, cells, inside, on: &screen, in: app)
        guard inside.rows.contains(cells.row) else { return }
        screen.write(
            Line(
                (isFocused ? "▌" : " ") + app.label(of: field.key),
                isFocused ? theme.accent : theme.dim),
            column: inside.column, row: cells.row, width: labelWidth(in: app) - 1)
        screen.draw(inputs[field] ?? TextField(), in: cells, hasCursor: isFocused)
        let note = note(on: row, in: app)
        let used = columns(of: text(of: field)) + 2
        guard !note.isEmpty, note.columns <= cells.width - used else { return }
        screen.write(
            note, column: cells.column + used, row: cells.row, width: cells.width - used)
    }

    private func drawNotes(
        below field: Field, _ cells: Rectangle, _ inside: Rectangle, on screen: inout Screen,
        in app: BoardApp
    ) {
        let style = outsideStyle(of: field, in: app)
        for (offset, words) in notesBelow(field, in: app).enumerated() {
            let row = cells.row + 1 + offset
            guard inside.rows.contains(row) else { continue }
            screen.write(Line(words, style), column: cells.column, row: row, width: cells.width)
        }
    }

    /// Returns the note next to a field: the day it means, or changes by others.
    private func note(on row: FormField, in app: BoardApp) -> Line {
        let (theme, field) = (app.environment.theme, row.field)
        if let words = outsideNote(on: field, in: app) {
            return Line(words, outsideStyle(of: field, in: app))
        }
        let text = text(of: field)
        if row.kind == .date, !text.isEmpty {
            guard let date = typedDate(text, app.environment.now) else {
                return Line("?", theme.warning)
            }
            return Line(app.environment.dates.planned(date, isLong: true), theme.dim)
        }
        return Line()
    }

    private func outsideNote(on field: Field, in app: BoardApp) -> String? {
        outsideWords(on: field, in: app).map { form.clashes.contains(field) ? "⚑ " + $0 : $0 }
    }

    private func outsideStyle(of field: Field, in app: BoardApp) -> CellStyle {
        let theme = app.environment.theme
        return form.clashes.contains(field) ? theme.conflict : theme.warning
    }

    /// Returns the changes by others that do not fit next to the field.
    private func notesBelow(_ field: Field, in app: BoardApp) -> [String] {
        guard let words = outsideNote(on: field, in: app) else { return [] }
        let width = fieldWidth(in: app)
        let used = field == .body ? bodyTitle(in: app).columns : columns(of: text(of: field)) + 2
        let room = field == .body ? inside(in: app).width - used : width - used
        return columns(of: words) <= room ? [] : wrapped(words, width: width)
    }

    private func drawBody(
        _ rows: Rows, _ inside: Rectangle, on screen: inout Screen, in app: BoardApp
    ) {
        let cells = bodyCells(rows, in: app)
        let row = inside.row + rows.bodyTitle - scrolled(rows, in: app)
        let below = notesBelow(.body, in: app)
        var title = bodyTitle(in: app)
        if below.isEmpty, let words = outsideNote(on: .body, in: app) {
            title.append(words, outsideStyle(of: .body, in: app))
        }
        if inside.rows.contains(row) {
            screen.write(title, column: inside.column, row: row, width: inside.width)
        }
        let notes = Rectangle(
            column: inside.column + labelWidth(in: app), row: row, width: fieldWidth(in: app),
            height: 1)
        drawNotes(below: .body, notes, inside, on: &screen, in: app)
        guard cells.row < inside.rows.upperBound, cells.height > 0 else { return }
        screen.draw(
            body, in: cells, first: firstLine(in: app),
            hasCursor: focused.kind == .body && calendar == nil)
    }

    /// Returns the label of the body, with its length if that is limited.
    private func bodyTitle(in app: BoardApp) -> Line {
        let theme = app.environment.theme
        var title = Line(
            "─ " + app.label(of: Field.body.key) + " ",
            focused.kind == .body ? theme.accent : theme.dim)
        if let limit = app.shown?.board.settings.bodyLimit {
            let isOver = form.bodyLength > limit
            title.append(
                app.text(.bodyCount(app.count(form.bodyLength), limit: app.count(limit)))
                    + (isOver ? " !" : "")
                    + " ",
                isOver ? theme.late : theme.dim)
        }
        return title
    }

    /// Returns the reason the form cannot be saved, on as many lines as needed; at least one field
    /// stays visible above.
    private func problemLines(in app: BoardApp) -> [String] {
        guard let problem else { return [] }
        let inside = inside(in: app)
        let lines = wrapped(problem, width: max(4, inside.width - 4))
        return Array(lines.prefix(max(1, inside.height - 2)))
    }

    private func drawProblem(_ inside: Rectangle, on screen: inout Screen, in app: BoardApp) {
        let lines = problemLines(in: app)
        let top = inside.rows.upperBound - lines.count
        screen.fill(
            Rectangle(column: inside.column, row: top, width: inside.width, height: lines.count))
        for (offset, words) in lines.enumerated() {
            screen.write(
                Line((offset == 0 ? " ! " : "   ") + words, app.environment.theme.warning),
                column: inside.column, row: top + offset, width: inside.width)
        }
    }
}
