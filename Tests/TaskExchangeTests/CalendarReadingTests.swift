import MarkdownDocument
import TaskBoard
import TaskExchange
import Testing
import Words

/// Imports of calendars.
struct CalendarReadingTests {
    /// A calendar with one entry.
    private static func calendar(_ lines: String, _ name: String = "VTODO") -> String {
        "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nBEGIN:\(name)\r\nUID:1\r\n"
            + lines.replacing("\n", with: "\r\n") + "\r\nEND:\(name)\r\nEND:VCALENDAR\r\n"
    }

    private func front(_ lines: String, _ name: String = "VTODO") throws -> [String] {
        try ExchangeFormat.ics.board(Self.calendar("SUMMARY:a\n" + lines, name)).onlyFile()
            .split(separator: "\n").map(String.init)
    }

    private static let berlin = """
        BEGIN:VTIMEZONE
        TZID:Europe/Berlin
        BEGIN:DAYLIGHT
        TZOFFSETFROM:+0100
        TZOFFSETTO:+0200
        TZNAME:CEST
        DTSTART:19700329T020000
        RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU
        END:DAYLIGHT
        BEGIN:STANDARD
        TZOFFSETFROM:+0200
        TZOFFSETTO:+0100
        TZNAME:CET
        DTSTART:19701025T030000
        RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU
        END:STANDARD
        END:VTIMEZONE
        """

    private func zoned(_ lines: String, _ name: String = "VTODO") throws -> Board {
        try ExchangeFormat.ics.board(
            "BEGIN:VCALENDAR\n\(Self.berlin)\nBEGIN:\(name)\nUID:1\nSUMMARY:a\n\(lines)\n"
                + "END:\(name)\nEND:VCALENDAR\n")
    }

    @Test(arguments: ["-9223372036854775808", "9223372036854775807", "-367", "0"])
    func `a position that pmd's rules cannot express is left out`(position: String) throws {
        let front = try front(
            "DUE;VALUE=DATE:20270101\nRRULE:FREQ=MONTHLY;BYDAY=MO;BYSETPOS=\(position)")
        #expect(!front.contains { $0.hasPrefix("repeat:") })
    }

    @Test func `a reminder in Apple's format becomes a task`() throws {
        let text = """
            BEGIN:VCALENDAR
            CALSCALE:GREGORIAN
            PRODID:-//Apple Inc.//Reminders 7.0//EN
            VERSION:2.0
            \(Self.berlin)
            BEGIN:VTODO
            CREATED:20261121T001400Z
            DTSTAMP:20261121T001500Z
            DTSTART;TZID=Europe/Berlin:20261201T150000
            DUE;TZID=Europe/Berlin:20261201T150000
            LAST-MODIFIED:20261121T001500Z
            PRIORITY:1
            RRULE:FREQ=WEEKLY;INTERVAL=1
            SEQUENCE:3
            STATUS:NEEDS-ACTION
            SUMMARY:Call Mom\\, about the roof
            DESCRIPTION:Ask for\\nthe ladder
            UID:5E2F0C9A-0000-4000-8000-0123456789AB
            X-APPLE-SORT-ORDER:560000000
            BEGIN:VALARM
            ACTION:DISPLAY
            DESCRIPTION:Reminder
            TRIGGER;VALUE=DATE-TIME:20261201T130000Z
            UID:7A
            X-WR-ALARMUID:7A
            END:VALARM
            BEGIN:VALARM
            ACTION:NONE
            TRIGGER;VALUE=DATE-TIME:19760401T005545Z
            END:VALARM
            END:VTODO
            END:VCALENDAR
            """
        #expect(
            try ExchangeFormat.ics.board(text).onlyFile() == """
                ---
                title: Call Mom, about the roof
                due: 2026-12-01T15:00+01:00
                priority: high
                created: 2026-11-21T09:14:00+09:00
                rank: i
                remind: ['2026-12-01T13:00:00Z']
                repeat: every week
                source: ics:5E2F0C9A-0000-4000-8000-0123456789AB
                ---
                Ask for
                the ladder

                """)
    }

    @Test func `tasks from Thunderbird and Nextcloud keep their meaning`() throws {
        let text = """
            BEGIN:VCALENDAR
            PRODID:-//Mozilla.org/NONSGML Mozilla Calendar V1.1//EN
            VERSION:2.0
            BEGIN:VTODO
            UID:paint@thunderbird
            SUMMARY:Paint
            STATUS:IN-PROCESS
            PERCENT-COMPLETE:40
            CATEGORIES:House,To\\, do
            CATEGORIES:Garden
            DTSTART;VALUE=DATE:20261125
            DUE;VALUE=DATE:20261201
            LOCATION:Shed
            RELATED-TO;RELTYPE=DEPENDS-ON:milk@nextcloud
            BEGIN:VALARM
            ACTION:DISPLAY
            TRIGGER;VALUE=DURATION;RELATED=END:-P1D
            DESCRIPTION:Mozilla Alarm: Paint
            END:VALARM
            END:VTODO
            BEGIN:VTODO
            UID:milk@nextcloud
            SUMMARY:Buy milk
            STATUS:COMPLETED
            COMPLETED:20261120T060000Z
            PERCENT-COMPLETE:100
            RELATED-TO:paint@thunderbird
            X-OC-HIDESUBTASKS:0
            END:VTODO
            BEGIN:VTODO
            UID:gone
            SUMMARY:Gone
            STATUS:CANCELLED
            END:VTODO
            END:VCALENDAR
            """
        let reading = try ExchangeFormat.ics.read(text)
        #expect(reading.skipped.counts.map(\.name) == ["cancelled"])
        #expect(
            reading.losses.counts.map(\.name) == ["LOCATION", "PERCENT-COMPLETE", "RELATED-TO"])
        let board = try Board.empty.adding(reading)
        let paint = try board.task(titled: "Paint")
        #expect(paint.state == "doing" && paint.tags == ["House", "To, do", "Garden"])
        #expect(paint.due?.text == "2026-12-01" && paint.wait?.text == "2026-11-25")
        // A day before midnight: at midnight of the day before.
        #expect(paint.texts(of: .remind) == ["-33h"])
        let milk = try board.task(titled: "Buy milk")
        #expect(milk.state == "done" && paint.blockedBy == [milk.id])
        #expect(!milk.texts(of: .finished).isEmpty)
    }

    @Test(arguments: [
        ("DTSTART:20991201T100000\nDTEND:20991201T110000", "-2h"),
        ("DTSTART:20991201T100000\nDURATION:PT1H", "-2h"), ("DTSTART:20991201T100000", "-3h"),
        ("DTSTART;TZID=Europe/Berlin:20991201T100000\nDTEND:20991201T100000Z", "-2h"),
        ("DTSTART;VALUE=DATE:20991201", "21:00"),
        ("DTSTART;VALUE=DATE:20991201\nDTEND;VALUE=DATE:20991203", "+36h"),
    ])
    func `an alarm can count from the end of an event`(dates: String, expected: String) throws {
        let alarm = "BEGIN:VALARM\nACTION:DISPLAY\nTRIGGER;RELATED=END:-PT3H\nEND:VALARM"
        let task = try #require(try zoned(dates + "\n" + alarm, "VEVENT").tasks.first)
        #expect(task.texts(of: .remind) == [Text(expected)])
    }

    @Test func `entries with one UID are separate tasks, and a copy is not imported`() throws {
        func entry(_ title: String) -> String {
            "BEGIN:VTODO\nUID:same\nSUMMARY:\(title)\nEND:VTODO\n"
        }
        let text =
            "BEGIN:VCALENDAR\n" + ["One", "Two", "One", "Two", "Three"].map(entry).joined()
            + "END:VCALENDAR\n"
        let reading = try ExchangeFormat.ics.read(text)
        #expect(reading.skipped.counts.map(\.name) == ["twice in the file"])
        #expect(reading.tasks.map(\.title) == ["One", "Two", "Three"])
        let sources = ["ics:same", "ics:same#2", "ics:same#3"].map { Text($0) }
        #expect(reading.tasks.map(\.origin) == sources.map { .source($0) })
        #expect(try Board.empty.adding(reading).tasks.count == 3)
    }

    @Test func `events in Google's format become tasks at their start`() throws {
        let text = """
            BEGIN:VCALENDAR
            PRODID:-//Google Inc//Google Calendar 70.9054//EN
            VERSION:2.0
            X-WR-CALNAME:Home
            \(Self.berlin)
            BEGIN:VEVENT
            DTSTART;TZID=Europe/Berlin:20260706T090000
            DTEND;TZID=Europe/Berlin:20260706T093000
            RRULE:FREQ=WEEKLY;WKST=SU;BYDAY=MO
            EXDATE;TZID=Europe/Berlin:20260713T090000
            UID:standup@google.com
            ATTENDEE;CUTYPE=INDIVIDUAL;CN="Ann: a, b; c";X-NUM-GUESTS=0:mailto:a@b.c
            SUMMARY:Stand-up
            STATUS:CONFIRMED
            END:VEVENT
            BEGIN:VEVENT
            DTSTART;VALUE=DATE:20261224
            DTEND;VALUE=DATE:20261225
            UID:eve@google.com
            SUMMARY:Christmas Eve
            END:VEVENT
            BEGIN:VEVENT
            DTSTART:20261001T150000Z
            DTEND:20261001T160000Z
            UID:past@google.com
            SUMMARY:Dentist
            END:VEVENT
            END:VCALENDAR
            """
        let reading = try ExchangeFormat.ics.read(text)
        #expect(reading.skipped.counts.map(\.name) == ["events that are over"])
        #expect(reading.losses.counts.map(\.name) == ["ATTENDEE", "DTEND"])
        let board = try Board.empty.adding(reading)
        // Its next date; the reader's clock, in Seoul, differs from Berlin's.
        let standup = try board.task(titled: "Stand-up")
        #expect(standup.due?.text == "2026-11-30T09:00+01:00")
        #expect(reading.notes.map(\.words.english).contains { $0.contains("change on 2027-03-28") })
        #expect(standup.texts(of: .repeat) == ["every monday"])
        #expect(try board.task(titled: "Christmas Eve").due?.text == "2026-12-24")
    }

    @Test(arguments: [
        ("20261201", "2026-12-01"), ("20261201T150000", "2026-12-01T15:00"),
        ("20261201T150030", "2026-12-01T15:00:30"), ("20261201T150000Z", "2026-12-01T15:00Z"),
    ])
    func `a day and a local time float, and UTC is a moment`(_ value: String, _ due: Text) throws {
        #expect(try front("DUE:\(value)").contains("due: \(due)"))
    }

    @Test(arguments: [
        ("20261201T150000", "2026-12-01T15:00+01:00"),
        ("20260701T150000", "2026-07-01T15:00+02:00"),
        // Skipped and repeated hours.
        ("20260329T023000", "2026-03-29T02:30+01:00"),
        ("20261025T023000", "2026-10-25T02:30+02:00"),
        ("20261025T030000", "2026-10-25T03:00+01:00"),
        ("19600101T120000", "1960-01-01T12:00+01:00"),
    ])
    func `a zoned time has the offset of that day`(_ value: String, _ due: Text) throws {
        let board = try zoned("DUE;TZID=Europe/Berlin:\(value)")
        #expect(board.tasks[0].due?.text == due)
    }

    @Test func `a repeating time in the reader's zone keeps its hour`() throws {
        let text = """
            BEGIN:VCALENDAR\n\(Self.berlin)\nBEGIN:VTODO\nUID:1\nSUMMARY:a
            DTSTART;TZID=Europe/Berlin:20261201T150000\nRRULE:FREQ=DAILY\nEND:VTODO\nEND:VCALENDAR
            """
        let reading = try ExchangeFormat.ics.read(
            .text(Array(text.utf8)), ExchangeContext(now: inBerlin, settings: .standard))
        #expect(reading.tasks[0][.due] == ["2026-12-01T15:00"])
    }

    @Test func `a zone that the calendar does not define is reported`() throws {
        let reading = try ExchangeFormat.ics.read(
            Self.calendar("SUMMARY:a\nDUE;TZID=\"Mars/Base: 1\":20261201T150000"))
        #expect(reading.tasks[0][.due] == ["2026-12-01T15:00"])
        #expect(reading.losses.counts.map(\.name) == ["time zone Mars/Base: 1"])
    }

    @Test(arguments: [
        ("FREQ=DAILY", "every day"), ("FREQ=WEEKLY;INTERVAL=2;WKST=SU", "every 2 weeks"),
        ("FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR", "every weekday"),
        ("FREQ=MONTHLY", "every month"), ("FREQ=MONTHLY;BYMONTHDAY=1", "every month on 1"),
        ("FREQ=MONTHLY;BYMONTHDAY=-1", "every month on 31"),
        ("FREQ=MONTHLY;BYMONTHDAY=28,29,30;BYSETPOS=-1", "every month on 30"),
        ("FREQ=MONTHLY;BYDAY=FR;BYSETPOS=-1", "FREQ=MONTHLY;BYDAY=FR;BYSETPOS=-1"),
        (
            "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1",
            "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1"
        ),
        ("FREQ=DAILY;INTERVAL=3;FROM=COMPLETION", "after 3 days"),
        ("FREQ=YEARLY;BYMONTH=12;BYMONTHDAY=1", "every year on 1 december"),
        ("FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=-1", "every year on 29 february"),
        ("FREQ=DAILY;COUNT=3", "FREQ=DAILY;COUNT=3"),
    ])
    func `a calendar rule becomes a pmd rule`(_ value: String, _ rule: String) throws {
        let lines = try front("DTSTART;VALUE=DATE:20261201\nRRULE:\(value)")
        #expect(lines.contains("repeat: \(rule)"), "\(lines)")
    }

    @Test(arguments: [
        "FREQ=HOURLY", "FREQ=WEEKLY;BYDAY=MO,TU;BYSETPOS=2",
        "FREQ=WEEKLY;BYDAY=MO;FROM=COMPLETION", "FREQ=DAILY;BYHOUR=3", "x",
        "FREQ=YEARLY;BYWEEKNO=20",
    ])
    func `a rule that pmd does not support is left out and reported`(value: String) throws {
        let reading = try ExchangeFormat.ics.read(
            Self.calendar("SUMMARY:a\nDUE;VALUE=DATE:20261201\nRRULE:\(value)"))
        #expect(reading.tasks[0][.repeat].isEmpty && reading.notes.count == 1)
        #expect(reading.notes[0].words.english.contains("'\(value)'"))
    }

    @Test(arguments: [
        ("DUE;VALUE=DATE:20261201", "-P1D", "-33h"), ("DUE;VALUE=DATE:20261201", "PT8H", "'08:00'"),
        ("DUE;VALUE=DATE:20261201", "-PT15H", "-1d"), ("DUE:20261201T150000", "-PT30M", "-30m"),
        ("DUE:20261201T150000", "-P1W", "-7d"), ("DUE:20261201T150000", "-P1DT2H", "-26h"),
        ("DTSTART:20261201T140000\nDUE:20261201T150000", "PT0S", "-1h"),
    ])
    func `an alarm becomes a reminder`(_ date: String, _ trigger: String, _ remind: String) throws {
        let alarm = "\nBEGIN:VALARM\nACTION:AUDIO\nTRIGGER:\(trigger)\nEND:VALARM"
        #expect(try front(date + alarm).contains("remind: [\(remind)]"))
    }

    @Test(arguments: ["DUE;VALUE=DATE:20261201|PT9H", "DUE:20261201T150000|PT0S"])
    func `the default reminder needs no key`(words: String) throws {
        let parts = words.split(separator: "|")
        let alarm = "\nBEGIN:VALARM\nACTION:DISPLAY\nTRIGGER:\(parts[1])\nEND:VALARM"
        #expect(try !front(parts[0] + alarm).contains { $0.hasPrefix("remind") })
        #expect(try !front(String(parts[0])).contains { $0.hasPrefix("remind") })
    }

    @Test func `an entry is imported once, by its UID`() throws {
        let text = Self.calendar("SUMMARY:a")
        let board = try ExchangeFormat.ics.board(text)
        #expect(board.tasks[0].source == "ics:1")
        let again = try board.importing(
            ExchangeFormat.ics.read(text.replacing("SUMMARY:a", with: "SUMMARY:b")).tasks,
            from: "ics", deleted: [], hash: testHash)
        #expect(again.added.isEmpty && again.known == 1)
    }

    @Test func `a task on the board is recognized in its own calendar export`() throws {
        let roof = task("---\ntitle: Fix the roof\n---\n")
        let board = Board(settings: .standard, tasks: [roof])
        let reading = try ExchangeFormat.ics.read(board.written(.ics).text)
        let again = try board.importing(
            reading.tasks, from: "ics", deleted: [], hash: testHash)
        #expect(again.added.isEmpty && again.known == 1)
        #expect(try Board.empty.adding(reading).tasks.map(\.id) == [roof.id])
    }

    @Test(arguments: ["", "SUMMARY:a", "BEGIN:VCARD\nEND:VCARD", "END:VCALENDAR", "\u{0}"])
    func `a text that is not a calendar is refused`(text: String) throws {
        let error = try ExchangeFormat.ics.refusal(text)
        #expect(error.exit == .data && error.message.english.contains("BEGIN:VCALENDAR"))
    }

    @Test func `invalid UTF-8 is left out, and folds within a character are read`() throws {
        let bad = try ExchangeFormat.ics.read(
            .text(
                Array("BEGIN:VCALENDAR\nBEGIN:VTODO\nSUMMARY:a\nDESCRIPTION:".utf8) + [0xC3, 0x28]
                    + Array("\nEND:VTODO\nEND:VCALENDAR".utf8)), context())
        #expect(bad.tasks.map(\.body) == [[]])
        #expect(
            bad.notes.map(\.words.english) == [
                "line 4: bytes that are not UTF-8; the line is left out"
            ])
        let title = Array("é".utf8)
        let bytes =
            Array("BEGIN:VCALENDAR\r\nBEGIN:VTODO\r\nSUMMARY:".utf8) + [title[0]]
            + Array("\r\n ".utf8) + [title[1]] + Array("\r\nEND:VTODO\r\nEND:VCALENDAR\r\n".utf8)
        #expect(try ExchangeFormat.ics.read(.text(bytes), context()).tasks[0].title == "é")
    }

    @Test func `an entry without a title uses the first line of its text, or is skipped`() throws {
        #expect(
            try ExchangeFormat.ics.board(Self.calendar("DESCRIPTION:\\nCall Jo\\nb")).tasks[0].title
                == "Call Jo")
        let reading = try ExchangeFormat.ics.read(Self.calendar("SUMMARY: "))
        #expect(reading.tasks.isEmpty && reading.skipped.counts.map(\.count) == [1])
    }
}
