import BoardView
import MarkdownDocument
import MergeSupport
import TaskBoard
import Testing

/// The days of a calendar page and the tasks on each day.
struct CalendarViewTests {
    private func view(
        _ span: CalendarView.Span = .month, around day: Text = "2026-12-05", from weekday: Int = 1,
        hours: Int = 9, _ tasks: TaskItem...
    ) -> CalendarView {
        let now = Moment(seconds: Sample.now.seconds) { _ in hours * 3600 }
        return CalendarView(
            Board(settings: .standard, tasks: tasks), matching: .everything(now: now), span,
            around: Sample.day(day), firstWeekday: weekday, now: now)
    }

    @Test(arguments: [
        (CalendarView.Span.month, "2026-12-05" as Text, 1, "2026-11-30", "2027-01-03"),
        (.month, "2026-12-05", 7, "2026-11-29", "2027-01-02"),
        (.month, "2026-12-05", 6, "2026-11-28", "2027-01-01"),
        // A month of exactly four weeks.
        (.month, "2027-02-14", 1, "2027-02-01", "2027-02-28"),
        (.week, "2026-12-05", 1, "2026-11-30", "2026-12-06"),
        (.week, "2026-12-05", 7, "2026-11-29", "2026-12-05"),
        (.month, "0001-01-01", 7, "0001-01-01", "0001-02-03"),
        (.month, "9999-12-31", 1, "9999-11-29", "9999-12-31"),
    ])
    func `a span consists of whole weeks`(
        span: CalendarView.Span, day: Text, weekday: Int, first: String, last: String
    ) {
        let days = view(span, around: day, from: weekday).days.map(\.day)
        #expect(days.first?.description == first && days.last?.description == last)
    }

    @Test func `a month marks days of other months, and a week does not`() {
        #expect(view().days.filter { !$0.isInSpan }.map(\.day.month) == [11, 1, 1, 1])
        #expect(view(.week).days.allSatisfy { $0.isInSpan })
    }

    @Test func `a day lists open tasks first, and those with a time by the clock`() {
        let shown = view(
            .month, around: "2026-12-05",
            Sample.task("done/f.md", "due: 2026-12-05"),
            Sample.task("todo/late.md", "due: 2026-12-05T15:00\nrank: a1"),
            Sample.task("todo/early.md", "due: 2026-12-05T08:00\nrank: a2"),
            Sample.task("todo/all.md", "due: 2026-12-05\nrank: a3"),
            Sample.task("todo/wait.md", "due: 2026-12-05\nwait: 2026-12-04\nrank: a4"),
            Sample.task("todo/none.md", "rank: a5"),
            Sample.task("todo/other.md", "due: 2026-12-06"))
        let names = shown[Sample.day("2026-12-05")]?.tasks.map(\.id.text)
        #expect(names == ["all", "wait", "early", "late", "f"].map { Text($0) })
        #expect(shown[Sample.day("2026-12-06")]?.tasks.count == 1)
    }

    @Test(arguments: [(14, "2026-12-06"), (-12, "2026-12-05"), (0, "2026-12-05")])
    func `a time with an offset is on the reader's day, and a day is the same everywhere`(
        hours: Int, day: Text
    ) {
        let shown = view(
            .month, around: "2026-12-05", hours: hours,
            Sample.task("todo/t.md", "due: 2026-12-05T12:00Z"),
            Sample.task("todo/d.md", "due: 2026-12-05"))
        #expect(shown[Sample.day(day)]?.tasks.contains { $0.id == TaskID("t") } == true)
        #expect(shown[Sample.day("2026-12-05")]?.tasks.contains { $0.id == TaskID("d") } == true)
    }
}
