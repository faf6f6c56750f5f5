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
    let columns: [Column]
    private let maker: CardMaker

    init(_ board: Board, _ query: Query?, showsAll: Bool, _ environment: BoardEnvironment) {
        self.board = board
        environment.work?.add(tasks: board.tasks.count)
        let now = environment.now
        let views = board.columnViews(
            matching: query ?? .everything(now: now), all: showsAll, now: now)
        columns = views.map { Column(view: $0, ids: $0.tasks.map(\.id)) }
        maker = CardMaker(board, now: now)
    }

    func card(_ id: TaskID) -> Card? { board[id].map { maker.card($0) } }

    var isEmpty: Bool { columns.allSatisfy { $0.ids.isEmpty } }

    func index(of state: Text) -> Int? { columns.firstIndex { $0.view.state == state } }
}
