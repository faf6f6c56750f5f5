import BoardView
import MarkdownDocument
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

    var isEmpty: Bool { columns.allSatisfy { $0.ids.isEmpty } }

    func index(of state: Text) -> Int? { columns.firstIndex { $0.view.state == state } }
}
