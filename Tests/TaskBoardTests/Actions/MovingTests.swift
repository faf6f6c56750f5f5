import MarkdownDocument
import Testing

@testable import TaskBoard

/// Moves between columns and within one.
struct MovingTests {
    private static let files = [
        "todo/a.md": "---\nrank: c\n---\n# A\n", "todo/b.md": "---\nrank: e\n---\n# B\n",
        "todo/c.md": "---\nrank: g\n---\n# C\n", "doing/d.md": "---\nrank: d\n---\n# D\n",
        "done/2024/e.md": "# E\n",
    ]

    private func task(_ id: Text, _ board: Board) throws -> TaskItem {
        try #require(board[TaskID(id)])
    }

    private func move(
        _ ids: [Text], to state: Text, _ place: ((Board) throws -> ColumnPosition<TaskItem>)? = nil,
        on board: Board
    ) throws -> Plan {
        try board.moving(
            ids.map { try task($0, board) }, to: state, place: place?(board),
            hash: ActionBoard.hash)
    }

    private func order(_ state: Text, after plan: Plan, on board: Board) -> [String] {
        ActionBoard.after(plan, on: board).column(state)?.tasks.map(\.id.description) ?? []
    }

    @Test func `a move goes to the bottom of the column`() throws {
        let board = try ActionBoard.make(Self.files)
        let plan = try move(["a"], to: "doing", on: board)
        #expect(
            ActionBoard.text(plan) == """
                Move "A" from todo to doing
                todo/a.md -> doing/a.md
                ---
                rank: d001
                ---
                # A

                """)
    }

    @Test func `a move into a finished column changes only the folder`() throws {
        let board = try ActionBoard.make(Self.files)
        let plan = try move(["b"], to: "done", on: board)
        #expect(
            ActionBoard.text(plan) == """
                Move "B" from todo to done
                todo/b.md -> done/b.md
                ---
                rank: e
                ---
                # B

                """)
    }

    @Test func `finishing or reopening a task removes the finish time in its file`() throws {
        let text = "---\ntitle: A\nfinished: 2016-03-01\nrank: c\n---\n"
        let board = try ActionBoard.make(["todo/a.md": text, "done/b.md": text])
        for (id, state) in [("a", "done"), ("b", "todo")] as [(Text, Text)] {
            let change = try move([id], to: state, on: board).changes[0]
            let document = Document(try #require(change.bytes))
            #expect(document.entry("finished") == nil, "\(id)")
        }
        // Between finished states, and within its own, the task keeps it.
        let two = try ActionBoard.make(
            ["done/b.md": text], "finished: [done, gone]\nstates: [todo, done, gone]\n")
        let change = try move(["b"], to: "gone", on: two).changes[0]
        #expect(Document(try #require(change.bytes)).entry("finished") != nil)
    }

    @Test func `a task in a subfolder of a state moves to the new state's own folder`() throws {
        let board = try ActionBoard.make(Self.files)
        let plan = try move(["e"], to: "todo", on: board)
        #expect(plan.changes.map(\.after) == ["todo/e.md"])
        #expect(plan.subject == "Move \"E\" from done to todo")
        #expect(order("todo", after: plan, on: board) == ["a", "b", "c", "e"])
    }

    @Test(arguments: [("todo", nil), (".", nil), ("todo", 0), (".", 1)] as [(Text, Int?)])
    func `a task that is already in the state is unchanged`(_ c: (state: Text, place: Int?))
        throws
    {
        let board = try ActionBoard.make(Self.files)
        let places: [(Board) throws -> ColumnPosition<TaskItem>] = [
            { _ in .top }, { .before(try task("b", $0)) },
        ]
        #expect(try move(["a"], to: c.state, c.place.map { places[$0] }, on: board).isEmpty)
    }

    @Test func `a position in the column is one line of one file`() throws {
        let board = try ActionBoard.make(Self.files)
        let places: [((Board) throws -> ColumnPosition, [String])] = [
            ({ _ in .top }, ["c", "a", "b"]), ({ .before(try task("b", $0)) }, ["a", "c", "b"]),
            ({ .after(try task("a", $0)) }, ["a", "c", "b"]),
        ]
        for (place, expected) in places {
            let plan = try move(["c"], to: ".", place, on: board)
            #expect(plan.changes.map(\.after) == ["todo/c.md"])
            #expect(plan.subject == "Reorder \"C\"")
            #expect(order("todo", after: plan, on: board) == expected)
        }
        let down = try move(["a"], to: "todo", { _ in .bottom }, on: board)
        #expect(order("todo", after: down, on: board) == ["b", "c", "a"])
    }

    @Test func `several tasks keep the order in which they are named`() throws {
        let board = try ActionBoard.make(Self.files)
        let plan = try move(["c", "a", "c"], to: "doing", { _ in .top }, on: board)
        #expect(order("doing", after: plan, on: board) == ["c", "a", "d"])
        #expect(plan.subject == "Move \"C\" from todo to doing, and 1 more")
        #expect(plan.body == ["Move \"C\" from todo to doing", "Move \"A\" from todo to doing"])
    }

    @Test func `between cards without ranks only the moved card is written`() throws {
        let board = try ActionBoard.make([
            "todo/a.md": "# A\n", "todo/b.md": "# B\n", "todo/c.md": "# C\n",
        ])
        let plan = try move(["c"], to: ".", { .after(try task("a", $0)) }, on: board)
        #expect(plan.changes.map(\.after) == ["todo/c.md"])
        #expect(order("todo", after: plan, on: board) == ["a", "c", "b"])
    }

    @Test func `between equal ranks the lower neighbours are written too`() throws {
        let board = try ActionBoard.make([
            "todo/a.md": "---\nrank: c\n---\n", "todo/b.md": "---\nrank: c\n---\n",
            "todo/c.md": "---\nrank: c\n---\n", "todo/d.md": "---\nrank: e\n---\n",
            "todo/z.md": "---\nrank: x\n---\n# Z\n",
        ])
        let plan = try move(["z"], to: ".", { .after(try task("a", $0)) }, on: board)
        #expect(plan.changes.map(\.after) == ["todo/z.md", "todo/b.md", "todo/c.md"])
        #expect(plan.subject == "Reorder \"Z\"")
        #expect(plan.tasks == [TaskID("z")])
        #expect(order("todo", after: plan, on: board) == ["a", "z", "b", "c", "d"])
    }

    @Test func `a name that is in use gets a code from the bytes`() throws {
        let board = try ActionBoard.make(["todo/x.md": "# One\n", "doing/x.md": "# Two\n"])
        let item = try #require(board["todo/x.md"])
        let plans = try (0..<2).map { _ in
            try board.moving([item], to: "doing", hash: ActionBoard.hash)
        }
        #expect(plans[0] == plans[1])
        let name = try #require(plans[0].changes[0].after?.name)
        #expect(name.string.hasPrefix("x-"))
        #expect(TaskCode.suffix(of: name.utf8) != nil)
        #expect(plans[0].tasks == [TaskID(fileName: name.utf8)])
        #expect(ActionBoard.after(plans[0], on: board).tasks.count == 2)
    }

    @Test func `a malformed file moves without changing a byte`() throws {
        let bytes = "---\ntitle: a: b\n---\n\0\u{FEFF}"
        let board = try ActionBoard.make(["todo/x.md": bytes])
        let plan = try board.moving(board.tasks, to: "doing", hash: ActionBoard.hash)
        #expect(plan.changes == [.move("todo/x.md", to: "doing/x.md", Array(bytes.utf8))])
    }

    @Test func `a malformed file cannot move within its own column`() throws {
        let board = try ActionBoard.make([
            "todo/x.md": "---\n@\n---\n", "todo/a.md": "---\nrank: a\n---\n",
        ])
        let item = try #require(board["todo/x.md"])
        let error = #expect(throws: ActionError.self) {
            try board.moving([item], to: ".", place: .top, hash: ActionBoard.hash)
        }
        #expect(error?.code == "malformed")
    }

    @Test func `a folder in the other normal form is the same state`() throws {
        let board = try ActionBoard.make(
            ["\u{1112}\u{1161}\u{11AB}/a.md": "# A\n", "todo/b.md": ""],
            "states: [todo, 한]\nfinished: []\n")
        let item = try #require(board[TaskID("a")])
        #expect(try board.moving([item], to: "한", hash: ActionBoard.hash).isEmpty)
    }

    @Test func `start, done and reopen move to the states from the settings`() throws {
        let board = try ActionBoard.make(
            ["a/x.md": "# X\n", "c/y.md": "# Y\n", "d/z.md": "# Z\n"],
            "states: [a, b, c, d]\nfinished: [c, d]\nstart: b\n")
        let tasks = board.tasks
        let starting = try board.starting([tasks[0]], hash: ActionBoard.hash)
        #expect(starting.changes.map(\.after) == ["b/x.md"])
        let finishing = try board.finishing(tasks, hash: ActionBoard.hash)
        #expect(finishing.changes.map(\.after) == ["c/x.md"])
        #expect(finishing.tasks == tasks.map(\.id))
        let reopening = try board.reopening(tasks, hash: ActionBoard.hash)
        #expect(reopening.changes.map(\.after) == ["a/y.md", "a/z.md"])
        // An unfinished task is not moved back.
        let started = try ActionBoard.make(["b/x.md": "# X\n"], "states: [a, b, c]\nstart: b\n")
        #expect(try started.reopening(started.tasks, hash: ActionBoard.hash).changes.isEmpty)
    }
}
