import BoardView
import MarkdownDocument
import MergeSupport
import TaskBoard
import TerminalUI
import Testing

@testable import TerminalBoard

/// The pane beside the columns of a wide terminal, and what cards show.
struct DetailPaneTests {
    private static let long =
        "Fix the roof before the winter storms arrive and the insurance of the house runs out"

    private func board(_ columns: Int, rows: Int = 30) -> PlayedBoard {
        PlayedBoard(
            [
                "todo/a.md": "---\ntitle: Alpha\nrank: a1\n---\nCall Bob.\n\n- [ ] ladder\n",
                "todo/b.md": "title: \(Self.long)\nrank: a2\npriority: high\nproject: home.roof",
                "doing/c.md": "title: Gamma", "done/d.md": "title: Delta",
            ], columns: columns, rows: rows)
    }

    @Test func `from 140 columns on, a pane shows the task under the cursor`() throws {
        #expect(!board(139).shows("│ Alpha"))
        var board = board(140)
        #expect(board.shows("│ Alpha") && board.shows("│ Call Bob."))
        board.type("j")
        #expect(board.shows("│ Fix the roof") && !board.shows("│ Call Bob."))
        #expect(board.shows("│ project   home.roof"))
        board.type("l")
        #expect(board.shows("│ Gamma"))
        board.change("doing/c.md", "title: New")
        #expect(board.shows("│ New"))
        board.type("h", "k")
        #expect(board.app.screen().fault == nil)
    }

    @Test func `the pane shows the whole title`() throws {
        var board = board(150)
        board.type("j")
        let pane = try #require(board.app.pane)
        let lines = board.rows[1...].prefix(4).map { row in
            String(row.dropFirst(pane.column + 2)).trimmingPrefix(" ")
        }
        #expect(lines.joined(separator: " ").hasPrefix(Self.long))
    }

    @Test func `a click in the pane ticks an item, or opens the task`() throws {
        var board = board(140)
        let pane = try #require(board.app.pane)
        board.click(on: "☐", from: pane.column)
        #expect(board.intents == [.tick(TaskID("a"), items: [1], isTicked: true)])
        board.click(on: "Alpha", from: pane.column)
        #expect(board.app.layers.last is PageLayer)
    }

    @Test func `a card dropped on the pane stays where it is`() throws {
        var board = board(140)
        let pane = try #require(board.app.pane)
        board.drop("Alpha", at: pane.column + 5, 8)
        #expect(board.intents.isEmpty)
    }

    @Test func `the finished column is narrow`() {
        let (_, widths) = board(100).app.columnWidths
        #expect(widths == [37, 37, 24])
        #expect(board(80).app.columnWidths.widths == [27, 27, 24])
        #expect(board(60).app.columnWidths.widths.count == 2)
    }

    @Test func `long titles wrap where all cards fit, and are cut where they do not`() {
        #expect(board(100).shows("   storms arrive and the"))
        let board = board(100, rows: 10)
        #expect(!board.shows("   storms arrive and the") && board.shows("…"))
    }

    @Test func `titles wrap to fewer lines where four do not fit`() {
        let board = PlayedBoard(
            ["todo/a.md": "title: \(Self.long)", "todo/b.md": "---\ntitle: Beta\n---\nCall.\n"],
            columns: 80, rows: 10)
        #expect(board.rows[5].contains("…") && !board.rows[4].contains("…"), "\(board.rows)")
        #expect(board.shows("Beta") && board.shows("Call."))
    }

    @Test func `a wrapped title of more than four lines ends with an ellipsis`() throws {
        let words = (1...40).map { "word\($0)" }
        let board = PlayedBoard(
            ["todo/a.md": "title: \(words.joined(separator: " "))\npriority: high"], columns: 80)
        let row = try #require(board.place(of: "▲ high")?.row)
        #expect(board.rows[row - 1].contains("…") && !board.rows[row - 2].contains("…"))
        #expect(!board.shows("word40"))
        // A title of exactly four lines has none.
        let short = PlayedBoard(
            ["todo/a.md": "title: \(words.prefix(9).joined(separator: " "))"], columns: 80)
        #expect(short.shows("word9") && !short.shows("…"))
    }

    @Test func `tags wrap where all cards fit`() {
        let tags = (1...9).map { "tag-number-\($0)" }.joined(separator: ", ")
        let board = PlayedBoard(["todo/a.md": "title: A\ntags: [\(tags)]"], columns: 80)
        #expect(board.shows("+tag-number-1") && board.shows("   +tag-number-9"))
    }

    @Test func `priorities and projects have signs`() {
        let board = board(100)
        #expect(board.shows("▲ high") && board.shows("▸ home.roof"))
    }

    @Test(arguments: [ColourDepth.sixteen, .palette, .trueColour, .none], [true, false])
    func `the selected card is tinted over its whole width`(depth: ColourDepth, isDark: Bool) {
        var board = PlayedBoard(theme: BoardTheme(depth: depth, isDark: isDark))
        board.type("j")
        let screen = board.app.screen()
        let width = board.app.columnWidths.widths[0]
        let row = board.place(of: "Beta")?.row ?? 0
        for column in 0..<width {
            let style = screen[column, row].style
            #expect((style.background == .default) == (depth == .none))
            if depth != .none { #expect(style.foreground != .default) }
        }
        #expect(screen[width, row].style.background == .default)
    }

    @Test func `control characters of a wrapped title are visible`() {
        let board = PlayedBoard(
            ["todo/a.md": "title: \"evil \\e[31mred and many more words that have to wrap\""],
            columns: 80)
        #expect(board.shows("evil ␛[31mred"))
        #expect(board.app.screen().fault == nil)
    }
}
