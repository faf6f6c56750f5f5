import BoardView
import MarkdownDocument
import TaskBoard
import TerminalUI
import Testing

@testable import TerminalBoard

/// Moving cards with the keyboard.
struct CarryingTests {
    @Test(
        arguments: [
            (["j"], "todo", "b a c"), (["Down", "Down", "Down"], "todo", "b c a"),
            (["G"], "todo", "b c a"), (["l"], "doing", "a d e"), (["l", "j"], "doing", "d a e"),
            (["Right", "End"], "doing", "d e a"), (["l", "l", "h", "h", "k"], "todo", "a b c"),
            (["PageDown"], "todo", "b c a"),
        ] as [([String], String, String)])
    func `a card is picked up, moved and put down`(
        keys: [String], state: String, order: String
    ) {
        var board = PlayedBoard()
        board.type("Space")
        for key in keys { board.type(key) }
        #expect(board.shows("┃"))
        board.type("Space")
        #expect(board.column(.init(state)) == order)
        #expect(board.intents.count == (order == "a b c" ? 0 : 1))
        #expect(board.current == "a")
    }

    @Test func `Esc and Ctrl-C leave the card in its old place`() {
        var board = PlayedBoard()
        board.type("Space", "l", "j", "Esc", "Space", "j", "Ctrl-C")
        #expect(board.intents.isEmpty)
        #expect(board.app.carry == nil)
        #expect(board.current == "a")
        #expect(board.effects.isEmpty)
    }

    @Test func `a number drops the card in that state`() {
        var board = PlayedBoard()
        board.type("Space", "2")
        #expect(board.column("doing") == "a d e")
        board.type("Space", "3")
        #expect(board.column("done").split(separator: " ").sorted() == ["a", "f"])
    }

    @Test func `a click drops the card there`() {
        var board = PlayedBoard()
        board.type("Space")
        board.click(45, 5)
        #expect(board.column("doing") == "d a e")
    }

    @Test func `selected cards are picked up together`() {
        var board = PlayedBoard()
        board.type("v", "v", "Space", "l")
        #expect(board.shows("moving 2 tasks"))
        board.type("Enter")
        #expect(board.column("doing") == "a b d e")
    }

    @Test func `a picked up card's insertion point is visible in a long column`() {
        let files = Dictionary(
            uniqueKeysWithValues: (10..<60).map {
                ("todo/t\($0).md", "title: Task \($0)\nrank: a\($0)")
            })
        var board = PlayedBoard(files, columns: 40, rows: 10)
        board.type("Space")
        for _ in 0..<30 {
            board.type("j")
            #expect(board.shows("┃"))
        }
        board.type("G", "Space")
        #expect(board.column("todo").hasSuffix("t59 t10"))
    }

    @Test func `meaningless keys do nothing while a card is carried`() {
        var board = PlayedBoard()
        board.type("Space", "d", "q", "a", "u", "/", "Ctrl-R", "F1")
        board.paste("text")
        #expect(board.app.carry != nil)
        #expect(board.intents.isEmpty)
        #expect(board.effects.isEmpty)
    }
}
