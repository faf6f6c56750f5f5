import ArgumentParser
import BoardStorage
import BoardView
import MarkdownDocument
import Synchronization
import TaskBoard
import Words

/// Shows the changes of the board.
struct Log: Command {
    static let configuration = CommandConfiguration(
        commandName: "log",
        abstract: "Show what happened, newest first",
        discussion: """
            Includes edits made outside pmd, changes from other clones, and changes to the \
            settings. The digits after the time are the commit: 'pmd undo COMMIT' undoes that \
            entry.

            Examples:
              pmd log -n 10
              pmd log roof
              pmd log --since mon --by ann
              pmd log --action deleted
              pmd log -p -n 1
            """)

    @Argument(help: "Only these tasks.") var tasks: [Word] = []
    @Option(help: "Only changes from this day on, such as mon or 2w.") var since: Word?
    @Option(help: "Only changes up to this day.") var until: Word?
    @Option(help: "Only changes by this person.") var by: Word?
    @Option(help: "Only this action: added, edited, moved, deleted, restored, merged or settings.")
    var action: Word?
    @Option(
        name: .customShort("n"), help: ArgumentHelp("Show at most this many.", valueName: "count"))
    var count: Int?
    @Flag(name: [.customShort("p"), .long], help: "Show the old and new values, like a diff.")
    var patch = false
    @OptionGroup var common: CommonOptions

    func check() throws(Failure) {
        if let count, count < 1 { throw Failure(.wrongCount(of: "-n", count, .entries)) }
    }

    func run(_ session: Session) async throws {
        if session.console.isJSON, patch {
            throw Failure(.usage, .patchAndJSON)
        }
        let workspace = try session.workspace()
        guard let ids = try await ids(session, workspace) else { return }
        let filter = try filter(ids, session)
        if session.console.isJSON {
            let entries = try await workspace.log(filter)
            try session.console.print(json: .array(entries.map(\.json)))
        } else {
            try await show(filter, session, workspace)
        }
    }

    private func show(
        _ filter: LogFilter, _ session: Session, _ workspace: Workspace
    ) async throws {
        let pager = Pager(session.console)
        let words = HistoryWords(await session.dates(workspace))
        let ink = try session.console.ink
        let columns = session.console.cut
        let isEmpty = Mutex(true)
        do {
            try await workspace.log(filter) { entry in
                let isFirst = isEmpty.withLock { isEmpty in
                    defer { isEmpty = false }
                    return isEmpty
                }
                var lines = [words.logLine(HistoryEntry(entry), ink: ink, columns: columns)]
                if let patch = entry.patch {
                    lines = (isFirst ? [] : [""]) + lines + patch.text(ink)
                }
                return try pager.show(lines)
            }
        } catch {
            try pager.finish()
            throw error
        }
        try pager.finish()
        if isEmpty.withLock({ $0 }) { session.console.say(.noEntry) }
    }

    private func filter(_ ids: Set<TaskID>, _ session: Session) throws -> LogFilter {
        var filter = LogFilter(limit: count ?? .max, wantsPatch: patch)
        filter.ids = ids
        filter.since = try since.map { try date($0, "--since", session).seconds(session.now) }
        filter.until = try until.map { try date($0, "--until", session).endSeconds(session.now) }
        if let since, filter.since.map({ $0 > session.now.seconds }) == true {
            throw Failure(.usage, .futureDate(since.string, of: "--since"))
        }
        if let since = filter.since, let until = filter.until, since > until {
            throw Failure(.usage, .wrongRange)
        }
        filter.author = try by.map { try $0.text() }
        filter.action = try action.map { try action(named: $0) }
        return filter
    }

    private func date(_ word: Word, _ option: String, _ session: Session) throws -> DueDate {
        try DueDate.typed(
            Text(try word.text()), in: Text(option), now: session.now, sense: .back)
    }

    private func action(named word: Word) throws -> LogAction {
        guard let action = LogAction(rawValue: word.string.lowercased()) else {
            let known = LogAction.allCases.map(\.rawValue)
            throw Failure(.usage, .unknownAction(word.string, known: known))
        }
        return action
    }

    /// Returns the IDs of the named tasks, deleted ones included; nil if a query finds none.
    private func ids(_ session: Session, _ workspace: Workspace) async throws -> Set<TaskID>? {
        guard !tasks.isEmpty else { return [] }
        guard let references = try await session.named(tasks, in: workspace)?.references else {
            return nil
        }
        let board = try await workspace.readableBoard(of: references)
        if let tasks = try board.tasksIfAny(references, isForReading: true) {
            return Set(tasks.map(\.id))
        }
        var ids: Set<TaskID> = []
        var gone: Board?
        for reference in references {
            do throws(ReferenceError) {
                ids.insert(try board.task(reference).id)
            } catch {
                guard case .none = error else { throw error }
                if gone == nil { gone = try await workspace.deletedBoard(board.settings) }
                if let gone { ids.insert(try gone.task(reference).id) }
            }
        }
        return ids
    }
}
