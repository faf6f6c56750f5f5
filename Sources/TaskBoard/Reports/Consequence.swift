package import MarkdownDocument

/// A consequence of an action that the user should know.
package enum Consequence: Equatable, Sendable {
    /// Unfinished tasks block one that was started, or finished.
    case blocked(Text, isFinished: Bool, by: [Text])
    /// Tasks that are no longer blocked.
    case freed([Text])
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
