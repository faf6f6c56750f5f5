import BoardStorage
import BoardView
import Glibc
import MarkdownDocument
import Synchronization
import TaskBoard
import TerminalBoard
import TerminalUI
import TextLayout
import Words

/// Notices for the board, from any thread.
final class Mailbox: Sendable {
    private let notices = Mutex<[BoardNotice]>([])
    private let waker: TerminalDevice.Waker

    init(waking waker: TerminalDevice.Waker) { self.waker = waker }

    func post(_ notice: BoardNotice) {
        notices.withLock { $0.append(notice) }
        waker.wake()
    }

    func wake() { waker.wake() }

    func takeAll() -> [BoardNotice] {
        notices.withLock { notices in
            defer { notices = [] }
            return notices
        }
    }
}

/// Runs the board's requests one after another, and posts changes to it.
final class BoardDriver: Sendable {
    private let workspace: Workspace
    /// A second workspace for the previews of undo, which scan all files, so that changes do not
    /// wait for them.
    private let reader: Workspace
    /// The user at this terminal, whose undo leaves the actions of other windows alone.
    private let caller: Caller
    private let mailbox: Mailbox
    private let dates: @Sendable () -> DateWords
    private let requests: AsyncStream<BoardEffect>.Continuation
    private let clone: CloneWatch
    private let live: LiveBoard
    /// The number of unfinished requests.
    private let outstanding = Mutex(0)
    private let language: Language

    private let reminders: ScreenReminders
    private let drafts: ScreenDrafts

    init(
        _ workspace: Workspace, by caller: Caller, mailbox: Mailbox, language: Language,
        dates: @escaping @Sendable () -> DateWords
    ) throws(BoardError) {
        (self.language, self.caller) = (language, caller)
        (self.workspace, self.mailbox, self.dates) = (workspace, mailbox, dates)
        let clone = try CloneWatch(workspace, executable: ownPath) { $0.logLine }
        self.clone = clone
        reader = try workspace.beside()
        live = LiveBoard(now: { dates().now }, news: { workspace.news(since: $0) }) { version, _ in
            mailbox.post(.board(version))
            clone.lookSoon()
        }
        reminders = ScreenReminders(workspace, mailbox: mailbox, language: language, dates: dates)
        drafts = ScreenDrafts(workspace)
        let (stream, continuation) = AsyncStream.makeStream(of: BoardEffect.self)
        requests = continuation
        Task.detached { [self] in
            for await effect in stream {
                await perform(effect)
                outstanding.withLock { $0 -= 1 }
                mailbox.wake()
            }
        }
        let updates = clone.updates
        Task.detached { [self] in
            for await status in updates {
                mailbox.post(.status(status))
                do { try await loadLocalSettings() } catch {
                    // The status has the reason.
                }
                await postOffers()
            }
        }
    }

    /// Begins to watch the board.
    func start() {
        Task.detached { [self] in
            do {
                let changes = workspace.changes
                await postFirst()
                try await workspace.watch()
                live.follow(changes)
                await postDrafts()
                try await loadLocalSettings()
                reminders.follow()
            } catch {
                mailbox.post(.message(words(error), isFailure: true))
            }
        }
    }

    /// Shows the board as `pmd list` reads it, before the folders are watched.
    private func postFirst() async {
        do {
            let board = try await workspace.board(withTimes: true, isForShow: true)
            mailbox.post(.board(BoardVersion(board)))
        } catch {
            // The watcher reads it with the last valid settings, or reports why it cannot.
        }
    }

    private static func sleep(_ duration: Duration) async {
        do { try await Task.sleep(for: duration) } catch {
            // This task is never cancelled.
        }
    }

    /// True while a request is unfinished.
    var isBusy: Bool { outstanding.withLock { $0 > 0 } }

    /// Syncs at this interval, silently unless commits were received or the sync failed.
    func startSyncing(every minutes: Int) {
        Task.detached { [self] in
            while true {
                startSync(isAsked: false)
                await Self.sleep(.seconds(60 * minutes))
            }
        }
    }

    /// Handles a request. Requests that change the board run in order.
    func take(_ effect: BoardEffect) {
        switch effect {
        case .sync: startSync(isAsked: true)
        // A slow folder must not delay changes.
        case .findPaths(let typed):
            Task.detached { [mailbox] in
                mailbox.post(.paths(typed, TypedPath.completions(of: typed)))
            }
        default:
            outstanding.withLock { $0 += 1 }
            requests.yield(effect)
        }
    }

    private func perform(_ effect: BoardEffect) async {
        do {
            switch effect {
            case .perform(let intent, let number): await perform(intent, number)
            case .loadHistory(let id): try await loadHistory(of: id)
            case .loadPicture(let id, let file): try loadPicture(of: id, file)
            case .readFile(let id, let path): try readFile(path, for: id)
            case .findAuthors(let id):
                mailbox.post(.authors(id, try await workspace.otherAuthors(of: id)))
            case .findWonLines(let id): try findWonLines(of: id)
            case .loadStatistics(let query, let weeks, let key, let firstWeekday):
                try await loadStatistics(query, weeks: weeks, by: key, firstWeekday)
            case .loadPast(let date): try await loadPast(date)
            case .keepDraft(let draft): try await drafts.keep(draft)
            case .dropDraft(let id): try await drafts.drop(of: id)
            case .setLocal(let name, let value): try await setLocal(name, value)
            case .snooze(let ids, let end): try await snooze(ids, until: end)
            case .reminded(let number): try await reminders.record(number)
            case .sync, .findPaths, .openEditor, .openLink, .openFile, .redraw, .suspend, .quit:
                break
            }
        } catch {
            mailbox.post(.message(words(error), isFailure: true))
        }
    }

    private func perform(_ intent: Intent, _ number: Int) async {
        let answer: IntentAnswer
        do {
            switch try await workspace.perform(intent, by: caller) {
            case .done(let outcome):
                let dates = dates().naming(outcome.board.settings).wording
                answer = .done(
                    outcome.plan.isEmpty
                        ? []
                        : outcome.results.changesFirst.map { $0.text(language, dates: dates) },
                    notices: outcome.notices.map { $0.text(language, dates: dates) },
                    tasks: outcome.plan.tasks)
            case .undone(let report, let isRedo):
                let dates = dates().naming(report.boards?.after.settings ?? .standard)
                let view = UndoView(
                    report, isRedo: isRedo, isPreview: false, dates: dates.wording,
                    language: language, hasMovesFirst: true)
                answer = .undone(
                    view.sentences, leftAlone: view.skipped.map(\.words),
                    byOthers: isRedo
                        ? nil : await newestByOthers(since: report),
                    tasks: report.steps.flatMap(\.tasks).map(\.id))
            }
        } catch {
            answer = .refused(words(error))
        }
        // The board must be posted before the answer.
        live.catchUp()
        mailbox.post(.carriedOut(number: number, answer))
    }

    private func loadHistory(of id: TaskID?) async throws {
        var filter = LogFilter()
        filter.limit = 500
        if let id { filter.ids = [id] }
        let entries = try await workspace.log(filter).map { HistoryEntry($0) }
        mailbox.post(.history(id, entries))
        guard let id, let files = live.version?.board[id]?.attachments, !files.isEmpty else {
            return
        }
        mailbox.post(.files(id, try workspace.location.sizes(of: files.map(\.file))))
    }

    private func findWonLines(of id: TaskID) throws {
        guard let board = live.version?.board, let task = board[id] else { return }
        guard let lines = try workspace.wonLines(of: [task], on: board)[id] else { return }
        mailbox.post(.wonLines(id, lines))
    }

    private func loadPicture(of id: TaskID, _ file: BoardPath) throws {
        let bytes = try workspace.location.content(of: file, upTo: Picture.mostBytes)
        guard let bytes, MediaType(of: bytes) == .png else { return }
        mailbox.post(.picture(id, file, bytes))
    }

    /// Reads a file to attach, and refuses one that the board does not accept while the user can
    /// still change the path.
    private func readFile(_ typed: String, for id: TaskID) throws {
        let settings = live.version?.board.settings ?? .standard
        let file = try AttachedFile(path: Array(TypedPath.expanded(typed).utf8)).attachment(
            limit: settings.mostAttachmentBytes, in: workspace)
        try settings.check([file])
        mailbox.post(.fileRead(id, file))
    }

    private func loadPast(_ date: DueDate) async throws {
        let now = dates().now
        let board = try await workspace.board(at: min(date.endSeconds(now), now.seconds))
        mailbox.post(.past(BoardVersion(board), date))
    }

    /// The number of points of the picture.
    private static let points = 121

    private func loadStatistics(
        _ query: [String], weeks: Int, by key: Text?, _ firstWeekday: Int
    ) async throws {
        guard let board = live.version?.board else { return }
        let now = dates().now
        let read = try Query(
            query, now: now, me: try await workspace.me(), settings: board.settings)
        var request = StatisticsRequest(
            query: read.termCount > 0 ? read : nil, since: now.today.adding(days: -7 * weeks),
            firstWeekday: firstWeekday, points: Self.points)
        request.grouping = try key.map { try Grouping($0, in: $0, on: board) }
        mailbox.post(.statistics(try await reader.statistics(request, of: board, now: now)))
    }

    private func setLocal(_ name: String, _ value: String) async throws {
        guard let setting = LocalSetting(rawValue: name) else { return }
        let trimmed = value.trimmingTrailingBlanks
        try setting.check(trimmed)
        let isAddress = setting == .remote && !trimmed.isEmpty
        try await workspace.setLocal(
            setting,
            to: isAddress ? remoteAddress(trimmed, from: workspace.location.root) : trimmed)
        try await loadLocalSettings()
        mailbox.post(.message("\(name) = \(trimmed)", isFailure: false))
        clone.lookSoon()
    }

    private func snooze(_ ids: [TaskID], until end: Int64?) async throws {
        let snoozed = try await workspace.snooze(ids.map { TaskReference($0) }, until: end)
        let until = end.map { dates().planned(at: $0) }
        let words = snoozed.map {
            CommandSentence.snoozed(quoted($0.task.title), until: until).text(language)
        }
        mailbox.post(.message(words.joined(separator: " · "), isFailure: false))
        if let board = workspace.snapshot?.board { try await reminders.postSnoozes(on: board) }
    }

    private func loadLocalSettings() async throws {
        let values = try await workspace.localSettings()
        mailbox.post(
            .localSettings(LocalSetting.allCases.map { LocalValue($0.rawValue, values[$0] ?? "") }))
    }

    private func postDrafts() async {
        do {
            mailbox.post(.drafts(try await drafts.load()))
        } catch {
            mailbox.post(.message(words(error), isFailure: true))
        }
    }

    private func postOffers() async {
        var offers = UndoOffers()
        offers.undo = await preview {
            try await $0.undo(.last(1), isDryRun: true, by: self.caller)
        }
        offers.redo = await preview {
            try await $0.redo(.last(1), isDryRun: true, by: self.caller)
        }
        if offers.undo == nil { offers.byOthers = await newestByOthers() }
        mailbox.post(.offers(offers))
    }

    /// Returns the subject of the action that an undo or redo would apply; nil if there is
    /// nothing.
    private func preview(
        _ run: (Workspace) async throws -> UndoReport
    ) async -> String? {
        do { return try await run(reader).steps.first?.subject } catch { return nil }
    }

    private func newestByOthers(since report: UndoReport? = nil) async -> HistoryEntry? {
        do {
            return try await reader.newestByOthers(since: report, than: caller)
                .map { HistoryEntry($0) }
        } catch { return nil }
    }

    private func startSync(isAsked: Bool) {
        Task.detached { [self] in
            switch await clone.sync() {
            case .success(let report):
                // Only one sync reports the values that saves reverted.
                guard isAsked || !report.takenBack.isEmpty else { return }
                let (words, isFailure) = summary(of: report)
                mailbox.post(.message(words, isFailure: isFailure))
            case .failure(let error):
                if isAsked { mailbox.post(.message(words(error), isFailure: true)) }
            }
        }
    }

    private func summary(of report: SyncReport) -> (String, Bool) {
        if let failure = report.failure, !failure.isLeftOut {
            let offline = report.offline ? BoardText.remoteUnreachable.text(language) + ": " : ""
            return (offline + failure.words.text(language), true)
        }
        guard report.hasRemote else { return (BoardText.noRemote.text(language), true) }
        let notes =
            report.takenBack.prefix(1).map(\.notice) + report.notes.prefix(1).map(\.words)
            + report.filesWithConflicts
        let all = report.countWords(language) + notes.map { $0.text(language) }
        return (
            all.isEmpty
                ? CommandSentence.nothingToSync.text(language) : all.joined(separator: ", "), false
        )
    }

    /// Commits the edits saved in the editor.
    func commitEdits(of id: TaskID, openedAs opened: OpenedVersion?) {
        Task.detached { [self] in
            do {
                let changes = try await workspace.commitEdits(of: [id], openedAs: opened)
                let edited = workspace.snapshot?.board[id]
                // The values of a malformed file cannot be compared.
                if let edited, let malformation = edited.document.malformation {
                    throw BoardError.cause(.malformed(malformation, edited.path))
                }
                let sentences = changes.map { $0.doneSentence(language, dates: dates().wording) }
                if let first = sentences.first { mailbox.post(.message(first, isFailure: false)) }
            } catch {
                mailbox.post(.message(words(error), isFailure: true))
            }
            clone.lookSoon()
        }
    }

    private func words(_ error: any Error) -> String { Failure(error).words.text(language) }
}

extension LocalSetting {
    /// - Throws: ``Failure`` (65) for a value that would have no effect.
    fileprivate func check(_ value: String) throws(Failure) {
        let choices: [String]
        switch self {
        case .remote: return
        case .theme: choices = ThemeChoice.allCases.map(\.rawValue)
        case .dates: choices = DateWords.Style.allCases.map(\.rawValue)
        case .autoSync:
            guard value.isEmpty || Int(value).map({ (1...10_080).contains($0) }) == true else {
                throw Failure(.data, .setting(.settingNotMinutes(rawValue)))
            }
            return
        }
        guard value.isEmpty || choices.contains(value) else {
            throw Failure(.data, .setting(.settingOutOfRange(rawValue, choices: choices)))
        }
    }
}
