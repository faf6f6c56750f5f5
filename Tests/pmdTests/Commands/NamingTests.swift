import TestSupport
import Testing

/// `where`, several tasks, and what their JSON is.
struct NamingTests {
    private func board() throws -> (board: ProgramSandbox, roof: String, bank: String) {
        let board = try ProgramSandbox.board()
        return (
            board, try board.add("Fix", "the", "roof", "+house"),
            try board.add("Call", "the", "bank", "+money")
        )
    }

    @Test(arguments: [
        "done where +house", "edit where +house -- +urgent due:fri", "move where +house doing",
        "edit where +house --due fri", "rm where +house", "start where --yes +house",
    ])
    func `where takes what a query finds, in one commit`(words: String) throws {
        let (board, roof, bank) = try board()
        let before = try board.commits()
        // Not `show`, whose short reference depends on the other tasks.
        let untouched = try board.json("log", bank)
        let run = try board.shell("pmd \(words)")
        #expect(run.status == 0, "\(run.error)")
        #expect(try board.commits() == before + 1)
        #expect(try board.json("log", bank) == untouched)
        #expect(try board.json("log", roof).count == 2)
    }

    @Test(arguments: ["done", "edit --due fri", "show", "rm"])
    func `where without a match changes nothing and is no failure`(words: String) throws {
        let (board, _, _) = try board()
        let command = words.replacing(/^[a-z]+/) { "\($0.output) where +nothing" }
        let before = try board.commits()
        let run = try board.shell("pmd \(command)")
        #expect(run.status == 0)
        #expect(run.error.contains("No task matches"))
        #expect(try board.commits() == before)
        #expect(try board.shell("pmd \(command) --json").output == "[]\n")
    }

    @Test(arguments: [
        (["done", "where"], "'where' needs a query"),
        (["edit", "where", "+house"], "the change is missing"),
        (["edit", "where", "+house", "--", "roof"], "'roof' is not a change"),
        (["done", "where", "prio:high"], "did you mean"),
        (["rm", "where", ""], "no condition"), (["rm", "where", "\"\""], "no condition"),
        (["rm", "where", "sort:due"], "no condition"),
        (["rm", "where", "view:nix"], "no view 'nix'"),
    ])
    func `where without a query or a change is refused`(words: [String], said: String) throws {
        let (board, _, _) = try board()
        try board.expectRefusal(words, 64, said)
    }

    @Test func `reopen where asks among finished tasks`() throws {
        let (board, roof, bank) = try board()
        #expect(try board.pmd("done", roof, bank).status == 0)
        #expect(try board.pmd("reopen", "where", "+house").status == 0)
        #expect(try board.json("show", roof)["state"] == "todo")
        #expect(try board.json("show", bank)["state"] == "done")
    }

    @Test func `restore where asks among deleted tasks`() throws {
        let (board, roof, bank) = try board()
        #expect(try board.pmd("rm", roof, bank).status == 0)
        #expect(try board.pmd("restore", "where", "+house").status == 0)
        #expect(try board.json("list").count == 1)
        #expect(try board.json("show", roof)["state"] == "todo")
    }

    @Test func `JSON is an object if exactly one task is named`() throws {
        let (board, roof, bank) = try board()
        #expect(try board.json("edit", roof, "+a")["id"] == .string(roof))
        #expect(try board.json("edit", "fix", "the", "roof", "+b")["id"] == .string(roof))
        #expect(try board.json("edit", roof, bank, "+c").count == 2)
        #expect(
            try JSON(board.shell("pmd edit where +house --json -- +d").output)[0]?["id"]
                == .string(roof))
        #expect(try board.json("show", roof)["id"] == .string(roof))
        #expect(try board.json("show", roof, bank)[1]?["id"] == .string(bank))
        #expect(try board.json("show", "where", "+house")[0]?["id"] == .string(roof))
        let run = try board.shell("echo \(roof) | pmd done - --json")
        #expect(run.output.hasPrefix("["), "\(run.output)")
    }

    @Test func `show takes a phrase, several tasks, a date and a commit`() throws {
        let (board, roof, bank) = try board()
        #expect(try board.pmd("show", "fix", "the", "roof").output.hasPrefix("Fix the roof\n"))
        let both = try board.pmd("show", roof, bank)
        #expect(both.output.contains("Fix the roof\n") && both.output.contains("Call the bank\n"))
        let commit = try board.shell("git rev-parse HEAD").output.dropLast()
        #expect(try board.pmd("edit", roof, "+later").status == 0)
        #expect(try board.json("show", roof)["tags"] == ["house", "later"])
        #expect(try board.json("show", roof, "--at", "\(commit)")["tags"] == ["house"])
        let early = try board.pmd("show", roof, "--at", "\(commit.prefix(8))")
        #expect(early.status == 0, "\(early)")
        try board.expectRefusal(["show", roof, "--at", "0123456789"], 65, "0123456789")
        try board.expectRefusal(["show", roof, "--at", "someday"], 64, "someday")
    }

    @Test func `done, start and add say what else the user should know`() throws {
        let (board, roof, bank) = try board()
        #expect(try board.pmd("edit", bank, "blocked-by:roof").status == 0)
        #expect(try board.json("show", bank)["blockedBy"] == .array([.string(roof)]))
        #expect(try board.pmd("show", roof).output.contains("blocks"))
        #expect(
            try board.pmd("start", bank).error.contains(
                "\"Call the bank\" is blocked by \"Fix the roof\""))
        #expect(
            try board.pmd("done", roof).error.contains("\"Call the bank\" is no longer blocked"))
        #expect(try board.pmd("config", "limits.doing", "1").status == 0)
        #expect(
            try board.pmd("add", "x", "--state", "doing").status == 0)
        let run = try board.pmd("add", "y")
        #expect(!run.error.contains("limit"))
        #expect(
            try board.pmd("start", "y").error.contains("'doing' has 3 tasks, and the limit is 1"))
    }
}

/// `next`, `count`, views and annotations.
struct NextTests {
    private func board() throws -> ProgramSandbox {
        let board = try ProgramSandbox.board()
        _ = try board.add("Pay", "rent", "due:today")
        _ = try board.add("Read", "a", "book")
        _ = try board.add("Fix", "it", "priority:high", "blocked-by:rent")
        _ = try board.add("Later", "wait:2w")
        return board
    }

    @Test func `next lists what can be worked on, most urgent first`() throws {
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

    @Test func `why shows the sum`() throws {
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

    @Test func `a view of the clone applies to what is read on a terminal only`() throws {
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

    @Test func `status counts what is overdue and due today, and the views`() throws {
        let board = try board()
        _ = try board.add("Old", "due:2020-01-01")
        let status = try board.json("status")
        #expect(status["overdue"] == 1 && status["dueToday"] == 1)
        #expect(status["views"]?["waiting"] == 1 && status["views"]?["today"] == 2)
        let text = try board.pmd("status").output
        #expect(text.contains("1 overdue, 1 due today"), "\(text)")
        #expect(text.contains("Views: today 2"), "\(text)")
    }

    @Test func `a prompt has one line`() throws {
        let board = try board()
        #expect(try board.pmd("list").status == 0)
        let line = try board.pmd("status", "--short").output
        #expect(line == "todo 4  doing 0  1 due today\n", "\(line)")
        try board.shell("rm .git/pmd/cache")
        #expect(try board.pmd("status", "--short").output == line)
    }

    @Test func `a prompt sees files that come, go and move`() throws {
        let board = try board()
        // A folder that changed within the clock's tick is read again.
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
            "", "pmd-prompt 1", "pmd-prompt 2", "pmd-prompt 1\ntasks x doing",
            "pmd-prompt 1\nfolder",
        ] {
            try writeFile(board.here + "/.git/pmd/prompt", bytes + "\n")
            #expect(try board.pmd("status", "--short").output == "doing 0  1 overdue\n")
        }
    }

    @Test func `pmd alone opens the board on a terminal, and sums the day up on a dumb one`() throws
    {
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
