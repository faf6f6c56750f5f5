import TestSupport
import Testing

/// The command `attach`.
struct AttachTests {
    /// The bytes of a picture of one dot, in octal for printf.
    private static let dot =
        #"\211PNG\r\n\032\n\000\000\000\rIHDR\000\000\000\001\000\000\000\001\010\000\000\000\000"#

    private func board() throws -> ProgramSandbox {
        let board = try ProgramSandbox.board()
        try board.add("Buy", "boots")
        try board.shell("printf '\(Self.dot)' > ../boots.png; printf 'a plan\\n' > ../plan.txt")
        return board
    }

    private func task(_ board: ProgramSandbox) throws -> String {
        try board.shell("cat todo/*.md").output
    }

    private func files(_ board: ProgramSandbox) throws -> [String] {
        try board.shell("ls attachments 2>/dev/null || :").output.split(separator: "\n")
            .map(String.init)
    }

    @Test func `files and links are one commit, which undo and redo take back together`() throws {
        let board = try board()
        let (before, text) = (try board.commits(), try task(board))
        let run = try board.pmd("attach", "boots", "../boots.png", "../plan.txt")
        #expect(run.status == 0, "\(run)")
        let names = try files(board)
        #expect(names.count == 2 && names[0].hasPrefix("boots-") && names[1].hasPrefix("plan-"))
        #expect(run.error == "Attached \(names.joined(separator: ", ")) to \"Buy boots\"\n")
        #expect(
            try task(board) == text
                + "![boots](../attachments/\(names[0]))\n\n[plan.txt](../attachments/\(names[1]))\n"
        )
        #expect(try board.commits() == before + 1)
        #expect(try board.shell("git status --porcelain").output.isEmpty)
        let hash = try board.shell("git hash-object ../boots.png").output.prefix(8)
        #expect(names[0] == "boots-\(hash).png")
        #expect(try board.shell("cmp ../boots.png attachments/\(names[0])").status == 0)

        #expect(try board.pmd("undo").status == 0)
        #expect(try task(board) == text && files(board).isEmpty)
        #expect(try board.pmd("redo").status == 0)
        #expect(try task(board) != text && files(board) == names)
        #expect(try board.shell("cmp ../boots.png attachments/\(names[0])").status == 0)
    }

    @Test func `the original of an edited file is attached beside it`() throws {
        let board = try board()
        try board.must("pmd attach buy ../plan.txt; echo corrected | tee attachments/*; pmd sync")
        let run = try board.pmd("attach", "buy", "../plan.txt")
        #expect(run.status == 0, "\(run)")
        let (names, text) = (try files(board), try task(board))
        #expect(names.count == 2 && names.allSatisfy { text.contains($0) }, "\(names)")
        #expect(try board.shell("cat attachments/* | sort").output == "a plan\ncorrected\n")
    }

    @Test func `a file whose name is not UTF-8 is not taken for its neighbour`() throws {
        let board = try board()
        try board.must(
            """
            mkdir attachments; echo other >attachments/z\u{FFFD}.txt
            echo wanted >"$(printf 'attachments/z\\351.txt')"
            pmd attach buy "$(printf 'attachments/z\\351.txt')"
            """)
        let text = try board.shell("cat attachments/z-*").output
        #expect(text == "wanted\n")
    }

    @Test func `the same file is attached once, and a link that is there is reported`() throws {
        let board = try board()
        try board.add("Clean", "boots")
        try board.must("pmd attach buy ../boots.png; cp ../boots.png ../other.png")
        let again = try board.pmd("attach", "buy", "../other.png")
        #expect(again.status == 0 && again.error == "The task already has these files\n")
        let (commits, names) = (try board.commits(), try files(board))
        #expect(names.count == 1)
        #expect(try board.pmd("attach", "clean", "../other.png").status == 0)
        #expect(try files(board) == names && board.commits() == commits + 1)
        #expect(
            try board.shell("cat todo/clean*").output.contains(
                "![other](../attachments/\(names[0]))"))
        // The first task's undo leaves the file to the second task.
        let commit = try board.shell("git rev-parse HEAD~1").output.dropLast()
        #expect(try board.pmd("undo", String(commit)).status == 0)
        #expect(try files(board) == names)
        #expect(try !board.shell("cat todo/buy*").output.contains("attachments"))
        // A link whose file is gone gets the file back.
        try board.must("rm attachments/*; pmd sync || :")
        #expect(try board.pmd("attach", "clean", "../other.png").status == 0)
        #expect(try files(board) == names)
    }

    @Test func `a file of the folder is linked where it is`() throws {
        let board = try board()
        try board.must("mkdir attachments; cp ../plan.txt 'attachments/plan (1).txt'")
        #expect(try board.pmd("attach", "boots", "attachments/plan (1).txt").status == 0)
        #expect(try files(board) == ["plan (1).txt"])
        #expect(try task(board).contains("[plan (1).txt](../attachments/plan%20%281%29.txt)"))
    }

    @Test func `standard input needs a name`() throws {
        let board = try board()
        try board.expectRefusal(["attach", "boots", "-"], 64, "--name")
        try board.expectRefusal(["attach", "boots", "a", "b", "--name", "c"], 64, "one file")
        let run = try board.pmd("attach", "boots", "-", "--name", "notes.txt", input: "words\n")
        #expect(run.status == 0, "\(run)")
        #expect(try files(board).first?.hasPrefix("notes-") == true)
        let json = try board.json("attach", "boots", "../plan.txt", "--name", "Der Plan.txt")
        #expect(json["title"] == "Buy boots")
        #expect(try task(board).contains("[Der Plan.txt](../attachments/der-plan-"))
    }

    @Test func `what is not a file of a good size is refused`() throws {
        let board = try board()
        try board.must(
            """
            cd ..; mkdir folder; mkfifo pipe; ln -s plan.txt link; : > empty
            truncate -s 10000001 large
            """)
        let before = try board.state()
        let cases = [
            ("../folder", 65, "folder"), ("../pipe", 65, "not a regular file"),
            ("../link", 65, "symbolic link"), ("../none", 65, "No such file"),
            ("../empty", 64, "empty"), ("../large", 64, "larger than 10 MB"),
            ("/dev/zero", 65, "regular"),
        ]
        for (file, status, words) in cases {
            try board.expectRefusal(["attach", "boots", "../plan.txt", file], Int32(status), words)
        }
        let many = Array(repeating: "../plan.txt", count: 51)
        try board.expectRefusal(["attach", "boots"] + many, 64, "at most 50")
        try board.expectRefusal(["attach", "none", "../plan.txt"], 65, "no task")
        #expect(try board.state() == before)
        let input = try board.run(
            ["sh", "-c", "cat ../large | pmd attach boots - --name x"], input: "")
        #expect(input.status == 64 && input.error.contains("larger than 10 MB"), "\(input)")
        try board.must("pmd config attachment-limit 11; pmd attach boots ../large")
        try board.expectRefusal(["config", "attachment-limit", "51"], 64, "from 1 to 50")
        try board.expectRefusal(["config", "attachment-limit", "0"], 64, "from 1 to 50")
    }

    @Test func `a file that grows while it is read is refused`() throws {
        let board = try board()
        // Each attempt takes much longer than the other program takes for its next byte.
        let run = try board.shell(
            """
            head -c 9000000 /dev/zero >../log
            while :; do printf x >>../log; done &
            trap "kill $!" EXIT
            for attempt in 1 2 3 4 5 6 7 8 9 10; do pmd attach boots ../log; done
            """)
        #expect(run.status == 65 && run.error.contains("../log changed while"), "\(run)")
    }

    /// Files, and lines of `.gitattributes` by which git changes some of them.
    private static let files = [
        "dot.png": dot, "unix.txt": "a\\nb\\n", "dos.txt": "a\\r\\nb\\r\\n", "id.txt": "$Id$\\n",
        "wide.txt": "a\\342\\202\\254\\n",
    ]
    private static let attributes = [
        "* text=auto", "* text", "* text eol=crlf", "attachments/* eol=crlf", "*.txt ident",
        "*.txt filter=rot", "*.txt working-tree-encoding=UTF-16",
        "*.txt working-tree-encoding=CP1252", "*.txt working-tree-encoding=no-such", "*.png binary",
    ]
    private static let advice = "'attachments/** -text -ident -filter -working-tree-encoding'"

    /// Clones a board with git, where the filter of a line above is defined, and compares a file.
    private func expectSame(_ file: String, _ name: String, in board: ProgramSandbox) throws {
        let run = try board.shell(
            """
            rm -rf ../other
            git clone -q -c filter.rot.smudge='tr a-z b-za' . ../other
            cmp ../\(file) ../other/attachments/\(name)
            """)
        #expect(run.status == 0, "\(file): \(run)")
    }

    @Test(arguments: attributes)
    func `an attached file is the same in another clone, or refused`(_ line: String) throws {
        for (file, bytes) in Self.files {
            let board = try board()
            try board.must(
                """
                printf '\(bytes)' >../\(file)
                echo '\(line)' >>.gitattributes; git commit -qam Attributes
                """)
            let before = try board.state()
            var run = try board.pmd("attach", "boots", "../\(file)")
            if run.status != 0 {
                let isExplained = run.error.contains(Self.advice)
                #expect(run.status == 65 && isExplained, "\(file): \(run)")
                #expect(try board.state() == before)
                try board.must("echo \(Self.advice) >>.gitattributes; git commit -qam Attributes")
                run = try board.pmd("attach", "boots", "../\(file)")
                #expect(run.status == 0, "\(file): \(run)")
            }
            #expect(try board.shell("git status --porcelain").output.isEmpty, "\(file)")
            try expectSame(file, try #require(files(board).first), in: board)
        }
    }

    @Test(arguments: attributes)
    func `a file put into the folder by hand is the same in another clone, or left out`(
        _ line: String
    ) throws {
        let board = try board()
        try board.must(
            "echo '\(line)' >>.gitattributes; git commit -qam Attributes; mkdir attachments")
        for (file, bytes) in Self.files {
            try board.must("printf '\(bytes)' >../\(file); cp ../\(file) attachments")
            let sync = try board.pmd("sync")
            let isCommitted =
                try board.shell("git cat-file -e HEAD:attachments/\(file)").status == 0
            if isCommitted {
                try expectSame(file, file, in: board)
            } else {
                let isNamed = sync.error.contains("git would c")
                #expect(sync.status != 0 && isNamed, "\(file): \(sync)")
            }
        }
        try board.must("echo \(Self.advice) >>.gitattributes; pmd sync")
        for file in Self.files.keys { try expectSame(file, file, in: board) }
    }

    @Test func `a file of the folder that git ignores is refused and reported`() throws {
        let board = try board()
        try board.must(
            """
            echo '*.pdf' >>.gitignore; git add .gitignore; git commit -qm Ignore
            mkdir attachments; cp ../plan.txt attachments/plan.pdf
            """)
        let before = try task(board)
        try board.expectRefusal(["attach", "boots", "attachments/plan.pdf"], 65, "git add -f")
        #expect(try task(board) == before)
        try board.must("pmd annotate boots '[plan](../attachments/plan.pdf)'")
        let doctor = try board.pmd("doctor", "files").output
        #expect(doctor.contains("links attachments/plan.pdf, which git ignores"), "\(doctor)")
        // A new copy is committed although git would ignore it.
        try board.must("cp ../boots.png ../boots.pdf; pmd attach boots ../boots.pdf")
        try board.must("git cat-file -e HEAD:attachments/$(ls attachments | grep boots)")
        try board.must("git add -f attachments/plan.pdf; pmd attach boots attachments/plan.pdf")
        try board.must("pmd sync; git cat-file -e HEAD:attachments/plan.pdf")
        #expect(try board.pmd("doctor", "files").output.contains("no problems"))
    }

    @Test(arguments: ["echo x > attachments", "ln -s /tmp attachments", "mkfifo attachments"])
    func `a board whose folder is something else is refused`(_ making: String) throws {
        let board = try board()
        try board.must(making)
        let before = try task(board)
        try board.expectRefusal(["attach", "boots", "../plan.txt"], 65, "not a folder")
        #expect(try task(board) == before)
    }

    @Test func `a link that HEAD has instead of the folder is refused`() throws {
        let board = try board()
        try board.must(
            "ln -s /tmp attachments; git add attachments; git commit -qm x; rm attachments")
        try board.expectRefusal(["attach", "boots", "../plan.txt"], 65, "not a folder")
        #expect(try board.shell("ls /tmp | grep -c '^plan-' || :").output == "0\n")
    }

    @Test func `covers is a setting`() throws {
        let board = try board()
        #expect(try board.pmd("config", "covers").output == "false\n")
        #expect(try board.pmd("config", "covers", "true").status == 0)
        #expect(try board.read("pmd.yml").contains("\ncovers: true\n"))
        try board.expectRefusal(["config", "covers", "maybe"], 64, "true or false")
    }
}

extension ProgramSandbox {
    /// Runs shell lines that must succeed.
    @discardableResult
    func must(_ lines: String) throws -> String {
        let run = try shell("set -e\n" + lines)
        try #require(run.status == 0, "\(lines): \(run.output)\(run.error)")
        return run.output
    }
}
