package import MarkdownDocument

/// A move under construction, with the changes of the files that it touches.
struct TaskMove {
    let board: Board
    private var free: FreePath
    /// The moved tasks, by their old path.
    private var moved: [BoardPath: TaskItem] = [:]
    private var changes: [FileChange] = []

    init(board: Board, hash: @escaping ContentHash) {
        self.board = board
        free = FreePath(taken: Set(board.tasks.map(\.path)), hash: hash)
    }

    /// Moves tasks into one column.
    ///
    /// - Throws: ``ActionError``, also if a malformed file would need a rank to
    ///   change its place in its own column.
    mutating func add(
        _ members: [TaskItem], to state: Text, at place: ColumnPosition<TaskItem>?
    ) throws(ActionError) {
        if board.settings.isFinished(state) {
            for task in members where task.state != state {
                let document = try withoutOldFinish(task, in: state)
                record(task, at: target(of: task, in: state), document)
            }
            return
        }
        let goers = place == nil ? members.filter { $0.state != state } : members
        guard !goers.isEmpty else { return }
        let column = board.tasks(in: state)
        let gap = try InsertionPoint(column, for: goers, at: place, state: state)
        if goers.allSatisfy({ $0.state == state }) && gap.keepsOrder(of: column, goers) { return }
        for task in goers where task.state == state { try task.checkReadable() }
        let ranks = gap.ranks(for: goers.count)
        for (task, rank) in zip(goers, ranks.goers) {
            let document = try ranked(task, rank, in: state)
            record(task, at: target(of: task, in: state), document)
        }
        for (task, rank) in zip(gap.below, ranks.below) {
            record(task, at: task.path, try ranked(task, rank, in: state))
        }
    }

    func plan(for tasks: [TaskItem]) -> Plan {
        let sentences = tasks.compactMap { task in
            moved[task.path].flatMap { TaskChange(from: task, to: $0) }
        }
        let ids = tasks.map { moved[$0.path]?.id ?? $0.id }
        return Plan(changes: changes, sentences: sentences, tasks: ids)
    }

    private mutating func record(_ task: TaskItem, at path: BoardPath, _ document: Document) {
        guard let change = FileChange.task(task, to: path, document) else { return }
        changes.append(change)
        moved[task.path] = task.replaced(path: path, document: document, in: board)
    }

    /// Returns the path of a moved task: a task that is already in the state
    /// keeps its folder, and any other moves to the state's own folder.
    private mutating func target(of task: TaskItem, in state: Text) -> BoardPath {
        if task.state == state { return task.path }
        let wanted = BoardPath(state.utf8).appending(task.path.fileName)
        return free.claim(wanted, for: task.document.bytes)
    }

    private func ranked(
        _ task: TaskItem, _ rank: Rank, in state: Text
    ) throws(ActionError) -> Document {
        let document = try withoutOldFinish(task, in: state)
        if document.malformation != nil { return document }
        return try document.edited(in: task.path) { (document) throws(EditError) in
            try document.setting("rank", to: rank.text)
        }
    }

    /// Returns the file of a task without its stated finish time if the move finishes or reopens
    /// the task: the history has the new one.
    private func withoutOldFinish(
        _ task: TaskItem, in state: Text
    ) throws(ActionError) -> Document {
        let isFinished = board.settings.isFinished(state)
        guard task.isFinished != isFinished, !task.isMalformed,
            task.document.entry(Field.finished.key) != nil
        else { return task.document }
        return try task.document.edited(in: task.path) { (document) throws(EditError) in
            try document.removing(Field.finished.key)
        }
    }
}

extension Board {
    /// Moves tasks to another state, or to another place in the same one.
    ///
    /// Without a place, a task that changes its state moves to the bottom, and
    /// one that is already in the state stays where it is, so that a repeated
    /// command is harmless. Several tasks keep the order in which they are
    /// named. A move into a finished column only changes the folder, since that
    /// column has its own order. A move never changes a byte of a malformed
    /// file.
    ///
    /// - Parameters:
    ///   - state: The target state; `.` is each task's current state.
    ///   - hash: Gives a new name to a task whose name is taken in the target
    ///     folder.
    /// - Throws: ``ActionError`` for an unknown state, a place in a finished
    ///   column, and a place beside a task of another column.
    package func moving(
        _ tasks: [TaskItem], to state: Text, place: ColumnPosition<TaskItem>? = nil,
        hash: @escaping ContentHash
    ) throws(ActionError) -> Plan {
        var move = TaskMove(board: self, hash: hash)
        let tasks = tasks.distinct
        for (column, members) in try destinations(of: tasks, state) {
            if place != nil && settings.isFinished(column) {
                throw ActionError(.placeInFinished(column))
            }
            try move.add(members, to: column, at: place)
        }
        return move.plan(for: tasks)
    }

    /// Moves each task to the bottom of a state of its own.
    ///
    /// - Throws: ``ActionError`` for an unknown state.
    func moving(
        _ targets: [(task: TaskItem, state: Text)], hash: @escaping ContentHash
    ) throws(ActionError) -> Plan {
        var columns: [(state: Text, members: [TaskItem])] = []
        var places: [Text: Int] = [:]
        for (task, state) in targets {
            let target = state == "." ? task.state : try known(state)
            let place = places[target] ?? columns.count
            if place == columns.count { columns.append((target, [])) }
            places[target] = place
            columns[place].members.append(task)
        }
        var move = TaskMove(board: self, hash: hash)
        for (state, members) in columns { try move.add(members, to: state, at: nil) }
        return move.plan(for: targets.map(\.task))
    }

    /// Moves tasks to the state that the settings name for `pmd start`.
    package func starting(
        _ tasks: [TaskItem], hash: @escaping ContentHash
    ) throws(ActionError) -> Plan {
        try moving(tasks, to: settings.start, hash: hash)
    }

    /// Moves tasks to the first finished state, as `pmd done` does. Finished
    /// tasks stay.
    package func finishing(
        _ tasks: [TaskItem], hash: @escaping ContentHash
    ) throws(ActionError) -> Plan {
        guard let state = settings.finished.first else { throw ActionError(.noFinishedState) }
        return try moving(tasks, to: state, hash: hash) { !$0.isFinished }
    }

    /// Moves finished tasks to the first state, as `pmd reopen` does. Others stay.
    package func reopening(
        _ tasks: [TaskItem], hash: @escaping ContentHash
    ) throws(ActionError) -> Plan {
        try moving(tasks, to: settings.first, hash: hash, where: \.isFinished)
    }

    /// Moves those tasks to a state that fulfil a condition. The plan names all of them.
    private func moving(
        _ tasks: [TaskItem], to state: Text, hash: @escaping ContentHash,
        where isMoved: (TaskItem) -> Bool
    ) throws(ActionError) -> Plan {
        let tasks = tasks.distinct
        let chosen = tasks.filter(isMoved)
        let plan = try moving(chosen, to: state, hash: hash)
        let moved = Dictionary(zip(chosen.map(\.path), plan.tasks)) { first, _ in first }
        return Plan(
            changes: plan.changes, subject: plan.subject, body: plan.body,
            tasks: tasks.map { moved[$0.path] ?? $0.id })
    }

    /// Returns the target columns of the tasks.
    private func destinations(
        of tasks: [TaskItem], _ state: Text
    ) throws(ActionError) -> [(column: Text, members: [TaskItem])] {
        if state != "." { return [(try known(state), tasks)] }
        var columns: [(column: Text, members: [TaskItem])] = []
        for task in tasks {
            if let index = columns.firstIndex(where: { $0.column == task.state }) {
                columns[index].members.append(task)
            } else {
                columns.append((task.state, [task]))
            }
        }
        return columns
    }
}
