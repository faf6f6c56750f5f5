import TestSupport
import Testing

/// The commands `edit`, `move`, `start`, `done`, `reopen`, `tick`, `rm`, `restore` and `archive`.
struct ChangeTests {
    @Test func `edit changes only the named fields`() throws {
        let board = try ProgramSandbox.board()
        try board.write(
            "todo/x.md", "---\n# mine\ntitle: 'Roof'   # quoted\ntags: [a, b]\nodd: 1\n---\nBody\n")
        let run = try board.pmd(
            "edit", "roof", "due:2026-12-01", "+c", "not:a", "--title", "Mend it")
        #expect(run.status == 0, "\(run.error)")
        let file = try board.read("todo/x.md")
        #expect(file.contains("# mine\ntitle: 'Mend it'   # quoted\n"))
        #expect(file.contains("due: 2026-12-01\n") && file.contains("odd: 1\n---\nBody\n"))
        #expect(file.contains("tags: [b, c]\n"))
        #expect(run.error.hasPrefix("Edited \""))
        #expect(run.output.isEmpty)
    }

    @Test func `edit takes several tasks, all or nothing, in one commit`() throws {
        let board = try ProgramSandbox.board()
        try board.add("Fix", "the", "roof")
        try board.add("Paint", "the", "door")
        let before = try board.commits()
        let tasks = try board.json("edit", "roof", "door", "+house", "estimate=3h", "--yes")
        #expect(tasks.count == 2 && tasks[0]?["tags"] == ["house"])
        #expect(tasks[1]?["extra"]?["estimate"] == "3h")
        #expect(try board.commits() == before + 1)
        try board.expectRefusal(["edit", "roof", "nothing", "+x"], 65, "nothing")
    }

    @Test func `edit with options removes, clears and appends`() throws {
        let board = try ProgramSandbox.board()
        let code = try board.add(
            "Fix", "the", "roof", "+a", "+b", "@ann", "due:2026-12-01", "priority:low")
        let run = try board.pmd(
            "edit", code, "--tag", "-a", "--tag", "c", "--assignee", "-@ann", "--due", "none",
            "--priority", "high", "--append", "- [ ] hammer")
        #expect(run.status == 0, "\(run.error)")
        let task = try board.json("show", code)
        #expect(task["tags"] == ["b", "c"] && task["assignees"] == [] && task["due"] == .null)
        #expect(task["priority"] == "high" && task["checklist"]?["total"] == 1)
    }

    @Test func `an invalid edit is refused and changes nothing`() throws {
        let board = try ProgramSandbox.board()
        try board.add("Fix", "the", "roof")
        try board.add("Fix", "the", "door")
        try board.expectRefusal(["edit"], 64, "")
        try board.expectRefusal(["edit", "+x"], 64, "name a task")
        try board.expectRefusal(["edit", "fix", "+x"], 65, "matches 2 tasks")
        try board.expectRefusal(["edit", "nothing", "+x"], 65, "no task matches 'nothing'")
        try board.expectRefusal(["edit", "roof", "due:soon"], 64, "soon")
        try board.expectRefusal(["edit", "roof", "--title", ""], 64, "title")
        try board.expectRefusal(["edit", "roof", "--due", "--top"], 64, "--due")
        try board.pmd("config", "body-limit", "1000")
        try board.expectRefusal(
            ["edit", "roof", "--body", String(repeating: "x", count: 2000)], 64, "1000")
        for words in [["edit", "-", "+x"], ["done", "-"], ["show", "-"]] {
            let run = try board.run([binaryFolder + "/pmd"] + words, input: "\n")
            #expect(run.status == 0 && run.output.isEmpty, "\(run)")
            #expect(run.error == "No task matches\n", "\(run)")
        }
        let json = try board.pmd("--json", "done", "-", input: "")
        #expect(json.status == 0 && json.output == "[]\n", "\(json)")
    }

    @Test func `move, start, done and reopen change the folder`() throws {
        let board = try ProgramSandbox.board()
        let code = try board.add("Fix", "the", "roof")
        let name = "fix-the-roof-\(code).md"
        let run = try board.pmd("start", "roof")
        #expect(run.error == "Moved \"Fix the roof\" from todo to doing\n")
        #expect(try names(in: board.here + "/doing").contains(name))
        #expect(try board.json("done", code)["state"] == "done")
        #expect(try board.json("reopen", "roof")["state"] == "todo")
        #expect(try board.json("move", "roof", "doing")["state"] == "doing")
        #expect(try board.shell("git status --porcelain").output.isEmpty)
    }

    @Test func `a repeated command changes nothing and reports that`() throws {
        let board = try ProgramSandbox.board()
        try board.add("Fix", "the", "roof", "--state", "doing")
        let before = try board.state()
        let run = try board.pmd("start", "roof")
        #expect(run.status == 0 && run.error.contains("\"Fix the roof\" is already started"))
        #expect(try board.state() == before)
    }

    @Test func `a position in the column is kept`() throws {
        let board = try ProgramSandbox.board()
        for title in ["One", "Two", "Three"] { try board.add(title) }
        func order() throws -> [String?] {
            guard case .array(let tasks) = try board.json("list") else { return [] }
            return tasks.map { $0["title"]?.text }
        }
        try board.pmd("move", "three", ".", "--top")
        #expect(try order() == ["Three", "One", "Two"])
        try board.pmd("move", "three", ".", "--after", "one")
        #expect(try order() == ["One", "Three", "Two"])
        try board.pmd("move", "two", "todo", "--before", "one")
        #expect(try order() == ["Two", "One", "Three"])
        try board.pmd("move", "two", ".", "--bottom")
        #expect(try order() == ["One", "Three", "Two"])
    }

    @Test func `an invalid move is refused and changes nothing`() throws {
        let board = try ProgramSandbox.board()
        try board.add("One")
        try board.add("Two")
        try board.expectRefusal(["move", "one"], 64, "state")
        try board.expectRefusal(["move", "one", "nowhere"], 64, "nowhere")
        try board.expectRefusal(["move", "one", "done", "--top"], 64, "done")
        try board.expectRefusal(["move", "one", ".", "--top", "--bottom"], 64, "only one of")
        try board.expectRefusal(["move", "one", ".", "--before", "nothing"], 65, "nothing")
        try board.expectRefusal(["move", "one", "doing", "--before", "two"], 64, "Two")
        try board.expectRefusal(["done", "one", "three"], 65, "three")
    }

    @Test func `items are ticked by number`() throws {
        let board = try ProgramSandbox.board()
        try board.write("todo/list.md", "- [ ] a\n- [ ] b\n")
        #expect(try board.json("tick", "list", "2")["checklist"]?["done"] == 1)
        #expect(try board.read("todo/list.md") == "- [ ] a\n- [x] b\n")
        try board.pmd("tick", "list", "1")
        let run = try board.pmd("untick", "list", "1", "2")
        #expect(run.status == 0)
        #expect(try board.read("todo/list.md") == "- [ ] a\n- [ ] b\n")
        try board.expectRefusal(["tick", "list", "3"], 65, "3")
        try board.expectRefusal(["tick", "list", "one"], 65, "one")
        try board.expectRefusal(["tick", "list"], 64, "")
        try board.expectRefusal(["tick", "list", "99999999999999999999"], 65, "")
    }

    @Test func `restore --dropped restores what git dropped from the branch`() throws {
        let board = try ProgramSandbox.board()
        let task = try board.add("Fix the roof")
        #expect(try board.shell("git reset -q --hard HEAD~1").status == 0)
        try board.add("Buy milk")
        let status = try board.pmd("status")
        #expect(status.output.contains("1 commit of this clone is no longer on the branch"))
        #expect(
            try board.pmd("sync", "-q").error.contains(
                "'pmd restore --dropped' restores the changes"))
        #expect(try board.pmd("sync", "-q").error == "")
        let restored = try board.pmd("restore", "--dropped")
        #expect(restored.status == 0)
        #expect(restored.error == "Restored 1 dropped commit\n")
        #expect(try board.pmd("show", task).output.contains("Fix the roof"))
        #expect(try board.pmd("restore", "--dropped").error == "No dropped commits\n")
        #expect(try board.pmd("restore").status == 64)
        #expect(try board.pmd("restore", "--dropped", "roof").status == 64)
    }

    @Test func `a deleted task is restored under its ID, byte for byte`() throws {
        let board = try ProgramSandbox.board()
        let code = try board.add("Fix", "the", "roof")
        let before = try board.read("todo/fix-the-roof-\(code).md")
        let run = try board.pmd("rm", "roof")
        #expect(run.status == 0 && run.error == "Deleted \"Fix the roof\"\n")
        #expect(try board.json("list").count == 0)
        try board.expectRefusal(["show", "roof"], 65, "no task matches")
        #expect(try board.json("restore", "roof")["id"] == .string(code))
        #expect(try board.read("todo/fix-the-roof-\(code).md") == before)
        try board.expectRefusal(["restore", "nothing"], 65, "nothing")
    }

    @Test func `rm --json prints the deleted task`() throws {
        let board = try ProgramSandbox.board()
        let code = try board.add("Fix", "the", "roof")
        #expect(try board.json("rm", code)["title"] == "Fix the roof")
    }

    @Test func `archive moves finished tasks to folders by year`() throws {
        let board = try ProgramSandbox.board()
        try board.add("Fix", "the", "roof")
        try board.add("Other")
        try board.pmd("done", "roof")
        let year = String(try board.shell("date +%Y").output.dropLast())
        let tasks = try board.json("archive")
        #expect(tasks.count == 1)
        #expect(try names(in: board.here + "/done/" + year).count == 1)
        #expect(try board.json("list", "--all").count == 2)
        try board.expectRefusal(["archive", "--before", "soon"], 64, "soon")
        #expect(try board.pmd("archive").error.contains("Nothing to archive"))
    }
}
