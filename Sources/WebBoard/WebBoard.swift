package import BoardStorage
import BoardView
import HTTPServer
package import MarkdownDocument
package import TaskBoard
import TextLayout
import Words

/// The board for browsers and programs: answers requests, and tells what changes.
///
/// It has no rules of its own. A request becomes an ``TaskBoard/Intent`` of the workspace, and an
/// answer is a value of BoardView.
package final class WebBoard: Sendable {
    package struct Options: Sendable {
        /// The language of those that ask for none.
        package var language = Language.english
        /// The present, in the server's zone.
        package var now: @Sendable (Language) -> Moment
        /// The program that fetches and pushes: pmd itself.
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
    let feed: BoardFeed
    let callers: CallerActions
    let standing: SyncStanding
    let cache = AnswerCache()
    private let makers = Remembered<CardsKey, CardJSON>(most: 8)
    /// The files of the newest commits, by their IDs.
    let committedFiles = Remembered<String?, Result<CommittedFiles, any Error>>(most: 2)
    /// The keys of creations that are being carried out.
    let creating = Locked<Set<String>>([])
    /// The first commit of the board, which names it wherever it is cloned.
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
        name = workspace.location.root.split(separator: "/").last.map(String.init) ?? "/"
        let kept = try await workspace.keptActions()
        callers = CallerActions(kept: kept) { [location = workspace.location] actions in
            Workspace.keepActions(at: location, actions)
        }
        feed = BoardFeed(workspace) { options.now(options.language) }
        standing = try SyncStanding(workspace, executable: options.executable)
        id = try await workspace.firstCommit() ?? ""
        try await feed.start()
        await standing.look()
        await feed.keepUncommitted(uncommitted())
        followChanges()
    }

    /// Keeps in step with the remote, every so many seconds.
    package func startSyncing(every seconds: Int) {
        let standing = standing
        Task.detached {
            while true {
                _ = await standing.sync()
                do { try await Task.sleep(for: .seconds(seconds)) } catch { return }
            }
        }
    }

    /// Ends what lasts: the streams of events.
    package func stop() { feed.stop() }

    // The tasks that follow the changes would otherwise keep the workspace and its watch alive.
    deinit { feed.stop() }

    /// The tasks with edits that no commit has.
    private func uncommitted() -> Set<TaskID> {
        let paths = Set(standing.now.report?.uncommitted ?? [])
        return Set((feed.shown?.board.tasks ?? []).filter { paths.contains($0.path) }.map(\.id))
    }

    /// Updates the standing after changes, once for all changes of a moment: an update scans all
    /// files, and the next change has to wait for it.
    private func followChanges() {
        guard let changes = feed.events(after: nil) else { return }
        let (looks, due) = AsyncStream.makeStream(
            of: Void.self, bufferingPolicy: .bufferingNewest(1))
        Task.detached {
            for await _ in changes { due.yield() }
            due.finish()
        }
        let standing = standing
        Task.detached {
            for await _ in looks {
                do { try await Task.sleep(for: .milliseconds(700)) } catch { return }
                await standing.look()
            }
        }
    }
}

extension WebBoard {
    /// Who may ask for what, by the token that the server's file has now.
    var gate: Gate {
        var gate = fixedGate
        gate.token = token.now
        return gate
    }

    func dates(_ asked: APIRequest) -> DateWords { DateWords(.relative, now: asked.now) }

    /// The newest board.
    ///
    /// - Throws: ``Problem`` (503) while the folder of the board is gone.
    func shown() throws(Problem) -> BoardFeed.Shown {
        guard let shown = feed.shown else {
            throw Problem(.loading)
        }
        return shown
    }

    /// The ID that a client names. JSON has replacement characters where a file's name is not
    /// UTF-8.
    func id(named text: String) -> TaskID {
        guard text.contains("\u{FFFD}") else { return TaskID(Text(text)) }
        let task = feed.shown?.board.tasks.first { $0.id.text.string == text }
        return task?.id ?? TaskID(Text(text))
    }

    /// The task that the path names.
    ///
    /// - Throws: ``Problem`` (404).
    func task(_ asked: APIRequest) throws(Problem) -> TaskItem {
        guard let task = try shown().board[asked.id] else {
            throw Problem(BoardError(ActionError(.noSuchTask(asked.id))))
        }
        return task
    }

    /// The JSON of cards depends on the state of the board, the minute, the language and the zone.
    private struct CardsKey: Hashable, Sendable {
        let number: Int
        let minute: Int64
        let language: Language
        let zone: String?
    }

    /// Makes the JSON of tasks as they are shown on the newest board.
    func cards(_ shown: BoardFeed.Shown, _ asked: APIRequest) -> CardJSON {
        let key = CardsKey(
            number: shown.number, minute: asked.now.seconds / 60, language: asked.language,
            zone: asked.zone)
        return makers.value(key) { cards(of: shown.board, asked) }
    }

    /// Makes the JSON of tasks of another board.
    func cards(of board: Board, _ asked: APIRequest) -> CardJSON {
        CardJSON(
            board, dates(asked), asked.language, plain: { TextLayout.words(ofMarkdown: $0) },
            hash: contentHash)
    }

    /// Why nothing can be changed; nil if it can.
    func obstacle(_ shown: BoardFeed.Shown) -> BoardText? {
        if shown.isGone { return .boardGone }
        return shown.hasNewerFormat ? .newerFormat : nil
    }

    /// `BOOT-NUMBER`, which names one state of the board as this run of the server shows it.
    func generation(_ number: Int) -> String { "\(feed.run)-\(number)" }

    /// The change that an undo by the caller would revert; null if there is none.
    func undoJSON(of caller: String) -> JSONValue { callers.undo(of: caller)?.json ?? .null }

    /// The same for a redo.
    func redoJSON(of caller: String) -> JSONValue { callers.redo(of: caller)?.json ?? .null }
}
