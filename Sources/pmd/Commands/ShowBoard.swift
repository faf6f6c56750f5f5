import ArgumentParser
import BoardStorage
import BoardView
import MarkdownDocument
import TaskBoard
import TextLayout

/// Prints the columns of the board side by side.
struct ShowBoard: Command {
    static let configuration = CommandConfiguration(
        commandName: "board",
        abstract: "Show the columns of the board side by side",
        discussion: """
            Each column has its count and limit. Finished columns show their newest 20 tasks.

            Examples:
              pmd board
              pmd board @me
              pmd board --at 2026-11-01
            """)

    @Argument(help: .query) var query: [Word] = []
    @Flag(help: "Include all finished tasks, and waiting ones.") var all = false
    @Option(help: "Show the board as of this date, such as 2w or 2026-11-01.") var at: Word?
    @OptionGroup var common: CommonOptions

    func run(_ session: Session) async throws {
        let workspace = try session.workspace()
        let board = try await board(session, workspace)
        let query = try await session.query(
            query, isViewed: true, on: board, in: workspace)
        let columns = board.columnViews(matching: query, all: all, now: session.now)
        if session.console.isJSON {
            try printJSON(columns, board, session)
        } else {
            try printColumns(columns, board, await session.dates(workspace), session)
        }
    }

    private func board(_ session: Session, _ workspace: Workspace) async throws -> Board {
        if let at {
            return try await session.board(at: at, in: workspace).0
        }
        // Only finished columns with several tasks need history for their order.
        let board = try await session.shownBoard(in: workspace)
        guard board.columns.contains(where: { $0.isFinished && $0.count > 1 }) else {
            return board
        }
        let finished = board.tasks.filter(\.isFinished)
        let times = try await workspace.historyTimes(of: finished)
        return Board(settings: board.settings, tasks: board.tasks, times: times)
    }

    private func printJSON(
        _ columns: [ColumnView], _ board: Board, _ session: Session
    ) throws {
        let references = References(board)
        try session.console.print(
            json: .array(columns.map { $0.json(references, now: session.now) }))
    }

    private func printColumns(
        _ columns: [ColumnView], _ board: Board, _ dates: DateWords, _ session: Session
    ) throws {
        let cards = CardSource(board, TaskWords(dates, .ofReader), now: session.now)
        let layout = BoardTable(
            columns: columns.map { BoardTable.Column(view: $0, cards: cards) })
        let console = session.console
        let ink = try console.ink
        guard console.cut != nil else {
            return try layout.write(ink: ink, columns: console.columns) {
                bytes throws(Failure) in try Stream.output.write(bytes)
            }
        }
        try paged(on: console) { pager throws(Failure) in
            try layout.write(ink: ink, columns: console.columns) {
                bytes throws(Failure) in try pager.show(text: bytes)
            }
        }
    }
}

extension DueDate {
    /// Returns the end of this date: the last second of a day, or the given time.
    func endSeconds(_ now: Moment) -> Int64 {
        guard secondOfDay == nil else { return seconds(now) }
        return DueDate(day.adding(days: 1)).seconds(now) - 1
    }
}
