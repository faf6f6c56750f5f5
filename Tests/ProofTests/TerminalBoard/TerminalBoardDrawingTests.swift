import TestSupport
import Testing

/// The terminal board's screens, as cells with colours.
struct TerminalBoardDrawingTests {
    private static let red = TerminalCell.Colour.palette(1)

    @Test func `columns show their name, count and limit, in the order on disk`() throws {
        let screen = try OpenBoard(.sampleBoard()).terminal.screen()
        #expect(screen.lines[1].contains("todo 3"))
        let places = ["todo 3", "doing 2/1 !", "done 1"].map { screen.place(of: $0) }
        #expect(places.compactMap { $0?.row } == [1, 1, 1])
        let columns = places.compactMap { $0?.column }
        #expect(columns == columns.sorted() && columns.count == 3)
        let rows = ["Fix the roof", "우유 사기", "Call the bank"].compactMap {
            screen.place(of: $0)?.row
        }
        #expect(rows == rows.sorted() && rows.count == 3)
        // Cards are below their column's title.
        #expect(screen.place(of: "f3 Paint the fence")?.column == columns[1])
        #expect(screen.place(of: "w8 Water the plants")?.column == columns[2])
    }

    @Test func `a card shows its fields, and red always comes with a mark`() throws {
        let screen = try OpenBoard(.sampleBoard()).terminal.screen()
        #expect(screen.look(of: "Fix the roof")?.isBold == true)
        #expect(screen.look(of: "! ")?.foreground == Self.red)
        #expect(screen.look(of: "2/1 !")?.foreground == Self.red)
        #expect(screen.look(of: "+house")?.foreground == .palette(6))
        #expect(screen.look(of: "@bob")?.foreground == .palette(2))
        #expect(screen.contains("high") && screen.contains("1/2"))
        #expect(screen.look(of: "blocked") != nil && screen.look(of: "malformed") != nil)
        #expect(screen.look(of: "Call Bob")?.isDim == true)
        #expect(screen.look(of: "Water the plants")?.isDim == true)
        // Nothing else is red.
        let late = screen.rows.joined().filter { $0.look.foreground == Self.red }
        #expect(late.map(\.text).joined().filter { $0 != " " } == "2/1!!1May2020")
    }

    @Test func `without colours the cursor and the marks are still visible`() throws {
        let open = try OpenBoard(.sampleBoard(), environment: ["NO_COLOR": "1"])
        let screen = try open.terminal.screen()
        #expect(!screen.rows.joined().contains { !$0.look.isColourless })
        #expect(screen.place(of: "▌k5 Fix the roof") != nil)
        #expect(screen.contains("! ") && screen.contains("2/1 !"))
    }

    @Test func `truecolor is used only if the terminal supports it`() throws {
        for (value, isExpected) in [("truecolor", true), ("", false)] {
            let board = try ProgramSandbox.sampleBoard()
            let open = try OpenBoard(board, environment: ["COLORTERM": value])
            try board.write("todo/new.md", "---\ntitle: New from outside\n---\n")
            let screen = try open.terminal.wait(for: "New from outside")
            let backgrounds = screen.rows.joined().compactMap(\.look.background)
            let isTrueColour = backgrounds.contains {
                if case .rgb = $0 { true } else { false }
            }
            #expect(isTrueColour == isExpected, "\(backgrounds.count)")
        }
    }

    @Test func `a Korean locale shows Korean text`() throws {
        let open = try OpenBoard(.sampleBoard(), environment: ["LANG": "ko_KR.UTF-8"])
        let screen = try open.terminal.wait(for: "도움말")
        #expect(screen.contains("막힘") && screen.contains("형식 오류"))
        try open.terminal.press("?")
        try open.terminal.wait(for: "할 일 추가")
    }

    @Test func `an empty board shows which key to press`() throws {
        let open = try OpenBoard(.board())
        try open.terminal.wait(for: "no tasks yet: press a to add one")
    }

    @Test(arguments: ["\u{1B}]0;owned\u{7}\u{1B}[2J\u{1B}[31mX", "A\u{202E}B\u{2066}C", "가나다👨‍👩‍👧‍👦❤️🇰🇷é"])
    func `a hostile title does not break the screen`(_ title: String) throws {
        let board = try ProgramSandbox.sampleBoard()
        let quoted = title.unicodeScalars.map { scalar in
            scalar.value < 0x20 ? "\\x0\(String(scalar.value, radix: 16))".suffix4 : String(scalar)
        }.joined()
        try board.write("todo/a-hostile.md", "---\ntitle: \"\(quoted)\"\nrank: a\n---\nBody\n")
        let open = try OpenBoard(board)
        let screen = try open.terminal.wait(for: "todo 4")
        let doing = screen.place(of: "doing 2/1")?.column
        // tmux and this test may disagree about the width of the title itself.
        #expect(doing != nil && screen.place(of: "h4 Empty the shed")?.column == doing)
        #expect(screen.lines[3].contains(" f3 Paint the fence"))
        #expect(screen.rows.count == 30)
        #expect(screen.rows[29].map(\.text).joined().contains("help"))
        #expect(
            !screen.description.unicodeScalars.contains {
                "\u{202E}\u{2066}".unicodeScalars.contains($0)
            })
        #expect(try open.terminal.value(of: "#{pane_title}") != "owned")
        // A redraw gives the same screen.
        try open.terminal.press("j", "k", "C-l")
        try open.terminal.wait(for: "the same cards") { $0.rows[3...] == screen.rows[3...] }
    }

    @Test func `everything fits from 40x10 to 200x50, resized at any time`() throws {
        let open = try OpenBoard(.sampleBoard())
        // On the board, with a page, a form, a menu, a prompt, and a card picked up.
        for keys in [
            [], ["Enter"], ["Escape", "e"], ["Escape", "m"], ["Escape", "a"], ["Escape", "Space"],
        ] {
            for key in keys { try open.terminal.press(key) }
            for (columns, rows) in [(40, 10), (44, 20), (200, 50), (100, 30)] {
                try open.terminal.resize(columns: columns, rows: rows)
                let screen = try open.terminal.wait(for: "a full screen after \(keys)") { screen in
                    screen.rows.count == rows && !screen.lines[rows - 1].isEmpty
                        && !screen.lines[0].isEmpty
                }
                #expect(screen.rows.allSatisfy { $0.count <= columns }, "\(screen)")
            }
        }
        try open.terminal.press("Escape")
        try open.terminal.resize(columns: 44, rows: 20)
        let narrow = try open.terminal.wait(for: " todo 3 │ doing 2/1 ! │ done 1")
        #expect(narrow.look(of: "todo 3")?.isReversed == true)
        try open.terminal.press("l")
        try open.terminal.wait(for: "▌f3 Paint the fence")
        try open.terminal.resize(columns: 30, rows: 8)
        try open.terminal.wait(for: "too small")
    }
}

extension ProgramSandbox {
    static func sampleBoard() throws -> ProgramSandbox { try OpenBoard.sample() }
}

extension String {
    /// `\x` and two digits.
    fileprivate var suffix4: String { "\\x" + suffix(2) }
}
