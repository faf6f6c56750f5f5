import ArgumentParser
import BoardStorage
import BoardView
import MarkdownDocument
import TaskBoard
import TextLayout
import Words

/// Finds problems in the files of a board.
struct Check: Command {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Find problems in the files of a board, and repair common ones",
        discussion: """
            Exits with 65 if a file is malformed, has an invalid value, or shares its ID with \
            another. --fix shows its repairs as a diff and commits them together; tasks that \
            you name also get a code and a creation time.

            Examples:
              pmd check
              pmd check --fix
              pmd check --fix call-bank
            """)

    @Argument(help: "Only these tasks.") var tasks: [Word] = []
    @Flag(help: "Repair what pmd can repair, in one commit.") var fix = false
    @OptionGroup var common: CommonOptions

    func run(_ session: Session) async throws {
        let workspace = try session.workspace()
        let named = tasks.isEmpty ? nil : try await session.named(tasks, in: workspace)
        guard tasks.isEmpty || named != nil else { return }
        let references = named?.references
        if fix { try await repair(references, workspace, session) }
        let findings = try await findings(references, workspace, now: session.now)
        if session.console.isJSON {
            try session.console.print(json: .array(findings.map(\.json)))
        } else {
            let ink = try session.console.ink
            try session.console.print(findings.map { line(of: $0, ink) })
            if findings.isEmpty { session.console.say(.noProblems) }
        }
        if findings.contains(where: \.isFailure) { throw Failure.reported(.data) }
    }

    private func findings(
        _ references: [TaskReference]?, _ workspace: Workspace, now: Moment
    ) async throws -> [Finding] {
        let board = try await workspace.readableBoard()
        let all =
            try await settingsFindings(workspace) + board.settingFindings(now: now)
            + unreadFindings(workspace) + board.findings
        guard let references else {
            return try await all + workspace.conflictFiles(besides: board.tasks)
        }
        let paths = Set(try board.tasks(references, isForReading: true).map(\.path))
        return all.filter { paths.contains($0.path) }
    }

    /// Returns the error in `pmd.yml`, if any.
    private func settingsFindings(_ workspace: Workspace) async throws -> [Finding] {
        try await workspace.settingsError().map { error in
            [
                Finding(
                    .settings(error), at: Board.settingsPath, id: nil, line: error.line,
                    column: error.column)
            ]
        } ?? []
    }

    /// Entries named like a task that cannot be read as one.
    private func unreadFindings(_ workspace: Workspace) async throws -> [Finding] {
        try await workspace.unreadFiles().map { file in
            Finding(
                .unread(file.reason), at: file.path, id: TaskID(fileName: file.path.fileName))
        }
    }

    private func line(of finding: Finding, _ ink: Ink) -> String {
        ink(safe(finding.sentence.text(.ofReader)), finding.isFailure ? .problem : [])
    }

    /// Returns the repairs as a unified diff.
    private func diff(of outcome: ActionOutcome, _ ink: Ink) -> [String] {
        outcome.plan.changes.flatMap { change -> [String] in
            guard let before = change.before, let after = change.after else { return [] }
            let old = outcome.before[before]?.document.bytes ?? []
            let diff = unifiedDiff(from: (before, old), to: (after, change.bytes ?? []))
            return diff.split(separator: UInt8(ascii: "\n")).map { line in
                switch line.first {
                case UInt8(ascii: "+"): ink(safe(line), .added)
                case UInt8(ascii: "-"): ink(safe(line), .removed)
                default: safe(line)
                }
            }
        }
    }

    private func repair(
        _ references: [TaskReference]?, _ workspace: Workspace, _ session: Session
    ) async throws {
        let outcome = try await workspace.repair(references)
        if session.console.isJSON { return }
        try session.console.print(diff(of: outcome, try session.console.ink))
        for result in outcome.results { session.console.say(result.text(.ofReader)) }
    }
}
