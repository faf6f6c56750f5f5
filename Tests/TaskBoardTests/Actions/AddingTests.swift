import MarkdownDocument
import TestSupport
import Testing

@testable import TaskBoard

/// New tasks: their files, names, ranks and fields.
struct AddingTests {
    private func add(
        _ draft: TaskDraft, to state: Text? = nil, atTop: Bool = false, on board: Board
    ) throws -> Plan {
        var generator = SplitMix64(seed: 1)
        return try board.adding(
            draft, to: state, atTop: atTop, now: ActionBoard.now, using: &generator)
    }

    @Test func `a new file has its keys in a fixed order, then the body`() throws {
        var draft = TaskDraft(title: "Fix the roof")
        draft.due = "2026-12-01"
        draft[.wait] = ["2026-11-25"]
        draft.priority = "high"
        draft.tags = ["house", "urgent"]
        draft.assignees = ["ann"]
        draft.body = "Call **before** noon."
        let plan = try add(draft, on: ActionBoard.make([:]))
        #expect(
            ActionBoard.text(plan) == """
                Add "Fix the roof"
                new todo/fix-the-roof-\(plan.tasks[0]).md
                ---
                title: Fix the roof
                due: 2026-12-01
                wait: 2026-11-25
                priority: high
                tags: [house, urgent]
                assignees: [ann]
                created: 2026-11-21T09:14:00+09:00
                rank: i
                ---
                Call **before** noon.

                """)
    }

    @Test func `a task is added at the bottom of its column, or at the top`() throws {
        let board = try ActionBoard.make([
            "todo/a.md": "---\nrank: c\n---\n", "todo/b.md": "---\nrank: e\n---\n",
            "todo/bare.md": "",
        ])
        for (atTop, place) in [(false, 3), (true, 0)] {
            let plan = try add(TaskDraft(title: "x"), atTop: atTop, on: board)
            let after = ActionBoard.after(plan, on: board)
            #expect(after.column("todo")?.tasks.map(\.id).firstIndex(of: plan.tasks[0]) == place)
        }
    }

    @Test func `a task in a finished column gets no rank`() throws {
        let plan = try add(TaskDraft(title: "x"), to: "done", on: ActionBoard.make([:]))
        let document = Document(try #require(plan.changes.first?.bytes))
        #expect(document.entries.map(\.key) == ["title", "created"])
        #expect(plan.changes.first?.after?.folder == "done")
    }

    @Test(arguments: [
        ("지붕 고치기 🏠", "지붕-고치기-"), ("???", "task-"), ("a/../b", "a-b-"),
        ("-rf *", "rf-"), ("C++: what?", "c-what-"),
    ])
    func `a file name is made of the title's letters`(_ c: (title: Text, name: String)) throws {
        let plan = try add(TaskDraft(title: c.title), on: ActionBoard.make([:]))
        let path = try #require(plan.changes.first?.after).string
        #expect(path.hasPrefix("todo/" + c.name))
        #expect(path.hasSuffix("-\(plan.tasks[0]).md"))
        #expect(plan.tasks[0].isCode)
    }

    @Test func `a title that YAML would misread is read back unchanged`() throws {
        for title in ["a: b", "@ann", "- x", "#5", "yes", "'", "\"", "[x", "2026-12-01"] {
            let board = try ActionBoard.make([:])
            let plan = try add(TaskDraft(title: Text(title)), on: board)
            #expect(ActionBoard.after(plan, on: board).tasks[0].title == Text(title))
        }
    }

    @Test func `a new code is unique on the board`() throws {
        let board = try ActionBoard.make([:])
        let first = try add(TaskDraft(title: "x"), on: board)
        let second = try add(TaskDraft(title: "x"), on: ActionBoard.after(first, on: board))
        #expect(first.tasks != second.tasks)
    }

    @Test func `a blocker is stored by its ID`() throws {
        let board = try ActionBoard.make(["todo/fix-roof-k3f9m2.md": "# Fix roof\n"])
        var draft = TaskDraft(title: "x")
        draft[.blockedBy] = ["k3"]
        let after = ActionBoard.after(try add(draft, on: board), on: board)
        #expect(after.tasks.contains { $0.blockedBy == [TaskID("k3f9m2")] })
    }

    @Test func `a body of exactly the limit is accepted, counted in visible characters`() throws {
        let board = try ActionBoard.make([:], "body-limit: 3\n")
        var draft = TaskDraft(title: "x")
        draft.body = "👩‍👩‍👧é한"
        #expect(try !add(draft, on: board).isEmpty)
        draft.body = "👩‍👩‍👧é한!"
        let error = #expect(throws: ActionError.self) { try add(draft, on: board) }
        #expect(error?.reason == .bodyTooLong(count: 4, limit: 3))
    }

    @Test func `a body that is already over the limit can be appended to`() throws {
        let board = try ActionBoard.make(
            ["todo/a.md": "# A\n12345\n", "todo/b.md": "# B\n"], "body-limit: 8\n")
        let edits = [FieldEdit.append("More.")]
        let long = try #require(board.tasks.first { $0.title == "A" })
        let short = try #require(board.tasks.first { $0.title == "B" })
        #expect(try !board.editing([long], edits).isEmpty)
        #expect(throws: ActionError.self) { try board.editing([short], edits) }
    }

    @Test func `a file that was written for a task gets the missing fields`() throws {
        let board = try ActionBoard.make(["todo/a.md": "---\nrank: a3\n---\n# A\n"])
        var generator = SystemRandomNumberGenerator()
        func add(_ text: String) throws -> String {
            let plan = try board.adding(
                written: Document(Array(text.utf8)), now: ActionBoard.now, using: &generator)
            let board = ActionBoard.after(plan, on: board)
            let task = board.tasks.first { $0.path != BoardPath("todo/a.md") }
            return String(decoding: task?.bytes ?? [], as: UTF8.self)
        }
        let text = try add("---\ntitle: Roof\nlevels: {a: 1}\n---\nText\n")
        #expect(
            text == """
                ---
                title: Roof
                created: 2026-11-21T09:14:00+09:00
                rank: a301
                levels: {a: 1}
                ---
                Text

                """)
        #expect(try add("# Roof\n").contains("# Roof\n"))
        for text in ["", "---\ntitle: \n---\n", "Words.\n", "---\ntitle: a: b\n---\n"] {
            #expect(throws: ActionError.self) { try add(text) }
        }
    }
}
