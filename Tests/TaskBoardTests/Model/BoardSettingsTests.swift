import MarkdownDocument
import MergeSupport
import Testing
import Words

@testable import TaskBoard

/// Reading the settings of `pmd.yml`.
struct BoardSettingsTests {
    @Test func `an empty file is a board with the defaults`() throws {
        #expect(try Sample.settings("") == .standard)
        #expect(try Sample.settings("# nothing\n") == .standard)
    }

    @Test func `a new file holds the defaults and the standard views`() throws {
        var expected = BoardSettings()
        expected.views = BoardSettings.standardViews
        #expect(try BoardSettings(Document(BoardSettings.newFile(), kind: .yaml)) == expected)
        expected.states = ["할일", "x"]
        (expected.finished, expected.start) = (["x"], "할일")
        let file = BoardSettings.newFile(states: ["할일", "x"])
        #expect(try BoardSettings(Document(file, kind: .yaml)) == expected)
    }

    @Test func `every setting is read`() throws {
        let settings = try Sample.settings(
            """
            format: 1
            states: [inbox, next, doing, done, dropped]
            finished: [done, dropped]
            start: doing
            limits: {doing: 3, next: 10}
            body-limit: 500
            remind: "08:30"
            sync: {connect: 5, total: 60}
            views:
              mine: "@me"
              soon: due.before:2w sort:due
            retired: [later]
            """)
        #expect(settings.states == ["inbox", "next", "doing", "done", "dropped"])
        #expect(settings.finished == ["done", "dropped"])
        #expect(settings.start == "doing")
        #expect(settings.first == "inbox")
        #expect(settings.limits == ["doing": 3, "next": 10])
        #expect(settings.bodyLimit == 500)
        #expect(settings.remind == 510)
        #expect(settings.sync == .init(connect: 5, idle: 30, total: 60))
        #expect(settings.views.map(\.name) == ["mine", "soon"])
        #expect(settings.views.last?.query == "due.before:2w sort:due")
        #expect(settings.retired == ["later"])
    }

    @Test(arguments: [
        ("states: [a, b, c]", ["c"], "b"), ("states: [a, b]", ["b"], "a"),
        ("states: [a]", [], "a"), ("states: [a, b, c]\nfinished: b", ["b"], "c"),
        ("states: a, b, c", ["c"], "b"), ("states: [a, b, c]\nfinished: []", [], "b"),
    ])
    func `the last state is finished and the second is where work starts`(
        text: String, finished: [String], start: String
    ) throws {
        let settings = try Sample.settings(text)
        #expect(settings.finished == finished.map { Text($0) })
        #expect(settings.start == Text(start))
    }

    @Test func `states in NFD equal states in NFC`() throws {
        let settings = try Sample.settings("states: [e\u{301}te\u{301}, b]")
        #expect(settings.states == ["\u{E9}t\u{E9}", "b"])
        #expect(settings.column(of: "e\u{301}te\u{301}/x.md") == 0)
    }

    @Test func `a retired state records its new name`() throws {
        let settings = try Sample.settings(
            "states: [a, b]\nretired: [x -> y, y->b, z, 'v  ->  w', a -> b]")
        #expect(settings.retired == ["x", "y", "z", "v"])
        #expect(
            ["x", "y", "z", "v", "a", "none"].map { settings.current(Text($0)) }
                == ["b", "b", nil, nil, "a", nil])
        #expect(settings.current("x/2026/t.md" as BoardPath) == "b/2026/t.md")
        #expect(settings.current("z/t.md" as BoardPath) == "z/t.md")
        for wrong in ["[x -> ]", "[-> y]", "[x -> a/b]", "[x -> y, X]", "[x y -> z]"] {
            #expect(throws: SettingsError.self, "\(wrong)") {
                try Sample.settings("states: [a, b]\nretired: \(wrong)")
            }
        }
    }

    @Test func `a state that is listed again is not retired`() throws {
        #expect(try Sample.settings("states: [a, b]\nretired: [a, c]").retired == ["c"])
    }

    @Test func `a missing body limit means no limit`() throws {
        #expect(try Sample.settings("body-limit:").bodyLimit == nil)
        #expect(try Sample.settings("body-limit: 0").bodyLimit == 0)
    }

    @Test(arguments: [
        (
            "colour: red", 1, 1,
            "there is no setting 'colour'; the settings are format, states, finished, start, limits, "
                + "body-limit, attachment-limit, covers, remind, sync, views, urgency, fields, labels, "
                + "retired"
        ),
        ("states: {a: b}", 1, 9, "'states' is a map; expected a list of states"),
        ("states: []", 1, 9, "'states' needs at least one state"),
        ("states:", 1, 8, "'states' needs at least one state"),
        (
            "format: 1\nstates: [todo, \"a b\"]", 2, 17,
            "'a b' is not a valid state name: a state is a folder named with letters, digits, "
                + "'-' and '_', at most 60 bytes"
        ),
        (
            "states:\n  - todo\n  - conflicts\n", 3, 5,
            "'conflicts' is not a valid state name: a state is a folder named with letters, "
                + "digits, '-' and '_', at most 60 bytes"
        ),
        ("states: [todo, Todo]", 1, 16, "'Todo' is listed twice in 'states'"),
        (
            "finished: gone", 1, 11,
            "'finished' lists 'gone', which is not a state; the states are todo, doing, done"
        ),
        (
            "start: dong", 1, 8,
            "'start' lists 'dong', which is not a state; the states are todo, doing, done"
        ),
        ("start: [a]", 1, 8, "'start' is a list; expected one of the states"),
        ("limits: 3", 1, 9, "'limits' is '3'; expected a map of states and numbers"),
        (
            "limits:\n  todo: 5\n  dong: 3\n", 3, 3,
            "'limits' lists 'dong', which is not a state; the states are todo, doing, done"
        ),
        (
            "limits:\n  todo: 5\n  doing: many\n", 3, 3,
            "'limits.doing' is 'many'; expected a number from 1"
        ),
        ("limits: {doing: 0}", 1, 10, "'limits.doing' is '0'; expected a number from 1"),
        ("body-limit: lots", 1, 13, "'body-limit' is 'lots'; expected a number from 0"),
        ("body-limit: -1", 1, 13, "'body-limit' is '-1'; expected a number from 0"),
        (
            "body-limit: 99999999999999999999", 1, 13,
            "'body-limit' is '99999999999999999999'; expected a number from 0"
        ),
        ("body-limit: [1]", 1, 13, "'body-limit' is a list; expected a number of characters"),
        ("remind: 25:00", 1, 9, "'remind' is '25:00'; expected a time such as \"09:00\""),
        (
            "sync: {retry: 3}", 1, 8,
            "there is no timeout 'retry'; the timeouts are connect, idle, total"
        ),
        ("sync: {idle: 0}", 1, 8, "'sync.idle' is '0'; expected a number from 1"),
        ("views: [a]", 1, 8, "'views' is a list; expected a map of names and queries"),
        ("format: one", 1, 9, "'format' is 'one'; expected a number from 1"),
        ("format: 0", 1, 9, "'format' is '0'; expected a number from 1"),
    ])
    func `a wrong setting is reported with its position`(
        text: String, line: Int, column: Int, message: String
    ) {
        let error = #expect(throws: SettingsError.self) { try Sample.settings(text) }
        #expect(error?.words.english == message)
        #expect(error?.line == line)
        #expect(error?.column == column)
        #expect(error?.sentence.english == "pmd.yml:\(line):\(column): \(message)")
    }

    @Test func `a newer format is reported before any other error`() {
        let error = #expect(throws: SettingsError.self) {
            try Sample.settings("colour: red\nformat: 2\n")
        }
        #expect(error?.reason == .newerFormat)
        #expect(error?.line == 2)
        #expect(
            error?.words.english
                == "this board has format 2, but this pmd supports only formats up to 1: "
                + "install a newer pmd")
    }

    @Test(arguments: ["states: [a", "- a\n- b\n", "states: a\nstates: b\n"])
    func `a file that is not a mapping is malformed`(text: String) {
        let error = #expect(throws: SettingsError.self) { try Sample.settings(text) }
        #expect(error?.reason == .malformed)
    }

    @Test(arguments: [
        ("todo/x.md", true), ("done/2024/x.md", true), ("todo/x-k3f9m2.md", true),
        ("later/x-k3f9m2.md", true), ("later/x.md", false), ("old/x.md", true),
        ("x-k3f9m2.md", false), ("x.md", false), ("todo/README.md", false),
        ("todo/sub/README.md", false), ("todo/.x.md", false), ("todo/.trash/x.md", false),
        (".git/x-k3f9m2.md", false), ("conflicts/k3f9m2-1234abcd.md", false),
        ("conflicts/x-k3f9m2.md", false), ("attachments/x-k3f9m2.md", false),
        ("todo/x.txt", false), ("todo/x.MD", false), ("todo/.md", false), ("todo/x.md/y", false),
        ("todo//x.md", false), ("todo/conflicts/x.md", true),
    ])
    func `a Markdown file in a state is a task, a file with a code in any folder`(
        path: BoardPath, isTask: Bool
    ) throws {
        let settings = try Sample.settings("retired: [old]")
        #expect(settings.isTaskPath(path) == isTask)
    }
}
