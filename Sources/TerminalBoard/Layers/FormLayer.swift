import BoardView
import MarkdownDocument
import TaskBoard
import TerminalUI

/// The form for a task: a field for each value, and the body.
///
/// It keeps the version that it began with. What others change meanwhile flows into fields that
/// the person has not touched, marked, and never into the one with the focus.
struct FormLayer: Layer {
    let id: TaskID?
    private(set) var form: TaskForm
    private var fields: [Field: TextField] = [:]
    private var body: TextField
    private var focus = 0
    /// The first line of the body that is shown.
    private var firstLine = 0
    /// What others changed, by field: in words.
    private var outside: [Field: String] = [:]
    /// Fields that both changed, with the others' text.
    private var clashes: [Field: String] = [:]
    /// The task was deleted meanwhile.
    private var isDeleted = false
    private var calendar: Calendar?
    var saving: Intent?
    var problem: String?

    /// The month that the date field opens.
    struct Calendar: Equatable, Sendable { var day: Day }

    private static let order: [Field] = TaskForm.fields + [.body]

    init(_ form: TaskForm, draft: FormDraft? = nil) {
        (self.form, id) = (form, form.base?.id)
        body = TextField(form.body, isMultiline: true)
        for field in TaskForm.fields { fields[field] = TextField(form[field]) }
        for (key, text) in draft?.texts ?? [:] {
            guard let field = Self.order.first(where: { $0.key.string == key }) else { continue }
            if field == .body {
                body.replaceAll(with: text)
            } else {
                fields[field]?.replaceAll(with: text)
            }
        }
        body.moveToStart()
        take()
    }

    private var focused: Field { Self.order[focus] }

    func isSaving(_ intent: Intent) -> Bool { saving == intent }

    func hints(in app: BoardApp) -> [Hint] {
        if calendar != nil {
            return [
                Hint(key: "↑↓←→", words: app.language.pick("day", "날짜")),
                Hint(key: "Enter", words: app.language.pick("choose", "선택")),
                Hint(key: "Esc", words: app.language.pick("close", "닫기")),
            ]
        }
        if isDeleted {
            return [
                Hint(
                    key: "Ctrl-S", words: app.language.pick("restore with this text", "이 내용으로 복원")),
                Hint(key: "Ctrl-X", words: app.language.pick("discard", "버리기")),
            ]
        }
        if clashes[focused] != nil {
            return [
                Hint(key: "Ctrl-O", words: app.text(.mine)),
                Hint(key: "Ctrl-T", words: app.text(.theirs)),
                Hint(key: "Ctrl-B", words: app.text(.both)),
            ]
        }
        var hints = [
            Hint(key: "Ctrl-S", words: app.language.pick("save", "저장")),
            Hint(key: "Tab", words: app.language.pick("next field", "다음 칸")),
        ]
        if focused.dateSense == .ahead {
            hints.append(Hint(key: "↓", words: app.language.pick("calendar", "달력")))
        }
        return hints + [
            Hint(key: "Ctrl-X", words: app.language.pick("discard", "버리기")),
            Hint(key: "Esc", words: app.language.pick("leave, keep a draft", "초안으로 두고 나가기")),
        ]
    }

    /// Copies what was typed into the form.
    private mutating func take() {
        for field in TaskForm.fields { form[field] = fields[field]?.text ?? "" }
        form.body = body.text
    }
}

// Keys.
extension FormLayer {
    mutating func handle(_ event: InputEvent, in app: inout BoardApp) -> Bool {
        if saving != nil { return true }
        if calendar != nil { return handleCalendar(event, in: app) }
        if let position = event.click { return clicked(position, in: app) }
        if let wheel = event.wheel {
            firstLine = max(0, firstLine + wheel * 3)
            return true
        }
        if case .key(let press) = event, press.modifiers == .ctrl,
            case .character(let letter) = press.key
        {
            switch letter {
            case "s":
                save(in: &app)
                return !form.changed.isEmpty || form.base == nil
            case "x":
                app.effects.append(.dropDraft(id))
                app.drafts.removeAll { $0.id == id }
                return false
            case "o", "t", "b":
                if settle(letter) { return true }
            default: break
            }
        }
        switch event.plainKey {
        case .escape: return leave(in: &app)
        case .tab: moveFocus(1)
        case .backtab: moveFocus(-1)
        case .enter where focused != .body: moveFocus(1)
        case .enter: edit { $0.insert("\n") }
        case .up where focused == .body:
            if !body.moveUp(width: width(in: app)) { moveFocus(-1) }
        case .down where focused == .body: body.moveDown(width: width(in: app))
        case .pageDown where focused == .body:
            for _ in 0..<10 { body.moveDown(width: width(in: app)) }
        case .pageUp where focused == .body: for _ in 0..<10 { body.moveUp(width: width(in: app)) }
        case .up: moveFocus(-1)
        case .down where focused.dateSense == .ahead && fields[focused] != nil:
            openCalendar(in: app)
        case .down: moveFocus(1)
        default: edit { $0.take(event) }
        }
        return true
    }

    private mutating func edit(_ change: (inout TextField) -> Void) {
        if focused == .body {
            change(&body)
        } else {
            change(&fields[focused, default: TextField()])
        }
        problem = nil
        take()
    }

    private mutating func moveFocus(_ step: Int) {
        focus = (focus + step + Self.order.count) % Self.order.count
    }

    private mutating func leave(in app: inout BoardApp) -> Bool {
        guard !form.changed.isEmpty else {
            app.effects.append(.dropDraft(id))
            return false
        }
        let texts = form.changed.map { ($0.key.string, $0 == .body ? form.body : form[$0]) }
        let draft = FormDraft(id: id, texts: Dictionary(uniqueKeysWithValues: texts))
        app.drafts.removeAll { $0.id == id }
        app.drafts.append(draft)
        app.effects.append(.keepDraft(draft))
        app.message = BoardApp.Message(text: app.text(.draftKept))
        return false
    }

    private mutating func save(in app: inout BoardApp) {
        guard let settings = app.shown?.board.settings, !form.changed.isEmpty || form.base == nil
        else {
            app.message = BoardApp.Message(text: app.text(.nothingChanged))
            return
        }
        let (now, me) = (app.surroundings.now, app.surroundings.me)
        if let found = form.problems(settings, now: now, me: me).first {
            problem = "\(found.field.key): \(found.words)"
            focus = Self.order.firstIndex(of: found.field) ?? focus
            return
        }
        if !clashes.isEmpty {
            focus = Self.order.firstIndex { clashes[$0] != nil } ?? focus
            problem = "\(focused.key): \(clashes[focused] ?? "")"
            return
        }
        do throws(FormProblem) {
            let intent: Intent =
                if let id, !isDeleted {
                    .edit([id], try form.edits(now: now, me: me))
                } else {
                    .add(try form.draft(now: now, me: me), to: form.state, atTop: false)
                }
            saving = intent
            app.ask(intent)
            // An intent that is refused at once has no answer.
            if app.pending.last?.intent != intent {
                saving = nil
                problem = app.message?.text
            }
        } catch {
            problem = error.words
        }
    }

    private mutating func settle(_ letter: String) -> Bool {
        guard let theirs = clashes[focused] else { return false }
        let mine = focused == .body ? body.text : fields[focused]?.text ?? ""
        let text =
            switch letter {
            case "t": theirs
            case "b":
                focused == .body
                    ? mine + (mine.hasSuffix("\n") ? "" : "\n") + theirs
                    : [mine, theirs].filter { !$0.isEmpty }.joined(separator: ", ")
            default: mine
            }
        edit { $0.replaceAll(with: text) }
        clashes[focused] = nil
        return true
    }
}

// What others change meanwhile.
extension FormLayer {
    mutating func update(in app: inout BoardApp, from old: Board?) -> Bool {
        guard let id, let base = form.base, saving == nil else { return true }
        guard let task = app.version?.board[id] else {
            isDeleted = true
            problem = app.text(.deletedMeanwhile(base.title.string))
            return true
        }
        isDeleted = false
        guard task.bytes != base.bytes else { return true }
        do throws(ActionError) {
            try rebase(onto: TaskForm(editing: task), in: app)
        } catch {
            problem = error.sentence
        }
        return true
    }

    private mutating func rebase(onto new: TaskForm, in app: BoardApp) throws(ActionError) {
        var next = new
        let mine = form
        for field in Self.order {
            let (before, theirs) = (mine.baseText(of: field), new.baseText(of: field))
            let text = field == .body ? mine.body : mine[field]
            if before == theirs {
                next.set(field, text)
            } else if text == before, field != focused {
                outside[field] = app.text(
                    .changedFrom(
                        field: field.key.string, old: short(before), new: short(theirs), who: ""))
                if field == .body {
                    body.replaceAll(with: theirs)
                } else {
                    fields[field]?.replaceAll(with: theirs)
                }
            } else if text != theirs {
                next.set(field, text)
                clashes[field] = theirs
            }
        }
        form = next
        take()
    }

    private func short(_ text: String) -> String {
        let line = text.split(separator: "\n").first.map(String.init) ?? "—"
        return prefix(of: line, columns: 20)
    }
}

// The calendar of a date field.
extension FormLayer {
    private mutating func openCalendar(in app: BoardApp) {
        let now = app.surroundings.now
        let text = fields[focused]?.text ?? ""
        calendar = Calendar(day: typedDate(text, now)?.day ?? now.today)
    }

    private func typedDate(_ text: String, _ now: Moment) -> DueDate? {
        do throws(WordError) {
            return try DueDate.typed(Text(text), in: Text(text), now: now)
        } catch {
            return nil
        }
    }

    private mutating func handleCalendar(_ event: InputEvent, in app: BoardApp) -> Bool {
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
            column: form.column + max(0, (form.width - 24) / 2), row: form.row + 3, width: 24,
            height: 9)
    }

    /// The Monday of the first week that the month shows.
    private func calendarStart(_ day: Day) -> Day {
        let first = Day(year: day.year, month: day.month, day: 1) ?? day
        return first.adding(days: 1 - first.weekday)
    }

    private func calendarDay(at position: Position, in app: BoardApp) -> Day? {
        guard let day = calendar?.day else { return nil }
        let inside = calendarRectangle(in: app).inset(columns: 1, rows: 1)
        let (row, column) = (position.row - inside.row - 1, (position.column - inside.column) / 3)
        guard (0..<6).contains(row), (0..<7).contains(column) else { return nil }
        return calendarStart(day).adding(days: row * 7 + column)
    }

    private func drawCalendar(_ day: Day, on screen: inout Screen, in app: BoardApp) {
        let theme = app.surroundings.theme
        let month = "\(day.year)-\(day.month < 10 ? "0" : "")\(day.month)"
        let inside = screen.box(
            calendarRectangle(in: app), title: Line(month, theme.bold), style: theme.dim)
        let names = app.language.pick("Mo Tu We Th Fr Sa Su", "월 화 수 목 금 토 일")
        screen.write(
            Line(" " + names, theme.dim), column: inside.column, row: inside.row,
            width: inside.width)
        let start = calendarStart(day)
        for index in 0..<42 {
            let shown = start.adding(days: index)
            var style = shown.month == day.month ? theme.plain : theme.dim
            if shown == app.surroundings.now.today { style = theme.accent }
            if shown == day { style.attributes.insert(.reverse) }
            screen.write(
                (shown.day < 10 ? " " : "") + "\(shown.day)",
                column: inside.column + 1 + index % 7 * 3,
                row: inside.row + 1 + index / 7, style: style)
        }
        screen.cursor = nil
    }
}

// Drawing.
extension FormLayer {
    private func rectangle(in app: BoardApp) -> Rectangle {
        let width = app.columns < 80 ? app.columns : max(50, app.columns / 2)
        return Rectangle(
            column: app.columns - width, row: 1, width: width, height: max(3, app.rows - 2))
    }

    private static let labelWidth = 12

    private func width(in app: BoardApp) -> Int { max(4, rectangle(in: app).width - 4) }

    /// The row of each field below the edge of the box; the body takes the rest.
    private var bodyRow: Int { TaskForm.fields.count + 1 }

    private mutating func clicked(_ position: Position, in app: BoardApp) -> Bool {
        let inside = rectangle(in: app).inset(columns: 1, rows: 1)
        guard inside.contains(column: position.column, row: position.row) else { return true }
        let row = position.row - inside.row
        if row < TaskForm.fields.count {
            focus = row
            let column = position.column - inside.column - Self.labelWidth
            if var field = fields[focused] {
                let place = field.layout(width: width(in: app) - Self.labelWidth).place(
                    column: max(0, column), row: 0)
                field.moveCursor(to: place)
                fields[focused] = field
            }
        } else if row >= bodyRow {
            focus = Self.order.count - 1
            let place = body.layout(width: width(in: app)).place(
                column: position.column - inside.column - 1, row: firstLine(in: app) + row - bodyRow
            )
            body.moveCursor(to: place)
        }
        return true
    }

    /// The first line of the body that is shown, so that its cursor is seen.
    private func firstLine(in app: BoardApp) -> Int {
        let rows = max(1, rectangle(in: app).height - 3 - bodyRow)
        let row = body.layout(width: width(in: app)).cursor.row
        return min(max(firstLine, row - rows + 1), row)
    }

    func draw(on screen: inout Screen, in app: BoardApp) {
        let theme = app.surroundings.theme
        let rectangle = rectangle(in: app)
        let name = form.base == nil ? app.text(.newTask) : app.text(.formTitle)
        let inside = screen.box(rectangle, title: Line(name, theme.bold), style: theme.accent)
        for (index, field) in TaskForm.fields.enumerated() where index < inside.height {
            draw(field, at: inside.row + index, inside, on: &screen, in: app)
        }
        drawBody(inside, on: &screen, in: app)
        if let problem {
            screen.write(
                Line(" ! " + problem, theme.warning), column: inside.column,
                row: inside.rows.upperBound - 1, width: inside.width)
        }
        if let calendar { drawCalendar(calendar.day, on: &screen, in: app) }
    }

    private func draw(
        _ field: Field, at row: Int, _ inside: Rectangle, on screen: inout Screen, in app: BoardApp
    ) {
        let theme = app.surroundings.theme
        let isFocused = field == focused && calendar == nil
        screen.write(
            Line((isFocused ? "▌" : " ") + field.key.string, isFocused ? theme.accent : theme.dim),
            column: inside.column, row: row, width: Self.labelWidth - 1)
        let cells = Rectangle(
            column: inside.column + Self.labelWidth, row: row,
            width: max(1, inside.width - Self.labelWidth - 1), height: 1)
        screen.draw(fields[field] ?? TextField(), in: cells, hasCursor: isFocused)
        let note = note(on: field, in: app)
        guard !note.isEmpty else { return }
        let used = columns(of: fields[field]?.text ?? "") + 2
        let room = cells.width - used
        if room > 4 { screen.write(note, column: cells.column + used, row: row, width: room) }
    }

    /// What is said beside a field: the day that was typed, or what others changed.
    private func note(on field: Field, in app: BoardApp) -> Line {
        let theme = app.surroundings.theme
        if let theirs = clashes[field] {
            return Line("⚑ " + app.text(.theirs) + ": " + short(theirs), theme.conflict)
        }
        if let words = outside[field] { return Line(words, theme.warning) }
        let text = fields[field]?.text ?? ""
        if field.dateSense == .ahead, !text.isEmpty {
            guard let date = typedDate(text, app.surroundings.now) else {
                return Line("?", theme.warning)
            }
            return Line(app.surroundings.dates.planned(date, isLong: true), theme.dim)
        }
        return Line()
    }

    private func drawBody(_ inside: Rectangle, on screen: inout Screen, in app: BoardApp) {
        let theme = app.surroundings.theme
        let row = inside.row + bodyRow
        guard row < inside.rows.upperBound else { return }
        var title = Line(
            "─ " + Field.body.key.string + " ", focused == .body ? theme.accent : theme.dim)
        if let limit = app.shown?.board.settings.bodyLimit {
            let isOver = form.bodyLength > limit
            title.append(
                app.text(.formTooLong(count: form.bodyLength, limit: limit)) + (isOver ? " !" : "")
                    + " ",
                isOver ? theme.late : theme.dim)
        }
        if let words = outside[.body] ?? clashes[.body].map({ "⚑ " + short($0) }) {
            title.append(words, theme.warning)
        }
        screen.write(title, column: inside.column, row: row - 1, width: inside.width)
        screen.draw(
            body,
            in: Rectangle(
                column: inside.column + 1, row: row, width: width(in: app),
                height: max(1, inside.rows.upperBound - row - (problem == nil ? 0 : 1))),
            first: firstLine(in: app), hasCursor: focused == .body && calendar == nil)
    }
}

extension BoardApp {
    /// Opens the form for a task, with the draft that was left of it.
    mutating func openForm(_ id: TaskID) {
        guard let task = shown?.board[id] else { return }
        do throws(ActionError) {
            let draft = drafts.first { $0.id == id }
            open(FormLayer(try TaskForm(editing: task), draft: draft))
            if draft != nil { message = Message(text: text(.draftFound)) }
        } catch {
            message = Message(text: error.sentence, isFailure: true)
        }
    }
}
