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

extension [ActionResult] {
    /// The results in order, except that changes are before tasks that needed none: boards show the
    /// first result, and undo is named after it.
    package var changesFirst: [ActionResult] {
        let changes = filter(\.isChange)
        return changes + filter { !$0.isChange }
    }
}

extension ActionResult {
    /// True if the action did something.
    package var isChange: Bool {
        switch self {
        case .whole, .changed, .restoredFile: true
        case .unchanged, .gone: false
        }
    }
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
    case attached, nothingToArchive, nothingToChange, nothingToRepair
}

/// A consequence of an action that the user should know.
package enum Consequence: Equatable, Sendable {
    /// Unfinished tasks block one that was started, or finished.
    case blocked(Text, isFinished: Bool, by: [Text])
    /// Tasks that are no longer blocked.
    case freed([Text])
    /// An unfinished task whose last child was finished.
    case lastChild(of: Text)
    /// A task that was finished or deleted, and its unfinished children.
    case openChildren(of: Text, [Text], isDeleted: Bool)
    /// A task that lists hide until a day after its due date.
    case waitsTooLong(Text, wait: Text, due: Text)
    case overLimit(Text, count: Int, limit: Int)
    /// A removed state still has tasks; `moving` is the command that moves them.
    case removedState(Text, count: Int, moving: String)
    /// The next task of a repeating one that was finished, with its `due`.
    case repeated(Text, due: Text)
    /// A repeating task that was finished, whose rule has no further date.
    case ended(Text)
    /// A task that was finished, whose rule cannot be read or has no date to count from.
    case repeatsNothing(Text)
    /// The file of a task that git ignores was changed and not committed.
    case notSynced(BoardPath)
}
