import TestSupport
import Testing

/// The command `import`.
struct ImportTests {
    private static let lines = "(A) Call Mom +Family @phone\nx 2026-11-20 Buy milk\nPaint\n"

    private static func filled() throws -> ProgramSandbox {
        let board = try ProgramSandbox.board()
        let run = try board.pmd("import", "todo.txt", input: lines)
        #expect(run.status == 0 && run.output.isEmpty, "\(run)")
        #expect(run.error == "Imported 3 tasks\n")
        return board
    }

    @Test func `what Taskwarrior and a '.taskrc' lose is reported by name`() throws {
        let board = try ProgramSandbox.board()
        _ = try board.add("Rent", "due:2099-01-01", "repeat:every-month", "project:home")
        _ = try board.add("Plain", "due:2099-01-01")
        let run = try board.pmd("export", "taskwarrior")
        #expect(run.error == "pmd: not supported by taskwarrior: repeat (1 task)\n", "\(run.error)")
        try board.write("taskrc", "report.mine.filter=+work\n")
        let record =
            #"[{"uuid":"6af25748-8d95-4f0c-9c3b-111111111111","description":"Mow","status":"pending"}]"#
        let read = try board.pmd("import", "taskwarrior", "--taskrc", "taskrc", input: record)
        #expect(
            read.error.contains("not imported from the settings: 'report.mine'"), "\(read.error)")
        _ = try board.add("Mow", "again")
        let asked = try board.onTerminal("pmd done mow", columns: 150, input: "\u{1B}")
        #expect(asked.contains("Mow") && !asked.contains("6af25748"), "\(asked)")
    }

    @Test func `an import is one commit, which one undo reverts`() throws {
        let board = try Self.filled()
        let tasks = try board.json("list", "--all")
        #expect(tasks.count == 3)
        #expect(
            try board.shell("git log -1 --format=%s").output == "Import 3 tasks from todo.txt\n")
        #expect(try board.commits() == 2)
        #expect(try board.pmd("undo").status == 0)
        #expect(try board.json("list", "--all").count == 0)
        #expect(try board.shell("git status --porcelain").output.isEmpty)
    }

    @Test func `an import that was undone can be repeated`() throws {
        let board = try Self.filled()
        try board.pmd("undo")
        #expect(
            try board.pmd("import", "todo.txt", "-", input: Self.lines).error
                == "Imported 3 tasks\n")
    }

    @Test func `importing twice adds nothing, and changes nothing`() throws {
        let board = try Self.filled()
        try board.pmd("edit", "mom", "--title", "Call Dad")
        let before = try board.state()
        let run = try board.pmd("import", "todo.txt", input: Self.lines)
        #expect(run.status == 0 && run.error == "No new tasks; skipped 3 (on the board)\n")
        #expect(try board.state() == before)
    }

    @Test func `a task deleted here stays deleted`() throws {
        let board = try Self.filled()
        try board.pmd("rm", "paint")
        let run = try board.pmd("import", "todo.txt", input: Self.lines + "New\n")
        #expect(
            run.error
                == "Imported 1 task; skipped 2 (on the board), 1 (deleted here)\n")
        #expect(try board.json("list", "paint", "--all").count == 0)
    }

    @Test func `unreadable records are reported and counted, and the others imported`() throws {
        let board = try ProgramSandbox.board()
        let csv = "title;due;state\na;soon;In progress\nb;;nowhere\n;;\n\"c\n"
        let run = try board.pmd("import", "csv", input: csv)
        #expect(run.status == 0)
        #expect(
            run.error == """
                pmd: skipped line 5: a quote is not closed
                pmd: skipped line 3: there is no state 'nowhere': use one of todo, doing, done
                pmd: "a": 'due' cannot be 'soon'; kept in 'imported-due'
                Imported 1 task; skipped 2 (cannot be imported), 1 (rows without values)

                """)
        #expect(try board.json("list", "a", "state:doing").count == 1)
        let none = try board.pmd("import", "csv", input: "title;state\nb;nowhere\n")
        #expect(none.status == 65 && none.error.hasSuffix("nothing was imported\n"))
    }

    @Test func `imported history keeps its finish dates`() throws {
        let board = try ProgramSandbox.board()
        let lines = "x 2016-03-01 2016-02-01 Old\nx 2020-05-05 Newer\n"
        try board.pmd("import", "todo.txt", input: lines)
        #expect(try board.json("list", "finished.before:2019-01-01").count == 1)
        #expect(try board.json("list", "finished.after:2026-01-01").count == 0)
        let sorted = try board.pmd("list", "is:done", "--ids", "--sort", "finished").output
        #expect(
            sorted
                == (try board.pmd("list", "is:done", "--ids", "--sort", "title").output
                    .split(separator: "\n").reversed().map { $0 + "\n" }.joined()))
        try board.pmd("archive", "--before", "2019-01-01")
        #expect(try board.shell("ls done/2016").output.hasPrefix("old-"))
        // A task that is finished again gets the new time.
        try board.pmd("reopen", "old")
        try board.pmd("done", "old")
        #expect(try board.json("list", "old", "finished.before:2019-01-01").count == 0)
        #expect(try board.json("list", "old", "is:done", "has:finished").count == 1)
    }

    @Test func `two clones that import the same file agree`() throws {
        let boards = try [Self.filled(), Self.filled()]
        let files = try boards.map { try $0.shell("git ls-files; cat */*.md").output }
        #expect(files[0] == files[1])
    }

    @Test func `a dry run shows the tasks and changes nothing`() throws {
        let board = try ProgramSandbox.board()
        let before = try board.state()
        let run = try board.pmd("import", "todo.txt", "--dry-run", input: Self.lines)
        #expect(run.status == 0 && run.error == "Would import 3 tasks\n")
        let lines = run.output.split(separator: "\n")
        #expect(lines.count == 3 && lines[1].hasSuffix("  done  Buy milk"))
        #expect(try board.state() == before)
        let json = try board.run(
            [binaryFolder + "/pmd", "import", "todo.txt", "--dry-run", "--json"],
            input: Self.lines)
        #expect(try JSON(json.output).count == 3 && json.status == 0)
    }

    @Test func `new tasks are printed as JSON`() throws {
        let board = try ProgramSandbox.board()
        let run = try board.pmd("import", "todo.txt", "--json", input: Self.lines)
        let tasks = try JSON(run.output)
        #expect(tasks.count == 3 && run.error.isEmpty)
        #expect(tasks[0]?["title"] == "Call Mom" && tasks[0]?["tags"] == ["@phone"])
        #expect(tasks[0]?["project"] == "Family")
    }

    private static let typed = """
        [{"uuid":"6ffa0852-fb2d-4f33-94e9-f4deb49d982b","description":"Roof","estimate":"P1D",
          "size":"small","project":"home/roof"},
         {"uuid":"1e3485ea-8f71-46ba-93e0-91224840416c","description":"Tiles","estimate":"PT2H",
          "size":"odd","until":"20301231T150000Z"}]
        """

    @Test func `attributes become fields with '--declare', in the same commit`() throws {
        let board = try ProgramSandbox.board()
        try board.write("../taskrc", "uda.size.type=string\nuda.size.values=large,small\n")
        let plain = try board.pmd("import", "taskwarrior", input: Self.typed)
        #expect(
            plain.error == """
                pmd: 'estimate', 'size' are keys without a type; to declare fields instead, run \
                'pmd undo', then import with '--declare'
                pmd: the project 'home/roof' became 'home.roof'
                Imported 2 tasks

                """, "\(plain)")
        #expect(try board.json("show", "tiles")["extra"]?["estimate"] == "PT2H")
        #expect(try board.pmd("undo").status == 0)
        let before = try board.commits()
        let run = try board.pmd(
            "import", "taskwarrior", "--taskrc", "../taskrc", input: Self.typed)
        #expect(
            run.error == """
                pmd: 'until' cannot be declared as a field; it stays a key
                pmd: 'estimate': 1 value has days, which became 24 hours each, as in Taskwarrior
                pmd: the field 'estimate' has the type duration
                pmd: the field 'size' has the type choice; 1 of 2 values fit, see 'pmd check'
                pmd: the project 'home/roof' became 'home.roof'
                Imported 2 tasks

                """, "\(run)")
        #expect(try board.commits() == before + 1)
        let roof = try board.json("show", "roof")
        #expect(roof["fields"]?["estimate"] == 1440 && roof["project"] == "home.roof")
        #expect(try board.json("list", "estimate.below:3h").count == 1)
        let check = try board.pmd("check")
        #expect((check.output + check.error).contains("odd"))
        #expect(try board.pmd("undo").status == 0)
        #expect(try !board.read("pmd.yml").contains("estimate"))
    }

    @Test func `fields that a task cannot hold are reported with the number of tasks`() throws {
        let board = try ProgramSandbox.board()
        let record =
            #"{"uuid":"6ffa0852-fb2d-4f33-94e9-f4deb49d982b","description":"a","id":1}"#
        for words in [["--dry-run"], []] {
            let run = try board.run(
                [binaryFolder + "/pmd", "import", "taskwarrior"] + words, input: record)
            #expect(run.error.hasPrefix("pmd: not imported: id (1 task)\n"), "\(run)")
        }
    }

    @Test(arguments: [
        (["import"], 64, "'<format>' is missing"), (["export"], 64, "'<format>' is missing"),
        (["import", "todotxt"], 64, "unknown format 'todotxt'; did you mean 'todo.txt'?"),
        (["export", "xml"], 64, "choose one of taskwarrior, todo.txt"),
        (["import", "ics", "pmd.yml"], 65, "this is not ics: it does not begin"),
        (["import", "backlog.md"], 64, "backlog.md is a folder"),
        (["import", "backlog.md", "pmd.yml"], 64, "backlog.md is a folder"),
        (["import", "csv", "todo"], 64, "csv is one file"),
        (["export", "backlog.md"], 64, "--to"),
        (["import", "csv", "missing.csv"], 65, "cannot read missing.csv"),
        (["import", "csv", "pmd.yml"], 65, "this is not csv"),
        (["import", "json", "pmd.yml"], 65, "this is not json"),
        (["import", "obsidian-kanban", "pmd.yml"], 65, "this is not obsidian-kanban"),
        (["export", "json", "--to", "pmd.yml"], 65, "pmd.yml already exists"),
        (["export", "backlog.md", "--to", "todo"], 65, "todo already exists"),
        (["export", "json", "--to", "missing/x"], 74, "cannot write missing/x"),
        (["export", "json", "sort:nothing"], 64, "sort"),
        (["import", "csv", "--taskrc", "pmd.yml"], 64, "only with taskwarrior"),
        (["import", "csv", "a", "b"], 64, "unexpected argument"),
    ])
    func `a refusal changes nothing`(_ words: [String], _ status: Int32, _ message: String) throws {
        let board = try ProgramSandbox.board()
        try board.expectRefusal(words, status, message)
    }

    @Test func `a Backlog.md folder keeps its names, and may be imported from a parent folder`()
        throws
    {
        for folder in ["p", "p/backlog", "p/backlog/tasks"] {
            let board = try ProgramSandbox.board()
            try board.shell("mkdir -p p/backlog/tasks")
            let name = "task-1 - Fix-the-roof.md"
            try board.write(
                "p/backlog/tasks/\(name)", "---\nid: task-1\ntitle: Roof\nstatus: Live\n---\n")
            try board.write("p/backlog/config.yml", "statuses: [Idea, Live]\n")
            let run = try board.pmd("import", "backlog.md", folder)
            #expect(run.status == 0 && run.error == "Imported 1 task\n", "\(run)")
            #expect(try board.json("show", "roof")["path"] == .string("done/\(name)"))
        }
    }

    @Test func `an unreadable file in a folder does not refuse the others`() throws {
        let board = try ProgramSandbox.board()
        try board.shell(
            """
            mkdir -p ../backlog/tasks/deep && cd ../backlog/tasks
            printf -- '---\\nid: task-1\\ntitle: Good\\n---\\n' > good.md
            printf -- '---\\nid: task-2\\ntitle: Deep\\n---\\n' > deep/deep.md
            ln -s good.md link.md; mkdir folder.md
            head -c 1100000 /dev/zero | tr '\\0' a > large.md
            """)
        let run = try board.pmd("import", "backlog.md", "../backlog")
        #expect(run.status == 0)
        #expect(
            run.error.hasSuffix("Imported 2 tasks; skipped 3 (cannot be imported)\n"), "\(run)")
        #expect(run.error.contains("pmd: skipped tasks/large.md: it is larger than 1 MiB\n"))
    }

    @Test func `a file whose name is not UTF-8 refuses the folder's import`() throws {
        let board = try ProgramSandbox.board()
        try board.shell("mkdir tasks; echo '# A' >tasks/$(printf 'a\\377.md')")
        try board.expectRefusal(
            ["import", "backlog.md", "."], 65, "its name is not UTF-8; rename it")
    }

    @Test func `a file may be a pipe`() throws {
        let board = try ProgramSandbox.board()
        let run = try board.run([
            "/bin/bash", "-c", "pmd import todo.txt <(echo Call Mom) && pmd list --json",
        ])
        #expect(try JSON(run.output)[0]?["title"] == "Call Mom", "\(run)")
    }
}

/// The command `export`.
struct ExportTests {
    private static func filled() throws -> ProgramSandbox {
        let board = try ProgramSandbox.board()
        try board.add("Fix", "the", "roof", "+house", "@ann", "due:2026-12-01", "estimate=3h")
        try board.add("Call", "the", "bank", "blocked-by:roof", "--body", "Ask.\n")
        try board.pmd("done", "roof")
        try board.write("todo/hand.md", "# By hand\n\n- [ ] one\n")
        return board
    }

    /// The tasks without their references, and without the finish that an export takes from the
    /// history.
    private func tasks(_ board: ProgramSandbox) throws -> [JSON] {
        guard case .array(let tasks) = try board.json("list", "--all") else { return [] }
        return tasks.map { task in
            guard case .object(var members, let keys) = task else { return task }
            (members["ref"], members["finished"]) = (nil, nil)
            return .object(members, keys: keys.filter { $0 != "finished" })
        }.sorted { "\($0["id"] as Any)" < "\($1["id"] as Any)" }
    }

    @Test(arguments: ["json", "csv", "taskwarrior"])
    func `an export that is imported elsewhere gives the same JSON`(_ format: String) throws {
        let (board, other) = (try Self.filled(), try ProgramSandbox.board())
        let run = try board.pmd("export", format)
        // Taskwarrior has no such fields: they are in one that only pmd reads.
        let lost =
            format == "taskwarrior"
            ? "pmd: not supported by taskwarrior: body (2 tasks), assignees (1 task)\n" : ""
        #expect(run.status == 0 && run.error == lost, "\(run)")
        #expect(try other.pmd("import", format, input: run.output).status == 0)
        #expect(try tasks(other) == tasks(board))
        #expect(
            try other.read("done/\(other.shell("ls done").output.dropLast())").contains(
                "finished: "))
    }

    @Test func `a task imported from the board's own export is recognized`() throws {
        let board = try Self.filled()
        for format in ["json", "csv", "taskwarrior"] {
            let text = try board.pmd("export", format).output
            #expect(
                try board.pmd("import", format, input: text).error.hasSuffix(
                    "No new tasks; skipped 3 (on the board)\n"))
        }
    }

    @Test func `every task is exported, or those that a query finds`() throws {
        let board = try Self.filled()
        #expect(try JSON(board.pmd("export", "json").output).count == 3)
        let some = try JSON(board.pmd("export", "json", "+house").output)
        #expect(some.count == 1 && some[0]?["title"] == "Fix the roof")
    }

    @Test func `fields that a format cannot hold are reported on standard error`() throws {
        let board = try Self.filled()
        let run = try board.pmd("export", "todo.txt")
        #expect(run.status == 0 && run.error.hasPrefix("pmd: not supported by todo.txt: "))
        #expect(run.error.contains("body (2 tasks)") && run.error.contains("blockedBy (1 task)"))
    }

    @Test func `an export to a file or a folder never replaces one`() throws {
        let board = try Self.filled()
        #expect(try board.pmd("export", "csv", "--to", "../tasks.csv").status == 0)
        #expect(try board.shell("head -c 8 ../tasks.csv").output == "id,path,")
        try board.expectRefusal(["export", "csv", "--to", "../tasks.csv"], 65, "exists")
        for format in ["backlog.md", "dstask"] {
            #expect(try board.pmd("export", format, "--to", "../out-\(format)").status == 0)
            let other = try ProgramSandbox.board()
            let run = try other.pmd("import", format, board.here + "/../out-\(format)")
            #expect(run.status == 0 && run.error.contains("Imported 3 tasks"), "\(run)")
            #expect(try other.json("list").count == 2)
        }
    }

    @Test func `a finished task has its finish time`() throws {
        let board = try Self.filled()
        let day = try board.shell("date -u +%Y-%m-%d").output.dropLast()
        #expect(try board.pmd("export", "todo.txt").output.contains("x \(day) \(day) Fix"))
        #expect(try board.pmd("export", "ics").output.contains("\r\nCOMPLETED:"))
    }
}

/// Imports of files that the real tools wrote.
struct RealToolTests {
    private static func has(_ program: String, _ sandbox: ProgramSandbox) throws -> Bool {
        if try sandbox.run(["/bin/sh", "-c", "command -v \(program)"]).status == 0 { return true }
        noteNotRun("\(program) is not installed")
        return false
    }

    private static func taskwarrior() throws -> ProgramSandbox {
        var board = try ProgramSandbox.board()
        board.environment["TASKRC"] = board.here + "/../taskrc"
        board.environment["TASKDATA"] = board.here + "/../tasks"
        try board.shell(
            """
            printf 'confirmation=off\\nverbose=nothing\\nuda.estimate.type=numeric\\n' > ../taskrc
            mkdir ../tasks
            """)
        return board
    }

    @Test func `a real Taskwarrior export becomes fields with its own settings`() throws {
        let board = try Self.taskwarrior()
        guard try Self.has("task", board) else { return }
        try board.shell(
            """
            printf 'uda.effort.type=duration\nuda.effort.label=Effort left\n' >> ../taskrc
            task add 'Fix the roof' effort:3h estimate:3.5 scheduled:2026-12-01
            task export > ../tw.json; task _show > ../show
            """)
        let run = try board.pmd("import", "taskwarrior", "../tw.json", "--taskrc", "../show")
        #expect(run.status == 0, "\(run)")
        let roof = try board.json("show", "roof")
        #expect(roof["fields"]?["effort"] == 180 && roof["fields"]?["scheduled"] == "2026-12-01")
        #expect(roof["extra"]?["estimate"] == "3.5")
        #expect(try board.read("pmd.yml").contains("effort: {type: duration, label: Effort left}"))
    }

    @Test func `a real Taskwarrior export is imported`() throws {
        let board = try Self.taskwarrior()
        guard try Self.has("task", board) else { return }
        try board.shell(
            """
            task add 'Fix the roof' project:house +urgent due:2026-12-01 pri:H estimate:3.5
            task add Tiles project:house.roof wait:2030-01-05
            task 1 modify depends:2
            task 1 annotate 'Jo [has] a "ladder"'
            task add Water recur:weekly due:2026-11-20
            task add Gone; task Gone delete; task add Old; task Old done; task 1 start
            task export > ../tw.json
            """)
        let run = try board.pmd("import", "taskwarrior", "../tw.json")
        #expect(run.status == 0 && run.error.contains("1 (deleted in Taskwarrior)"), "\(run)")
        #expect(run.error.contains("1 (template of a recurring task)"))
        let roof = try board.json("show", "roof")
        #expect(
            roof["state"] == "doing" && roof["due"] == "2026-12-01" && roof["tags"] == ["urgent"])
        #expect(roof["extra"]?["estimate"] == "3.5" && roof["project"] == "house")
        #expect(roof["body"]?.text?.hasSuffix(" Jo [has] a \"ladder\"\n") == true)
        #expect(roof["blockedBy"]?.count == 1)
        #expect(try board.json("list", "water", "has:repeat").count == 1)
        #expect(try board.json("list", "old", "--all")[0]?["state"] == "done")
        let again = try board.pmd("import", "taskwarrior", "../tw.json")
        #expect(again.error.contains("No new tasks"))
    }

    @Test func `a board survives a round trip through Taskwarrior`() throws {
        let (board, other) = (try Self.taskwarrior(), try ProgramSandbox.board())
        guard try Self.has("task", board) else { return }
        try board.add("Fix", "the", "roof", "+house", "@ann", "due:2026-12-01", "effort=3h")
        try board.add(
            "Call \"the\" [bank]", "blocked-by:roof", "wait:2030-01-01", "--body", "One\n\nTwo\n")
        try board.write("todo/hand.md", "---\nlist: [a, b]\n---\n# By hand\n")
        try board.shell("pmd done roof; pmd export taskwarrior | task import; task export > ../t")
        #expect(try other.pmd("import", "taskwarrior", board.here + "/../t").status == 0)
        let script =
            "pmd list --all --json | python3 -c 'import json, sys; tasks = json.load(sys.stdin); "
            + "[(task.pop(\"ref\"), task.pop(\"finished\", 0)) for task in tasks]; "
            + "print(json.dumps(sorted(tasks, key=lambda t: t[\"id\"]), sort_keys=True))'"
        #expect(try other.shell(script).output == board.shell(script).output)
    }

    @Test func `a real todo.txt is imported`() throws {
        let board = try ProgramSandbox.board()
        guard try Self.has("todo-txt", board) else { return }
        try board.shell(
            """
            mkdir ../todo
            printf 'export TODO_DIR=%s\\nexport TODO_FILE="$TODO_DIR/todo.txt"\\n' \
                "$PWD/../todo" > ../todo/config
            printf 'export DONE_FILE="$TODO_DIR/done.txt"\\n' >> ../todo/config
            printf 'export REPORT_FILE="$TODO_DIR/report.txt"\\n' >> ../todo/config
            todo() { todo-txt -d ../todo/config "$@"; }
            todo -t add 'Call Mom +Family @phone due:2026-12-01'
            todo -t add 'Buy milk @shop'
            todo pri 1 A; todo -a do 2
            """)
        let run = try board.pmd("import", "todo.txt", "../todo/todo.txt")
        #expect(run.status == 0 && run.error == "Imported 2 tasks\n", "\(run)")
        let mom = try board.json("show", "mom")
        #expect(mom["priority"] == "high" && mom["tags"] == ["@phone"])
        #expect(mom["title"] == "Call Mom" && mom["created"]?.text != nil)
        #expect(try board.json("list", "milk", "--all")[0]?["state"] == "done")
    }

    @Test func `a devtodo list is imported through todo.txt`() throws {
        let board = try ProgramSandbox.board()
        guard try Self.has("devtodo", board) else { return }
        try board.shell(
            """
            cd ..
            devtodo --database todo.xml -p high --add 'Fix the roof'
            devtodo --database todo.xml --add 'Call Mom'
            devtodo --database todo.xml --mono --format 'display=%T\\n' \
                --use-format display=display all > list.txt
            """)
        let run = try board.pmd("import", "todo.txt", "../list.txt")
        #expect(run.status == 0, "\(run)")
        #expect(try board.json("list", "roof").count == 1)
    }

    @Test func `a source that a teammate wrote is never used as a file name`() throws {
        let board = try ProgramSandbox.board()
        for source in ["../../../out", "../../.bash_login\\0", "/tmp/x", "a/b"] {
            try board.write("todo/h.md", "---\ntitle: H\nsource: \"dstask:\(source)\"\n---\n")
            let run = try board.pmd("export", "dstask", "--to", "../out")
            #expect(run.status == 0, "\(run.error)")
            let names = try board.shell("cd ../out; find . -type f; ls -a ..; rm -r ../out").output
            #expect(!names.contains("bash_login") && !names.contains("out.yml"), "\(names)")
            #expect(names.contains("./pending/"), "\(names)")
        }
    }

    @Test func `an invalid rule is not exported`() throws {
        let board = try ProgramSandbox.board()
        try board.write(
            "todo/r.md",
            "---\ntitle: r\ndue: 2026-12-01\nrepeat: \"FREQ=DAILY\\r\\nATTACH:file:///x\"\n---\n")
        #expect(try !board.pmd("export", "ics").output.contains("ATTACH"))
    }

    @Test func `an export on a terminal has no control characters`() throws {
        let board = try ProgramSandbox.board()
        try board.write("todo/e.md", "---\ntitle: \"a\\e]0;P\\a\"\n---\nbody\u{1B}[2J\n")
        for format in ["csv", "todo.txt", "obsidian-kanban"] {
            #expect(try !board.onTerminal("pmd export \(format)").contains("\u{1B}]"), "\(format)")
            #expect(
                try !board.onTerminal("pmd export \(format)").contains("\u{1B}[2J"), "\(format)")
        }
    }

    @Test func `two tasks that would share a file are not exported`() throws {
        let board = try ProgramSandbox.board()
        for name in ["a", "b"] {
            try board.write(
                "todo/\(name).md",
                "---\ntitle: \(name)\nsource: dstask:6ffa0852-fb2d-4f33-94e9-f4deb49d982b\n---\n")
        }
        let run = try board.pmd("export", "dstask", "--to", "../out")
        #expect(run.status == 65, "\(run.error)")
        #expect(run.error.contains("two tasks would use the file"), "\(run.error)")
        #expect(try board.shell("ls -d ../out || true").output.isEmpty)
    }
}
