import TestSupport
import Testing

/// `log`, `board --at`, `show --at` and `restore` over a history of months.
struct HistoryTests {
    /// A board with a change on the first of each month.
    private func board() throws -> ProgramSandbox {
        let board = try ProgramSandbox.board()
        func commit(_ month: Int, _ lines: String) throws {
            let day = "2026-0\(month)-01T12:00:00+00:00"
            try board.shell(
                "\(lines)\ngit add -A\nGIT_AUTHOR_DATE=\(day) GIT_COMMITTER_DATE=\(day) "
                    + "git commit -qm 'Month \(month)'")
        }
        try board.shell("git checkout -q --orphan old; git rm -q --cached -r .")
        try commit(1, "printf -- '---\\ntitle: Roof\\n---\\n' > todo/roof.md; echo x > plan.png")
        try commit(2, "mv todo/roof.md doing/; echo More. >> doing/roof.md")
        try commit(3, "mv doing/roof.md done/; printf '# Bank\\n' > todo/bank.md")
        try commit(4, "git rm -q done/roof.md plan.png; mkdir review; mv todo/bank.md review/")
        try commit(5, "git rm -q review/bank.md")
        return board
    }

    @Test func `the board and a task are shown as of a day`() throws {
        let board = try board()
        try board.expectRefusal(["board", "--at", "2025-12-31"], 65, "did not exist at that time")
        let first = try board.json("board", "--at", "2026-01-01")
        #expect(first[0]?["tasks"]?[0]?["title"] == "Roof" && first[2]?["count"] == 0)
        let third = try board.json("board", "--at", "2026-03-15", "--all")
        #expect(third[0]?["tasks"]?[0]?["title"] == "Bank" && third[2]?["count"] == 1)
        #expect(try board.json("board")[2]?["count"] == 0)
        let task = try board.json("show", "roof", "--at", "2026-02-15")
        #expect(task["state"] == "doing" && task["body"] == "More.\n")
        #expect(task["history"]?.count == 2 && task["finished"] == .null)
        #expect(task["updated"]?.text?.hasPrefix("2026-02-01T12") == true)
        let done = try board.json("show", "roof", "--at", "2026-03-15")
        #expect(done["finished"]?.text?.hasPrefix("2026-03-01T12") == true)
        try board.expectRefusal(["show", "roof", "--at", "2026-04-15"], 65, "roof")
        #expect(try board.json("log", "roof").count == 4)
        #expect(try board.json("log", "--since", "2026-02-01", "--until", "2026-03-31").count == 3)
        // A name without a code in a folder that is not a state is not a task.
        #expect(try board.json("log", "--by", "ANN", "--action", "deleted").count == 2)
    }

    @Test func `a log without entries reports that, and unknown words are refused`() throws {
        let board = try board()
        let run = try board.pmd("log", "--by", "nobody")
        #expect(run.status == 0 && run.output.isEmpty && run.error == "No entry matches\n")
        #expect(try board.json("log", "--by", "nobody").count == 0)
        try board.expectRefusal(
            ["log", "--action", "done"], 64, "unknown action 'done'; choose added")
        try board.expectRefusal(["log", "-n3"], 64, "try '-n 3'")
    }

    @Test func `any file that was ever committed can be restored`() throws {
        let board = try board()
        #expect(try board.pmd("restore", "roof", "plan.png").status == 0)
        #expect(try board.read("done/roof.md") == "---\ntitle: Roof\n---\nMore.\n")
        #expect(try board.read("plan.png") == "x\n")
        // Its folder is not a state: it is restored by its path.
        #expect(try board.pmd("restore", "review/bank.md").error == "Restored review/bank.md\n")
        #expect(try board.read("review/bank.md") == "# Bank\n")
        #expect(try board.shell("git status --porcelain").output.isEmpty)
        try board.expectRefusal(["restore", "plan.png"], 65, "no deleted task matches")
        try board.expectRefusal(["restore", "../home/x"], 65, "no deleted task matches")
        #expect(try board.pmd("undo").error == "Undid: added review/bank.md\n")
        #expect(try board.pmd("undo").status == 0)
        #expect(try board.shell("git ls-files done plan.png").output == "done/.gitkeep\n")
    }
}
