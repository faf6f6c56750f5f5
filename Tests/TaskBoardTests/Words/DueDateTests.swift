import MarkdownDocument
import MergeSupport
import Testing

@testable import TaskBoard

struct DueDateTests {
    @Test(arguments: [
        ("2026-12-01", "2026-11-30T15:00:00Z"),
        ("2026-12-01T15:00", "2026-12-01T06:00:00Z"),
        ("2026-12-01 15:00", "2026-12-01T06:00:00Z"),
        ("2026-12-01T15:00:30", "2026-12-01T06:00:30Z"),
        ("2026-12-01T15:00:30.25Z", "2026-12-01T15:00:30Z"),
        ("2026-12-01T15:00Z", "2026-12-01T15:00:00Z"),
        ("2026-12-01T15:00:00+01:00", "2026-12-01T14:00:00Z"),
        ("2026-12-01T15:00:00-0330", "2026-12-01T18:30:00Z"),
        ("2026-12-01T15:00:00+05", "2026-12-01T10:00:00Z"),
    ])
    func `a date in a file is a day, a local time or a moment`(text: String, utc: String) throws {
        let date = try #require(DueDate(Text(text)))
        #expect(date.text == Text(text))
        #expect(Moment.utcStamp(date.seconds(Sample.now)) == Text(utc))
    }

    @Test(arguments: [
        "", "soon", "2026-12-01T", "2026-12-01T15", "2026-12-01T25:00", "2026-12-01T15:60",
        "2026-12-01T15:00+", "2026-12-01T15:00+24:00", "2026-12-01T15:00+09:", "2026-12-01Z",
        "2026-12-01T15:00:00.Z", "2026-12-01T15:00x", "2026-12-01  15:00", "2026-02-30", "1:30",
    ])
    func `anything else is not a date`(text: String) {
        #expect(DueDate(Text(text)) == nil)
    }

    @Test(arguments: [
        // The clock shows 09:14 on 2026-11-21.
        ("2026-11-20", true), ("2026-11-21", false), ("2026-11-22", false),
        ("2026-11-21T09:14", true), ("2026-11-21T09:15", false), ("2026-11-21T08:00", true),
        ("2026-11-21T00:14Z", true), ("2026-11-21T00:15Z", false),
        ("2026-11-20T19:14-05:00", true), ("2026-11-21T10:14+10:00", true),
    ])
    func `a day is past from the next midnight, a time from its minute`(
        text: String, isPast: Bool
    ) throws {
        #expect(try #require(DueDate(Text(text))).isPast(Sample.now) == isPast)
    }

    @Test func `a moment is on its local day`() throws {
        let date = try #require(DueDate("2026-11-30T20:00:00Z"))
        #expect(date.day(Sample.now) == Sample.day("2026-12-01"))
    }
}

struct DateWordsTests {
    @Test(arguments: [
        ("2026-12-01", "2026-12-01"), ("today", "2026-11-21"), ("Tomorrow", "2026-11-22"),
        ("yesterday", "2026-11-20"), ("fri", "2026-11-27"), ("FRIDAY", "2026-11-27"),
        ("sat", "2026-11-28"), ("sun", "2026-11-22"), ("thurs", "2026-11-26"),
        ("next-week", "2026-11-23"), ("next-month", "2026-12-01"), ("+3d", "2026-11-24"),
        ("-3d", "2026-11-18"), ("3d", "2026-11-24"), ("2w", "2026-12-05"), ("3m", "2027-02-21"),
        ("1y", "2027-11-21"), ("0d", "2026-11-21"), ("eow", "2026-11-22"), ("eom", "2026-11-30"),
        ("eoy", "2026-12-31"), ("9999y", "9999-12-31"),
        ("friT15:00", "2026-11-27T15:00"), ("fri 15:00", "2026-11-27T15:00"),
        ("tomorrowt9:05", "2026-11-22T09:05"), ("15:00", "2026-11-21T15:00"),
        ("8:00", "2026-11-21T08:00"), ("+2wT00:00", "2026-12-05T00:00"),
        ("2026-12-01 15:00", "2026-12-01T15:00"), ("2026-12-01T15:00", "2026-12-01T15:00"),
        ("2026-12-01 9:00", "2026-12-01T09:00"),
        ("2026-12-01T15:00:00+09:00", "2026-12-01T15:00:00+09:00"),
        ("2026-12-01 15:00Z", "2026-12-01T15:00Z"),
    ])
    func `a planned date points ahead`(words: String, expected: String) {
        #expect(DueDate(typed: Text(words), now: Sample.now)?.text == Text(expected))
    }

    @Test(arguments: [
        ("fri", "2026-11-20"), ("sat", "2026-11-14"), ("2w", "2026-11-07"), ("3d", "2026-11-18"),
        ("+3d", "2026-11-24"), ("-3d", "2026-11-18"), ("1m", "2026-10-21"), ("1y", "2025-11-21"),
        ("today", "2026-11-21"), ("monT08:30", "2026-11-16T08:30"), ("2026-12-01", "2026-12-01"),
    ])
    func `a past date points back`(words: String, expected: String) {
        let date = DueDate(typed: Text(words), now: Sample.now, sense: .back)
        #expect(date?.text == Text(expected))
    }

    @Test(arguments: [
        "soon", "", " ", "fr", "fridayish", "d", "+d", "--3d", "3 d", "12345d", "3h",
        "friT", "friT25:00", "T15:00x", "2026-13-01", "25:00", "tuT15:00", "T",
        "99999999999999999d",
    ])
    func `anything else is not a date`(words: String) {
        #expect(DueDate(typed: Text(words), now: Sample.now) == nil)
    }

    @Test func `a word that is not a date is an error with the expected input`() {
        #expect(
            throws: WordError(
                word: "due:soon", problem: "'soon' is not a date", expected: dateWords)
        ) { try DueDate.typed("soon", in: "due:soon", now: Sample.now) }
        #expect(
            throws: WordError(
                word: "wait:15:00", problem: "'15:00' has a time", expected: "a day without one")
        ) { try Day.typed("15:00", in: "wait:15:00", now: Sample.now) }
    }
}
