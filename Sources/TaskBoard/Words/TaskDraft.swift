package import MarkdownDocument

/// A task that somebody typed and that is no file yet; the values as the file will
/// state them.
package struct TaskDraft: Hashable, Sendable {
    /// Empty where only other words were typed.
    package var title = Text("")
    /// A state that was named; whether the board has it is for the caller to say.
    package var state: Text?
    package var due: Text?
    package var wait: Text?
    package var priority: Text?
    package var tags: [Text] = []
    package var assignees: [Text] = []
    package var remind: [Text] = []
    package var `repeat`: Text?
    /// References as they were typed.
    package var blockedBy: [Text] = []
    package var body: Text?

    package init(title: Text = "") { self.title = title }
}
