import TestSupport
import Testing

/// `init`, `clone` and `sync`, and how commands find their board.
struct BoardLocationTests {
    @Test func `init makes a repository, folders and a first commit`() throws {
        var sandbox = try ProgramSandbox()
        let run = try sandbox.pmd("init", "my tasks", "--states", "a,b,c")
        #expect(run.status == 0 && run.output.isEmpty && run.error.contains("Created a board"))
        sandbox.here += "/my tasks"
        #expect(
            try names(in: sandbox.here) == [
                ".git", ".gitattributes", ".gitignore", "a", "b", "c", "pmd.yml",
            ])
        #expect(try sandbox.commits() == 1)
        #expect(try sandbox.shell("git status --porcelain").output.isEmpty)
    }

    @Test func `init on a board changes no file`() throws {
        let board = try ProgramSandbox.board()
        let before = try board.state()
        let run = try board.pmd("init")
        #expect(run.status == 0 && run.error.contains("is already a board"))
        #expect(try board.state() == before)
    }

    @Test(arguments: [["init", ""], ["clone", "x.git", ""]])
    func `an empty folder name creates no board`(arguments: [String]) throws {
        let sandbox = try ProgramSandbox()
        try sandbox.shell("git init -q --bare x.git")
        try sandbox.expectRefusal(arguments, 64, "the path is empty")
        #expect(try names(in: sandbox.here) == ["x.git"])
    }

    @Test func `beside code a board needs a folder and gets a branch`() throws {
        var sandbox = try ProgramSandbox()
        try sandbox.shell(
            "git init -q code && cd code && echo x > main.c && git add . && git commit -qm c")
        sandbox.here += "/code"
        try sandbox.expectRefusal(["init"], 64, "pmd init")
        let run = try sandbox.pmd("init", "tasks")
        #expect(run.status == 0 && run.error.contains("tasks"), "\(run.error)")
        #expect(try sandbox.shell("git status --porcelain").output.isEmpty)
        #expect(try sandbox.pmd("add", "-C", "tasks", "Test it").status == 0)
        #expect(try sandbox.shell("git log -1 --format=%s tasks --").output == "Add \"Test it\"\n")
    }

    @Test func `beside code a branch that cannot be created is reported as such`() throws {
        var sandbox = try ProgramSandbox()
        try sandbox.shell(
            """
            git init -q code && cd code && echo x > main.c && git add . && git commit -qm c
            mkdir -p .git/logs/refs/heads/tasks && touch .git/logs/refs/heads/tasks/in-the-way
            """)
        sandbox.here += "/code"
        let run = try sandbox.pmd("init", "tasks")
        #expect(run.status != 0 && run.status != 75, "\(run)")
        #expect(run.error.contains("reflog"), "\(run.error)")
        let tasks = "rm -r .git/logs/refs/heads/tasks; git rev-parse -q --verify tasks"
        #expect(try sandbox.shell(tasks).status != 0)
        #expect(try sandbox.pmd("init", "tasks").status == 0)
    }

    @Test func `a board is found from below, by -C and by PMD_BOARD`() throws {
        var board = try ProgramSandbox.board()
        try board.add("One")
        let root = board.here
        board.here += "/todo"
        #expect(try board.json("list").count == 1)
        board.here = board.folder.path
        #expect(try board.pmd("list").status == 65)
        #expect(try board.json("list", "-C", root).count == 1)
        #expect(try board.json("-C", root + "/doing", "list").count == 1)
        board.environment["PMD_BOARD"] = root
        #expect(try board.json("list").count == 1)
        try board.shell("git config --global pmd.board \(root)")
        board.environment["PMD_BOARD"] = nil
        #expect(try board.json("list").count == 1)
    }

    @Test func `two clones exchange their work`() throws {
        var sandbox = try ProgramSandbox()
        try sandbox.shell("git init -q --bare remote.git && pmd init one --remote ../remote.git")
        let start = sandbox.here
        sandbox.here = start + "/one"
        try sandbox.shell("git remote set-url origin '\(start)/remote.git'")
        try sandbox.add("Fix", "the", "roof")
        let first = try sandbox.pmd("sync", "--verbose")
        #expect(first.status == 0 && first.output.contains("pushed"), "\(first)")
        sandbox.here = start
        let clone = try sandbox.pmd("clone", "remote.git", "two")
        #expect(clone.status == 0, "\(clone.error)")
        sandbox.here = start + "/two"
        try sandbox.pmd("edit", "roof", "due:2026-12-01")
        #expect(try sandbox.json("sync")["pushed"] == 1)
        sandbox.here = start + "/one"
        try sandbox.pmd("start", "roof")
        let report = try sandbox.json("sync")
        #expect(
            report.keys == [
                "schemaVersion", "pushed", "received", "merged", "conflicts", "conflictingFiles",
                "committed",
                "head", "offline", "leftOut", "dropped", "takenBack", "otherFailures",
            ])
        #expect(report["received"] == 1 && report["conflicts"] == 0)
        let task = try sandbox.json("list")[0]
        #expect(task?["due"] == "2026-12-01" && task?["state"] == "doing")
    }

    @Test func `sync without a terminal prints nothing if it succeeds`() throws {
        let board = try ProgramSandbox.board()
        try board.write("todo/new.md", "# New\n")
        let run = try board.pmd("sync")
        #expect(run.status == 0 && run.output.isEmpty && run.error.isEmpty)
        #expect(try board.shell("git status --porcelain").output.isEmpty)
    }

    @Test func `cloning a missing repository is refused and leaves nothing behind`() throws {
        let sandbox = try ProgramSandbox()
        let run = try sandbox.pmd("clone", "nothing.git")
        #expect(run.status != 0 && run.error.hasPrefix("pmd: "))
        #expect(try names(in: sandbox.here).isEmpty)
    }

    @Test func `init and clone print the next steps`() throws {
        let sandbox = try ProgramSandbox()
        try sandbox.shell("git init -q --bare hub.git")
        let made = try sandbox.pmd("init", "one", "--remote", "hub.git")
        #expect(made.error.contains("Next: cd one, then pmd add TITLE"), "\(made)")
        #expect(try sandbox.pmd("sync", "-C", "one").status == 0)
        let cloned = try sandbox.pmd("clone", "hub.git", "two")
        #expect(cloned.error.contains("Cloned the board to ") && !cloned.error.contains("pmd add"))
        let odd = try sandbox.pmd("init", "n$(id)")
        #expect(odd.error.contains("Next: cd 'n$(id)', then"), "\(odd)")
        #expect(cloned.error.contains("Next: cd two, then pmd board"))
    }

    @Test func `plain git merges a task field by field`() throws {
        let board = try ProgramSandbox.board()
        let code = try board.add("Roof")
        try board.shell("git branch other")
        try board.pmd("edit", "roof", "due:2026-12-01")
        try board.shell("git checkout -q other")
        try board.pmd("edit", "roof", "priority:high")
        try board.shell("git checkout -q main && git merge -q -m merge other")
        let task = try board.json("show", code)
        #expect(task["due"] == "2026-12-01" && task["priority"] == "high")
        #expect(try board.shell("git status --porcelain").output.isEmpty)
    }

    @Test func `init in a clone made by plain git sets up task merging`() throws {
        var sandbox = try ProgramSandbox()
        try sandbox.shell("pmd init -q one && git clone -q one two")
        sandbox.here += "/two"
        let before = try sandbox.state()
        #expect(try sandbox.pmd("init").status == 0)
        #expect(try sandbox.state() == before)
        let driver = try sandbox.shell("git config merge.pmd.driver").output
        #expect(driver.contains("pmd merge-driver %O %A %B %P"))
        #expect(try sandbox.pmd("sync").status == 0)
    }
}

/// A clone that failed for lack of space is completed by the same command.
struct FailedCloneTests {
    @Test
    func `a clone that ran out of space in an existing folder is completed by the same command`()
        throws
    {
        let board = try ProgramSandbox.board()
        try board.shell("git init -q --bare ../hub; git remote add origin ../hub")
        try board.add("Short")
        try board.add("Long")
        let run = try board.shell(
            """
            head -c 300000 /dev/zero | tr '\\0' x | tee -a todo/long-*.md > ../text
            pmd sync; mkdir ../new
            trap '' XFSZ; ulimit -f 128
            ! pmd clone ../hub ../new 2> ../error; grep 'cannot write' ../error
            """)
        #expect(run.status == 0, "\(run.error)")
        #expect(try board.pmd("clone", "../hub", "../new").status == 0)
        #expect(try board.shell("git -C ../new status --porcelain").output == "")
        #expect(try board.json("-C", "../new", "list").count == 2)
    }
}
