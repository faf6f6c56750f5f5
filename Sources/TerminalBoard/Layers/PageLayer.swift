import BoardView
import MarkdownDocument
import TaskBoard
import TerminalUI
import TextLayout
import Words

/// The page of a task: its fields, its body with checkboxes, its conflicts and its history.
struct PageLayer: Layer {
    let id: TaskID
    var history: [HistoryEntry] = []
    /// The first visible line.
    private(set) var first = 0
    /// The number of the checklist item under the cursor.
    private(set) var item: Int?
    /// The attachments on the page.
    var files = PageFiles()
    /// The body as last laid out.
    private var laidOut: PageBody?
    /// The maximum number of bytes of the body; nil for all.
    private let bodyBytes: Int?

    init(_ id: TaskID, bodyBytes: Int? = nil) { (self.id, self.bodyBytes) = (id, bodyBytes) }

    func hints(in app: BoardApp) -> [Hint] {
        let keys = app.environment.keys
        var hints = [Hint(key: "e", words: BoardAction.edit.title(app.language))]
        let facts = app.facts(of: [id]).known
        if facts.contains(.checklist) {
            hints.append(Hint(key: "Space", words: app.text(.hint(.tickItem))))
        }
        if facts.contains(.conflicts) {
            let key = keys.name(of: .conflicts) ?? "c"
            hints.append(Hint(key: key, words: app.text(.conflicts)))
        }
        if app.shown?.board[id]?.attachments.isEmpty == false {
            hints.append(Hint(key: "Tab Enter", words: app.text(.files(.openFile))))
        }
        return hints + [
            Hint(key: "m", words: app.text(.hint(.menu))),
            Hint(key: "Esc", words: app.text(.hint(.close))),
        ]
    }

    mutating func update(in app: inout BoardApp, from old: Board?) -> Bool {
        guard app.shown?.board[id] == nil else {
            app.effects.append(.loadHistory(id))
            return true
        }
        let title = old?[id]?.title.string ?? id.text.string
        app.message = BoardApp.Message(text: app.text(.taskDeleted(title)), isFailure: true)
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
            if lines.indices.contains(index) {
                clicked(lines[index], column: position.column - inside.column - 1, in: &app)
            }
            return true
        }
        guard case .key(let press) = event else { return true }
        switch press.key {
        case .escape, .character("q"): return false
        case .enter:
            if let file = files.selected {
                files.open(file, in: &app)
                return true
            }
            guard let item else { return false }
            toggle(item, lines, in: &app)
        case .up, .character("k"): first -= 1
        case .down, .character("j"): first += 1
        case .pageUp: first -= inside.height
        case .pageDown: first += inside.height
        case .home, .character("g"): first = 0
        case .end, .character("G"): first = last
        case .tab: selectItem(1, lines, inside.height)
        case .backtab: selectItem(-1, lines, inside.height)
        case .character(" "):
            // If no item is under the cursor, tick the next one, as on the board.
            if let item { toggle(item, lines, in: &app) } else { app.run(.tick, on: [id]) }
        default:
            let allowed: Set<BoardAction> = [
                .edit, .editFile, .menu, .delete, .undo, .redo, .annotate, .attach, .tick,
                .conflicts,
                .history, .change, .tag, .assign, .priority, .due, .wait, .remind, .snooze, .skip,
                .finish, .help, .palette, .sync,
            ]
            if let action = app.environment.keys.action(of: press), allowed.contains(action) {
                app.run(action, on: [id])
                return app.shown?.board[id] != nil
            }
        }
        return true
    }

    private mutating func selectItem(_ step: Int, _ lines: [PageLine], _ height: Int) {
        let targets = lines.indices.filter { lines[$0].item != nil || lines[$0].file != nil }
        guard !targets.isEmpty else { return }
        let place =
            targets.firstIndex { isSelected(lines[$0]) }.map { $0 + step }
            ?? (step > 0 ? 0 : targets.count - 1)
        let line = targets[(place + targets.count) % targets.count]
        (item, files.selected) = (lines[line].item, lines[line].file)
        first = min(max(first, line - height + 1), line)
    }

    private func isSelected(_ line: PageLine) -> Bool {
        if let file = line.file { return file == files.selected }
        return line.item != nil && line.item == item
    }

    private func toggle(_ item: Int, _ lines: [PageLine], in app: inout BoardApp) {
        guard let line = lines.first(where: { $0.item == item }) else { return }
        if let reason = app.readOnly {
            app.message = BoardApp.Message(text: app.text(reason), isFailure: true)
        } else {
            app.ask(.tick(id, items: [item], isTicked: !line.isTicked))
        }
    }

    private mutating func clicked(
        _ line: PageLine, column: Int, in app: inout BoardApp
    ) {
        if let link = line.link(at: column) {
            app.effects.append(.openLink(link))
        } else if let file = line.file ?? line.picture?.file {
            (item, files.selected) = (nil, file)
            files.open(file, in: &app)
        } else if let item = line.item {
            (self.item, files.selected) = (item, nil)
            toggle(item, [line], in: &app)
        }
    }

    /// Lays out the body once, and again only when it changes.
    mutating func layOut(in app: BoardApp) {
        layOut(in: app, width: rectangle(in: app).inset(columns: 1, rows: 1).width - 2)
    }

    mutating func layOut(in app: BoardApp, width: Int) {
        guard let page = page(in: app) else { return }
        laidOut = body(of: page, width, app.environment.theme)
    }

    /// Uses the body that another page of the same task has laid out, if it has not changed.
    mutating func keepBody(of other: PageLayer?) { laidOut = other?.laidOut }

    func body(of page: TaskPage, _ width: Int, _ theme: BoardTheme) -> PageBody {
        if let laidOut, laidOut.isOf(page, width, theme) { return laidOut }
        return PageBody(page, width, theme)
    }
}

extension PageLayer {
    /// Returns the right half of the screen, or all of it if the screen is narrow.
    func rectangle(in app: BoardApp) -> Rectangle {
        let width = app.columns < 80 ? app.columns : max(50, app.columns / 2)
        return Rectangle(
            column: app.columns - width, row: 1, width: width, height: max(3, app.boxRows - 2))
    }

    func draw(on screen: inout Screen, in app: BoardApp) {
        let theme = app.environment.theme
        guard let task = app.shown?.board[id] else { return }
        let rectangle = rectangle(in: app)
        let inside = screen.box(
            rectangle, title: Line(task.title.string, theme.bold), style: theme.dim)
        let lines = lines(in: app, width: inside.width - 2)
        screen.drawScrollMarks(
            of: rectangle, first: first, rows: inside.height, count: lines.count, style: theme.dim)
        for row in 0..<inside.height where lines.indices.contains(first + row) {
            let line = lines[first + row]
            screen.write(
                line.line, column: inside.column + 1, row: inside.row + row,
                width: inside.width - 2)
            if isSelected(line) {
                screen.highlight(row: inside.row + row, in: inside)
            }
        }
        Self.place(Array(lines.dropFirst(first).prefix(inside.height)), in: inside, on: &screen)
    }

    /// Places the pictures whose rows are among the visible lines.
    private static func place(
        _ lines: [PageLine], in inside: Rectangle, on screen: inout Screen
    ) {
        var rest = lines[...]
        while let start = rest.firstIndex(where: { $0.picture != nil }),
            let shown = rest[start].picture
        {
            let count = rest[start...].prefix { $0.picture?.file == shown.file }.count
            rest = rest[(start + count)...]
            let cells = Rectangle(
                column: inside.column + 3, row: inside.row + start, width: shown.columns,
                height: count)
            screen.place(
                PlacedPicture(
                    shown.picture, at: cells, rows: shown.rows,
                    showing: shown.row..<(shown.row + count)))
        }
    }

    /// Returns the lines of the page. A title that does not fit into the border comes first.
    func lines(in app: BoardApp, width: Int) -> [PageLine] {
        guard let page = page(in: app) else { return [] }
        let isCut = columns(of: page.title.string) > width - 2
        return (isCut ? Self.titleLines(of: page, width, app.environment.theme) : [])
            + factLines(of: page, in: app, width: width) + historyLines(app, width: width)
    }

    /// Returns the whole title, and a blank line.
    static func titleLines(of page: TaskPage, _ width: Int, _ theme: BoardTheme) -> [PageLine] {
        wrapped(page.title.string, width: width).map { PageLine(Line($0, theme.bold)) }
            + [PageLine()]
    }

    /// Returns the fields, the conflicts, the problems and the body.
    func factLines(of page: TaskPage, in app: BoardApp, width: Int) -> [PageLine] {
        var lines = rows(of: page, in: app, width: width)
        for conflict in page.conflicts { lines.append(PageLine(conflictLine(conflict, app))) }
        for problem in page.problems {
            lines += wrapped(problem.words.text(app.language), width: width).map {
                PageLine(Line($0, app.environment.theme.warning))
            }
        }
        let body = body(of: page, width, app.environment.theme).lines
        if body.contains(where: { $0.line.columns > 0 }) { lines += [PageLine()] + body }
        return lines + files.lines(of: page, in: app, width: width)
    }

    func page(in app: BoardApp) -> TaskPage? {
        guard let shown = app.shown, let task = shown.board[id] else { return nil }
        let now = app.environment.now
        let snoozedUntil = app.past == nil ? app.snoozes[id] : nil
        return TaskPage(
            task, reference: shown.card(id)?.reference ?? "", on: shown.board,
            blocks: shown.tasks(blockedBy: id), history: [],
            snoozedUntil: snoozedUntil.flatMap { $0 > now.seconds ? $0 : nil },
            bodyBytes: bodyBytes, now: now)
    }

    private func rows(of page: TaskPage, in app: BoardApp, width: Int) -> [PageLine] {
        let theme = app.environment.theme
        let names = page.rows.map { app.label(of: $0.name) }
        let widest = (names.map { columns(of: $0) }.max() ?? 0) + 2
        return zip(page.rows, names).flatMap { row, name in
            let label = Line(padded(name, to: widest), theme.dim)
            let value = value(row, app)
            return hanging(label, value.text, value.runs.first?.style ?? .plain, width)
                .map { PageLine($0) }
        }
    }

    private func value(_ row: TaskPage.Row, _ app: BoardApp) -> Line {
        let (theme, dates) = (app.environment.theme, app.environment.dates)
        switch row.value {
        case .texts(let texts) where row.name == Field.priority.key:
            return Line(texts.map { app.priority($0) }.joined(separator: ", "))
        case .texts(let texts): return Line(texts.map(\.string).joined(separator: ", "))
        case .misfit(let texts):
            return Line("! " + texts.map(\.string).joined(separator: ", "), theme.warning)
        case .dates(let days):
            return Line(
                days.map { dates.planned($0, isLong: true) }.joined(separator: ", "))
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
        case .children(let links, let progress):
            let titles = links.map { ($0.title ?? $0.id.text).string + ($0.isFinished ? " ✓" : "") }
            return Line(progress.words + ": " + titles.joined(separator: ", "))
        case .checklist(let done, let total): return Line("\(done)/\(total)")
        }
    }

    /// Returns the value of a conflict that lost, with its author. The texts of a body are below, in
    /// the body itself.
    private func conflictLine(_ conflict: ConflictView, _ app: BoardApp) -> Line {
        let theme = app.environment.theme
        var line = Line("⚑ " + app.label(of: conflict.key) + ": ", theme.conflict)
        if conflict.conflict.key != Field.body.key {
            line.append(conflict.conflict.value.string.replacing("\n", with: " ") + "  ")
        }
        line.append(conflict.conflict.by.string, theme.dim)
        return line
    }

    private func historyLines(_ app: BoardApp, width: Int) -> [PageLine] {
        let (theme, dates) = (app.environment.theme, app.environment.dates)
        guard !history.isEmpty else { return [] }
        let entries = history.filter { !$0.isReorder }.prefix(20)
        return [PageLine(), PageLine(Line(app.text(.history), theme.bold))]
            + entries.flatMap { entry in
                let origin = entry.origin(dates)
                let change = hanging(Line(), entry.change(dates, app.language), .plain, width)
                var last = change.last ?? Line()
                // Who and when are beside a short change, and below a long one.
                guard last.columns + columns(of: origin) + 2 <= width else {
                    return (change + [Line("  " + origin, theme.dim)]).map { PageLine($0) }
                }
                last.append("  " + origin, theme.dim)
                return (change.dropLast() + [last]).map { PageLine($0) }
            }
    }
}

/// A line of a page, with its click targets.
struct PageLine: Equatable {
    var line: Line
    /// The number of the checklist item that starts on the line.
    var item: Int?
    var isTicked = false
    /// The attachment on the line.
    var file: BoardPath?
    /// The part of a picture that the line shows.
    var picture: PictureRow?
    /// The addresses on the line, with the columns that link to them.
    private(set) var links: [Link] = []

    struct Link: Equatable {
        let columns: Range<Int>
        let address: String
    }

    struct PictureRow: Equatable {
        let picture: Picture
        let file: BoardPath
        let row: Int
        /// The number of cells that the whole picture covers.
        let columns: Int
        let rows: Int
    }

    init(_ line: Line = Line()) { self.line = line }

    fileprivate init(_ text: StyledText, _ theme: BoardTheme) {
        line = Line()
        for span in text.spans {
            let start = line.columns
            line.append(span.text, theme.style(span.style))
            guard let address = span.link, isOpenable(address) else { continue }
            links.append(Link(columns: start..<line.columns, address: address))
        }
    }

    /// Returns the address at a column, counted from 0.
    func link(at column: Int) -> String? {
        links.first { $0.columns.contains(column) }?.address
    }
}

/// The body of a task, wrapped at a width.
struct PageBody: Equatable {
    let lines: [PageLine]
    private let source: [TaskPage.BodyLine]
    private let width: Int
    private let depth: ColourDepth

    init(_ page: TaskPage, _ width: Int, _ theme: BoardTheme) {
        (source, self.width, depth) = (page.body, width, theme.depth)
        let boxes = page.isMalformed ? nil : MarkdownBoxes(page.body.map(\.withoutCalloutMark))
        lines =
            boxes.map { Self.rendered($0, width, theme) }
            ?? page.body.flatMap { Self.sourceLines($0, width, theme) }
    }

    func isOf(_ page: TaskPage, _ width: Int, _ theme: BoardTheme) -> Bool {
        width == self.width && theme.depth == depth && page.body == source
    }

    private static func rendered(
        _ boxes: MarkdownBoxes, _ width: Int, _ theme: BoardTheme
    ) -> [PageLine] {
        let layout = MarkdownLayout(
            boxes.text, items: boxes.items, columns: width, showsMarks: theme.depth == .none)
        let ticked = Set(boxes.items.values.filter(\.isTicked).map(\.number))
        return layout.lines.map { line in
            var shown = PageLine(line.text, theme)
            shown.item = line.number
            shown.isTicked = line.number.map(ticked.contains) ?? false
            return shown
        }
    }

    /// Returns a line of a malformed file, or of a body that is too expensive to parse, as source.
    private static func sourceLines(
        _ line: TaskPage.BodyLine, _ width: Int, _ theme: BoardTheme
    ) -> [PageLine] {
        safe(withoutTabs(line.text.utf8)).wrapped(to: width).enumerated().map { index, part in
            var shown = PageLine(
                Line(part, line.isTicked ? theme.style(.done) : theme.plain))
            if index == 0 { (shown.item, shown.isTicked) = (line.item, line.isTicked) }
            return shown
        }
    }
}
