import MarkdownDocument
import TestSupport
import Testing

@testable import TaskBoard

/// Copies of tasks.
struct DuplicatingTests {
    private func duplicate(_ ids: [Text], on board: Board) throws -> Plan {
        var generator = SplitMix64(seed: 1)
        return try board.duplicating(
            board.items(ids.map { TaskID($0) }), now: ActionBoard.now, using: &generator)
    }

    @Test func `a copy has the fields and the body, and times of its own`() throws {
        let board = try ActionBoard.make([
            "todo/roof.md": """
            ---
            title: Fix the roof
            # by Friday
            due: 2026-12-01
            tags: [house]
            created: 2026-01-01T09:00:00+09:00
            rank: c
            height: 3 m
            ---
            - [x] Ladder

            """
        ])
        let plan = try duplicate(["roof"], on: board)
        #expect(
            ActionBoard.text(plan) == """
                Add "Fix the roof"
                new todo/fix-the-roof-\(plan.tasks[0]).md
                ---
                title: Fix the roof
                # by Friday
                due: 2026-12-01
                tags: [house]
                created: 2026-11-21T09:14:00+09:00
                rank: c001
                height: 3 m
                ---
                - [x] Ladder

                """)
    }

    @Test func `each copy is below its original`() throws {
        let board = try ActionBoard.make([
            "todo/a.md": "---\ntitle: A\nrank: c\n---\n",
            "todo/b.md": "---\ntitle: B\nrank: e\n---\n",
            "todo/c.md": "---\nrank: g\n---\n",
        ])
        let after = ActionBoard.after(try duplicate(["a", "c", "a"], on: board), on: board)
        #expect(after.tasks(in: "todo").map(\.title) == ["A", "A", "B", "c", "c"])
    }

    @Test func `the copy of a finished task is open`() throws {
        let board = try ActionBoard.make([
            "todo/a.md": "# A\n", "done/b.md": "---\ntitle: B\nfinished: 2026-01-01\n---\n",
        ])
        let plan = try duplicate(["b"], on: board)
        let after = ActionBoard.after(plan, on: board)
        #expect(after.tasks(in: "todo").map(\.title) == ["A", "B"])
        #expect(after[plan.tasks[0]]?.texts(of: .finished) == [])
    }

    @Test func `a malformed task has no copy`() throws {
        let board = try ActionBoard.make(["todo/a.md": "---\ntitle: [\n---\n"])
        #expect(throws: ActionError.self) { try duplicate(["a"], on: board) }
    }
}
