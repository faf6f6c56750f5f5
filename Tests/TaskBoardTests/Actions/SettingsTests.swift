import MarkdownDocument
import Testing
import Words

@testable import TaskBoard

/// Changes to the board's settings, with states that are added, renamed and retired.
struct SettingsTests {
    private static let file = """
        # Ours
        states: [todo, doing, done] # three
        body-limit: 1000
        views:
          mine: "@me"

        """

    private func plan(
        _ text: String = file, _ files: [String: String] = [:],
        _ make: (Board, Document) throws -> Plan
    ) throws -> Plan {
        try make(
            ActionBoard.make(files, text), Document(Array(text.utf8), kind: .yaml))
    }

    private func result(_ plan: Plan) throws -> String {
        String(decoding: try #require(plan.changes.first?.bytes), as: UTF8.self)
    }

    @Test func `a new state gets its folder`() throws {
        let plan = try plan { try $0.setting("states", to: "todo, review, doing, done", in: $1) }
        #expect(plan.changes.map(\.after) == ["pmd.yml", "review/.gitkeep"])
        let several = try self.plan {
            try $0.setting([("states", "todo, next, doing, done"), ("remind", "08:00")], in: $1)
        }
        #expect(several.changes.map(\.after) == ["pmd.yml", "next/.gitkeep"])
    }

    @Test(
        arguments: [
            ("body-limit", "500", "body-limit: 500\n", "Set body-limit: 500 (was 1000)"),
            ("body-limit", "", "done] # three\nviews:", "Remove body-limit (was 1000)"),
            (
                "states", "todo, doing, review, done", "[todo, doing, review, done] # three\n",
                "Set states: todo, doing, review, done (was todo, doing, done)"
            ),
            ("views.mine", "@ann", "mine: \"@ann\"\n", "Set views.mine: @ann (was @me)"),
            ("limits.doing", "3", "limits:\n", "Set limits.doing: 3 (was not set)"),
            ("remind", "08:30", "remind: ", "Set remind: 08:30 (was 09:00)"),
        ] as [(Text, Text, String, String)])
    func `setting one key keeps the others`(
        _ c: (key: Text, value: Text, part: String, subject: String)
    ) throws {
        let plan = try plan { try $0.setting(c.key, to: c.value, in: $1) }
        let text = try result(plan)
        #expect(text.contains(c.part))
        let lines = Set(text.split(separator: "\n"))
        let kept = Self.file.split(separator: "\n").filter { !$0.contains(c.key.string) }
        #expect(lines.isSuperset(of: kept.filter { $0 != "  mine: \"@me\"" }))
        #expect(plan.subject == c.subject)
    }

    @Test func `a state that is left out is retired`() throws {
        let gone = try plan { try $0.setting("states", to: "todo, done", in: $1) }
        let settings = try BoardSettings(
            Document(try #require(gone.changes.first?.bytes), kind: .yaml))
        #expect(settings.retired == ["doing"])
    }

    @Test func `a retired state cannot get a limit, and loses the one it has`() throws {
        let retired = "states: [todo, done]\nretired: [doing]\nlimits: {doing: 2}\n"
        let error = try #require(
            throws: ActionError.self,
            performing: {
                _ = try plan(retired) { try $0.setting("limits.doing", to: "3", in: $1) }
            })
        #expect(error.words.english == "there is no state 'doing': did you mean 'done'?")
        let removal = try plan(retired) { try $0.setting("limits.doing", to: "", in: $1) }
        #expect(removal.words.english == "Removed limits.doing (was 2)")
    }

    @Test func `setting the same value gives an empty plan`() throws {
        #expect(try plan { try $0.setting("body-limit", to: "1000", in: $1) }.isEmpty)
    }

    @Test(
        arguments: [
            ("states", .list(["todo", "doing", "done"])), ("start", .scalar("doing")),
            ("body-limit", .scalar("1000")), ("attachment-limit", .scalar(nil)),
            ("covers", .flag(false)), ("remind", .scalar("09:00")),
            (
                "views",
                .map([
                    Pair(key: "mine", value: "@me"),
                    Pair(key: "today", value: "due.before:tomorrow"),
                    Pair(key: "next", value: "is:ready sort:urgency"),
                    Pair(key: "waiting", value: "is:waiting"),
                ])
            ), ("views.mine", .scalar("@me")), ("urgency.due", .scalar("12.0")),
            ("limits.todo", .scalar(nil)), ("sync.idle", .scalar("30")),
        ] as [(Text, SettingValue)])
    func `a setting has its value from the file, or its default`(
        _ c: (key: Text, value: SettingValue)
    ) throws {
        let settings = try BoardSettings(Document(Array(Self.file.utf8), kind: .yaml))
        #expect(try settings.value(of: c.key) == c.value)
    }

    @Test func `renaming a state moves its folder`() throws {
        let text = """
            states: [todo, doing, done]
            finished: [done]
            start: doing
            limits: {doing: 2}

            """
        let plan = try plan(
            text, ["doing/a.md": "# A\n", "doing/x/b.md": "", "todo/c.md": "", "work/a.md": ""]
        ) {
            try $0.renamingState(
                "doing", to: "work", in: $1, others: [("doing/.gitkeep", [])],
                hash: ActionBoard.hash)
        }
        #expect(plan.subject == "Rename state doing to work")
        #expect(plan.words.english == "Renamed state doing to work")
        #expect(
            try result(plan) == """
                states: [todo, work, done]
                finished: [done]
                start: work
                limits: {work: 2}
                retired: [doing -> work]

                """)
        #expect(
            plan.changes.dropFirst().map(\.before) == [
                "doing/a.md", "doing/x/b.md", "doing/.gitkeep",
            ])
        #expect(plan.changes.dropFirst(2).map(\.after) == ["work/x/b.md", "work/.gitkeep"])
    }

    @Test func `a state can be renamed after its case was changed`() throws {
        var text = "states: [todo, done]\n"
        for (old, new) in [("todo", "Todo"), ("Todo", "backlog"), ("backlog", "todo")] {
            text = try result(
                plan(text) {
                    try $0.renamingState(Text(old), to: Text(new), in: $1, hash: ActionBoard.hash)
                })
        }
        #expect(text == "states: [todo, done]\nretired: [Todo -> todo, backlog -> todo]\n")
    }

    @Test func `renaming back restores everything but the retired name`() throws {
        let text = "states: [a, b]\n"
        let there = try plan(text) {
            try $0.renamingState("a", to: "c", in: $1, hash: ActionBoard.hash)
        }
        let back = try plan(result(there)) {
            try $0.renamingState("c", to: "a", in: $1, hash: ActionBoard.hash)
        }
        #expect(try result(back) == "states: [a, b]\nretired: [c -> a]\n")
    }

    @Test(arguments: ["is:nosuch", "view:mine", "due.before:nosuchdate", "view:other", "or"])
    func `an invalid view is refused`(_ query: Text) throws {
        let error = #expect(throws: ActionError.self) {
            try plan { try $0.setting("views.mine", to: query, in: $1) }
        }
        #expect(error?.kind == .usage)
        #expect(error?.words.english.contains("the view 'mine'") == true)
    }
}
