import MarkdownDocument
import Testing

@testable import TaskBoard

/// Sentences that describe a change of the settings.
struct SettingsChangeTests {
    private static let board = "states: [todo, doing, done]\nlimits:\n  doing: 3\n"

    private func change(_ old: String, _ new: String) -> SettingsChange? {
        SettingsChange(
            from: Document(Array(old.utf8), kind: .yaml), to: Document(Array(new.utf8), kind: .yaml)
        )
    }

    @Test(
        arguments: [
            ("doing: 3", "doing: 2", "limits.doing 3 to 2"),
            ("limits:\n  doing: 3\n", "", "no limits.doing"),
            ("doing: 3", "doing: 3\n  todo: 9", "limits.todo 9"),
            ("doing, done", "doing, review, done", "states +review"),
            ("todo, doing", "todo", "states -doing"),
            ("doing, done", "working, done", "states doing renamed to working"),
            ("todo, doing", "new, todo", "states +new -doing"),
            ("todo, doing", "doing, todo", "states reordered"),
            ("[todo, doing, done]", "todo, doing, done", "formatting"),
            ("states", "# why\nstates", "formatting"),
            ("limits", "views:\n  mine: +house\nlimits", "views.mine +house"),
            ("limits", "remind: 10:00\nfinished: [done]\nlimits", "remind 10:00, finished done"),
            ("limits:\n  doing: 3\n", "limits: many\n", "limits doing: 3 to many"),
            ("limits", "\"a\\u202Eb\\nc\": 1\nlimits", "ab c 1"),
            ("states", "\u{7}: [\nstates", "+1 -0 lines"),
        ] as [(String, String, String)])
    func `a settings change is described`(_ old: String, _ new: String, _ words: String) {
        let change = change(Self.board, Self.board.replacing(old, with: new))
        #expect(change?.pastSentence.hasPrefix("changed settings: ") == true)
        #expect(change.map { $0.pastSentence.dropFirst(18) } == words[...])
    }

    @Test(
        arguments: [
            ("", "effort: number", "new field effort (number)"),
            ("effort: number", "", "no field effort"),
            ("effort: number", "effort: duration", "field effort: duration"),
            ("effort: number", "effort: {type: number, card: true}", "field effort: card"),
            ("effort: {type: number, card: true}", "effort: number", "field effort: no card"),
            (
                "", "stage: {type: choice, values: [idea, spec], default: idea, label: 단계}",
                "new field stage (choice, values idea, spec, default idea, label 단계)"
            ),
            (
                "stage: {type: choice, values: [idea, spec]}",
                "stage:\n    type: choice\n    # more\n    values: [idea, build]",
                "field stage: values +build -spec"
            ),
            (
                "stage: {type: choice, values: [a, b]}", "stage: {type: choice, values: [b, a]}",
                "field stage: values reordered"
            ),
            (
                "stage:\n    type: choice\n    values:\n      - a\n      - b",
                "stage: {type: choice, values: [a, b], default: a}", "field stage: default a"
            ),
            (
                "stage: text", "phase: {type: text, former: [stage]}",
                "field stage renamed to phase"
            ),
            ("stage: text", "stage: [a]", "fields.stage text to [a]"),
        ] as [(String, String, String)])
    func `a changed declaration is described`(_ old: String, _ new: String, _ words: String) {
        func text(_ declaration: String) -> String {
            Self.board + (declaration.isEmpty ? "" : "fields:\n  \(declaration)\n")
        }
        let change = change(text(old), text(new))
        #expect(change.map { $0.pastSentence.dropFirst(18) } == words[...])
        let korean = change?.pastSentence(.korean, dates: nil)
        #expect(korean?.hasPrefix("설정 변경: ") == true && korean?.contains("{") == false)
    }

    @Test func `both values of each setting are kept`() {
        let new = Self.board.replacing("doing: 3", with: "todo: 1").replacing("done]", with: "end]")
        let change = change(Self.board, new)
        #expect(
            change?.changes == [
                Change(
                    key: "states", from: .list(["todo", "doing", "done"]),
                    to: .list(["todo", "doing", "end"])),
                Change(key: "limits.todo", from: nil, to: .scalar("1")),
                Change(key: "limits.doing", from: .scalar("3"), to: nil),
            ])
        #expect(
            change?.reversed.changes.last
                == Change(
                    key: "limits.doing", from: nil, to: .scalar("3")))
        #expect(change?.merged.pastSentence.hasPrefix("merged settings: states") == true)
    }

    @Test func `an unreadable file shows its lines`() {
        let change = change(Self.board, "states: [\nlimits:\n  doing: 3\n")
        #expect(
            change?.changes == [
                Change(
                    key: "lines", from: .scalar("states: [todo, doing, done]"),
                    to: .scalar("states: ["))
            ])
        #expect(self.change(Self.board, Self.board) == nil)
        #expect(self.change(Self.board, "\u{0}")?.changes.isEmpty == false)
    }
}
