import MarkdownDocument
import TaskBoard
import TaskExchange
import Testing

/// Exports to calendars.
struct CalendarWritingTests {
    private func lines(_ front: String, hasEvents: Bool = false) -> [String] {
        lines(task("---\ntitle: a\n\(front)\n---\n"), hasEvents: hasEvents)
    }

    private func lines(_ task: TaskItem, hasEvents: Bool = false) -> [String] {
        let board = Board(settings: .standard, tasks: [task])
        var context = ExportContext(now: seoul, board: board)
        context.calendar.hasEvents = hasEvents
        return ExchangeFormat.ics.write([task], context).text.replacing("\r\n ", with: "")
            .split(separator: "\r\n").map(String.init)
    }

    @Test func `each task is an entry that calendars can read`() throws {
        let roof = task(
            """
            ---
            title: Fix, the roof
            due: 2026-12-01
            priority: high
            tags: [house]
            created: 2026-11-21T09:14:00+09:00
            repeat: every 2 weeks
            assignees: [ann]
            ---
            A; b

            """)
        let writing = Board(settings: .standard, tasks: [roof]).written(.ics)
        #expect(
            writing.text.split(separator: "\r\n").map(String.init) == [
                "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//pmd//pmd//EN", "BEGIN:VTODO",
                "UID:k3f9m2@pmd", "DTSTAMP:20261121T001400Z", "CREATED:20261121T001400Z",
                "DTSTART;VALUE=DATE:20261201", "DUE;VALUE=DATE:20261201",
                "RRULE:FREQ=WEEKLY;INTERVAL=2",
                "SUMMARY:Fix\\, the roof", "STATUS:NEEDS-ACTION", "PRIORITY:1",
                "CATEGORIES:house", "DESCRIPTION:A\\; b\\n", "BEGIN:VALARM", "ACTION:DISPLAY",
                "DESCRIPTION:Fix\\, the roof", "TRIGGER;RELATED=END:PT9H", "END:VALARM",
                "END:VTODO", "END:VCALENDAR",
            ])
        #expect(writing.lost == ["assignees"])
    }

    @Test func `a due date is an event that leaves its day free`() {
        let event = lines("due: 2026-12-01\nremind: [-1d]", hasEvents: true)
        for line in [
            "BEGIN:VEVENT", "UID:k3f9m2@pmd", "DTSTART;VALUE=DATE:20261201", "TRANSP:TRANSPARENT",
            "TRIGGER;RELATED=START:-PT15H",
        ] {
            #expect(event.contains(line), "\(event)")
        }
        #expect(!event.contains { $0.hasPrefix("STATUS") || $0.hasPrefix("DUE") })
        #expect(!lines("tags: [b]", hasEvents: true).contains("BEGIN:VEVENT"))
    }

    @Test(arguments: [
        ("2026-12-01T15:00", "DUE;TZID=Local:20261201T150000"),
        ("2026-12-01", "DUE;VALUE=DATE:20261201"),
        ("2026-12-01T15:00:30+09:00", "DUE:20261201T060030Z"),
    ])
    func `a date keeps its meaning`(_ due: String, _ line: String) {
        #expect(lines("due: \(due)").contains(line))
    }

    @Test(arguments: [
        ("2026-12-01", "every day", "FREQ=DAILY"),
        ("2026-12-01", "every 3 months", "FREQ=MONTHLY;INTERVAL=3"),
        ("2026-12-31", "every month", "FREQ=MONTHLY;BYMONTHDAY=-1"),
        ("2026-12-30", "every month", "FREQ=MONTHLY;BYMONTHDAY=28,29,30;BYSETPOS=-1"),
        ("2026-11-29", "every month on 29", "FREQ=MONTHLY;BYMONTHDAY=28,29;BYSETPOS=-1"),
        ("2026-12-05", "every month on 5", "FREQ=MONTHLY;BYMONTHDAY=5"),
        ("2028-02-29", "every year", "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=-1"),
        ("2026-12-25", "every year on 25 december", "FREQ=YEARLY;BYMONTH=12;BYMONTHDAY=25"),
        ("2026-12-01", "every weekday", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR"),
        ("2026-12-04", "FREQ=MONTHLY;BYDAY=1FR;COUNT=3", "FREQ=MONTHLY;COUNT=3;BYDAY=1FR"),
        ("2026-12-01", "FREQ=DAILY;UNTIL=20270101T000000Z", "FREQ=DAILY;UNTIL=20270101"),
        ("2026-12-01T15:00", "FREQ=DAILY;UNTIL=20270101", "FREQ=DAILY;UNTIL=20270101T145959Z"),
        (
            "2026-12-01T15:00+09:00", "FREQ=DAILY;UNTIL=20270101",
            "FREQ=DAILY;UNTIL=20270101T145959Z"
        ),
    ])
    func `a rule is one of RFC 5545`(_ due: String, _ rule: String, _ value: String) {
        let lines = lines("due: \(due)\nrepeat: \(rule)")
        #expect(lines.contains("RRULE:" + value), "\(lines)")
        #expect(!lines.contains { $0.hasPrefix("RDATE") })
    }

    @Test func `a date that does not match the rule is added separately`() {
        let monday = lines("due: 2026-12-02\nrepeat: FREQ=WEEKLY;BYDAY=MO;COUNT=3")
        #expect(monday.contains("RRULE:FREQ=WEEKLY;UNTIL=20261214;BYDAY=MO"), "\(monday)")
        #expect(monday.contains("RDATE;VALUE=DATE:20261202"))
    }

    @Test(arguments: ["after 3 days", "FREQ=DAILY;UNTIL=20261130", "FREQ=DAILY;COUNT=1"])
    func `a rule that counts from the finish, or has ended, is reported as lost`(rule: String) {
        let water = task("---\ntitle: a\ndue: 2026-12-01\nrepeat: \(rule)\n---\n")
        let writing = Board(settings: .standard, tasks: [water]).written(.ics)
        #expect(writing.lost == ["repeat"] && !writing.text.contains("RRULE"))
    }

    @Test func `a date that was postponed once is a change of one date`() {
        let rent = lines("due: 2026-12-05\nrepeat: every month\noccurrence: 2026-12-01")
        #expect(rent.filter { $0 == "BEGIN:VTODO" }.count == 2)
        #expect(rent.contains("DTSTART;VALUE=DATE:20261201"))
        #expect(rent.contains("RECURRENCE-ID;VALUE=DATE:20261201"))
        #expect(rent.contains("DUE;VALUE=DATE:20261205"))
    }

    @Test func `a repeating time keeps its offset where UTC has another day`() {
        let late = lines("due: 2026-12-07T23:30-05:00\nrepeat: every monday")
        #expect(late.contains("DTSTART;TZID=Etc/GMT+5:20261207T233000"), "\(late)")
        #expect(late.contains("TZOFFSETTO:-0500"))
        let odd = lines("due: 2026-12-07T01:00+09:30\nrepeat: every monday")
        #expect(odd.contains("DTSTART;TZID=UTC+0930:20261207T010000"), "\(odd)")
        let early = lines("due: 2026-12-07T15:00-05:00\nrepeat: every monday")
        #expect(early.contains("DTSTART:20261207T200000Z"))
    }

    @Test(arguments: [
        ("2026-12-01", "[-1d]", "RELATED=END:-PT15H"),
        ("2026-12-01", "[08:00]", "RELATED=END:PT8H"),
        ("2026-12-01", "[2w]", "RELATED=END:-P13DT15H"),
        ("2026-12-01T15:00", "[-1d]", "RELATED=END:-P1D"),
        ("2026-12-01T15:00", "[2h, 08:00]", "RELATED=END:-PT7H"),
        ("2026-12-01T15:00", "[30m]", "RELATED=END:-PT30M"),
        ("2026-12-01T15:00", "[+90m]", "RELATED=END:PT1H30M"),
        ("2026-12-01T15:00", "['2026-11-30T08:00']", "VALUE=DATE-TIME:20261129T230000Z"),
        ("2026-12-01T15:00", "[2026-11-30]", "VALUE=DATE-TIME:20261130T000000Z"),
    ])
    func `a reminder becomes an alarm`(_ due: String, _ remind: String, _ trigger: String) {
        let lines = lines("due: \(due)\nremind: \(remind)")
        #expect(lines.contains("TRIGGER;" + trigger), "\(lines)")
    }

    @Test func `a task reminds at its date by default`() {
        #expect(lines("due: 2026-12-01T15:00").contains("TRIGGER;RELATED=END:PT0S"))
        #expect(lines("due: 2026-12-01").contains("TRIGGER;RELATED=END:PT9H"))
        for front in ["due: 2026-12-01\nremind: none", "tags: [b]", "remind: [1d]"] {
            #expect(!lines(front).contains("BEGIN:VALARM"), "\(front)")
        }
        let done = task("---\ntitle: a\ndue: 2026-12-01\n---\n", at: "done/a-k3f9m2.md")
        #expect(!lines(done).contains("BEGIN:VALARM"))
    }

    @Test func `long lines are folded between characters`() {
        let title = String(repeating: "우유를 사기 ", count: 40)
        let text = Board(settings: .standard, tasks: [task("---\ntitle: \(title)\n---\n")])
            .written(.ics).text
        let lines = text.split(separator: "\r\n", omittingEmptySubsequences: false)
        #expect(lines.allSatisfy { $0.utf8.count <= 75 && !$0.contains("\u{FFFD}") })
        #expect(text.replacing("\r\n ", with: "").contains("SUMMARY:우유를 사기"))
    }

    @Test(arguments: [
        "x\\nATTACH:file:///etc/passwd", "x\\r\\nBEGIN:VALARM", "x\\u2028ATTACH:y",
        "x\\u0085ATTACH:y", "x\\u0000\\e[2J", "x;ATTENDEE=y:z", "x\\\\\\nATTACH:y",
    ])
    func `no title, tag or body adds a line`(_ hostile: String) {
        let front = "---\ntitle: \"\(hostile)\"\ntags: [\"\(hostile)\"]\n---\n"
        let body = hostile.replacing("\\n", with: "\n").replacing("\\r", with: "\r")
            .replacing("\\u2028", with: "\u{2028}").replacing("\\u0085", with: "\u{85}")
        let names = lines(task(front + body)).map { $0.prefix { $0 != ":" && $0 != ";" } }
        let allowed = [
            "BEGIN", "VERSION", "PRODID", "UID", "DTSTAMP", "SUMMARY", "STATUS", "CATEGORIES",
            "DESCRIPTION", "END",
        ]
        #expect(names.allSatisfy { allowed.contains(String($0)) }, "\(names)")
        let text = lines(task(front + body)).joined()
        #expect(
            !text.unicodeScalars.contains { $0.value < 0x20 || (0x7F..<0xA0).contains($0.value) })
        #expect(!text.contains("\u{2028}"))
    }
}
