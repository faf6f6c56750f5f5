import MarkdownDocument
import MergeSupport
import Testing

@testable import TaskBoard

/// Edits and merges of the declarations in `pmd.yml`.
struct DeclarationsTests {
    private static let file = """
        format: 1
        # Ours
        fields:
          # first
          effort: number   # in points
          stage:
            type: choice
            values: [a, b]
        remind: "09:00"

        """

    private static func edited(
        _ text: String, _ edits: [(name: Text, text: Text?)]
    ) throws -> String {
        let document = Document(Array(text.utf8), kind: .yaml)
        guard let source = try Declarations(document).source(after: edits) else { return "" }
        let result = try document.settingSource(of: Declarations.key, to: source)
        return String(decoding: result.bytes, as: UTF8.self)
    }

    @Test func `a new declaration leaves every other byte`() throws {
        let last = "    values: [a, b]\n"
        #expect(
            try Self.edited(Self.file, [("size", "{type: number}")])
                == Self.file.replacing(last, with: last + "  size: {type: number}\n"))
    }

    @Test func `a declaration is removed with its lines`() throws {
        let lines = "  stage:\n    type: choice\n    values: [a, b]\n"
        #expect(
            try Self.edited(Self.file, [("stage", nil)])
                == Self.file.replacing(lines, with: ""))
    }

    @Test func `declarations in braces become lines`() throws {
        #expect(
            try Self.edited("fields: {a: text, b: {type: number}}\n", [("c", "date")])
                == "fields:\n  a: text\n  b: {type: number}\n  c: date\n")
    }

    @Test(arguments: [
        (
            "fields:\n  a: text\n", "fields:\n  a: text\n  b: number\n",
            "fields:\n  a: text\n  c: date\n", "fields:\n  a: text\n  c: date\n  b: number\n"
        ),
        (
            "fields:\n  a: text\n  b: text\n", "fields:\n  a: text\n",
            "fields:\n  a: number\n  b: text\n", "fields:\n  a: number\n"
        ),
        (
            "", "fields: {a: text}\n", "fields:\n  b: {type: number, card: true}\n",
            "fields:\n  b: {type: number, card: true}\n  a: text\n"
        ),
        (
            "fields:\n  a: {type: choice, values: [x]}\n",
            "fields:\n  a: {type: choice, values: [x, y]}\n",
            "fields:\n  a: {type: choice, values: [x]}\n  b: text\n",
            "fields:\n  a: {type: choice, values: [x, y]}\n  b: text\n"
        ),
    ])
    func `each declaration merges as one value`(
        base: String, ours: String, theirs: String, merged: String
    ) throws {
        try MergeCase(
            "declarations", base: ["pmd.yml": base], ours: ["pmd.yml": ours],
            theirs: ["pmd.yml": theirs], merged: ["pmd.yml": merged]
        ).check()
    }

    @Test func `two declarations of one field: the later writer's stays`() throws {
        let (ours, theirs) = ("fields:\n  a: number\n", "fields:\n  a: date\n")
        try MergeCase(
            "declarations", base: ["pmd.yml": "fields:\n  b: text\n"],
            ours: ["pmd.yml": ours], theirs: ["pmd.yml": theirs],
            merged: ["pmd.yml": theirs, "conflicts/pmd-\(digits(ours)).yml": ours]
        ).check()
    }

    @Test func `renaming moves the key of every task and keeps its value's bytes`() throws {
        let settings = try Sample.settings(Self.file)
        let board = Board(
            settings: settings,
            tasks: [
                Sample.task("todo/a.md", "title: A\neffort:   '3' # guessed\nother: x"),
                Sample.task("todo/b.md", "title: B"),
            ])
        let document = Document(Array(Self.file.utf8), kind: .yaml)
        let plan = try board.renamingField("effort", to: "size", in: document)
        let files = plan.changes.map { String(decoding: $0.bytes ?? [], as: UTF8.self) }
        #expect(files.count == 2 && files[0].contains("  size: {type: number, former: [effort]}\n"))
        #expect(files[1] == "---\ntitle: A\nsize:   '3' # guessed\nother: x\n---\n")
        #expect(throws: ActionError.self) {
            try board.renamingField("effort", to: "due", in: document)
        }
        #expect(throws: ActionError.self) {
            try board.renamingField("nothing", to: "x1", in: document)
        }
    }

    @Test func `declaring says how many values fit, and changes no task`() throws {
        let board = Sample.board(
            Sample.task("todo/a.md", "title: A\neffort: 3"),
            Sample.task("todo/b.md", "title: B\neffort: many"), Sample.task("todo/c.md", "title: C")
        )
        let plan = try board.declaring(
            "effort", as: "number", [], in: Document([], kind: .yaml))
        #expect(plan.report == .declaredField("effort", fitting: 1, of: 2))
        #expect(plan.changes.map(\.after) == [Board.settingsPath])
    }
}
