package import MarkdownDocument

/// One field of a task, as it was and as it is.
///
/// Beside the keys of the front matter, `state` is the folder, `path` a place
/// within or a new name in the same state, `checklist` one item with its box,
/// `body` the lines that went and that came, and `formatting` bytes that mean
/// the same.
package struct Change: Equatable, Sendable {
    package let key: Text
    /// Nil where there was nothing.
    package let from: Value?
    package let to: Value?

    package init(key: Text, from: Value?, to: Value?) {
        self.key = key
        self.from = from
        self.to = to
    }
}
