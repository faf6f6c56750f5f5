import TestSupport
import Testing

/// The command `add`.
struct AddTests {
    @Test func `add prints the code and nothing else`() throws {
        let board = try ProgramSandbox.board()
        let run = try board.pmd("add", "Fix", "the", "roof", "+house", "@ann", "due:2026-12-01")
        #expect(run.status == 0 && run.error.isEmpty)
        let code = String(run.output.dropLast())
        #expect(code.utf8.count == 6 && run.output == code + "\n")
        let file = try board.read("todo/fix-the-roof-\(code).md")
        #expect(file.contains("title: Fix the roof\n"))
        #expect(file.contains("due: 2026-12-01\n"))
        #expect(try board.shell("git status --porcelain").output.isEmpty)
        #expect(try board.shell("git log -1 --format=%s").output == "Add \"Fix the roof\"\n")
    }

    @Test func `options are equivalent to words`() throws {
        let board = try ProgramSandbox.board()
        let code = try board.add(
            "Call", "the", "bank", "--due", "2026-12-01", "--priority", "high", "--tag", "money",
            "--tag", "+soon", "--assignee", "@ann", "--state", "doing", "--body", "At noon.")
        let task = try board.json("show", code)
        #expect(task["due"] == "2026-12-01" && task["priority"] == "high")
        #expect(task["tags"] == ["money", "soon"] && task["assignees"] == ["ann"])
        #expect(task["state"] == "doing" && task["body"] == "At noon.\n")
    }

    @Test func `the body may come from standard input`() throws {
        let board = try ProgramSandbox.board()
        let run = try board.pmd("add", "Report", "--body", "-", input: "One\nTwo\n")
        let task = try board.json("show", String(run.output.dropLast()))
        #expect(task["body"] == "One\nTwo\n")
    }

    @Test func `everything after two dashes is the title`() throws {
        let board = try ProgramSandbox.board()
        try board.add("+home", "--", "+1", "for", "due:fri", "--json")
        let task = try board.json("list")[0]
        #expect(task?["title"] == "+1 for due:fri --json" && task?["tags"] == ["home"])
    }

    @Test func `an unknown option is not a title`() throws {
        let board = try ProgramSandbox.board()
        try board.expectRefusal(["add", "Fix", "--urgent"], 64, "'--urgent' is not an option")
    }

    @Test func `add --json prints the task`() throws {
        let board = try ProgramSandbox.board()
        let task = try board.json("add", "Buy", "milk")
        #expect(
            task.keys == [
                "schemaVersion", "id", "ref", "name", "path", "state", "title", "due", "overdue",
                "priority",
                "tags", "assignees", "rank", "created", "wait", "checklist", "body", "remind",
                "repeat", "blockedBy", "conflicts", "project", "parent", "extra", "fields",
                "problems",
            ])
        #expect(task["title"] == "Buy milk" && task["due"] == .null && task["tags"] == [])
    }

    @Test func `an invalid task is refused and changes nothing`() throws {
        let board = try ProgramSandbox.board()
        try board.expectRefusal(["add"], 64, "")
        try board.expectRefusal(["add", "+house"], 64, "title")
        try board.expectRefusal(["add", "x", "due:soon"], 64, "due:soon")
        try board.expectRefusal(["add", "x", "--due", "soon"], 64, "soon")
        try board.expectRefusal(["add", "x", "priority:urgent"], 64, "priority")
        try board.expectRefusal(["add", "x", "--priority", "urgent"], 64, "high, medium or low")
        try board.expectRefusal(["add", "x", "--state", "nowhere"], 64, "nowhere")
        try board.expectRefusal(["add", "x", "--state", "done", "--top"], 64, "done")
        try board.expectRefusal(["add", "x", "--tag", ""], 64, "--tag")
        try board.pmd("config", "body-limit", "1000")
        try board.expectRefusal(
            ["add", "x", "--body", String(repeating: "b", count: 1001)], 64, "1000")
    }

    @Test func `words that are not UTF-8 are refused`() throws {
        let board = try ProgramSandbox.board()
        let run = try board.run([
            Array((binaryFolder + "/pmd").utf8), Array("add".utf8), [0x61, 0xFF, 0x62],
        ])
        #expect(run.status == 64 && run.error == "pmd: 'a<FF>b' is not UTF-8\n")
    }

    @Test func `outside a board an error says how to create one`() throws {
        let run = try ProgramSandbox().pmd("add", "x")
        #expect(run.status == 65)
        #expect(run.error.contains("pmd init") && run.error.contains("pmd clone"))
    }
}
