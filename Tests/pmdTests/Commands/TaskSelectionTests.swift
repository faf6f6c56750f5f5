import TestSupport
import Testing

/// Commands on several tasks, chosen by references or by `where` and a query.
struct TaskSelectionTests {
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
    func `where changes the tasks that a query finds, in one commit`(words: String) throws {
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
    func `where without a match changes nothing and succeeds`(words: String) throws {
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
        (["done", "where", "prio:high"], "priority:high"),
        (["rm", "where", ""], "no condition"), (["rm", "where", "\"\""], "no condition"),
        (["rm", "where", "sort:due"], "no condition"),
        (["rm", "where", "view:nix"], "no view 'nix'"),
    ])
    func `where without a query or a change is refused`(words: [String], said: String) throws {
        let (board, _, _) = try board()
        try board.expectRefusal(words, 64, said)
    }

    @Test func `reopen where searches finished tasks`() throws {
        let (board, roof, bank) = try board()
        #expect(try board.pmd("done", roof, bank).status == 0)
        #expect(try board.pmd("reopen", "where", "+house").status == 0)
        #expect(try board.json("show", roof)["state"] == "todo")
        #expect(try board.json("show", bank)["state"] == "done")
    }

    @Test func `restore where searches deleted tasks`() throws {
        let (board, roof, bank) = try board()
        #expect(try board.pmd("rm", roof, bank).status == 0)
        #expect(try board.pmd("restore", "where", "+house").status == 0)
        #expect(try board.json("list").count == 1)
        #expect(try board.json("show", roof)["state"] == "todo")
    }

    @Test func `JSON is an object if exactly one task is requested`() throws {
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

    @Test func `show prints several tasks as it prints each of them`() throws {
        let board = try ProgramSandbox.board()
        let ids = try (1...12).map { try board.add("Task", "\($0)", "estimate:\($0 % 3)h") }
        for number in 0..<7 { try board.done("pmd edit \(ids[number % 3]) x=\(number)") }
        try board.done(
            """
            pmd edit \(ids[0]) blocked-by:\(ids[1]); pmd edit \(ids[2]) blocked-by:\(ids[1])
            pmd edit where is:any --yes -- +all; pmd done \(ids[4])
            """)
        let together = try JSON(
            board.shell("pmd show \(ids.joined(separator: " ")) --json").output)
        for (index, id) in ids.enumerated() {
            #expect(try together[index]?["history"] == board.json("show", id)["history"], "\(id)")
            #expect(try together[index]?["ref"] == board.json("show", id)["ref"], "\(id)")
        }
        let pages = try board.shell("pmd show \(ids.joined(separator: " "))").output
        let lines = pages.split(separator: "\n")
        #expect(lines.count { $0.contains("blocks") && $0.contains("Task 1") } == 1, "\(pages)")
    }

    @Test func `show accepts a phrase, several tasks, a date and a commit`() throws {
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

    @Test func `done, start and add report side effects`() throws {
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

    @Test(arguments: [
        ("done", "1", "done"), ("start", "\u{1B}[B\r", "doing"), ("edit p:h", "bank\r", "todo"),
        ("rm", "roof\r", ""),
    ])
    func `a command without a task offers the tasks on a terminal`(
        words: String, keys: String, state: String
    ) throws {
        let (board, roof, bank) = try board()
        let shown = try board.onTerminal("pmd \(words)", columns: 80, input: keys)
        #expect(shown.contains("Which task?") && shown.contains("Fix the roof"), "\(shown)")
        let chosen = ["1", "roof\r"].contains(keys) ? roof : bank
        let all = try board.json("list", "--all")
        let task = (0..<(all.count ?? 0)).compactMap { all[$0] }.first {
            $0["id"] == .string(chosen)
        }
        #expect(state.isEmpty ? task == nil : task?["state"] == .string(state), "\(shown)")
        if words.hasSuffix("p:h") { #expect(task?["priority"] == "high") }
    }

    @Test(arguments: ["done", "start", "reopen", "skip", "rm", "edit", "show"])
    func `without a terminal, a command needs a task`(command: String) throws {
        let (board, _, _) = try board()
        try board.expectRefusal([command], 64, "task")
        // Esc that arrives together with the end of the input would be another key.
        let cancelled = try board.shell(
            """
            while sleep 0.5; do printf '\\033'; done | TERM=xterm-256color \
                script -qec 'stty -echo cols 50 rows 100; pmd \(command); echo status $?' /dev/null
            """
        ).output
        let isOffered = !["reopen", "skip"].contains(command)
        #expect(cancelled.contains(isOffered ? "status 1" : "No task matches"), "\(cancelled)")
    }

    @Test func `a question and a report list ten tasks with what tells them apart`() throws {
        let board = try ProgramSandbox.board()
        for day in 1...13 { _ = try board.add("Water", "+garden", "due:2030-01-\(day + 10)") }
        let asked = try board.onTerminal("pmd done where +garden", columns: 80, input: "n\n")
        #expect(asked.contains("+garden") && asked.contains("and 3 more"), "\(asked)")
        #expect(asked.components(of: "Water") == 10, "\(asked)")
        let run = try board.shell("pmd done where +garden")
        let lines = run.error.split(separator: "\n")
        #expect(lines.count == 11, "\(run.error)")
        #expect(lines.last == "and 3 more; 13 tasks changed")
        // The tasks have one title, so their codes tell them apart.
        #expect(Set(lines.dropLast().map { $0.prefix(6) }).count == 10, "\(run.error)")
        #expect(try board.pmd("count", "is:done").output == "13\n")
        _ = try board.add("Sow", "+garden")
        let mixed = try board.shell("pmd done where +garden is:any")
        #expect(mixed.error.hasSuffix("\nand 4 more; 1 of 14 tasks changed\n"), "\(mixed.error)")
    }
}

extension String {
    fileprivate func components(of word: String) -> Int { ranges(of: word).count }
}
