package import BoardStorage
import BoardView
import HTTPServer
package import MarkdownDocument
package import TaskBoard
import TextLayout
import Words

/// The board for browsers and programs: answers requests, and publishes changes.
///
/// It does not add rules of its own. A request becomes a ``TaskBoard/Intent`` of the workspace,
/// and a response is a value of BoardView.
package final class WebBoard: Sendable {
    package struct Options: Sendable {
        /// The language for requests without one.
        package var language = Language.english
        /// The current time, in the server's time zone.
        package var now: @Sendable (Language) -> Moment
        /// The program for fetching and pushing: pmd itself.
        package var executable: String
        package var version: String
        /// The name of this clone's user, for `@me`.
        package var me: Text

        package init(
            version: String, executable: String, me: Text,
            now: @escaping @Sendable (Language) -> Moment
        ) {
            (self.version, self.executable) = (version, executable)
            (self.me, self.now) = (me, now)
        }
    }

    let workspace: Workspace
    private let fixedGate: Gate
    private let token: CurrentToken
    let options: Options
    /// Identifies the run of the server, since generations restart with it.
    let run = String(UInt32.random(in: 1...(.max)), radix: 36)
    let live: LiveBoard
    let versions = Versions()
    let actions: WindowActions
    let clone: CloneWatch
    let cache = AnswerCache()
    private let makers = Remembered<CardsKey, CardJSON>(most: 8)
    /// The files of the newest commits, by commit ID.
    let committedFiles = Remembered<String?, Result<CommittedFiles, any Error>>(most: 2)
    /// The keys of creations in progress.
    let creating = Locked<Set<String>>([])
    /// The first commit of the board, which identifies it in every clone.
    let id: String
    let name: String

    package init(
        _ workspace: Workspace, gate: Gate, _ options: Options
    ) async throws {
        (self.workspace, self.options) = (workspace, options)
        var gate = gate
        gate.sessions = try Sessions(at: workspace.location)
        fixedGate = gate
        token = try CurrentToken(gate.token, at: workspace.location)
        name = workspace.location.name
        actions = WindowActions(at: workspace.location)
        live = LiveBoard(
            now: { options.now(options.language) }, news: { workspace.news(since: $0) }
        ) { [versions] version, replaced in
            for task in replaced { versions.keep(task) }
            let uncommitted = version.change.uncommitted
            guard !uncommitted.isEmpty else { return }
            Task.detached { await versions.keep(uncommitted: uncommitted, in: workspace) }
        }
        clone = try CloneWatch(workspace, executable: { options.executable }) {
            $0.logLine
        }
        id = try await workspace.firstCommit() ?? ""
        let changes = workspace.changes
        try await workspace.watch()
        live.follow(changes)
        followChanges()
        Task.detached { [weak self, clone, versions] in
            // The status needs a scan of all files, which would delay the first board.
            do { try await Task.sleep(for: .milliseconds(500)) } catch { return }
            await clone.look()
            guard let uncommitted = self?.uncommitted() else { return }
            await versions.keep(uncommitted: uncommitted, in: workspace)
        }
    }

    /// Syncs with the remote at this interval.
    package func startSyncing(every seconds: Int) {
        let clone = clone
        Task.detached {
            while true {
                _ = await clone.sync()
                do { try await Task.sleep(for: .seconds(seconds)) } catch { return }
            }
        }
    }

    /// Closes the event streams.
    package func stop() { live.stop() }

    // Otherwise the tasks that follow the changes would keep the workspace and its watcher alive.
    deinit { live.stop() }

    /// Returns the tasks with uncommitted edits.
    private func uncommitted() -> Set<TaskID> {
        let paths = Set(clone.status.uncommitted)
        return Set((live.version?.board.tasks ?? []).filter { paths.contains($0.path) }.map(\.id))
    }

    /// Updates the clone's status after changes.
    private func followChanges() {
        guard let changes = live.changes(after: nil) else { return }
        Task.detached { [clone] in for await _ in changes { clone.lookSoon() } }
    }
}

extension WebBoard {
    /// The authorization rules, with the current token in the server's file.
    var gate: Gate {
        var gate = fixedGate
        gate.token = token.now
        return gate
    }

    func dates(_ asked: APIRequest) -> DateWords {
        DateWords(.relative, now: asked.now).naming(live.version?.board.settings ?? .standard)
    }

    /// Returns the newest board.
    ///
    /// - Throws: ``Problem`` (503) while the board's folder is missing.
    func shown() throws(ProblemDetails) -> BoardVersion {
        guard let shown = live.version else {
            throw ProblemDetails(.loading)
        }
        return shown
    }

    /// Returns the ID for a client's text. JSON has replacement characters for bytes of a file
    /// name that are not UTF-8.
    func id(named text: String) -> TaskID {
        guard text.contains("\u{FFFD}") else { return TaskID(Text(text)) }
        let task = live.version?.board.tasks.first { $0.id.text.string == text }
        return task?.id ?? TaskID(Text(text))
    }

    /// Returns the task in the path.
    ///
    /// - Throws: ``Problem`` (404).
    func task(_ asked: APIRequest) throws(ProblemDetails) -> TaskItem {
        guard let task = try shown().board[asked.id] else {
            throw ProblemDetails(BoardError(ActionError(.noSuchTask(asked.id))))
        }
        return task
    }

    /// The dependencies of card JSON: the state of the board, the minute, the language, the time
    /// zone and the locale.
    private struct CardsKey: Hashable, Sendable {
        let number: Int
        let minute: Int64
        let language: Language
        let zone: String?
        let locale: String?
    }

    /// Creates the JSON of tasks on the newest board.
    func cards(_ shown: BoardVersion, _ asked: APIRequest) -> CardJSON {
        let key = CardsKey(
            number: shown.number, minute: asked.now.seconds / 60, language: asked.language,
            zone: asked.zone, locale: asked.locale)
        return makers.value(key) { cards(of: shown.board, asked) }
    }

    /// Creates the JSON of tasks on another board.
    func cards(of board: Board, _ asked: APIRequest) -> CardJSON {
        CardJSON(
            board, dates(asked), asked.language, cover: board.settings.covers ? cover() : nil,
            plain: { TextLayout.words(ofMarkdown: $0) },
            hash: contentHash)
    }

    /// Returns `BOOT-NUMBER`, which identifies one state of the board in this run of the server.
    func generation(_ number: Int) -> String { "\(run)-\(number)" }

    /// Returns the change that the caller's next undo would revert; null if there is none.
    func undoJSON(of caller: String, _ language: Language) -> JSONValue {
        json(actions.next(of: caller).undo, language)
    }

    /// Returns the same for a redo.
    func redoJSON(of caller: String, _ language: Language) -> JSONValue {
        json(actions.next(of: caller).redo, language)
    }

    /// Returns an object with `commit` and `title`.
    private func json(_ action: ActionLog.Entry?, _ language: Language) -> JSONValue {
        guard let action else { return .null }
        let settings = live.version?.board.settings ?? .standard
        let title = actions.title(of: action, settings) { change in
            // A stream of events outlives the time of its request.
            let dates = DateWords(.relative, now: options.now(language)).naming(settings)
            return change.doneSentence(language, dates: dates.wording)
        }
        return ["title": .string(title), "commit": .string(action.commit)]
    }
}
