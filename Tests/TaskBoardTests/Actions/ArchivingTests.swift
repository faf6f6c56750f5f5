import MarkdownDocument
import Testing

@testable import TaskBoard

/// Moving finished tasks to the archive.
struct ArchivingTests {
    private func archive(_ files: [String: String], _ days: [Text: Text], before: Text) throws
        -> Plan
    {
        let board = try ActionBoard.make(files)
        var finished: [TaskID: Day] = [:]
        for (id, text) in days {
            let day = try #require(Day(text))
            finished[TaskID(id)] = day
        }
        return board.archiving(
            before: try #require(Day(before)), finished: finished, hash: ActionBoard.hash)
    }

    @Test func `a task finished before the day is moved to its year's folder`() throws {
        let plan = try archive(
            [
                "done/a.md": "# A\n", "done/b.md": "# B\n", "done/c.md": "# C\n",
                "done/2020/d.md": "# D\n", "done/e.md": "# E\n", "todo/f.md": "# F\n",
            ],
            [
                "a": "2024-12-31", "b": "2025-01-01", "c": "2026-11-01", "d": "2020-01-01",
                "f": "2020-01-01",
            ], before: "2026-11-01")
        #expect(
            ActionBoard.text(plan) == """
                Archive 2 tasks

                "A" to done/2024
                "B" to done/2025
                done/a.md -> done/2024/a.md
                # A
                done/b.md -> done/2025/b.md
                # B

                """)
    }

    @Test func `a single task can be archived`() throws {
        let plan = try archive(["done/a.md": "# A\n"], ["a": "2024-12-31"], before: "2026-01-01")
        #expect(plan.subject == "Archive \"A\"")
    }

    @Test func `a name that exists in the archive gets a code`() throws {
        let plan = try archive(
            ["done/x.md": "# A\n", "done/2024/x.md": "# B\n"], ["x": "2024-01-02"],
            before: "2026-01-01")
        let path = try #require(plan.changes.first?.after)
        #expect(path.string.hasPrefix("done/2024/x-"))
        #expect(TaskCode.suffix(of: path.name.utf8) != nil)
    }

    @Test func `with nothing to archive the plan is empty`() throws {
        #expect(try archive(["done/a.md": ""], [:], before: "2026-01-01").isEmpty)
    }
}
