package import MarkdownDocument
package import TaskBoard

/// The state of a board and its sync, as reported by `pmd status`.
package struct StatusView: Sendable {
    package let clone: CloneStatus
    package let board: Board
    /// The error in `pmd.yml`; nil if it is valid.
    package let settingsError: SettingsError?
    /// Files named like a task that cannot be read as one, except those left out of commits.
    package let unread: [UnreadFile]
    private let now: Moment
    /// The user's name, for views that need it.
    private let me: Text?

    package init(
        _ clone: CloneStatus, _ board: Board, settingsError: SettingsError?, unread: [UnreadFile],
        now: Moment, me: Text? = nil
    ) {
        (self.now, self.me) = (now, me)
        (self.clone, self.board, self.settingsError) = (clone, board, settingsError)
        self.unread = unread.filter { file in
            !clone.leftOut.contains { $0.path == file.path.string }
        }
    }

    package var conflicted: [TaskItem] { board.conflicted }
    package var malformed: [TaskItem] { board.tasks.filter(\.isMalformed) }
    package var due: DueCounts { DueCounts(board.tasks, now: now) }

    /// The number of tasks in each view of the board; nil for a view with an invalid query.
    package var views: [(name: Text, count: Int?)] {
        board.settings.allViews.map { view in
            do throws(WordError) {
                let query = try Query(
                    [Query.term(ofView: view.name)], now: now, me: me, settings: board.settings)
                return (view.name, board.tasks(matching: query).count)
            } catch {
                return (view.name, nil)
            }
        }
    }
}

/// The numbers of unfinished tasks that are overdue, and of others that are due today. Waiting
/// tasks are only counted as such, as in queries.
package struct DueCounts: Equatable, Sendable {
    package private(set) var overdue = 0
    package private(set) var today = 0
    package private(set) var waiting = 0

    package init(_ tasks: [TaskItem], now: Moment) {
        for task in tasks where !task.isFinished {
            if task.isWaiting(now) {
                waiting += 1
            } else if let date = task.due {
                add(date, 1, now)
            }
        }
    }

    /// - Parameter dates: The due dates of unfinished tasks that do not wait, with the number of
    ///   tasks for each date.
    package init(_ dates: [DueDate: Int], now: Moment) {
        for (date, count) in dates { add(date, count, now) }
    }

    private mutating func add(_ date: DueDate, _ count: Int, _ now: Moment) {
        if date.isPast(now) {
            overdue += count
        } else if date.day(now) == now.today {
            today += count
        }
    }
}
