import MarkdownDocument
import Testing

@testable import TaskBoard

/// Deleting and restoring tasks.
struct RemovingTests {
    @Test func `a removed task is no longer on the board, even if it was malformed`() throws {
        let board = try ActionBoard.make([
            "todo/a.md": "# A\n", "todo/b.md": "---\ntitle: a: b\n---\n",
        ])
        #expect(
            ActionBoard.text(board.removing(board.tasks)) == """
                Delete "A", and 1 more

                Delete "A"
                Delete "a: b"
                gone todo/a.md
                gone todo/b.md

                """)
    }

    @Test func `a restored task has its bytes, its name and its ID again`() throws {
        let board = try ActionBoard.make([:])
        let plan = try board.restoring(
            [("doing/old/fix-roof-k3f9m2.md", Array("# Fix\n".utf8))], hash: ActionBoard.hash)
        #expect(
            ActionBoard.text(plan) == """
                Restore "Fix"
                new doing/old/fix-roof-k3f9m2.md
                # Fix

                """)
        #expect(plan.tasks == [TaskID("k3f9m2")])
    }

    @Test func `removing and restoring is the identity`() throws {
        let board = try ActionBoard.make(["todo/a-k3f9m2.md": "---\ntitle: 'A'\n---\nx"])
        let gone = ActionBoard.after(board.removing(board.tasks), on: board)
        #expect(gone.tasks.isEmpty)
        let files = board.tasks.map { (path: $0.path, bytes: $0.document.bytes) }
        let back = ActionBoard.after(
            try gone.restoring(files, hash: ActionBoard.hash), on: gone)
        #expect(back.tasks.map(\.path) == board.tasks.map(\.path))
        #expect(back.tasks.map(\.document) == board.tasks.map(\.document))
    }

    @Test func `a task whose state no longer exists is restored to the first state`() throws {
        let board = try ActionBoard.make([:])
        let plan = try board.restoring([("someday/a.md", [])], hash: ActionBoard.hash)
        #expect(plan.changes.map(\.after) == ["todo/a.md"])
    }

    @Test func `a task that is on the board cannot be restored`() throws {
        let board = try ActionBoard.make(["done/other-k3f9m2.md": ""])
        let error = #expect(throws: ActionError.self) {
            try board.restoring([("todo/fix-k3f9m2.md", [])], hash: ActionBoard.hash)
        }
        #expect(error?.reason == .onTheBoard(TaskID("k3f9m2")))
    }
}
