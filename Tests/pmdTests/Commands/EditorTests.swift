import TestSupport
import Testing

struct EditorTests {
    @Test func `edit opens the task's own file and commits what was saved`() throws {
        var board = try Sandbox.board()
        let code = try board.add("Fix", "the", "roof")
        try writeFile(
            board.folder.path + "/my editor",
            "#!/bin/sh\nprintf 'More.\\n' >> \"$2\"\necho \"$1\" > '\(board.folder.path)/seen'\n")
        try board.shell("chmod +x '\(board.folder.path)/my editor'")
        board.environment["VISUAL"] = "'\(board.folder.path)/my editor' --wait"
        board.environment["EDITOR"] = "false"
        let run = try board.pmd("edit", "roof")
        #expect(run.status == 0, "\(run.error)")
        #expect(run.error.hasPrefix("Edited \"Fix the roof\": body"))
        #expect(try board.json("show", code)["body"] == "More.\n")
        #expect(
            String(decoding: try readFile(board.folder.path + "/seen"), as: UTF8.self) == "--wait\n"
        )
        #expect(try board.shell("git status --porcelain").output.isEmpty)
    }

    @Test func `add --edit opens the new task`() throws {
        var board = try Sandbox.board()
        board.environment["EDITOR"] = "sh -c 'printf \"Body.\\n\" >> \"$1\"' sh"
        let run = try board.pmd("add", "Fix", "the", "roof", "--edit")
        #expect(run.status == 0, "\(run.error)")
        #expect(try board.json("show", "roof")["body"] == "Body.\n")
    }

    @Test func `a file left malformed is kept and told with its place`() throws {
        var board = try Sandbox.board()
        let code = try board.add("Fix", "the", "roof")
        board.environment["EDITOR"] =
            "sh -c 'printf -- \"---\\ntitle: a: b\\n---\\nKeep me\\n\" > \"$1\"' sh"
        let run = try board.pmd("edit", "roof")
        #expect(run.status == 65)
        #expect(run.error.contains("todo/fix-the-roof-\(code).md:2:"))
        #expect(try board.read("todo/fix-the-roof-\(code).md").contains("Keep me"))
    }

    @Test func `a wrong value that was saved is committed and named with its line`() throws {
        var board = try Sandbox.board()
        let code = try board.add("Fix", "the", "roof")
        board.environment["EDITOR"] = "sed -i '2i due: soon'"
        let run = try board.pmd("edit", "roof")
        #expect(run.status == 0)
        #expect(run.error.contains("pmd: todo/fix-the-roof-\(code).md:2"), "\(run.error)")
        #expect(try board.shell("git status --porcelain").output.isEmpty)
    }

    @Test func `an editor that fails changes nothing`() throws {
        var board = try Sandbox.board()
        try board.add("Fix", "the", "roof")
        for editor in ["false", "no-such-editor-here", "'unclosed"] {
            board.environment["EDITOR"] = editor
            let before = try board.state()
            let run = try board.pmd("edit", "roof")
            #expect(run.status != 0 && run.error.contains("editor"), "\(run.error)")
            #expect(try board.state() == before)
        }
    }
}
