import TestSupport
import Testing

/// `next`, `count`, `annotate`, `status --short` and views.
struct NextTests {
    private func board() throws -> ProgramSandbox {
        let board = try ProgramSandbox.board()
        _ = try board.add("Pay", "rent", "due:today")
        _ = try board.add("Read", "a", "book")
        _ = try board.add("Fix", "it", "priority:high", "blocked-by:rent")
        _ = try board.add("Later", "wait:2w")
        return board
    }

    @Test func `next lists actionable tasks, most urgent first`() throws {
        let board = try board()
        let run = try board.pmd("next")
        #expect(run.output.split(separator: "\n").count == 2, "\(run.output)")
        #expect(run.error.contains("Left out: 1 blocked, 1 waiting"), "\(run.error)")
        let tasks = try board.json("next")
        #expect(tasks[0]?["title"] == "Pay rent")
        #expect(tasks[1]?["title"] == "Read a book")
        #expect(try board.json("next", "-n", "1").count == 1)
        try board.expectRefusal(["next", "-n", "0"], 64, "-n")
        try board.expectRefusal(["list", "-n", "-1"], 64, "-n")
    }

    @Test func `why shows the urgency as a sum`() throws {
        let run = try board().pmd("next", "--why", "rent")
        #expect(run.output.contains("Pay rent: 16.8 = due 8.8 + blocking 8.0"), "\(run.output)")
    }

    @Test(arguments: [
        ("", "3\n"), ("is:any", "4\n"), ("+nothing", "0\n"), ("is:ready", "2\n"),
        ("view:waiting", "1\n"),
    ])
    func `count prints a number`(query: String, said: String) throws {
        #expect(try board().shell("pmd count \(query)").output == said)
    }

    @Test func `a clone's view applies only to output on a terminal`() throws {
        let board = try board()
        #expect(try board.pmd("config", "--local", "view", "today").status == 0)
        #expect(try board.pmd("config", "--local", "view").output == "today\n")
        #expect(try board.json("list").count == 3)
        #expect(try board.pmd("count").output == "3\n")
        #expect(try board.pmd("list").output.split(separator: "\n").count == 3)
        let shown = try board.onTerminal("pmd list")
        #expect(shown.contains("Pay rent") && !shown.contains("Read a book"), "\(shown)")
        #expect(shown.contains("View 'today'"))
        #expect(try board.pmd("config", "--local", "view", "none").status == 0)
        #expect(try board.onTerminal("pmd list").contains("Read a book"))
        try board.expectRefusal(["config", "--local", "view", "nix"], 64, "today, next, waiting")
        try board.expectRefusal(["config", "--local", "states"], 64, "view NAME")
    }

    @Test func `annotate appends a dated line`() throws {
        let board = try board()
        let run = try board.pmd("annotate", "book", "Bob", "lends", "it")
        #expect(run.status == 0, "\(run.error)")
        let body = try board.json("show", "book")["body"]
        let today = try board.shell("date +%F").output.dropLast()
        #expect(run.error == "\"Read a book\": - \(today): Bob lends it\n")
        #expect(body == .string("- \(today): Bob lends it\n"))
        try board.expectRefusal(["annotate", "book", " "], 64, "the note is missing")
        try board.expectRefusal(["annotate", "nothing", "x"], 65, "nothing")
    }

    @Test func `status counts overdue tasks, tasks due today and each view's tasks`() throws {
        let board = try board()
        _ = try board.add("Old", "due:2020-01-01")
        let status = try board.json("status")
        #expect(status["overdue"] == 1 && status["dueToday"] == 1)
        #expect(status["views"]?["waiting"] == 1 && status["views"]?["today"] == 2)
        let text = try board.pmd("status").output
        #expect(text.contains("1 overdue, 1 due today"), "\(text)")
        #expect(text.contains("Views: today 2"), "\(text)")
    }

    @Test func `a waiting task is overdue nowhere, and is reported as left out`() throws {
        let board = try ProgramSandbox.board()
        _ = try board.add("Old", "due:2020-01-01", "wait:2w")
        let counted = try board.pmd("count", "is:overdue")
        #expect(counted.output == "0\n" && counted.error == "Left out: 1 waiting\n")
        #expect(try board.pmd("list", "old").error.contains("Left out: 1 waiting"))
        for words in ["list", "list old --all", "list is:waiting"] {
            #expect(!(try board.shell("pmd \(words)").error.contains("Left out")), "\(words)")
        }
        let status = try board.json("status")
        #expect(status["overdue"] == 0 && status["waiting"] == 1)
        #expect(try board.pmd("status").output.contains("\n1 waiting\n"))
        for _ in 0..<2 {
            try board.shell("sleep 0.05")
            #expect(try board.pmd("status", "--short").output == "todo 1  doing 0\n")
        }
    }

    @Test(arguments: [
        ("status:pending", "try not:is:done"), ("recur:weekly", "try has:repeat"),
        ("depends:roof", "try blocked-by:roof"), ("entry:today", "try created:today"),
        ("+OVERDUE", "try is:overdue"), ("+ready", "try is:ready"),
    ])
    func `a term of another tool that finds nothing has a hint`(term: String, hint: String) throws {
        let board = try board()
        for command in ["list", "count"] {
            let run = try board.pmd(command, term)
            #expect(run.status == 0 && run.error.contains(hint), "\(run.error)")
        }
        _ = try board.add("Own", "+ready", "+overdue", "status=pending")
        #expect(!(try board.pmd("list", "+ready").error.contains("try")))
        #expect(!(try board.pmd("list", "status:pending").error.contains("try")))
    }

    @Test func `a value instead of a query has a hint in lists of values`() throws {
        let board = try ProgramSandbox.board()
        _ = try board.add("Report", "+office", "project:acme")
        #expect(try board.pmd("tags", "office").error.contains("try +office"))
        #expect(try board.pmd("projects", "acme").error.contains("try project:acme"))
        #expect(try board.pmd("people").error.contains("no task has the key 'assignees'"))
    }

    @Test func `a prompt has one line`() throws {
        let board = try board()
        #expect(try board.pmd("list").status == 0)
        let line = try board.pmd("status", "--short").output
        #expect(line == "todo 4  doing 0  1 due today\n", "\(line)")
        try board.shell("rm .git/pmd/cache")
        #expect(try board.pmd("status", "--short").output == line)
    }

    @Test func `a prompt notices files that are added, removed and moved`() throws {
        let board = try board()
        // A folder that changed within the clock's tick is reread.
        func line() throws -> String {
            try board.shell("sleep 0.05; pmd status --short >/dev/null; pmd status --short").output
        }
        #expect(try line() == "todo 4  doing 0  1 due today\n")
        try board.shell("test -s .git/pmd/prompt; mv todo/*rent* doing")
        #expect(try line() == "todo 3  doing 1  1 due today\n")
        try board.shell("mkdir todo/later; printf 'New\\n' > todo/later/new.md")
        #expect(try line() == "todo 4  doing 1  1 due today\n")
        try board.shell("printf 'More\\n' > todo/later/more.md; pmd edit book due:yesterday")
        #expect(try line() == "todo 5  doing 1  1 overdue  1 due today\n")
        try board.shell("sed -i 's/^states:.*/states: [doing, done]/' pmd.yml; rm doing/*")
        #expect(try line() == "doing 0  1 overdue\n")
        for bytes in [
            "", "pmd-prompt 1", "pmd-prompt 2", "pmd-prompt 2\ntasks x doing",
            "pmd-prompt 2\nfolder", "pmd-prompt 2\ndue 1 2020-01-01 soon",
        ] {
            try writeFile(board.here + "/.git/pmd/prompt", bytes + "\n")
            #expect(try board.pmd("status", "--short").output == "doing 0  1 overdue\n")
        }
    }

    @Test func `pmd alone opens the board, and prints a summary on a dumb terminal`() throws {
        let board = try board()
        _ = try board.add("Old", "due:2020-01-01")
        try board.pmd("start", "book")
        let shown = try board.onTerminal("TERM=dumb pmd", columns: 100)
        for words in ["Overdue", "Old", "Due today", "Pay rent", "In progress", "Read a book"] {
            #expect(shown.contains(words), "\(words): \(shown)")
        }
        let opened = try board.onTerminal("pmd", columns: 100, input: "q")
        #expect(opened.contains("\u{1B}[?1049h"), "\(opened)")
        #expect(opened.hasSuffix("\u{1B}[?1049l"), "\(opened)")
        #expect(try board.onTerminal("TERM=dumb pmd ui").contains("TERM is 'dumb'"))
        #expect(try board.pmd("ui").status == 64)
        #expect(try board.pmd().output.contains("SUBCOMMANDS"))
        #expect(try ProgramSandbox().onTerminal("pmd").contains("SUBCOMMANDS"))
    }
}
