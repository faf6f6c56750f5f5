import BoardView
import MarkdownDocument
import MergeSupport
import TaskBoard
import TerminalUI
import Testing

@testable import TerminalBoard

/// Cards, one line a card, and the table by urgency.
struct DensityTests {
    private static let files = [
        "todo/a.md": "title: Alpha\nrank: a1\ntags: [house]\ndue: 2027-06-01",
        "todo/b.md": "title: Beta\nrank: a2\npriority: high\ndue: 2026-11-19",
        "doing/c.md": "title: Gamma\nassignees: [ann]", "done/d.md": "title: Delta",
    ]

    @Test func `a key shows one line a card, then a table, then cards`() {
        var board = PlayedBoard(Self.files)
        board.type("o")
        #expect(board.app.density == .lines)
        #expect(board.rows[3].contains("Alpha") && board.rows[4].contains("Beta"))
        #expect(board.rows[4].contains("! 2 days late ▲"))
        board.type("o")
        #expect(board.app.density == .table)
        #expect(board.rows[1].hasPrefix(" title"))
        board.type("o")
        #expect(board.app.density == .comfortable && board.app.layers.isEmpty)
    }

    @Test func `the table has the open tasks by urgency, with their fields`() throws {
        var board = PlayedBoard(Self.files, columns: 120)
        board.type("o", "o")
        #expect(board.rows[3].contains("▲ Beta") && board.rows[3].contains("! 2 days late"))
        #expect(!board.shows("Delta"))
        let gamma = try #require(board.rows.first { $0.contains("Gamma") })
        #expect(gamma.contains("doing") && gamma.contains("@ann"))
        #expect(board.app.screen().fault == nil)
    }

    @Test func `the keys of the board act on the task in the table`() {
        var board = PlayedBoard(Self.files)
        board.type("o", "o", "g", "x")
        #expect(board.memory.board[TaskID("b")]?.isFinished == true)
        #expect(!board.shows("▲ Beta"))
        board.type("u", "g", "2")
        #expect(board.memory.board[TaskID("b")]?.state == "doing")
        board.type("g", "Enter")
        #expect(board.shows("┌ Beta "))
        board.type("Esc", "v", "v", "m")
        #expect(board.app.selection.count == 2 && board.shows("move to done"))
    }

    @Test func `the filter applies to the table, and Esc clears it before the table closes`() {
        var board = PlayedBoard(Self.files)
        board.type("o", "o", "/")
        board.write("gamma")
        #expect(!board.shows("Beta"))
        board.type("Enter", "Esc")
        #expect(board.app.filter.isEmpty && board.app.density == .table && board.shows("Beta"))
        board.type("Esc")
        #expect(board.app.density == .comfortable)
    }

    @Test func `the mouse selects and opens a task of the table`() {
        var board = PlayedBoard(Self.files)
        board.type("o", "o")
        board.click(on: "Gamma")
        #expect(board.current == "c")
        board.click(on: "Gamma")
        #expect(board.shows("┌ Gamma "))
    }

    @Test func `with one line a card, the last row is kept for the number of cards below`() {
        let files = Dictionary(
            uniqueKeysWithValues: (10..<40).map {
                ("todo/t\($0).md", "title: T\($0)\nrank: a\($0)1")
            })
        var board = PlayedBoard(files, rows: 20)
        board.type("o")
        #expect(board.shows("↓ 15 more"))
        board.type("G")
        #expect(board.shows("▌t39") && board.shows("↑ 15 more"))
        board.type("g")
        for _ in 0..<29 {
            board.type("j")
            #expect(board.rows.contains { $0.hasPrefix("▌") })
        }
    }

    @Test func `cards are dragged with one line a card`() {
        var board = PlayedBoard(Self.files)
        board.type("o")
        board.drop("Alpha", at: 45, 8)
        #expect(board.column("doing") == "c a")
    }

    @Test func `letters of a filter sort the table once, and keys do not`() {
        var board = PlayedBoard(Self.files)
        board.type("o", "o")
        let work = WorkCount()
        board.app.environment.work = work
        board.type("j", "k", "G")
        #expect(work.take().tasks == 0)
    }

    @Test func `facts that do not fit on one row are signs without words`() {
        var files = [
            "todo/a.md":
                "---\ntitle: Alpha\nrank: a0\ndue: 2026-11-19\npriority: high\n---\n- [ ] x"
        ]
        for number in 0..<9 { files["todo/t\(number).md"] = "title: T\(number)\nrank: b\(number)" }
        let narrow = PlayedBoard(files, columns: 52, rows: 14)
        #expect(narrow.shows("! 2 days late  ▲  0") && !narrow.shows("▲ h"))
        #expect(PlayedBoard(files, rows: 14).shows("! 2 days late  ▲ high  0/1"))
    }
}
