import BoardView
import MarkdownDocument
import TaskBoard
import TerminalUI
import Words

/// The form for a task: a field for each value, and the body.
///
/// It keeps its base version. Changes by others are applied, with a mark, to fields that the user
/// has not edited, but never to the focused field.
struct FormLayer: Layer {
    var id: TaskID?
    var form: TaskForm
    var fields: [Field: TextField] = [:]
    var body: TextField
    var focus = 0
    /// The first visible line of the body.
    var firstLine = 0
    /// Changes by others, by field: the texts before and after.
    var outside: [Field: (old: String, new: String)] = [:]
    /// The authors of the current values by field key, other than the user.
    var authors: [String: String] = [:]
    /// Fields changed on both sides, with the others' text.
    var clashes: [Field: String] = [:]
    /// Others' changes to the focused field before it was edited, with its text at that time.
    var late: [Field: (begun: String, theirs: String)] = [:]
    /// True if the task has been deleted in the meantime.
    var isDeleted = false
    var calendar: Calendar?
    var saving: Save?
    /// True if text typed during a save is to be saved as well.
    var savesAgain = false
    var problem: String?

    /// The month opened by the date field.
    struct Calendar: Equatable, Sendable { var day: Day }

    static let order: [Field] = TaskForm.fields + [.body]

    init(_ form: TaskForm, draft: FormDraft? = nil) {
        (self.form, id) = (form, draft?.id ?? form.base?.id)
        body = TextField(form.body, isMultiline: true)
        for field in TaskForm.fields { fields[field] = TextField(form[field]) }
        for (key, text) in draft?.texts ?? [:] {
            guard let field = Self.order.first(where: { $0.key.string == key }) else { continue }
            setText(of: field, to: text)
        }
        body.moveToStart()
        take()
        for field in Self.order where draft?.clashes.contains(field.key.string) == true {
            let theirs = form.baseText(of: field)
            if text(of: field) != theirs { clashes[field] = theirs }
        }
    }

    var focused: Field { Self.order[focus] }

    var takesText: Bool { calendar == nil }

    func text(of field: Field) -> String {
        field == .body ? body.text : fields[field]?.text ?? ""
    }

    mutating func setText(of field: Field, to text: String) {
        if field == .body {
            body.replaceAll(with: text)
        } else {
            fields[field, default: TextField()].replaceAll(with: text)
        }
    }

    func hints(in app: BoardApp) -> [Hint] {
        if calendar != nil { return calendarHints(in: app) }
        if isDeleted {
            return [
                Hint(key: "Ctrl-S", words: app.text(.hintRestoreText)),
                Hint(key: "Ctrl-X", words: app.text(.hintDiscard)),
            ]
        }
        if clashes[focused] != nil {
            return [
                Hint(key: "Ctrl-O", words: app.text(.mine)),
                Hint(key: "Ctrl-T", words: app.text(.theirs)),
            ] + (canKeepBoth ? [Hint(key: "Ctrl-B", words: app.text(.choiceBoth))] : [])
        }
        var hints = [
            Hint(key: "Ctrl-S", words: app.text(.hintSave)),
            Hint(key: "Tab", words: app.text(.hintNextField)),
        ]
        if focused.dateSense == .ahead {
            hints.append(Hint(key: "↓", words: BoardAction.calendar.title(app.language)))
        }
        return hints + [
            Hint(key: "Ctrl-X", words: app.text(.hintDiscard)),
            Hint(key: "Esc", words: app.text(.hintLeaveForm)),
        ]
    }

    /// Copies the typed text into the form.
    mutating func take() {
        for field in Self.order { form.set(field, typed(field, over: form.baseText(of: field))) }
    }

    /// Returns the text of a field, or the previous text if it was not edited: a file's text can
    /// contain control characters, which a field does not show.
    func typed(_ field: Field, over before: String) -> String {
        let text = text(of: field)
        return TextField(before, isMultiline: field == .body).text == text ? before : text
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
        default:
            switch event {
            case .key, .paste: edit { $0.take(event) }
            default: break
            }
        }
        return true
    }

    mutating func edit(_ change: (inout TextField) -> Void) {
        if focused == .body {
            change(&body)
        } else {
            change(&fields[focused, default: TextField()])
        }
        if clashes[focused] == text(of: focused) { clashes[focused] = nil }
        problem = nil
        take()
    }

    private mutating func moveFocus(_ step: Int) {
        setFocus((focus + step + Self.order.count) % Self.order.count)
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
        let texts = form.changed.map { ($0.key.string, $0 == .body ? form.body : form[$0]) }
        return FormDraft(
            id: id, texts: Dictionary(uniqueKeysWithValues: texts),
            base: form.base.map { FormDraft.Base(path: $0.path, bytes: Array($0.bytes)) },
            clashes: Set(clashes.keys.map(\.key.string)))
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
            problem = "\(found.field.key): \(found.words.text(app.language))"
            focus = Self.order.firstIndex(of: found.field) ?? focus
        } else if !isDeleted, let clash = Self.order.firstIndex(where: { clashes[$0] != nil }) {
            focus = clash
            problem = app.text(.chooseValueFirst(focused.key.string))
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

    /// True if the focused field can hold the values of both sides.
    private var canKeepBoth: Bool {
        switch focused.kind {
        case .tags, .people, .references: true
        default: focused == .body || focused == .title
        }
    }

    private mutating func settle(_ letter: String) -> Bool {
        guard let theirs = clashes[focused], letter != "b" || canKeepBoth else { return false }
        let mine = text(of: focused)
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

// Saving a form does not block it: the save uses the text at that time, and later typing stays in
// the form.
extension FormLayer {
    /// A save without a result so far.
    struct Save: Sendable {
        let intent: Intent
        /// The texts of the fields when the save was requested.
        let texts: [Field: String]
    }

    /// Returns the fields changed since the save was requested.
    private func typedSince(_ save: Save) -> [Field] {
        Self.order.filter { text(of: $0) != save.texts[$0] }
    }

    func isSaving(_ intent: Intent) -> Bool { saving?.intent == intent }

    mutating func beginSaving(_ intent: Intent) {
        let texts = Self.order.map { ($0, text(of: $0)) }
        saving = Save(intent: intent, texts: Dictionary(uniqueKeysWithValues: texts))
    }

    /// The intent of the running save if it covers the entire text; its draft is not needed once
    /// the save is done.
    var savesAll: Intent? { saving.flatMap { typedSince($0).isEmpty ? $0.intent : nil } }

    /// Continues with the text typed while the form was being saved.
    ///
    /// - Parameter task: The changed or created task.
    /// - Returns: False if nothing was typed, so that the form closes.
    mutating func takeSaved(as task: TaskID?, in app: inout BoardApp) -> Bool {
        guard let save = saving else { return true }
        let (typed, savesAgain) = (typedSince(save), savesAgain)
        (saving, self.savesAgain) = (nil, false)
        guard !typed.isEmpty else { return false }
        id = task ?? id
        guard let item = id.flatMap({ app.version?.board[$0] }) else {
            return update(in: &app, from: nil)
        }
        do throws(ActionError) {
            form = try TaskForm(editing: item)
        } catch {
            problem = error.words.english
            return true
        }
        isDeleted = false
        (outside, clashes, late, authors) = ([:], [:], [:], [:])
        for field in Self.order where !typed.contains(field) {
            setText(of: field, to: form.baseText(of: field))
        }
        take()
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
