import ArgumentParser
import BoardStorage
import MarkdownDocument
import TaskBoard

/// Shows where things stand between the files, the commits and the remote.
struct Status: Command {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Show counts, what is not committed, and how the sync stands",
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
        if session.console.isJSON {
            try session.console.print(json: json(report, board, settingsError))
        } else {
            let unread = try await workspace.unreadFiles()
            let words = StatusWords(report, board, settingsError, unread, session)
            try session.console.print(words.lines(ink: session.console.ink))
        }
    }

    private func json(
        _ report: StatusReport, _ board: Board, _ settingsError: SettingsError?
    ) -> JSONValue {
        let conflicted = board.tasks.filter { !$0.openConflicts.isEmpty }
        return [
            "states": .object(
                board.columns.map { JSONValue.Member($0.state.string, .number($0.count)) }),
            "uncommitted": .strings(report.uncommitted.map { Text($0.bytes) }),
            "leftOut": .array(
                report.leftOut.map { ["path": .string($0.path), "reason": .string($0.reason)] }),
            "ahead": .optional(report.ahead), "behind": .optional(report.behind),
            "lastSync": report.lastSync.map { sync in
                ["at": .string(Moment.utcStamp(sync.time)), "result": .string(sync.result)]
            } ?? .null,
            "notWritten": .array(
                report.notWritten.map { entry in
                    [
                        "path": .string(entry.path), "reason": .string(Text(entry.reason)),
                        "by": .string(Text(entry.author)), "commit": .string(Text(entry.commit)),
                    ]
                }),
            "dropped": .array(report.dropped.map(\.json)),
            "conflicts": .strings(conflicted.map(\.id.text)),
            "malformed": .array(
                (settingsError.map { [json($0)] } ?? [])
                    + board.tasks.filter(\.isMalformed).compactMap { task in
                        task.document.malformation.map { json($0, task) }
                    }),
        ]
    }

    private func json(_ error: SettingsError) -> JSONValue {
        [
            "path": .string(Text(Board.settingsPath.bytes)), "line": .number(error.line),
            "column": .number(error.column), "message": .string(error.message),
        ]
    }

    private func json(_ malformation: Malformation, _ task: TaskItem) -> JSONValue {
        [
            "path": .string(Text(task.path.bytes)), "line": .number(malformation.line),
            "column": .number(malformation.column), "message": .string("\(malformation.reason)"),
        ]
    }
}
