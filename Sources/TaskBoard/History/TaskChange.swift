package import MarkdownDocument

/// What happened to one task between two versions of the board.
package struct TaskChange: Equatable, Sendable {
    package let action: LogAction
    package let id: TaskID
    /// The title as it is; of a deleted task as it was.
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
    /// Compares two versions of one task; nil where nothing changed, and where
    /// there is neither.
    ///
    /// - Parameter isReturn: whether a task that is new in this commit was on the
    ///   board before, which only the history knows.
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
            let changes = fieldChanges(from: old, to: new)
            guard !changes.isEmpty else { return nil }
            // A rank that came or went with other edits is no move of its own.
            let isMoved =
                changes.contains { $0.isMove && !$0.isReorder } || changes.allSatisfy(\.isReorder)
            let action: LogAction = isMoved ? .moved : .edited
            self.init(action: action, id: new.id, title: new.title, changes: changes)
        }
    }

    /// The same change as the work of a merge.
    package var merged: TaskChange {
        TaskChange(action: .merged, id: id, title: title, changes: changes)
    }
}

extension Change {
    /// Whether this is a matter of where the task lies and not of what it says.
    var isMove: Bool { key == "state" || key == "path" || isReorder }

    var isReorder: Bool { key == "rank" }
}
