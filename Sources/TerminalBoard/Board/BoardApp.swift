import BoardView
import MarkdownDocument
package import TaskBoard
package import TerminalUI
import Words

/// A kanban board in a terminal as a value: events and notices in, a screen and effects out.
///
/// It makes no system calls and does not read the clock, so tests can drive it as a user does.
package struct BoardApp: Sendable {
    package var environment: BoardEnvironment
    package private(set) var columns = 80
    package private(set) var rows = 24
    /// The size of a cell of the terminal.
    private(set) var cell = CellSize.usual
    /// True if the terminal can show pictures.
    var hasPictures = false
    /// The number of pictures read so far.
    var pictureCount = 0

    /// The newest board, without pending changes.
    var version: BoardVersion?
    /// The board of another day or time while it is shown.
    var past: (version: BoardVersion, date: DueDate)?
    var status = CloneStatus()
    var offers = UndoOffers()
    /// Pending intents in order. Their effect is already drawn.
    var pending: [Pending] = []
    private var nextNumber = 1

    /// The board as drawn; nil before it has been read.
    var shown: ShownBoard?
    /// The column with the cursor.
    var focus = 0
    var lists: [Text: ScrollList<TaskID>] = [:]
    var selection: [TaskID] = []
    var carry: Carry?
    /// The query being typed or applied; empty for none.
    var filter = ""
    /// The index of the current view; nil for the whole board.
    var view: Int?
    var showsAll = false
    package internal(set) var density = Density.comfortable
    /// The maximum number of lines of the titles in each column in which they wrap.
    var titleLines: [Text: Int] = [:]
    /// The number of times that the drawn board has changed.
    private(set) var drawing = 0
    /// The task under the cursor, beside the columns.
    var detail: DetailPane?
    /// The reminders that have not been answered, the oldest first.
    var reminders: [ShownReminder] = []
    /// The menus, prompts, pages and forms over the board, topmost last.
    var layers: [any Layer] = []
    var message: Message?
    /// Tasks recently changed from outside, with the time at which their highlight ends.
    var glowing: [TaskID: Int64] = [:]
    var drafts: [FormDraft] = []
    /// Forms closed while they were being saved: the intents, and the drafts to keep until these
    /// have been carried out.
    var leftSaves: [(intent: Intent, draft: FormDraft)] = []
    var localSettings: [LocalValue] = []
    /// The ends of the snoozes in this clone, in seconds since 1970.
    var snoozes: [TaskID: Int64] = [:]
    var effects: [BoardEffect] = []
    /// The day of the last ``refresh()``, and the time at which the board changes next by the clock
    /// alone.
    private var refreshed: (day: Day, next: Int64) = (Day(number: 0), 0)
    /// A mouse press that may become a drag.
    var press: Press?
    /// True if the press was on the card that already had the cursor.
    var isSecondClick = false
    var filterProblem: String?
    /// True if the filter cannot be read, so that the last valid one applies.
    var isFilterInvalid = false
    /// The time of the last typing that is not saved in a draft yet.
    var typedAt: Int64?
    var lastQuery: Query?

    /// A message in the last line.
    struct Message: Equatable, Sendable {
        var text: String
        var isFailure = false
        /// True if undo reverts what the message reports.
        var canUndo = false
    }

    /// An intent that has not been carried out yet.
    struct Pending: Sendable {
        let number: Int
        let intent: Intent
        /// The prompt it was typed in, which opens again if the intent is refused.
        let prompt: PromptLayer?
    }

    package init(_ environment: BoardEnvironment) { self.environment = environment }

    /// Returns the effects since the last call.
    package mutating func takeEffects() -> [BoardEffect] {
        defer { effects = [] }
        return effects
    }

    package mutating func resize(columns: Int, rows: Int, cell: CellSize = .usual) {
        (self.columns, self.rows, self.cell) = (columns, rows, cell)
        fitColumns()
        layOutLayers()
        layOutDetail()
    }

    /// Fits the columns to a new size or density.
    mutating func fitColumns() {
        updateWrapping()
        revealCursor()
    }

    var language: Language { environment.language }
    func text(_ text: BoardText) -> String { environment.text(text) }

    /// Returns the name of a field, by its key.
    func label(of key: Text) -> String { FieldLabel(key.string).text(language) }

    /// Returns a number in the format of the reader's region.
    func number(_ number: Int) -> String { environment.numbers.text(number) }

    /// Returns a number for a text that depends on whether it is one.
    func count(_ count: Int) -> BoardText.Count {
        count == 1 ? .number(count) : .place(number(count))
    }

    /// Returns a priority of a file in the words of cards.
    func priority(_ text: Text) -> String {
        switch text {
        case "high": self.text(.high)
        case "medium": self.text(.medium)
        case "low": self.text(.low)
        default: text.string
        }
    }
}

extension BoardApp {
    /// Handles a notice from the surrounding program, at a time.
    package mutating func take(_ notice: BoardNotice, now: Moment? = nil) {
        if let now { environment.now = now }
        handle(notice)
        layOutDetail()
    }

    private mutating func handle(_ notice: BoardNotice) {
        switch notice {
        case .board(let new): takeBoard(new)
        case .status(let new): status = new
        case .offers(let new): offers = new
        case .carriedOut(let number, let answer): takeAnswer(number, answer)
        case .history(let id, let entries): takeHistory(of: id, entries)
        case .files(let id, let sizes): takeFiles(of: id, sizes)
        case .picture(let id, let file, let bytes): takePicture(of: id, file, bytes)
        case .paths(let typed, let paths): takePaths(of: typed, paths)
        case .fileRead(let id, let file): takeFile(file, for: id)
        case .authors(let id, let names): takeAuthors(of: id, names)
        case .wonLines(let id, let lines): takeWonLines(of: id, lines)
        case .past(let version, let date):
            past = (version, date)
            layers.removeAll { ($0 as? PromptLayer)?.purpose == .past }
            refresh()
        case .drafts(let found): takeDrafts(found)
        case .localSettings(let values): localSettings = values
        case .message(let text, let isFailure):
            message = Message(text: text, isFailure: isFailure)
        case .reminders(let new, let number):
            takeReminders(new)
            effects.append(.reminded(number))
        case .snoozes(let ends):
            snoozes = ends
            dropAnsweredReminders()
            layOutLayers()
        case .statistics(let result): takeStatistics(result)
        case .time:
            keepTyped()
            if isOutdated { refresh() }
        case .rested: scrollOn()
        }
    }

    /// True if the passing of time has changed what is shown.
    private var isOutdated: Bool {
        let now = environment.now
        return glowing.values.contains { $0 <= now.seconds } || refreshed.day != now.today
            || refreshed.next <= now.seconds
    }

    private mutating func takeBoard(_ new: BoardVersion) {
        let isFirst = version == nil
        if !isFirst {
            let own = Set(pending.flatMap(\.intent.tasks))
            let end = environment.now.seconds + 2
            for id in new.change.tasks.subtracting(own) where new.board[id] != nil {
                glowing[id] = end
            }
        }
        let old = version?.board
        let wasGone = version?.isGone ?? false
        version = new
        environment.settings = new.board.settings
        followRenamedColumn(from: old, to: new.board)
        refresh()
        endCarryIfGone(from: old)
        updateLayers(from: old)
        if new.isGone != wasGone { noteFolder(isGone: new.isGone) }
    }

    private mutating func noteFolder(isGone: Bool) {
        message = Message(text: text(isGone ? .boardGone : .boardBack), isFailure: isGone)
        // Drafts kept in the meantime could not be saved to disk.
        if !isGone { effects += drafts.map { .keepDraft($0) } }
    }

    /// Updates the drawn board from the newest board and the pending intents.
    mutating func refresh() {
        guard let source = past?.version ?? version else { return }
        glowing = glowing.filter { $0.value > environment.now.seconds }
        var board = source.board
        if past == nil {
            for waiting in pending {
                do throws(ActionError) {
                    board =
                        try board.previewing(
                            waiting.intent, times: source.times, hash: environment.hash) ?? board
                } catch {
                    // The workspace will refuse it, and report why.
                }
            }
        }
        let query = query(on: board)
        let beside = neighbours
        shown = ShownBoard(board, query, showsAll: showsAll, environment)
        drawing += 1
        selection.removeAll { board[$0] == nil }
        dropAnsweredReminders()
        environment.work?.add(tasks: board.tasks.count)
        refreshed = (environment.now.today, board.nextChange(after: environment.now))
        showColumns(of: query, beside)
    }

    /// Updates the columns of the drawn board after a change of the filter or the view.
    mutating func refreshColumns() {
        guard !isOutdated, var shown else { return refresh() }
        let query = query(on: shown.board)
        let beside = neighbours
        shown.show(query, showsAll: showsAll, environment)
        self.shown = shown
        showColumns(of: query, beside)
    }

    /// - Parameter beside: The cards beside the insertion point before the change.
    private mutating func showColumns(
        of query: Query?, _ beside: (above: TaskID?, below: TaskID?)
    ) {
        guard let shown else { return }
        if let query, filterProblem == nil {
            filterProblem = hint(for: query, on: shown.board, isEmpty: shown.isEmpty)
        }
        updateWrapping()
        for column in shown.columns {
            let room = room(in: column.view.state)
            var list = lists[column.view.state] ?? ScrollList()
            list.update(column.ids)
            list.fill(rows: scrollRows(of: list.count)) {
                height(of: .card(column.ids[$0]), in: room)
            }
            lists[column.view.state] = list
        }
        layOutTable()
        findCarried()
        keepGap(beside)
        focus = min(focus, max(0, shown.columns.count - 1))
        revealCursor()
    }

    /// The time of the next change on screen without an event, in seconds since 1970; nil if there
    /// is none.
    package var nextChange: Int64? {
        let minute = status.nextMinute(after: environment.now.seconds)
        let clock = shown == nil ? nil : refreshed.next
        let pause = typedAt.map { $0 + Self.typingPause }
        let times = [minute, clock, pause].compactMap(\.self)
        return (glowing.values + times).min()
    }
}

extension BoardApp {
    /// Requests a change, and draws it at once.
    ///
    /// - Parameter prompt: The prompt it was typed in.
    /// - Returns: False if it is refused at once; the message gives the reason.
    @discardableResult
    mutating func ask(_ intent: Intent, from prompt: PromptLayer? = nil) -> Bool {
        message = nil
        if version?.isGone == true {
            message = Message(text: text(.boardGone), isFailure: true)
            return false
        }
        let number = nextNumber
        nextNumber += 1
        if let source = version, past == nil {
            do throws(ActionError) {
                _ = try (shown?.board ?? source.board).previewing(
                    intent, times: source.times, hash: environment.hash)
            } catch {
                message = Message(text: error.words.text(language), isFailure: true)
                return false
            }
        }
        pending.append(Pending(number: number, intent: intent, prompt: prompt))
        effects.append(.perform(intent, number: number))
        refresh()
        return true
    }

    /// Enables undo or redo at once, since the next ``BoardNotice/offers(_:)`` arrives later.
    private mutating func noteUndo(of intent: Intent?, _ words: String) {
        if case .undo = intent {
            offers.redo = words
        } else {
            offers.undo = words
        }
    }

    private mutating func report(_ sentences: [String], _ notes: [String], of intent: Intent?) {
        let isChange = !sentences.isEmpty
        let first = sentences.prefix(1).map {
            sentences.count > 1 ? self.text(.firstOf($0, others: sentences.count - 1)) : $0
        }
        let text = (first + notes).joined(separator: " · ")
        message = Message(
            text: text.isEmpty ? self.text(.nothingChanged) : text,
            canUndo: isChange && intent?.isUndo != true)
        if isChange { noteUndo(of: intent, text) }
        refresh()
    }

    private mutating func takeAnswer(_ number: Int, _ answer: IntentAnswer) {
        let answered = pending.first { $0.number == number }
        let intent = answered?.intent
        pending.removeAll { $0.number == number }
        switch answer {
        case .undone(let sentences, let leftAlone, let byOthers, let tasks):
            let notes =
                leftAlone.prefix(1).map { text(.leftAlone($0)) }
                + [byOthers.map { notUndone($0) }].compactMap(\.self)
            report(sentences, notes, of: intent)
            selectFirst(of: tasks)
        case .done(let sentences, let notices, let tasks):
            report(sentences, Array(notices.prefix(1)), of: intent)
            if case .add = intent, let answered {
                if answered.prompt != nil { dropDraft(of: nil) }
                selectFirst(of: tasks)
            }
            takeSaved(intent, as: tasks.first)
        case .refused(let words):
            refresh()
            takeRefused(intent, words)
            // Offers the input again, below the layers opened in the meantime.
            if let prompt = answered?.prompt { layers.insert(prompt, at: 0) }
        }
        layOutLayers()
    }
}

extension Intent {
    /// The tasks of the intent.
    var tasks: [TaskID] {
        switch self {
        case .drop(let drop): drop.tasks
        case .edit(let ids, _), .remove(let ids), .restore(let ids), .toEnd(let ids, _),
            .skip(let ids), .duplicate(let ids):
            ids
        case .save(let id, _, _), .restoreSaving(let id, _, _), .rewrite(let id, _, _),
            .tick(let id, _, _), .annotate(let id, _), .attach(let id, _), .resolve(let id, _):
            [id]
        case .batch(let intents): intents.flatMap(\.tasks)
        case .add, .set, .renameState, .undo, .redo: []
        }
    }

    var isUndo: Bool {
        switch self {
        case .undo, .redo: true
        default: false
        }
    }
}

extension BoardApp {
    /// Starts with a query, and with the board of another day or time.
    package mutating func start(query: [String], at date: DueDate?) {
        filter = query.joined(separator: " ")
        if let date { effects.append(.loadPast(date)) }
    }

    /// Returns the path of a task's file.
    package func path(of id: TaskID) -> BoardPath? { version?.board[id]?.path }
}
