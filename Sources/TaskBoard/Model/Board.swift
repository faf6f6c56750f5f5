package import MarkdownDocument

/// All tasks of a board in their order.
package struct Board: Sendable {
    /// One state and the tasks that are in it.
    package struct Column: Sendable {
        package let state: Text
        /// By rank; in a finished state by the time of finishing, newest first.
        package let tasks: [TaskItem]
        package let limit: Int?
        package let isFinished: Bool
        /// The folder is none of the board's states: shown last, with a warning.
        package let isUnknown: Bool

        package var count: Int { tasks.count }
        package var isOverLimit: Bool { limit.map { count > $0 } ?? false }
    }

    package let settings: BoardSettings
    /// Column by column, each in its order.
    package let tasks: [TaskItem]
    /// The settings' states in their order, then what else holds tasks.
    package let columns: [Column]
    /// The IDs that several files have, with these files.
    package let duplicates: [TaskID: [TaskItem]]

    private let indices: [TaskID: Int]

    /// Puts the tasks in order, and marks those whose state is unknown and those
    /// that share an ID.
    package init(
        settings: BoardSettings, tasks: [TaskItem], times: HistoryTimes = HistoryTimes()
    ) {
        self.settings = settings
        columns = Board.columns(Board.marked(tasks, settings), settings, times)
        let ordered = columns.flatMap(\.tasks)
        self.tasks = ordered
        var indices = [TaskID: Int](minimumCapacity: ordered.count)
        var duplicates = [TaskID: [TaskItem]]()
        for (index, task) in ordered.enumerated() {
            if indices[task.id] == nil { indices[task.id] = index }
            if task.isDuplicate { duplicates[task.id, default: []].append(task) }
        }
        self.indices = indices
        self.duplicates = duplicates
    }

    /// The task with this ID; of several the first in the board's order.
    package subscript(id: TaskID) -> TaskItem? { indices[id].map { tasks[$0] } }

    /// The task in this file.
    package subscript(path: BoardPath) -> TaskItem? {
        let id = TaskID(fileName: path.fileName)
        return (duplicates[id] ?? self[id].map { [$0] })?.first { $0.path == path }
    }

    package func column(_ state: Text) -> Column? { columns.first { $0.state == state } }

    /// Whether it waits for a task of this board that is not finished.
    package func isBlocked(_ task: TaskItem) -> Bool {
        !task.isFinished
            && task.blockedBy.contains { self[$0].map { !$0.isFinished } ?? false }
    }
}

/// When tasks were last changed and finished, in seconds since 1970: known to the
/// history only, and absent until committed.
package struct HistoryTimes: Equatable, Sendable {
    package var updated: [TaskID: Int64]
    package var finished: [TaskID: Int64]

    package init(updated: [TaskID: Int64] = [:], finished: [TaskID: Int64] = [:]) {
        self.updated = updated
        self.finished = finished
    }
}

extension Board {
    private static func columns(
        _ tasks: [TaskItem], _ settings: BoardSettings, _ times: HistoryTimes
    ) -> [Column] {
        let byState = Dictionary(grouping: tasks, by: \.state)
        let listed = Set(settings.states)
        let others = byState.keys.filter { !listed.contains($0) }.sorted()
        return (settings.states + others).map { state in
            let isFinished = settings.isFinished(state)
            return Column(
                state: state,
                tasks: ordered(byState[state] ?? [], isFinished ? times.finished : nil),
                limit: settings.limits[state], isFinished: isFinished,
                isUnknown: !listed.contains(state))
        }
    }

    /// By rank; where finishing times count, by these first. What has no time yet
    /// was finished just now. Places are sorted, not tasks: these are large.
    private static func ordered(
        _ tasks: [TaskItem], _ finished: [TaskID: Int64]?
    ) -> [TaskItem] {
        let times = (finished ?? [:]).isEmpty ? nil : finished
        let places = tasks.indices.map { place in
            (
                place: place, order: tasks[place].order,
                time: times.map { $0[tasks[place].id] ?? .max } ?? 0
            )
        }
        return places.sorted { a, b in
            if a.time != b.time { return a.time > b.time }
            return a.order != b.order
                ? a.order < b.order : isBefore(tasks[a.place], tasks[b.place])
        }.map { tasks[$0.place] }
    }

    /// The order of a column: rank, then ID, then path.
    package static func isBefore(_ a: TaskItem, _ b: TaskItem) -> Bool {
        if a.order != b.order { return a.order < b.order }
        return a.id != b.id ? a.id < b.id : a.path < b.path
    }

    /// Adds the problems that only the whole board shows.
    private static func marked(_ tasks: [TaskItem], _ settings: BoardSettings) -> [TaskItem] {
        var tasks = tasks
        var indices = [TaskID: Int](minimumCapacity: tasks.count)
        var shared = [TaskID: [Int]]()
        let states = Set(settings.states)
        for index in tasks.indices {
            if !states.contains(tasks[index].state) {
                tasks[index].note(unknownState(tasks[index], settings))
            }
            if let first = indices.updateValue(index, forKey: tasks[index].id) {
                shared[tasks[index].id, default: []].append(first)
            }
        }
        for (id, others) in shared {
            let files = others + [indices[id]].compactMap { $0 }
            for index in files { markDuplicate(&tasks, index, of: files) }
        }
        return tasks
    }

    private static func unknownState(_ task: TaskItem, _ settings: BoardSettings) -> Problem {
        let known = settings.states.map(\.string).joined(separator: ", ")
        let what = settings.retired.contains(task.state) ? "a retired state" : "none of the states"
        return Problem(
            kind: .unknownState,
            message: "the folder '\(task.state)' is \(what); the board has \(known)")
    }

    private static func markDuplicate(
        _ tasks: inout [TaskItem], _ index: Int, of files: [Int]
    ) {
        let others = files.filter { $0 != index }.map { tasks[$0].path.string }.sorted()
        tasks[index].note(
            Problem(
                kind: .duplicate,
                message: "the ID '\(tasks[index].id)' is also that of "
                    + others.joined(separator: ", ")))
    }
}
