import MarkdownDocument
import MergeSupport
import TestSupport
import Testing
import Words

@testable import TaskBoard

/// Problems that `check --fix` repairs, and those it leaves.
struct FixingTests {
    private func fix(
        _ files: [String: String], named: [BoardPath]? = nil
    ) throws -> (board: Board, repair: Repair) {
        let board = try ActionBoard.make(files)
        var generator = SplitMix64(seed: 7)
        let tasks = try named?.map { try #require(board[$0]) }
        return (board, board.fixing(tasks, now: ActionBoard.now, using: &generator))
    }

    @Test func `the file of a malformed task is replaced by text that can be read`() throws {
        let odd = "---\ntitle: [\n---\nCall.\n"
        let board = try ActionBoard.make(["todo/a-k3f9m2.md": odd])
        let task = try #require(board[TaskID("k3f9m2")])
        let text = Array("---\ntitle: Roof\n---\nCall.\n".utf8)
        let plan = try board.rewriting(task, as: text, over: Array(odd.utf8))
        #expect(plan.changes == [.write("todo/a-k3f9m2.md", text)] && plan.tasks == [task.id])
        #expect(plan.subject == "Repair \"Roof\"")
        #expect(throws: ActionError(.otherVersion(title: task.title), path: task.path)) {
            try board.rewriting(task, as: text, over: Array("---\n".utf8))
        }
        let error = #expect(throws: ActionError.self) {
            try board.rewriting(
                task, as: Array("---\ntitle: [\ndue: x\n---\n".utf8), over: task.document.bytes)
        }
        #expect(error?.line == 2)
    }

    @Test(arguments: [
        ("title: a: b", "title: 'a: b'"), ("title: it's: b", "title: 'it''s: b'"),
        ("title: a: b # why", "title: 'a: b' # why"), ("title: x:", "title: 'x:'"),
        ("assignees: @ann", "assignees: '@ann'"),
        ("assignees: [@ann, bob]", "assignees: ['@ann', bob]"),
        ("assignees:\n  - @ann\n  - bob", "assignees:\n  - '@ann'\n  - bob"),
        ("tags:\n\t- house", "tags:\n  - house"),
        ("tags:\n\t- @a\n\t- @b", "tags:\n  - '@a'\n  - '@b'"),
        ("title: [draft] the roof", "title: '[draft] the roof'"),
        ("title: *bold* x", "title: '*bold* x'"),
        ("title: `x`", "title: '`x`'"), ("due: fri", "due: 2026-11-27"),
        ("due: tomorrow # soon", "due: 2026-11-22 # soon"), ("wait: +3d", "wait: 2026-11-24"),
        ("due: 2026/12/1 15:00", "due: 2026-12-01T15:00"), ("due: 2026.12.01", "due: 2026-12-01"),
        ("due: 2026-12-01 3pm", "due: 2026-12-01T15:00"), ("priority: High", "priority: high"),
        ("created: 2026/1/2", "created: 2026-01-02"),
        ("due: Tue 1 Dec 2026 15:00", "due: 2026-12-01T15:00"),
        ("title: a: b\ndue: fri\nassignees: @x", "title: 'a: b'\ndue: 2026-11-27\nassignees: '@x'"),
    ])
    func `a common mistake is repaired in its own line`(_ c: (slip: String, mended: String)) throws
    {
        let around: (String) -> String = {
            "---\n# ours\nkeep: \"as it is\"\n\($0)\nlast: [1,  2]\n---\nbody: x: @y\n"
        }
        let repair = try fix(["todo/a-k3f9m2.md": around(c.slip)]).repair
        let bytes = try #require(repair.plan.changes.first?.bytes)
        #expect(String(decoding: bytes, as: UTF8.self) == around(c.mended))
        #expect(Document(bytes).malformation == nil)
        #expect(repair.diffs.count == 1)
    }

    @Test(arguments: [
        "---\ntitle: [a\n---\n", "---\ntitle: x\n", "---\na: 1\na: 2\n---\n", "---\n\"x\n---\n",
        "---\ndue: soon\n---\n", "---\npriority: urgent\n---\n", "---\nwait: friT15:00\n---\n",
    ])
    func `a problem that only the user can solve is left alone`(_ text: String) throws {
        let repair = try fix(["todo/a-k3f9m2.md": text]).repair
        #expect(repair.plan.isEmpty)
        #expect(repair.diffs.isEmpty)
    }

    @Test func `a task in a renamed state's folder moves to the new name's folder`() throws {
        let settings = try Sample.settings(
            "states: [todo, verify, done]\nretired: [review -> checking, checking -> verify, old]\n"
        )
        let tasks = ["review/a-k3f9m2.md", "review/plan.md", "verify/plan.md", "old/x.md"].map {
            Sample.task(BoardPath($0), "title: \($0)", settings: settings)
        }
        let board = Board(settings: settings, tasks: tasks)
        #expect(
            board.findings.map(\.sentence.english).contains(
                "review/a-k3f9m2.md: the state 'review' was renamed to 'verify'; "
                    + "'pmd check --fix' moves the task"))
        var generator = SplitMix64(seed: 7)
        let repair = board.fixing(now: ActionBoard.now, using: &generator)
        let moves = repair.plan.changes.map {
            "\($0.before?.string ?? "") \($0.after?.string ?? "")"
        }
        #expect(moves.count == 2 && moves[0] == "review/a-k3f9m2.md verify/a-k3f9m2.md")
        #expect(moves[1].hasPrefix("review/plan.md ") && !moves[1].hasSuffix(" verify/plan.md"))
    }

    @Test func `line endings and a byte order mark stay`() throws {
        let text = "\u{FEFF}---\r\ntitle: a: b\r\n---\r\nx"
        let repair = try fix(["todo/a-k3f9m2.md": text]).repair
        #expect(
            repair.plan.changes.first?.bytes
                == Array("\u{FEFF}---\r\ntitle: 'a: b'\r\n---\r\nx".utf8))
    }

    @Test func `of two files with one ID the second gets a code`() throws {
        let (board, repair) = try fix([
            "todo/a-k3f9m2.md": "# A\n", "doing/b-k3f9m2.md": "# B\n", "todo/x.md": "# X\n",
            "doing/x.md": "# Y\n",
        ])
        let after = ActionBoard.after(repair.plan, on: board)
        #expect(after.duplicates.isEmpty)
        #expect(after.tasks.count == 4)
        #expect(repair.plan.changes.map(\.before) == ["doing/b-k3f9m2.md", "doing/x.md"])
        #expect(repair.plan.changes.allSatisfy { $0.before?.folder == $0.after?.folder })
        #expect(repair.plan.subject == "Repair 2 tasks")
    }

    @Test func `of two files with one ID the original keeps it`() throws {
        let original: BoardPath = "doing/b-k3f9m2.md"
        let board = try ActionBoard.make([
            "todo/a-k3f9m2.md": "# A\n", "doing/b-k3f9m2.md": "# B\n",
        ])
        var generator = SplitMix64(seed: 1)
        let repair = board.fixing(
            originals: [TaskID("k3f9m2"): original], now: ActionBoard.now, using: &generator)
        #expect(repair.plan.changes.map(\.before) == ["todo/a-k3f9m2.md"])
    }

    @Test func `a name without a code gets a code and created only if requested`() throws {
        let files = ["todo/call-bank.md": "# Call\n", "todo/other.md": ""]
        #expect(try fix(files).repair.plan.isEmpty)
        let repair = try fix(files, named: ["todo/call-bank.md"]).repair
        let id = repair.plan.tasks[0]
        #expect(id.isCode)
        #expect(
            ActionBoard.text(repair.plan) == """
                Repair "Call"

                "Call" in todo/call-bank-\(id).md
                todo/call-bank.md -> todo/call-bank-\(id).md
                ---
                created: 2026-11-21T09:14:00+09:00
                ---
                # Call

                """)
        #expect(
            String(decoding: repair.diffs[0], as: UTF8.self) == """
                --- a/todo/call-bank.md
                +++ b/todo/call-bank-\(id).md
                @@ -1 +1,4 @@
                +---
                +created: 2026-11-21T09:14:00+09:00
                +---
                 # Call

                """)
    }

    @Test func `a repaired board needs no further repair`() throws {
        let (board, repair) = try fix([
            "todo/a.md": "---\ntitle: a: b\n---\n", "doing/a.md": "---\ndue: fri\n---\n",
        ])
        let after = ActionBoard.after(repair.plan, on: board)
        #expect(after.findings.isEmpty)
        var generator = SplitMix64(seed: 8)
        #expect(after.fixing(now: ActionBoard.now, using: &generator).plan.isEmpty)
    }
}
