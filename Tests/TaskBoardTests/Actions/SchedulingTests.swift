import MarkdownDocument
import MergeSupport
import Testing

@testable import TaskBoard

/// Tasks that are dropped on a calendar day.
struct SchedulingTests {
    private static let day = Sample.day("2026-12-05")

    private func due(_ due: String, on day: Day = day, hours: Int = 0) throws -> Text? {
        let now = Moment(seconds: Sample.now.seconds) { _ in hours * 3600 }
        let front = due.isEmpty ? "title: A" : "title: A\ndue: \(due)"
        let board = Sample.board(Sample.task("todo/a.md", front))
        let intent = try board.scheduling([TaskID("a")], on: day, now: now)
        let after = try #require(
            try board.previewing(intent, times: HistoryTimes(), hash: { $0 }))
        let new = try #require(after[TaskID("a")]?.due)
        #expect(new.day(now) == day, "\(due) \(hours)")
        return new.text
    }

    @Test(arguments: [
        ("", "2026-12-05"), ("2026-11-01", "2026-12-05"),
        ("2026-11-01T15:00", "2026-12-05T15:00"), ("2026-11-01 15:00:30", "2026-12-05 15:00:30"),
        ("2026-11-01T15:00+00:00", "2026-12-05T15:00+00:00"),
    ])
    func `scheduling changes the day and keeps the time`(old: String, new: Text) throws {
        #expect(try due(old) == new)
    }

    @Test(arguments: [
        // 15:00 in Korea is 18:00 of the day before, twelve hours behind UTC; a day is the same.
        ("2026-11-01T15:00+09:00", -12, "2026-12-06T15:00+09:00"),
        ("2026-11-01T09:00+09:00", -12, "2026-12-06T09:00+09:00"),
        ("2026-11-01T22:00-05:00", 14, "2026-12-04T22:00-05:00"),
        ("2026-11-01", 14, "2026-12-05"), ("2026-11-01", -12, "2026-12-05"),
    ])
    func `the day is the reader's day`(old: String, hours: Int, new: Text) throws {
        #expect(try due(old, hours: hours) == new)
    }

    @Test func `a daylight saving change in between does not shift the day`() throws {
        // 23:30 UTC is 23:30 in winter, and the next day in summer.
        let summer = Sample.day("2027-03-28").number * 86_400 + 3600
        let now = Moment(seconds: Sample.now.seconds) { $0 < summer ? 0 : 3600 }
        let board = Sample.board(Sample.task("todo/a.md", "due: 2026-11-01T23:30Z"))
        let day = Sample.day("2027-04-10")
        let intent = try board.scheduling([TaskID("a")], on: day, now: now)
        let after = try board.previewing(intent, times: HistoryTimes(), hash: { $0 })
        #expect(after?[TaskID("a")]?.due?.text == "2027-04-09T23:30Z")
        #expect(after?[TaskID("a")]?.due?.day(now) == day)
    }

    @Test func `several tasks are rescheduled in one step, and a repeating one keeps its rhythm`()
        throws
    {
        let board = Sample.board(
            Sample.task("todo/a.md", "title: A\ndue: 2026-12-01\nrepeat: every month"),
            Sample.task("todo/b.md", "title: B"))
        let intent = try board.scheduling(
            [TaskID("a"), TaskID("b")], on: Self.day, now: Sample.now)
        let plan = try #require(try board.plan(for: intent, now: Sample.now, hash: { $0 }))
        let after = try #require(board.carriedOut(plan))
        #expect(after[TaskID("a")]?.texts(of: .due) == ["2026-12-05"])
        #expect(after[TaskID("b")]?.texts(of: .due) == ["2026-12-05"])
        #expect(after[TaskID("a")]?.document.entry("occurrence")?.value == .scalar("2026-12-01"))
    }

    @Test func `a missing task is reported`() throws {
        let board = Sample.board()
        #expect(throws: ActionError(.noSuchTask(TaskID("a")))) {
            try board.scheduling([TaskID("a")], on: Self.day, now: Sample.now)
        }
    }

    @Test(arguments: [
        ("en_US.UTF-8", 7), ("en_GB.UTF-8", 1), ("de_DE@euro", 1), ("ko_KR.UTF-8", 7), ("ko", 7),
        ("ja_JP", 7), ("ar_EG.UTF-8", 6), ("ar", 6), ("C", 1), ("", 1), ("en", 1), ("_", 1),
    ])
    func `weeks start on the locale's first day`(name: String, day: Int) {
        #expect(firstWeekday(ofLocale: name) == day)
    }
}
