import BoardView
import MarkdownDocument
import MergeSupport
import TaskBoard
import TerminalUI
import TestSupport
import Testing
import TextLayout

@testable import TerminalBoard

/// Screens at every size, in both languages, with and without colours.
struct ScreenTests {
    static let files = [
        "todo/roof-k5f3m2.md":
            "---\ntitle: Fix the roof\nrank: a1\ndue: 2026-11-19\npriority: high\ntags: [house]\n"
            + "assignees: [ann]\n---\nCall the builder about the roof.\n\nIt leaks.\n",
        "todo/milk-n8f3m2.md": "title: 우유 사기 그리고 빵과 과일도 잊지 말고 사기\nrank: a2\ntags: [장보기]",
        "todo/bank-c4f3m2.md": "title: Call the bank 👨‍👩‍👧\nrank: a3\ndue: 2026-11-27",
        "doing/fence-f3f3m2.md":
            "---\ntitle: Paint the fence\nconflicts:\n  - {key: due, value: \"2026-12-05\", by: Bob, "
            + "at: \"2026-11-20T00:00:00Z\"}\n---\n- [x] buy paint\n- [ ] paint\n",
        "doing/odd.md": "title: [",
        "done/plants-w8f3m2.md": "title: Water the plants",
    ]

    private func board(
        _ columns: Int, _ rows: Int, _ language: Language = .english,
        _ depth: ColourDepth = .sixteen
    ) -> PlayedBoard {
        var board = PlayedBoard(
            Self.files, settings: "limits: {doing: 1}\nviews: {mine: \"@me\"}\n", columns: columns,
            rows: rows, language: language, theme: BoardTheme(depth: depth))
        var status = CloneStatus()
        (status.branch, status.remote) = ("main", "origin")
        (status.ahead, status.behind) = (2, 0)
        status.lastSync = LastSync(time: Sample.now.seconds - 180, result: .done, code: 0)
        board.tell(.status(status))
        return board
    }

    @Test func `a user's theme is drawn`() throws {
        var theme = BoardTheme(depth: .trueColour)
        theme.set(.tag, to: CellStyle(foreground: .rgb(255, 128, 0)))
        let board = PlayedBoard(["todo/a.md": "title: A\ntags: [house]"], theme: theme)
        let screen = board.app.screen()
        let row = try #require(board.rows.firstIndex { $0.contains("+house") })
        let column = try #require((0..<screen.columns).first { screen[$0, row].text == "+" })
        #expect(screen[column, row].style.foreground == .rgb(255, 128, 0))
    }

    @Test(arguments: [(40, 10), (44, 20), (80, 24), (100, 30), (200, 50)])
    func `the board matches its snapshots`(columns: Int, rows: Int) throws {
        try expectSnapshot(board(columns, rows).app.screen(), "board-\(columns)x\(rows)")
    }

    @Test(arguments: [
        ("m", "menu"), ("Enter", "page"), ("e", "form"), ("?", "help"), (",", "settings"),
        (":", "palette"), ("Space", "carry"), ("a", "quick-add"),
    ])
    func `everything on top of the board matches its snapshots`(key: String, name: String) throws {
        var board = board(100, 30)
        board.type(key)
        try expectSnapshot(board.app.screen(), name)
    }

    @Test func `conflicts, and the board in Korean and without colours, match their snapshots`()
        throws
    {
        var conflicts = board(100, 30)
        conflicts.type("l", "c")
        try expectSnapshot(conflicts.app.screen(), "conflicts")
        try expectSnapshot(board(100, 30, .korean).app.screen(), "board-korean")
        var plain = board(100, 30, .english, .none)
        plain.type("v")
        try expectSnapshot(plain.app.screen(), "board-no-colour", depth: .none)
    }

    @Test(arguments: [(40, 10), (44, 20), (80, 24), (100, 30), (200, 50), (400, 100)])
    func `every screen is complete at every size and in both languages`(
        columns: Int, rows: Int
    ) {
        for language in Language.allCases {
            for key in [
                "", "m", "Enter", "e", "?", ",", ":", "a", "/", "P", "L", "c", "C", "Space", "S",
                "o",
            ] {
                var board = board(columns, rows, language)
                if key == "c" { board.type("l") }
                if !key.isEmpty { board.type(key) }
                #expect(board.app.screen().fault == nil, "\(key) \(columns)x\(rows)")
                #expect(board.rows[1] != "", "\(key) \(columns)x\(rows)")
            }
        }
    }

    @Test func `a terminal that is too small is reported, and any size can follow any other`() {
        var random = SplitMix64(seed: testSeed)
        var board = board(80, 24)
        board.app.resize(columns: 39, rows: 24)
        for columns in [39, 30, 12] {
            board.app.resize(columns: columns, rows: 24)
            #expect(board.shows("40x10"), "\(columns)")
        }
        board.type("Enter", "e")
        for _ in 0..<200 {
            let columns = Int.random(in: 1...420, using: &random)
            let rows = Int.random(in: 1...110, using: &random)
            board.app.resize(columns: columns, rows: rows)
            let screen = board.app.screen()
            #expect(screen.fault == nil && screen.columns == columns && screen.rows == rows)
        }
    }

    @Test func `without colours the cursor, overdue tasks and the selection are visible`() {
        var board = PlayedBoard(
            [
                "todo/a.md": "title: Alpha\nrank: a1\ndue: 2026-11-01",
                "todo/b.md": "title: Beta\nrank: a2",
            ],
            theme: BoardTheme(depth: .none))
        #expect(board.rows[3].hasPrefix("▌"))
        #expect(board.shows("! "))
        board.type("v")
        #expect(board.rows[3].hasPrefix("✓"))
        board.type("v")
        let screen = board.app.screen()
        #expect(screen.texts[6].hasPrefix("✓") || screen.texts[5].hasPrefix("✓"))
        let cursor = (3..<8).filter {
            screen[0, $0].style.degraded(to: .none).attributes.contains(.reverse)
        }
        #expect(cursor.count == 1)
    }

    @Test(arguments: Language.allCases, ["", "e", "m", "Enter"])
    func `a narrow terminal omits what does not fit instead of cutting it`(
        language: Language, key: String
    ) {
        var board = board(44, 20, language)
        if !key.isEmpty { board.type(key) }
        for row in [0, 1, 19] where row != 1 || key.isEmpty {
            #expect(!board.rows[row].contains("…"), "\(board.rows[row])")
        }
        let last = board.app.hints.last
        #expect(board.status.hasSuffix((last?.key ?? "") + " " + (last?.words ?? "")))
        #expect(board.rows[0].contains("● main ↑2 ↓0 · "))
        board.type("Esc", "Tab")
        #expect(board.rows[0].hasSuffix("mine"))
    }

    @Test func `a column over its limit has a mark next to its number`() {
        #expect(board(100, 30).rows[1].contains("doing 2/1 !"))
    }
}
