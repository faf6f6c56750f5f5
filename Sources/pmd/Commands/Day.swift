import ArgumentParser
import BoardStorage
import BoardView
import MarkdownDocument
import TaskBoard
import TextLayout

/// Shows a summary of the day: `pmd` without a command does so on a terminal, if there is a board.
struct DaySummary: Command {
    static let configuration = CommandConfiguration(
        commandName: "_day", abstract: "Show a summary of the day", shouldDisplay: false)

    @OptionGroup var common: CommonOptions

    /// The tasks of a section that are listed; the rest is counted.
    private static let tasksShown = 10

    func run(_ session: Session) async throws {
        let workspace = try session.workspace()
        let board = try await session.shownBoard(in: workspace)
        let dates = await session.dates(workspace)
        let now = session.now
        let open = board.tasks.filter { !$0.isFinished && !$0.isWaiting(now) }
        let overdue = open.filter { $0.isOverdue(now) }
        let today = open.filter { !$0.isOverdue(now) && $0.due?.day(now) == now.today }
        let started = open.filter { $0.state != board.settings.first }
        let sections = [
            ("Overdue", overdue), ("Due today", today), ("In progress", started),
        ]
        for (title, tasks) in sections where !tasks.isEmpty {
            try show(tasks, under: title, board, dates, session)
        }
        if sections.allSatisfy(\.1.isEmpty) {
            try session.console.print("Nothing is due today, and nothing is in progress")
        }
        try await showStanding(board, session, workspace)
        try session.console.print(
            "'pmd next' lists what to do next, 'pmd add TITLE' adds a task, "
                + "'pmd --help' lists the commands")
    }

    private func show(
        _ tasks: [TaskItem], under title: String, _ board: Board, _ dates: DateWords,
        _ session: Session
    ) throws {
        try session.console.print(try session.console.ink("\(title): \(tasks.count)", .header))
        let layout = ListLayout(
            Array(tasks.prefix(Self.tasksShown)), board, dates: dates,
            columns: session.console.cut)
        try layout.write(ink: try session.console.ink) {
            bytes throws(Failure) in try Stream.output.write(bytes)
        }
        if tasks.count > Self.tasksShown {
            try session.console.print("and \(tasks.count - Self.tasksShown) more")
        }
    }

    private func showStanding(
        _ board: Board, _ session: Session, _ workspace: Workspace
    ) async throws {
        let standing = try await workspace.syncStanding()
        var parts: [String] = []
        if !board.conflicted.isEmpty {
            parts.append("\(counted(board.conflicted.count, "task")) with conflicts")
        }
        if let ahead = standing.ahead, ahead > 0 { parts.append("\(ahead) to push") }
        if let behind = standing.behind, behind > 0 { parts.append("\(behind) to receive") }
        if let sync = standing.lastSync, sync.code != 0 { parts.append("the last sync failed") }
        if !parts.isEmpty { try session.console.print(parts.joined(separator: ", ")) }
    }
}
