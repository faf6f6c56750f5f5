package import TaskBoard

/// The days of a month or a week, each with the tasks due on it.
package struct CalendarView: Sendable {
    package enum Span: String, CaseIterable, Sendable {
        case month, week
    }

    package struct DayView: Sendable {
        package let day: Day
        /// False for a day of an adjacent month that fills up a week.
        package let isInSpan: Bool
        /// Open tasks first; within them, all-day tasks before tasks with a time.
        package let tasks: [TaskItem]
    }

    package let span: Span
    /// Whole weeks, in order.
    package let days: [DayView]

    /// - Parameters:
    ///   - day: Any day of the month or the week.
    ///   - firstWeekday: The first day of the week; Monday is 1.
    package init(
        _ board: Board, matching query: Query, _ span: Span, around day: Day, firstWeekday: Int,
        now: Moment
    ) {
        self.span = span
        let shown = Self.days(span, around: day, firstWeekday: firstWeekday)
        let tasks = board.tasksByDay(matching: query, in: shown, now: now)
        days = shown.map { each in
            DayView(
                day: each,
                isInSpan: span == .week || (each.year, each.month) == (day.year, day.month),
                tasks: tasks[each] ?? [])
        }
    }

    /// Returns the days of the whole weeks that cover a month or a week.
    package static func days(_ span: Span, around day: Day, firstWeekday: Int) -> [Day] {
        let first = span == .week ? day : Day(year: day.year, month: day.month, day: 1) ?? day
        let last = span == .week ? day : day.endOfMonth
        let start = first.adding(days: -((first.weekday - firstWeekday + 7) % 7))
        let end = last.adding(days: (firstWeekday + 6 - last.weekday) % 7)
        return (start.number...max(start.number, end.number)).map { Day(number: $0) }
    }

    package subscript(day: Day) -> DayView? { days.first { $0.day == day } }
}

extension Board {
    /// Returns the tasks of a query that are due on the given days, including waiting and finished
    /// ones.
    package func tasksByDay(
        matching query: Query, in days: [Day], now: Moment
    ) -> [Day: [TaskItem]] {
        guard let first = days.first, let last = days.last else { return [:] }
        var found: [Day: [(place: Int, task: TaskItem)]] = [:]
        let tasks = columnViews(matching: query, all: true, now: now).flatMap(\.tasks)
        for (place, task) in tasks.enumerated() {
            guard let day = task.due?.day(now), first <= day, day <= last else { continue }
            found[day, default: []].append((place, task))
        }
        return found.mapValues { tasks in
            tasks.map { ($0.task.calendarOrder(now), $0.place, $0.task) }
                .sorted { ($0.0.0, $0.0.1, $0.1) < ($1.0.0, $1.0.1, $1.1) }.map(\.2)
        }
    }
}

extension TaskItem {
    /// Returns the sort key: finished tasks last, and tasks without a time before the others.
    fileprivate func calendarOrder(_ now: Moment) -> (Int, Int64) {
        let time = due?.secondOfDay == nil ? .min : due?.seconds(now) ?? .min
        return (isFinished ? 1 : 0, time)
    }
}
