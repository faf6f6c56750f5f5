import TestSupport
import Testing

/// Imports of hostile files.
struct HostileImportTests {
    private func expectRefused(
        _ board: ProgramSandbox, _ format: String, _ bytes: [UInt8], _ words: String,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        try writeFile(board.here + "/../hostile", bytes)
        let before = try board.state()
        let run = try board.pmd("import", format, "../hostile")
        #expect(run.status == 65, "\(format) \(run)", sourceLocation: sourceLocation)
        #expect(run.error.contains(words), "\(format) \(run)", sourceLocation: sourceLocation)
        #expect(try board.state() == before, "\(format)", sourceLocation: sourceLocation)
    }

    @Test func `a path in an import never leads out of the board`() throws {
        let board = try ProgramSandbox.board()
        let paths = [
            "../x.md", "todo/../../x.md", "/tmp/x.md", ".git/hooks/x.md", "todo/.git/x.md",
            "todo//x.md", "todo/x", "todo/.x.md", "todo/README.md", "todo/a\\\\b.md",
        ]
        for path in paths {
            let json = #"[{"title":"a","path":"\#(path)"}]"#
            try expectRefused(board, "json", Array(json.utf8), "record 1")
        }
        let csv = "title,id,path\na,x,../../x.md\n"
        try expectRefused(board, "csv", Array(csv.utf8), "line 2")
    }

    @Test func `a task outside the states keeps only its name`() throws {
        let board = try ProgramSandbox.board()
        let json = #"[{"title":"a","path":"attachments/deep/x-k3f9m2.md"}]"#
        #expect(try board.pmd("import", "json", input: json).status == 0)
        #expect(try board.json("show", "k3f9m2")["path"] == "todo/x-k3f9m2.md")
    }

    @Test func `deep nesting, NUL and invalid UTF-8 are refused`() throws {
        let board = try ProgramSandbox.board()
        let deep = [UInt8](repeating: UInt8(ascii: "["), count: 1 << 20)
        for format in ["json", "taskwarrior", "dstask"] {
            try expectRefused(board, format, deep, "nested more than 64 deep")
        }
        try expectRefused(board, "csv", Array("title\na\0b\n".utf8), "line 2: a NUL byte")
        try expectRefused(board, "csv", Array("title\n".utf8) + [0xC3, 0x28], "line 2")
        try expectRefused(board, "json", Array("[{\"title\":\"\\u0000\"}]".utf8), "record 1")
        try expectRefused(board, "json", Array("[{\"title\":\"".utf8) + [0xFF], "JSON")
    }

    @Test func `a line with NUL or invalid UTF-8 is skipped and reported`() throws {
        let board = try ProgramSandbox.board()
        let run = try board.pmd("import", "todo.txt", input: "title\na\0b\nrest\n")
        #expect(run.status == 0 && run.error.contains("skipped line 2: a NUL byte"), "\(run)")
        try board.shell("printf 'more\\n\\303(\\n' > ../bytes")
        let bytes = try board.pmd("import", "todo.txt", "../bytes")
        #expect(bytes.status == 0 && bytes.error.contains("skipped line 2"), "\(bytes)")
        #expect(try board.pmd("count").output == "3\n")
    }

    @Test func `a task too large for a file is refused with its number`() throws {
        let board = try ProgramSandbox.board()
        let long = String(repeating: "a", count: 1 << 20)
        let body = #"[{"title":"a"},{"title":"b","body":"\#(long)"}]"#
        let run = try board.pmd("import", "json", input: body)
        #expect(
            run.status == 0 && run.error.contains("skipped record 2: the resulting file"),
            "\(run)")
        let keys = (0..<300).map { #""k\#($0)":"v""# }.joined(separator: ",")
        let many = #"[{"title":"c","extra":{\#(keys)}}]"#
        try expectRefused(board, "json", Array(many.utf8), "more than 256 keys")
        let lines = try board.pmd("import", "todo.txt", input: "d\nb \(long)\n")
        #expect(lines.status == 0 && lines.error.contains("skipped line 2"), "\(lines.error)")
    }

    @Test func `an endless import ends with a message`() throws {
        let board = try ProgramSandbox.board()
        let before = try board.state()
        // One is just over the limit, the other endless.
        try board.shell("truncate -s 65M ../large")
        for source in ["../large", "/dev/zero"] {
            let run = try board.pmd("import", "todo.txt", source)
            #expect(run.status == 65 && run.error.contains("larger than 64 MiB"), "\(run)")
        }
        #expect(try board.state() == before)
    }

    @Test func `control characters in an import are escaped when printed`() throws {
        let board = try ProgramSandbox.board()
        let title = #"\u001b[31mred\u001b]0;x\u0007\u202e"#
        let uuid = "6ffa0852-fb2d-4f33-94e9-f4deb49d982b"
        let record =
            #"{"uuid":"\#(uuid)","description":"\#(title)","depends":["\u001b[2J"],"#
            + #""status":"\u001b[2J"}"#
        for text in [record, record.replacing(#""status":"\u001b[2J""#, with: #""id":1"#)] {
            for words in [["--dry-run"], ["--json"], []] {
                let run = try board.run(
                    [binaryFolder + "/pmd", "import", "taskwarrior"] + words, input: text)
                let printed = run.output + run.error
                #expect(!printed.unicodeScalars.contains { $0.value == 0x1B || $0.value == 7 })
                #expect(!printed.contains("\u{202E}"))
            }
        }
        #expect(!(try board.pmd("log").output.contains("\u{1B}")))
    }

    @Test func `links in a folder are not followed, and other files are left alone`() throws {
        let board = try ProgramSandbox.board()
        try board.shell(
            """
            mkdir -p ../p/tasks
            printf -- '---\\nid: s-1\\ntitle: Secret\\n---\\n' > ../secret.md
            ln -s ../../secret.md ../p/tasks/link.md
            mkfifo ../p/tasks/pipe.md
            mkdir ../p/tasks/folder.md
            """)
        let run = try board.pmd("import", "backlog.md", "../p")
        #expect(run.status == 65 && run.error.contains("it is a folder"), "\(run)")
        #expect(!run.error.contains("Secret"))
        #expect(try board.pmd("count").output == "0\n")
    }

    @Test func `text in an import runs nothing and becomes no option`() throws {
        let board = try ProgramSandbox.board()
        let lines = ["--help", "-C /", "$(touch x)", "`touch x`", "'; touch x"]
        let run = try board.pmd(
            "import", "todo.txt", input: lines.joined(separator: "\n") + "\n")
        #expect(run.status == 0 && run.error == "Imported 5 tasks\n", "\(run)")
        #expect(try !names(in: board.here).contains("x"))
        #expect(try board.shell("git status --porcelain").output.isEmpty)
    }
}
