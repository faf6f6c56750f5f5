import BoardView
import MarkdownDocument
import MergeSupport
import TaskBoard
import TestSupport
import Testing
import Words

/// The rules that both boards have, as cases: the page's own functions must pass them, too.
///
/// `PageRuleTests` runs the page's functions on the same file. With `PMD_RECORD=1`, the file is
/// written again, and the run fails: read the difference before you commit it.
struct BoardRuleTests {
    @Test func `the cases on record are those of the rules`() throws {
        let sections: [(name: String, cases: [JSONValue])] = [
            ("actions", BoardAction.allCases.map(Self.json)),
            ("obstacles", Self.obstacles), ("cards", Self.cards),
            ("fields", FormField.all(FormRun.table).map(Self.json)),
            ("texts", try FormRun.taskTexts), ("lengths", FormRun.lengths),
            ("values", FormValueCase.all.map(\.json)),
            (
                "forms",
                try FormRun.single + FormRun.late + FormRun.choices + FormRun.random(runs: 30)
            ),
            ("moves", try MoveCases.all()),
        ]
        try expectRecorded(sections, in: "BoardRules.json")
    }

    /// The value that a text is sent as in the API is the edit that the form makes of it.
    @Test(arguments: FormValueCase.all.filter { $0.value != .string("") || $0.field.kind == .body })
    func `a text means the same in a form and in the API`(each: FormValueCase) throws {
        var form = try FormModel(editing: FormValueCase.task, FormRun.table)
        form[each.field.field] = each.text
        let edits = try? form.edits(now: Sample.now, me: "ann")
        let member = JSONValue.Member(each.field.field.jsonKey, each.value)
        let sent: JSONValue =
            each.field.field.isDeclared ? ["fields": .object([member])] : .object([member])
        let asked = try? FieldEdit.edits(
            from: sent, now: Sample.now, me: "ann", fields: FormRun.table)
        #expect(edits == asked)
    }
}

// Obstacles of actions.
extension BoardRuleTests {
    /// The action as sent to the page, with the names of its words, since the words may change.
    private static func json(of action: BoardAction) -> JSONValue {
        [
            "name": .string(action.name), "scope": .string("\(action.scope)"),
            "change": .bool(action.isChange),
            "needs": .array(
                action.needs.map { need in
                    [
                        "fact": .string(need.fact.rawValue),
                        "obstacle": .string("\(need.obstacle)"),
                    ]
                }),
        ]
    }

    /// Each action with each combination of facts that it depends on.
    private static var obstacles: [JSONValue] {
        var cases: [JSONValue] = []
        for action in BoardAction.allCases {
            for readOnly in [nil, BoardText.newerFormat] {
                for tasks in 0...2 {
                    for known in subsets(of: action.needs.map(\.fact)) {
                        var facts = ActionFacts()
                        (facts.tasks, facts.readOnly, facts.known) = (tasks, readOnly, Set(known))
                        cases.append(json(of: action, facts, known))
                    }
                }
            }
        }
        return cases
    }

    private static func json(
        of action: BoardAction, _ facts: ActionFacts, _ known: [ActionFact]
    ) -> JSONValue {
        [
            "action": .string(action.name), "tasks": .number(facts.tasks),
            "readOnly": .optional(facts.readOnly.map { Text("\($0)") }),
            "facts": .strings(known.map { Text($0.rawValue) }),
            "obstacle": .optional(action.obstacle(in: facts).map { Text("\($0)") }),
        ]
    }

    /// The field as sent to the page, without its words.
    private static func json(of field: FormField) -> JSONValue {
        guard case .object(let members) = field.json(.english) else { return .null }
        return .object(members.filter { !["label", "choices"].contains($0.key) })
    }

    private static func subsets(of facts: [ActionFact]) -> [[ActionFact]] {
        facts.reduce([[]]) { sets, fact in sets + sets.map { $0 + [fact] } }
    }

    /// Cards as the page shows them after a move that the server has not carried out yet: with the
    /// facts that it sent, and those that the moved task has.
    private static var cards: [JSONValue] {
        let conflict =
            "\nconflicts:\n  - key: due\n    value: 2026-12-05\n    by: Bob\n    at: 2026-11-20T10:00Z"
        var cases: [JSONValue] = []
        for (from, to) in [("todo", "doing"), ("doing", "done"), ("done", "todo")] {
            for front in ["title: A", "title: A\nrepeat: every day", "title: A" + conflict] {
                for body in ["", "- [ ] b\n- [x] c\n", "- [x] b\n"] {
                    let facts = [from, to].map { state in
                        let path = BoardPath("\(state)/a.md".utf8)
                        return ActionFacts(of: [Sample.task(path, front, body: body)]).names
                    }
                    cases.append([
                        "card": ["state": .string(Text(to)), "facts": .strings(facts[0])],
                        "finished": .strings(BoardSettings.standard.finished),
                        "facts": .strings(facts[1]),
                    ])
                }
            }
        }
        return cases
    }
}

/// A typed text, and the value that the page sends of it.
struct FormValueCase: Sendable, CustomTestStringConvertible {
    let field: FormField
    let text: String
    let value: JSONValue

    var json: JSONValue {
        ["key": .string(field.jsonKey), "text": .string(text), "value": value]
    }
    var testDescription: String { "\(field.field.key): \(text)" }

    private init(_ field: Field, _ text: String, _ value: JSONValue) {
        guard let row = FormField.all(FormRun.table).first(where: { $0.field == field }) else {
            preconditionFailure("\(field.key) is not in forms")
        }
        (self.field, self.text, self.value) = (row, text, value)
    }

    /// A task with a value of each field.
    static let task = Sample.task(
        "todo/a.md",
        """
        title: A
        due: 2026-12-01
        wait: 2026-11-30
        priority: low
        tags: [x]
        assignees: [bob]
        remind: [2d]
        repeat: every day
        blocked-by: [k3f9m2]
        estimate: 2h
        stage: idea
        links: [https://c.example]
        """, body: "One.\n")

    static let all: [FormValueCase] = [
        FormValueCase(.title, " Fix the roof ", .string("Fix the roof")),
        FormValueCase(.title, "  ", .string("")), FormValueCase(.title, "우유", .string("우유")),
        FormValueCase(.due, "fri 15:00", .string("fri 15:00")), FormValueCase(.due, " ", .null),
        FormValueCase(.due, "sooon", .string("sooon")),
        FormValueCase(.wait, "2026-12-05", .string("2026-12-05")), FormValueCase(.wait, "", .null),
        FormValueCase(.priority, "high", .string("high")), FormValueCase(.priority, "", .null),
        FormValueCase(.priority, "urgent", .string("urgent")),
        FormValueCase(.tags, "house, +garden,", .strings(["house", "+garden"])),
        FormValueCase(.tags, " , ", .strings([])), FormValueCase(.tags, "", .strings([])),
        FormValueCase(.assignees, "me, @cleo", .strings(["me", "@cleo"])),
        FormValueCase(.remind, "1d, 08:00", .strings(["1d", "08:00"])),
        FormValueCase(.remind, "none", .strings(["none"])),
        FormValueCase(.repeat, "every 2 weeks\t", .string("every 2 weeks")),
        FormValueCase(.repeat, "", .null),
        FormValueCase(.blockedBy, "f3, n8", .strings(["f3", "n8"])),
        FormValueCase(.body, " Two.\n", .string(" Two.\n")), FormValueCase(.body, "", .string("")),
        FormValueCase(.project, "work.code", .string("work.code")),
        FormValueCase(.estimate, " 1h 30min", .string("1h 30min")),
        FormValueCase(.estimate, "", .null), FormValueCase(.estimate, "2 days", .string("2 days")),
        FormValueCase(.effort, "2.5", .string("2.5")),
        FormValueCase(.scheduled, "fri", .string("fri")),
        FormValueCase(.stage, "SPEC", .string("SPEC")),
        FormValueCase(.stage, "done", .string("done")),
        FormValueCase(
            .links, "https://a.example, https://b.example,",
            .strings(["https://a.example", "https://b.example"])),
        FormValueCase(.links, " ,", .strings([])),
    ]
}
