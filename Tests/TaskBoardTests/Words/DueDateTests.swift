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
