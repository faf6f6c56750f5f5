package import MarkdownDocument

/// The number of tasks that were added, finished and open in each week, and the time they took.
package struct BoardStatistics: Sendable {
    package struct Week: Equatable, Sendable {
        /// The first day.
        package let start: Day
        package var added = 0
        package var finished = 0
        package var removed = 0
        /// The tasks in each state at the end of the week; for the current week, now.
        package var states: [Int]
        /// Those that are not finished.
        package var open = 0
    }

    /// The durations of the tasks that were finished in the weeks, in seconds.
    package struct Durations: Equatable, Sendable {
        private let sorted: [Int64]

        init(_ durations: [Int64]) { sorted = durations.sorted() }

        package var count: Int { sorted.count }
        package var median: Int64? { percentile(50) }
        package var p85: Int64? { percentile(85) }

        /// Returns the shortest duration that at least `share` percent of the tasks did not exceed.
        private func percentile(_ share: Int) -> Int64? {
            sorted.isEmpty ? nil : sorted[(sorted.count * share + 99) / 100 - 1]
        }
    }

    /// The tasks with one value, or all of them.
    package struct Group: Sendable {
        /// nil for tasks without a value, and for the group of all tasks.
        package let value: Text?
        package let weeks: [Week]
        package let lead: Durations
        package let cycle: Durations
    }

    /// A task in progress.
    package struct Started: Sendable {
        package let task: TaskItem
        /// The time at which it was first in progress.
        package let since: Int64
    }

    package let span: StatisticsSpan
    package let states: [Text]
    /// True for each state in which tasks are finished.
    package let isFinished: [Bool]
    package let total: Group
    /// The tasks in each state at each point of the span.
    package let flow: [[Int]]
    package let grouping: Grouping?
    package let groups: [Group]
    /// The tasks in progress, oldest first.
    package let inProgress: [Started]

    /// The maximum number of days that statistics go back, which limits their size.
    private static let mostDays = 20 * 365

    /// - Parameter tasks: The tasks that match the query, deleted ones included.
    package init(
        _ tasks: [TrackedTask], of tracks: StateTracks, since: Day, firstWeekday: Int,
        points: Int, by grouping: Grouping? = nil, now: Moment
    ) {
        let first = tasks.map(\.earliest).min().map { now.at($0).today } ?? now.today
        let span = StatisticsSpan(
            from: max(since, first, now.today.adding(days: -Self.mostDays)),
            firstWeekday: firstWeekday, points: points, now: now)
        (self.span, self.grouping, states) = (span, grouping, tracks.states)
        let isFinished = tracks.states.indices.map(tracks.isFinished)
        self.isFinished = isFinished
        total = Group(nil, tasks, span, isFinished)
        flow = StateCounts(tasks, at: span.points, states: isFinished.count).counts
        groups =
            grouping.map { grouping in
                grouping.grouped(tasks, states: tracks.states).map { value, tasks in
                    Group(value, tasks, span, isFinished)
                }
            } ?? []
        inProgress = tasks.compactMap { task -> Started? in
            guard task.removed == nil, let item = task.task, let since = task.started,
                let state = task.spans.last?.state, tracks.isInProgress(state)
            else { return nil }
            return Started(task: item, since: since)
        }.sorted { ($0.since, $0.task.id.text) < ($1.since, $1.task.id.text) }
    }
}

/// The weeks of statistics, and the points of their picture.
package struct StatisticsSpan: Equatable, Sendable {
    /// The first day of each week; the last week is the current one.
    package let weeks: [Day]
    /// The times between the start of the first week and now, evenly spaced.
    package let points: [Int64]
    /// The first second of each week.
    fileprivate let starts: [Int64]
    /// The last second of each week that counts.
    fileprivate let ends: [Int64]

    fileprivate init(from day: Day, firstWeekday: Int, points count: Int, now: Moment) {
        let begin = { (day: Day) in day.adding(days: -((day.weekday - firstWeekday + 7) % 7)) }
        let first = begin(min(day, now.today))
        weeks = stride(from: first.number, through: begin(now.today).number, by: 7).map {
            Day(number: $0)
        }
        starts = weeks.map { now.seconds(of: $0, secondOfDay: 0) }
        ends = starts.dropFirst().map { $0 - 1 } + [now.seconds]
        let (start, length) = (starts[0], now.seconds - starts[0])
        let steps = Int64(max(count - 1, 1))
        points = (0...steps).map { start + length * $0 / steps }
    }

    /// The first second.
    package var start: Int64 { starts[0] }

    /// Returns the week of a time; nil before the first one.
    fileprivate func week(of time: Int64) -> Int? {
        let count = starts.count(upTo: time)
        return count == 0 ? nil : count - 1
    }
}

extension [Int64] {
    /// Returns the number of elements, which are sorted, up to a value.
    fileprivate func count(upTo value: Int64) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if self[middle] <= value { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

/// The number of tasks in each state at some times.
private struct StateCounts {
    private(set) var counts: [[Int]]

    /// - Parameter times: The times, in order.
    init(_ tasks: [TrackedTask], at times: [Int64], states: Int) {
        counts = Array(repeating: Array(repeating: 0, count: states), count: times.count)
        // First the changes at each time.
        for task in tasks {
            for (index, span) in task.spans.enumerated() {
                guard let state = span.state else { continue }
                let start = times.count(upTo: span.time - 1)
                let end =
                    index + 1 < task.spans.count
                    ? times.count(upTo: task.spans[index + 1].time - 1) : times.count
                guard start < end else { continue }
                counts[start][state] += 1
                if end < times.count { counts[end][state] -= 1 }
            }
        }
        for index in counts.indices.dropFirst() {
            for state in 0..<states { counts[index][state] += counts[index - 1][state] }
        }
    }
}

extension BoardStatistics.Group {
    fileprivate init(
        _ value: Text?, _ tasks: [TrackedTask], _ span: StatisticsSpan, _ isFinished: [Bool]
    ) {
        self.value = value
        let counts = StateCounts(tasks, at: span.ends, states: isFinished.count).counts
        var weeks = zip(span.weeks, counts).map { BoardStatistics.Week(start: $0, states: $1) }
        for index in weeks.indices {
            weeks[index].open = zip(weeks[index].states, isFinished).reduce(0) {
                $1.1 ? $0 : $0 + $1.0
            }
        }
        var (leads, cycles) = ([Int64](), [Int64]())
        for task in tasks {
            if let week = span.week(of: task.added) { weeks[week].added += 1 }
            if let removed = task.removed, let week = span.week(of: removed) {
                weeks[week].removed += 1
            }
            guard let finished = task.finished, let week = span.week(of: finished) else { continue }
            weeks[week].finished += 1
            if let lead = task.lead { leads.append(lead) }
            if let cycle = task.cycle { cycles.append(cycle) }
        }
        self.weeks = weeks
        (lead, cycle) = (BoardStatistics.Durations(leads), BoardStatistics.Durations(cycles))
    }

    /// The sums over all weeks.
    package var added: Int { weeks.reduce(0) { $0 + $1.added } }
    package var finished: Int { weeks.reduce(0) { $0 + $1.finished } }
    package var removed: Int { weeks.reduce(0) { $0 + $1.removed } }
    /// The number of open tasks now.
    package var open: Int { weeks.last?.open ?? 0 }
}
