import MarkdownDocument
import MergeSupport
import Testing

@testable import TaskBoard

/// Declared fields in words, queries, sorting, edits and repetition.
struct DeclaredFieldTests {
    private static func settings() throws -> BoardSettings {
        try Sample.settings(FieldsReaderTests.declarations)
    }

    private static func task(
        _ id: String, _ front: String, in state: String = "todo"
    ) throws -> TaskItem {
        Sample.task(
            BoardPath("\(state)/\(id).md".utf8.map(\.self)), front, settings: try settings())
    }

    private static func board() throws -> Board {
        try Board(
            settings: settings(),
            tasks: [
                task("a", "title: A\nestimate: 1h30\nstage: spec\neffort: 2.5\narea: home.roof"),
                task("b", "title: B\nestimate: 45min\nstage: build\neffort: 10\narea: home"),
                task("c", "title: C\nestimate: soon\nstage: bild\neffort: many\narea: homework"),
                task("d", "title: D\nlinks: [x, y]\nscheduled: 2026-11-27\nreviewer: ann"),
                task("e", "title: E\nlinks: x, z\nscheduled: later\nabout: a\nestimate: {a: b}"),
            ])
    }

    @Test func `words set declared fields, spelled for a file`() throws {
        let draft = try quickEntry(
            [
                "Roof estimate:90min scheduled:fri effort:2.50 stage:SPEC reviewer:@me links:a,b "
                    + "about:x area:home.roof"
            ], now: Sample.now, me: "ann", fields: Self.settings().fields)
        let fields = try Self.settings().fields
        let values = fields.declared.map { draft[$0].map(\.string) }
        #expect(
            values == [
                ["1h30"], ["2026-11-27"], ["2.50"], ["spec"], ["ann"], ["a", "b"], ["x"],
                ["home.roof"],
            ])
        #expect(draft.title == "Roof" && draft.extra.isEmpty)
    }

    @Test func `a declined field does not get its default`() throws {
        let fields = try Self.settings().fields
        func draft(_ words: String) throws -> TaskDraft {
            var draft = try quickEntry([words], now: Sample.now, fields: fields)
            try draft.addDefaults(fields, now: Sample.now, me: nil)
            return draft
        }
        let stage = try #require(fields.keyed("stage"))
        let effort = try #require(fields.keyed("effort"))
        #expect(try draft("Roof")[stage] == ["idea"])
        for words in ["Roof stage:none", "Roof stage=none", "stage:none stage:none Roof"] {
            let draft = try draft(words)
            #expect(draft[stage].isEmpty && draft[effort] == ["1"] && draft.title == "Roof")
            let again = draft.words
            let read = try quickEntry(
                again.words, literalAfter: again.literalAfter, now: Sample.now, fields: fields)
            #expect(read == draft)
        }
        for words in ["Roof stage:none stage:spec", "Roof stage:spec stage:none"] {
            #expect(throws: WordError.self) { try draft(words) }
        }
        var cleared = try TaskDraft(
            [.set(key: "title", value: "Roof"), .clear(key: "stage")], fields: fields)
        try cleared.addDefaults(fields, now: Sample.now, me: nil)
        #expect(cleared[stage].isEmpty && cleared[effort] == ["1"])
    }

    @Test(arguments: [
        "estimate:2d", "estimate=soon", "effort:many", "stage:bild", "scheduled:fridy",
        "area:home/roof", "area:home..roof", "estimat:2h", "Stage:spec", "estimates=2h",
    ])
    func `a value that does not fit, and a key that nearly fits, are refused`(
        word: String
    ) throws {
        let fields = try Self.settings().fields
        #expect(throws: WordError.self) {
            try quickEntry(["Roof \(word)"], now: Sample.now, fields: fields)
        }
        #expect(throws: WordError.self) {
            try EditWords([word], now: Sample.now, fields: fields)
        }
    }

    @Test(arguments: [
        ("estimate:90min", "a"), ("estimate>1h", "a"), ("estimate.below:1h", "b"),
        ("estimate:45min..90min", "ab"), ("estimate:soon", "c"), ("estimate!=1h30", "bcde"),
        ("stage:spec", "a"), ("stage.above:idea", "ab"), ("stage>=build", "b"), ("stage:bild", "c"),
        ("stage:idea..spec", "a"), ("effort:2.50", "a"), ("effort<3", "a"), ("effort:many", "c"),
        ("scheduled:2026-11-27", "d"), ("scheduled.after:yesterday", "d"), ("scheduled:later", "e"),
        ("reviewer:ann", "d"), ("reviewer:@me", "d"), ("links:x", "de"), ("links:z,y", "de"),
        ("area:home", "ab"), ("area:home.roof", "a"), ("area:homework", "c"), ("about:a", "e"),
        ("has:estimate", "abc"), ("no:stage", "de"), ("stage:none", "de"),
        ("sort:estimate", "bacde"), ("sort:-effort", "bacde"), ("sort:stage", "abcde"),
    ])
    func `queries compare declared fields by their types`(words: String, ids: String) throws {
        let board = try Self.board()
        let query = try Query([words], now: Sample.now, me: "ann", settings: board.settings)
        #expect(board.tasks(matching: query).map(\.id.text.string).joined() == ids)
    }

    @Test(arguments: ["effort.before:3", "links>x", "estimate>soon", "effort:3..1", "stage=spec"])
    func `a comparison that a type does not have is refused`(words: String) throws {
        let settings = try Self.settings()
        #expect(throws: WordError.self) {
            try Query([words], now: Sample.now, settings: settings)
        }
    }

    @Test func `values that do not fit are reported with their place`() throws {
        let found = try Self.board().findings.filter { $0.kind == .value }
        let places = found.map { "\($0.id?.text.string ?? ""):\($0.line ?? 0):\($0.column ?? 0)" }
        #expect(
            places == ["c:3:11", "c:5:9", "c:4:8", "e:4:12", "e:6:11"].sorted()
                || places.count == 5,
            "\(places)")
        #expect(Set(found.compactMap(\.id?.text.string)) == ["c", "e"])
    }

    @Test func `an edit sets numbers and dates without quotes`() throws {
        let board = try Self.board()
        let fields = board.settings.fields
        let words = try EditWords(
            ["effort:3", "scheduled:2026-12-01", "links:q"], now: Sample.now, fields: fields)
        let plan = try board.editing([#require(board[TaskID("a")])], words.edits)
        let file = String(decoding: plan.changes[0].bytes ?? [], as: UTF8.self)
        #expect(file.contains("effort: 3\n") && file.contains("scheduled: 2026-12-01\n"), "\(file)")
        #expect(file.contains("links: [q]\n"), "\(file)")
    }

    @Test func `a new task has the defaults of the board, unless they are typed`() throws {
        let fields = try Self.settings().fields
        var draft = try quickEntry(["Roof effort:5"], now: Sample.now, fields: fields)
        try draft.addDefaults(fields, now: Sample.now, me: nil)
        let stage = try #require(fields.keyed("stage"))
        let effort = try #require(fields.keyed("effort"))
        #expect(draft[stage] == ["idea"] && draft[effort] == ["5"])
    }

    @Test func `an error about a default names its setting`() throws {
        let fields = try Sample.settings("fields: {scheduled: {type: date, default: soon}}\n")
            .fields
        let error = #expect(throws: WordError.self) {
            var draft = TaskDraft(title: "Roof")
            try draft.addDefaults(fields, now: Sample.now, me: nil)
        }
        #expect(error?.word == "fields.scheduled.default", "\(String(describing: error))")
    }

    @Test func `declared dates of a repeating task move with its due date`() throws {
        let task = try Self.task(
            "w",
            "title: W\ndue: 2026-11-20\nscheduled: 2026-11-18\nrepeat: every week\nstage: spec\n"
                + "other: 2026-11-18", in: "done")
        let succession = try #require(
            try Succession(
                of: task, finishedOn: Sample.day("2026-11-21"), settings: Self.settings(),
                hash: { _ in [UInt8](repeating: 7, count: 20) }))
        let next = try #require(succession.successor?.document)
        #expect(next.entry("scheduled")?.value == .scalar("2026-11-25"))
        #expect(next.entry("stage")?.value == .scalar("spec"))
        #expect(next.entry("other")?.value == .scalar("2026-11-18"))
    }

    /// The clocks of central Europe change on 2026-10-25 and on 2026-03-29.
    @Test(arguments: [
        ("2026-10-24", "2026-10-24T02:30", "2026-10-26T02:30"),
        ("2026-10-24", "2026-10-23T09:00", "2026-10-25T09:00"),
        ("2026-10-24", "2026-10-24T23:30+02:00", "2026-10-26T23:30+02:00"),
        ("2026-10-24T10:00+02:00", "2026-10-24T08:00Z", "2026-10-26T08:00Z"),
        ("2026-03-28T02:30", "2026-03-27T02:30", "2026-03-29T02:30"),
    ])
    func `a change of summer time leaves the clock of declared dates`(
        due: String, scheduled: String, next: Text
    ) throws {
        let task = try Self.task(
            "w", "title: W\ndue: \(due)\nscheduled: \(scheduled)\nrepeat: every 2 days", in: "done")
        let succession = try #require(
            try Succession(
                of: task, finishedOn: Sample.day(Text(due.prefix(10).description)),
                settings: Self.settings(), hash: { _ in [UInt8](repeating: 7, count: 20) }))
        let successor = try #require(succession.successor?.document)
        #expect(successor.entry("scheduled")?.value == .scalar(next))
    }

    @Test func `urgency has terms for fields and values`() throws {
        let settings = try Sample.settings(
            FieldsReaderTests.declarations
                + "urgency: {stage.build: 2, reviewer: 1, project.work: 4}\n")
        let board = Board(
            settings: settings,
            tasks: [
                Sample.task("todo/a.md", "title: A\nstage: build\nproject: work.code"),
                Sample.task("todo/b.md", "title: B\nreviewer: ann\nproject: workshop"),
            ])
        let scale = UrgencyScale(board, now: Sample.now)
        #expect(board.tasks.map { scale.urgency(of: $0).sum } == [6, 1])
        #expect(throws: SettingsError.self) { try Sample.settings("urgency: {stage.build: 2}\n") }
    }

    @Test func `a record holds the values of declared fields`() throws {
        for task in try Self.board().tasks {
            let fields = try Self.settings().fields
            let before = fields.declared.map { task.texts(of: $0) }
            task.condense()
            #expect(fields.declared.map { task.texts(of: $0) } == before)
        }
    }
}
