import MarkdownDocument
import MergeSupport
import TestSupport
import Testing

@testable import TaskBoard

/// The reminders that a channel announces, by its record of earlier ones.
struct AnnouncementTests {
    private let roof = Sample.task("todo/roof-k3f9m2.md", "title: Roof\ndue: 2026-11-21T15:00")

    /// A record whose first run was at a UTC time.
    private func record(since utc: String) -> ReminderRecord {
        var record = ReminderRecord()
        record.note([], by: .stdout, at: ReminderZones.seconds(utc))
        return record
    }

    private func titles(
        _ board: Board, _ record: ReminderRecord, at utc: String, in zone: String = "UTC",
        of scope: ReminderScope = .all, quiet: QuietHours? = nil
    ) -> [String] {
        board.announcements(
            by: .stdout, of: scope, quiet: quiet, record, now: ReminderZones.moment(zone, at: utc)
        ).entries.map(\.task.title.string)
    }

    @Test func `the user's own reminders come first`() throws {
        let others = (0..<20).map {
            Sample.task(BoardPath("todo/\($0)-b2c3d4.md"), "title: \($0)\ndue: 2026-11-21T14:00")
        }
        let own = Sample.task(
            "todo/own-k3f9m2.md", "title: Own\ndue: 2026-11-21T15:00\nassignees: [Ann]")
        let board = Board(settings: .standard, tasks: others + [own])
        let now = ReminderZones.moment("UTC", at: "2026-11-21T16:00Z")
        for scope in [ReminderScope.all, .mine("ann")] {
            let due = board.announcements(
                by: .stdout, of: scope, to: "ann", record(since: "2026-11-01T00:00Z"), now: now)
            #expect(due.entries.first?.task.title == "Own")
        }
    }

    @Test func `a reminder is announced from its minute on, until it is recorded`() throws {
        let board = Sample.board(roof)
        var record = record(since: "2026-11-01T00:00Z")
        #expect(titles(board, record, at: "2026-11-21T14:59:59Z") == [])
        #expect(titles(board, record, at: "2026-11-21T15:00Z") == ["Roof"])
        #expect(titles(board, record, at: "2027-11-21T15:00Z") == ["Roof"])
        let now = ReminderZones.moment("UTC", at: "2026-11-21T15:00Z")
        let due = board.announcements(by: .stdout, of: .all, record, now: now)
        record.note(due.keys, by: .stdout, at: now.seconds)
        #expect(titles(board, record, at: "2026-11-21T15:00Z") == [])
        #expect(titles(board, record, at: "2027-11-21T15:00Z") == [])
        // Another channel has not announced it.
        #expect(board.announcements(by: .mail, of: .all, record, now: now).entries.count == 1)
    }

    @Test(arguments: [
        // Tasks due before the first run are not announced; tasks due later are.
        ("2026-11-21T15:00:01Z", []), ("2026-11-21T15:00Z", ["Roof"]),
        ("2026-12-01T00:00Z", []),
        // A clock that was wrong at the first run: it counts as now.
        ("2027-05-01T00:00Z", []),
    ])
    func `reminders before the first run are not announced`(first: String, found: [String]) {
        let record = record(since: first)
        #expect(titles(Sample.board(roof), record, at: "2026-12-02T00:00Z") == found)
    }

    @Test func `a day is due until it ends`() {
        let board = Sample.board(Sample.task("todo/a.md", "title: A\ndue: 2026-11-21"))
        let late = record(since: "2026-11-21T20:00Z")
        #expect(titles(board, late, at: "2026-11-21T20:00Z") == ["A"])
        let tooLate = record(since: "2026-11-22T00:01Z")
        #expect(titles(board, tooLate, at: "2026-11-22T00:01Z") == [])
    }

    @Test func `a task that arrives late is announced`() {
        let board = Sample.board(
            Sample.task("todo/a.md", "title: A\ndue: 2026-11-21\nremind: [-2w, -1d]"))
        let record = record(since: "2026-11-10T00:00Z")
        #expect(titles(board, record, at: "2026-11-25T00:00Z") == ["A"])
    }

    @Test func `a zone change or a clock jump announces nothing twice`() {
        let board = Sample.board(roof, Sample.task("todo/a.md", "title: A\ndue: 2026-11-21"))
        var record = record(since: "2026-11-01T00:00Z")
        let times = [
            "2026-11-21T20:00Z", "2026-11-20T20:00Z", "2026-12-21T20:00Z", "2026-11-21T20:00Z",
        ]
        var found: [String] = []
        for (index, utc) in times.enumerated() {
            for zone in ["UTC", "+14", "-14", "Berlin", "Samoa"] {
                let now = ReminderZones.moment(zone, at: utc)
                let due = board.announcements(by: .stdout, of: .all, record, now: now)
                found += due.entries.map(\.task.title.string)
                record.note(due.keys, by: .stdout, at: now.seconds + Int64(index))
            }
        }
        #expect(found.sorted() == ["A", "Roof"])
    }

    @Test func `another date, finishing or deletion ends a reminder`() {
        let record = record(since: "2026-11-01T00:00Z")
        var announced = record
        let key = ReminderKey(id: roof.id, due: "2026-11-21T15:00", element: "")
        announced.note([key], by: .stdout, at: record.lastRun ?? 0)
        let later = Sample.task("todo/roof-k3f9m2.md", "title: Roof\ndue: 2026-11-21T16:00")
        let finished = Sample.task("done/roof-k3f9m2.md", "title: Roof\ndue: 2026-11-21T16:00")
        let utc = "2026-11-21T18:00Z"
        #expect(titles(Sample.board(roof), announced, at: utc) == [])
        #expect(titles(Sample.board(later), announced, at: utc) == ["Roof"])
        #expect(titles(Sample.board(finished), record, at: utc) == [])
        #expect(titles(Sample.board(), record, at: utc) == [])
    }

    @Test(arguments: [
        (ReminderScope.mine("ann"), ["A", "C"]), (.mine("ANN"), ["A", "C"]), (.mine("eve"), ["C"]),
        (.all, ["A", "B", "C"]),
    ])
    func `the user's and unassigned tasks are announced, or all`(
        scope: ReminderScope, found: [String]
    ) {
        let board = Sample.board(
            Sample.task("todo/a.md", "title: A\ndue: 2026-11-21\nassignees: [ann, bob]"),
            Sample.task("todo/b.md", "title: B\ndue: 2026-11-21\nassignees: [bob]"),
            Sample.task("todo/c.md", "title: C\ndue: 2026-11-21"))
        let record = record(since: "2026-11-01T00:00Z")
        #expect(titles(board, record, at: "2026-11-21T10:00Z", of: scope) == found)
    }

    @Test func `reminders in quiet hours are postponed and sent as one list`() throws {
        let board = Sample.board(
            roof, Sample.task("todo/a.md", "title: A\ndue: 2026-11-22T03:00"),
            Sample.task("todo/b.md", "title: B\ndue: 2026-11-22T08:00"))
        let record = record(since: "2026-11-01T00:00Z")
        let quiet = try #require(QuietHours("14:00-07:00"))
        let night = ReminderZones.moment("UTC", at: "2026-11-22T06:59Z")
        let due = board.announcements(by: .stdout, of: .all, quiet: quiet, record, now: night)
        #expect(due.entries.isEmpty && due.next == ReminderZones.seconds("2026-11-22T07:00Z"))
        #expect(titles(board, record, at: "2026-11-22T07:00Z", quiet: quiet) == ["Roof", "A"])
    }

    @Test(
        arguments: [
            ("22:00-07:00", "Berlin", "2026-03-28T21:30Z", "2026-03-29T05:00Z"),
            ("22:00-07:00", "UTC", "2026-11-21T12:00Z", nil),
            ("22:00-07:00", "UTC", "2026-11-21T07:00Z", nil),
            ("22:00-07:00", "UTC", "2026-11-21T22:00Z", "2026-11-22T07:00Z"),
            ("12:00-13:00", "UTC", "2026-11-21T12:59Z", "2026-11-21T13:00Z"),
            ("01:00-02:30", "Berlin", "2026-03-29T00:30Z", "2026-03-29T01:00Z"),
        ] as [(String, String, String, String?)])
    func `quiet hours end at a local time`(
        hours: String, zone: String, utc: String, end: String?
    ) throws {
        let quiet = try #require(QuietHours(Text(hours)))
        let now = ReminderZones.moment(zone, at: utc)
        #expect(quiet.end(at: now.seconds, now) == end.map { ReminderZones.seconds($0) })
    }

    @Test(arguments: ["", "22:00", "22-7", "22:00-22:00", "25:00-07:00", "22:00-07:00-08:00"])
    func `other texts are not quiet hours`(text: String) {
        #expect(QuietHours(Text(text)) == nil)
    }

    @Test func `a snoozed task is silent until the snooze ends, and is then announced once`() throws
    {
        let plain = Sample.task("todo/p.md", "title: P")
        let board = Sample.board(roof, plain)
        var record = record(since: "2026-11-01T00:00Z")
        let end = ReminderZones.seconds("2026-11-21T17:00Z")
        for task in [roof, plain] { record.snoozes[ReminderRecord.Dated(task)] = end }
        let early = ReminderZones.moment("UTC", at: "2026-11-21T16:00Z")
        let none = board.announcements(by: .stdout, of: .all, record, now: early)
        #expect(none.entries.isEmpty && none.next == end)
        let now = early.at(end)
        let due = board.announcements(by: .stdout, of: .all, record, now: now)
        #expect(due.entries.map(\.task.title) == ["Roof", "P"])
        #expect(
            due.keys.map(\.element).sorted() == [
                "", "snooze 2026-11-21T17:00:00Z", "snooze 2026-11-21T17:00:00Z",
            ])
        record.note(due.keys, by: .stdout, at: end)
        #expect(titles(board, record, at: "2026-11-21T18:00Z") == [])
        // A snooze for another date does not apply.
        record.snoozes[ReminderRecord.Dated(roof)] = end + 86_400
        let later = Sample.task("todo/roof-k3f9m2.md", "title: Roof\ndue: 2026-11-21T15:30")
        #expect(titles(Sample.board(later), record, at: "2026-11-21T18:00Z") == ["Roof"])
    }

    @Test func `next is the first future moment`() {
        let board = Sample.board(
            roof, Sample.task("todo/a.md", "due: 2026-11-23\nremind: [-1d, 2026-11-21T12:00]"))
        let now = ReminderZones.moment("UTC", at: "2026-11-21T11:00Z")
        let due = board.announcements(
            by: .stdout, of: .all, record(since: "2026-11-01T00:00Z"), now: now)
        #expect(due.next == ReminderZones.seconds("2026-11-21T12:00Z"))
    }

    @Test func `old records of missing tasks are removed`() {
        var record = record(since: "2026-11-01T00:00Z")
        let (old, recent) = (
            ReminderZones.seconds("2026-11-21T15:00Z"), ReminderZones.seconds("2026-12-20T15:00Z")
        )
        let gone = ReminderKey(id: TaskID("gone"), due: "", element: "")
        let newlyGone = ReminderKey(id: TaskID("gone-too"), due: "", element: "")
        record.note([roof.key(of: ""), gone], by: .stdout, at: old)
        record.note([newlyGone], by: .stdout, at: recent)
        record.snoozes[ReminderRecord.Dated(roof)] = old
        record.prune(for: Sample.board(roof), now: old + 31 * 86_400)
        #expect(Set(record.announced.keys.map(\.key)) == [roof.key(of: ""), newlyGone])
        #expect(record.snoozes.isEmpty)
        #expect(record.channels[.stdout] != nil)
    }

    @Test(arguments: [
        ("", ""), ("Call before noon.\n\nMore.\n", "Call before noon. More."),
        ("# Heading\n\nText\n## Next\nOther", "Text"), ("a\u{1B}[31mb\nc\td", "a[31mb c d"),
        (
            "Buy it.\n\n- [x] measure\n- [ ] order\n\n| A | B |\n|---|---|\n| 1 | 2 |\n\n```\ncode\n```\nSoon.\n",
            "Buy it. Soon."
        ),
    ])
    func `an excerpt is one safe line`(body: String, excerpt: String) {
        #expect(Sample.task("todo/a.md", "title: A", body: body).excerpt == excerpt)
    }

    @Test func `a long excerpt is cut`() {
        let task = Sample.task("todo/a.md", "title: A", body: String(repeating: "우유 ", count: 900))
        #expect(task.excerpt.count <= 160 && task.excerpt.hasSuffix("…"))
    }
}
