import BoardView
import MarkdownDocument
import MergeSupport
import TaskBoard
import TerminalUI
import Testing

@testable import TerminalBoard

/// The work of each event on large boards, as counts that are equal on every machine.
struct WorkCountTests {
    private let work = WorkCount()

    private static let small = made(1_000)
    private static let large = made(10_000)

    /// A board with most of its tasks in one column.
    private static func made(_ count: Int) -> Board {
        let tasks = (0..<count).map { number in
            let state = number % 10 == 8 ? "doing" : number % 10 == 9 ? "done" : "todo"
            return TaskItem(
                path: BoardPath("\(state)/t\(number).md"),
                document: Document(
                    Array("---\ntitle: Task \(number)\ntags: [x]\n---\nA line.\n".utf8)))
        }
        return Board(settings: .standard, tasks: tasks)
    }

    /// A board with the cursor on the first card.
    private func app(_ board: Board) -> BoardApp {
        var environment = BoardEnvironment(now: Sample.now, hash: memoryHash)
        environment.work = work
        var app = BoardApp(environment)
        app.resize(columns: 100, rows: 30)
        app.take(.board(BoardVersion(board)))
        return app
    }

    private func mouse(_ action: MouseEvent.Action, _ column: Int, _ row: Int) -> InputEvent {
        .mouse(MouseEvent(action, column: column, row: row))
    }

    private func key(_ name: String) -> InputEvent {
        .key(KeyName.key(name) ?? KeyPress(.escape))
    }

    /// Processes events, draws a screen after each, and returns the work of the last one.
    private func work(of events: [InputEvent], on board: Board) -> WorkCount.Counts {
        var app = app(board)
        for event in events {
            _ = work.take()
            app.take(event)
            _ = app.screen()
        }
        return work.take()
    }

    /// The cards that the screen can show, times the places that measure or draw them.
    private static let mostCards = 300

    @Test(arguments: [
        ["j"], ["k"], ["l"], ["G"], ["G", "k"], ["PageDown"], ["v"], ["Enter"], ["m"], ["?"],
        ["Space", "Down"], ["Space", "G"], ["Space", "G", "Up"], ["Space", "Right"], ["e", "Tab"],
    ])
    func `a key costs as much on a board of 10,000 tasks as on a small one`(keys: [String]) {
        let events = keys.map(key)
        let large = work(of: events, on: Self.large)
        #expect(large.tasks == 0)
        #expect(large.cards <= Self.mostCards && large.entries <= Self.mostCards, "\(large)")
        #expect(large == work(of: events, on: Self.small))
    }

    @Test(arguments: [["j"], ["j", "k"], ["l"], ["PageDown"], ["o", "j"]])
    func `the detail pane reads the selected task only`(keys: [String]) {
        func work(on board: Board) -> WorkCount.Counts {
            var app = app(board)
            app.resize(columns: 200, rows: 50)
            for key in keys {
                _ = self.work.take()
                app.take(self.key(key))
                _ = app.screen()
            }
            return self.work.take()
        }
        let large = work(on: Self.large)
        #expect(large.tasks == 0 && large.cards <= 2 * Self.mostCards, "\(large)")
        #expect(large == work(on: Self.small))
    }

    @Test func `a step of a drag costs as much on a board of 10,000 tasks as on a small one`() {
        let steps: [[InputEvent]] = [
            [mouse(.drag(.left), 10, 15)], [mouse(.drag(.left), 45, 8)],
            // At the edge it scrolls.
            [mouse(.drag(.left), 10, 28), mouse(.drag(.left), 11, 28)],
        ]
        for step in steps {
            let events = [mouse(.press(.left), 10, 3), mouse(.drag(.left), 12, 4)] + step
            let large = work(of: events, on: Self.large)
            #expect(large.tasks == 0)
            #expect(large.cards <= Self.mostCards && large.entries <= Self.mostCards, "\(large)")
            #expect(large == work(of: events, on: Self.small))
        }
    }

    @Test(arguments: [
        // The titles are `Task 0` to `Task 9999`.
        (keys: ["t"], tasks: 10_000), (keys: ["9"], tasks: 10_000),
        (keys: ["9", "9"], tasks: 3_439),
        (keys: ["9", "9", "9"], tasks: 280), (keys: ["9", "Backspace"], tasks: 10_000),
        (keys: ["9", "Space", "8"], tasks: 3_439),
    ])
    func `a letter of a filter visits the tasks that the letters before it found`(
        keys: [String], tasks: Int
    ) {
        let large = work(of: [key("/")] + keys.map(key), on: Self.large)
        #expect(large.tasks == tasks)
        #expect(large.cards <= Self.mostCards && large.entries <= Self.mostCards, "\(large)")
    }

    @Test func `a changed task causes work only for visible cards`() {
        var app = app(Self.large)
        _ = work.take()
        app.take(.board(BoardVersion(Self.large)))
        _ = app.screen()
        let counts = work.take()
        #expect(counts.tasks == 20_000)
        #expect(counts.cards <= Self.mostCards && counts.entries <= Self.mostCards, "\(counts)")
    }
}
