package import MarkdownDocument

/// A result of an action, for one task or as a whole. A surface shows a sentence for each.
package enum ActionResult: Equatable, Sendable {
    /// The report of the whole plan.
    case whole(Plan)
    case changed(TaskChange)
    /// - Parameter title: The task; nil for the whole action.
    case unchanged(Unchanged, title: Text?)
    /// A task in the action that no longer exists.
    case gone
    /// A restored file that is not a task.
    case restoredFile(BoardPath)
}

/// The reason why an action changed nothing.
package enum Unchanged: Equatable, Sendable {
    /// A reason that is not reported.
    case unsaid
    // About each task.
    case unchanged, deleted, resolved, started, finished, open, inPlace, sameValues
    case inState(Text)
    case ticked(Bool)
    // About the whole action.
    case nothingToArchive, nothingToChange, nothingToRepair
}
