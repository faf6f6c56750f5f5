import BoardView
import MarkdownDocument
import Synchronization
import TaskBoard
import TextLayout
import Words

/// Prints each change of a board once, as a sentence. A change that a typed command has reported
/// is not printed again.
final class Announcer: Sendable {
    private struct State {
        /// The tasks as of the last announcement.
        var told: [TaskID: TaskItem]
        var isHeld = false
    }

    private let state: Mutex<State>
    private let language: Language
    private let dates: @Sendable () -> DateWords

    init(_ board: Board, _ language: Language, _ dates: @escaping @Sendable () -> DateWords) {
        (self.language, self.dates) = (language, dates)
        state = Mutex(State(told: Self.tasks(of: board)))
    }

    private static func tasks(of board: Board) -> [TaskID: TaskItem] {
        Dictionary(board.tasks.map { ($0.id, $0) }) { first, _ in first }
    }

    /// Prints the changes since the last announced board, unless a command runs.
    ///
    /// - Parameter board: The current board. It is read only once no other thread announces one:
    ///   announcing an older board after a newer one would print the changes backwards.
    func announce(_ board: @autoclosure () -> Board?) {
        state.withLock { state in
            if state.isHeld { return }
            guard let board = board() else { return }
            let new = Self.tasks(of: board)
            let ids = Set(state.told.keys).union(new.keys).sorted { $0 < $1 }
            Lines().print(ids.compactMap { sentence(from: state.told[$0], to: new[$0]) })
            state.told = new
        }
    }

    /// Returns the sentence for a task; nil if it has not changed.
    private func sentence(from old: TaskItem?, to new: TaskItem?) -> String? {
        if Self.isSame(old, new) { return nil }
        return TaskChange(from: old, to: new).map {
            safe(Array($0.doneSentence(language, dates: dates().wording).utf8))
        }
    }

    private static func isSame(_ old: TaskItem?, _ new: TaskItem?) -> Bool {
        old?.path == new?.path && old?.bytes == new?.bytes
    }

    /// Holds changes back while a command runs, which reports its own.
    func hold() { state.withLock { $0.isHeld = true } }

    /// Ends ``hold()``. Boards announced afterwards must not be older than `board`, or changes
    /// would be printed backwards.
    ///
    /// - Parameters:
    ///   - ids: The tasks that the command changed and reported.
    ///   - board: The board as the command left it.
    func release(reported ids: Set<TaskID>, on board: Board?) {
        state.withLock { state in
            state.isHeld = false
            guard let board else { return }
            for id in ids { state.told[id] = board[id] }
        }
    }
}
