import BoardView
import MarkdownDocument
import TaskBoard
import TerminalUI
import Words

/// The form for a task: a text field for each field of its ``FormModel``.
struct FormLayer: Layer {
    var id: TaskID?
    var form: FormModel
    /// The text fields, with their cursors.
    var inputs: [Field: TextField]
    var focus = 0
    /// The first visible line of the body.
    var firstLine = 0
    /// The authors of the current values by field key, other than the user.
    var authors: [String: String] = [:]
    /// True if the task has been deleted in the meantime.
    var isDeleted = false
    var calendar: Calendar?
    var saving: Save?
    /// True if text typed during a save is to be saved as well.
    var savesAgain = false
    var problem: String?

    /// The month opened by the date field.
    struct Calendar: Equatable, Sendable { var day: Day }

    init(_ form: FormModel, draft: FormDraft? = nil) {
        (self.form, id) = (form, draft?.id ?? form.base?.id)
        inputs = Dictionary(
            uniqueKeysWithValues: form.fields.map { ($0.field, Self.input($0, form)) })
        for field in form.fields.map(\.field) {
            guard let text = draft?.texts[field.key.string] else { continue }
            inputs[field]?.replaceAll(with: text)
            take(field)
        }
        inputs[.body]?.moveToStart()
        let clashes = form.fields.map(\.field).filter { field in
            draft?.clashes.contains(field.key.string) == true
        }
        self.form.restore(clashes: clashes)
    }

    private static func input(_ field: FormField, _ form: FormModel) -> TextField {
        TextField(form[field.field], isMultiline: field.kind == .body)
    }

    /// The focused field.
    var focused: FormField { form.fields[focus] }

    var takesText: Bool { calendar == nil }

    /// Returns the text on screen.
    func text(of field: Field) -> String { inputs[field]?.text ?? "" }

    func hints(in app: BoardApp) -> [Hint] {
        if calendar != nil { return calendarHints(in: app) }
        if isDeleted {
            return [
                Hint(key: "Ctrl-S", words: app.text(.hint(.restoreText))),
                Hint(key: "Ctrl-X", words: app.text(.hint(.discard))),
            ]
        }
        if form.clashes.contains(focused.field) {
            return [
                Hint(key: "Ctrl-O", words: app.text(.mine)),
                Hint(key: "Ctrl-T", words: app.text(.theirs)),
            ] + (focused.holdsBoth ? [Hint(key: "Ctrl-B", words: app.text(.choiceBoth))] : [])
        }
        var hints = [
            Hint(key: "Ctrl-S", words: app.text(.hint(.save))),
            Hint(key: "Tab", words: app.text(.hint(.nextField))),
        ]
        if focused.kind == .date {
            hints.append(Hint(key: "↓", words: BoardAction.calendar.title(app.language)))
        }
        return hints + [
            Hint(key: "Ctrl-X", words: app.text(.hint(.discard))),
            Hint(key: "Esc", words: app.text(.hint(.leaveForm))),
        ]
    }

    /// Copies a text field into the form. A text that looks as before is not an edit: a file's text
    /// can contain control characters, which a text field does not show.
    private mutating func take(_ field: Field) {
        let before = form.begunText(of: field)
        form[field] = shown(before, in: field) == text(of: field) ? before : text(of: field)
    }

    /// Copies the form's texts into the text fields.
    mutating func show() {
        for field in inputs.keys where shown(form[field], in: field) != text(of: field) {
            inputs[field]?.replaceAll(with: form[field])
        }
    }

    private func shown(_ text: String, in field: Field) -> String {
        TextField(text, isMultiline: field == .body).text
    }
}

// Keys.
extension FormLayer {
    mutating func handle(_ event: InputEvent, in app: inout BoardApp) -> Bool {
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
            case "s": return save(in: &app)
            case "x":
                app.dropDraft(of: id)
                return false
            case "o": if settle(.mine) { return true }
            case "t": if settle(.theirs) { return true }
            case "b": if settle(.both) { return true }
            default: break
            }
        }
        switch event.plainKey {
        case .escape: return leave(in: &app)
        case .tab: moveFocus(1)
        case .backtab: moveFocus(-1)
        case .enter where focused.kind != .body: moveFocus(1)
        case .enter: edit { $0.insertLine() }
        case .up where focused.kind == .body: if !moveInBody(-1, in: app) { moveFocus(-1) }
        case .down where focused.kind == .body: moveInBody(1, in: app)
        case .pageDown where focused.kind == .body: moveInBody(10, in: app)
        case .pageUp where focused.kind == .body: moveInBody(-10, in: app)
        case .up: moveFocus(-1)
        case .down where focused.kind == .date: openCalendar(in: app)
        case .down: moveFocus(1)
        default:
            switch event {
            case .key, .paste: edit { $0.take(event) }
            default: break
            }
        }
        return true
    }

    mutating func edit(_ change: (inout TextField) -> Void) {
        change(&inputs[focused.field, default: TextField()])
        take(focused.field)
        problem = nil
    }

    /// Moves the cursor of the body by lines.
    ///
    /// - Returns: False if it was at the end already.
    @discardableResult
    private mutating func moveInBody(_ lines: Int, in app: BoardApp) -> Bool {
        var (body, hasMoved) = (inputs[.body] ?? TextField(), false)
        for _ in 0..<abs(lines) {
            let isMoved =
                lines < 0
                ? body.moveUp(width: width(in: app)) : body.moveDown(width: width(in: app))
            hasMoved = isMoved || hasMoved
        }
        inputs[.body] = body
        return hasMoved
    }

    private mutating func moveFocus(_ step: Int) {
        setFocus((focus + step + form.fields.count) % form.fields.count)
    }

    mutating func setFocus(_ index: Int) {
        takeLate()
        focus = index
    }

    private mutating func leave(in app: inout BoardApp) -> Bool {
        takeLate()
        guard let draft else {
            app.dropDraft(of: id)
            return false
        }
        app.keep(draft, until: savesAll)
        app.message = BoardApp.Message(text: app.text(.typingKept))
        return false
    }

    /// The typed text; nil if nothing has changed.
    var draft: FormDraft? {
        guard !form.changed.isEmpty else { return nil }
        let texts = form.changed.map { ($0.key.string, form[$0]) }
        return FormDraft(
            id: id, texts: Dictionary(uniqueKeysWithValues: texts),
            base: form.base.map { FormDraft.Base(path: $0.path, bytes: Array($0.bytes)) },
            clashes: Set(form.clashes.map(\.key.string)))
    }

    /// - Returns: False if there is nothing to save, so that the form closes.
    mutating func save(in app: inout BoardApp) -> Bool {
        guard saving == nil else {
            savesAgain = true
            return true
        }
        takeLate()
        guard let settings = app.shown?.board.settings else { return true }
        if form.changed.isEmpty, form.base != nil, !isDeleted {
            app.dropDraft(of: id)
            app.message = BoardApp.Message(text: app.text(.nothingChanged))
            return false
        }
        let (now, me) = (app.environment.now, app.environment.me)
        if let found = form.problems(settings, now: now, me: me).first {
            problem = "\(app.label(of: found.field.key)): \(found.words.text(app.language))"
            focus = form.fields.firstIndex { $0.field == found.field } ?? focus
        } else if !isDeleted, let clash = firstClash {
            focus = clash
            problem = app.text(.chooseValueFirst(app.label(of: focused.field.key)))
        } else {
            ask(in: &app)
        }
        return true
    }

    private mutating func ask(in app: inout BoardApp) {
        let (now, me) = (app.environment.now, app.environment.me)
        do throws(FormProblem) {
            let intent: Intent =
                if isDeleted, let id {
                    .restoreSaving(
                        id, try form.edits(now: now, me: me),
                        over: form.base.map { Array($0.bytes) })
                } else if let base = form.base {
                    .save(base.id, try form.edits(now: now, me: me), over: Array(base.bytes))
                } else {
                    .add(try form.draft(now: now, me: me), to: state(in: app), atTop: false)
                }
            // An intent that is refused at once does not get a result.
            if app.ask(intent) { return beginSaving(intent) }
            // Show it in the form, and in full.
            (problem, app.message) = (app.message?.text, nil)
        } catch {
            problem = error.words.text(app.language)
        }
    }

    /// Returns the column of a new task; the first column if its own was removed.
    private func state(in app: BoardApp) -> Text {
        let settings = app.shown?.board.settings ?? .standard
        return settings.states.contains(form.state) ? form.state : settings.first
    }

    private var firstClash: Int? {
        form.fields.firstIndex { form.clashes.contains($0.field) }
    }

    private mutating func settle(_ choice: FormModel.Choice) -> Bool {
        guard form.settle(focused, with: choice) else { return false }
        show()
        problem = nil
        return true
    }
}

// Saving a form does not block it: the save uses the text at that time, and later typing stays in
// the form.
extension FormLayer {
    /// A save without a result so far.
    struct Save: Sendable {
        let intent: Intent
        /// The texts of the fields when the save was requested.
        let texts: [Field: String]
    }

    func isSaving(_ intent: Intent) -> Bool { saving?.intent == intent }

    mutating func beginSaving(_ intent: Intent) {
        saving = Save(intent: intent, texts: form.texts)
    }

    /// The intent of the running save if it covers the entire text; its draft is not needed once
    /// the save is done.
    var savesAll: Intent? {
        saving.flatMap { form.typed(since: $0.texts).isEmpty ? $0.intent : nil }
    }

    /// Continues with the text typed while the form was being saved.
    ///
    /// - Parameter task: The changed or created task.
    /// - Returns: False if nothing was typed, so that the form closes.
    mutating func takeSaved(as task: TaskID?, in app: inout BoardApp) -> Bool {
        guard let save = saving else { return true }
        let savesAgain = savesAgain
        (saving, self.savesAgain) = (nil, false)
        guard !form.typed(since: save.texts).isEmpty else { return false }
        id = task ?? id
        guard let item = id.flatMap({ app.version?.board[$0] }) else {
            return update(in: &app, from: nil)
        }
        do throws(ActionError) {
            try form.takeSaved(item, sent: save.texts)
        } catch {
            problem = error.words.text(app.language)
            return true
        }
        isDeleted = false
        authors = [:]
        show()
        return savesAgain ? self.save(in: &app) : true
    }

    /// Keeps the form open with its text, and applies changes received during the save.
    mutating func takeRefused(_ words: String, in app: inout BoardApp) {
        (saving, savesAgain, problem) = (nil, false, words)
        _ = update(in: &app, from: nil)
        problem = problem ?? words
    }
}

// The calendar of a date field.
extension FormLayer {
    func calendarHints(in app: BoardApp) -> [Hint] {
        [
            Hint(key: "↑↓←→", words: app.text(.hint(.day))),
            Hint(key: "Enter", words: app.text(.hint(.choose))),
            Hint(key: "Esc", words: app.text(.hint(.close))),
        ]
    }

    mutating func openCalendar(in app: BoardApp) {
        let now = app.environment.now
        let text = text(of: focused.field)
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
            row: max(0, min(form.row + 3, app.boxRows - 10)), width: 24, height: 9)
    }

    /// Returns the first day of the first week shown for the month.
    private func calendarStart(_ day: Day, in app: BoardApp) -> Day {
        CalendarView.days(.month, around: day, firstWeekday: app.environment.firstWeekday)[0]
    }

    private func calendarDay(at position: Position, in app: BoardApp) -> Day? {
        guard let day = calendar?.day else { return nil }
        let inside = calendarRectangle(in: app).inset(columns: 1, rows: 1)
        let (row, column) = (position.row - inside.row - 1, (position.column - inside.column) / 3)
        guard inside.contains(column: position.column, row: position.row), row >= 0, column < 7
        else { return nil }
        return calendarStart(day, in: app).adding(days: row * 7 + column)
    }

    func drawCalendar(_ day: Day, on screen: inout Screen, in app: BoardApp) {
        let theme = app.environment.theme
        let month = app.environment.now.language.monthName(of: day)
        let inside = screen.box(
            calendarRectangle(in: app), title: Line(month, theme.bold), style: theme.dim)
        let names = app.text(.weekdays).split(separator: " ").map(String.init)
        for index in 0..<7 {
            let name = names[(index + app.environment.firstWeekday + 6) % names.count]
            screen.write(
                Line(name, theme.dim), column: inside.column + 1 + index * 3, row: inside.row,
                width: 2)
        }
        let start = calendarStart(day, in: app)
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
