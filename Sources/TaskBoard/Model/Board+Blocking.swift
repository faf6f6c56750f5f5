import MarkdownDocument

extension Board {
    /// Returns true if a task is blocked by an unfinished task of this board.
    package func isBlocked(_ task: TaskItem) -> Bool {
        !task.isFinished && task.namesBlockers && !openBlockers(of: task).isEmpty
    }

    /// Returns the unfinished tasks that a task names as its blockers, in the order of its file.
    package func openBlockers(of task: TaskItem) -> [TaskItem] {
        task.blockedBy.compactMap { self[$0] }.filter { !$0.isFinished }
    }

    /// Returns the unfinished tasks that name a task as their blocker, in the board's order.
    package func tasks(blockedBy id: TaskID) -> [TaskItem] {
        tasks.filter { task in
            !task.isFinished && task.namesBlockers && task.blockedBy.contains(id)
        }
    }

    /// Returns the same tasks for each blocker that a task names.
    package func tasksByBlocker() -> [TaskID: [TaskItem]] {
        var blocked: [TaskID: [TaskItem]] = [:]
        for task in tasks where !task.isFinished && task.namesBlockers {
            for id in Set(task.blockedBy) { blocked[id, default: []].append(task) }
        }
        return blocked
    }

    /// Returns the tasks through which a task blocks itself, beginning and ending with it; nil if
    /// it does not.
    ///
    /// Finished tasks count: `reopen` would make them block.
    ///
    /// - Parameter blockers: Returns the IDs that a task's file lists.
    func blockingCycle(
        of id: TaskID, blockers: (TaskID) -> [TaskID]
    ) -> [TaskID]? {
        var cameFrom: [TaskID: TaskID] = [:]
        var next = [id]
        while let task = next.popLast() {
            for blocker in blockers(task) where blocker == id || cameFrom[blocker] == nil {
                if blocker == id { return path(to: task, from: id, cameFrom) + [id] }
                cameFrom[blocker] = task
                next.append(blocker)
            }
        }
        return nil
    }

    /// Returns the IDs of the tasks that block themselves, directly or through others, among some
    /// tasks and all that block them.
    ///
    /// - Parameter blockers: Returns the IDs that a task's file lists; called once for each task.
    func idsInBlockingCycles(
        from tasks: [TaskItem], blockers: @escaping (TaskID) -> [TaskID]
    ) -> Set<TaskID> {
        var search = BlockingCycles(blockers: blockers)
        for task in tasks where task.namesBlockers { search.visit(from: task.id) }
        return search.found
    }

    private func path(
        to end: TaskID, from start: TaskID, _ cameFrom: [TaskID: TaskID]
    ) -> [TaskID] {
        var path = [end]
        while let last = path.last, last != start, let previous = cameFrom[last] {
            path.append(previous)
        }
        return path.reversed()
    }
}

/// Finds all tasks that block themselves in one pass over the board: the strongly connected
/// components of the blockers, by Tarjan's algorithm.
///
/// It keeps its own stack, since a chain of blockers can be as long as the board.
private struct BlockingCycles {
    /// The IDs on cycles so far.
    private(set) var found = Set<TaskID>()
    /// Returns the IDs that a task's file lists.
    private let blockers: (TaskID) -> [TaskID]
    /// The order in which tasks were first visited.
    private var orders: [TaskID: Int] = [:]
    /// The visited tasks whose component is not complete.
    private var open: [TaskID] = []
    private var isOpen = Set<TaskID>()
    /// The path from the start of the search to the current task.
    private var path: [Step] = []

    /// A task on the path.
    private struct Step {
        let id: TaskID
        let order: Int
        let blockers: [TaskID]
        /// The number of blockers that were visited.
        var visited = 0
        /// The first visited task that can be reached from this one.
        var lowest: Int
    }

    init(blockers: @escaping (TaskID) -> [TaskID]) { self.blockers = blockers }

    /// Visits a task and all that block it. Each task is visited once by all calls.
    mutating func visit(from start: TaskID) {
        if orders[start] == nil { enter(start) }
        while let step = path.last {
            guard step.visited < step.blockers.count else {
                leave(step)
                continue
            }
            path[path.count - 1].visited += 1
            let blocker = step.blockers[step.visited]
            if blocker == step.id { found.insert(blocker) }
            if let order = orders[blocker] {
                if isOpen.contains(blocker) { reach(order) }
            } else {
                enter(blocker)
            }
        }
    }

    private mutating func enter(_ id: TaskID) {
        let order = orders.count
        orders[id] = order
        open.append(id)
        isOpen.insert(id)
        path.append(Step(id: id, order: order, blockers: blockers(id), lowest: order))
    }

    /// Notes that the current task leads to an open one.
    private mutating func reach(_ order: Int) {
        guard let step = path.last else { return }
        path[path.count - 1].lowest = min(step.lowest, order)
    }

    private mutating func leave(_ step: Step) {
        path.removeLast()
        reach(step.lowest)
        guard step.lowest == step.order else { return }
        let size = open.count
        while let id = open.popLast() {
            isOpen.remove(id)
            let isAlone = id == step.id && open.count == size - 1
            if !isAlone { found.insert(id) }
            if id == step.id { return }
        }
    }
}

extension Board {
    /// Returns the IDs of the tasks that references name, in the form for a file.
    ///
    /// - Throws: ``ActionError`` if a reference names no task, or several.
    /// - Parameter known: IDs that are used as they are, whether the board has such tasks or not.
    func ids(
        _ references: [Text], keeping known: Set<TaskID> = []
    ) throws(ActionError) -> [Text] {
        var ids: [Text] = []
        for reference in references {
            do throws(ReferenceError) {
                let isKnown = known.contains(TaskID(reference))
                let id = isKnown ? reference : try resolve(reference.string).id.text
                if !ids.contains(id) { ids.append(id) }
            } catch {
                throw ActionError(.noSuchReference(error.fault))
            }
        }
        return ids
    }

    /// Returns an edit whose references to tasks are IDs.
    ///
    /// IDs that the files already list are kept, even if the board has no such task.
    func withIDs(_ edit: FieldEdit, for tasks: [TaskItem]) throws(ActionError) -> FieldEdit {
        let fields = settings.fields
        guard let field = edit.field(fields), field.namesTasks else { return edit }
        let known = Set(tasks.flatMap { $0.texts(of: field).map { TaskID($0) } })
        switch edit {
        case .set(let key, let value):
            return .set(key: key, value: try ids([value], keeping: known)[0])
        case .setList(let key, let elements):
            return .setList(key: key, elements: try ids(elements, keeping: known))
        case .add(let key, let element):
            return .add(key: key, element: try ids([element], keeping: known)[0])
        case .remove(let key, let element):
            return .remove(key: key, element: try ids([element], keeping: known)[0])
        case .clear, .body, .append: return edit
        }
    }

    /// Throws if an edited task would block itself, directly or through others.
    ///
    /// - Parameter edited: The tasks as they will be.
    func checkBlocking(_ edited: [TaskItem]) throws(ActionError) {
        let new = Dictionary(edited.map { ($0.id, $0.blockedBy) }) { first, _ in first }
        for task in edited where task.blockedBy != self[task.path]?.blockedBy {
            let cycle = blockingCycle(of: task.id) { new[$0] ?? self[$0]?.blockedBy ?? [] }
            guard let cycle else { continue }
            let titles = cycle.map { id in
                edited.first { $0.id == id }?.title ?? self[id]?.title ?? id.text
            }
            throw ActionError(.blockingCycle(titles))
        }
    }
}

extension FieldEdit {
    /// Returns true if the edit adds references to tasks, so that the whole board must be known.
    package func namesTasks(_ fields: FieldTable) -> Bool {
        switch self {
        case .set, .setList, .add, .remove: field(fields)?.namesTasks == true
        case .clear, .body, .append: false
        }
    }
}
