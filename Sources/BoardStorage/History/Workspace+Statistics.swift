import Git
import MarkdownDocument
package import TaskBoard

/// The weeks, the tasks and the groups that statistics are wanted for.
package struct StatisticsRequest: Sendable {
    /// Selects tasks by their current values, or by their last ones; nil for all tasks.
    package var query: Query?
    package var grouping: Grouping?
    /// A day of the first week.
    package var since: Day
    /// The first day of a week; Monday is 1.
    package var firstWeekday: Int
    /// The number of points of the picture.
    package var points: Int

    package init(
        query: Query? = nil, grouping: Grouping? = nil, since: Day, firstWeekday: Int, points: Int
    ) {
        (self.query, self.grouping, self.since) = (query, grouping, since)
        (self.firstWeekday, self.points) = (firstWeekday, points)
    }

    /// The day that statistics begin with by default: twelve weeks ago.
    package static func firstDay(_ now: Moment) -> Day { now.today.adding(days: -12 * 7) }
}

extension Workspace {
    /// Computes statistics from the history. Uncommitted moves count as made now.
    ///
    /// - Parameters:
    ///   - board: The board as its files are now.
    ///   - now: The time, and the reader's zone.
    package func statistics(
        _ request: StatisticsRequest, of board: Board, now: Moment
    ) throws -> BoardStatistics {
        let history = try history(by: board.settings)
        var tracks = StateTracks(board.settings)
        if let head = try history.head {
            let effects = try EffectFile(history: history).effects(upTo: head)
            tracks = StateTracks(at: head.bytes, effects, board.settings)
        }
        tracks.follow(board.tasks, at: now.seconds)
        let needsValues = request.query != nil || request.grouping != nil
        let deleted = needsValues ? try history.lastVersions(notOn: board) : [:]
        let times =
            request.query?.needsHistory == true
            ? try historyTimes(of: board.tasks) : HistoryTimes()
        let tasks = tracks.steps.compactMap { id, steps -> TrackedTask? in
            let (current, last) = (board[id], deleted[id])
            if let query = request.query {
                guard let task = current ?? last, query.matches(task, in: board, times: times)
                else { return nil }
            }
            return TrackedTask(steps, of: tracks, current: current, last: last, now: now)
        }
        return BoardStatistics(
            tasks, of: tracks, since: request.since, firstWeekday: request.firstWeekday,
            points: request.points, by: request.grouping, now: now)
    }
}

extension History {
    /// Returns the last version of each task that is not on a board, also if its removal is not
    /// committed yet.
    fileprivate func lastVersions(notOn board: Board) throws -> [TaskID: TaskItem] {
        var tasks: [TaskID: TaskItem] = [:]
        for deleted in try deletedTasks() where tasks[deleted.task.id] == nil {
            tasks[deleted.task.id] = deleted.task
        }
        guard let head = try head else { return tasks }
        for (path, entry) in try git.boardFiles(ofTree: git.commit(head).tree, prefix)
        where settings.isTaskPath(path) {
            let id = TaskID(fileName: path.fileName)
            if board[id] == nil { tasks[id] = try item((path, entry)) }
        }
        return tasks
    }
}
