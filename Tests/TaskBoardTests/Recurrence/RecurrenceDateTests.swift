import MarkdownDocument
import MergeSupport
import TestSupport
import Testing

@testable import TaskBoard

/// The next date of a recurrence rule.
struct RecurrenceDateTests {
    /// Returns the dates after a due date, at most `count`, and the rule of the last one.
    private func dates(
        _ rule: String, from due: String, count: Int
    ) throws -> (dates: [String], rule: String) {
        var rule = try RecurrenceRule(Text(rule))
        var date = try #require(DueDate(Text(due)))
        var dates: [String] = []
        while dates.count < count, let next = rule.next(after: date, finishedOn: date.day) {
            (date, rule) = (next.date, next.rule)
            #expect(DueDate(date.text) == date)
            dates.append(date.text.string)
        }
        return (dates, rule.text.string)
    }

    @Test(arguments: [
        // 2026-11-25 is a Wednesday.
        ("every day", "2026-12-31", ["2027-01-01", "2027-01-02"]),
        ("every 2 weeks", "2026-11-25", ["2026-12-09", "2026-12-23"]),
        ("every weekday", "2026-11-26", ["2026-11-27", "2026-11-30", "2026-12-01"]),
        ("every monday, friday", "2026-11-25", ["2026-11-27", "2026-11-30", "2026-12-04"]),
        ("every wednesday", "2026-11-25", ["2026-12-02", "2026-12-09"]),
        ("every month", "2026-11-25", ["2026-12-25", "2027-01-25"]),
        ("every month on 1", "2026-11-25", ["2026-12-01", "2027-01-01"]),
        ("every month on 31", "2026-11-25", ["2026-11-30", "2026-12-31", "2027-01-31"]),
        ("every 3 months on 28", "2026-11-25", ["2026-11-28", "2027-02-28", "2027-05-28"]),
        ("every year", "2026-11-25", ["2027-11-25", "2028-11-25"]),
        ("every year on 1 march", "2026-11-25", ["2027-03-01", "2028-03-01"]),
        ("every year on 24 december", "2026-11-25", ["2026-12-24", "2027-12-24"]),
        ("FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TH", "2026-11-23", ["2026-11-26", "2026-12-07"]),
        ("FREQ=MONTHLY;BYDAY=-1FR", "2026-11-27", ["2026-12-25", "2027-01-29"]),
    ])
    func `each rule has its dates`(rule: String, due: String, expected: [String]) throws {
        #expect(try dates(rule, from: due, count: expected.count).dates == expected)
    }

    @Test(arguments: [
        (
            "every month", "2027-01-31", "every month on 31",
            ["2027-02-28", "2027-03-31", "2027-04-30"]
        ),
        ("every month", "2028-01-30", "every month on 30", ["2028-02-29", "2028-03-30"]),
        ("every month", "2027-01-29", "every month on 29", ["2027-02-28", "2027-03-29"]),
        ("every month", "2027-01-28", "every month", ["2027-02-28", "2027-03-28"]),
        ("every 6 months", "2026-08-31", "every 6 months on 31", ["2027-02-28", "2027-08-31"]),
        (
            "every year", "2028-02-29", "every year on 29 february",
            ["2029-02-28", "2030-02-28", "2031-02-28", "2032-02-29"]
        ),
        ("every 12 months", "2028-02-29", "every 12 months on 29", ["2029-02-28", "2030-02-28"]),
        ("every year", "2027-02-28", "every year", ["2028-02-28"]),
    ])
    func `a rule remembers the day that a shorter month lacks`(
        rule: String, due: String, following: String, expected: [String]
    ) throws {
        let found = try dates(rule, from: due, count: expected.count)
        #expect(found.dates == expected && found.rule == following)
    }

    @Test func `an RRULE skips the days that a month lacks`() throws {
        #expect(
            try dates("FREQ=MONTHLY", from: "2027-01-31", count: 3).dates
                == ["2027-03-31", "2027-05-31", "2027-07-31"])
        #expect(
            try dates("FREQ=YEARLY", from: "2028-02-29", count: 2).dates
                == ["2032-02-29", "2036-02-29"])
    }

    /// A rule of days skips excluded days; here each day is checked.
    @Test func `a rule of days finds the same day as a day-by-day search`() throws {
        var random = SplitMix64(seed: testSeed)
        let names = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]
        func some(of values: [Int]) -> [Int] {
            values.shuffled(using: &random).prefix(Int(random.next() % 3)).sorted()
        }
        for _ in 0..<150 {
            let interval = [1, 1, 2, 3, 7, 14, 30, 365][Int(random.next() % 8)]
            let months = some(of: Array(1...12))
            let monthDays = some(of: Array(-31 ... -1) + Array(1...31))
            let weekdays = some(of: Array(1...7))
            var rule = "FREQ=DAILY;INTERVAL=\(interval)"
            let parts = [
                ("BYMONTH", months.map(String.init)), ("BYMONTHDAY", monthDays.map(String.init)),
                ("BYDAY", weekdays.map { names[$0 - 1] }),
            ]
            for (name, values) in parts where !values.isEmpty {
                rule += ";\(name)=\(values.joined(separator: ","))"
            }
            let start = Day(number: 20_000 + Int(random.next() % 3_000))
            // The calendar repeats after this many days, and any interval after this many steps.
            let expected = (1...146_097).lazy
                .map { start.adding(days: $0 * interval) }.prefix { $0.year <= 9_999 }
                .first { (day: Day) in
                    let length = Day.length(ofMonth: day.month, in: day.year)
                    return (months.isEmpty || months.contains(day.month))
                        && (monthDays.isEmpty || monthDays.contains(day.day)
                            || monthDays.contains(day.day - length - 1))
                        && (weekdays.isEmpty || weekdays.contains(day.weekday))
                }
            guard case .calendar(let parsed) = try RecurrenceRule(Text(rule)) else {
                Issue.record("\(rule) is no rule of a calendar")
                continue
            }
            #expect(parsed.firstDay(after: start) == expected, "\(rule) from \(start)")
        }
    }

    @Test func `a count decreases to the last occurrence`() throws {
        let found = try dates("FREQ=DAILY;COUNT=3", from: "2026-11-25", count: 9)
        #expect(found.dates == ["2026-11-26", "2026-11-27"] && found.rule == "FREQ=DAILY;COUNT=1")
    }

    @Test(arguments: [
        ("20261127", "2026-11-25", 2), ("20261127", "2026-11-25T15:00", 2),
        ("20261127T150000", "2026-11-25T15:00", 2), ("20261127T145959", "2026-11-25T15:00", 1),
        ("20261127T000000", "2026-11-25", 2),
        // 15:00 in Seoul is 06:00 in UTC.
        ("20261127T060000Z", "2026-11-25T15:00+09:00", 2),
        ("20261127T055959Z", "2026-11-25T15:00+09:00", 1),
        ("20261127T150000", "2026-11-25T15:00+09:00", 2),
        // A time without an offset is not a moment.
        ("20261127T150000Z", "2026-11-25T15:00", 2),
        ("20261124", "2026-11-25", 0),
    ])
    func `UNTIL is the last date of the rule`(until: String, due: String, count: Int) throws {
        #expect(try dates("FREQ=DAILY;UNTIL=\(until)", from: due, count: 9).dates.count == count)
    }

    @Test(arguments: [
        ("2026-11-25T15:00", "2026-11-26T15:00"),
        ("2026-11-25 15:00:30.5", "2026-11-26 15:00:30.5"),
        ("2026-11-25T15:00:00+09:00", "2026-11-26T15:00:00+09:00"),
        ("2026-11-25t15:00z", "2026-11-26t15:00z"),
    ])
    func `a date keeps its time, its offset and its spelling`(due: String, next: String) throws {
        #expect(try dates("every day", from: due, count: 1).dates == [next])
    }

    @Test func `after counts from the finish day`() throws {
        let finish = Sample.day("2027-01-31")
        func next(_ rule: String, _ due: String?) throws -> String? {
            let due = due.map { DueDate(Text($0)) } ?? nil
            return try RecurrenceRule(Text(rule)).next(after: due, finishedOn: finish)?
                .date.text.string
        }
        #expect(try next("after 3 days", nil) == "2027-02-03")
        #expect(try next("after 3 days", "2026-11-25T15:00Z") == "2027-02-03T15:00Z")
        #expect(try next("after 1 month", "2027-12-31") == "2027-02-28")
        #expect(try next("after 2 weeks", nil) == "2027-02-14")
        #expect(try next("after 1 year", nil) == "2028-01-31")
        #expect(try next("every day", nil) == nil)
    }

    @Test(arguments: [
        "FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30", "FREQ=MONTHLY;BYDAY=6MO",
        "FREQ=YEARLY;INTERVAL=2;BYMONTH=2;BYMONTHDAY=29;COUNT=9", "FREQ=DAILY;INTERVAL=7;BYDAY=MO",
        "FREQ=MONTHLY;INTERVAL=12;BYMONTH=3", "FREQ=YEARLY;INTERVAL=9999",
        "FREQ=DAILY;INTERVAL=9999;BYMONTH=2;BYMONTHDAY=31",
    ])
    func `a rule without a further date ends`(rule: String) throws {
        #expect(try dates(rule, from: "2027-11-25", count: 1).dates.isEmpty)
    }

    @Test func `the calendar ends with the year 9999`() throws {
        for rule in [
            "every day", "every month", "every month on 31", "every year", "every weekday",
            "every year on 31 december", "FREQ=DAILY", "FREQ=WEEKLY", "FREQ=MONTHLY", "FREQ=YEARLY",
        ] {
            #expect(try dates(rule, from: "9999-12-31", count: 1).dates.isEmpty, "\(rule)")
        }
    }
}
