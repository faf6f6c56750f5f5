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
        var ordered: [TaskItem] = []
        ordered.reserveCapacity(tasks.count)
        var ranges: [(state: Text, tasks: Range<Int>)] = []
        for (state, places) in Board.grouped(tasks, settings) {
            let start = ordered.count
            let finished = settings.isFinished(state) ? times.finished : [:]
            ordered += Board.ordered(places, tasks, finished)
            ranges.append((state, start..<ordered.count))
        }
        indices = Board.mark(&ordered, settings)
        self.tasks = ordered
        columns = ranges.map { Column($0.state, Array(ordered[$0.tasks]), settings) }
        let shared = ordered.filter(\.isDuplicate)
        duplicates = Dictionary(grouping: shared, by: \.id)
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

extension Board.Column {
    fileprivate init(_ state: Text, _ tasks: [TaskItem], _ settings: BoardSettings) {
        self.init(
            state: state, tasks: tasks, limit: settings.limits[state],
            isFinished: settings.isFinished(state), isUnknown: !settings.states.contains(state))
    }
}

extension Board {
    /// Where the tasks of each state are: the settings' states, then the others.
    private static func grouped(
        _ tasks: [TaskItem], _ settings: BoardSettings
    ) -> [(state: Text, places: [Int])] {
        var groups = settings.states.map { (state: $0, places: [Int]()) }
        var last = 0
        for index in tasks.indices {
            // Tasks come folder by folder.
            let state = tasks[index].state
            if last >= groups.count || groups[last].state != state {
                last = groups.firstIndex { $0.state == state } ?? groups.count
                if last == groups.count { groups.append((state, [])) }
            }
            groups[last].places.append(index)
        }
        let others = groups[settings.states.count...].sorted { $0.state < $1.state }
        return groups[..<settings.states.count] + others
    }

    /// By rank; where finishing times count, by these first. What has no time yet
    /// was finished just now. Places are sorted, by numbers where these suffice: a
    /// board has many tasks, and each is large.
    private static func ordered(
        _ places: [Int], _ tasks: [TaskItem], _ finished: [TaskID: Int64]
    ) -> [TaskItem] {
        let keys = places.map { place in
            (
                place: place, start: tasks[place].orderStart,
                time: finished.isEmpty ? 0 : finished[tasks[place].id] ?? .max
            )
        }
        return keys.sorted { a, b in
            if a.time != b.time { return a.time > b.time }
            return a.start != b.start
                ? a.start < b.start : isBefore(tasks[a.place], tasks[b.place])
        }.map { tasks[$0.place] }
    }

    /// The order of a column: rank, then ID, then path.
    package static func isBefore(_ a: TaskItem, _ b: TaskItem) -> Bool {
        let order = a.contents.withOrder { a in b.contents.withOrder { compare(a, $0) } }
        if order != 0 { return order < 0 }
        return a.id != b.id ? a.id < b.id : a.path < b.path
    }

    /// Which of two texts comes first, as `memcmp` says it.
    private static func compare(_ a: UnsafeRawBufferPointer, _ b: UnsafeRawBufferPointer) -> Int {
        for index in 0..<min(a.count, b.count) where a[index] != b[index] {
            return a[index] < b[index] ? -1 : 1
        }
        return a.count - b.count
    }

    /// Adds the problems that only the whole board shows.
    ///
    /// - Returns: where each ID is, of several the first.
    private static func mark(
        _ tasks: inout [TaskItem], _ settings: BoardSettings
    ) -> [TaskID: Int] {
        var indices = [TaskID: Int](minimumCapacity: tasks.count)
        var shared = [TaskID: [Int]]()
        var known: Text?
        for index in tasks.indices {
            let state = tasks[index].state
            if state != known {
                if settings.states.contains(state) {
                    known = state
                } else {
                    tasks[index].note(unknownState(tasks[index], settings))
                }
            }
            let id = tasks[index].id
            if let other = indices.updateValue(index, forKey: id) {
                shared[id, default: []].append(other)
            }
        }
        for (id, others) in shared {
            let files = others + [indices[id]].compactMap { $0 }
            indices[id] = files[0]
            for index in files { markDuplicate(&tasks, index, of: files) }
        }
        return indices
    }

    private static func unknownState(_ task: TaskItem, _ settings: BoardSettings) -> Problem {
        let known = settings.states.map(\.string).joined(separator: ", ")
        let what = settings.retired.contains(task.state) ? "a retired state" : "none of the states"
        return Problem(
            kind: .unknownState,
            message: "the folder '\(visible(task.state.utf8))' is \(what); the board has \(known)")
    }

    private static func markDuplicate(
        _ tasks: inout [TaskItem], _ index: Int, of files: [Int]
    ) {
        let others = files.filter { $0 != index }.map { visible(tasks[$0].path) }.sorted()
        tasks[index].note(
            Problem(
                kind: .duplicate,
                message: "the ID '\(visible(tasks[index].id.text.utf8))' is also that of "
                    + others.joined(separator: ", ")))
    }
}
