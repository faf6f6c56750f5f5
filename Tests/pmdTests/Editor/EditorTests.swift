import TestSupport
import Testing

/// `edit` and `add` with an editor.
struct EditorTests {
    @Test func `edit opens the task's own file and commits the save`() throws {
        var board = try ProgramSandbox.board()
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
        var board = try ProgramSandbox.board()
        board.environment["EDITOR"] = "sh -c 'printf \"Body.\\n\" >> \"$1\"' sh"
        let run = try board.pmd("add", "Fix", "the", "roof", "--edit")
        #expect(run.status == 0, "\(run.error)")
        #expect(try board.json("show", "roof")["body"] == "Body.\n")
    }

    @Test func `a file left malformed is kept and reported with its position`() throws {
        var board = try ProgramSandbox.board()
        let code = try board.add("Fix", "the", "roof")
        board.environment["EDITOR"] =
            "sh -c 'printf -- \"---\\ntitle: a: b\\n---\\nKeep me\\n\" > \"$1\"' sh"
        let run = try board.pmd("edit", "roof")
        #expect(run.status == 65)
        #expect(run.error.contains("todo/fix-the-roof-\(code).md:2:"))
        #expect(try board.read("todo/fix-the-roof-\(code).md").contains("Keep me"))
    }

    @Test func `a malformed save can be edited again, kept or discarded`() throws {
        var board = try ProgramSandbox.board()
        let path = "todo/fix-the-roof-\(try board.add("Fix", "the", "roof")).md"
        let before = try board.read(path)
        board.environment["EDITOR"] =
            "sh -c 'printf -- \"---\ntitle: a: b\n---\n\" > \"$1\"; echo >> seen' sh"
        let discarded = try board.onTerminal("pmd edit roof", columns: 100, input: "x\n\nd\n")
        #expect(discarded.contains("[E]dit it again, [k]eep it as it is, or [d]iscard"))
        #expect(discarded.contains("Nothing changed"), "\(discarded)")
        #expect(try board.read(path) == before && board.read("seen") == "\n\n")
        #expect(try board.pmd("list").output.contains("Fix the roof"))
        let kept = try board.onTerminal("pmd edit roof", columns: 100, input: "k\n")
        #expect(kept.contains("Kept \(path) as you saved it"), "\(kept)")
        #expect(!kept.contains("title was") && kept.contains(":2:"))
        #expect(try board.read(path) != before)
        let added = try board.onTerminal("pmd add --edit", columns: 100, input: "d\n")
        #expect(added.contains("nothing changed"), "\(added)")
        #expect(try board.shell("ls .git/pmd/new").output.isEmpty)
    }

    @Test func `a wrong value that was saved is committed and reported with its line`() throws {
        var board = try ProgramSandbox.board()
        let code = try board.add("Fix", "the", "roof")
        board.environment["EDITOR"] = "sed -i '2i due: soon'"
        let run = try board.pmd("edit", "roof")
        #expect(run.status == 0)
        #expect(run.error.contains("pmd: todo/fix-the-roof-\(code).md:2"), "\(run.error)")
        #expect(try board.shell("git status --porcelain").output.isEmpty)
    }

    @Test func `a failing editor changes nothing`() throws {
        var board = try ProgramSandbox.board()
        try board.add("Fix", "the", "roof")
        for editor in ["false", "no-such-editor-here", "'unclosed"] {
            board.environment["EDITOR"] = editor
            let before = try board.state()
            let run = try board.pmd("edit", "roof")
            #expect(run.status != 0 && run.error.contains("editor"), "\(run.error)")
            #expect(try board.state() == before)
        }
    }

    @Test func `the editor is git's: the first of its settings, run by the shell`() throws {
        var board = try ProgramSandbox.board()
        try board.add("Fix", "the", "roof")
        // Each writes its name, so that the last one tried is visible.
        let editor = { (name: String) in "printf '\(name)\\n' >>\"$SEEN\"; : $EMPTY" }
        board.environment["SEEN"] = board.folder.path + "/seen"
        board.environment["EDITOR"] = editor("EDITOR")
        #expect(try board.pmd("edit", "roof").status == 0)
        board.environment["VISUAL"] = editor("VISUAL")
        #expect(try board.pmd("edit", "roof").status == 0)
        board.environment["SETTING"] = editor("core.editor")
        try board.shell("git config core.editor \"$SETTING\"")
        #expect(try board.pmd("edit", "roof").status == 0)
        board.environment["GIT_EDITOR"] = editor("GIT_EDITOR")
        #expect(try board.pmd("edit", "roof").status == 0)
        #expect(
            String(decoding: try readFile(board.folder.path + "/seen"), as: UTF8.self)
                == "EDITOR\nVISUAL\ncore.editor\nGIT_EDITOR\n")
    }

    @Test func `a file name is not run by the editor's shell`() throws {
        var board = try ProgramSandbox.board()
        let name = "todo/-x $(touch pwned) `touch pwned` ' \" ; touch pwned.md"
        try board.write(name, "# Odd\n")
        board.environment["EDITOR"] = "echo More. >>\"$1\"; :"
        let run = try board.pmd("edit", "odd")
        #expect(run.status == 0, "\(run.error)")
        #expect(try board.read(name) == "# Odd\nMore.\n")
        #expect(try board.shell("find . -name 'pwned'").output.isEmpty)
    }
}
