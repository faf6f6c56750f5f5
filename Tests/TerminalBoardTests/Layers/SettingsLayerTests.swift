import BoardView
import MarkdownDocument
import TaskBoard
import Testing

@testable import TerminalBoard

/// The settings dialog.
struct SettingsLayerTests {
    @Test func `the keys for lists move the cursor, and keep it visible`() {
        var board = PlayedBoard(rows: 10)
        board.type(",", "End")
        #expect(board.shows("▌body-limit"))
        board.type("g")
        #expect(board.shows("▌states"))
        board.type("G", "Home")
        #expect(board.shows("▌states"))
        board.type("PageDown")
        #expect(board.shows("▌") && !board.shows("▌states"))
        board.type("PageUp")
        #expect(board.shows("▌states"))
    }

    @Test func `renaming a state asks first, and Esc means no`() {
        var board = PlayedBoard(columns: 140)
        board.type(",", "j", "j", "j", "r", "Ctrl-U")
        board.write("next")
        board.type("Enter")
        #expect(board.intents.isEmpty)
        #expect(
            board.status
                == " rename todo to next, which moves 3 tasks? Enter renames it, Esc cancels")
        board.type("Esc", "Enter", "Esc", "r", "Ctrl-U")
        #expect(board.intents.isEmpty)
        board.write("nex")
        board.type("Enter")
        // Another name needs another confirmation.
        board.write("t")
        board.type("Enter")
        #expect(board.intents.isEmpty && board.status.contains("rename todo to next"))
        board.type("Enter")
        #expect(board.intents == [.renameState("todo", to: "next")])
        #expect(board.memory.board.settings.states.contains("next"))
        #expect(board.app.layers.count == 1)
    }

    @Test(arguments: Language.allCases)
    func `r on another setting explains where states are renamed`(language: Language) {
        var board = PlayedBoard(columns: 140, language: language)
        board.type(",", "r")
        #expect(board.status.hasPrefix(" ! ") && board.status.contains("limits.doing"))
        #expect(board.app.layers.last?.takesText == false)
    }

    @Test func `a setting is changed, and a refused value stays for correction`() {
        var board = PlayedBoard()
        board.type(",", "j", "j", "j")
        #expect(board.shows("▌limits.todo"))
        board.type("Enter")
        board.write("many")
        board.type("Enter")
        #expect(board.shows("many"))
        #expect(board.status.hasPrefix(" ! "))
        board.type("Ctrl-U")
        board.write("2")
        board.type("Enter")
        #expect(board.memory.board.settings.limits == ["todo": 2])
        #expect(board.rows[1].contains("todo 3/2 !"))
        board.type("Esc")
        #expect(board.app.layers.isEmpty)
    }

    @Test func `the theme can be changed in the settings`() {
        var board = PlayedBoard()
        board.type(",", "t")
        #expect(!board.app.environment.theme.isDark)
    }
}
