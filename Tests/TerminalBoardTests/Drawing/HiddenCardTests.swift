import MergeSupport
import TaskBoard
import Testing

@testable import TerminalBoard

/// The counts of cards outside the visible part of a column.
struct HiddenCardTests {
    private static let many = Dictionary(
        uniqueKeysWithValues: (10..<30).map {
            ("todo/t\($0).md", "title: Task \($0)\nrank: a\($0)1")
        })
    private static let waiting = [
        "todo/w1.md": "title: Waits\nwait: 2027-01-01",
        "todo/w2.md": "title: Too\nwait: 2027-01-01",
    ]

    @Test func `cards above and below the screen are counted, and waiting tasks separately`() {
        var board = PlayedBoard(Self.many.merging(Self.waiting) { first, _ in first }, rows: 20)
        // Sixteen rows have eight cards, one line and one blank row each.
        #expect(board.shows("Task 17"))
        #expect(board.rows[18].contains("↓ 12 more · 2 waiting"), "\(board.rows[18])")
        #expect(!board.rows[2].contains("more"))
        board.type("G")
        #expect(board.rows[2].contains("─ ↑ 12 more"), "\(board.rows[2])")
        #expect(board.rows[18].contains("2 waiting") && !board.rows[18].contains("more"))
        board.type("k", "k", "k", "k", "k", "k", "k", "k")
        #expect(board.rows[2].contains("↑ 11 more"))
        #expect(board.rows[18].contains("↓ 1 more · 2 waiting"))
        board.type("z")
        #expect(!board.rows[18].contains("waiting"))
    }

    @Test func `a card with only its last row visible counts as below`() {
        let board = PlayedBoard(Self.many, rows: 19)
        #expect(board.rows[17].contains("↓ 13 more"), "\(board.rows[17])")
    }

    @Test
    func `a column without cards counts its waiting tasks, and a finished column its older ones`() {
        var files = Self.waiting
        for number in 0..<25 { files["done/d\(number).md"] = "title: Done \(number)" }
        let board = PlayedBoard(files, rows: 60)
        #expect(board.rows[58].hasPrefix(" ") && board.rows[58].contains("2 waiting"))
        #expect(board.rows[58].hasSuffix("5 older"), "\(board.rows[58])")
        let korean = PlayedBoard(files, rows: 20, language: .korean)
        #expect(korean.rows[18].contains("숨김 2개"))
        #expect(korean.rows[18].hasSuffix("개 더 · 이전 5개"), "\(korean.rows[18])")
    }

    @Test func `a full column counts its waiting tasks at the top`() {
        // The last card fills the last row.
        var files = Self.waiting
        for number in 1...8 {
            files["todo/t\(number).md"] = "title: Task \(number)\nrank: a\(number)"
        }
        let board = PlayedBoard(files, rows: 19)
        #expect(board.shows("Task 8"))
        #expect(board.rows[2].contains("─ 2 waiting"), "\(board.rows[2])")
    }

    @Test func `a carried card is not counted`() {
        var board = PlayedBoard(Self.many, rows: 20)
        board.type("Space", "G")
        #expect(board.rows[2].contains("↑ 12 more"), "\(board.rows[2])")
    }

    @Test func `a filter counts the waiting tasks among its matches`() {
        var board = PlayedBoard(Self.waiting, rows: 20)
        board.type("/")
        board.write("too")
        board.type("Enter")
        #expect(board.rows[18].contains("1 waiting"), "\(board.rows[18])")
    }
}
