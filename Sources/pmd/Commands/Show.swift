import ArgumentParser
import BoardStorage
import BoardView
import MarkdownDocument
import TaskBoard

/// Shows one task in full.
struct Show: Command {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show one task: fields, body, conflicts, last changes",
        discussion: """
            Checklist items and conflicts have the numbers that 'pmd tick' and 'pmd resolve' take.

            Examples:
              pmd show roof
              pmd show k3 --at 2026-11-01
              pmd show roof --json
            """)

    /// The number of changes that are shown in text.
    private static let changesShown = 5

    @Argument(help: "The task.") var task: Word
    @Option(help: "Show the task as of this date, such as 2w or 2026-11-01.") var at: Word?
    @OptionGroup var common: CommonOptions

    func run(_ session: Session) async throws {
        let workspace = try session.workspace()
        let time = try at.map { word in
            try DueDate.typed(Text(try word.text()), in: "--at", now: session.now, sense: .back)
                .endSeconds(session.now)
        }
        let (board, tellsReference): (Board, Bool)
        if let time {
            (board, tellsReference) = (try await workspace.board(at: time), true)
        } else {
            (board, tellsReference) = try await session.shownBoard(of: task, in: workspace)
        }
        let task = try board.task(TaskReference(task.bytes))
        let isJSON = session.console.isJSON
        let entries = try await workspace.log(
            LogFilter(ids: [task.id], until: time, limit: isJSON ? .max : Self.changesShown))
        if isJSON {
            let times =
                time == nil
                ? try await workspace.historyTimes() : HistoryTimes(of: task, from: entries)
            try printJSON(task, board, entries, times, session)
        } else {
            let reference =
                tellsReference ? References(board, only: task)[task] : References.whole(task)
            let page = TaskPage(
                task, reference: reference, on: board, history: entries, now: session.now)
            let layout = TaskLayout(page, dates: session.dates, now: session.now)
            try session.console.print(
                layout.lines(ink: session.console.ink, columns: session.console.columns))
        }
    }

    private func printJSON(
        _ task: TaskItem, _ board: Board, _ entries: [LogEntry], _ times: HistoryTimes,
        _ session: Session
    ) throws {
        let object = task.json(ref: References(board, only: task)[task], overdue: session.now)
        let history = JSONValue.Member("history", .array(entries.map(\.json)))
        try session.console.print(json: object.adding([history] + task.historyJSON(times)))
    }
}

extension HistoryTimes {
    /// When a task was last changed and finished, by its history up to a moment,
    /// newest first.
    fileprivate init(of task: TaskItem, from entries: [LogEntry]) {
        self.init()
        updated[task.id] = entries.first?.time
        guard task.isFinished else { return }
        let came = entries.first { entry in
            entry.change.action != .edited
                && (entry.change.changes.isEmpty
                    || entry.change.changes.contains { $0.key == "state" })
        }
        finished[task.id] = came?.time
    }
}
