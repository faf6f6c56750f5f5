package import MarkdownDocument

/// A drop of cards between two others.
///
/// The neighbours are those that the user saw: a query may have filtered the column, and another
/// program may have moved tasks since.
package struct Drop: Equatable, Sendable {
    package let tasks: [TaskID]
    package let state: Text
    /// The card above the insertion point; nil at the top of the column.
    package let above: TaskID?
    /// The card below the insertion point; nil at the bottom.
    package let below: TaskID?

    package init(_ tasks: [TaskID], to state: Text, above: TaskID? = nil, below: TaskID? = nil) {
        (self.tasks, self.state, self.above, self.below) = (tasks, state, above, below)
    }
}

extension Board {
    /// Moves dropped cards to their insertion point.
    ///
    /// The card above decides. If it is no longer in the column, the card below does; without
    /// either, the cards move to the bottom. A finished column has its own order.
    ///
    /// - Throws: ``ActionError`` if the column was removed, or a task was deleted, meanwhile.
    package func dropping(
        _ drop: Drop, hash: @escaping ContentHash
    ) throws(ActionError) -> Plan {
        try moving(items(drop.tasks), to: drop.state.nfc, place: place(of: drop), hash: hash)
    }

    /// Moves each card to the top or the bottom of its own column. Cards in finished columns stay,
    /// since those columns have their own order.
    ///
    /// - Throws: ``ActionError`` if a task was deleted meanwhile.
    package func movingToEnd(
        _ ids: [TaskID], atTop: Bool, hash: @escaping ContentHash
    ) throws(ActionError) -> Plan {
        let tasks = try items(ids).filter { !$0.isFinished }
        return try moving(tasks, to: ".", place: atTop ? .top : .bottom, hash: hash)
    }

    /// Returns the neighbour that decides, and the side of it; nil if the order of the column
    /// decides or the cards stay where they are.
    package func place(of drop: Drop) -> ColumnPosition<TaskItem>? {
        let state = drop.state.nfc
        guard !settings.isFinished(state) else { return nil }
        func neighbour(_ id: TaskID?) -> TaskItem? {
            guard let id, !drop.tasks.contains(id), let task = self[id], task.state == state else {
                return nil
            }
            return task
        }
        if let above = neighbour(drop.above) { return .after(above) }
        if let below = neighbour(drop.below) { return .before(below) }
        let isOnItself = [drop.above, drop.below].contains { $0.map(drop.tasks.contains) ?? false }
        return isOnItself ? nil : .bottom
    }
}
