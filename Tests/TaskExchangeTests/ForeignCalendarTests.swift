import MarkdownDocument
import TaskBoard
import TaskExchange
import Testing
import Words

/// Calendars of other programs, with details that are easily misread.
struct ForeignCalendarTests {
    private func read(_ text: String, at now: Moment = inBerlin) throws -> Reading {
        try ExchangeFormat.ics.read(
            .text(Array(text.utf8)), ExchangeContext(now: now, settings: .standard))
    }

    private func calendar(_ parts: String...) -> String {
        "BEGIN:VCALENDAR\nVERSION:2.0\n" + parts.joined(separator: "\n") + "\nEND:VCALENDAR\n"
    }

    private func event(_ lines: String, uid: String = "1", _ name: String = "VEVENT") -> String {
        "BEGIN:\(name)\nUID:\(uid)\nSUMMARY:a\n\(lines)\nEND:\(name)"
    }

    /// The date and the rule of the only task, separated by a blank.
    private func only(_ text: String, at now: Moment = inBerlin) throws -> String {
        let reading = try read(text, at: now)
        try #require(reading.tasks.count == 1, "\(reading)")
        let texts = reading.tasks[0][.due] + reading.tasks[0][.repeat]
        return texts.map(\.string).joined(separator: " ")
    }

    private static func zone(_ name: String, _ start: String, _ more: String = "") -> String {
        """
        BEGIN:VTIMEZONE
        TZID:\(name)
        BEGIN:STANDARD
        DTSTART:\(start)1028T030000
        TZOFFSETFROM:+0200
        TZOFFSETTO:+0100
        RRULE:FREQ=YEARLY;\(more)BYDAY=-1SU;BYMONTH=10
        END:STANDARD
        BEGIN:DAYLIGHT
        DTSTART:\(start)0325T020000
        TZOFFSETFROM:+0100
        TZOFFSETTO:+0200
        RRULE:FREQ=YEARLY;\(more.replacing("=3", with: "=2"))BYDAY=-1SU;BYMONTH=3
        END:DAYLIGHT
        END:VTIMEZONE
        """
    }

    // Outlook's zones begin in 1601, and those of Lotus have times of the day.
    @Test(arguments: [
        ("W. Europe Standard Time", "1601", ""), ("Customized Time Zone", "1601", ""),
        ("W. Europe", "1950", "BYMINUTE=0;BYHOUR=3;"), ("Odd, name: \u{AC00}", "1970", ""),
    ])
    func `a zone that the file defines is right all year`(
        _ name: String, _ start: String, _ more: String
    ) throws {
        let dates = ["20270709T090000", "20270109T090000", "20270328T013000", "20270328T033000"]
        let offsets = ["+02:00", "+01:00", "+01:00", "+02:00"]
        for (date, offset) in zip(dates, offsets) {
            let text = calendar(
                Self.zone(name, start, more), event("DTSTART;TZID=\"\(name)\":\(date)"))
            let due = try only(text, at: seoul)
            #expect(due.hasSuffix(offset), "\(due) of \(date)")
        }
    }

    @Test(arguments: [
        ("America/New_York", "-05:00", "-04:00"), ("US/Pacific", "-08:00", "-07:00"),
        ("Asia/Calcutta", "+05:30", "+05:30"), ("Etc/GMT+3", "-03:00", "-03:00"),
        ("Eastern Standard Time", "-05:00", "-04:00"), ("India Standard Time", "+05:30", "+05:30"),
        ("/mozilla.org/20050126_1/Europe/Berlin", "+01:00", "+02:00"),
        ("/Europe/Berlin", "+01:00", "+02:00"),
        ("/citadel.org/20210210_1/America/Argentina/Salta", "-03:00", "-03:00"),
    ])
    func `a zone that the file does not define is taken from the system`(
        _ name: String, _ winter: String, _ summer: String
    ) throws {
        for (date, offset) in [("20270109", winter), ("20270709", summer)] {
            let text = calendar(event("DTSTART;TZID=\(name):\(date)T090000"))
            #expect(try only(text, at: seoul).hasSuffix("T09:00" + offset))
        }
    }

    @Test(arguments: [
        "../../../etc/passwd", "/usr/share/zoneinfo/Europe/Berlin", "/dev/zero", "zone.tab",
        "Europe/../Europe/Berlin", "Mars/Base", "a\u{1B}[2J",
    ])
    func `a name that is not a zone never leads out of the zone folder`(name: String) throws {
        let reading = try read(calendar(event("DTSTART;TZID=\"\(name)\":20270109T090000")))
        let due = reading.tasks.first?[.due].first
        #expect(due == "2027-01-09T09:00" || due == "2027-01-09T09:00+01:00")
        #expect(reading.losses.counts.allSatisfy { !$0.name.contains("\u{1B}") })
    }

    // Until 14:00 UTC is until 15:00 in Berlin, wherever it is read.
    @Test func `UNTIL in UTC ends a rule at that moment`() throws {
        let text = calendar(
            event(
                "DTSTART;TZID=Europe/Berlin:20261201T150000\n"
                    + "RRULE:FREQ=DAILY;UNTIL=20261205T140000Z"))
        let here = try only(text)
        #expect(here == "2026-12-01T15:00 FREQ=DAILY;UNTIL=20261205T150000")
        let there = try only(text, at: seoul)
        #expect(there == "2026-12-01T15:00+01:00 FREQ=DAILY;UNTIL=20261205T150000")
        for (date, now) in [(here, inBerlin), (there, seoul)] {
            let words = date.split(separator: " ").map { Text(String($0)) }
            var due = try #require(DueDate(words[0]))
            var rule = try RecurrenceRule(words[1])
            var days = [due.day.day]
            while let next = rule.next(after: due, finishedOn: due.day) {
                (due, rule) = (next.date, next.rule)
                days.append(due.day.day)
            }
            #expect(days == [1, 2, 3, 4, 5])
            let task = task("---\ntitle: a\ndue: \(words[0])\nrepeat: \(words[1])\n---\n")
            let board = Board(settings: .standard, tasks: [task])
            let written = ExchangeFormat.ics.write([task], ExportContext(now: now, board: board))
            #expect(written.text.contains("RRULE:FREQ=DAILY;UNTIL=20261205T140000Z"))
            #expect(written.lost.isEmpty)
        }
        // In summer the same local time is another moment.
        let summer = text.replacing("20261205T140000Z", with: "20270603T130000Z")
        #expect(try only(summer).hasSuffix("UNTIL=20270603T150000"))
    }

    @Test(arguments: [
        // The next date is excluded as a zoned time, in UTC, and as a day.
        ("EXDATE;TZID=Europe/Berlin:20261130T090000", "2026-12-07T09:00"),
        ("EXDATE:20261130T080000Z", "2026-12-07T09:00"),
        ("EXDATE;VALUE=DATE:20261130", "2026-12-07T09:00"),
        ("EXDATE:20261123T080000Z,20261130T080000Z,20261207T080000Z", "2026-12-14T09:00"),
        ("EXDATE;TZID=Europe/Berlin:20261123T090000", "2026-11-30T09:00"),
        ("RDATE;TZID=Europe/Berlin:20261126T090000", "2026-11-26T09:00"),
        ("RDATE;VALUE=PERIOD:20261126T080000Z/PT1H", "2026-11-26T09:00"),
    ])
    func `a series' next date respects excluded and added dates`(
        _ line: String, _ due: String
    ) throws {
        let series = "DTSTART;TZID=Europe/Berlin:20260706T090000\nRRULE:FREQ=WEEKLY\n"
        #expect(try only(calendar(event(series + line))) == due + " every week")
    }

    @Test(arguments: [
        ("DTSTART;TZID=Europe/Berlin:20261201T110000", "2026-12-01T11:00"),
        ("DTSTART:20261201T100000Z", "2026-12-01T11:00"),
        ("DTSTART;TZID=Europe/Berlin:20261130T090000\nSTATUS:CANCELLED", "2026-12-07T09:00"),
    ])
    func `a series' next date is where it was moved`(_ line: String, _ due: String) throws {
        let series = event("DTSTART;TZID=Europe/Berlin:20260706T090000\nRRULE:FREQ=WEEKLY")
        for id in [
            "RECURRENCE-ID;TZID=Europe/Berlin:20261130T090000", "RECURRENCE-ID:20261130T080000Z",
        ] {
            let reading = try read(calendar(series, event(id + "\n" + line)))
            #expect(reading.tasks.map { $0[.due] } == [[Text(due)]])
            #expect(reading.tasks[0][.repeat] == ["every week"])
            let occurrence = reading.tasks[0].scalar(Succession.occurrenceKey)
            #expect(occurrence == (due.hasPrefix("2026-12-01") ? "2026-11-30T09:00" : nil))
            #expect(reading.skipped.counts.map(\.count) == [1] && reading.losses.isEmpty)
        }
    }

    @Test func `dates that a task cannot exclude are reported`() throws {
        let series = "DTSTART;TZID=Europe/Berlin:20260706T090000\nRRULE:FREQ=WEEKLY\n"
        let later = try read(
            calendar(
                event(series + "EXDATE:20261221T080000Z\nRDATE:20261222T080000Z"),
                event("RECURRENCE-ID:20270104T080000Z\nDTSTART:20270105T080000Z")))
        #expect(later.losses.counts.map(\.name) == ["EXDATE", "RDATE", "RECURRENCE-ID"])
        let earlier = try read(
            calendar(
                event(series + "EXDATE:20260713T070000Z"),
                event("RECURRENCE-ID:20260720T070000Z\nDTSTART:20260721T070000Z")))
        #expect(earlier.losses.isEmpty)
    }

    @Test(arguments: [
        ("DTSTART;VALUE=DATE:20261120\nDTEND;VALUE=DATE:20261125", true),
        ("DTSTART;VALUE=DATE:20261120\nDTEND;VALUE=DATE:20261124", false),
        ("DTSTART;VALUE=DATE:20261120\nDURATION:P5D", true),
        ("DTSTART:20261120T080000Z\nDTEND:20261124T230000Z", true),
        ("DTSTART:20261120T080000Z\nDTEND:20261123T230000Z", false),
        ("DTSTART:20261120T080000Z\nDURATION:P1W", true),
        ("DTSTART:20261120T080000Z", false),
        ("DTSTART;VALUE=DATE:20251120\nDTEND;VALUE=DATE:20251125\nRRULE:FREQ=YEARLY", true),
    ])
    func `an event in progress is not over`(_ dates: String, _ isRead: Bool) throws {
        let reading = try read(calendar(event(dates)))
        #expect(
            reading.tasks.map { $0[.due][0].string.prefix(10) } == (isRead ? ["2026-11-20"] : []))
        #expect(reading.skipped.counts.map(\.name) == (isRead ? [] : ["events that are over"]))
    }

    @Test func `a to-do with a start before its due date keeps its rule`() throws {
        for (dates, expected) in [
            ("20261201 20261203 FREQ=WEEKLY;BYDAY=TU", "2026-12-03 every thursday"),
            (
                "20261201 20261203 FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,SU",
                "2026-12-03 FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,TH;WKST=WE"
            ),
            ("20261201 20261203 FREQ=MONTHLY;BYMONTHDAY=1", "2026-12-03 every month on 3"),
            ("20261201 20261203 FREQ=DAILY;INTERVAL=9", "2026-12-03 every 9 days"),
            (
                "20261201 20261203 FREQ=DAILY;INTERVAL=9;UNTIL=20270101",
                "2026-12-03 FREQ=DAILY;INTERVAL=9;UNTIL=20270103"
            ),
        ] {
            let words = dates.split(separator: " ")
            let text = calendar(
                event(
                    "DTSTART;VALUE=DATE:\(words[0])\nDUE;VALUE=DATE:\(words[1])\nRRULE:\(words[2])",
                    "VTODO"))
            #expect(try only(text) == expected)
            #expect(try read(text).tasks[0][.wait] == ["2026-12-01"])
        }
        // No rule can express the third day after each second Tuesday.
        let text = calendar(
            event(
                "DTSTART:20261208T090000\nDUE:20261211T100000\nRRULE:FREQ=MONTHLY;BYDAY=2TU",
                "VTODO"))
        let task = try read(text).tasks[0]
        #expect(task[.due] == ["2026-12-11T10:00"] && task[.repeat] == ["FREQ=MONTHLY;BYDAY=2TU"])
        #expect(task.scalar(Succession.occurrenceKey) == "2026-12-08T10:00")
        #expect(try read(text).notes.count == 1)
    }

    @Test func `a to-do's finished or excluded date is not due again`() throws {
        let series = event(
            "DUE;VALUE=DATE:20261101\nRRULE:FREQ=WEEKLY\nEXDATE;VALUE=DATE:20261101",
            "VTODO")
        let change = event("RECURRENCE-ID;VALUE=DATE:20261108\nSTATUS:COMPLETED", "VTODO")
        #expect(try only(calendar(series, change)) == "2026-11-15 every week")
    }

    @Test(arguments: [
        ("CREATED:00001231T000000Z", "'CREATED' is not a date"), ("DUE:", "'DUE' is not a date"),
        ("DUE:soon", "'DUE' is not a date"), ("DUE;VALUE=DATE:20261301", "'DUE' is not a date"),
        ("DUE:20261201T2500", "'DUE' is not a date"), ("X-ODD", "not a line of iCalendar"),
        ("odd", "not a line of iCalendar"), (";:", "not a line of iCalendar"),
        ("SUMMARY;LANGUAGE", "not a line of iCalendar"), ("DESCRIPTION:a\u{0}b", "a NUL byte"),
        ("EXDATE:20261201T080000Z,soon", "'EXDATE' is not a date"),
        ("DESCRIPTION:" + String(repeating: "a", count: 1 << 20 + 1), "longer than 960 KiB"),
        ("SUMMARY" + String(repeating: ";A=b", count: 9999) + ":x", "not a line of iCalendar"),
    ])
    func `an unreadable line is left out and reported`(_ line: String, _ words: String) throws {
        let reading = try read(calendar(event(line, "VTODO"), event("", uid: "2", "VTODO")))
        #expect(reading.tasks.map(\.title) == ["a", "a"] && reading.skipped.isEmpty)
        let notes = reading.notes.map(\.words.english)
        #expect(notes.count == 1 && notes[0].hasPrefix("line 6: "), "\(notes)")
        #expect(notes[0].contains(words) && notes[0].hasSuffix("the line is left out"))
    }

    @Test(arguments: [
        ("BEGIN:VEVENT\nSUMMARY:b\nEND:VTODO", "END:VTODO has no BEGIN"),
        ("BEGIN:VEVENT\nSUMMARY:b", "BEGIN:VEVENT has no END"),
        ("BEGIN:VEVENT\nSUMMARY:b\nBEGIN:VALARM\nEND:VEVENT", "BEGIN:VALARM has no END"),
        (
            "BEGIN:VEVENT\n" + String(repeating: "BEGIN:A\n", count: 99_999) + "END:VEVENT",
            "nested more than 16 deep"
        ),
        (
            "BEGIN:VEVENT\n" + String(repeating: "UID:a\n", count: 10_001) + "END:VEVENT",
            "more than 10000 lines"
        ),
        (
            "BEGIN:VEVENT\nDTSTART:20270101T090000\nSUMMARY:"
                + String(repeating: "a", count: 50_000)
                + "\nEND:VEVENT", "title and tags are larger than 48 KiB"
        ),
        (
            "BEGIN:VEVENT\nRECURRENCE-ID:soon\nDTSTART:20270101T090000\nEND:VEVENT",
            "'RECURRENCE-ID' is not a date"
        ),
    ])
    func `an unreadable entry is skipped and reported, and no other one`(
        _ bad: String, _ words: String
    ) throws {
        let good = ["1", "2"].map { event("DTSTART;VALUE=DATE:20270101", uid: $0) }
        let reading = try read(calendar(good[0], bad, good[1]))
        #expect(reading.tasks.map(\.origin) == [.source("ics:1"), .source("ics:2")])
        #expect(reading.skipped.counts.map(\.name) == ["entries that cannot be read"])
        #expect(reading.notes.contains { $0.words.english.contains(words) }, "\(reading.notes)")
        #expect(reading.notes.contains { $0.words.english.hasSuffix("the entry is skipped") })
    }

    @Test func `blanks after an END, a missing end, and an entry without a calendar are read`()
        throws
    {
        let entry = event("DTSTART;VALUE=DATE:20270101")
        for text in [
            "BEGIN:VCALENDAR\n\(entry) \nEND:VCALENDAR\n", "BEGIN:VCALENDAR\n\(entry)\n \n\t\n",
            "begin:vcalendar \n\(entry.replacing("BEGIN", with: "begin"))\nEND:VCALENDAR \n\n",
            entry, "BEGIN:VCALENDAR\nEND:VCALENDAR\n\(entry)",
        ] {
            #expect(try only(text) == "2027-01-01")
        }
    }

    @Test func `each entry is imported or counted as skipped`() throws {
        let text = calendar(
            event("DTSTART;VALUE=DATE:20270101", uid: "1"), event("", uid: "2"),
            event("DTSTART;VALUE=DATE:20200101", uid: "3"),
            event("STATUS:CANCELLED\nDTSTART;VALUE=DATE:20270101", uid: "4"),
            "BEGIN:VJOURNAL\nUID:5\nEND:VJOURNAL", "BEGIN:VFREEBUSY\nUID:6\nEND:VFREEBUSY",
            event("RRULE:FREQ=DAILY\nDTSTART;VALUE=DATE:20270101", uid: "7"),
            event("RECURRENCE-ID;VALUE=DATE:20270103\nDTSTART;VALUE=DATE:20270104", uid: "7"),
            event("DTSTART:soon", uid: "8"), "BEGIN:VTODO\nUID:9\nEND:VTODO")
        let reading = try read(text)
        #expect(reading.tasks.count == 2)
        #expect(reading.skipped.counts.map(\.count).reduce(0, +) == 8, "\(reading.skipped)")
    }

    @Test func `an entry with thousands of alarms keeps the maximum number of reminders`() throws {
        let alarms = (1...20_000).map { "BEGIN:VALARM\nTRIGGER:-PT\($0)M\nEND:VALARM" }
        let text = calendar(
            event("DTSTART:20270101T090000Z\n" + alarms.joined(separator: "\n")))
        let reading = try read(text)
        #expect(reading.tasks[0][.remind].count == 32)
        #expect(reading.losses.counts.map(\.name) == ["VALARM"])
    }

    @Test func `endless rules and zones are read in limited time`() throws {
        let start = ContinuousClock.now
        let rules = [
            "FREQ=SECONDLY", "FREQ=DAILY", "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30",
            "FREQ=YEARLY;BYDAY=MO,TU,WE,TH,FR,SA,SU", "FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU",
        ]
        let zones = (0..<2_000).map {
            Self.zone("Z\($0)", "1601").replacing(
                "FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10", with: rules[$0 % rules.count])
        }
        let entries = (0..<400).map {
            event(
                "DTSTART;TZID=Z\($0):00010101T000000\n"
                    + ($0 < 20 ? "RRULE:FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30" : ""), uid: "\($0)")
        }
        let reading = try read(calendar((zones + entries).joined(separator: "\n")))
        #expect(reading.tasks.count + reading.skipped.counts.map(\.count).reduce(0, +) == 400)
        #expect(.now - start < .seconds(60))
    }
}
