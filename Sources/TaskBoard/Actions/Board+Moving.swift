package import MarkdownDocument

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
        let tasks = tasks.distinct
        let open = tasks.filter { !$0.isFinished }
        guard let state = settings.finished.first else { throw ActionError(.noFinishedState) }
        let plan = try moving(open, to: state, hash: hash)
        let moved = Dictionary(zip(open.map(\.path), plan.tasks)) { first, _ in first }
        return Plan(
            changes: plan.changes, subject: plan.subject, body: plan.body,
            tasks: tasks.map { moved[$0.path] ?? $0.id })
    }

    /// Moves tasks to the first state, as `pmd reopen` does.
    package func reopening(
        _ tasks: [TaskItem], hash: @escaping ContentHash
    ) throws(ActionError) -> Plan {
        try moving(tasks, to: settings.first, hash: hash)
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
