import BoardView
import MarkdownDocument
import MergeSupport
import TaskBoard
import Testing

/// The page of one task: fields, checklist, warnings and history.
struct TaskPageTests {
    private func page(_ task: TaskItem, _ others: TaskItem...) -> TaskPage {
        let board = Board(settings: .standard, tasks: [task] + others)
        let entry = LogEntry(
            commit: String(repeating: "a", count: 40), time: Sample.now.seconds, offset: 540,
            author: "Ann",
            change: .task(
                TaskChange(action: .added, id: task.id, title: task.title, changes: [])))
        return TaskPage(task, reference: "k3", on: board, history: [entry], now: Sample.now)
    }

    @Test func `the first lines of a long body keep the numbers of their items`() {
        let task = Sample.task(
            "todo/a.md", "title: A",
            body: "Call.\n" + (1...500).map { "- [x] item \($0)\n" }.joined())
        let page = TaskPage(
            task, reference: "a", on: Board(settings: .standard, tasks: [task]), history: [],
            bodyBytes: 100, now: Sample.now)
        #expect(page.body.count < 10 && page.body.first?.text == "Call.")
        #expect(page.body.dropFirst().map(\.item) == (1..<page.body.count).map { $0 })
        #expect(page.rows.last?.value == .checklist(done: 500, total: 500))
    }

    @Test func `the marker of a conflict's callout is a flag`() {
        let task = Sample.task(
            "todo/a.md", "title: A", body: "  > [!conflict] Ann wrote instead\n> [x]\n")
        let lines = page(task).body.map(\.withoutCalloutMark)
        #expect(lines[0].text == "  > ⚑ Ann wrote instead  " && lines[1].text == "> [x]")
    }

    @Test func `fields are in the format's order, unknown ones last`() {
        let page = page(
            Sample.task(
                "todo/roof-k3f9m2.md",
                """
                estimate: 3h
                blocked-by: [x7q2bd, gone]
                tags: [house]
                title: Roof
                rank: a3
                created: 2026-11-20T09:00:00+09:00
                due: 2026-11-20
                """, body: "- [x] a\n- [ ] b\n"),
            Sample.task("done/milk-x7q2bd.md", "title: Milk"))
        #expect(page.title == "Roof")
        #expect(
            page.rows.map(\.name) == [
                "state", "due", "tags", "created", "blocked by", "estimate", "checklist",
            ])
        #expect(page.rows[1].value == .due(DueDate("2026-11-20")!, isOverdue: true))
        guard case .tasks(let links) = page.rows[4].value else {
            Issue.record("no tasks")
            return
        }
        #expect(links.map(\.id) == [TaskID("x7q2bd"), TaskID("gone")])
        #expect(links.map(\.title) == ["Milk", nil])
        #expect(links.map(\.isFinished) == [true, false])
        #expect(page.rows[6].value == .checklist(done: 1, total: 2))
    }

    @Test func `the body's items have the numbers that tick accepts`() {
        let page = page(
            Sample.task("todo/a.md", "title: A", body: "\n\nText\r\n- [x] one\n\n- [ ] two\n \n"))
        #expect(page.body.map(\.text) == ["Text", "- [x] one", "", "- [ ] two"])
        #expect(page.body.map(\.item) == [nil, 1, nil, 2])
        #expect(page.body.map(\.isTicked) == [false, true, false, false])
    }

    @Test func `a body over the board's limit has a warning`() throws {
        let task = Sample.task("todo/a.md", "title: A", body: "12345\n")
        func page(_ limit: Int) throws -> TaskPage {
            let board = Board(settings: try Sample.settings("body-limit: \(limit)"), tasks: [task])
            return TaskPage(task, reference: "a", on: board, history: [], now: Sample.now)
        }
        #expect(try page(5).lengthWarning == nil)
        #expect(
            try page(4).lengthWarning?.english == "the body has 5 characters, but the limit is 4")
    }

    @Test func `a malformed file is shown as it is, with its problem`() {
        let page = page(Sample.task("todo/a.md", "title: a: b", body: "Text\n"))
        #expect(page.body.map(\.text) == ["---", "title: a: b", "---", "Text"])
        #expect(page.problems.map(\.kind) == [.malformed])
        let large = String(repeating: "x\n", count: 100_000)
        #expect(self.page(Sample.task("todo/a.md", "a: b: c", body: large)).body.count < 10_000)
    }

    @Test func `history entries are sentences`() {
        let entry = page(Sample.task("todo/a.md", "title: A")).history[0]
        #expect(entry.sentence == "Ann added \"A\"")
        #expect(DateWords(.iso, now: Sample.now).past(entry.time) == "2026-11-21 09:14")
        #expect(entry.shortCommit == "aaaaaaa")
        #expect(!entry.isReorder)
    }
}

/// The sentences that announce and report an undo.
struct UndoViewTests {
    private func view(
        _ step: UndoStep, isRedo: Bool = false, isPreview: Bool = false
    ) -> UndoView {
        UndoView(
            UndoReport(steps: [step], boards: nil), isRedo: isRedo, isPreview: isPreview)
    }

    private func step(_ tasks: [TaskChange], _ files: [String] = []) -> UndoStep {
        UndoStep(
            commit: "abc", subject: "Delete \"A\"", tasks: tasks, otherFiles: files, skipped: [])
    }

    @Test func `an undo is reported afterwards, and its effects are shown before`() {
        let change = TaskChange(
            action: .edited, id: TaskID("a"), title: "A",
            changes: [
                Change(key: "title", from: .scalar("B"), to: .scalar("A")),
                Change(key: "due", from: .scalar("2026-12-01"), to: nil),
            ])
        let step = step([change], ["Delete notes.md"])
        #expect(
            view(step).sentences == [
                "Undid: edited \"B\": title was \"A\", due 2026-12-01", "Undid: added notes.md",
            ])
        #expect(
            view(step, isRedo: true).sentences == [
                "Redid: edited \"A\": title was \"B\", no due", "Redid: deleted notes.md",
            ])
        #expect(view(step, isPreview: true).sentences[1] == "Would undo: added notes.md")
        #expect(
            view(step, isRedo: true, isPreview: true).sentences[1]
                == "Would redo: deleted notes.md")
        #expect(view(step).subject == "Delete \"A\"")
        #expect(!view(step).isImpossible)
    }

    @Test func `an action without effect has a message`() {
        #expect(view(step([])).sentences == ["Nothing to undo in \"Delete \"A\"\""])
    }
}
