import TestSupport
import Testing

/// Refused commands: the message has what, where and the fix, and nothing changes.
struct RefusalTests {
    @Test func `a position in a file is reported once`() throws {
        let board = try ProgramSandbox.board()
        try board.write("todo/bad.md", "---\ntitle: a: b\n---\n")
        let run = try board.pmd("edit", "bad", "+x")
        #expect(run.status == 65 && run.error.hasPrefix("pmd: todo/bad.md:2:9: a value"), "\(run)")
        let error = try JSON(try board.pmd("edit", "bad", "+x", "--json").error)["error"]
        #expect(error?["file"] == "todo/bad.md" && error?["line"] == 2 && error?["column"] == 9)
        #expect(error?["message"] != .null && !"\(error as Any)".contains("bad.md:2"))
        try board.write("pmd.yml", "states: [a, b\n")
        let list = try board.pmd("list")
        #expect(list.error.hasPrefix("pmd: pmd.yml:1:9: a '['"), "\(list)")
    }

    @Test(arguments: [
        (["add"], "a task needs a title"), (["add", "+house"], "a task needs a title"),
        (["show"], "name a task, by its code"), (["clone", ""], "remote is empty"),
        (["config", "format", "2"], "maintained by pmd"),
        (["edit", "roof"], "no terminal for an editor"),
        (["add", "x", "--edit"], "no terminal for an editor"),
    ])
    func `missing things are reported by name`(_ words: [String], _ message: String) throws {
        let board = try ProgramSandbox.board()
        try board.add("Fix", "the", "roof")
        try board.expectRefusal(words, 64, message)
    }

    @Test func `a task that was not deleted cannot be restored, and this is reported`() throws {
        let board = try ProgramSandbox.board()
        let code = try board.add("Fix", "the", "roof")
        try board.expectRefusal(["restore", code], 65, "no deleted task matches '\(code)'")
        try board.pmd("rm", code)
        #expect(try board.pmd("restore", code).error == "Restored \"Fix the roof\"\n")
    }

    @Test(arguments: [
        (["--states", "a,a"], 64, "'a' is listed twice"), (["--states", "a/b,c"], 64, "'a/b'"),
        (["--states", "conflicts,b"], 64, "'conflicts'"), (["--states", " , "], 64, "states"),
        (["--states", "a"], 64, "needs at least two states"),
        (["--branch", "a..b"], 64, "'a..b'"), (["--branch", "-x"], 64, "'-x'"),
    ])
    func `init refuses invalid names before it creates anything`(
        _ options: [String], _ status: Int32, _ message: String
    ) throws {
        let sandbox = try ProgramSandbox()
        let run = try sandbox.run([binaryFolder + "/pmd", "init", "board"] + options)
        #expect(run.status == status && run.error.contains(message), "\(run)")
        #expect(try names(in: sandbox.here).isEmpty)
    }

    @Test func `init creates no board in a bare repository or a file`() throws {
        let sandbox = try ProgramSandbox()
        try sandbox.shell("git init -q --bare bare.git; touch file")
        let before = try names(in: sandbox.here + "/bare.git")
        for folder in ["bare.git", "bare.git/board", "bare.git/objects"] {
            let run = try sandbox.pmd("init", folder)
            #expect(run.status == 78 && run.error.contains("bare repository"), "\(run)")
        }
        #expect(try names(in: sandbox.here + "/bare.git") == before)
        let run = try sandbox.pmd("init", "file")
        #expect(run.status == 65 && run.error.contains("is a file"), "\(run)")
    }

    @Test func `the refusal's command restores removed settings`() throws {
        let board = try ProgramSandbox.board()
        #expect(try board.shell("pmd config limits.doing 3 && rm pmd.yml").status == 0)
        let refused = try board.pmd("list")
        #expect(refused.status == 65)
        let command = try #require(refused.error.split(separator: "'").dropFirst().first)
        #expect(command.hasPrefix("git -C "), "\(refused.error)")
        #expect(try board.shell("cd todo && \(command) && pmd list").status == 0)
        #expect(try board.pmd("config", "limits.doing").output == "3\n")
    }

    @Test func `doctor reports unusable settings`() throws {
        let board = try ProgramSandbox.board()
        try board.write("pmd.yml", "states: [a\n")
        let run = try board.pmd("doctor", "files")
        #expect(run.status == 1 && run.output.contains("pmd.yml:"), "\(run)")
    }

    @Test func `a setting that does not lead to a board is reported too`() throws {
        var sandbox = try ProgramSandbox()
        sandbox.environment["PMD_BOARD"] = "/nothing/here"
        let run = try sandbox.pmd("list")
        #expect(run.status == 65 && run.error.contains("/nothing/here (set by PMD_BOARD)"))
        sandbox.environment["PMD_BOARD"] = nil
        try sandbox.shell("git config --global pmd.board /nowhere")
        #expect(try sandbox.pmd("list").error.contains("(set by git config pmd.board)"))
    }

    @Test func `reports distinguish files that share an ID`() throws {
        let board = try ProgramSandbox.board()
        try board.write("todo/note.md", "# One\n")
        try board.write("done/note.md", "# Two\n")
        #expect(try board.pmd("rm", "done/note.md").error == "Deleted \"Two\"\n")
        try board.write("done/note.md", "# Two\n")
        #expect(try board.json("rm", "done/note.md")["path"] == "done/note.md")
        #expect(try board.read("todo/note.md") == "# One\n")
    }

    @Test func `a git state that the user must resolve is reported once`() throws {
        let board = try ProgramSandbox.board()
        try board.shell("git checkout -q --detach")
        let first = try board.pmd("sync")
        #expect(first.status == 75 && first.error.contains("git switch"), "\(first)")
        let second = try board.pmd("sync")
        #expect(second.status == 75 && second.error.isEmpty)
        try board.shell("git checkout -q -b other")
        let third = try board.pmd("sync")
        #expect(third.status == 75 && third.error.contains("other"), "\(third)")
        try board.expectRefusal(["sync", "--verbose"], 75, "other")
    }

    @Test func `a file whose name is not UTF-8 is edited by its path`() throws {
        let board = try ProgramSandbox.board()
        let path = Array("todo/x".utf8) + [0xFF] + Array(".md".utf8)
        try board.shell("touch \"$(printf 'todo/x\\377.md')\"")
        let words = [binaryFolder + "/pmd", "edit"].map { Array($0.utf8) }
        let run = try board.run(words + [path, Array("+b".utf8)])
        #expect(run.status == 0, "\(run)")
        #expect(try board.json("list", "+b").count == 1)
    }
}
