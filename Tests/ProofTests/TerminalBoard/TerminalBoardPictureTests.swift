import TestSupport
import Testing

/// Pictures in a terminal with kitty's graphics protocol.
struct TerminalBoardPictureTests {
    /// A board with a task that has a picture of 400 × 300 pixels, and files that only have its
    /// name.
    private func board() throws -> ProgramSandbox {
        let board = try ProgramSandbox.board()
        try board.shell(
            #"""
            python3 - <<'END'
            import struct, zlib
            def chunk(kind, data):
                return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
            rows = b"".join(b"\0" + bytes((x * y) % 256 for x in range(1200)) for y in range(300))
            header = struct.pack(">IIBBBBB", 400, 300, 8, 2, 0, 0, 0)
            open("../boots.png", "wb").write(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header)
                + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b""))
            END
            printf '\33]0;EVIL\7\33_Ga=d,d=A\33\\' > ../evil.png
            pmd add Buy boots; pmd attach boots ../boots.png
            mkdir -p attachments; cp ../evil.png attachments/evil.png
            ln -s /etc/passwd attachments/link.png; mkfifo attachments/pipe.png
            printf '\n![a](../attachments/evil.png) ![b](../attachments/link.png)\n![c](../attachments/pipe.png)\n' | tee -a todo/*.md
            git add attachments/evil.png todo; git commit -qm 'Add files'
            """#)
        return board
    }

    private func run(_ board: ProgramSandbox, _ mode: String, _ steps: String...) throws -> [String]
    {
        let words = steps.map { "'\($0)'" }.joined(separator: " ")
        let run = try board.shell(
            "python3 '\(programsFolder)/kitty.py' \(mode) 100x24 \(words) -- pmd ui")
        return run.output.split(separator: "\n").map(String.init)
    }

    @Test(arguments: ["answers", "splits"])
    func `a page shows its picture and removes it`(_ mode: String) throws {
        let board = try board()
        let hash = try board.shell("sha256sum ../boots.png | cut -c1-12").output.dropLast()
        let size = try board.shell("stat -c %s ../boots.png").output.dropLast()
        let lines = try run(
            board, mode, "wait:Buy boots", #"press:\r"#, "wait:Files", "note:scroll",
            "press:jj", "note:help", "press:?", "note:closed", #"press:\x1b"#, "note:resize",
            "resize:90x30", "note:leave", #"press:\x1bq"#)
        let parts = lines.split { $0.hasPrefix("note ") }.map(Array.init)
        let notes = lines.filter { $0.hasPrefix("note ") }
        try #require(notes.count == 5 && parts.count == 6, "\(lines)")
        // The terminal's name for it is 1. Nothing of the other files is sent.
        #expect(parts[0].first == "sent f=100,i=1 \(size) \(hash)", "\(lines)")
        #expect(parts[0].last?.contains("a=p,at=54,") == true && parts[0].count == 2)
        #expect(parts[0].last?.contains("c=35,") == true)
        #expect(
            parts[1].contains { $0.contains("d=i") } && !parts[1].contains { $0.hasPrefix("sent") })
        #expect(parts[2] == ["command a=d,d=I,i=1,q=2"], "help covers it")
        #expect(parts[3].first?.hasPrefix("sent") == true)
        #expect(parts[4].first == "command a=d,d=A,q=2" && parts[4].last?.contains("a=p") == true)
        #expect(parts[5].last == "over 0" && parts[5].contains { $0.contains("a=d") })
        // The split answers were not read as keys.
        #expect(try board.shell("git status --porcelain --untracked-files=no").output.isEmpty)
    }

    @Test func `a terminal that does not answer gets no picture`() throws {
        let board = try board()
        let lines = try run(
            board, "ignores", "wait:Buy boots", #"press:\r"#, "wait:evil.png  ", #"press:\x1bq"#)
        #expect(lines == ["over 0"])
    }

    @Test func `tmux is not asked, since it would use the query as a title`() throws {
        let open = try OpenBoard(board())
        #expect(try open.terminal.value(of: "#{pane_title}").contains("Gi=") == false)
        try open.terminal.press("Enter")
        try open.terminal.wait(for: "boots-")
    }
}
