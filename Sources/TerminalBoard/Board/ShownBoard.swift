import BoardView
import MarkdownDocument
import Synchronization
import TaskBoard
import TerminalUI

/// The board as drawn: the columns of a query, and cards made on demand.
struct ShownBoard: Sendable {
    struct Column: Sendable {
        let view: ColumnView
        let ids: [TaskID]
    }

    let board: Board
    private(set) var columns: [Column] = []
    private let maker: CardMaker
    private let blocked = BlockedTasks()
    /// The shown query and all its tasks, waiting and finished ones included; nil for the whole
    /// board.
    private var found: (query: Query, tasks: [TaskItem])?

    init(_ board: Board, _ query: Query?, showsAll: Bool, _ environment: BoardEnvironment) {
        self.board = board
        maker = CardMaker(board, now: environment.now)
        show(query, showsAll: showsAll, environment)
    }

    /// Shows the tasks of another query. After another letter of a word, only the tasks found so
    /// far are searched.
    mutating func show(_ query: Query?, showsAll: Bool, _ environment: BoardEnvironment) {
        let now = environment.now
        let query = query ?? .everything(now: now)
        let known = found.flatMap { query.narrows($0.query) ? $0.tasks : nil }
        environment.work?.add(tasks: (known ?? board.tasks).count)
        found =
            query.selectsOrSorts
            ? (query, board.tasks(matching: query, among: known, all: true)) : nil
        let views = board.columnViews(
            matching: query, found: found?.tasks, all: showsAll, now: now)
        columns = views.map { Column(view: $0, ids: $0.tasks.map(\.id)) }
    }

    func card(_ id: TaskID) -> Card? { board[id].map { maker.card($0) } }

    /// Returns the unfinished tasks that name a task as their blocker.
    func tasks(blockedBy id: TaskID) -> [TaskItem] { blocked.of(board)[id] ?? [] }

    var isEmpty: Bool { columns.allSatisfy { $0.ids.isEmpty } }

    func index(of state: Text) -> Int? { columns.firstIndex { $0.view.state == state } }
}

/// The blocked tasks of a board by their blockers, found when they are first needed.
private final class BlockedTasks: Sendable {
    private let found = Mutex<[TaskID: [TaskItem]]?>(nil)

    func of(_ board: Board) -> [TaskID: [TaskItem]] {
        found.withLock { found in
            let tasks = found ?? board.tasksByBlocker()
            found = tasks
            return tasks
        }
    }
}
