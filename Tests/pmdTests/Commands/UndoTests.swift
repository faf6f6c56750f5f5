import Glibc
import TestSupport
import Testing

/// The commands `undo` and `redo`.
struct UndoTests {
    @Test func `undo walks back through commands and uncommitted edits, redo forward`() throws {
        let board = try ProgramSandbox.board()
        let empty = try board.shell("git rev-parse HEAD^{tree}").output
        let code = try board.add("Fix", "the", "roof")
        try board.pmd("edit", code, "due:2026-12-01")
        try board.pmd("start", code)
        let path = "doing/fix-the-roof-\(code).md"
        let text = try board.read(path)
        try board.write(path, text + "Call first.\n")
        #expect(try board.pmd("undo").error == "Undid: edited \"Fix the roof\": body +1 -0 lines\n")
        #expect(try board.read(path) == text)
        let run = try board.pmd("undo", "2")
        #expect(run.status == 0 && run.output.isEmpty)
        #expect(
            run.error == "Undid: moved \"Fix the roof\" from todo to doing\n"
                + "Undid: edited \"Fix the roof\": due 2026-12-01\n")
        #expect(try board.pmd("undo").error == "Undid: added \"Fix the roof\"\n")
        #expect(try board.shell("git rev-parse HEAD^{tree}").output == empty)
        #expect(
            try board.pmd("redo", "3").error
                == "Redid: restored \"Fix the roof\"\nRedid: edited \"Fix the roof\": due 2026-12-01\n"
                + "Redid: moved \"Fix the roof\" from todo to doing\n")
        #expect(try board.pmd("redo").status == 0)
        #expect(try board.read(path) == text + "Call first.\n")
        #expect(try board.shell("git status --porcelain").output.isEmpty)
        try board.expectRefusal(["redo"], 65, "every undo of this clone has been redone")
    }

    @Test(arguments: [
        ("mv todo/fix-* doing/", "pmd add Pay"), ("mv todo/fix-* doing/", "pmd start call"),
        ("rm todo/fix-*", "pmd add Pay"), ("rm todo/fix-*", "pmd start call"),
        ("rm todo/fix-*", "pmd rm call"), ("rm todo/fix-*", "pmd edit call priority:high"),
    ])
    func `a command is undone before an older move or deletion by hand`(
        edit: String, command: String
    ) throws {
        let board = try ProgramSandbox.board()
        let run = try board.shell(
            """
            set -e; mkdir -p doing; pmd add Fix the roof >/dev/null; pmd add Call the bank >/dev/null
            ls */*.md; sleep 0.05; \(edit); sleep 0.05; ls */*.md; \(command) >/dev/null; echo undo
            pmd undo -q; ls */*.md; pmd undo -q; ls */*.md
            """)
        #expect(run.status == 0, "\(run)")
        let steps = run.output.split(separator: "undo\n").map { $0.split(separator: "\n") }
        let (start, edited) = (steps[0].prefix(2), steps[0].dropFirst(2))
        #expect(steps[1] == Array(edited + start), "\(run)")
    }

    @Test(arguments: ["pmd add Pay", "pmd rm call", "pmd edit call priority:high"])
    func `a deletion by hand is undone before an older command`(command: String) throws {
        let board = try ProgramSandbox.board()
        let run = try board.shell(
            """
            set -e; pmd add Fix the roof >/dev/null; pmd add Call the bank >/dev/null
            \(command) >/dev/null; ls */*.md; sleep 0.05; rm todo/fix-*; echo undo; pmd undo -q; ls */*.md
            """)
        #expect(run.status == 0, "\(run)")
        let lists = run.output.split(separator: "undo\n")
        #expect(lists.count == 2 && lists[0] == lists[1], "\(run)")
    }

    @Test func `an undo does not list another user's identical change as left alone`() throws {
        let board = try ProgramSandbox.board()
        let code = try board.add("Fix the roof")
        let script = """
            set -e; git init -q --bare ../code.git; git remote add origin ../code.git
            pmd sync >/dev/null; pmd clone -q ../code.git ../other
            git -C ../other config user.name Bob; git -C ../other config user.email bob@b.example
            pmd done -q \(code); pmd -C ../other done -q \(code) 2>/dev/null
            pmd -C ../other sync >/dev/null; pmd sync >/dev/null
            """
        let run = try board.shell(script)
        #expect(run.status == 0, "\(run.error)")
        let undone = try board.pmd("undo")
        #expect(undone.error == "Undid: moved \"Fix the roof\" from todo to done\n")
        #expect(try board.json("list").count == 1)
    }

    @Test(arguments: ["caf\u{AD}e-k3f9m2.md", "\u{202E}gpj-k3f9m2.md", "a\tb-k3f9m2.md"])
    func `a file whose name pmd never writes is not undone`(name: String) throws {
        let board = try ProgramSandbox.board()
        try board.write("todo/" + name, "---\ntitle: Soft\n---\nb\n")
        try board.pmd("sync")
        try board.pmd("edit", "Soft", "priority:high")
        try board.expectRefusal(["undo"], 65, "rename it, then try again")
        let edit = try board.shell("git rev-parse HEAD").output.dropLast()
        try board.pmd("move", "Soft", "doing")
        try board.expectRefusal(["undo"], 65, "has control or invisible characters in its name")
        #expect(try board.read("doing/" + name).contains("priority: high"))
        try board.shell("mv doing/* doing/soft-k3f9m2.md; pmd sync")
        #expect(try board.shell("git ls-files | grep -c k3f9m2").output == "1\n")
        #expect(try board.pmd("undo", String(edit)).status == 0)
        #expect(try !board.read("doing/soft-k3f9m2.md").contains("priority"))
        #expect(try board.shell("git status --porcelain").output == "")
    }

    /// A copy whose name sorts first gets the new code, committed or not, wherever the original
    /// has moved since; undo and redo restore both files.
    @Test(arguments: ["", "git add -A; git commit -qm copy;", "pmd start Roof;"])
    func `check --fix gives a copy the new code, and can be undone`(commit: String) throws {
        let board = try ProgramSandbox.board()
        let code = try board.add("Roof")
        let made = try board.shell(
            """
            set -e; cp todo/roof-\(code).md a; \(commit.hasPrefix("pmd") ? commit : "")
            sed s/Roof/Copy/ a > todo/a-copy-\(code).md; rm a
            \(commit.hasPrefix("git") ? commit : "")
            """)
        #expect(made.status == 0, "\(made.error)")
        let original = commit.hasPrefix("pmd") ? "doing/roof-\(code).md" : "todo/roof-\(code).md"
        let text = try board.read(original)
        #expect(try board.pmd("check", "--fix").status == 0)
        #expect(try board.read(original) == text)
        #expect(try board.shell("ls todo | grep -c a-copy").output == "1\n")
        #expect(!(try board.shell("ls todo").output.contains("a-copy-\(code).md")))
        let fixed = try board.shell("ls todo doing").output
        #expect(try board.pmd("undo").status == 0)
        #expect(try board.read("todo/a-copy-\(code).md").contains("Copy"))
        #expect(try board.read(original) == text)
        #expect(try board.pmd("redo").status == 0)
        #expect(try board.shell("ls todo doing").output == fixed)
        #expect(try board.shell("git status --porcelain").output.isEmpty)
    }

    @Test func `undo reports a newer commit that the user made with git`() throws {
        let board = try ProgramSandbox.board()
        try board.add("One")
        try board.add("Two")
        let path = "todo/" + String(try board.shell("cd todo; echo one-*").output.dropLast())
        try board.shell("echo by hand >> \(path); git commit -qam 'By hand'")
        let id = String(try board.shell("git rev-parse --short=7 HEAD").output.dropLast())
        let run = try board.pmd("undo")
        #expect(run.error.contains("Undid: added \"Two\""))
        #expect(run.error.contains("Not undone:") && run.error.contains("'pmd undo \(id)'"))
        #expect(try board.read(path).hasSuffix("by hand\n"))
        #expect(try board.pmd("undo", id).error.contains("body +1 -0 lines"))
        // A commit that was undone by its ID is not reported again.
        #expect(!(try board.pmd("undo", "2").error.contains("Not undone")))
    }

    @Test func `undoing more actions than there are changes nothing, and the number is reported`()
        throws
    {
        let board = try ProgramSandbox.board()
        try board.expectRefusal(["undo"], 65, "nothing to undo")
        try board.expectRefusal(["redo"], 65, "this clone has not undone anything")
        try board.add("One")
        try board.expectRefusal(["undo", "99"], 65, "only 1 action can be undone; nothing")
        try board.write("todo/two.md", "# Two\n")
        // The uncommitted edit counts, and stays uncommitted.
        for words in [["undo", "99"], ["undo", "99", "--dry-run"]] {
            try board.expectRefusal(words, 65, "only 2 actions can be undone; nothing")
        }
        #expect(try board.pmd("undo", "2").status == 0)
        try board.expectRefusal(["redo", "3"], 65, "only 2 undos can be redone; nothing")
        #expect(try board.pmd("redo", "2").status == 0)
        #expect(try board.json("list").count == 2)
    }

    @Test func `files that are not tasks are undone only by their commit`() throws {
        let board = try ProgramSandbox.board()
        let code = try board.add("One")
        try board.write("notes.md", "one\n")
        try board.pmd("sync")
        let first = try board.shell("git rev-parse --short=7 HEAD").output.dropLast()
        let words =
            "\(first) has files that are not tasks (notes.md); to undo it, run 'pmd undo \(first)'"
        // An uncommitted edit of a task stays uncommitted too.
        try board.write("todo/one-\(code).md", "# More\n")
        for words in [["undo", "2"], ["undo", "3"], ["undo", "2", "--dry-run"]] {
            try board.expectRefusal(words, 65, "\(first) has files that are not tasks (notes.md)")
        }
        #expect(try board.pmd("undo").status == 0)
        try board.expectRefusal(["undo"], 65, words)
        try board.write("notes.md", "one\ntwo\n")
        try board.pmd("sync")
        let second = String(try board.shell("git rev-parse HEAD").output.dropLast())
        try board.expectRefusal(["undo"], 65, "has files that are not tasks (notes.md)")
        #expect(try board.pmd("undo", second).error == "Undid: edited notes.md\n")
        #expect(try board.read("notes.md") == "one\n")
        #expect(try board.pmd("redo").error == "Redid: edited notes.md\n")
        try board.pmd("undo", second)
        #expect(try board.pmd("undo", String(first)).error == "Undid: added notes.md\n")
        #expect(access(board.here + "/notes.md", F_OK) != 0)
        #expect(try board.pmd("redo").error == "Redid: restored notes.md\n")
    }

    @Test func `after undoing a commit of other files, the previous action is next`() throws {
        let board = try ProgramSandbox.board()
        try board.add("One")
        try board.write("notes.md", "one\n")
        try board.pmd("sync")
        let commit = String(try board.shell("git rev-parse HEAD").output.dropLast())
        #expect(try board.pmd("undo", commit).error == "Undid: added notes.md\n")
        #expect(try board.pmd("undo").error == "Undid: added \"One\"\n")
        #expect(try board.pmd("redo", "2").status == 0)
        #expect(try board.read("notes.md") == "one\n")
    }

    @Test func `redo does not remove a file that is not a task`() throws {
        let board = try ProgramSandbox.board()
        try board.write("notes.md", "one\n")
        try board.pmd("sync")
        try board.shell("rm notes.md")
        try board.pmd("sync")
        #expect(try board.pmd("undo").error == "Undid: deleted notes.md\n")
        try board.expectRefusal(["redo"], 65, "has files that are not tasks (notes.md)")
        let undo = String(try board.shell("git rev-parse HEAD").output.dropLast())
        #expect(try board.pmd("undo", undo).error == "Undid: added notes.md\n")
    }

    @Test func `a file that a command moved or added is not a reason to refuse`() throws {
        let board = try ProgramSandbox.board()
        try board.write("doing/notes.txt", "mine")
        try board.write("plan.txt", "x")
        try board.pmd("sync")
        try board.shell("rm plan.txt")
        try board.pmd("sync")
        try board.pmd("restore", "plan.txt")
        try board.pmd("config", "states", "rename", "doing", "working")
        #expect(try board.pmd("undo").status == 0)
        #expect(try board.read("doing/notes.txt") == "mine")
        #expect(try board.pmd("undo").status == 0)
        #expect(access(board.here + "/plan.txt", F_OK) != 0)
    }

    @Test func `an uncommitted edit older than the last command is not the last action`()
        throws
    {
        let board = try ProgramSandbox.board()
        try board.add("One")
        let two = try board.add("Two")
        try board.write("todo/mine.md", "# Mine\n")
        // The clock for file times advances in steps.
        try board.shell(
            "until touch ../later; find ../later -newer todo/mine.md | grep -q .; do :; done")
        try board.pmd("start", two)
        #expect(try board.pmd("undo").error == "Undid: moved \"Two\" from todo to doing\n")
        #expect(try board.shell("git status --porcelain").output == "?? todo/mine.md\n")
        #expect(try board.pmd("undo").error == "Undid: added \"Mine\"\n")
        #expect(try board.pmd("redo", "2").status == 0)
        #expect(try board.read("todo/mine.md") == "# Mine\n")
    }

    @Test func `a dry run reports and writes nothing`() throws {
        let board = try ProgramSandbox.board()
        let code = try board.add("One")
        try board.write("todo/mine.md", "# Mine\n")
        let before = try board.state()
        let run = try board.pmd("undo", "2", "--dry-run")
        #expect(run.status == 0, "\(run.error)")
        #expect(run.error == "Would undo: added \"Mine\"\nWould undo: added \"One\"\n")
        #expect(try board.state() == before)
        #expect(try board.json("undo", "--dry-run")[0]?["title"] == "Mine")
        try board.pmd("undo", "2")
        #expect(try board.pmd("redo", "--dry-run").error == "Would redo: restored \"One\"\n")
        #expect(try board.json("redo", "--dry-run")[0]?["id"] == .string(code))
    }

    @Test func `several tasks at once are one action, printed in their new state`() throws {
        let board = try ProgramSandbox.board()
        let codes = [try board.add("One"), try board.add("Two")]
        try board.pmd("done", codes[0], codes[1])
        let tasks = try board.json("undo")
        #expect(tasks.count == 2 && tasks[0]?["state"] == "todo" && tasks[1]?["state"] == "todo")
        #expect(try board.json("undo")[0]?["id"] == .string(codes[1]))
        #expect(try board.json("list").count == 1)
    }

    @Test func `any log entry is undone by its commit`() throws {
        let board = try ProgramSandbox.board()
        let code = try board.add("Fix", "the", "roof")
        try board.pmd("edit", code, "due:2026-12-01", "+house")
        let commit = String(try board.pmd("log").output.dropFirst(18).prefix(7))
        try board.pmd("edit", code, "priority:high")
        #expect(
            try board.pmd("undo", commit).error
                == "Undid: edited \"Fix the roof\": due 2026-12-01, +house\n")
        let task = try board.json("show", code)
        #expect(task["due"] == .null && task["tags"] == [] && task["priority"] == "high")
        #expect(try board.pmd("redo").status == 0)
        #expect(try board.json("show", code)["due"] == "2026-12-01")
        try board.expectRefusal(["undo", "abcdef0123"], 65, "is not in this board's log")
        try board.expectRefusal(["undo", "soon"], 64, "neither a number nor a commit")
        try board.expectRefusal(["undo", "0"], 64, "the number cannot be 0")
        try board.expectRefusal(["redo", "-1"], 64, "-1")
        let first = try board.shell("git rev-list --max-parents=0 HEAD").output.dropLast()
        try board.expectRefusal(["undo", String(first)], 65, "first commit")
    }

    @Test func `an undone undo with nothing left to redo is still an action`() throws {
        let board = try ProgramSandbox.board()
        let code = try board.add("Fix", "the", "roof")
        let first = try board.shell("git rev-parse HEAD^{tree}").output
        try board.pmd("rm", code)
        try board.pmd("undo")
        let undo = String(try board.shell("git rev-parse HEAD").output.dropLast())
        try board.pmd("undo", undo)
        try board.pmd("restore", code)
        // Nothing is left of the undone undo, since the task exists; part of the undo itself is.
        #expect(try board.pmd("redo", "2").error.contains("Redid: deleted \"Fix the roof\"\n"))
        #expect(try board.pmd("undo", "3").status == 0)
        #expect(try board.shell("git rev-parse HEAD^{tree}").output == first)
    }

    @Test func `a redo that finds a part already done removes no action`() throws {
        let board = try ProgramSandbox.board()
        for name in ["one", "two"] { try board.write("todo/\(name).md", "# \(name)\n") }
        try board.shell("git add -A && git commit -qm Both")
        let both = String(try board.shell("git rev-parse HEAD").output.dropLast())
        let first = try board.shell("git rev-parse HEAD^{tree}").output
        try board.pmd("undo", both)
        try board.pmd("restore", "one")
        try board.pmd("redo")
        #expect(try board.pmd("undo", "3").status == 0)
        #expect(try board.shell("git rev-parse HEAD^{tree}").output == first)
    }

    @Test func `deletions, archives, renamed states and settings are undone`() throws {
        let board = try ProgramSandbox.board()
        let code = try board.add("Fix", "the", "roof", "--state", "doing")
        try board.add("Other", "--state", "done")
        try board.write("doing/notes.txt", "mine")
        try board.pmd("sync")
        let first = try board.shell("git rev-parse HEAD^{tree}").output
        try board.pmd("rm", code)
        try board.pmd("archive")
        try board.pmd("restore", code)
        try board.pmd("config", "states", "rename", "doing", "working")
        try board.pmd("config", "limits.todo", "3")
        #expect(try names(in: board.here + "/working").contains("notes.txt"))
        let log = try board.json("log")
        #expect(log[0]?["action"] == "settings" && log[0]?["id"] == .null)
        let run = try board.pmd("undo", "5")
        #expect(
            run.status == 0 && run.error.contains("Undid: changed settings: limits.todo 3\n"),
            "\(run.error)")
        #expect(try board.shell("git rev-parse HEAD^{tree}").output == first)
        #expect(try board.shell("git status --porcelain").output.isEmpty)
    }

    @Test func `a task added to a renamed state moves back with it`() throws {
        let board = try ProgramSandbox.board()
        try board.pmd("config", "states", "rename", "doing", "working")
        let commit = String(try board.shell("git rev-parse HEAD").output.dropLast())
        let code = try board.add("New", "--state", "working")
        #expect(try board.pmd("undo", commit).status == 0)
        #expect(try board.json("show", code)["state"] == "doing")
        #expect(try board.pmd("check").status == 0)
    }

    @Test func `a state that was renamed twice is restored by two undos`() throws {
        let board = try ProgramSandbox.board()
        try board.add("One", "--state", "doing")
        var trees = [try board.shell("git rev-parse HEAD^{tree}").output]
        for (old, new) in [("doing", "working"), ("working", "busy")] {
            try board.pmd("config", "states", "rename", old, new)
            trees.append(try board.shell("git rev-parse HEAD^{tree}").output)
        }
        #expect(try board.pmd("config", "retired").output == "doing -> busy, working -> busy\n")
        for tree in [trees[1], trees[0]] {
            #expect(try board.pmd("undo").status == 0)
            #expect(try board.shell("git rev-parse HEAD^{tree}").output == tree)
        }
        #expect(try board.pmd("redo", "2").status == 0)
        #expect(try board.shell("git rev-parse HEAD^{tree}").output == trees[2])
    }

    @Test func `redoing a state rename moves only what its undo moved`() throws {
        let board = try ProgramSandbox.board()
        let code = try board.add("Renamed", "--state", "doing")
        try board.pmd("config", "states", "rename", "doing", "working")
        let commit = String(try board.shell("git rev-parse HEAD").output.dropLast())
        // Into the old name's folder, as by a user who has not seen the new name.
        try board.write("doing/late-k3f9m2.md", "# Late\n")
        try board.pmd("sync")
        let last = try board.shell("git rev-parse HEAD^{tree}").output
        #expect(try board.pmd("undo", commit).status == 0)
        #expect(try board.json("show", code)["state"] == "doing")
        #expect(try board.pmd("redo").status == 0)
        #expect(try board.shell("git rev-parse HEAD^{tree}").output == last)
        #expect(try board.json("show", "k3f9m2")["state"] == "doing")
    }

    @Test func `an undo works on a rewritten branch`() throws {
        let board = try ProgramSandbox.board()
        let code = try board.add("One")
        try board.pmd("start", code)
        try board.shell("git commit -q --amend -m Reworded")
        #expect(try board.pmd("undo").error == "Undid: moved \"One\" from todo to doing\n")
        try board.pmd("redo")
        try board.pmd("undo")
        // The undo itself is removed from the branch: its action counts again.
        try board.shell("git reset -q --hard HEAD~1")
        #expect(try board.pmd("undo").error == "Undid: moved \"One\" from todo to doing\n")
        try board.shell("git reset -q --hard HEAD~4")
        #expect(try board.pmd("undo").error == "Undid: added \"One\"\n")
    }

    @Test func `an uncommitted edit in the way is committed first`() throws {
        let board = try ProgramSandbox.board()
        try board.write("notes.txt", "one\n")
        try board.pmd("sync")
        let first = String(try board.shell("git rev-parse HEAD").output.dropLast())
        try board.write("notes.txt", "two\n")
        try board.expectRefusal(["undo"], 65, "not tasks (notes.txt)")
        let run = try board.pmd("undo", first)
        #expect(run.status == 65 && run.error.contains("changed since: notes.txt"), "\(run.error)")
        #expect(try board.read("notes.txt") == "two\n")
        #expect(try board.shell("git status --porcelain").output.isEmpty)
    }

    @Test func `a mistake in the settings is undone`() throws {
        let board = try ProgramSandbox.board()
        let text = try board.read("pmd.yml")
        try board.add("One")
        try board.write("pmd.yml", text + "limits: many\n")
        try board.expectRefusal(["list"], 65, "pmd.yml:")
        #expect(try board.pmd("undo").error == "Undid: changed settings: limits many\n")
        #expect(try board.read("pmd.yml") == text)
        #expect(try board.json("list").count == 1)
    }

    @Test func `a lost list of actions is rebuilt from the reflog`() throws {
        let board = try ProgramSandbox.board()
        let code = try board.add("One")
        try board.pmd("edit", code, "due:2026-12-01")
        try board.write("todo/by-hand.md", "# By hand\n")
        try board.pmd("sync")
        try board.shell("echo x > x.txt; git add x.txt; git commit -qm 'By git'")
        try board.pmd("start", code)
        try board.pmd("undo", "2")
        try board.pmd("redo")
        let own = try board.shell("cut -d' ' -f1-2 .git/pmd/actions").output
        let dry = try (board.pmd("undo", "3", "--dry-run"), board.pmd("redo", "--dry-run"))
        #expect(dry.0.error.contains("Would undo: added \"One\"") && !dry.1.error.isEmpty)
        try board.shell("rm .git/pmd/actions")
        #expect(try board.pmd("undo", "3", "--dry-run").error == dry.0.error)
        #expect(try board.pmd("redo", "--dry-run").error == dry.1.error)
        try board.expectRefusal(["undo", "4", "--dry-run"], 65, "only 3 actions")
        #expect(access(board.here + "/.git/pmd/actions", F_OK) != 0)
        // The next command that writes keeps the earlier actions.
        try board.add("Two")
        let lines = try board.shell("cut -d' ' -f1-2 .git/pmd/actions").output
        #expect(
            lines.hasPrefix(own)
                && lines.split(separator: "\n").count == 1 + own.split(separator: "\n").count)
        #expect(try board.pmd("undo").error == "Undid: added \"Two\"\n")
    }

    @Test func `without list and reflog a clone reports that and undoes by commit`() throws {
        let board = try ProgramSandbox.board()
        let code = try board.add("One")
        try board.shell("printf 'do 12' >> .git/pmd/actions")
        try board.pmd("start", code)
        #expect(try board.pmd("undo").status == 0)
        #expect(try board.pmd("redo").status == 0)
        try board.shell("rm -r .git/pmd/actions .git/logs")
        try board.expectRefusal(["undo"], 65, "in neither its own list nor git's reflog")
        let commit = String(try board.shell("git rev-parse HEAD").output.dropLast())
        #expect(try board.pmd("undo", commit).status == 0)
        #expect(try board.json("show", code)["state"] == "todo")
    }

    @Test(arguments: ["pmd", "git"])
    func `a fresh clone has nothing to undo`(program: String) throws {
        let board = try ProgramSandbox.board()
        try board.add("One")
        try board.shell("git clone -q --bare . ../hub.git")
        var clone = board
        clone.here += "-clone"
        if program == "pmd" {
            try board.pmd("clone", "../hub.git", clone.here)
        } else {
            try board.shell("git clone -q ../hub.git '\(clone.here)'")
        }
        try clone.expectRefusal(["undo"], 65, "the history has no action of this clone")
    }

    @Test func `the log shows what an undo reverted`() throws {
        let board = try ProgramSandbox.board()
        try board.add("One")
        try board.pmd("start", "one")
        try board.pmd("undo")
        try board.pmd("redo")
        let log = try board.pmd("log", "-n", "2").output
        #expect(log.contains("Ann redid: moved \"One\" from todo to doing\n"), "\(log)")
        #expect(log.contains("Ann undid: moved \"One\" from todo to doing\n"), "\(log)")
    }
}
