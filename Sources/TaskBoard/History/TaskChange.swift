package import MarkdownDocument

/// The change of one task between two versions of the board.
package struct TaskChange: Equatable, Sendable {
    package let action: LogAction
    package let id: TaskID
    /// The current title, or the last one of a deleted task.
    package let title: Text
    package let changes: [Change]

    package init(action: LogAction, id: TaskID, title: Text, changes: [Change]) {
        self.action = action
        self.id = id
        self.title = title
        self.changes = changes
    }
}

extension TaskChange {
    /// Compares two versions of one task; nil if nothing changed or there is
    /// neither.
    ///
    /// - Parameter isReturn: True if a task that is new in this commit was on
    ///   the board before, which only the history knows.
    package init?(from old: TaskItem?, to new: TaskItem?, isReturn: Bool = false) {
        switch (old, new) {
        case (nil, nil):
            return nil
        case (nil, let new?):
            let action: LogAction = isReturn ? .restored : .added
            self.init(action: action, id: new.id, title: new.title, changes: [])
        case (let old?, nil):
            self.init(action: .deleted, id: old.id, title: old.title, changes: [])
        case (let old?, let new?):
            var changes = fieldChanges(from: old, to: new)
            // When a repeating task is finished, its rule moves to the next task.
            if old.isFinished != new.isFinished {
                changes.removeAll { $0.isRuleHandedOn(old, new) }
            }
            guard !changes.isEmpty else { return nil }
            // A rank that was added or removed with other edits is not a move.
            let isMoved =
                changes.contains { $0.isMove && !$0.isReorder } || changes.allSatisfy(\.isReorder)
            let action: LogAction = isMoved ? .moved : .edited
            self.init(action: action, id: new.id, title: new.title, changes: changes)
        }
    }

    /// The inverse of this change.
    package var reversed: TaskChange {
        let action: LogAction =
            switch self.action {
            case .added, .restored: .deleted
            case .deleted: .added
            case .edited, .moved, .merged, .settings: self.action
            }
        var title = title
        let changes = changes.map { change in
            if change.key == "title", case .scalar(let text)? = change.from { title = text }
            return change.reversed
        }
        return TaskChange(action: action, id: id, title: title, changes: changes)
    }

    /// The change as the work of a merge.
    package var merged: TaskChange {
        TaskChange(action: .merged, id: id, title: title, changes: changes)
    }
}

extension TaskChange {
    /// True if the only change is that the task no longer repeats. This needs no entry of its own
    /// if a next task was created.
    package var isRuleTakenOff: Bool {
        changes.count == 1
            && changes.allSatisfy {
                !$0.isOwnKey && $0.key == Field.repeat.key && $0.to == nil
            }
    }
}

extension Change {
    /// True if this is a change of the task's place instead of its contents.
    var isMove: Bool { !isOwnKey && (key == "state" || key == "path") || isReorder }

    var isReorder: Bool { key == "rank" }
}

extension Change {
    /// Returns true if only the open one of two versions of a task has the rule.
    fileprivate func isRuleHandedOn(_ old: TaskItem, _ new: TaskItem) -> Bool {
        !isOwnKey && key == Field.repeat.key && (new.isFinished ? to : from) == nil
    }
}
