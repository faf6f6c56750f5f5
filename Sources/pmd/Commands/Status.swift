import ArgumentParser
import BoardStorage
import BoardView
import MarkdownDocument
import TaskBoard

/// Shows the state of the files, the commits and the remote.
struct Status: Command {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Show task counts, uncommitted edits, and the state of the sync",
        discussion: """
            Examples:
              pmd status
              pmd status --json
            """)

    @OptionGroup var common: CommonOptions

    func run(_ session: Session) async throws {
        let workspace = try session.workspace()
        let report = try await workspace.status()
        let board = try await workspace.readableBoard()
        let settingsError = try await workspace.settingsError()
        let status = StatusView(
            report, board, settingsError: settingsError,
            unread: try await workspace.unreadFiles())
        if session.console.isJSON {
            try session.console.print(json: status.json)
        } else {
            let words = StatusWords(status, session)
            try session.console.print(words.lines(ink: session.console.ink))
        }
    }
}
