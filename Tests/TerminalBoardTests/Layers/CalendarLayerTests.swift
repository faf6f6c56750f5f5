import BoardView
import MarkdownDocument
import MergeSupport
import TaskBoard
import TerminalUI
import Testing

@testable import TerminalBoard

/// The calendar, and moving tasks to other days.
struct CalendarLayerTests {
    private func board(columns: Int = 100, rows: Int = 30, _ language: Language = .english)
        -> PlayedBoard
    {
        var board = PlayedBoard(
            [
                "todo/a.md": "title: Alpha\nrank: a1\ndue: 2026-11-25T15:00",
                "todo/b.md": "title: Beta\nrank: a2\ndue: 2026-11-25",
                "todo/c.md": "title: Gamma\nrank: a3\ndue: 2026-11-18",
                "todo/d.md": "title: Delta\nrank: a4",
                "done/f.md": "title: Phi\ndue: 2026-11-20",
            ], columns: columns, rows: rows, language: language)
        board.type("G", "C")
        return board
    }

    private func layer(_ board: PlayedBoard) -> CalendarLayer? {
        board.app.layers.last as? CalendarLayer
    }

    @Test func `it starts at today, and matches its snapshots`() throws {
        let board = board()
        #expect(layer(board)?.day == Sample.now.today)
        #expect(board.shows("Nov 2026") && board.shows("15:00 Alpha") && board.shows("!Gamma"))
        try expectSnapshot(board.app.screen(), "calendar")
        #expect(self.board(columns: 100, rows: 30, .korean).shows("2026년 11월"))
    }

    @Test func `it opens on the day of the board's current task`() {
        var board = board()
        board.type("Esc", "g", "C")
        #expect(layer(board)?.day == Sample.day("2026-11-25") && layer(board)?.task == TaskID("a"))
    }

    @Test func `keys move a task to another day, at the same time of day`() {
        var board = board()
        board.type("Down", "Left", "Left", "Left", "Tab")
        #expect(layer(board)?.day == Sample.day("2026-11-25") && layer(board)?.task == TaskID("a"))
        board.type("Space", "Right", "Down", "Space")
        #expect(board.memory.board[TaskID("a")]?.due?.text == "2026-12-03T15:00")
        #expect(layer(board)?.day == Sample.day("2026-12-03"))
        board.type("u")
        #expect(board.memory.board[TaskID("a")]?.due?.text == "2026-11-25T15:00")
        #expect(board.intents.count == 2)
    }

    @Test func `Esc cancels carrying, and then closes the calendar`() {
        var board = board()
        board.type("Down", "Left", "Left", "Left", "Space", "Down", "Esc")
        #expect(layer(board)?.carried == nil && layer(board)?.day == Sample.day("2026-11-25"))
        board.type("Esc")
        #expect(board.app.layers.isEmpty && board.intents.isEmpty)
    }

    @Test func `the mouse drags a task to another day`() throws {
        var board = board()
        let target = try #require(
            layer(board)?.layout(in: board.app).cells.first { $0.day == Sample.day("2026-11-27") })
        board.drop("Beta", at: target.rectangle.column + 3, target.rectangle.row + 2)
        #expect(board.memory.board[TaskID("b")]?.due?.text == "2026-11-27")
        board.drop("Alpha", at: 0, 0)
        #expect(board.memory.board[TaskID("a")]?.due?.text == "2026-11-25T15:00")
        board.click(on: "Gamma")
        board.click(on: "Gamma")
        #expect(board.app.layers.last is PageLayer)
    }

    @Test func `the calendar pages by month or week, and the filter applies`() {
        var board = board()
        board.type("PageDown")
        #expect(board.shows("Dec 2026") && !board.shows("Alpha"))
        board.type("Home", "w")
        #expect(layer(board)?.view.days.count == 7 && board.shows("Phi") && !board.shows("Alpha"))
        board.type("PageDown")
        #expect(board.shows("Alpha"))
        board.type("Esc", "/")
        board.write("Beta")
        board.type("Enter", "C", "w")
        #expect(!board.shows("Alpha"))
    }

    @Test func `a new task can be added on an empty day, and actions apply to the task`() {
        var board = board()
        board.type("Enter")
        board.write("Milk")
        board.type("Enter")
        let added = board.memory.board.tasks.first { $0.title == "Milk" }
        #expect(added?.due?.text == "2026-11-21")
        board.type("Down", "Left", "Left", "Left", "x")
        #expect(board.memory.board[TaskID("b")]?.isFinished == true)
    }

    @Test func `a narrow terminal has an agenda instead of seven columns`() {
        var board = board(columns: 44, rows: 20)
        #expect(board.shows("Wed 18 Nov") && board.shows("! Gamma") && board.shows("15:00 Alpha"))
        #expect(!board.shows("Thu 19 Nov"))
        #expect(board.status.contains("←→ day · ↑↓ task") && !board.status.contains("Tab"))
        #expect(layer(board)?.day == Sample.now.today)
        board.type("j")
        #expect(layer(board)?.task == TaskID("b"))
        board.type("j")
        #expect(layer(board)?.task == TaskID("a"))
        board.type("Space", "j", "Space")
        #expect(board.memory.board[TaskID("a")]?.due?.text == "2026-11-26T15:00")
        board.click(on: "Gamma")
        #expect(layer(board)?.task == TaskID("c"))
        board.type("Left")
        #expect(board.shows("Tue 17 Nov"))
        board.drop("Beta", at: 5, board.place(of: "Wed 18 Nov")?.row ?? 0)
        #expect(board.memory.board[TaskID("b")]?.due?.text == "2026-11-18")
        #expect(board.app.screen().fault == nil)
    }

    @Test func `an agenda goes on into the next month, and back`() {
        var board = PlayedBoard(
            [
                "todo/a.md": "title: Alpha\ndue: 2026-11-30",
                "todo/b.md": "title: Beta\ndue: 2026-12-02",
                "todo/c.md": "title: Gamma\ndue: 2027-02-01",
            ], columns: 44, rows: 20)
        board.type("C")
        #expect(board.shows("Nov 2026") && board.shows("Wed 2 Dec"))
        // The calendar opens on the day of the task under the cursor.
        board.type("j")
        #expect(layer(board)?.task == TaskID("b") && board.shows("Dec 2026"))
        board.type("j")
        #expect(board.shows("Jan 2027"))
        board.type("j")
        #expect(layer(board)?.day.month == 2 && board.shows("Mon 1 Feb"))
        board.type("PageUp", "PageUp")
        #expect(board.shows("Dec 2026"))
        #expect(board.app.screen().fault == nil)
    }

    @Test func `removing a carried task ends the carrying`() {
        var board = board()
        board.type("Down", "Left", "Left", "Left", "Space")
        board.change("todo/b.md", nil)
        #expect(layer(board)?.carried == nil)
        board.type("Space")
        #expect(layer(board)?.carried?.task == TaskID("a"))
    }

    @Test func `a key that moves the cursor reads no task`() {
        var board = board()
        let work = WorkCount()
        board.app.environment.work = work
        board.type("Right", "Left", "Up")
        #expect(work.take().tasks == 0)
    }
}
