import BoardView
import MarkdownDocument
import TaskBoard
import TerminalUI
import Words

/// A one-line input at the bottom of the board, with its interpretation below.
struct PromptLayer: Layer {
    enum Purpose: Equatable, Sendable {
        case add(Text, atTop: Bool)
        case change([TaskID])
        case annotate(TaskID)
        /// A file to attach.
        case attach(TaskID)
        case snooze([TaskID])
        case past
        /// The filter, and the previous one to restore on Esc.
        case filter(before: String)
    }

    let purpose: Purpose
    private var field: TextField
    /// The word that Tab completes, and the index of the next completion to insert.
    private var completion: (word: String, next: Int)?
    /// The paths that begin with a typed one.
    private var matches: (typed: String, paths: [String]) = ("", [])
    /// True if the text was submitted as it is, and could not be used.
    private var wasRefused = false

    var takesText: Bool { true }

    init(_ purpose: Purpose, text: String = "") {
        self.purpose = purpose
        field = TextField(text)
    }

    func hints(in app: BoardApp) -> [Hint] {
        let enter =
            switch purpose {
            case .add: app.text(.hint(.add))
            case .filter: app.text(.hint(.keepFilter))
            default: app.text(.hint(.done))
            }
        return [
            Hint(key: "Enter", words: enter),
            Hint(key: "Tab", words: app.text(.hint(.complete))),
            Hint(key: "Esc", words: app.text(.hint(.cancel))),
        ]
    }

    mutating func handle(_ event: InputEvent, in app: inout BoardApp) -> Bool {
        if let position = event.click, position.row < app.rows - 3 {
            return clickedOutside(in: &app)
        }
        switch event.plainKey {
        case .escape: return cancel(in: &app)
        case .enter:
            wasRefused = !submit(in: &app)
            return wasRefused
        case .tab:
            complete(in: app)
            react(in: &app)
        default:
            guard field.take(event) else { return true }
            (completion, wasRefused) = (nil, false)
            react(in: &app)
        }
        return true
    }

    /// Handles a click outside the prompt. A filter stays, since the click is on one of its cards.
    /// No other input is lost by a click, either.
    private func clickedOutside(in app: inout BoardApp) -> Bool {
        switch purpose {
        case .filter: false
        case .add: cancel(in: &app)
        case .change, .annotate, .attach, .snooze, .past:
            !field.text.allSatisfy(\.isWhitespace)
        }
    }

    private func cancel(in app: inout BoardApp) -> Bool {
        switch purpose {
        case .filter(let before): app.setFilter(before)
        case .add: keepEntry(in: &app)
        case .change, .annotate, .attach, .snooze, .past: break
        }
        return false
    }

    /// Keeps the text of an unfinished task for the next quick add.
    private func keepEntry(in app: inout BoardApp) {
        if let draft { app.keep(draft) } else { app.dropDraft(of: nil) }
    }

    /// The text of an unfinished task; nil for other prompts, and if it is empty.
    var draft: FormDraft? {
        guard case .add = purpose, !field.text.allSatisfy(\.isWhitespace) else { return nil }
        return FormDraft(id: nil, texts: [FormDraft.entry: field.text])
    }

    /// Filters by the typed text, or finds the paths that begin with it.
    private func react(in app: inout BoardApp) {
        if case .filter = purpose { app.setFilter(field.text) }
        if case .attach = purpose, completion == nil { app.effects.append(.findPaths(field.text)) }
    }

    /// Stores the paths that begin with a text, unless it is no longer the typed one.
    mutating func take(_ paths: [String], of typed: String) {
        if case .attach = purpose, typed == field.text { matches = (typed, paths) }
    }

    /// - Returns: True to close the prompt.
    private func submit(in app: inout BoardApp) -> Bool {
        let text = field.text
        let isBlank = text.allSatisfy(\.isWhitespace)
        let (now, me) = (app.environment.now, app.environment.me)
        switch purpose {
        case .filter: return !app.isFilterInvalid
        case .add(let state, let atTop):
            if isBlank { return !cancel(in: &app) }
            guard case .task = preview(in: app) else { return false }
            do throws(WordError) {
                var draft = try quickEntry(
                    [text], now: now, me: me, fields: app.fields, isOwnInput: true)
                try draft.addDefaults(app.fields, now: now, me: me)
                return app.ask(
                    .add(draft, to: draft.state ?? state, atTop: atTop), from: self)
            } catch {
                return false
            }
        case .change(let tasks):
            do throws(WordError) {
                let edits = try changes(in: app)
                return edits.isEmpty || app.ask(.edit(tasks, edits), from: self)
            } catch {
                return false
            }
        case .annotate(let id): return isBlank || app.ask(.annotate(id, Text(text)), from: self)
        case .attach(let id):
            if isBlank { return true }
            // The prompt stays open until the file has been read.
            app.effects.append(.readFile(id, text))
            return false
        case .snooze(let tasks):
            guard !isBlank else { return true }
            do throws(WordError) {
                app.effects.append(.snooze(tasks, until: try snoozeEnd(in: app)))
            } catch {
                return false
            }
        case .past:
            guard !isBlank else { return true }
            // The prompt stays open until the board has been loaded.
            if let date = pastDate(in: app).date { app.effects.append(.loadPast(date)) }
            return false
        }
        return true
    }

    /// Returns the typed day or time, or the reason the board of that time cannot be shown.
    private func pastDate(in app: BoardApp) -> (date: DueDate?, problem: Bilingual?) {
        let (words, now) = (Text(field.text), app.environment.now)
        do throws(WordError) {
            let date = try DueDate.typed(words, in: words, now: now, sense: .back)
            guard date.seconds(now) <= now.seconds else {
                return (nil, RequestProblem.futureDate(field.text).words)
            }
            return (date, nil)
        } catch {
            return (nil, error.words)
        }
    }

    /// Returns the typed end of the snooze, in seconds since 1970; nil for `none`.
    private func snoozeEnd(in app: BoardApp) throws(WordError) -> Int64? {
        let words = Text(field.text)
        guard words != Reminder.none else { return nil }
        let minute = app.shown?.board.settings.remind ?? BoardSettings.standard.remind
        return try Reminder.snoozeEnd(words, minute: minute, now: app.environment.now)
    }

    /// Returns the edits in the typed text.
    ///
    /// - Throws: The first word that is invalid or not an edit.
    private func changes(in app: BoardApp) throws(WordError) -> [FieldEdit] {
        let words = typedWords(Text(field.text), app.fields).map(\.string)
        let read = try EditWords(
            words, now: app.environment.now, me: app.environment.me, fields: app.fields,
            isOwnInput: true)
        if let other = read.references.first {
            throw WordError(other, .notAChange(other))
        }
        return read.edits
    }

    private func preview(in app: BoardApp) -> QuickEntryPreview {
        guard case .add(let state, _) = purpose else { return .untitled }
        return QuickEntryPreview(
            [field.text], in: state,
            on: app.shown?.board ?? Board(settings: .standard, tasks: []),
            now: app.environment.now, me: app.environment.me)
    }
}

extension PromptLayer {
    func draw(on screen: inout Screen, in app: BoardApp) {
        let theme = app.environment.theme
        let row = max(0, app.rows - 3)
        screen.fill(Rectangle(column: 0, row: row, width: app.columns, height: 2))
        var label = Line(" ")
        label.append(title(in: app) + ": ", theme.accent)
        let start = screen.write(label, column: 0, row: row, width: max(4, app.columns * 3 / 5))
        screen.draw(
            field,
            in: Rectangle(column: start, row: row, width: max(1, app.columns - start), height: 1),
            hasCursor: true)
        screen.write(below(in: app), column: 1, row: row + 1, width: app.columns - 1)
    }

    private func title(in app: BoardApp) -> String {
        switch purpose {
        case .add(let state, _): app.text(.quickAddPrompt(state.string))
        case .change(let tasks): app.text(.changePrompt(tasks.count))
        case .annotate: app.text(.annotatePrompt)
        case .attach: app.text(.files(.attachPrompt))
        case .snooze: app.text(.snoozePrompt)
        case .past: app.text(.pastPrompt)
        case .filter: BoardAction.filter.title(app.language)
        }
    }

    /// Returns the interpretation, the problem, or possible completions.
    private func below(in app: BoardApp) -> Line {
        let theme = app.environment.theme
        switch purpose {
        case .add:
            switch preview(in: app) {
            case .untitled:
                return Line(app.text(field.text.isEmpty ? .addHint : .titleMissing), theme.dim)
            case .problem(let error): return Line(error.words.text(app.language), theme.warning)
            case .refused(let error): return Line(error.words.text(app.language), theme.warning)
            case .task(let summary):
                return Line(app.environment.words.line(of: summary), theme.dim)
            }
        case .change:
            do throws(WordError) {
                let edits = try changes(in: app)
                guard candidates(in: app).isEmpty else { return completions(in: app) }
                let dates = TaskSummary(datesOf: edits, app.fields)
                return Line(app.environment.words.line(of: dates), theme.dim)
            } catch {
                if isUnfinished, !wasRefused { return completions(in: app) }
                return Line(error.words.text(app.language), theme.warning)
            }
        case .snooze:
            if field.text.isEmpty { return Line(app.text(.snoozeExample), theme.dim) }
            do throws(WordError) {
                guard let end = try snoozeEnd(in: app) else { return Line() }
                let words = app.environment.dates.planned(at: end, isLong: true)
                return Line(words, theme.dim)
            } catch {
                return Line(error.words.text(app.language), theme.warning)
            }
        case .past:
            if field.text.isEmpty { return Line(app.text(.pastExample), theme.dim) }
            let (date, problem) = pastDate(in: app)
            if let problem { return Line(problem.text(app.language), theme.warning) }
            return Line(
                date.map { app.environment.dates.planned($0, isLong: true) } ?? "", theme.dim)
        case .filter:
            if let problem = app.filterProblem { return Line(problem, theme.warning) }
            return completions(in: app)
        case .attach:
            if field.text.isEmpty { return Line(app.text(.files(.attachHint)), theme.dim) }
            return Line(fileNames(in: app).joined(separator: "  "), theme.dim)
        case .annotate: return Line()
        }
    }
}

// Completion of the last word.
extension PromptLayer {
    /// True if the last word is a key or a sign whose value has not been typed yet.
    private var isUnfinished: Bool {
        guard let last = field.text.split(separator: " ").last, field.text.last != " " else {
            return false
        }
        return last == "+" || last == "@" || last.last == ":" || last.last == "="
    }

    /// The text that Tab completes: the last word, or the whole path.
    private var word: String {
        if case .attach = purpose { return field.text }
        return WordCompletion.lastWord(of: String(field.characters[..<field.cursor]))
    }

    private func candidates(in app: BoardApp) -> [String] {
        if case .attach = purpose {
            return matches.typed == completion?.word ?? word ? matches.paths : []
        }
        guard let board = app.shown?.board else { return [] }
        let isQuery = if case .filter = purpose { true } else { false }
        return WordCompletion(board, isQuery: isQuery, app.language)
            .words(beginningWith: completion?.word ?? word)
    }

    /// Returns the last parts of the paths that Tab offers.
    private func fileNames(in app: BoardApp) -> [String] {
        candidates(in: app).map { path in
            let name = path.dropLast().split(separator: "/").last ?? ""
            return String(name) + path.suffix(1)
        }
    }

    private func completions(in app: BoardApp) -> Line {
        Line(candidates(in: app).joined(separator: "  "), app.environment.theme.dim)
    }

    private mutating func complete(in app: BoardApp) {
        let found = candidates(in: app)
        guard !found.isEmpty else { return }
        let (first, next) = completion ?? (word, 0)
        let choice = found[next % found.count]
        completion = (first, next + 1)
        if case .attach = purpose {
            field = TextField(choice)
            // The only folder is opened by the next Tab.
            if found.count == 1 { completion = nil }
            return
        }
        field.delete((field.cursor - word.count)..<field.cursor)
        field.insert(choice)
    }
}
