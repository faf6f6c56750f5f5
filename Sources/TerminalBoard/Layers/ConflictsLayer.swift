import BoardView
import MarkdownDocument
import TaskBoard
import TerminalUI
import Words

/// The conflicts of a task: for each the current value, the lost value with its author and time,
/// and the choices. The lost value may be the user's own.
struct ConflictsLayer: Layer {
    let id: TaskID
    /// The lines that won; nil until they are found.
    var won: WonLines?
    private var list = ScrollList<Int>()
    /// The first visible line after scrolling; nil to show the choice under the cursor.
    private var scrolled: Int?

    init(_ id: TaskID) { self.id = id }

    private struct Choice {
        let words: String
        let detail: String
        let resolution: Resolution
    }

    private func conflicts(in app: BoardApp) -> [ConflictView] {
        app.shown?.board[id]?.conflictViews(won: won) ?? []
    }

    func hints(in app: BoardApp) -> [Hint] {
        [
            Hint(key: "Enter", words: app.text(.hint(.choose))),
            Hint(key: "↑↓", words: app.text(.hint(.moveCursor))),
            Hint(key: "Esc", words: app.text(.hint(.close))),
        ]
    }

    func keys(in app: BoardApp) -> [Hint] {
        hints(in: app) + [
            Hint(key: "PageUp", words: app.text(.hint(.scroll))),
            Hint(key: "PageDown", words: app.text(.hint(.scroll))),
        ]
    }

    mutating func update(in app: inout BoardApp, from old: Board?) -> Bool {
        !conflicts(in: app).isEmpty
    }

    private func choices(in app: BoardApp) -> [Choice] {
        let conflicts = conflicts(in: app)
        return conflicts.flatMap { conflict -> [Choice] in
            let name = app.label(of: conflict.key) + ": "
            return conflict.choices.compactMap { resolution in
                switch resolution {
                case .take:
                    Choice(
                        words: name
                            + app.text(conflict.isDeletion ? .choiceDelete : .choiceOther),
                        detail: firstLine(other(conflict, app)) + "  " + origin(conflict, app),
                        resolution: resolution)
                case .both:
                    Choice(words: name + app.text(.choiceBoth), detail: "", resolution: resolution)
                case .keep:
                    // This choice resolves all conflicts, so it is offered once, below.
                    nil
                case .values: nil
                }
            }
        } + [
            Choice(
                words: app.text(.choiceCurrent),
                detail: conflicts.map { app.label(of: $0.key) + ": " + firstLine(now($0, app)) }
                    .joined(separator: ", "), resolution: .keep)
        ]
    }

    /// Returns the current value.
    private func now(_ conflict: ConflictView, _ app: BoardApp) -> String {
        if conflict.isDeletion { return app.text(.isKept) }
        return conflict.current?.string ?? "—"
    }

    /// Returns the lost value.
    private func other(_ conflict: ConflictView, _ app: BoardApp) -> String {
        if conflict.isDeletion { return app.text(.isDeleted) }
        return conflict.conflict.value.isEmpty ? "—" : conflict.conflict.value.string
    }

    private func firstLine(_ text: String) -> String {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        return String(lines.first ?? "") + (lines.count > 1 ? " …" : "")
    }

    private func origin(_ conflict: ConflictView, _ app: BoardApp) -> String {
        let date = DueDate(conflict.conflict.at).map { app.environment.dates.past($0) }
        return [conflict.conflict.by.string, date ?? conflict.conflict.at.string]
            .filter { !$0.isEmpty }.joined(separator: ", ")
    }

    mutating func handle(_ event: InputEvent, in app: inout BoardApp) -> Bool {
        let choices = choices(in: app)
        let start = current(in: app)
        list.update(Array(choices.indices))
        list.select(start)
        if let wheel = event.wheel {
            scroll(by: wheel * 3, in: app)
            return true
        }
        if let position = event.click {
            let inside = rectangle(in: app).inset(columns: 1, rows: 1)
            guard inside.contains(column: position.column, row: position.row) else { return false }
            let line = position.row - inside.row + first(in: app) - header(in: app).count
            if line >= 0, choices.indices.contains(line / 2) { choose(choices[line / 2], in: &app) }
            return true
        }
        switch event.plainKey {
        case .escape, .character("q"): return false
        case .pageUp: scroll(by: 3 - rectangle(in: app).height, in: app)
        case .pageDown: scroll(by: rectangle(in: app).height - 3, in: app)
        case .up, .character("k"):
            list.move(by: -1)
            scrolled = nil
        case .down, .character("j"):
            list.move(by: 1)
            scrolled = nil
        case .enter, .character(" "):
            if let index = list.cursor, choices.indices.contains(index) {
                choose(choices[index], in: &app)
            }
        default: break
        }
        return true
    }

    private mutating func scroll(by count: Int, in app: BoardApp) {
        let all = header(in: app).count + choices(in: app).count * 2
        let last = max(0, all - (rectangle(in: app).height - 2))
        scrolled = min(max(0, first(in: app) + count), last)
    }

    private func choose(_ choice: Choice, in app: inout BoardApp) {
        if let reason = app.readOnly {
            app.message = BoardApp.Message(text: app.text(reason), isFailure: true)
        } else {
            app.ask(.resolve(id, choice.resolution))
        }
    }

    private func rectangle(in app: BoardApp) -> Rectangle {
        let width = Self.width(in: app)
        let height = min(app.boxRows - 2, header(in: app).count + choices(in: app).count * 2 + 2)
        return Rectangle(
            column: (app.columns - width) / 2, row: max(1, (app.boxRows - height) / 3),
            width: width,
            height: max(4, height))
    }

    /// Returns both values of each conflict in full, one below the other.
    private func header(in app: BoardApp) -> [Line] {
        let theme = app.environment.theme
        let conflicts = conflicts(in: app)
        let label = max(10, (conflicts.map { columns(of: app.label(of: $0.key)) }.max() ?? 0) + 2)
        let width = max(12, Self.width(in: app) - 3)
        return conflicts.flatMap { conflict -> [Line] in
            var current = Line(" " + padded(app.label(of: conflict.key), to: label), theme.conflict)
            current.append(padded(app.text(.valueNow), to: 8), theme.dim)
            var lost = Line(" " + String(repeating: " ", count: label))
            lost.append(padded(app.text(.valueInstead), to: 8), theme.dim)
            var others = Self.lines(of: other(conflict, app), after: lost, width)
            let origin = Line("  " + origin(conflict, app), theme.dim)
            if let last = others.last, last.columns + origin.columns <= width {
                others[others.count - 1].append(origin)
            } else {
                var line = Line(String(repeating: " ", count: lost.columns - 2))
                line.append(origin)
                others.append(line)
            }
            return Self.lines(of: now(conflict, app), after: current, width) + others + [Line()]
        }
    }

    /// Returns the lines of a text, wrapped at a width.
    private static func lines(of text: String, after label: Line, _ width: Int) -> [Line] {
        let indent = Line(String(repeating: " ", count: label.columns))
        return text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
            .flatMap { index, line in
                hanging(index == 0 ? label : indent, String(line), .plain, width)
            }
    }

    private static func width(in app: BoardApp) -> Int {
        min(app.columns, max(60, app.columns * 2 / 3))
    }

    func draw(on screen: inout Screen, in app: BoardApp) {
        let theme = app.environment.theme
        let title = app.shown?.board[id]?.title.string ?? ""
        let inside = screen.box(
            rectangle(in: app), title: Line(app.text(.conflicts) + " " + title, theme.bold),
            style: theme.dim)
        let lines = header(in: app) + choiceLines(in: app)
        screen.drawScrollMarks(
            of: rectangle(in: app), first: first(in: app), rows: inside.height,
            count: lines.count, style: theme.accent)
        for (offset, line) in lines.dropFirst(first(in: app)).prefix(inside.height).enumerated() {
            screen.write(line, column: inside.column, row: inside.row + offset, width: inside.width)
        }
    }

    /// Returns the choice under the cursor. At first, a choice that deletes the task is never under
    /// it.
    private func current(in app: BoardApp) -> Int {
        let last = choices(in: app).count - 1
        let first = conflicts(in: app).contains(where: \.isDeletion) ? last : 0
        return min(list.cursor ?? first, last)
    }

    /// Returns the first visible line, chosen so that the choice under the cursor is visible.
    private func first(in app: BoardApp) -> Int {
        if let scrolled { return scrolled }
        let end = header(in: app).count + (current(in: app) + 1) * 2
        return max(0, end - max(2, rectangle(in: app).height - 2))
    }

    /// Returns each choice, with its value below it.
    private func choiceLines(in app: BoardApp) -> [Line] {
        let theme = app.environment.theme
        let current = current(in: app)
        return choices(in: app).enumerated().flatMap { index, choice in
            [
                Line(
                    (index == current ? " ▌ " : "   ") + choice.words,
                    index == current ? theme.accent : theme.plain),
                Line("     " + choice.detail, theme.dim),
            ]
        }
    }
}
