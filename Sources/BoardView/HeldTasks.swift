package import TaskBoard

/// Tasks whose files an editor has only partly written. A board shows their previous version for a
/// while.
///
/// A non-atomic save leaves a file empty or truncated for a moment. Without this type, its card
/// would flash as malformed.
package struct HeldTasks: Sendable {
    /// The time for which a malformed file keeps its last good card, in seconds.
    package static let seconds: Int64 = 5

    private var held: [TaskID: (task: TaskItem, end: Int64)] = [:]

    package init() {}

    /// The time at which the next task is released, in seconds since 1970.
    package var end: Int64? { held.values.map(\.end).min() }

    /// Returns the board to display.
    ///
    /// - Parameters:
    ///   - old: The previously displayed board; nil at first.
    ///   - changed: The changed tasks; others are not examined.
    ///   - committed: The tasks whose change is committed, so that their files are complete.
    ///   - times: The history times of the new board.
    package mutating func holding(
        _ new: Board, after old: Board?, changed: Set<TaskID>, committed: Set<TaskID> = [],
        times: HistoryTimes, now: Int64
    ) -> Board {
        var halves: Set<TaskID> = []
        for id in changed.union(held.keys).union(shownHalves) {
            guard let task = new[id], let before = held[id]?.task ?? old?[id],
                before.path == task.path, !committed.contains(id),
                task.isHalf(of: before)
            else { continue }
            halves.insert(task.id)
            if held[task.id] == nil, !shownHalves.contains(task.id) {
                held[task.id] = (before, now + Self.seconds)
            }
        }
        shownHalves = shownHalves.intersection(halves)
        for (id, hold) in held where hold.end <= now || !halves.contains(id) {
            if halves.contains(id) { shownHalves.insert(id) }
            held[id] = nil
        }
        guard !held.isEmpty else { return new }
        let tasks = new.tasks.map { held[$0.id]?.task ?? $0 }
        return Board(settings: new.settings, tasks: tasks, times: times)
    }

    /// Tasks whose files stayed incomplete, which are shown as they are.
    private var shownHalves: Set<TaskID> = []
}

extension TaskItem {
    /// Returns true if the file may be partly saved: it is malformed, its front matter is not
    /// closed, or its end is missing.
    fileprivate func isHalf(of before: TaskItem) -> Bool {
        guard !before.isMalformed else { return false }
        if isMalformed { return true }
        let (new, old) = (bytes, before.bytes)
        if new.count < old.count, old.starts(with: new) { return true }
        return new.starts(with: Array("---".utf8)) && body.count == new.count
    }
}
