import TestSupport
import Testing

/// The command `list`.
struct ListTests {
    private static func filled() throws -> ProgramSandbox {
        let board = try ProgramSandbox.board()
        try board.add("Fix", "the", "roof", "+house", "priority:high", "due:2020-01-02")
        try board.add("우유", "사기", "@ann")
        try board.add("Call", "the", "bank", "--state", "done")
        return board
    }

    private func titles(_ run: Run) throws -> [String?] {
        guard case .array(let tasks) = try JSON(run.output) else { return [] }
        return tasks.map { $0["title"]?.text }
    }

    private static let queries: [([String], [String])] = [
        ([], ["Fix the roof", "우유 사기"]), (["+house"], ["Fix the roof"]),
        (["not:roof"], ["우유 사기"]), (["-+house"], ["우유 사기"]), (["not:+house"], ["우유 사기"]),
        (["@me"], ["우유 사기"]), (["-roof"], ["우유 사기"]),
        (["+house", "or", "@me"], ["Fix the roof", "우유 사기"]),
        (["not", "(roof or 우유)"], []),
        (["--all"], ["Fix the roof", "우유 사기", "Call the bank"]),
        (["is:done"], ["Call the bank"]), (["is:overdue"], ["Fix the roof"]),
        (["sort:-title"], ["우유 사기", "Fix the roof"]),
        (["--sort", "-title"], ["우유 사기", "Fix the roof"]), (["nothing like it"], []),
        (["state:todo", "priority:high"], ["Fix the roof"]), (["--", "due:2020-01-02"], []),
    ]

    @Test(arguments: [
        ("prio:high", "priority:high"), ("asignee:ann", "assignee:ann"),
        ("not:proirity:high", "priority:high"),
        ("roof,+house", "roof or +house"), ("roof or", "'or'"), ("due.befor:2w", "due.before:DATE"),
        ("state<done", "no order"),
    ])
    func `a query that would mistakenly find nothing is refused`(
        query: String, words: String
    ) throws {
        let board = try Self.filled()
        try board.expectRefusal(["list"] + query.split(separator: " ").map(String.init), 64, words)
    }

    @Test(arguments: [
        ("hou", "+house"), ("HOUSE", "+house"), ("#house", "+house"), ("hou state:todo", "+house"),
        ("roof", nil),
        ("nothing", nil), ("not:hou", nil),
    ])
    func `a word that no title or body contains, but that begins a tag, is reported`(
        query: String, term: String?
    ) throws {
        let board = try Self.filled()
        let run = try board.run(
            [binaryFolder + "/pmd", "list"] + query.split(separator: " ").map(String.init))
        let words = "No title or text contains this word; try "
        #expect(run.status == 0 && run.error.contains(words) == (term != nil), "\(run.error)")
        #expect(run.error.contains(words + (term ?? "")) == (term != nil))
    }

    @Test(arguments: [
        ("repeat:every-week", 1), ("repeat:\"every week\"", 1), ("repeat:every-2-weeks", 0),
        ("repeat:FREQ=MONTHLY;BYDAY=-1FR", 1), ("has:repeat", 2),
    ])
    func `a rule is found by its typed form`(query: String, count: Int) throws {
        let board = try ProgramSandbox.board()
        try board.add("A", "due:2026-12-01", "repeat:every-week")
        try board.add("B", "due:2026-12-25", "repeat:FREQ=MONTHLY;BYDAY=-1FR")
        #expect(try titles(board.pmd("list", query, "--json")).count == count)
    }

    @Test func `an unknown key finds nothing, with a warning`() throws {
        let board = try Self.filled()
        let run = try board.pmd("list", "colour:red", "--json")
        #expect(run.status == 0)
        #expect(run.output == "[]\n")
        #expect(run.error == "pmd: no task has the key 'colour'\n")
        #expect(try board.pmd("edit", "bank", "colour=x", "--yes").status == 0)
        // Now a finished task has the key.
        let again = try board.pmd("list", "colour:red")
        #expect(again.status == 0 && !again.error.contains("colour"), "\(again.error)")
    }

    @Test func `a list that could not be printed leaves a cache for the next one`() throws {
        let board = try Self.filled()
        let script = """
            rm -f .git/pmd/cache; '\(binaryFolder)/pmd' list > /dev/full; echo $?
            test -s .git/pmd/cache && ! test -e .git/pmd/cache.new && echo kept
            """
        #expect(try board.run(["/bin/sh", "-c", script]).output == "74\nkept\n")
    }

    // One board for all queries, since a query changes nothing.
    @Test func `a query finds the tasks that it describes`() throws {
        let board = try Self.filled()
        for (query, found) in Self.queries {
            let run = try board.run([binaryFolder + "/pmd", "list", "--json"] + query)
            #expect(run.status == 0, "\(run.error)")
            #expect(try titles(run) == found, "\(query)")
        }
    }

    @Test func `a list for people has a line per task, and marks overdue ones`() throws {
        let board = try Self.filled()
        let lines = try board.pmd("list").output.split(separator: "\n")
        #expect(lines.count == 2)
        #expect(
            lines[0].contains("!  2020-01-02  high  Fix the roof") && lines[0].contains("+house"))
        #expect(try board.pmd("list", "--color", "always").output.contains("\u{1B}[1;31"))
        #expect(!(try board.pmd("list").output.contains("\u{1B}")))
    }

    @Test func `a list's IDs can be piped to another command`() throws {
        let board = try Self.filled()
        let ids = try board.pmd("list", "--ids").output
        #expect(ids.split(separator: "\n").allSatisfy { $0.utf8.count == 6 })
        let before = try board.commits()
        let run = try board.pmd("done", "-", input: ids)
        #expect(run.status == 0)
        #expect(try board.commits() == before + 1)
        #expect(try board.json("list").count == 0)
    }

    @Test func `list --history adds the times of changes and finishes`() throws {
        let board = try Self.filled()
        let tasks = try board.json("list", "--all", "--history")
        #expect(tasks[0]?.keys.suffix(2) == ["updated", "finished"])
        #expect(tasks[0]?["updated"]?.text?.hasSuffix("Z") == true)
        #expect(tasks[0]?["finished"] == .null)
        #expect(tasks[2]?["finished"]?.text != nil)
    }

    @Test func `an invalid query is refused`() throws {
        let board = try Self.filled()
        try board.expectRefusal(["list", "sort:nothing"], 64, "sort")
        try board.expectRefusal(["list", "--sort", "nothing"], 64, "nothing")
        try board.expectRefusal(["list", "due.before:soon"], 64, "soon")
        try board.expectRefusal(["list", "is:odd"], 64, "odd")
        try board.expectRefusal(["list", "state:nowhere"], 64, "nowhere")
        try board.expectRefusal(["list", "--frob"], 64, "--frob")
    }

    @Test func `a list for another program is complete, whatever the width`() throws {
        let board = try ProgramSandbox.board()
        try board.add(String(repeating: "long ", count: 40) + "end")
        #expect(try board.pmd("list").output.contains("long end"))
    }

    @Test func `a closed pipe is not an error`() throws {
        let board = try Self.filled()
        let run = try board.shell("pmd list --all | head -n 1")
        #expect(run.status == 0 && run.error.isEmpty)
    }

    @Test func `a full disk is reported`() throws {
        let board = try Self.filled()
        let run = try board.shell("pmd list > /dev/full || echo $? >&2")
        #expect(run.error.contains("the output cannot be written") && run.error.hasSuffix("74\n"))
    }

    @Test func `text from files is never printed raw to a terminal`() throws {
        let board = try Self.filled()
        try board.write(
            "todo/evil.md",
            "---\ntitle: \"a\\e[31mb\\u202Ec\"\ntags: [\"x\\u200By\"]\n---\nbody \u{1B}]0;x\u{7}\n")
        for words in [["list"], ["board"], ["show", "evil"], ["check"]] {
            let run = try board.run([binaryFolder + "/pmd"] + words)
            let all = run.output + run.error
            #expect(
                !all.unicodeScalars.contains {
                    $0.value == 0x1B || $0.value == 7 || $0.value == 0x202E || $0.value == 0x200B
                })
        }
        #expect(try board.pmd("list").output.contains("a^[[31mb<U+202E>c"))
    }

    @Test(arguments: [
        ("--depth 1", "git fetch --unshallow"),
        ("--filter=blob:none", "Clone it again without --filter"),
    ])
    func `in a clone without all of its history, lists work, and other commands print the remedy`(
        option: String, remedy: String
    ) throws {
        let board = try ProgramSandbox.board()
        _ = try board.add("Fix the roof")
        try board.done(
            "git config uploadpack.allowFilter true && "
                + "git clone -q \(option) \"file://$PWD\" ../part")
        let list = try board.shell("cd ../part && pmd list")
        #expect(list.status == 0 && list.output.contains("Fix the roof"), "\(list)")
        let undo = try board.shell("cd ../part && pmd undo")
        #expect(undo.status == 78 && undo.error.contains(remedy), "\(undo)")
        for words in ["doctor", "doctor objects", "doctor --fix"] {
            let doctor = try board.shell("cd ../part && pmd \(words)")
            #expect(doctor.status == 1 && doctor.output.contains(remedy), "\(doctor)")
            #expect(!doctor.output.contains("--fix"), "\(doctor)")
        }
        guard option == "--depth 1" else { return }
        try board.done("cd ../part && git fetch -q --unshallow && pmd doctor repository objects")
    }
}
