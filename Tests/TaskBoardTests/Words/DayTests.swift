import MarkdownDocument
import MergeSupport
import Testing

@testable import TaskBoard

/// Calendar days: arithmetic, parsing and printing.
struct DayTests {
    /// Walks the calendar day by day.
    @Test func `every day from 1600 to 2400 has its number, date and weekday`() throws {
        var (year, month, day) = (1600, 1, 1)
        // 1600-01-01 was a Saturday, 135,140 days before 1970-01-01.
        var (number, weekday) = (-135_140, 6)
        while year <= 2400 {
            let isLeap = year % 400 == 0 || year % 4 == 0 && year % 100 != 0
            let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
            let made = try #require(Day(year: year, month: month, day: day))
            guard made.number == number, made.date == (year, month, day), made.weekday == weekday
            else {
                Issue.record("\(year)-\(month)-\(day) is \(made) with number \(made.number)")
                return
            }
            (number, weekday, day) = (number + 1, weekday % 7 + 1, day + 1)
            if day > lengths[month - 1] { (month, day) = (month + 1, 1) }
            if month > 12 { (year, month) = (year + 1, 1) }
        }
        #expect(Day(year: 1970, month: 1, day: 1)?.number == 0)
    }

    @Test(arguments: ["2026-12-01", "0001-01-01", "9999-12-31", "2024-02-29"])
    func `a date is written as it is read`(text: String) {
        #expect(Day(.init(text))?.text.string == text)
    }

    @Test(arguments: [
        "2026-13-01", "2026-00-01", "2026-02-29", "2100-02-29", "2026-04-31", "0000-01-01",
        "2026-1-1", "26-01-01", "2026-12-01x", "2026/12/01", "", "today", "２０２６-12-01",
    ])
    func `a day that the calendar lacks is not a date`(text: String) {
        #expect(Day(.init(text)) == nil)
    }

    @Test(arguments: [
        ("2026-01-31", 1, "2026-02-28"), ("2024-01-31", 1, "2024-02-29"),
        ("2026-12-31", 2, "2027-02-28"), ("2026-03-31", -1, "2026-02-28"),
        ("2026-11-21", 12, "2027-11-21"), ("2024-02-29", 12, "2025-02-28"),
        ("2026-01-01", -1, "2025-12-01"), ("9999-12-01", 1, "9999-12-31"),
        ("0001-01-15", -1, "0001-01-01"), ("2026-11-21", .max, "9999-12-31"),
        ("2026-11-21", .min, "0001-01-01"),
    ])
    func `a month later is the same day or the last`(from: String, months: Int, to: String) {
        #expect(Sample.day(.init(from)).adding(months: months).description == to)
    }

    @Test func `days beyond the calendar are clamped to its end`() {
        #expect(Sample.day("2026-11-21").adding(days: .max).description == "9999-12-31")
        #expect(Sample.day("2026-11-21").adding(days: .min).description == "0001-01-01")
    }

    @Test(arguments: 1...7)
    func `the next and the previous weekday are never today`(weekday: Int) {
        for offset in 0..<7 {
            let day = Sample.day("2026-11-21").adding(days: offset)
            let next = day.next(weekday: weekday)
            let previous = day.previous(weekday: weekday)
            #expect(next.weekday == weekday && previous.weekday == weekday)
            #expect((1...7).contains(next.number - day.number))
            #expect((1...7).contains(day.number - previous.number))
        }
    }

    @Test(arguments: [
        ("2026-11-21", "2026-11-22", "2026-11-30", "2026-12-31"),
        ("2026-11-22", "2026-11-22", "2026-11-30", "2026-12-31"),
        ("2026-11-23", "2026-11-29", "2026-11-30", "2026-12-31"),
        ("2024-02-01", "2024-02-04", "2024-02-29", "2024-12-31"),
    ])
    func `weeks end on Sunday, months and years on their last day`(
        day: String, week: String, month: String, year: String
    ) {
        let day = Sample.day(.init(day))
        #expect(day.endOfWeek.description == week)
        #expect(day.endOfMonth.description == month)
        #expect(day.endOfYear.description == year)
    }
}

/// Moments in time zones, and across clock changes.
struct MomentTests {
    @Test func `a moment has a local day, a local time and a timestamp`() {
        let now = Sample.now
        #expect(now.today == Sample.day("2026-11-21"))
        #expect(now.minuteOfDay == 9 * 60 + 14)
        #expect(now.stamp == "2026-11-21T09:14:00+09:00")
        #expect(Moment.utcStamp(now.seconds) == "2026-11-21T00:14:00Z")
    }

    @Test(arguments: [
        (-18_000, "1969-12-31T19:00:00-05:00"), (-12_600, "1969-12-31T20:30:00-03:30"),
        (0, "1970-01-01T00:00:00+00:00"), (20_700, "1970-01-01T05:45:00+05:45"),
    ])
    func `a timestamp has the zone's offset`(offset: Int, stamp: String) {
        #expect(Moment(seconds: 0, offset: { _ in offset }).stamp == .init(stamp))
    }

    /// Berlin, 2026: clocks go from 02:00 to 03:00 on 29 March at 01:00 UTC, and
    /// from 03:00 to 02:00 on 25 October at 01:00 UTC.
    private static let berlin = Moment(
        seconds: 0,
        offset: { seconds in
            let spring = Int64(Sample.day("2026-03-29").number) * 86_400 + 3600
            let autumn = Int64(Sample.day("2026-10-25").number) * 86_400 + 3600
            return seconds >= spring && seconds < autumn ? 7200 : 3600
        })

    @Test(arguments: [
        ("2026-03-29", 1, "2026-03-29T00:00:00Z"), ("2026-03-29", 3, "2026-03-29T01:00:00Z"),
        // A skipped hour: the first moment after it.
        ("2026-03-29", 2, "2026-03-29T01:00:00Z"),
        // A repeated hour: the first one.
        ("2026-10-25", 2, "2026-10-25T00:00:00Z"), ("2026-10-25", 3, "2026-10-25T02:00:00Z"),
        ("2026-07-01", 12, "2026-07-01T10:00:00Z"), ("2026-01-01", 0, "2025-12-31T23:00:00Z"),
    ])
    func `a local time is found across a daylight saving change`(
        day: String, hour: Int, utc: String
    ) {
        let seconds = MomentTests.berlin.seconds(
            of: Sample.day(.init(day)), secondOfDay: hour * 3600)
        #expect(Moment.utcStamp(seconds) == .init(utc))
    }
}
