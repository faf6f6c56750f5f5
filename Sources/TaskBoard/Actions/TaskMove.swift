import MarkdownDocument

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
