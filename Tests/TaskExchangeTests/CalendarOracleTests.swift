import BoardView
import MarkdownDocument
import TaskBoard
import TaskExchange
import TestSupport
import Testing

/// Exported calendars, read by vobject and icalendar.
struct CalendarOracleTests {
    private let oracle = PythonOracle(
        "readers.py", packages: "python3-vobject python3-icalendar")

    private static let rules = [
        "every day", "every 3 days", "every 2 weeks", "every month", "every 2 months", "every year",
        "every weekday", "every monday, friday", "every sunday", "every month on 5",
        "every month on 28", "every month on 29", "every month on 30", "every month on 31",
        "every 2 months on 31", "every year on 29 february", "every year on 25 december",
        "every 2 years on 1 march", "FREQ=DAILY;INTERVAL=5;COUNT=9", "FREQ=DAILY;UNTIL=20270301",
        "FREQ=DAILY;UNTIL=20270301T120000", "FREQ=WEEKLY;UNTIL=20270301T120000Z",
        "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,SU;WKST=SU", "FREQ=WEEKLY;BYDAY=TU;COUNT=7",
        "FREQ=MONTHLY;BYDAY=-1FR", "FREQ=MONTHLY;BYDAY=2MO;COUNT=4", "FREQ=MONTHLY;BYMONTHDAY=-2",
        "FREQ=MONTHLY;BYMONTHDAY=31", "FREQ=MONTHLY;INTERVAL=3;BYMONTHDAY=1,15",
        "FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU", "FREQ=YEARLY;BYMONTH=6,12;BYMONTHDAY=21",
        "FREQ=DAILY;BYMONTH=1;BYDAY=MO,WE",
    ]
    private static let dues = [
        "2026-12-01", "2026-12-31", "2027-01-30", "2027-01-29", "2028-02-29", "2027-02-28",
        "2026-12-06", "2026-12-05T15:00", "2027-01-31T00:30", "2026-12-07T23:30-05:00",
        "2027-01-31T01:00+14:00", "2026-12-25T12:00Z",
    ]

    private func line(_ rule: String, _ due: String) throws -> String {
        let title = "a, b; c\\d é \(rule)"
        let item = task(
            "---\ntitle: '\(title)'\ndue: \(due)\nrepeat: \(rule)\nremind: [-1d, 30m]\n---\n")
        let board = Board(settings: .standard, tasks: [item])
        var context = ExportContext(now: inBerlin, board: board)
        context.calendar.hasEvents = true
        context.calendar.zone = "Europe/Berlin"
        var date = try #require(DueDate(Text(due)))
        var next = try RecurrenceRule(Text(rule))
        let end = date.day.adding(months: 60)
        let seconds = { (date: DueDate) in
            date.secondOfDay == nil ? date.universalSeconds : date.seconds(inBerlin)
        }
        var dates = [seconds(date)]
        while let following = next.next(after: date, finishedOn: date.day),
            following.date.day <= end
        {
            (date, next) = (following.date, following.rule)
            dates.append(seconds(date))
        }
        let text = ExchangeFormat.ics.write([item], context).text
        let value: JSONValue = [
            "name": .string(Text("\(rule) from \(due):")), "title": .string(Text(title)),
            "ics": .string(Text(text)), "end": .string(end.text),
            "dates": .array(dates.map { .number(Int($0)) }),
        ]
        return String(decoding: value.encoded(), as: UTF8.self)
    }

    @Test func `an exported rule has the same dates in other readers`() throws {
        let lines = try Self.rules.flatMap { rule in
            try Self.dues.map { try line(rule, $0) }
        }
        try oracle.expectAgreement(lines, atLeast: 20_000)
    }
}
