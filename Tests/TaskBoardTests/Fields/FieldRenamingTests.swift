import MarkdownDocument
import MergeSupport
import Testing
import Words

@testable import TaskBoard

/// Renaming and removing a declared field, with the views and weights that use it.
struct FieldRenamingTests {
    private static let file = """
        fields:
          stage: {type: choice, values: [idea, build], label: Phase}
          effort: number
        views:
          mine: "@me"
          ready: stage.above:idea -stage:build,stage sort:-stage,due # next
          big: effort>3 or has:"stage"
        urgency: {due: 10, stage: 1, stage.build: 2.5}

        """

    private static func document(_ text: String = file) -> Document {
        Document(Array(text.utf8), kind: .yaml)
    }

    @Test(arguments: [
        ("stage:idea", "phase:idea"), ("-stage:idea", "-phase:idea"),
        ("not:stage:none +stage @stage stage", "not:phase:none +stage @stage stage"),
        ("(stage!=idea or stage>=idea)", "(phase!=idea or phase>=idea)"),
        ("stage.above:idea stage.below:build", "phase.above:idea phase.below:build"),
        ("has:due,stage no:stage has!=stage", "has:due,phase no:phase has!=phase"),
        ("sort:-stage,due", "sort:-phase,due"), ("sort:due,-stage", "sort:due,-phase"),
        ("title:stage tag:stage 'stage:idea'", "title:stage tag:stage 'stage:idea'"),
        ("stage:\"a stage: b\" \"stage:idea\"", "phase:\"a stage: b\" \"stage:idea\""),
        ("has:\"due\",\"stage\",stage", "has:\"due\",\"phase\",phase"),
        ("stages:idea stage://x backstage:x", "stages:idea stage://x backstage:x"),
        ("stage:\"open", "stage:\"open"), ("", ""), ("sort:stages", "sort:stages"),
    ])
    func `a query gets another name for a field, and keeps all else`(
        query: String, renamed: String
    ) throws {
        let fields = try BoardSettings(Self.document()).fields
        #expect(Query.renaming("stage", to: "phase", in: Text(query), fields) == Text(renamed))
        #expect(Query.uses("stage", in: Text(query), fields) == (query != renamed))
    }

    @Test func `a renamed field is renamed in views and weights`() throws {
        let board = try ActionBoard.make(["todo/a.md": "---\nstage: idea\n---\n# A\n"], Self.file)
        let plan = try board.renamingField("stage", to: "phase", in: Self.document())
        let text = String(decoding: try #require(plan.changes.first?.bytes), as: UTF8.self)
        #expect(text.contains("  mine: \"@me\"\n"))
        #expect(text.contains("ready: phase.above:idea -phase:build,stage sort:-phase,due # next"))
        #expect(text.contains("has:\"phase\"") && text.contains("phase.build: 2.5"), "\(text)")
        let settings = try BoardSettings(Self.document(text))
        #expect(settings.urgency.fields.map(\.term.name) == ["phase", "phase.build"])
        #expect(settings.urgency.fields.map(\.weight) == [1, 2.5])
        #expect(settings.fields.keyed("phase")?.declaration?.label == "Phase")
        #expect(plan.words.english == "Renamed field stage to phase in 1 task")
    }

    @Test(
        arguments: [
            ("a: text # why", "b: {type: text, former: [a]}"),
            ("a: {type: text, card: true}", "b: {type: text, card: true, former: [a]}"),
            (
                "a:\n    type: choice # one\n    values: [x]\n    # below\n    card: true",
                "b:\n    type: choice # one\n    values: [x]\n    # below\n    card: true\n"
                    + "    former: a"
            ),
            (
                "a: {type: text, former: [z, x]}", "b: {type: text, former: [z, x, a]}"
            ),
        ] as [(String, String)])
    func `a renamed field keeps its place, its declaration and its former key`(
        _ old: String, _ new: String
    ) throws {
        func file(_ declaration: String) -> String {
            "format: 1\nfields:\n  first: text\n  \(declaration)\n  last: text # end\nremind: 09:00\n"
        }
        let document = Self.document(file(old))
        let board = Board(settings: try BoardSettings(document), tasks: [])
        let plan = try board.renamingField("a", to: "b", in: document)
        let bytes = try #require(plan.changes.first?.bytes)
        #expect(String(decoding: bytes, as: UTF8.self) == file(new))
        let fields = try BoardSettings(Document(bytes, kind: .yaml)).fields
        #expect(fields.declared.map(\.key) == ["first", "b", "last"])
        #expect(fields.declared(formerly: "a")?.key == "b")
    }

    @Test(arguments: [("stage: idea", false), ("stage: idea\nphase: build", true)])
    func `a former key that another clone still wrote is reported`(
        front: String, hasBoth: Bool
    ) throws {
        let settings = try Sample.settings(
            "fields: {phase: {type: text, former: [stage]}, effort: number}\n")
        let task = Sample.task("todo/a.md", front, settings: settings)
        let board = Board(settings: settings, tasks: [task])
        let fault = Finding.Fault.formerKey("stage", now: "phase", hasBoth: hasBoth)
        #expect(board.findings.map(\.fault) == [fault])
        #expect(board.findings.map(\.line) == [2])
        // The key has no effect where it is typed, but it can be removed.
        for words in ["stage:spec", "stage=spec"] {
            let error = #expect(throws: WordError.self) {
                try EditWords([words], now: Sample.now, fields: settings.fields)
            }
            #expect(error?.sentence.english.contains("phase") == true)
        }
        let edits = try EditWords(["stage="], now: Sample.now, fields: settings.fields).edits
        #expect(edits == [.clear(key: "stage")])
    }

    @Test func `malformed files that keep the old key are named`() throws {
        let broken = "---\nstage: idea\ntags: [\n---\n# A\n"
        var files = ["todo/x.md": "---\ntags: [\n---\n# stage: here\n", "todo/y.md": "# Y\n"]
        for name in ["a", "b", "c", "d"] { files["todo/\(name).md"] = broken }
        let plan = try ActionBoard.make(files, Self.file)
            .renamingField("stage", to: "phase", in: Self.document())
        #expect(plan.changes.map(\.after) == ["pmd.yml"])
        #expect(plan.report?.isIncomplete == true)
        #expect(
            plan.words.english
                == "Renamed field stage to phase in 0 tasks; 4 malformed files keep 'stage' "
                + "(todo/a.md, todo/b.md, todo/c.md, …): repair them, then rename the key there")
        let whole = try ActionBoard.make(["todo/y.md": "# Y\n"], Self.file)
            .renamingField("stage", to: "phase", in: Self.document())
        #expect(whole.report?.isIncomplete == false)
    }

    @Test func `a removed field loses its weights, and the views that use it are named`() throws {
        let board = try ActionBoard.make(["todo/a.md": "---\nstage: idea\n---\n# A\n"], Self.file)
        let plan = try board.removingField("stage", in: Self.document())
        let bytes = try #require(plan.changes.first?.bytes)
        let settings = try BoardSettings(Document(bytes, kind: .yaml))
        #expect(settings.urgency.fields.isEmpty && settings.urgency["due"] == 10)
        #expect(settings.views.count == 3)
        #expect(
            plan.words.english
                == "Removed field stage; 1 task keeps its value; removed the urgency of stage, "
                + "stage.build; views still use it: ready, big")
    }
}
