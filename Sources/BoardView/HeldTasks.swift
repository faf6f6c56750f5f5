package import TaskBoard

/// Tasks whose files an editor has half written: for a while a board shows them as they were.
///
/// A save that is not atomic leaves a file empty or cut for a moment. Without this, its card
/// would flash as malformed.
package struct HeldTasks: Sendable {
    /// How long a malformed file keeps its last good card, in seconds.
    package static let seconds: Int64 = 5

    private var held: [TaskID: (task: TaskItem, end: Int64)] = [:]

    package init() {}

    /// The time at which the next task is no longer held, in seconds since 1970.
    package var end: Int64? { held.values.map(\.end).min() }

    /// Returns a board as it is shown.
    ///
    /// - Parameters:
    ///   - old: The board that was shown before; nil at first.
    ///   - changed: The tasks that differ; others are not looked at.
    ///   - isCommitted: True if the change came with a commit: its files are whole.
    ///   - times: Those of the new board.
    package mutating func holding(
        _ new: Board, after old: Board?, changed: Set<TaskID>, isCommitted: Bool = false,
        times: HistoryTimes, now: Int64
    ) -> Board {
        var halves: Set<TaskID> = []
        for id in changed.union(held.keys).union(shownHalves) {
            guard let task = new[id], let before = held[id]?.task ?? old?[id],
                before.path == task.path, !(isCommitted && changed.contains(id)),
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

    /// Tasks that stayed half written: they are shown as they are.
    private var shownHalves: Set<TaskID> = []
}

extension TaskItem {
    /// True if the file may be half of a save: it is malformed, its front matter has no end, or
    /// its end is missing.
    fileprivate func isHalf(of before: TaskItem) -> Bool {
        guard !before.isMalformed else { return false }
        if isMalformed { return true }
        let (new, old) = (bytes, before.bytes)
        if new.count < old.count, old.starts(with: new) { return true }
        return new.starts(with: Array("---".utf8)) && body.count == new.count
    }
}
