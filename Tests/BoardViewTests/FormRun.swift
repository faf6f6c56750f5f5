import BoardView
import MarkdownDocument
import MergeSupport
import TaskBoard
import TestSupport

/// What happens to an open form, step by step, with its state after each step.
struct FormRun {
    private var form: FormModel
    private let fields: [Field]
    private var steps: [JSONValue] = []
    private let start: JSONValue

    private init(_ fields: [Field], _ texts: [Field: String]) throws {
        self.fields = fields
        form = try FormModel(editing: Self.task(texts), Self.table)
        start = Self.json(fields, form.baseText(of:))
    }

    private static func task(_ texts: [Field: String]) -> TaskItem {
        let lines = [Field.title, .due, .tags, .stage, .links].compactMap { field -> String? in
            guard let text = texts[field], !text.isEmpty else { return nil }
            return "\(field.key): " + (field.isList ? "[\(text)]" : text)
        }
        return Sample.task("todo/a.md", lines.joined(separator: "\n"), body: texts[.body] ?? "")
    }

    private static func json(_ fields: [Field], _ text: (Field) -> String) -> JSONValue {
        .object(fields.map { .init(key(of: $0), .string(text($0))) })
    }

    private static func key(of field: Field) -> String { FormField(field)?.jsonKey ?? "" }

    /// The case for the page.
    private var json: JSONValue { ["base": start, "steps": .array(steps)] }

    private mutating func note(_ step: [JSONValue.Member]) {
        let late = fields.filter {
            !form.begunText(of: $0).utf8.elementsEqual(form.baseText(of: $0).utf8)
        }
        let outside = fields.compactMap { field in
            form.outside[field].map { change in
                JSONValue.Member(
                    Self.key(of: field), ["old": .string(change.old), "new": .string(change.new)])
            }
        }
        steps.append(
            .object(
                step + [
                    .init("texts", Self.json(fields) { form[$0] }),
                    .init("changed", keys(form.changed)), .init("outside", .object(outside)),
                    .init("clashes", keys(fields.filter(form.clashes.contains))),
                    .init("late", Self.json(late, form.begunText(of:))),
                ]))
    }

    private func keys(_ fields: [Field]) -> JSONValue {
        .array(fields.map { .string(Self.key(of: $0)) })
    }

    private mutating func edit(_ field: Field, _ text: String) {
        form[field] = text
        note([
            .init("do", .string("edit")), .init("key", .string(Self.key(of: field))),
            .init("text", .string(text)),
        ])
    }

    private mutating func rebase(_ texts: [Field: String], focused: Field?) throws {
        try form.rebase(onto: Self.task(texts), focused: focused)
        note([
            .init("do", .string("rebase")), .init("base", Self.json(fields, form.baseText(of:))),
            .init("focused", .optional(focused.map { Text(Self.key(of: $0)) })),
        ])
    }

    private mutating func leave(_ field: Field) {
        form.takeLate(field)
        note([.init("do", .string("leave")), .init("key", .string(Self.key(of: field)))])
    }

    private mutating func settle(_ field: FormField, _ choice: FormModel.Choice) {
        form.settle(field, with: choice)
        note([
            .init("do", .string("settle")), .init("key", .string(field.jsonKey)),
            .init("choice", .string(choice.rawValue)),
        ])
    }

    private mutating func takeSaved(_ texts: [Field: String], sent: [Field: String]) throws {
        try form.takeSaved(Self.task(texts), sent: sent)
        note([
            .init("do", .string("saved")), .init("base", Self.json(fields, form.baseText(of:))),
            .init("sent", Self.json(fields) { sent[$0] ?? "" }),
        ])
    }
}

// The fields of a board, and what the page shows of them.
extension FormRun {
    static let table = FieldTable([.estimate, .effort, .scheduled, .stage, .reviewer, .links])

    /// Tasks as sent to the page, with the texts of their forms.
    static var taskTexts: [JSONValue] {
        get throws {
            let fronts = [
                "title: A", "title: A\nestimate: 1h30\nlinks: [a, b]\nproject: work.code",
                "title: A\nestimate: sometime\nstage: later\neffort: [1, 2]\nlinks: a,  b",
                "title: A\nestimate: ~\nstage: null\nreviewer: \"\"\nlinks: []\nown: 3",
            ]
            return try fronts.map { front in
                let task = Sample.task("todo/a.md", front, body: "One.\r\nTwo.\n")
                let form = try FormModel(editing: task, table)
                return [
                    "task": task.json(ref: "a", overdue: Sample.now, fields: table),
                    "texts": json(form.fields.map(\.field)) { form[$0] },
                ]
            }
        }
    }

    /// Bodies with the number of characters that count against the limit.
    static var lengths: [JSONValue] {
        let bodies = [
            "", "\n", "One.\n", "One.\r\n", "가나다\n", "e\u{301}👨‍👩‍👧\n",
            "One.\n- 2026-11-24: Called.\n  Nobody there.\n\nTwo.\n",
            "- 2026-11-24: Called.\n- 2026-11-25: Again.\n", "- 2026-11-31: No day.\n",
            "- [ ] 2026-11-24: No note.\n", "* 2026-11-24: No note.\n",
            "```\n- 2026-11-24: Code.\n```\n- 2026-11-24: A note.\nText.\n",
            "~~~ swift\n```\n- 2026-11-24: Code.\n~~~~\n- 2026-11-24: A note.\n",
            "- An item\n- 2026-11-24: A note.\n- Another\n",
        ]
        return bodies.map {
            ["body": .string($0), "length": .number(TaskBoard.bodyLength($0.utf8))]
        }
    }
}

extension Field {
    static let estimate = Field("estimate", .duration, declaredBy: Declaration())
    static let effort = Field("effort", .number, declaredBy: Declaration())
    static let scheduled = Field("scheduled", .date, declaredBy: Declaration())
    static let stage = Field(
        "stage", .choice(["idea", "spec", "build"]), declaredBy: Declaration())
    static let reviewer = Field("reviewer", .person, declaredBy: Declaration())
    static let links = Field("links", .line, many: true, declaredBy: Declaration())
}

extension FormRun {
    /// Every order of one user and others setting one field to one of three texts.
    static var single: [JSONValue] {
        get throws {
            let texts = ["A", "B", "C"]
            var runs: [JSONValue] = []
            for (mine, theirs, next) in texts.flatMap({ mine in
                texts.flatMap { theirs in texts.map { (mine, theirs, $0) } }
            }) {
                for focused in [nil, Field.title] {
                    var run = try FormRun([.title], [.title: "A"])
                    run.edit(.title, mine)
                    try run.rebase([.title: theirs], focused: focused)
                    try run.rebase([.title: next], focused: focused)
                    run.leave(.title)
                    runs.append(run.json)
                }
            }
            return runs
        }
    }

    /// Every text typed into the focused field after others changed it.
    static var late: [JSONValue] {
        get throws {
            var runs: [JSONValue] = []
            for theirs in ["B", "C"] {
                for mine in ["A", "B", "C"] {
                    var run = try FormRun([.title], [.title: "A"])
                    try run.rebase([.title: theirs], focused: .title)
                    run.edit(.title, mine)
                    run.leave(.title)
                    runs.append(run.json)
                }
            }
            return runs
        }
    }

    /// Every choice for every clash of a field.
    static var choices: [JSONValue] {
        get throws {
            var runs: [JSONValue] = []
            for row in FormField.all(table) {
                let words = words[row.field] ?? []
                for mine in words.dropFirst() {
                    for theirs in words.dropFirst() where theirs != mine {
                        for choice in FormModel.Choice.allCases {
                            var run = try FormRun([row.field], [row.field: words[0]])
                            run.edit(row.field, mine)
                            try run.rebase([row.field: theirs], focused: nil)
                            run.settle(row, choice)
                            runs.append(run.json)
                        }
                    }
                }
            }
            return runs
        }
    }

    private static let words: [Field: [String]] = [
        // The last two look the same, in two encodings.
        .title: ["A", "B", "C", "caf\u{E9}", "cafe\u{301}"],
        .due: ["", "2026-12-01", "2026-12-05"], .tags: ["", "x", "x, y", "z, y"],
        .body: ["", "One.\n", "Two.\n", "One.\n\nThree."],
        .stage: ["", "idea", "spec", "later"], .links: ["", "a", "a, b", "c"],
    ]

    /// Random steps in fields of different kinds.
    static func random(runs: Int) throws -> [JSONValue] {
        var source = SplitMix64(seed: 1)
        return try (0..<runs).map { _ in
            let rows = FormField.all(table).filter { words[$0.field] != nil }
            var texts = Self.texts(using: &source)
            var run = try FormRun(rows.map(\.field), texts)
            var sent = run.form.texts
            for _ in 0..<6 {
                let row = rows[Int.random(in: 0..<rows.count, using: &source)]
                let other = Self.texts(using: &source)
                let text = other[row.field] ?? ""
                switch Int.random(in: 0..<10, using: &source) {
                case 0..<3: run.edit(row.field, text)
                case 3..<7:
                    texts[row.field] = text
                    try run.rebase(texts, focused: Bool.random(using: &source) ? row.field : nil)
                case 7: run.leave(row.field)
                case 8:
                    let clash = rows.first { run.form.clashes.contains($0.field) } ?? row
                    let choices = FormModel.Choice.allCases
                    run.settle(clash, choices[Int.random(in: 0..<3, using: &source)])
                default: try run.takeSaved(texts, sent: sent)
                }
                if Bool.random(using: &source) { sent = run.form.texts }
            }
            return run.json
        }
    }

    private static func texts(using source: inout SplitMix64) -> [Field: String] {
        var texts: [Field: String] = [:]
        for field in [Field.title, .due, .tags, .body, .stage, .links] {
            let words = words[field] ?? []
            texts[field] = words[Int.random(in: 0..<words.count, using: &source)]
        }
        return texts
    }
}
