import MarkdownDocument
import MergeSupport
import TaskBoard
import TerminalUI
import Testing

@testable import TerminalBoard

/// Letter keys while a Korean keyboard layout is on.
struct KoreanLayoutTests {
    @Test(arguments: [
        ("ㅁ", ["a"]), ("ㅉ", ["W"]), ("ㅘ", ["h", "k"]), ("ㄳ", ["r", "t"]), ("머", ["a", "j"]),
        ("값", ["r", "k", "q", "t"]), ("뷁", ["q", "n", "p", "f", "r"]), ("힣", ["g", "l", "g"]),
    ])
    func `a jamo or a syllable is the keys that type it`(text: String, keys: [String]) {
        #expect(KoreanLayout.keys(of: text) == keys)
    }

    @Test(arguments: ["a", "1", "한글", "é", "", "漢"])
    func `any other text is no keys`(text: String) {
        #expect(KoreanLayout.keys(of: text) == nil)
    }

    @Test func `letter keys act on the board, in menus and while a card is carried`() {
        var board = PlayedBoard()
        board.write("ㅓ")
        #expect(board.current == "b")
        board.write("허ㅏ")
        #expect(board.current == "a")
        board.write("ㅡ")
        #expect(board.shows("move to doing"))
        board.write("ㅂ")
        #expect(board.app.layers.isEmpty)
        board.type("Space")
        board.write("ㅣ")
        #expect(board.app.focus == 1)
        board.type("Esc")
        board.write("ㅁ")
        #expect(board.shows("add to todo:"))
        board.write("지붕")
        #expect(board.shows("add to todo: 지붕"))
    }

    @Test func `a syllable ends at the key that opens a text field`() {
        var board = PlayedBoard()
        board.write("머")
        #expect(board.shows("add to todo:") && !board.shows("add to todo: j"))
    }

    @Test func `a key that the user has set is used as it is`() throws {
        var board = PlayedBoard(keys: try KeyMap(settings: [("finish", "ㅁ")]))
        board.write("ㅁ")
        #expect(board.column("done").contains("a"))
    }
}
