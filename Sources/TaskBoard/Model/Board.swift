package import MarkdownDocument

/// All tasks of a board, in order.
package struct Board: Sendable {
    /// One state and the tasks that are in it.
    package struct Column: Sendable {
        package let state: Text
        /// The tasks by rank; in a finished state by finish time, newest first.
        package let tasks: [TaskItem]
        package let limit: Int?
        package let isFinished: Bool
        /// True if the folder is not a state of the board; it is shown last,
        /// with a warning.
        package let isUnknown: Bool

        package var count: Int { tasks.count }
        package var isOverLimit: Bool { limit.map { count > $0 } ?? false }
    }

    package let settings: BoardSettings
    /// The tasks of all columns, in order.
    package let tasks: [TaskItem]
    /// The states of the settings in their order, then other folders with
    /// tasks.
    package let columns: [Column]
    /// The IDs that several files have, with those files.
    package let duplicates: [TaskID: [TaskItem]]

    private let indices: [TaskID: Int]
    let lazyFamily = LazyFamily()

    /// Sorts the tasks, and marks those with an unknown state and those that
    /// share an ID.
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
            ordered += Board.ordered(places, of: tasks, finished: finished)
            ranges.append((state, start..<ordered.count))
        }
        indices = Board.mark(&ordered, settings)
        self.tasks = ordered
        columns = ranges.map {
            Column($0.state, tasks: Array(ordered[$0.tasks]), settings: settings)
        }
        let shared = ordered.filter(\.isDuplicate)
        duplicates = Dictionary(grouping: shared, by: \.id)
    }

    /// The task with this ID; the first on the board if several have it.
    package subscript(id: TaskID) -> TaskItem? { indices[id].map { tasks[$0] } }

    /// The task in this file.
    package subscript(path: BoardPath) -> TaskItem? {
        let id = TaskID(fileName: path.fileName)
        return (duplicates[id] ?? self[id].map { [$0] })?.first { $0.path == path }
    }

    package func column(_ state: Text) -> Column? { columns.first { $0.state == state } }
}

extension Board.Column {
    fileprivate init(_ state: Text, tasks: [TaskItem], settings: BoardSettings) {
        self.init(
            state: state, tasks: tasks, limit: settings.limits[state],
            isFinished: settings.isFinished(state), isUnknown: !settings.states.contains(state))
    }
}

extension Board {
    /// Returns the places of each state's tasks: the states of the settings,
    /// then others.
    private static func grouped(
        _ tasks: [TaskItem], _ settings: BoardSettings
    ) -> [(state: Text, places: [Int])] {
        var groups = settings.states.map { (state: $0, places: [Int]()) }
        var last = 0
        for index in tasks.indices {
            // Tasks are grouped by folder.
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

    /// Returns tasks by rank, or by finish time if there are such times; a task
    /// without one was finished just now. Sorts places by numbers if these
    /// suffice, since a board has many tasks and each is large.
    private static func ordered(
        _ places: [Int], of tasks: [TaskItem], finished: [TaskID: Int64]
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

    /// Returns true if a task precedes another in a column: by rank, then ID,
    /// then path.
    package static func isBefore(_ a: TaskItem, _ b: TaskItem) -> Bool {
        let order = compareRanks(a, b)
        if order != 0 { return order < 0 }
        return a.id != b.id ? a.id < b.id : a.path < b.path
    }

    /// Compares the ranks of two tasks: negative if the first comes first.
    static func compareRanks(_ a: TaskItem, _ b: TaskItem) -> Int {
        let (start, other) = (a.orderStart, b.orderStart)
        if start != other { return start < other ? -1 : 1 }
        return a.contents.withOrder { a in b.contents.withOrder { compare(a, $0) } }
    }

    /// Compares two texts like `memcmp`.
    private static func compare(_ a: UnsafeRawBufferPointer, _ b: UnsafeRawBufferPointer) -> Int {
        for index in 0..<min(a.count, b.count) where a[index] != b[index] {
            return a[index] < b[index] ? -1 : 1
        }
        return a.count - b.count
    }

    /// Adds the problems that depend on the whole board.
    ///
    /// - Returns: The place of each ID; the first if several tasks have it.
    private static func mark(
        _ tasks: inout [TaskItem], _ settings: BoardSettings
    ) -> [TaskID: Int] {
        var indices = [TaskID: Int](minimumCapacity: tasks.count)
        var shared = [TaskID: [Int]]()
        var known: Text?
        for index in tasks.indices {
            // A board is often made from the tasks of another one.
            if tasks[index].hasBoardProblems { tasks[index].removeBoardProblems() }
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
        if let new = settings.current(task.state) {
            return Problem(.renamedState(task.state, to: new))
        }
        let isRetired = settings.retired.contains(task.state)
        return Problem(
            .unknownState(task.state, isRetired: isRetired, known: settings.states))
    }

    private static func markDuplicate(
        _ tasks: inout [TaskItem], _ index: Int, of files: [Int]
    ) {
        let others = files.filter { $0 != index }.map { tasks[$0].path }
        tasks[index].note(Problem(.duplicateID(tasks[index].id, others: others)))
    }
}
