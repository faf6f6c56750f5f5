import ArgumentParser
import BoardStorage
import BoardView
import MarkdownDocument
import TaskBoard
import TextLayout
import Words

/// Shows the state of the files, the commits and the remote.
struct Status: Command {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Show task counts, uncommitted edits, and the sync status",
        discussion: """
            Examples:
              pmd status
              pmd status --short
              pmd status --json
            """)

    @Flag(help: "Print one line for a shell prompt: fast, but may miss uncommitted edits.")
    var short = false
    @OptionGroup var common: CommonOptions

    func run(_ session: Session) async throws {
        let workspace = try session.workspace()
        if short { return try await printShort(session, workspace) }
        var clone = try await workspace.status()
        let board = try await workspace.readableBoard()
        clone.conflictFiles = try await workspace.conflictFiles(besides: board.tasks).map(\.path)
        let settingsError = try await workspace.settingsError()
        let status = StatusView(
            clone, board, settingsError: settingsError,
            unread: try await workspace.unreadFiles(), now: session.now,
            me: try await workspace.me())
        if session.console.isJSON {
            try session.console.print(json: status.json)
        } else {
            let words = StatusWords(status, await session.dates(workspace))
            let console = session.console
            try console.print(words.lines(ink: try console.ink, columns: console.cut))
        }
    }

    /// Prints `todo 3  doing 1  2 overdue  ↑1 ↓2`, short enough for a shell prompt.
    private func printShort(_ session: Session, _ workspace: Workspace) async throws {
        let (counts, settings) = try await workspace.promptCounts()
        let clone = try await workspace.syncStatus()
        let states = settings.states.filter { !settings.isFinished($0) }.map { state in
            (name: state, count: counts.tasks[state] ?? 0)
        }
        let due = DueCounts(counts.due(session.now), now: session.now)
        let (ahead, behind) = (clone.ahead ?? 0, clone.behind ?? 0)
        let marks = [
            ahead > 0 ? "↑\(ahead)" : nil, behind > 0 ? "↓\(behind)" : nil,
            clone.isFailing
                ? CommandSentence.syncFailedShort.text : nil,
        ].compactMap(\.self)
        if session.console.isJSON {
            return try session.console.print(json: [
                "states": .object(
                    states.map { JSONValue.Member($0.name.string, .number($0.count)) }),
                "overdue": .number(due.overdue), "dueToday": .number(due.today),
                "ahead": .optional(clone.ahead), "behind": .optional(clone.behind),
            ])
        }
        let columns = states.map { "\(safe($0.name.utf8)) \($0.count)" }
        try session.console.print((columns + due.words + marks).joined(separator: "  "))
    }
}
