import ArgumentParser
import BoardStorage
import MarkdownDocument
import TaskBoard

/// Prints the columns of the board side by side.
struct ShowBoard: Command {
    static let optionNames = OptionNames(flags: ["--all"], values: ["--at"])

    static let configuration = CommandConfiguration(
        commandName: "board",
        abstract: "Show the columns of the board side by side",
        discussion: """
            Columns have their count and limit; of finished ones the newest 20 tasks are shown.

            Examples:
              pmd board
              pmd board @me
              pmd board --at 2026-11-01
            """)

    /// How many tasks of a finished column are shown.
    private static let finishedShown = 20

    @Argument(help: .query) var query: [Word] = []
    @Flag(help: "All finished tasks, and those that wait.") var all = false
    @Option(help: "The board as it was then, such as 2w or 2026-11-01.") var at: Word?
    @OptionGroup var common: CommonOptions

    func run(_ session: Session) async throws {
        let workspace = try session.workspace()
        let board = try await board(session, workspace)
        let query = try await session.query(query, on: board, in: workspace)
        let columns = board.columns.map { column in shown(column, query, board, session.now) }
        if session.console.isJSON {
            try printJSON(zip(board.columns, columns).map { ($0, $1) }, board, session)
        } else {
            try printColumns(zip(board.columns, columns).map { ($0, $1) }, board, session)
        }
    }

    private func board(_ session: Session, _ workspace: Workspace) async throws -> Board {
        if let at {
            let date = try DueDate.typed(
                Text(try at.text()), in: "--at", now: session.now, sense: .back)
            return try await workspace.board(at: date.endSeconds(session.now))
        }
        // Only a finished column with tasks in it needs history for its order.
        let board = try await session.shownBoard(in: workspace)
        guard board.columns.contains(where: { $0.isFinished && $0.count > 1 }) else {
            return board
        }
        let times = try await workspace.historyTimes()
        return Board(settings: board.settings, tasks: board.tasks, times: times)
    }

    private func shown(
        _ column: Board.Column, _ query: Query, _ board: Board, _ now: Moment
    ) -> [TaskItem] {
        let matching = column.tasks.filter { task in
            (all || query.includesWaiting || !task.isWaiting(now)) && query.matches(task, in: board)
        }
        return column.isFinished && !all ? Array(matching.prefix(Self.finishedShown)) : matching
    }

    private func printJSON(
        _ columns: [(Board.Column, [TaskItem])], _ board: Board, _ session: Session
    ) throws {
        let references = References(board)
        try session.console.print(
            json: .array(
                columns.map { column, tasks in
                    [
                        "state": .string(column.state), "count": .number(column.count),
                        "limit": .optional(column.limit),
                        "tasks": .array(
                            tasks.map { $0.json(ref: references[$0], overdue: session.now) }),
                    ]
                }))
    }

    private func printColumns(
        _ columns: [(Board.Column, [TaskItem])], _ board: Board, _ session: Session
    ) throws {
        let maker = CardMaker(board, session)
        let layout = BoardLayout(
            columns: columns.map { column, tasks in
                BoardLayout.Column(
                    state: safe(column.state.utf8), count: column.count, limit: column.limit,
                    isUnknown: column.isUnknown,
                    cards: makeByTwoThreads(tasks.count, block: 64, from: 1_024) {
                        { maker.card(tasks[$0]) }
                    })
            })
        try session.console.print(
            layout.lines(ink: session.console.ink, columns: session.console.columns))
    }
}

extension DueDate {
    /// The moment up to which the past is meant: the end of a day, or a time of it.
    func endSeconds(_ now: Moment) -> Int64 {
        guard secondOfDay == nil else { return seconds(now) }
        return DueDate(day.adding(days: 1)).seconds(now) - 1
    }
}
