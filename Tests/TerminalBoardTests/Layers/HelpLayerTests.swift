import BoardView
import TaskBoard
import TerminalUI
import Testing
import Words

@testable import TerminalBoard

/// The help, which lists the keys.
struct HelpLayerTests {
    @Test(arguments: Language.allCases)
    func `help lists every key, including configured ones`(language: Language) throws {
        let keys = try KeyMap(settings: [("delete", "Ctrl-D")])
        var board = PlayedBoard(rows: 60, language: language, keys: keys)
        board.type("?")
        for action in BoardAction.allCases {
            guard let key = keys.name(of: action) else { continue }
            let row = board.rows.first {
                $0.contains(" \(key) ") && $0.contains(action.title(language))
            }
            #expect(row != nil, "\(action)")
        }
        #expect(board.shows("Ctrl-D"))
        board.type("Esc")
        #expect(board.app.layers.isEmpty)
    }

    @Test(arguments: [
        ("m", "?", "move to doing"), ("Enter", "?", "scroll"), ("H", "?", "details"),
        ("H", "?", "undo this change"),
        (",", "?", "rename the state"), ("e", "F1", "calendar, in a date"),
        ("a", "F1", "undo typing"), (":", "F1", "delete the previous word"),
    ])
    func `help lists the keys of the open layer first`(place: String, key: String, words: String) {
        var board = PlayedBoard(rows: 60)
        board.type(place)
        let hints = board.app.hints
        board.type(key)
        let heading = board.place(of: "On the board:")?.row ?? 0
        #expect(board.place(of: words)?.row ?? .max < heading)
        for hint in hints where !["Ctrl-O", "Ctrl-T"].contains(hint.key) {
            #expect(board.place(of: hint.words)?.row ?? .max < heading, "\(hint.words)")
        }
        board.type("Esc")
        #expect(board.app.layers.count == 1)
    }

    @Test func `on the board help lists no other keys, and in a text ? is text`() {
        var board = PlayedBoard(rows: 60)
        board.type("F1")
        #expect(board.shows("┌ Keys ") && !board.shows("On the board:"))
        board.type("?", "a", "?")
        #expect(board.shows("add to todo: ?"))
    }

    @Test func `help scrolls to its last line on the smallest terminal`() {
        var board = PlayedBoard(columns: 40, rows: 10)
        board.type("?")
        for _ in 0..<12 { board.type("PageDown") }
        #expect(board.shows("drag a card with the mouse"))
    }

    @Test(arguments: Language.allCases, ["", "e", "a", "Enter"])
    func `help wraps long lines and indents the rest`(language: Language, place: String) {
        for columns in [40, 44, 60, 100] {
            var board = PlayedBoard(columns: columns, rows: 120, language: language)
            if !place.isEmpty { board.type(place) }
            board.type("F1")
            let box = board.rows.filter { $0.contains("│") && !$0.contains("1 … 9") }
            #expect(!box.contains { $0.contains("…") }, "\(columns)")
        }
        var board = PlayedBoard(columns: 40, rows: 100, language: language)
        board.type("?")
        let words = BoardAction.showAll.title(language)
        let row = board.rows.firstIndex { $0.contains("│ z           " + words.prefix(4)) }
        #expect(
            row.map { board.rows[$0 + 1].hasPrefix("│" + String(repeating: " ", count: 13)) }
                == true)
        board.app.resize(columns: 100, rows: 100)
        #expect(board.shows(words))
    }

    @Test func `help scrolls to its ends with the keys for lists`() {
        var board = PlayedBoard(columns: 60, rows: 10)
        board.type("?", "G")
        #expect(board.shows("┌ Keys ") && board.shows("drag a card with the mouse"))
        board.type("Home")
        #expect(board.shows("h j k l"))
        board.type("End", "g")
        #expect(board.shows("h j k l") && board.app.layers.count == 1)
    }
}
