import MarkdownDocument
import MergeSupport
import Testing
import Words

@testable import TaskBoard

/// Tasks read from documents.
struct TaskItemTests {
    @Test func `every key of a task is read`() throws {
        let task = Sample.task(
            "todo/fix-roof-k3f9m2.md",
            """
            title: Fix the roof
            due: 2026-12-01
            wait: 2026-11-25
            priority: high
            tags: [house, urgent]
            assignees: [ann]
            created: 2026-11-21T09:14:00+09:00
            rank: a3
            remind: [1d, "2h"]
            repeat: every 2 weeks
            blocked-by: [x7q2bd, Call-Bank]
            conflicts:
              - {key: due, value: 2026-12-03, by: Ann, at: 2026-11-21T00:14:00Z}
              - {key: .deleted, by: Bob, at: 2026-11-22T00:00:00Z}
            estimate: 3h
            """, body: "Call **before** noon.\n\n- [x] measure\n- [ ] order tiles\n")
        #expect(task.id == TaskID("k3f9m2"))
        #expect(task.state == "todo" && !task.isFinished)
        #expect(task.title == "Fix the roof" && task.titleSource == .key)
        #expect(task.due?.text == "2026-12-01")
        #expect(task.wait == Sample.day("2026-11-25"))
        #expect(task.priority == .high)
        #expect(task.tags == ["house", "urgent"])
        #expect(task.assignees == ["ann"])
        #expect(task.created?.text == "2026-11-21T09:14:00+09:00")
        #expect(task.rank == Rank("a3") && task.order == Rank("a3"))
        #expect(task.texts(of: .remind) == ["1d", "2h"])
        #expect(task.texts(of: .repeat) == ["every 2 weeks"])
        #expect(task.blockedBy == [TaskID("x7q2bd"), TaskID("call-bank")])
        #expect(
            task.conflicts == [
                ConflictRecord(
                    key: "due", value: "2026-12-03", by: "Ann", at: "2026-11-21T00:14:00Z"),
                ConflictRecord(key: ".deleted", value: "", by: "Bob", at: "2026-11-22T00:00:00Z"),
            ])
        #expect(task.extra.map(\.key) == ["estimate"])
        #expect(task.checklist == (1, 2))
        #expect(task.problems.isEmpty)
    }

    @Test func `a file without front matter is a task`() {
        let task = Sample.task("done/call-bank.md", body: "Ask for the new card.\n")
        #expect(task.title == "call bank" && task.titleSource == .fileName)
        #expect(task.isFinished)
        #expect(task.order == Rank.implied(created: nil, id: TaskID("call-bank")))
        #expect(task.problems.isEmpty)
    }

    @Test(arguments: [
        ("todo/a.md", "title: Key", "# Heading\n", "Key"),
        ("todo/a.md", "title: \"\"", "# Heading\n", "Heading"),
        ("todo/a.md", "title:", "text\n# Heading\n", "Heading"),
        ("todo/a.md", "title: \"  \"", "# Heading\n", "Heading"),
        ("todo/a.md", "", "Fix the\nroof\n====\n\n# Later\n", "Fix the roof"),
        ("todo/a.md", "due: 2026-12-01", "```\n# code\n```\n", "a"),
        ("todo/fix_the-roof-k3f9m2.md", "", "", "fix the roof"),
        ("todo/-k3f9m2.md", "", "", "-k3f9m2"),
        ("todo/k3f9m2.md", "", "", "k3f9m2"),
        ("todo/---.md", "", "", "---"),
        ("todo/a.md", "title: |\n  two\n  lines", "", "two lines"),
        ("todo/a.md", "title: [a, b]", "", "a"),
    ])
    func `the title is the key, else the first heading, else the name in words`(
        path: BoardPath, front: String, body: String, title: String
    ) {
        #expect(Sample.task(path, front, body: body).title == Text(title))
    }

    @Test(arguments: [
        (
            "due: soon", 2, 6,
            "'due' is 'soon'; expected a day such as 2026-12-01 or 2026-12-01T15:00"
        ),
        (
            "title: x\ndue: [2026-12-01]", 3, 6,
            "'due' is a list; expected a day such as 2026-12-01 or 2026-12-01T15:00"
        ),
        (
            "wait: 2026-12-01T15:00", 2, 7,
            "'wait' is '2026-12-01T15:00'; expected a day such as 2026-12-01"
        ),
        ("priority: urgent", 2, 11, "'priority' is 'urgent'; expected high, medium or low"),
        ("tags: {a: b}", 2, 7, "'tags' is a map; expected a list"),
        (
            "created: x", 2, 10,
            "'created' is 'x'; expected a time such as 2026-11-21T09:14:00+09:00"
        ),
        (
            "rank: 3", 2, 7,
            "'rank' is '3'; expected lower-case letters and digits, with a letter first"
        ),
        ("title: {a: b}", 2, 8, "'title' is a map; expected one line of text"),
        ("conflicts: due", 2, 12, "'conflicts' is 'due'; expected a list of records"),
        (
            "conflicts:\n  - {value: x}", 3, 3,
            "'conflicts' is a list of maps; expected records, each with a key"
        ),
        (
            "repeat: sometimes", 2, 9,
            "'repeat' is 'sometimes'; expected 'every', 'after', or an RRULE such as "
                + "FREQ=WEEKLY;BYDAY=MO"
        ),
        (
            "repeat: every 2 moons", 2, 17,
            "'repeat' is 'every 2 moons'; expected days, weeks, months or years"
        ),
        (
            "repeat: 'every month on 32'", 2, 25,
            "'repeat' is 'every month on 32'; expected a day of the month, from 1 to 31, "
                + "or one such as '2nd wednesday' or 'last weekday'"
        ),
        (
            "repeat: FREQ=HOURLY", 2, 14,
            "'repeat' is 'FREQ=HOURLY'; expected DAILY, WEEKLY, MONTHLY or YEARLY"
        ),
        (
            "repeat: every\n  2 moons", 2, 9,
            "'repeat' is 'every 2 moons'; expected days, weeks, months or years"
        ),
        (
            "repeat: [every day]", 2, 9,
            "'repeat' is a list; expected 'every 2 weeks', 'every month on 1', 'after 3 days' or "
                + "an RRULE"
        ),
    ])
    func `a wrong value reads as absent and is reported with its position`(
        front: String, line: Int, column: Int, message: String
    ) {
        let task = Sample.task("todo/a.md", front)
        #expect(
            task.problems.map(\.words.english) == [message])
        #expect(task.problems.first?.line == line)
        #expect(task.problems.first?.column == column)
        #expect(task.problems.first?.kind == .value)
        #expect(task.due == nil && task.wait == nil && task.priority == nil && task.tags.isEmpty)
        #expect(task.created == nil && task.rank == nil && task.texts(of: .repeat).isEmpty)
        #expect(task.conflicts.isEmpty)
    }

    @Test(arguments: [
        "due:", "due: \"\"", "priority:", "tags: []", "tags:", "conflicts:", "conflicts: []",
        "rank:",
        "due: ~", "due: null", "wait: null", "tags: ~", "tags: [null, ~]", "tags:\n- null\n- ~",
    ])
    func `an empty value is absent and not a problem`(front: String) {
        let task = Sample.task("todo/a.md", front)
        #expect(task.problems.isEmpty)
        #expect(task.due == nil && task.tags.isEmpty && task.conflicts.isEmpty)
    }

    @Test(arguments: [
        ("tags: house, urgent", ["house", "urgent"]), ("tags: house", ["house"]),
        ("tags: \"#house, #urgent\"", ["house", "urgent"]),
        ("tags: [\"#house\", b]", ["house", "b"]),
        ("tags: [\"@ann\"]", ["@ann"]), ("tags: ,a,,b,", ["a", "b"]),
        ("tags:\n- no\n- 1:30", ["no", "1:30"]),
    ])
    func `a scalar is a list split at commas, without the signs`(front: String, tags: [String]) {
        #expect(Sample.task("todo/a.md", front).tags == tags.map { Text($0) })
    }

    @Test func `assignees lose their sign`() {
        #expect(Sample.task("todo/a.md", "assignees: \"@ann, bob\"").assignees == ["ann", "bob"])
    }

    @Test
    func `a state key that differs from the folder is a problem, and the folder wins`() {
        let task = Sample.task("todo/a.md", "title: x\nstate: done\nstatus: y")
        #expect(task.state == "todo")
        #expect(task.extra.map(\.key) == ["state", "status"])
        #expect(
            task.problems == [
                Problem(.otherState("done", folder: "todo"), line: 3, column: 8)
            ])
        #expect(task.problems.map(\.key) == ["state"])
        #expect(Sample.task("todo/a.md", "state: todo").problems.isEmpty)
    }

    @Test func `a malformed file is a task with the fields from its valid lines`() throws {
        let task = Sample.task(
            "todo/a.md", "title: a: b\ndue: 2026-12-01\ntags: [x, \"#y\"]\npriority: high")
        #expect(task.isMalformed)
        #expect(task.title == "a: b")
        #expect(task.due?.text == "2026-12-01")
        #expect(task.priority == nil)
        let problem = try #require(task.problems.first)
        #expect(problem.kind == .malformed && problem.line == 2)
        #expect(task.problems.count == 1)
    }

    @Test func `a folder in NFD equals the state in NFC`() throws {
        let settings = try Sample.settings("states: [\u{D560}\u{C77C}, b]")
        let task = Sample.task(
            "\u{1112}\u{1161}\u{11AF}\u{110B}\u{1175}\u{11AF}/a.md", settings: settings)
        #expect(task.state == "\u{D560}\u{C77C}")
    }

    @Test(arguments: [
        ("todo/a.md", "due: 2026-11-20", true), ("todo/a.md", "due: 2026-11-21", false),
        ("done/a.md", "due: 2026-11-20", false), ("todo/a.md", "", false),
        ("todo/a.md", "due: 2026-11-21T09:00", true),
    ])
    func `an unfinished task with a past due date is overdue`(
        path: BoardPath, front: String, isOverdue: Bool
    ) {
        #expect(Sample.task(path, front).isOverdue(Sample.now) == isOverdue)
    }

    @Test(arguments: [("2026-11-22", true), ("2026-11-21", false), ("2026-11-20", false)])
    func `a task waits until its day`(day: String, isWaiting: Bool) {
        #expect(Sample.task("todo/a.md", "wait: \(day)").isWaiting(Sample.now) == isWaiting)
        #expect(!Sample.task("done/a.md", "wait: \(day)").isWaiting(Sample.now))
    }

    @Test func `a conflict record is written as it is read`() {
        let record = ConflictRecord(key: "due", value: "", by: "Ann", at: "2026-11-21T00:14:00Z")
        #expect(record.pairs.map(\.key) == ["key", "value", "by", "at"])
        #expect(ConflictRecord(record.pairs) == record)
        let deleted = ConflictRecord(key: ".deleted", value: "", by: "Ann", at: "x")
        #expect(deleted.pairs.map(\.key) == ["key", "by", "at"])
        #expect(ConflictRecord(deleted.pairs) == deleted)
    }
}
