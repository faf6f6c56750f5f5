import MarkdownDocument
import MergeSupport
import Testing

@testable import TaskBoard

/// Due dates: days, local times and moments.
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
        ("2026-12-01 15:00:00 +0900", "2026-12-01T06:00:00Z"),
        ("2026-12-01 15:00 -03:30", "2026-12-01T18:30:00Z"),
        ("2026-12-01 15:00 UTC", "2026-12-01T15:00:00Z"),
        ("2026-12-01T15:00:00GMT", "2026-12-01T15:00:00Z"),
        ("2026-12-01 15:00:00.123 Z", "2026-12-01T15:00:00Z"),
        ("2026-12-01 9:05", "2026-12-01T00:05:00Z"), ("2026-12-01T9:05Z", "2026-12-01T09:05:00Z"),
        ("2026-12-01T15Z", "2026-12-01T15:00:00Z"), ("2026-12-01T15+09", "2026-12-01T06:00:00Z"),
        ("2026-12-31 24:00", "2026-12-31T15:00:00Z"),
        ("2026-12-31T24:00:00Z", "2027-01-01T00:00:00Z"),
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
        "2026-12-01T24:01", "2026-12-01T24Z", "2026-12-01T15 UT", "2026-12-01 UTC",
        "2026-12-01T15:00 ", "2026-12-01T15:00 +09:00 x", "9999-12-31T24:00", "2026-12-01T123:00",
    ])
    func `any other text is not a date`(text: String) {
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

    @Test(arguments: [
        ("2026-12-01T15:00", "2026-12-01T15:00"), ("2026-12-01 15:00", "2026-12-01T15:00"),
        ("2026-12-01 15:00:00 +0900", "2026-12-01T15:00+09:00"),
        ("2026-12-01 9:05", "2026-12-01T09:05"), ("2026-12-01T15Z", "2026-12-01T15:00Z"),
        ("2026-12-01 15:00:30 UTC", "2026-12-01T15:00:30Z"),
        ("2026-12-31 24:00", "2027-01-01T00:00"),
        ("2026-12-01T15:00:00-0330", "2026-12-01T15:00:00-0330"),
    ])
    func `a date that is typed in full gets the usual spelling`(
        typed: Text, written: Text
    ) throws {
        let date = try #require(DueDate(typed: typed, now: Sample.now))
        #expect(date.text == written)
        #expect(DueDate(written) == date)
        #expect(DueDate(typed)?.seconds(Sample.now) == date.seconds(Sample.now))
    }

    @Test(
        arguments: [
            ("2026-12-31 24:00", "2027-03-01", "2027-03-01 00:00"),
            ("2026-12-01 15:00 UTC", "2027-03-01", "2027-03-01 15:00 UTC"),
        ] as [(Text, Text, Text)])
    func `setting another day keeps the time`(text: Text, day: Text, moved: Text) throws {
        let date = try #require(DueDate(text)).on(Sample.day(day))
        #expect(date.text == moved && DueDate(moved) == date)
    }

    @Test func `a moment falls on its local day`() throws {
        let date = try #require(DueDate("2026-11-30T20:00:00Z"))
        #expect(date.day(Sample.now) == Sample.day("2026-12-01"))
    }
}
