import BoardView
import MarkdownDocument
import TaskBoard
import TerminalUI

/// The page of a task: its fields, its body with boxes to tick, its conflicts and its history.
struct PageLayer: Layer {
    let id: TaskID
    var history: [HistoryEntry] = []
    /// The first line that is shown.
    private var first = 0
    /// The number of the checklist item under the cursor.
    private var item: Int?

    init(_ id: TaskID) { self.id = id }

    func hints(in app: BoardApp) -> [Hint] {
        let keys = app.surroundings.keys
        var hints = [Hint(key: "e", words: app.language.pick("edit", "편집"))]
        if app.context(of: [id]).hasChecklist {
            hints.append(Hint(key: "Space", words: app.language.pick("tick", "표시")))
        }
        if app.context(of: [id]).hasConflicts {
            let key = keys.name(of: .conflicts) ?? "c"
            hints.append(Hint(key: key, words: app.text(.conflictTitle)))
        }
        return hints + [
            Hint(key: "m", words: app.language.pick("menu", "메뉴")),
            Hint(key: "Esc", words: app.language.pick("close", "닫기")),
        ]
    }

    mutating func update(in app: inout BoardApp, from old: Board?) -> Bool {
        guard app.shown?.board[id] == nil else {
            app.effects.append(.loadHistory(id))
            return true
        }
        let title = old?[id]?.title.string ?? id.text.string
        app.message = BoardApp.Message(text: app.text(.deletedMeanwhile(title)), isFailure: true)
        return false
    }

    mutating func handle(_ event: InputEvent, in app: inout BoardApp) -> Bool {
        let inside = rectangle(in: app).inset(columns: 1, rows: 1)
        let lines = lines(in: app, width: inside.width - 2)
        let last = max(0, lines.count - inside.height)
        defer { first = min(max(0, first), last) }
        if let wheel = event.wheel {
            first += wheel * 3
            return true
        }
        if let position = event.click {
            guard rectangle(in: app).contains(column: position.column, row: position.row) else {
                return false
            }
            let index = first + position.row - inside.row
            if lines.indices.contains(index) { clicked(lines[index], in: &app) }
            return true
        }
        guard case .key(let press) = event else { return true }
        switch press.key {
        case .escape, .character("q"), .enter: return false
        case .up, .character("k"): first -= 1
        case .down, .character("j"): first += 1
        case .pageUp: first -= inside.height
        case .pageDown: first += inside.height
        case .home, .character("g"): first = 0
        case .end, .character("G"): first = last
        case .tab: selectItem(1, lines, inside.height)
        case .backtab: selectItem(-1, lines, inside.height)
        case .character(" "):
            toggle(item ?? lines.first { $0.item != nil && !$0.isTicked }?.item, lines, in: &app)
        default:
            let allowed: Set<BoardAction> = [
                .edit, .editFile, .menu, .delete, .undo, .redo, .annotate, .tick, .conflicts,
                .history, .change, .tag, .assign, .due, .finish, .help, .palette, .sync,
            ]
            if let action = app.surroundings.keys.action(of: press), allowed.contains(action) {
                app.run(action, on: [id])
                return app.shown?.board[id] != nil
            }
        }
        return true
    }

    private mutating func selectItem(_ step: Int, _ lines: [PageLine], _ height: Int) {
        let items = lines.compactMap(\.item)
        guard !items.isEmpty else { return }
        let place =
            item.flatMap(items.firstIndex).map { $0 + step } ?? (step > 0 ? 0 : items.count - 1)
        item = items[(place + items.count) % items.count]
        if let line = lines.firstIndex(where: { $0.item == item }) {
            first = min(max(first, line - height + 1), line)
        }
    }

    private func toggle(_ item: Int?, _ lines: [PageLine], in app: inout BoardApp) {
        guard let item, let line = lines.first(where: { $0.item == item }) else { return }
        if let reason = app.readOnly {
            app.message = BoardApp.Message(text: app.text(reason), isFailure: true)
        } else {
            app.ask(.tick(id, item: item, isTicked: !line.isTicked))
        }
    }

    private mutating func clicked(_ line: PageLine, in app: inout BoardApp) {
        if let item = line.item {
            self.item = item
            toggle(item, [line], in: &app)
        } else if let link = line.link {
            app.effects.append(.openLink(link))
        }
    }
}

/// A line of a page, and what a click on it means.
private struct PageLine {
    var line: Line
    var item: Int?
    var isTicked = false
    var link: String?

    init(_ line: Line = Line()) { self.line = line }
}

extension PageLayer {
    /// The right half, or the whole screen where that is narrow.
    private func rectangle(in app: BoardApp) -> Rectangle {
        let width = app.columns < 80 ? app.columns : max(50, app.columns / 2)
        return Rectangle(
            column: app.columns - width, row: 1, width: width, height: max(3, app.rows - 2))
    }

    func draw(on screen: inout Screen, in app: BoardApp) {
        let theme = app.surroundings.theme
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

    private func lines(in app: BoardApp, width: Int) -> [PageLine] {
        guard let shown = app.shown, let task = shown.board[id] else { return [] }
        let page = TaskPage(
            task, reference: shown.card(id)?.reference ?? "", on: shown.board, history: [],
            now: app.surroundings.now)
        var lines = rows(of: page, in: app)
        for conflict in page.conflicts { lines.append(PageLine(conflictLine(conflict, app))) }
        for problem in page.problems {
            lines += wrapped(problem.message, width: width).map {
                PageLine(Line($0, app.surroundings.theme.warning))
            }
        }
        lines.append(PageLine())
        lines += bodyLines(page, width, app)
        lines += historyLines(app)
        return lines
    }

    private func rows(of page: TaskPage, in app: BoardApp) -> [PageLine] {
        let theme = app.surroundings.theme
        let names = page.rows.map { $0.name.string }
        let widest = (names.map { columns(of: $0) }.max() ?? 0) + 2
        return zip(page.rows, names).map { row, name in
            var line = Line(padded(name, to: widest), theme.dim)
            line.append(value(row.value, app))
            return PageLine(line)
        }
    }

    private func value(_ value: TaskPage.Value, _ app: BoardApp) -> Line {
        let (theme, dates) = (app.surroundings.theme, app.surroundings.dates)
        switch value {
        case .texts(let texts): return Line(texts.map(\.string).joined(separator: ", "))
        case .due(let date, let isOverdue):
            let words = dates.planned(date, isOverdue: isOverdue, isLong: true)
            return isOverdue ? Line("! " + words, theme.late) : Line(words)
        case .day(let day): return Line(dates.planned(day, isLong: true))
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
        let theme = app.surroundings.theme
        var line = Line("⚑ " + conflict.key.string + ": ", theme.conflict)
        line.append(conflict.conflict.value.string.replacing("\n", with: " "))
        line.append("  " + conflict.conflict.by.string, theme.dim)
        return line
    }

    private func bodyLines(_ page: TaskPage, _ width: Int, _ app: BoardApp) -> [PageLine] {
        let theme = app.surroundings.theme
        return page.body.flatMap { bodyLine -> [PageLine] in
            let text = bodyLine.text.string
            let style = Self.style(of: text, theme)
            let shown = bodyLine.item == nil ? text : Self.withBox(text, bodyLine.isTicked)
            return wrapped(shown, width: width).enumerated().map { index, part in
                var line = PageLine(Line(part, bodyLine.isTicked ? theme.dim : style))
                if index == 0 { (line.item, line.isTicked) = (bodyLine.item, bodyLine.isTicked) }
                line.link = Self.link(in: text)
                return line
            }
        }
    }

    private static func style(of text: String, _ theme: BoardTheme) -> CellStyle {
        let trimmed = text.drop { $0 == " " }
        if trimmed.hasPrefix("#") { return theme.bold }
        if trimmed.hasPrefix(">") { return theme.dim }
        return theme.plain
    }

    private static func withBox(_ text: String, _ isTicked: Bool) -> String {
        guard let open = text.firstIndex(of: "["), let close = text[open...].firstIndex(of: "]")
        else {
            return text
        }
        let indent = text.prefix { $0 == " " }
        return indent + (isTicked ? "☑" : "☐") + text[text.index(after: close)...]
    }

    /// The first address in a text that may be opened: of the web, or for mail.
    private static func link(in text: String) -> String? {
        for scheme in ["https://", "http://", "mailto:"] {
            guard let start = text.range(of: scheme)?.lowerBound else { continue }
            let end: (Character) -> Bool = { $0.isWhitespace || ")>]\"'".contains($0) }
            return String(text[start...].prefix { !end($0) })
        }
        return nil
    }

    private func historyLines(_ app: BoardApp) -> [PageLine] {
        let (theme, dates) = (app.surroundings.theme, app.surroundings.dates)
        guard !history.isEmpty else { return [] }
        let entries = history.filter { !$0.isReorder }.prefix(20)
        return [PageLine(), PageLine(Line(app.text(.historyTitle), theme.bold))]
            + entries.map { entry in
                var line = Line(padded(dates.past(entry.time), to: 19), theme.dim)
                line.append(entry.sentence(dates, app.language))
                return PageLine(line)
            }
    }
}

extension String {
    /// The first place of a text, without Foundation.
    fileprivate func range(of other: String) -> Range<String.Index>? { firstRange(of: other) }
}
