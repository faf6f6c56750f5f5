import TestSupport
import Testing

/// Repeating tasks with `done`, `skip`, `edit`, `undo` and uncommitted edits.
struct RepeatTests {
    private func board() throws -> ProgramSandbox {
        let board = try ProgramSandbox.board()
        try board.write(
            "todo/rent-k3f9m2.md",
            "---\ntitle: Rent\ndue: 2026-11-30\nrepeat: every month\n---\n- [x] pay\n")
        return board
    }

    private func open(_ board: ProgramSandbox) throws -> [String] {
        try names(in: board.here + "/todo").filter { $0.hasSuffix(".md") }.sorted()
    }

    @Test func `done creates the next task, and reports it`() throws {
        let board = try board()
        let run = try board.pmd("done", "rent")
        #expect(
            run.error == "Moved \"Rent\" from todo to done\nthe next \"Rent\" is due 2026-12-30\n")
        #expect(
            try board.read("done/rent-k3f9m2.md")
                == "---\ntitle: Rent\ndue: 2026-11-30\n---\n- [x] pay\n")
        let next = try #require(try open(board).first)
        #expect(try open(board).count == 1 && next.hasPrefix("rent-"))
        #expect(
            try board.read("todo/" + next)
                == "---\ntitle: Rent\ndue: 2026-12-30\nrepeat: every month on 30\n---\n- [ ] pay\n")
        #expect(try board.shell("git status --porcelain").output.isEmpty)
        let log = try board.pmd("log").output
        #expect(log.contains("pmd added \"Rent\"\n"), "\(log)")
        #expect(try board.pmd("blame", next).status == 0)
    }

    @Test(arguments: ["mv todo/rent-k3f9m2.md done/", "git mv todo/rent-k3f9m2.md done/"])
    func `the next command notices what another program finished`(script: String) throws {
        let board = try board()
        try board.pmd("sync")
        try board.shell(script)
        #expect(try board.pmd("sync").status == 0)
        #expect(try open(board).count == 1)
        #expect(!(try board.read("done/rent-k3f9m2.md").contains("repeat")))
        // The same with a commit by git, which the next command of any kind processes.
        let next = try open(board)[0]
        try board.shell("git mv todo/\(next) done/ && git commit -qm done")
        try board.add("Another")
        #expect(try open(board).count == 2)
        #expect(try board.shell("git status --porcelain").output.isEmpty)
    }

    @Test func `completion and next task are one action for undo and redo`() throws {
        let board = try board()
        try board.pmd("done", "rent")
        let next = try open(board)
        #expect(
            try board.pmd("undo").error
                == "Undid: added \"Rent\"\nUndid: moved \"Rent\" from todo to done\n")
        #expect(try open(board) == ["rent-k3f9m2.md"])
        #expect(try board.read("todo/rent-k3f9m2.md").contains("repeat: every month\n"))
        #expect(try board.pmd("redo").status == 0)
        #expect(try open(board) == next)
        #expect(try board.pmd("undo").status == 0)
        #expect(try open(board) == ["rent-k3f9m2.md"])
        // Either commit stands for both.
        #expect(try board.pmd("redo").status == 0)
        let made = try board.shell("git log --author=pmd-repeat -1 --format=%h").output
        #expect(try board.pmd("undo", String(made.prefix(7))).status == 0)
        #expect(try open(board) == ["rent-k3f9m2.md"])
    }

    @Test func `an edited next task is reported, and nothing changes`() throws {
        let board = try board()
        try board.pmd("done", "rent")
        let next = try open(board)[0]
        let done = try board.shell("git log --grep='from todo to done' -1 --format=%h").output
        try board.pmd("edit", next, "+house")
        try board.expectRefusal(
            ["undo", String(done.prefix(7))], 65, "todo/\(next), has been edited")
        #expect(try board.pmd("undo", "2").status == 0)
        #expect(try open(board) == ["rent-k3f9m2.md"])
        // The same for tasks that a redo restored.
        #expect(try board.pmd("redo").status == 0)
        try board.pmd("edit", next, "+house")
        let redo = try board.shell("git log --grep=Redo -1 --format=%h").output
        try board.expectRefusal(["undo", String(redo.prefix(7))], 65, "has been edited")
    }

    @Test func `reopening gives a task that does not repeat`() throws {
        let board = try board()
        try board.pmd("done", "rent")
        try board.pmd("reopen", "k3f9m2")
        #expect(try open(board).count == 2)
        #expect(try board.json("show", "k3f9m2")["repeat"] == .null)
        try board.pmd("done", "k3f9m2")
        #expect(try open(board).count == 1)
    }

    @Test func `skip moves the date forward in the same file`() throws {
        let board = try board()
        #expect(
            try board.pmd("skip", "rent").error == "Edited \"Rent\": due 2026-11-30 to 2026-12-30, "
                + "repeat every month to every month on 30\n")
        #expect(try open(board) == ["rent-k3f9m2.md"])
        #expect(try board.read("todo/rent-k3f9m2.md").contains("- [x] pay"))
        try board.add("Once")
        try board.expectRefusal(["skip", "once"], 65, "not an open repeating task")
        try board.add("Last", "due:2026-12-01", "repeat:FREQ=DAILY;COUNT=1")
        try board.expectRefusal(["skip", "last"], 65, "this is the last one")
        let run = try board.pmd("done", "last")
        #expect(run.error.contains("that was the last \"Last\""), "\(run.error)")
    }

    @Test func `postponing one date does not move the others`() throws {
        let board = try board()
        try board.pmd("edit", "rent", "due:2026-12-02")
        try board.pmd("edit", "rent", "due:2026-12-04")
        #expect(try board.read("todo/rent-k3f9m2.md").contains("occurrence: '2026-11-30'\n"))
        try board.pmd("edit", "rent", "due:2026-11-30")
        #expect(!(try board.read("todo/rent-k3f9m2.md").contains("occurrence")))
        try board.pmd("edit", "rent", "due:2026-12-02")
        try board.pmd("done", "rent")
        let next = try board.read("todo/" + open(board)[0])
        #expect(next.contains("due: 2026-12-30\n") && !next.contains("occurrence"))
        // A new rule counts from the date that the task has.
        try board.pmd("edit", "rent", "due:2027-01-05")
        try board.pmd("edit", "rent", "repeat:every-week")
        #expect(!(try board.read("todo/" + open(board)[0]).contains("occurrence")))
    }

    @Test func `a rule that is set again counts from the task's date`() throws {
        let board = try board()
        try board.pmd("edit", "rent", "due:2026-12-02")
        try board.pmd("edit", "rent", "due:2026-12-02", "repeat:every-month")
        #expect(!(try board.read("todo/rent-k3f9m2.md").contains("occurrence")))
    }

    @Test(arguments: ["due: 2026-12-01\nrepeat: evry week", "repeat: every week"])
    func `finishing a task whose rule has no further date prints a notice`(front: String) throws {
        let board = try board()
        try board.write("todo/a-x7q2bd.md", "---\ntitle: A\n\(front)\n---\n")
        #expect(try board.pmd("done", "x7q2bd").error.contains("\"A\" will not repeat"))
        #expect(!(try board.pmd("done", "rent").error.contains("will not repeat")))
    }

    @Test func `reminders relative to a date need one`() throws {
        let board = try board()
        for element in ["1d", "2hours", "8:00"] {
            try board.expectRefusal(["add", "x", "remind:" + element], 64, "no due date")
        }
        try board.add("Bell", "remind:tomorrow-8:00")
        try board.expectRefusal(["edit", "bell", "remind:1d"], 64, "no due date")
        try board.pmd("edit", "bell", "remind=", "due:fri", "remind:1d")
        #expect(try board.json("show", "bell")["remind"] == ["-1d"])
    }

    @Test func `a rule that is invalid, or has no date, is refused or reported`() throws {
        let board = try board()
        try board.expectRefusal(
            ["add", "x", "repeat:evry-week"], 64, "column 1: expected 'every', 'after'")
        try board.expectRefusal(["add", "x", "repeat:every-week"], 64, "set a due date")
        try board.expectRefusal(["edit", "rent", "due:none"], 64, "set a due date")
        #expect(try board.pmd("add", "Water", "repeat:after-3-days").status == 0)
        try board.write("todo/a-x7q2bd.md", "---\ntitle: A\nrepeat: every week\n---\n")
        try board.write("todo/b-x7q2bb.md", "---\ntitle: B\nrepeat: every blue\n---\n")
        let check = try board.pmd("check")
        #expect(check.status == 65)
        #expect(check.output.contains("todo/a-x7q2bd.md:3:1: repeat: the rule counts from 'due'"))
        #expect(
            check.output.contains("todo/b-x7q2bb.md:3:15: 'repeat' is 'every blue'; expected day"))
        // They stay unchanged, and can be finished and edited.
        #expect(try board.pmd("edit", "x7q2bd", "+house").status == 0)
        #expect(try board.pmd("done", "x7q2bd", "x7q2bb").status == 0)
        #expect(try board.read("done/b-x7q2bb.md").contains("repeat: every blue"))
        #expect(try open(board).count == 2)
    }

    @Test func `a deleted next task stays deleted, and uncommitted edits to a next task stay`()
        throws
    {
        let board = try board()
        try board.pmd("done", "rent")
        let next = try open(board)[0]
        try board.pmd("rm", next)
        // A user writes the rule into the finished task.
        try board.shell("sed -i 's/^due/repeat: every month\\n&/' done/rent-k3f9m2.md")
        #expect(try board.pmd("sync").status == 0)
        #expect(try open(board) == [])
        #expect(!(try board.read("done/rent-k3f9m2.md").contains("repeat")))
        // If it is on the board, it gets the rule, and keeps the edits made meanwhile.
        try board.pmd("restore", next)
        try board.shell("sed -i '/^repeat/d; s/^title:.*/title: Mine/' todo/\(next)")
        try board.shell("sed -i 's/^due/repeat: every week\\n&/' done/rent-k3f9m2.md")
        #expect(try board.pmd("sync").status == 0)
        let file = try board.read("todo/" + next)
        #expect(file.contains("title: Mine\n") && file.contains("repeat: every week\n"), "\(file)")
        #expect(try board.shell("git status --porcelain").output.isEmpty)
    }

    @Test func `a next task with uncommitted edits gets the rule in a separate commit`() throws {
        let board = try board()
        try board.pmd("done", "rent")
        let next = try open(board)[0]
        // git commits the finished task alone.
        try board.shell(
            """
            sed -i 's/^title:.*/title: Mine/' todo/\(next)
            sed -i 's/^due/repeat: every week\\n&/' done/rent-k3f9m2.md
            git commit -qm x done/rent-k3f9m2.md
            """)
        #expect(try board.pmd("add", "Another").status == 0)
        let file = try board.read("todo/" + next)
        #expect(file.contains("title: Mine\n") && file.contains("repeat: every week\n"), "\(file)")
        #expect(try board.shell("git status --porcelain").output.isEmpty)
        // A commit for the edit, and another one for the rule.
        let log = try board.shell("git log --format=%an -3 -- todo/\(next)").output
        #expect(log.hasPrefix("pmd-repeat\n"), "\(log)")
        #expect(
            try board.shell("git log -1 --author=pmd-repeat -p").output.contains("repeat: every"))
        #expect(try !board.shell("git log -1 --author=pmd-repeat -p").output.contains("+title"))
    }

    @Test func `if the next task's path is in use, nothing else is refused`() throws {
        let board = try board()
        try board.pmd("done", "rent")
        let next = try open(board)[0]
        try board.pmd("undo")
        try board.shell("mkdir todo/\(next); touch todo/\(next)/x; git add -A; git commit -qm x")
        #expect(try board.pmd("done", "rent").status == 0)
        #expect(try board.read("done/rent-k3f9m2.md").contains("repeat: every month"))
    }

    @Test func `a board whose first state is finished repeats nothing`() throws {
        let board = try board()
        try board.write("pmd.yml", "states: [done, doing]\nfinished: [done]\n")
        try board.shell("mv todo/rent-k3f9m2.md done/")
        #expect(try board.pmd("sync").status == 0)
        #expect(try board.pmd("add", "Another", "--state", "doing").status == 0)
        #expect(try names(in: board.here + "/done").filter { $0.hasSuffix(".md") }.count == 1)
        #expect(try board.read("done/rent-k3f9m2.md").contains("repeat: every month"))
    }

    @Test func `a commit that claims to be pmd's hides no change`() throws {
        let board = try board()
        try board.pmd("done", "rent")
        try board.shell(
            """
            git log -1 --author=pmd-repeat --format=%B > ../message
            sed -i 's/Rent/Lent/; s/^- .*/gone/' done/rent-k3f9m2.md
            git -c user.name=pmd-repeat -c user.email=repeat@pmd.invalid commit -qaF ../message
            """)
        let log = try board.pmd("log", "-n", "1").output
        #expect(log.contains("edited \"Lent\": title was \"Rent\""), "\(log)")
    }

    @Test func `a clone and an import do not repeat a task twice`() throws {
        let board = try board()
        try board.pmd("sync")
        try board.shell("git mv todo/rent-k3f9m2.md done/ && git commit -qm done")
        #expect(try board.pmd("clone", board.here, "../copy").status == 0)
        var copy = board
        copy.here = board.folder.path + "/work/copy"
        #expect(try open(copy) == [])
        try copy.add("Another")
        #expect(try open(copy).count == 2)
        let run = try board.pmd(
            "import", "todo.txt", "-", input: "x 2026-11-20 Bins due:2026-11-20 rec:1w\n")
        #expect(run.status == 0, "\(run.error)")
        #expect(try open(board).count == 1)
    }
}
