import BoardView
import MarkdownDocument
import MergeSupport
import TaskBoard
import TerminalUI
import Testing

@testable import TerminalBoard

/// The board's history, and a single change in full.
struct HistoryLayerTests {
    private func history(_ count: Int) -> [HistoryEntry] {
        (0..<count).map { index in
            let change = TaskChange(
                action: index == 1 ? .moved : .edited, id: TaskID("a"), title: "Alpha",
                changes: [
                    index == 1
                        ? Change(key: "rank", from: .scalar("a1"), to: .scalar("a2"))
                        : Change(key: "title", from: .scalar("A"), to: .scalar("Alpha"))
                ])
            return HistoryEntry(
                LogEntry(
                    commit: String(repeating: "\(index)", count: 40),
                    time: Sample.now.seconds - 60, offset: 0, author: "Ann", change: .task(change)))
        }
    }

    @Test func `the history lists changes, folds moves within columns, and undoes one`() {
        var board = PlayedBoard()
        board.type("L")
        board.tell(.history(nil, history(3)))
        #expect(board.shows("0000000"))
        #expect(!board.shows("1111111"))
        board.type("z")
        #expect(board.shows("1111111"))
        board.type("g", "j", "j", "u")
        #expect(board.intents == [.undo(.commit(String(repeating: "2", count: 40)))])
        board.change("todo/a.md", "title: New")
        #expect(board.effects.filter { $0 == .loadHistory(nil) }.count >= 2)
    }

    @Test func `marks show how many changes are above and below`() {
        var board = PlayedBoard(columns: 60, rows: 12)
        board.type("L")
        board.tell(.history(nil, history(30)))
        #expect(board.rows[10].contains(" ↓ 21 ") && !board.rows[1].contains("↑"))
        board.type("G")
        #expect(board.rows[1].contains(" ↑ 21 ") && !board.rows[10].contains("↓"))
    }

    /// A change of a long title, a date, tags and the body.
    private var longChange: HistoryEntry {
        let old = String(repeating: "old words ", count: 12) + "end of old"
        let change = TaskChange(
            action: .edited, id: TaskID("a"), title: "Alpha",
            changes: [
                Change(key: "title", from: .scalar(Text(old)), to: .scalar("Alpha")),
                Change(key: "due", from: nil, to: .scalar("2026-12-01")),
                Change(key: "tags", from: .list(["x"]), to: .list(["x", "house"])),
                Change(key: "body", from: .scalar("Line 1"), to: .scalar("Line 2\nLine 3")),
            ])
        return HistoryEntry(
            LogEntry(
                commit: String(repeating: "ab12", count: 10), time: Sample.now.seconds - 60,
                offset: 540, author: "Ann", change: .task(change)))
    }

    @Test(arguments: ["Enter", "click"])
    func `a change is shown in full, and Esc returns to the history`(way: String) {
        var board = PlayedBoard(rows: 40)
        board.type("L")
        board.tell(.history(nil, [longChange] + history(1)))
        if way == "click" {
            board.click(on: "edited: title was \"A\"")
            #expect(!board.shows("┌ Change "))
            board.click(on: "edited: title was \"old")
            board.click(on: "edited: title was \"old")
        } else {
            board.type("Enter")
        }
        #expect(board.shows("┌ Change ") && board.status.contains("u undo this change"))
        #expect(board.shows("end of old") && board.shows("│ author    Ann"))
        #expect(board.shows("(2026-11-21T") && board.shows("+09:00)"))
        #expect(board.shows(String(repeating: "ab12", count: 10)))
        #expect(board.shows("│ + 1 Dec") && board.shows("│ + x, house") && board.shows("│ - x "))
        #expect(board.shows("│ - Line 1") && board.shows("│ + Line 2") && board.shows("│ + Line 3"))
        board.type("Esc")
        #expect(board.shows("┌ History ") && !board.shows("┌ Change "))
        board.type("Enter", "u")
        #expect(board.intents == [.undo(.commit(String(repeating: "ab12", count: 10)))])
        #expect(board.shows("┌ History ") && !board.shows("┌ Change "))
    }

    @Test(arguments: Language.allCases)
    func `a change in full scrolls on the smallest terminal`(language: Language) {
        var board = PlayedBoard(columns: 40, rows: 10, language: language)
        board.type("L")
        board.tell(.history(nil, [longChange]))
        board.type("Enter")
        #expect(!board.shows("+ Line 3"))
        board.type("G")
        #expect(board.shows("+ Line 3"))
        board.type("g", "PageDown", "PageUp", "j", "k", "End", "Home")
        #expect(!board.shows("+ Line 3"))
    }

    @Test func `undo in the history moves the cursor to the restored card`() {
        var board = PlayedBoard()
        board.type("d", "l", "L")
        board.tell(.history(nil, history(1)))
        board.type("u")
        #expect(board.current == "a" && board.app.focus == 0)
    }

    @Test func `an earlier day's history undoes nothing`() {
        var board = PlayedBoard()
        board.tell(.past(BoardVersion(board.memory.board), DueDate(Sample.day("2026-11-20"))))
        board.type("L")
        board.tell(.history(nil, history(1)))
        board.type("u")
        #expect(board.intents.isEmpty)
        #expect(board.status.contains("it is read-only"))
    }
}
