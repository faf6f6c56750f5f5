package import MarkdownDocument
package import TaskBoard

/// A column of the board as displayed.
package struct ColumnView: Sendable {
    package let state: Text
    /// The name of the state for people.
    package let label: Text
    /// The number of all tasks in the state, shown or not.
    package let count: Int
    package let limit: Int?
    package let isFinished: Bool
    /// True if the settings do not list the state.
    package let isUnknown: Bool
    /// The displayed tasks, in order.
    package let tasks: [TaskItem]
    /// The number of tasks that match the query; nil without a query.
    package let matching: Int?
    /// The number of waiting tasks left out of the column, or of its matches.
    package let waiting: Int

    package init(
        state: Text, label: Text? = nil, count: Int, limit: Int? = nil, isFinished: Bool = false,
        isUnknown: Bool = false, tasks: [TaskItem], matching: Int? = nil,
        waiting: Int = 0
    ) {
        (self.state, self.count, self.limit) = (state, count, limit)
        self.label = label ?? state
        (self.isFinished, self.isUnknown, self.tasks) = (isFinished, isUnknown, tasks)
        (self.matching, self.waiting) = (matching, waiting)
    }

    package var isOverLimit: Bool { limit.map { count > $0 } ?? false }
    /// The number of tasks in the column, or of its matches, that are not shown.
    package var hidden: Int { (matching ?? count) - tasks.count }
    /// The number of older tasks left out of a finished column, which shows only its newest ones.
    package var older: Int { hidden - (matching == nil ? waiting : 0) }
}

extension ColumnView {
    /// The number of tasks shown in a finished column unless all are requested.
    package static let finishedShown = 20
}

extension Board {
    /// Returns the columns with the tasks that match a query.
    ///
    /// Waiting tasks are left out unless the query asks for them, and finished columns show their
    /// newest ``ColumnView/finishedShown`` tasks.
    ///
    /// - Parameters:
    ///   - found: All tasks that match the query, finished and waiting ones included; nil to search
    ///     for them.
    ///   - all: True to show waiting tasks and all finished ones.
    package func columnViews(
        matching query: Query, found: [TaskItem]? = nil, all: Bool = false, now: Moment
    ) -> [ColumnView] {
        let isFiltered = query.selectsOrSorts
        let found =
            isFiltered ? Board.byState(found ?? tasks(matching: query, all: true)) : [:]
        let showsWaiting = all || query.includesWaiting
        return columns.map { column in
            let tasks = isFiltered ? found[column.state] ?? [] : column.tasks
            let matching = showsWaiting ? tasks : tasks.filter { !$0.isWaiting(now) }
            return ColumnView(
                state: column.state, label: settings.label(of: column.state), count: column.count,
                limit: column.limit,
                isFinished: column.isFinished, isUnknown: column.isUnknown,
                tasks: column.isFinished && !all
                    ? Array(matching.prefix(ColumnView.finishedShown)) : matching,
                matching: query.termCount > 0 ? matching.count : nil,
                waiting: tasks.count - matching.count)
        }
    }

    /// Groups tasks by their states. Tasks in the board's order make one run for each state.
    private static func byState(_ tasks: [TaskItem]) -> [Text: [TaskItem]] {
        var groups: [Text: [TaskItem]] = [:]
        var start = 0
        while start < tasks.count {
            let state = tasks[start].state
            let end = tasks[start...].firstIndex { $0.state != state } ?? tasks.count
            groups[state, default: []] += tasks[start..<end]
            start = end
        }
        return groups
    }
}

extension Query {
    /// True if the query finds other tasks than the whole board has, or in another order.
    package var selectsOrSorts: Bool { termCount > 0 || !sort.isEmpty }
}
