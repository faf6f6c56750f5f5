import TestSupport
import Testing

/// What a sync leaves for other commands to tell, and the branch that it keeps to.
struct SyncCommandTests {
    private func synced() throws -> Sandbox {
        let board = try Sandbox.board()
        let made = try board.shell(
            "git init -q --bare -b main ../hub.git && git remote add origin ../hub.git && pmd sync")
        #expect(made.status == 0, "\(made.error)")
        return board
    }

    @Test func `what was pushed is not ahead any more`() throws {
        let board = try synced()
        try board.add("one")
        #expect(try board.json("status")["ahead"] == .number(1))
        #expect(try board.pmd("sync").status == 0)
        #expect(try board.json("status")["ahead"] == .number(0))
        #expect(try board.json("status")["behind"] == .number(0))
    }

    @Test func `on another branch than the one that syncs only sync minds`() throws {
        let board = try synced()
        try board.shell("git checkout -q -b other")
        try board.add("one")
        let run = try board.pmd("sync", "--verbose")
        #expect(run.status == 75 && run.error.contains("'other' is checked out"), "\(run.error)")
        #expect(try board.shell("git -C ../hub.git branch").output == "* main\n")
        try board.shell("git checkout -q main")
        #expect(try board.pmd("sync").status == 0)
    }
}
