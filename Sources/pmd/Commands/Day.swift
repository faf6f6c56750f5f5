import ArgumentParser
import BoardStorage
import BoardView
import MarkdownDocument
import TaskBoard
import TextLayout
import Words

/// Shows a summary of the day. On a terminal, `pmd` without a command runs this if there is a
/// board.
struct DaySummary: Command {
    static let configuration = CommandConfiguration(
        commandName: "_day", abstract: "Show a summary of the day", shouldDisplay: false)

    @OptionGroup var common: CommonOptions

    /// The number of tasks listed in a section; the rest are only counted.
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
            (CommandSentence.overdue(overdue.count), overdue), (.dueToday(today.count), today),
            (.inProgress(started.count), started),
        ]
        for (title, tasks) in sections where !tasks.isEmpty {
            try show(tasks, under: title, board, dates, session)
        }
        if sections.allSatisfy(\.1.isEmpty) {
            try session.console.print(.quietDay)
        }
        try await showClone(board, session, workspace)
        try session.console.print(.dayHint)
    }

    private func show(
        _ tasks: [TaskItem], under title: CommandSentence, _ board: Board, _ dates: DateWords,
        _ session: Session
    ) throws {
        try session.console.print(try session.console.ink(title.text, .header))
        let layout = ListLayout(
            Array(tasks.prefix(Self.tasksShown)), board, dates: dates,
            columns: session.console.cut)
        try layout.write(ink: try session.console.ink) {
            bytes throws(Failure) in try Stream.output.write(bytes)
        }
        if tasks.count > Self.tasksShown {
            try session.console.print(.more(tasks.count - Self.tasksShown))
        }
    }

    private func showClone(
        _ board: Board, _ session: Session, _ workspace: Workspace
    ) async throws {
        let clone = try await workspace.syncStatus()
        var parts: [CommandSentence] = []
        if !board.conflicted.isEmpty {
            parts.append(.withConflicts(board.conflicted.count))
        }
        if let ahead = clone.ahead, ahead > 0 { parts.append(.toPush(ahead)) }
        if let behind = clone.behind, behind > 0 { parts.append(.toReceive(behind)) }
        if clone.isFailing { parts.append(.lastSyncFailed) }
        if !parts.isEmpty { try session.console.print(parts.map(\.text).joined(separator: ", ")) }
    }
}
