import BoardView
import MarkdownDocument
import TerminalUI
import Testing
import Words

@testable import TerminalBoard

/// Names of keys in the configuration.
struct KeyNameTests {
    @Test func `a key's name is parsed as the same key`() {
        let keys: [Key] =
            [
                .enter, .tab, .backspace, .delete, .escape, .insert, .up, .down, .left, .right,
                .home, .end, .pageUp, .pageDown,
            ] + (1...12).map { .function($0) }
            + ["a", "Z", "f", "F", "-", "?", " ", "우", "+", "1"].map { .character($0) }
        for key in keys {
            for modifiers in [[], .ctrl, .alt, [.ctrl, .alt]] as [Modifiers] {
                if modifiers.contains(.ctrl), ["Z", "F"].map(Key.character).contains(key) {
                    continue
                }
                let press = KeyPress(key, modifiers)
                #expect(KeyName.key(KeyName.name(press)) == press, "\(KeyName.name(press))")
            }
        }
        #expect(KeyName.key("Shift-Tab") == KeyPress(.backtab))
        #expect(KeyName.name(KeyPress(.backtab)) == "Shift-Tab")
    }

    @Test(arguments: ["", "ab", "Ctrl-", "Hyper-a", "F13", "F0", "a-b", "-a"])
    func `other words are not key names`(name: String) { #expect(KeyName.key(name) == nil) }

    @Test func `key names are not case-sensitive`() {
        #expect(KeyName.key("ctrl-d") == KeyPress(.character("d"), .ctrl))
        #expect(KeyName.key("CTRL-D") == KeyPress(.character("d"), .ctrl))
        #expect(KeyName.key("pagedown") == KeyPress(.pageDown))
    }

    @Test(
        arguments: [
            ("bogus", "x", .unknownAction("bogus")),
            ("delete", "Ctrl-", .unknownKey("Ctrl-", action: .delete)),
            ("quit", "Q", .fixed(.quit)), ("delete", "q", .taken("q", action: .delete)),
            ("delete", "j", .taken("j", action: .delete)),
            ("delete", "3", .taken("3", action: .delete)),
            ("delete", "Esc", .taken("Esc", action: .delete)),
        ] as [(String, String, KeyMap.Problem)])
    func `a key that cannot be set has a reason`(
        name: String, value: String, problem: KeyMap.Problem
    ) {
        #expect(throws: problem) { try KeyMap(settings: [(name, value)]) }
    }

    @Test func `a configured key replaces the standard one`() throws {
        let keys = try KeyMap(settings: [("delete", "Ctrl-D"), ("next-view", "W")])
        var board = PlayedBoard(keys: keys)
        board.type("d", "Tab")
        #expect(board.intents.isEmpty)
        #expect(board.app.view == nil)
        board.type("W", "W", "W", "W", "Ctrl-D")
        #expect(board.column("todo") == "b c")
    }

    @Test func `a key that is set is taken from its default action`() throws {
        let keys = try KeyMap(settings: [("calendar", "w")])
        #expect(keys.action(of: KeyPress(.character("w"))) == .calendar)
        #expect(keys.name(of: .wait) == nil)
        #expect(throws: KeyMap.Problem.taken("w", action: .delete)) {
            try KeyMap(settings: [("calendar", "w"), ("delete", "w")])
        }
    }

    @Test func `two actions can exchange their keys, and the last setting counts`() throws {
        let keys = try KeyMap(
            settings: [("delete", "x"), ("finish", "d"), ("delete", "X")])
        #expect(keys.name(of: .delete) == "X")
        #expect(keys.action(of: KeyPress(.character("d"))) == .finish)
        #expect(keys.action(of: KeyPress(.character("x"))) == nil)
    }
}
