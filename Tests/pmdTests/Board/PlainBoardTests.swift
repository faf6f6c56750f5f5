import BoardView
import TaskBoard
import TestSupport
import Testing
import Words

/// `ui` in line mode, without a full screen.
struct PlainBoardTests {
    private func board() throws -> ProgramSandbox {
        let board = try ProgramSandbox.board()
        try board.add("Fix the roof", "priority:high")
        return board
    }

    @Test(
        arguments: [
            ("pmd.key.add", "x", "pmd.key.add has no effect: this key cannot be changed"),
            ("pmd.key.delet", "x", "did you mean 'pmd.key.delete'?"),
            ("pmd.key.delete", "Hyper-x", "which is not a key"),
            ("pmd.key.delete", "j", "which is already in use"),
            ("pmd.color.tag", "redd", "did you mean 'red'?"),
            ("pmd.theme", "drak", "choose auto, light or dark"),
            ("pmd.autoSync", "often", "give a number of minutes"),
            ("pmd.autoSync", "0", "give a number of minutes"),
        ])
    func `a setting without effect is refused`(key: String, value: String, words: String) throws {
        let board = try board()
        try board.shell("git config \(key) '\(value)'")
        let shown = try board.onTerminal("pmd ui; echo status $?", columns: 200, input: "q")
        #expect(shown.contains(words) && shown.contains("status 65"), "\(shown)")
        #expect(!shown.contains("\u{1B}[?1049h"))
    }

    @Test func `without a terminal there is no full screen`() throws {
        let run = try board().pmd("ui")
        #expect(run.status == 64 && run.error.contains("needs a terminal"), "\(run)")
    }

    @Test func `a line-mode board lists its tasks and takes commands`() throws {
        let board = try board()
        let run = try board.shell(
            "printf 'done roof\\nnonsense x\\nadd \"\\nq\\n' | pmd ui --plain")
        #expect(run.status == 0, "\(run)")
        #expect(run.output.contains("todo: 1\n"), "\(run)")
        #expect(run.output.contains(" Fix the roof, high\n"), "\(run)")
        #expect(run.error.contains("'nonsense' is not a pmd command"), "\(run)")
        #expect(run.output.contains("the command has an unclosed quote: add \""), "\(run)")
        #expect(try board.shell("ls done").output.hasPrefix("fix-the-roof"))
        #expect(try board.pmd("ui", "--plain", "+house").status == 64)
    }

    @Test func `a change by another program is printed as a line`() throws {
        let board = try board()
        let run = try board.shell(
            """
            mkfifo in; pmd ui --plain <in >out & exec 3>in
            until grep -q Type out; do sleep 0.05; done
            pmd add Call the bank >/dev/null
            for i in $(seq 200); do grep -q 'Added "Call the bank"' out && break; sleep 0.05; done
            echo q >&3; wait; cat out
            """)
        #expect(run.output.contains("Added \"Call the bank\"\n"), "\(run)")
    }

    @Test func `a typed command is reported in one line, and changes by others still appear`()
        throws
    {
        let board = try board()
        let run = try board.shell(
            """
            shown() { for i in $(seq 200); do grep -q "$1" out && break; sleep 0.05; done; }
            mkfifo in; pmd ui --plain <in >out 2>&1 & exec 3>in
            shown Type
            echo done roof >&3; echo undo >&3; echo start roof >&3; shown 'to doing'
            pmd add Call the bank >/dev/null; shown 'Added "Call'
            pmd move roof todo >/dev/null; shown 'from doing to todo'
            echo q >&3; wait; cat out
            """)
        let moves = run.output.split(separator: "\n").filter {
            $0.contains("oved \"Fix the roof\"")
        }
        #expect(
            moves == [
                "Moved \"Fix the roof\" from todo to done",
                "Undid: moved \"Fix the roof\" from todo to done",
                "Moved \"Fix the roof\" from todo to doing",
                "Moved \"Fix the roof\" from doing to todo",
            ], "\(run)")
        #expect(run.output.contains("Added \"Call the bank\"\n"), "\(run)")
    }

    /// The board's own check may run late: it once printed some of them twice.
    @Test func `commands typed in quick succession are reported once each`() throws {
        let board = try board()
        let run = try board.shell(
            """
            (for i in 1 2 3 4 5 6; do printf 'done roof\\nundo\\nstart roof\\nundo\\n'; done; echo q) |
                pmd ui --plain 2>&1
            """)
        let moves = run.output.split(separator: "\n").filter {
            $0.contains("oved \"Fix the roof\"")
        }
        let round = [
            "Moved \"Fix the roof\" from todo to done",
            "Undid: moved \"Fix the roof\" from todo to done",
            "Moved \"Fix the roof\" from todo to doing",
            "Undid: moved \"Fix the roof\" from todo to doing",
        ]
        #expect(
            moves.map(String.init) == Array(repeating: round, count: 6).flatMap(\.self), "\(run)")
    }

    @Test func `without a board, one is created or cloned`() throws {
        let sandbox = try ProgramSandbox()
        let made = try sandbox.onTerminal("pmd ui; ls -d tasks/todo", input: "1\n\n\n\nq")
        #expect(made.contains("There is no board here") && made.contains("tasks/todo"), "\(made)")
        try sandbox.shell("git clone -q --bare tasks remote.git")
        let cloned = try sandbox.onTerminal(
            "LANG=ko_KR.UTF-8 pmd ui; ls -d copy/todo", input: "2\nremote.git\ncopy\n\nq")
        #expect(cloned.contains("여기에는 보드가 없습니다"), "\(cloned)")
        #expect(cloned.contains("copy/todo"), "\(cloned)")
        let left = try sandbox.onTerminal("pmd ui; echo status $?", columns: 200, input: "\n")
        #expect(left.contains("status 65"), "\(left)")
    }

    @Test func `after a refused remote the prompt repeats, and the folder is kept`() throws {
        let sandbox = try ProgramSandbox()
        let made = try sandbox.onTerminal(
            "pmd ui; ls -d mine/todo", columns: 200,
            input: "1\nmine\ngit://example.org/x\n\n\n\nq")
        #expect(made.contains("pmd.allowHttp") && made.contains("Folder [mine]: "), "\(made)")
        #expect(made.contains("mine/todo"), "\(made)")
        try sandbox.shell("git clone -q --bare mine remote.git")
        let cloned = try sandbox.onTerminal(
            "pmd ui; ls -d copy/todo", columns: 200,
            input: "2\nnowhere.git\ncopy\nremote.git\n\n\nq")
        #expect(cloned.contains("nowhere.git") && cloned.contains("Folder [copy]: "), "\(cloned)")
        #expect(cloned.contains("copy/todo"), "\(cloned)")
        let left = try sandbox.onTerminal(
            "pmd ui; echo status $?", columns: 200, input: "2\nnowhere.git\ncopy2\n\n")
        #expect(left.contains("status 65"), "\(left)")
    }

    @Test func `a warning about a new board is read before the board covers it`() throws {
        let sandbox = try ProgramSandbox()
        let shown = try sandbox.onTerminal(
            "pmd ui; echo status $?", columns: 200,
            input: "1\nmine\nhttps://127.0.0.1:1/x.git\n\nq")
        let parts = shown.split(separator: "Press Enter to open the board: ")
        #expect(parts.count == 2, "\(shown)")
        #expect(parts.first?.contains("pmd: ") == true, "\(shown)")
        #expect(parts.first?.contains("\u{1B}[?1049h") == false)
        #expect(parts.last?.contains("\u{1B}[?1049h") == true)
        #expect(shown.contains("status 0"), "\(shown)")
    }

    @Test func `a scratch board needs a terminal, and is always new`() throws {
        let sandbox = try ProgramSandbox()
        #expect(try sandbox.pmd("ui", "--try", "--plain", "--json").status == 64)
        #expect(try sandbox.pmd("ui", "--try").status == 64)
        #expect(try sandbox.pmd("ui", "--try", "-C", ".", "--plain").status == 64)
    }
}

extension PlainBoardTests {
    @Test func `the manual lists every key of the board`() throws {
        let page = try ProgramSandbox().pmd("help", "board").output
        for action in BoardAction.allCases {
            guard let key = action.standardKey else { continue }
            #expect(page.contains("`\(key)`") || page.contains(" \(key) "), "\(action): \(key)")
            guard !BoardAction.fixedKeys.contains(action) else { continue }
            #expect(page.contains(action.name), "\(action)")
            #expect(page.contains(action.title(.english)), "\(action)")
        }
        for action in BoardAction.fixedKeys {
            let board = try board()
            try board.shell("git config pmd.key.\(action.name) F5")
            let shown = try board.onTerminal("pmd ui", columns: 200, input: "q")
            #expect(shown.contains("this key cannot be changed"), "\(action): \(shown)")
        }
    }
}

extension PlainBoardTests {
    @Test func `reports and the log follow LC_MESSAGES, and JSON does not`() throws {
        var board = try board()
        board.environment["LC_MESSAGES"] = "ko_KR.UTF-8"
        board.environment["LC_ALL"] = nil
        let moved = try board.pmd("start", "roof")
        #expect(moved.error + moved.output == "\"Fix the roof\"을(를) todo에서 doing으로 옮김\n")
        #expect(try board.pmd("log").output.contains("Ann: \"Fix the roof\"을(를) 추가함"))
        #expect(try board.pmd("undo").error.contains("실행 취소함: \"Fix the roof\""))
        let korean = try board.pmd("log", "--json").output
        board.environment["LC_MESSAGES"] = "C"
        #expect(try board.pmd("log", "--json").output == korean)
        // History is the same in every language.
        #expect(try board.shell("git log --format=%s | tail -2").output.hasPrefix("Add \"Fix"))
    }
}
