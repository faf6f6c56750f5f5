package import MarkdownDocument
package import TaskBoard

/// A card that was dropped between two others.
///
/// The neighbours are those that the user saw, which a query may have filtered and another
/// program may have moved meanwhile.
package struct Drop: Equatable, Sendable {
    package let task: TaskID
    package let state: Text
    /// The card above the gap; nil at the top of the column.
    package let above: TaskID?
    /// The card below the gap; nil at its bottom.
    package let below: TaskID?

    package init(_ task: TaskID, to state: Text, above: TaskID? = nil, below: TaskID? = nil) {
        (self.task, self.state, self.above, self.below) = (task, state, above, below)
    }
}

/// The action that a drop asks for: the arguments of a move.
package struct DropAction: Equatable, Sendable {
    package let task: TaskID
    package let state: Text
    /// The neighbour that counts, and the side of it; nil: the order of the column decides, or
    /// the task goes to the bottom.
    package let place: Place<TaskID>?
}

/// The reason why a drop has no effect.
package enum DropRefusal: Error, Equatable, Sendable {
    /// The task was deleted meanwhile.
    case noTask(TaskID)
    /// The column was removed meanwhile, or is not one that the settings list.
    case noColumn(Text)
}

extension Board {
    /// Turns a drop into an action on the board as it is now.
    ///
    /// The card above the gap decides; if it is no longer in the column, the one below does;
    /// without either, the card goes to the bottom. A finished column has its own order.
    package func action(for drop: Drop) throws(DropRefusal) -> DropAction {
        guard let task = self[drop.task] else { throw .noTask(drop.task) }
        let state = drop.state.nfc
        guard settings.states.contains(state) else { throw .noColumn(drop.state) }
        func isHere(_ id: TaskID) -> Bool { id != task.id && self[id]?.state == state }
        let place: Place<TaskID>? =
            if settings.isFinished(state) {
                nil
            } else if let above = drop.above, isHere(above) {
                .after(above)
            } else if let below = drop.below, isHere(below) {
                .before(below)
            } else if drop.above == task.id || drop.below == task.id {
                nil
            } else {
                .bottom
            }
        return DropAction(task: task.id, state: state, place: place)
    }
}
