import Glibc
import TestSupport
import Testing

/// The start, suspension and end of the terminal board, and the terminal's state afterwards.
struct TerminalBoardLifecycleTests {
    @Test func `q restores the terminal`() throws {
        let board = try ProgramSandbox.sampleBoard()
        let terminal = try Tmux(board, "echo before; pmd ui")
        try terminal.wait(for: "▌k5 Fix the roof")
        #expect(try terminal.value(of: "#{alternate_on}") == "1")
        try terminal.press("q")
        let screen = try terminal.wait(for: "ended 0")
        #expect(screen.lines.prefix(2) == ["before", "ended 0"])
        try OpenBoard.expectUsable(terminal, board)
    }

    @Test(arguments: [SIGTERM, SIGHUP, SIGINT, SIGABRT, SIGSEGV])
    func `a signal leaves a usable terminal`(_ signal: Int32) throws {
        // Prevent a core file of the crash.
        let board = try ProgramSandbox.sampleBoard()
        let terminal = try Tmux(board, "ulimit -c 0; export SWIFT_BACKTRACE=enable=no; pmd ui")
        try terminal.wait(for: "▌k5 Fix the roof")
        let open = OpenBoard(board: board, terminal: terminal)
        kill(try open.process(), signal)
        try terminal.wait(for: "ended \(128 + signal)")
        try OpenBoard.expectUsable(terminal, board)
    }

    @Test(arguments: [
        (language: "C", title: "Press Enter to read", ends: "q"),
        (language: "ko_KR.UTF-8", title: "Enter로 열어 보기", ends: "q"),
        (language: "C", title: "Press Enter to read", ends: "TERM"),
        (language: "C", title: "Press Enter to read", ends: "guide"),
    ])
    func `a scratch board is removed when it ends`(
        language: String, title: String, ends: String
    ) throws {
        let sandbox = try ProgramSandbox()
        let terminal = try Tmux(
            sandbox, ends == "guide" ? "pmd ui" : "pmd ui --try",
            environment: ["LC_MESSAGES": language])
        if ends == "guide" {
            try terminal.wait(for: "board in memory")
            try terminal.press("3", "Enter")
        }
        try terminal.wait(for: title)
        let open = OpenBoard(board: sandbox, terminal: terminal)
        let folder = try sandbox.shell("readlink /proc/\(open.process())/cwd").output
        #expect(!folder.contains("pmd-try"))
        // The board's name may appear after its cards.
        let screen = try terminal.wait(for: "● main")
        let name = try #require(
            screen.lines.first?.split(separator: " ").first.map(String.init))
        #expect(name.hasPrefix("pmd-try-") && access("/dev/shm/\(name)/pmd.yml", F_OK) == 0)
        try terminal.press("x")
        try waitFor("a finished task") {
            try sandbox.shell("ls /dev/shm/\(name)/done").output.split(separator: "\n").count == 2
        }
        if ends == "TERM" {
            kill(try open.process(), SIGTERM)
            try terminal.wait(for: "ended 143")
        } else {
            try terminal.press("q")
            try terminal.wait(for: "ended 0")
        }
        #expect(access("/dev/shm/\(name)", F_OK) != 0)
        try OpenBoard.expectUsable(terminal, sandbox)
    }

    @Test(arguments: ["C", "ko_KR.UTF-8"])
    func `a scratch board's titles fit in 80 columns`(language: String) throws {
        let terminal = try Tmux(
            ProgramSandbox(), "pmd ui --try", columns: 80, rows: 45,
            environment: ["LC_MESSAGES": language])
        // The rest of the title may be on the next line: codes are two or three letters long.
        let screen = try terminal.wait(for: language == "C" ? "q deletes" : "q로 종료하면")
        // Only the dim lines of bodies are cut.
        let cut = screen.rows[3...].joined().filter { $0.text == "…" && !$0.look.isDim }
        #expect(cut.isEmpty, "\(screen)")
        try terminal.press("q")
        try terminal.wait(for: "ended 0")
    }

    @Test func `a scratch board stopped during its creation leaves nothing`() throws {
        let sandbox = try ProgramSandbox()
        try sandbox.shell(
            """
            cd /dev/shm; mkdir pmd-try-x0123456789abcdef pmd-try-1-left
            touch -d '2 days ago' pmd-try-1-left
            """)
        for delay in [0.02, 0.1, 0.2] {
            let terminal = try Tmux(sandbox, "pmd ui --try")
            let open = OpenBoard(board: sandbox, terminal: terminal)
            try waitFor("a process") { try open.process() > 0 }
            usleep(UInt32(delay * 1_000_000))
            kill(try open.process(), SIGTERM)
            try terminal.wait(for: "ended 143")
        }
        #expect(
            try sandbox.shell("ls /dev/shm | grep -cE 'try-(1-left|x0123456789abcdef)' || :").output
                == "0\n")
        // Another test's board may be removed meanwhile, before its process ends.
        #expect(
            try sandbox.shell(
                """
                for f in /dev/shm/pmd-try-*; do
                    (exec 9<$f && flock -sn 9 && [ -d $f ] && echo $f) 2>/dev/null || :
                done
                """
            ).output.isEmpty)
    }

    @Test func `a killed parent leaves a usable terminal and no process`() throws {
        let board = try ProgramSandbox.sampleBoard()
        let terminal = try Tmux(board, "PS1='ready> ' bash --norc --noprofile -i")
        try terminal.wait(for: "ready>")
        try terminal.type("bash -c 'pmd ui; true'")
        try terminal.press("Enter")
        try terminal.wait(for: "▌k5 Fix the roof")
        let shell = try terminal.shellProcess()
        let process = try board.shell(
            """
            outer=$(pgrep -P \(shell) bash); parent=$(pgrep -P $outer bash)
            pgrep -P $parent pmd; kill -KILL $parent
            """)
        let pmd = try #require(pid_t(process.output.dropLast()), "\(process)")
        try waitFor("pmd has ended") { kill(pmd, 0) != 0 }
        try terminal.type("echo us''able")
        try terminal.press("Enter")
        try terminal.wait(for: "usable")
    }

    @Test func `closing the terminal ends the board`() throws {
        let board = try ProgramSandbox.sampleBoard()
        let open = try OpenBoard(board)
        let process = try open.process()
        try open.terminal.close()
        try waitFor("pmd has ended") { kill(process, 0) != 0 }
    }

    @Test func `Ctrl-Z suspends, and fg resumes with the same screen`() throws {
        let board = try ProgramSandbox.sampleBoard()
        let terminal = try Tmux(board, "PS1='ready> ' bash --norc --noprofile -i")
        try terminal.wait(for: "ready>")
        for round in 0..<2 {
            try terminal.type(round == 0 ? "pmd ui" : "fg")
            try terminal.press("Enter")
            try terminal.wait(for: "▌k5 Fix the roof")
            try terminal.press("a")
            try terminal.type("half typed \(round)")
            try terminal.wait(for: "half typed \(round)")
            try terminal.press("C-z")
            try terminal.wait(for: "Stopped")
            #expect(
                try terminal.value(of: "#{alternate_on} #{cursor_flag} #{mouse_any_flag}")
                    == "0 1 0")
            try terminal.type(
                "clear; stty -a | tr ' ;' '\\n\\n' | grep -cx -e echo -e icanon -e isig")
            try terminal.press("Enter")
            try terminal.wait(for: "all three modes") { $0.lines.contains("3") }
        }
        try terminal.type("fg")
        try terminal.press("Enter")
        // The text typed before is still there.
        try terminal.wait(for: "half typed 0")
        #expect(try terminal.value(of: "#{alternate_on}") == "1")
        try terminal.press("Escape", "q")
        try terminal.wait(for: "the shell") { !$0.contains("Fix the roof") }
    }

    @Test func `a stop signal from outside also redraws the screen`() throws {
        let board = try ProgramSandbox.sampleBoard()
        let open = try OpenBoard(board)
        let process = try open.process()
        kill(process, SIGSTOP)
        try board.shell("printf 'GARBAGE' > \(try open.terminal.value(of: "#{pane_tty}"))")
        try open.terminal.wait(for: "GARBAGE")
        kill(process, SIGCONT)
        try open.terminal.wait(for: "a screen without garbage") {
            !$0.contains("GARBAGE") && $0.contains("▌k5 Fix the roof")
        }
    }

    @Test func `Ctrl-L redraws the screen`() throws {
        let board = try ProgramSandbox.sampleBoard()
        let open = try OpenBoard(board)
        try board.shell("printf 'GARBAGE' > \(try open.terminal.value(of: "#{pane_tty}"))")
        try open.terminal.wait(for: "GARBAGE")
        try open.terminal.press("C-l")
        try open.terminal.wait(for: "a screen without garbage") {
            !$0.contains("GARBAGE") && $0.contains("▌k5 Fix the roof")
        }
    }

    @Test func `bytes that are not a key do nothing`() throws {
        let open = try OpenBoard(.sampleBoard())
        let commits = try open.board.commits()
        let inputs = [
            "\u{1B}[<999999;0;99999M", "\u{1B}[<0;;M", "\u{1B}[99;99;99;99~", "\u{1B}[?1;2c",
            "\u{1B}]11;rgb:0000/0000/0000\u{7}", "\u{1B}P1$r\u{1B}\\", "\u{1B}[I", "\u{1B}[O",
        ].map { Array($0.utf8) }
        for bytes in inputs + [[0xFF, 0xFE, 0xC3], [0x00], [0xE1, 0x84]] {
            try open.terminal.send(bytes)
        }
        try open.terminal.press("j")
        try open.terminal.wait(for: "▌n8 우유 사기")
        #expect(try open.board.commits() == commits)
    }

    @Test func `the board refuses to open without a terminal or on a dumb one`() throws {
        let board = try ProgramSandbox.sampleBoard()
        let piped = try board.pmd("ui")
        #expect(piped.status == 64 && piped.output.isEmpty)
        #expect(piped.error.contains("the board needs a terminal"))
        let dumb = try Tmux(board, "TERM=dumb pmd ui")
        let screen = try dumb.wait(for: "ended 64")
        #expect(screen.contains("TERM is 'dumb'") && screen.contains("pmd board"))
        let output = try Tmux(board, "pmd ui > out")
        try output.wait(for: "ended 64")
    }

    @Test func `pmd without arguments opens the board on a terminal`() throws {
        let board = try ProgramSandbox.sampleBoard()
        let terminal = try Tmux(board, "pmd")
        try terminal.wait(for: "▌k5 Fix the roof")
        try terminal.press("q")
        try terminal.wait(for: "ended 0")
    }
}
