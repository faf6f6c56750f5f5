import MarkdownDocument
import MergeSupport
import TaskBoard
import TerminalUI
import Testing

@testable import TerminalBoard

/// Files that cannot be read as tasks, and their repair.
struct SourceLayerTests {
    private static let odd = "---\ntitle: [\ndue: 2026-12-01\n---\nCall.\n"

    private func board(_ text: String = odd, columns: Int = 100) -> PlayedBoard {
        PlayedBoard(["todo/a.md": text], columns: columns)
    }

    @Test(arguments: ["Enter", "e"])
    func `a malformed file opens as text, with the error below its line`(key: String) throws {
        var board = board()
        board.type(key)
        let line = try #require(board.place(of: "title: [")?.row)
        #expect(board.rows[line].contains("!  2 title: ["))
        #expect(board.rows[line + 1].contains("is not closed"))
        #expect(board.app.screen().cursor?.row == line)
    }

    @Test func `it is repaired and saved there`() {
        var board = board()
        board.type("e", "Ctrl-S")
        #expect(board.intents.isEmpty && board.status.hasPrefix(" ! line 2"))
        board.type("End", "Backspace")
        board.write("Roof")
        #expect(!board.shows("is not closed"))
        board.type("Ctrl-S")
        #expect(board.file("todo/a.md") == Self.odd.replacing("title: [", with: "title: Roof"))
        #expect(board.app.layers.isEmpty && board.shows("Roof"))
    }

    @Test func `line breaks of Windows stay`() {
        var board = board(Self.odd.replacing("\n", with: "\r\n"))
        board.type("e", "End", "Backspace", "x", "Ctrl-S")
        #expect(
            board.file("todo/a.md")?.utf8.elementsEqual(
                Self.odd.replacing("title: [", with: "title: x").replacing("\n", with: "\r\n").utf8)
                == true)
    }

    @Test func `the text is kept as a draft`() {
        var board = board()
        board.type("e")
        board.write("xyz")
        board.type("Esc")
        #expect(board.app.layers.isEmpty && board.app.drafts.count == 1)
        board.type("e")
        #expect(board.shows("xyz"))
        board.type("Ctrl-X")
        #expect(board.app.drafts.isEmpty && board.file("todo/a.md") == Self.odd)
    }

    @Test func `a file that others changed meanwhile is not overwritten`() {
        var board = board()
        board.type("e", "End", "Backspace", "x")
        board.change("todo/a.md", "---\ntitle: {\n---\n")
        board.type("Ctrl-S")
        #expect(board.file("todo/a.md") == "---\ntitle: {\n---\n")
        #expect(board.shows("title: x"))
    }

    @Test func `untouched text follows the file, and closes once it is repaired`() {
        var board = board()
        board.type("e")
        board.change("todo/a.md", "---\ntitle: {\n---\n")
        #expect(board.shows("title: {"))
        board.change("todo/a.md", "title: Roof")
        #expect(board.app.layers.isEmpty)
    }

    @Test(arguments: [(40, 10), (44, 20), (200, 50)])
    func `it fits every screen`(columns: Int, rows: Int) {
        var board = PlayedBoard(["todo/a.md": Self.odd], columns: columns, rows: rows)
        board.type("e")
        board.write(String(repeating: "long words 우유 ", count: 30))
        #expect(board.app.screen().fault == nil)
        #expect(board.app.screen().cursor != nil)
        board.type("PageUp", "Up", "PageDown", "Down", "Home", "End")
        #expect(board.app.screen().fault == nil)
    }
}
