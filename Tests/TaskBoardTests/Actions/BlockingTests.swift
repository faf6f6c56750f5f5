import MarkdownDocument
import TestSupport
import Testing
import Words

@testable import TaskBoard

/// Blockers of tasks, with missing ones and cycles.
struct BlockingTests {
    private func board() throws -> Board {
        try ActionBoard.make([
            "todo/a.md": "---\ntitle: Alpha\nblocked-by: [b]\n---\n",
            "todo/b.md": "---\ntitle: Beta\n---\n",
            "todo/c.md": "---\ntitle: Gamma\nblocked-by: [a, gone]\n---\n",
            "done/d.md": "---\ntitle: Delta\nblocked-by: [c]\n---\n",
        ])
    }

    @Test(arguments: [
        (FieldEdit.add(key: "blocked-by", element: "gamma"), "[gone, c]" as String?),
        (.add(key: "blocked-by", element: "Beta"), "[gone, b]"),
        (.setList(key: "blocked-by", elements: ["beta", "B", "b"]), "[b]"),
        (.remove(key: "blocked-by", element: "gone"), nil), (.clear(key: "blocked-by"), nil),
    ])
    func `references to tasks are stored as IDs`(_ edit: FieldEdit, _ list: String?) throws {
        let board = try ActionBoard.make([
            "todo/a.md": "---\ntitle: Alpha\nblocked-by: [gone]\n---\n",
            "todo/b.md": "---\ntitle: Beta\n---\n", "todo/c.md": "---\ntitle: Gamma\n---\n",
        ])
        let task = try #require(board["todo/a.md"])
        let plan = try board.editing([task], [edit])
        let text = String(decoding: try #require(plan.changes.first?.bytes), as: UTF8.self)
        #expect(text.contains("blocked-by:") == (list != nil), "\(text)")
        if let list { #expect(text.contains("blocked-by: \(list)\n"), "\(text)") }
    }

    @Test(arguments: [
        ("b", "b", "\"Beta\" cannot be blocked by itself", "blocking-cycle"),
        ("b", "a", "\"Beta\" would block itself: it is blocked by \"Alpha\"", "blocking-cycle"),
        ("b", "c", "by \"Gamma\", which is blocked by \"Alpha\"", "blocking-cycle"),
        ("b", "delta", "by \"Delta\", which is blocked by \"Gamma\"", "blocking-cycle"),
        ("b", "nothing", "no task matches 'nothing'", "no-such-reference"),
        ("b", "", "no task matches ''", "no-such-reference"),
    ])
    func `a blocker that is unknown or the task itself is refused`(
        _ c: (task: BoardPath, blocker: Text, words: String, code: String)
    ) throws {
        let board = try board()
        let task = try #require(board[TaskID(Text(c.task.bytes))])
        let error = #expect(throws: ActionError.self) {
            try board.editing([task], [.add(key: "blocked-by", element: c.blocker)])
        }
        #expect(error?.words.english.contains(c.words) == true, "\(error?.words.english ?? "")")
        #expect(error?.code == c.code)
        #expect(error?.kind == .data)
    }

    @Test func `an edit that would make tasks block each other is refused`() throws {
        let board = try ActionBoard.make([
            "todo/a.md": "---\ntitle: Alpha\n---\n", "todo/b.md": "---\ntitle: Beta\n---\n",
        ])
        #expect(throws: ActionError.self) {
            try board.editing(
                board.tasks, [.setList(key: "blocked-by", elements: ["a", "b"])])
        }
    }

    @Test func `check finds missing blockers, and cycles that were written by hand`() throws {
        let board = try ActionBoard.make([
            "todo/a.md": "---\ntitle: Alpha\nblocked-by: [b]\n---\n",
            "todo/b.md": "---\ntitle: Beta\nblocked-by: [a, gone]\n---\n",
            "todo/c.md": "---\ntitle: Gamma\nblocked-by: [a]\n---\n",
        ])
        let found = board.findings.filter { $0.kind == .blocker }
        #expect(
            found.map(\.sentence.english) == [
                "todo/a.md:3:1: blocked-by: the task blocks itself, directly or through others",
                "todo/b.md:3:1: blocked-by: there is no task 'gone'",
                "todo/b.md:3:1: blocked-by: the task blocks itself, directly or through others",
            ])
        #expect(found.filter(\.isFailure).isEmpty)
    }

    @Test func `a long chain of blockers is followed without recursion`() throws {
        let count = 20_000
        let files = (0..<count).map { number in
            ("todo/t\(number).md", "---\nblocked-by: [t\((number + 1) % count)]\n---\n")
        }
        let board = try ActionBoard.make(Dictionary(uniqueKeysWithValues: files.dropLast()))
        let last = try #require(board["todo/t0.md"])
        #expect(board.isBlocked(last))
        let first = TaskID("t0")
        let cycle = board.blockingCycle(of: first) { id in
            id == TaskID(Text("t\(count - 2)")) ? [first] : board[id]?.blockedBy ?? []
        }
        #expect(cycle?.count == count)
    }

    @Test(arguments: 0..<60 as Range<UInt64>)
    func `check finds the tasks that block themselves, and no others`(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let ids = (0..<12).map { "t\($0)" }
        let files = ids.map { id in
            let blockers = ids.filter { _ in Int.random(in: 0..<100, using: &random) < 9 }
            let list = (blockers + (seed.isMultiple(of: 3) ? ["gone"] : [])).joined(separator: ", ")
            return ("todo/\(id).md", "---\nblocked-by: [\(list)]\n---\n")
        }
        let board = try ActionBoard.make(Dictionary(uniqueKeysWithValues: files))
        let found = board.findings.filter { $0.fault == .blockingCycle }.compactMap(\.id)
        let expected = board.tasks.map(\.id).filter { id in
            board.blockingCycle(of: id) { board[$0]?.blockedBy ?? [] } != nil
        }
        #expect(Set(found) == Set(expected) && found.count == expected.count)
        for task in board.tasks {
            let alone = board.findings(of: task).contains { $0.fault == .blockingCycle }
            #expect(alone == expected.contains(task.id), "\(task.id)")
        }
    }

    @Test func `check visits each task of a long chain of blockers once`() throws {
        let count = 4_000
        let files = (0..<count).map { number in
            ("todo/t\(number).md", "---\nblocked-by: [t\(number + 1)]\n---\n")
        }
        let board = try ActionBoard.make(Dictionary(uniqueKeysWithValues: files))
        var asked = 0
        let cycles = board.idsInBlockingCycles(from: board.tasks) { id in
            asked += 1
            return board[id]?.blockedBy ?? []
        }
        #expect(cycles.isEmpty)
        #expect(asked == count + 1)
    }
}
