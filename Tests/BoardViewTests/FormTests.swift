import BoardView
import MarkdownDocument
import MergeSupport
import TaskBoard
import Testing

/// Edits made from the changed fields of a form.
struct FormTests {
    private let task = Sample.task(
        "todo/roof-k3f9m2.md",
        "title: Roof\ndue: 2026-12-01\ntags: [house, urgent]\nestimate: 3h", body: "Call.\r\n")

    @Test func `an unchanged form gives no edits`() throws {
        let form = try FormModel(editing: task, .standard)
        #expect(form.changed.isEmpty)
        #expect(try form.edits(now: Sample.now).isEmpty)
        #expect(form.problems(.standard, now: Sample.now).isEmpty)
        #expect(form[.tags] == "house, urgent")
        #expect(form[.body] == "Call.\n")
    }

    @Test func `only changed fields become edits, in typed words`() throws {
        var form = try FormModel(editing: task, .standard)
        form[.title] = " Fix the roof "
        form[.due] = "fri 15:00"
        form[.tags] = "house, +garden"
        form[.assignees] = "me, @bob"
        form[.body] += "Soon.\n"
        #expect(form.changed == [.title, .due, .tags, .assignees, .body])
        #expect(
            try form.edits(now: Sample.now, me: "ann") == [
                .set(key: "title", value: "Fix the roof"),
                .set(key: "due", value: "2026-11-27T15:00"),
                .setList(key: "tags", elements: ["house", "garden"]),
                .setList(key: "assignees", elements: ["ann", "bob"]), .body("Call.\nSoon.\n"),
            ])
    }

    @Test func `an empty field clears its value`() throws {
        var form = try FormModel(editing: task, .standard)
        form[.due] = "  "
        form[.tags] = ""
        #expect(
            try form.edits(now: Sample.now) == [.clear(key: "due"), .clear(key: "tags")])
    }

    @Test func `each wrong field has its own problem`() throws {
        var form = try FormModel(editing: task, .standard)
        form[.title] = ""
        form[.due] = "sooon"
        form[.priority] = "urgent"
        form[.body] = String(repeating: "x", count: 11)
        let settings = try Sample.settings("body-limit: 10")
        let problems = form.problems(settings, now: Sample.now)
        #expect(problems.map(\.field) == [.title, .due, .priority, .body])
        #expect(problems[0].words.english == "the title is missing; expected one line of text")
        #expect(
            problems[2].words.english
                == "'urgent' is not a value of 'priority'; expected high, medium or low")
        #expect(problems[3].words.english == "the body has 11 characters, but the limit is 10")
        #expect(throws: FormProblem.self) { try form.edits(now: Sample.now) }
    }

    @Test func `a body that was already over the limit can be changed`() throws {
        var form = try FormModel(
            editing: Sample.task("todo/a.md", "title: A", body: String(repeating: "x", count: 20)),
            .standard)
        form[.body].removeLast(5)
        let settings = try Sample.settings("body-limit: 10")
        #expect(form.problems(settings, now: Sample.now).isEmpty)
        #expect(form.bodyLength == 15)
        form[.body] += String(repeating: "y", count: 20)
        #expect(form.problems(settings, now: Sample.now).isEmpty)
    }

    @Test func `a new task needs a title`() throws {
        var form = FormModel(newIn: "doing", .standard)
        #expect(form.problems(.standard, now: Sample.now).map(\.field) == [.title])
        form[.title] = "Fix +roof"
        form[.due] = "2026-12-01"
        form[.body] = "Call.\n"
        let draft = try form.draft(now: Sample.now)
        #expect(draft.title == "Fix +roof")
        #expect(draft.due == "2026-12-01")
        #expect(draft.state == "doing")
        #expect(draft.body == "Call.\n")
        var source = SystemRandomNumberGenerator()
        let plan = try Sample.board().adding(draft, now: Sample.now, using: &source)
        #expect(plan.changes.first?.after?.string.hasPrefix("doing/fix-") == true)
    }

    @Test func `a field that is emptied in the form of a new task does not get its default`() throws
    {
        let fields = try Sample.settings(
            "fields:\n  effort: {type: number, default: 1}\n  phase: {type: text, default: idea}\n"
        ).fields
        let (effort, phase) = (fields.declared[0], fields.declared[1])
        var form = FormModel(newIn: "todo", fields)
        #expect(form[effort] == "1" && form[phase] == "idea")
        form[.title] = "Roof"
        form[phase] = ""
        let draft = try form.draft(now: Sample.now)
        #expect(draft[effort] == ["1"] && draft[phase].isEmpty)
    }

    @Test func `every field that words can set is in the form, with a name`() {
        #expect(FormField.all(.standard).map(\.field) == Field.keys.filter(\.isTyped) + [.body])
        for row in FormField.all(.standard) {
            #expect(row.label(.korean) != row.field.key.string, "\(row.field.key)")
            #expect((row.kind == .choice) == !row.choices.isEmpty)
        }
    }

    @Test func `a list of commas alone is empty, and a value that a file may have stays`() throws {
        var form = try FormModel(editing: task, .standard)
        form[.tags] = " , "
        form[.remind] = "1d, 3pm"
        let edits = try form.edits(now: Sample.now)
        #expect(
            edits == [.clear(key: "tags"), .setList(key: "remind", elements: ["1d", "15:00"])])
    }

    @Test(arguments: [
        (Field.title, "title: House", "", "Roof, House"),
        (.tags, "title: A\ntags: [urgent, garden]", "", "house, urgent, garden"),
        (.body, "title: A", "Soon.\n", "Call.\n\nSoon.\n"),
    ])
    func `both texts of a clash are kept once, the user's first`(
        field: Field, front: String, body: String, both: String
    ) throws {
        var form = try FormModel(editing: Sample.task("todo/a.md", "title: A"), .standard)
        form[field] = try FormModel(editing: task, .standard)[field]
        try form.rebase(onto: Sample.task("todo/a.md", front, body: body), focused: nil)
        #expect(form.clashes == [field])
        let row = try #require(FormField.all(.standard).first { $0.field == field })
        form.settle(row, with: .both)
        #expect(form[field] == both)
        #expect(form.clashes.isEmpty)
    }

    @Test func `a malformed file does not have a form`() {
        #expect(throws: ActionError.self) {
            try FormModel(editing: Sample.task("todo/a.md", "title: a: b"), .standard)
        }
    }
}

/// The preview of a quick entry while it is typed.
struct QuickEntryPreviewTests {
    private func preview(_ words: String) -> QuickEntryPreview {
        let board = Sample.board(Sample.task("todo/roof-k3f9m2.md", "title: Roof"))
        return QuickEntryPreview([words], in: "todo", on: board, now: Sample.now, me: "ann")
    }

    @Test func `typed words are parsed part by part`() {
        #expect(
            preview(
                "Fix the roof due:fri +house,garden @me !high wait:2026-11-25")
                == .task(
                    TaskSummary(
                        Sample.task(
                            "todo/a.md",
                            "title: Fix the roof\ndue: 2026-11-27\nwait: 2026-11-25\npriority: high\n"
                                + "tags: [house, garden]\nassignees: [ann]"), .standard))
        )
        guard case .task(let summary) = preview("Roof due:fri blocked-by:k3f9m2 state:doing")
        else { Issue.record("no task"); return }
        #expect(summary.parts.first == .title("Roof"))
        #expect(summary.parts.contains(.field(.blockedBy, ["k3f9m2"])))
        #expect(summary.parts.last == .state("doing"))
    }

    @Test func `an unusable word is reported`() {
        guard case .problem(let error) = preview("Fix the roof due:sooon") else {
            Issue.record("no problem")
            return
        }
        #expect(error.word == "due:sooon")
        guard case .refused(let refusal) = preview("Buy milk remind:10m") else {
            Issue.record("not refused")
            return
        }
        #expect(refusal.reason == .remindNeedsDue(title: "Buy milk"))
        #expect(preview(" +house") == .untitled)
        #expect(preview("") == .untitled)
    }
}
