import Glibc
import TestSupport
import Testing

/// Boards with malformed tasks, duplicate IDs, unknown states and missing folders.
struct MalformedFileTests {
    @Test func `a folder, link or pipe with a task's name is reported and hides nothing`() throws {
        let board = try ProgramSandbox.board()
        try board.add("One")
        try board.shell("mkfifo todo/pipe.md; mkdir todo/folder.md; ln -s /etc/passwd todo/link.md")
        #expect(try board.json("list").count == 1)
        let check = try board.pmd("check")
        #expect(check.status == 65)
        for name in ["pipe", "folder", "link"] {
            #expect(check.output.contains("todo/\(name).md: it is "), "\(check.output)")
            #expect(try board.pmd("status").output.contains("todo/\(name).md"))
            for command in [["list"], ["board"], ["show", "one"]] {
                let run = try board.run([binaryFolder + "/pmd"] + command)
                #expect(run.status == 0, "\(run.error)")
                #expect(run.error.contains("todo/\(name).md is left out: it is "))
            }
        }
        #expect(try board.pmd("list", "--quiet").error == "")
    }

    @Test func `any name can be used as a reference`() throws {
        let board = try ProgramSandbox.board()
        let names: [[UInt8]] = [
            Array("-dash.md".utf8), Array("it's \"q\".md".utf8), Array("new\nline.md".utf8),
            [0x61, 0xFF, 0x62, 0x2E, 0x6D, 0x64], Array("cafe\u{301}.md".utf8),
            Array(("\u{C6B0}\u{C720} " + String(repeating: "x", count: 240) + ".md").utf8),
        ]
        for name in names {
            _ = try board.run(
                ["/usr/bin/touch", "--"].map { Array($0.utf8) } + [Array("todo/".utf8) + name])
            let show = ["show", "--"].map { Array($0.utf8) } + [name]
            let run = try board.run([Array((binaryFolder + "/pmd").utf8)] + show)
            #expect(run.status == 0, "\(run.error)")
            let done = ["done", "--"].map { Array($0.utf8) } + [name]
            #expect(try board.run([Array((binaryFolder + "/pmd").utf8)] + done).status == 0)
        }
        #expect(try board.json("list").count == 0)
        #expect(try board.json("list", "--all").count == names.count)
    }

    @Test func `two files with one ID are identified by their paths`() throws {
        let board = try ProgramSandbox.board()
        try board.write("todo/dup.md", "# Here\n")
        try board.write("doing/dup.md", "# There\n")
        try board.expectRefusal(["done", "dup"], 65, "matches 2 tasks")
        let run = try board.pmd("done", "doing/dup.md")
        #expect(
            run.status == 0 && run.error == "Moved \"There\" from doing to done\n", "\(run.error)")
        #expect(try board.json("rm", "todo/dup.md")["title"] == "Here")
        #expect(try board.json("list", "--all").count == 1)
    }

    @Test func `a malformed task can be moved and deleted, not changed`() throws {
        let board = try ProgramSandbox.board()
        let text = "---\ntitle: a: b\n---\nBody\n"
        try board.write("todo/bad.md", text)
        let run = try board.pmd("edit", "bad", "+x")
        #expect(run.status == 65 && run.error.hasPrefix("pmd: todo/bad.md:2:"))
        #expect(run.error.split(separator: "todo/bad.md:2:").count == 2)
        #expect(try board.pmd("start", "bad").status == 0)
        #expect(try board.read("doing/bad.md") == text)
        #expect(try board.pmd("show", "bad").output.contains("title: a: b"))
        #expect(try board.pmd("rm", "bad").status == 0)
    }

    @Test func `tasks in an unknown state are shown last, with a mark`() throws {
        let board = try ProgramSandbox.board()
        try board.shell("mkdir someday && printf '# Sail\n' > someday/sail-k3f9m2.md")
        #expect(try board.pmd("board").output.contains("someday 1 unknown"))
        #expect(try board.pmd("status").output.contains("someday 1 (unknown state)"))
        #expect(try board.pmd("check").output.contains("'someday' is not a state"))
        #expect(try board.json("move", "sail", "todo")["state"] == "todo")
    }

    @Test func `a missing state folder is an empty column`() throws {
        let board = try ProgramSandbox.board()
        try board.add("One")
        try board.shell("rm -r doing done")
        #expect(try board.json("board").count == 3)
        #expect(try board.json("start", "one")["state"] == "doing")
    }

    @Test func `the merge driver merges tasks by their fields`() throws {
        let board = try ProgramSandbox.board()
        try board.write("todo/x.md", "---\ntitle: X\ndue: 2026-12-01\n---\n")
        try board.shell(
            "git add . && git commit -qm x && git switch -qc side && "
                + "sed -i 's/^title: X/title: Y/' todo/x.md && git commit -qam title && "
                + "git switch -q main && sed -i 's/12-01/12-05/' todo/x.md && git commit -qam due && "
                + "git merge -q -m merged side")
        #expect(try board.read("todo/x.md") == "---\ntitle: Y\ndue: 2026-12-05\n---\n")
        let run = try board.pmd("merge-driver", "a", "b", "c", "d")
        #expect(run.status == 74 && run.error.contains("there is no file 'a'"))
    }

    @Test func `an edit before an unfinished first commit is completed is part of that commit`()
        throws
    {
        let board = try ProgramSandbox.board()
        let code = try board.add("Fix", "the", "roof")
        try board.shell(
            """
            tree=$(git rev-parse HEAD^{tree}); first=$(echo Begin | git commit-tree $tree)
            git update-ref refs/heads/main $first; rm -r .git/logs
            echo "- $first" >.git/pmd/pending; echo More >>todo/fix-the-roof-\(code).md
            """)
        let run = try board.pmd("add", "Another")
        #expect(run.status == 0, "\(run)")
        let shown = try board.json("show", code)
        #expect(shown["body"] == "More\n", "\(shown)")
        #expect(try board.shell("git rev-list --max-parents=0 HEAD | wc -l").output == "1\n")
        #expect(
            try board.shell("git status --porcelain; ls .git/pmd").output.contains("pending")
                == false)
    }
}
