package import MarkdownDocument
package import TaskBoard

/// A column of the board as displayed.
package struct ColumnView: Sendable {
    package let state: Text
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
        state: Text, count: Int, limit: Int? = nil, isFinished: Bool = false,
        isUnknown: Bool = false, tasks: [TaskItem], matching: Int? = nil,
        waiting: Int = 0
    ) {
        (self.state, self.count, self.limit) = (state, count, limit)
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
    /// - Parameter all: True to show waiting tasks and all finished ones.
    package func columnViews(
        matching query: Query, all: Bool = false, now: Moment
    ) -> [ColumnView] {
        let isFiltered = query.termCount > 0 || !query.sort.isEmpty
        let found =
            isFiltered ? Dictionary(grouping: tasks(matching: query, all: true), by: \.state) : [:]
        return columns.map { column in
            let tasks = isFiltered ? found[column.state] ?? [] : column.tasks
            let matching = tasks.filter {
                all || query.includesWaiting || !$0.isWaiting(now)
            }
            return ColumnView(
                state: column.state, count: column.count, limit: column.limit,
                isFinished: column.isFinished, isUnknown: column.isUnknown,
                tasks: column.isFinished && !all
                    ? Array(matching.prefix(ColumnView.finishedShown)) : matching,
                matching: query.termCount > 0 ? matching.count : nil,
                waiting: tasks.count - matching.count)
        }
    }
}
