import BoardView
import MarkdownDocument
import MergeSupport
import Synchronization
import TaskBoard
import Testing

/// The board that a process shows, from snapshots to versions.
struct LiveBoardTests {
    /// Snapshots as a workspace publishes them, and the versions that a surface takes.
    private final class Source: Sendable {
        struct State: Sendable {
            var snapshot: BoardSnapshot?
            var changes: [BoardChange] = []
            var taken: [BoardVersion] = []
            var replaced: [[TaskID]] = []
        }

        let state = Mutex(State())

        func publish(_ tasks: [TaskItem], changed: Set<TaskID>, isCommitted: Bool = true) {
            state.withLock { state in
                let generation = (state.snapshot?.generation ?? 0) + 1
                state.snapshot = BoardSnapshot(
                    generation: generation, board: Board(settings: .standard, tasks: tasks),
                    times: HistoryTimes())
                state.changes.append(
                    BoardChange(
                        generation: generation, tasks: changed, changedHistory: isCommitted))
            }
        }

        func live() -> LiveBoard {
            LiveBoard(
                now: { Sample.now },
                news: { [self] since in
                    state.withLock { state in
                        guard let snapshot = state.snapshot, snapshot.generation > since else {
                            return nil
                        }
                        return (snapshot, state.changes.filter { $0.generation > since })
                    }
                },
                take: { [self] version, replaced in
                    state.withLock { state in
                        state.taken.append(version)
                        state.replaced.append(replaced.map(\.id))
                    }
                })
        }

        var taken: [BoardVersion] { state.withLock { $0.taken } }
    }

    private let a = Sample.task("todo/a.md", "title: A")
    private let b = Sample.task("todo/b.md", "title: B")
    private let half = TaskItem(path: "todo/a.md", document: Document(Array("---\ntit".utf8)))

    @Test func `an action and the file events that follow it are one version`() {
        let source = Source()
        let live = source.live()
        live.catchUp()
        #expect(live.version == nil)
        source.publish([a], changed: [a.id])
        live.catchUp()
        #expect(live.version?.number == 1)
        #expect(live.version?.change.tasks == [] && live.version?.change.hasSettings == true)
        source.publish([a, b], changed: [b.id])
        // The action, its signal, and a file event without news.
        for _ in 0..<3 { live.catchUp() }
        #expect(source.taken.map(\.number) == [1, 2])
        #expect(live.version?.change.tasks == [b.id] && live.version?.change.hasHistory == true)
    }

    @Test func `changes of several snapshots come together, with the tasks they replace`() {
        let source = Source()
        let live = source.live()
        source.publish([a, b], changed: [])
        live.catchUp()
        source.publish([Sample.task("todo/a.md", "title: A2"), b], changed: [a.id])
        source.publish([], changed: [b.id, a.id], isCommitted: false)
        live.catchUp()
        #expect(source.taken.count == 2)
        #expect(live.version?.change.tasks == [a.id, b.id])
        #expect(live.version?.change.uncommitted == [a.id, b.id])
        #expect(source.state.withLock { Set($0.replaced[1]) } == [a.id, b.id])
    }

    @Test(arguments: [true, false])
    func `a half-written file keeps its last good card, unless it is committed`(
        isCommitted: Bool
    ) {
        let source = Source()
        let live = source.live()
        source.publish([a, b], changed: [])
        live.catchUp()
        source.publish([half, b], changed: [a.id], isCommitted: isCommitted)
        source.publish([half, b], changed: [b.id], isCommitted: !isCommitted)
        live.catchUp()
        #expect(live.version?.board[a.id]?.bytes == (isCommitted ? half : a).bytes)
    }

    @Test func `a subscriber gets the changes after its last one, or has to start over`() async {
        let source = Source()
        let live = source.live()
        source.publish([a], changed: [])
        live.catchUp()
        source.publish([a, b], changed: [b.id])
        live.catchUp()
        live.post(changed: [a.id])
        var numbers: [Int] = []
        let changes = live.changes(after: 1)
        live.stop()
        if let changes { for await change in changes { numbers.append(change.number) } }
        #expect(numbers == [2, 3])
        #expect(live.changes(after: 4) == nil)
    }

    @Test func `the clock changes a board when a task becomes overdue, and at midnight`() {
        let now = Sample.now
        let midnight = now.seconds(of: now.today.adding(days: 1), secondOfDay: 0)
        func next(_ due: String, state: String = "todo") -> Int64 {
            Sample.board(Sample.task(BoardPath("\(state)/a.md"), "due: \(due)")).nextChange(
                after: now)
        }
        #expect(next("2026-11-21T10:00") == now.seconds + 46 * 60)
        #expect(next("2026-11-21T10:00", state: "done") == midnight)
        #expect(next("2026-11-21T09:00") == midnight)
        #expect(next("2026-11-22T09:00") == midnight && next("2026-11-21") == midnight)
    }
}
