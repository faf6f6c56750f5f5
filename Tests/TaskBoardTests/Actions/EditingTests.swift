import MarkdownDocument
import Testing

@testable import TaskBoard

/// Edits of fields and bodies.
struct EditingTests {
    private struct Case: Sendable, CustomTestStringConvertible {
        let name: String
        let before: String
        let edits: [FieldEdit]
        let after: String
        var subject: String
        var testDescription: String { name }
    }

    private static let cases = [
        Case(
            name: "a new key", before: "---\ntitle: A\n---\n",
            edits: [.set(key: "due", value: "2026-12-01")],
            after: "---\ntitle: A\ndue: 2026-12-01\n---\n", subject: "Edit \"A\": due 2026-12-01"),
        Case(
            name: "another value, its comment kept",
            before: "---\ndue: 2026-12-01 # soon\n---\n# A\n",
            edits: [.set(key: "due", value: "2026-12-03")],
            after: "---\ndue: 2026-12-03 # soon\n---\n# A\n",
            subject: "Edit \"A\": due 2026-12-01 to 2026-12-03"),
        Case(
            name: "a key goes", before: "---\ntitle: A\ndue: 2026-12-01\n---\n",
            edits: [.clear(key: "due")], after: "---\ntitle: A\n---\n",
            subject: "Edit \"A\": no due"),
        Case(
            name: "a list gains and loses", before: "---\ntitle: A\ntags: [house, old]\n---\n",
            edits: [.add(key: "tags", element: "urgent"), .remove(key: "tags", element: "old")],
            after: "---\ntitle: A\ntags: [house, urgent]\n---\n",
            subject: "Edit \"A\": +urgent, -old"),
        Case(
            name: "the sign of a tag is no part of it",
            before: "---\ntitle: A\ntags: ['#house', x]\n---\n",
            edits: [.add(key: "tags", element: "house"), .remove(key: "tags", element: "x")],
            after: "---\ntitle: A\ntags: ['#house']\n---\n", subject: "Edit \"A\": -x"),
        Case(
            name: "a list as a whole", before: "---\ntitle: A\nassignees: [ann]\n---\n",
            edits: [.setList(key: "assignees", elements: ["bob", "ann"])],
            after: "---\ntitle: A\nassignees: [bob, ann]\n---\n", subject: "Edit \"A\": +@bob"),
        Case(
            name: "a title in the key", before: "---\ntitle: 'A'\n---\n# B\n",
            edits: [.set(key: "title", value: "C")], after: "---\ntitle: 'C'\n---\n# B\n",
            subject: "Edit \"C\": title was \"A\""),
        Case(
            name: "a title in the heading", before: "```\n# no\n```\n# B ##\ntext\n",
            edits: [.set(key: "title", value: "C")], after: "```\n# no\n```\n# C ##\ntext\n",
            subject: "Edit \"C\": body +1 -1 lines"),
        Case(
            name: "a title from nowhere", before: "text\n",
            edits: [.set(key: "title", value: "C")], after: "---\ntitle: C\n---\ntext\n",
            subject: "Edit \"C\": title C"),
        Case(
            name: "a body", before: "---\ntitle: A\n---\nold\n", edits: [.body("new")],
            after: "---\ntitle: A\n---\nnew\n", subject: "Edit \"A\": body +1 -1 lines"),
        Case(
            name: "text at the end", before: "---\ntitle: A\n---\nold\n", edits: [.append("new")],
            after: "---\ntitle: A\n---\nold\n\nnew\n", subject: "Edit \"A\": body +2 -0 lines"),
        Case(
            name: "an unknown key", before: "---\ntitle: A\n---\n",
            edits: [FieldEdit(key: "estimate", value: "3h")],
            after: "---\ntitle: A\nestimate: 3h\n---\n", subject: "Edit \"A\": estimate 3h"),
        Case(
            name: "line ends as the file has them", before: "---\r\ntitle: A\r\n---\r\nold\r\n",
            edits: [.body("a\nb\n"), .set(key: "due", value: "2026-12-01")],
            after: "---\r\ntitle: A\r\ndue: 2026-12-01\r\n---\r\na\r\nb\r\n",
            subject: "Edit \"A\": due 2026-12-01, body +2 -1 lines"),
    ]

    @Test(arguments: cases.indices)
    func `an edit changes only its own bytes and describes its change`(_ index: Int) throws {
        let c = Self.cases[index]
        let board = try ActionBoard.make(["todo/a.md": c.before])
        let plan = try board.editing(board.tasks, c.edits)
        #expect(plan.changes == [.write("todo/a.md", Array(c.after.utf8))], "\(c.name)")
        #expect(plan.subject == c.subject, "\(c.name)")
        #expect(plan.body.isEmpty)
    }

    @Test(
        arguments: [
            [.set(key: "due", value: "2026-12-01")], [.clear(key: "wait")],
            [.add(key: "tags", element: "house")], [.remove(key: "tags", element: "x")],
            [.setList(key: "tags", elements: ["house"])], [.set(key: "title", value: "A")],
            [.append("")], [.body("text")], [],
        ] as [[FieldEdit]])
    func `setting the current value changes nothing`(_ edits: [FieldEdit]) throws {
        let board = try ActionBoard.make([
            "todo/a.md": "---\ntitle: A\ndue: 2026-12-01\ntags: [house]\n---\ntext\n"
        ])
        let plan = try board.editing(board.tasks, edits)
        #expect(plan.isEmpty)
        #expect(plan.tasks == [TaskID("a")])
    }

    @Test func `several tasks are edited in one plan`() throws {
        let board = try ActionBoard.make([
            "todo/a.md": "# A\n", "todo/b.md": "---\npriority: low\n---\n# B\n",
            "doing/c.md": "---\npriority: high\n---\n# C\n",
        ])
        let plan = try board.editing(board.tasks, [.set(key: "priority", value: "high")])
        #expect(
            ActionBoard.text(plan) == """
                Edit "A": priority high, and 1 more

                Edit "A": priority high
                Edit "B": priority low to high
                in todo/a.md
                ---
                priority: high
                ---
                # A
                in todo/b.md
                ---
                priority: high
                ---
                # B

                """)
        #expect(plan.tasks.count == 3)
    }

    @Test func `one malformed file among several refuses the whole edit`() throws {
        let board = try ActionBoard.make([
            "todo/a.md": "# A\n", "todo/b.md": "---\ntitle: a: b\n---\n",
        ])
        let error = #expect(throws: ActionError.self) {
            try board.editing(board.tasks, [.set(key: "due", value: "2026-12-01")])
        }
        #expect(error?.path == "todo/b.md")
        #expect(error?.line == 2)
        #expect(error?.kind == .data)
    }

    @Test(arguments: [
        FieldEdit.add(key: "tags", element: "null"),
        .setList(key: "assignees", elements: ["ann", "~"]),
    ])
    func `a word that means no value in YAML cannot be an element`(_ edit: FieldEdit) throws {
        let board = try ActionBoard.make(["todo/a.md": "# A\n"])
        let error = #expect(throws: ActionError.self) { try board.editing(board.tasks, [edit]) }
        #expect(error?.kind == .usage)
    }

    @Test func `a body that is over the limit may be edited`() throws {
        let board = try ActionBoard.make(["todo/a.md": "# A\nlong\n"], "body-limit: 5\n")
        #expect(try !board.editing(board.tasks, [.body("# Abcd")]).isEmpty)
        #expect(try !board.editing(board.tasks, [.set(key: "x", value: "y")]).isEmpty)
        #expect(try !board.editing(board.tasks, [.append("more")]).isEmpty)
    }

    @Test(
        arguments: [
            ("due", "", .clear(key: "due")), ("due", "none", .clear(key: "due")),
            ("tags", "a, b,,c", .setList(key: "tags", elements: ["a", "b", "c"])),
            ("body", "", .body("")), ("title", "none", .set(key: "title", value: "none")),
            ("estimate", "3h", .set(key: "estimate", value: "3h")),
        ] as [(Text, Text, FieldEdit)])
    func `KEY=VALUE is parsed by its key`(_ c: (key: Text, value: Text, edit: FieldEdit)) {
        #expect(FieldEdit(key: c.key, value: c.value) == c.edit)
    }
}
