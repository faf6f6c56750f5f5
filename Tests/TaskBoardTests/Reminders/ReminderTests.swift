import MarkdownDocument
import MergeSupport
import TestSupport
import Testing
import Words

@testable import TaskBoard

/// Elements of `remind` and their moments.
struct ReminderTests {
    @Test(arguments: [
        ("1d", "-1d"), ("-1d", "-1d"), ("+1d", "+1d"), ("7d", "-1w"), ("-2w", "-2w"),
        ("10d", "-10d"), ("2h", "-2h"), ("90m", "-90m"), ("120m", "-2h"), ("+30m", "+30m"),
        ("0d", "0d"), ("0m", "0m"), ("08:00", "08:00"), ("8:00", "08:00"),
        ("2027-03-01T08:00", "2027-03-01T08:00"), ("2027-03-01", "2027-03-01"),
        ("2027-03-01T08:00:00+09:00", "2027-03-01T08:00:00+09:00"), ("9999w", "-9999w"),
    ])
    func `an element has one canonical text`(text: String, canonical: String) throws {
        let reminder = try #require(Reminder(Text(text)))
        #expect(reminder.text == Text(canonical))
        #expect(Reminder(reminder.text) == reminder)
    }

    @Test(arguments: [
        "", "none", "soon", "1", "d", "-d", "--1d", "1 d", "1y", "1D", "10000d", "24:00", "8",
        "8pm", "2027-02-30", "-08:00", "1d2h", "１d", "1d\u{0}",
    ])
    func `any other text is not an element`(text: String) {
        #expect(Reminder(Text(text)) == nil)
    }

    @Test(
        arguments: [
            ("1d", "-1d"), ("30min", "-30m"), ("+30min", "+30m"), ("8pm", "20:00"),
            ("8:00", "08:00"), ("tomorrow-8:00", "2026-11-22T08:00"), ("fri", "2026-11-27"),
            ("27-nov-15:00", "2026-11-27T15:00"), ("오후 3시", "15:00"), ("soon", nil), ("none", nil),
            ("30mins", "-30m"), ("2 days", "-2d"), ("1Week", "-1w"), ("+2hours", "+2h"),
            ("-90minutes", "-90m"), ("15h30", "15:30"), ("8 pm", "20:00"),
            ("1일", "-1d"), ("1일 전", "-1d"), ("2시간 후", "+2h"), ("30분전", "-30m"), ("1주", "-1w"),
            ("-1일 전", nil), ("2일 저녁", nil),
        ] as [(String, String?)])
    func `an element is typed as in a file, or as a date`(typed: String, text: String?) {
        let reminder = Reminder(typed: Text(typed), now: Sample.now)
        #expect(reminder?.text.string == text)
    }

    @Test(
        arguments: [
            // The default: the due time, or the minute of the settings.
            ("UTC", "2026-11-30", "", "2026-11-30T09:00Z"),
            ("UTC", "2026-11-30T15:00", "", "2026-11-30T15:00Z"),
            ("Seoul", "2026-11-30", "", "2026-11-30T00:00Z"),
            ("Seoul", "2026-11-30", "08:00", "2026-11-29T23:00Z"),
            ("Seoul", "2026-11-30T15:00", "-2h", "2026-11-30T04:00Z"),
            ("Seoul", "2026-11-30", "-2h", "2026-11-29T22:00Z"),
            ("Seoul", "2026-11-30T15:00", "-1d", "2026-11-29T06:00Z"),
            ("Seoul", "2026-11-30", "+1w", "2026-12-07T00:00Z"),
            // A date with an offset is one moment; its day depends on the reader.
            ("Seoul", "2026-11-30T20:00Z", "", "2026-11-30T20:00Z"),
            ("Seoul", "2026-11-30T20:00Z", "08:00", "2026-11-30T23:00Z"),
            ("Seoul", "2026-11-30T20:00Z", "-1d", "2026-11-29T20:00Z"),
            ("+14", "2026-11-30", "", "2026-11-29T19:00Z"),
            ("-14", "2026-11-30", "", "2026-11-30T23:00Z"),
            ("+14", "2026-11-30T00:00", "-1d", "2026-11-28T10:00Z"),
            ("-14", "2026-11-30T23:30", "+1d", "2026-12-02T13:30Z"),
            // Days count at the same local time, hours in seconds.
            ("Berlin", "2026-03-30T08:00", "-1d", "2026-03-29T06:00Z"),
            ("Berlin", "2026-03-29T08:00", "-1d", "2026-03-28T07:00Z"),
            ("Berlin", "2026-03-29T08:00", "-24h", "2026-03-28T06:00Z"),
            ("Berlin", "2026-10-26T08:00", "-1w", "2026-10-19T06:00Z"),
            ("New York", "2026-11-02T08:00", "-1d", "2026-11-01T13:00Z"),
            ("New York", "2026-11-01T08:00", "-24h", "2026-10-31T13:00Z"),
            // A skipped time: the first minute after the gap.
            ("Berlin", "2026-03-29T02:30", "", "2026-03-29T01:00Z"),
            ("Berlin", "2026-03-29", "02:00", "2026-03-29T01:00Z"),
            ("Berlin", "2026-03-29", "02:59", "2026-03-29T01:00Z"),
            ("Berlin", "2026-03-29", "03:00", "2026-03-29T01:00Z"),
            ("Berlin", "2026-03-29", "01:59", "2026-03-29T00:59Z"),
            ("Berlin", "2026-03-30T02:30", "-1d", "2026-03-29T01:00Z"),
            ("Berlin", "2026-03-29T02:30", "-1d", "2026-03-28T01:30Z"),
            ("New York", "2026-03-08T02:15", "", "2026-03-08T07:00Z"),
            ("Lord Howe", "2026-10-04T02:15", "", "2026-10-03T15:30Z"),
            ("Lord Howe", "2026-10-04T02:30", "", "2026-10-03T15:30Z"),
            ("Chatham", "2026-09-27T03:15", "", "2026-09-26T14:00Z"),
            ("Samoa", "2026-06-30", "", "2026-06-30T10:00Z"),
            ("Samoa", "2026-07-01T12:00", "-1d", "2026-06-30T10:00Z"),
            // A doubled time: the first one.
            ("Berlin", "2026-10-25T02:30", "", "2026-10-25T00:30Z"),
            ("New York", "2026-11-01", "01:30", "2026-11-01T05:30Z"),
            ("Lord Howe", "2026-04-05T01:45", "", "2026-04-04T14:45Z"),
            ("Chatham", "2026-04-05T03:00", "", "2026-04-04T13:15Z"),
            // An independent moment.
            ("Seoul", "2026-11-30", "2026-10-01T08:00", "2026-09-30T23:00Z"),
            ("Seoul", "2026-11-30", "2026-10-01T08:00Z", "2026-10-01T08:00Z"),
            ("Seoul", "2026-11-30", "2026-10-01", "2026-10-01T00:00Z"),
        ])
    func `a reminder has a moment in each zone`(
        zone: String, due: String, element: String, utc: String
    ) throws {
        let reminder = element.isEmpty ? .standard : try #require(Reminder(Text(element)))
        let seconds = try #require(
            reminder.seconds(
                due: DueDate(Text(due)), minute: 540, now: ReminderZones.moment(zone)))
        #expect(Moment.utcStamp(seconds).string == utc.replacing("Z", with: ":00Z"))
    }

    @Test func `without a due date only a moment can remind`() throws {
        let now = Sample.now
        for element in ["-1d", "+2h", "08:00"] {
            let reminder = try #require(Reminder(Text(element)))
            #expect(reminder.seconds(due: nil, minute: 540, now: now) == nil)
        }
        let moment = try #require(Reminder("2026-12-01T08:00"))
        #expect(moment.seconds(due: nil, minute: 540, now: now) != nil)
    }

    @Test(
        arguments: [
            ("[-1d, soon]", ["-1d"], 1, 15, "'remind' is 'soon'"),
            ("soon", [], 1, 9, "'remind' is 'soon'"),
            ("\n  - -1d\n  - \"8 o'clock\"\n  - 2h", ["-1d", "2h"], 3, 6, "is '8 o'clock'"),
            ("[none, 1d]", ["1d"], 1, 10, "'remind' is 'none'"),
            ("{a: 1}", [], 1, 9, "'remind' is a map"),
            ("1d, weekly", ["1d"], 1, 13, "'remind' is 'weekly'"),
        ])
    func `a wrong element is a problem at its position, and the others work`(
        value: String, elements: [String], line: Int, column: Int, words: String
    ) throws {
        let task = Sample.task("todo/a.md", "remind: \(value)\ndue: 2026-11-30")
        #expect(task.texts(of: .remind).map(\.string) == elements)
        let problem = try #require(task.problems.first)
        #expect(task.problems.count == 1 && problem.kind == .value)
        #expect((problem.line, problem.column) == (line + 1, column), "\(problem)")
        #expect(
            problem.words.english.contains(words) && problem.words.english.contains("'none' alone"))
        #expect(!task.reminders.isEmpty && task.due != nil)
    }

    @Test(arguments: [
        ("due: 2026-11-30", [""]), ("due: 2026-11-30\nremind: []", [""]),
        ("due: 2026-11-30\nremind:", [""]), ("due: 2026-11-30\nremind: ~", [""]),
        ("due: 2026-11-30\nremind: none", []), ("due: 2026-11-30\nremind: [none]", []),
        ("", []), ("due: 2026-11-30\nremind: [1d, 08:00]", ["1d", "08:00"]),
        ("remind: 2026-11-30T08:00", ["2026-11-30T08:00"]),
    ])
    func `a task has its own reminders, or the default one`(front: String, elements: [String]) {
        let task = Sample.task("todo/a.md", front)
        #expect(task.reminders.map(\.element.string) == elements)
        #expect(task.problems.isEmpty)
    }
}
