package import MarkdownDocument

/// The old and the new value of one field of a task.
///
/// Besides the keys of the front matter, `state` is the folder, `path` a place
/// within the state's folder or a new name, `checklist` one item with its box,
/// `body` the removed and the added lines, and `formatting` a change of bytes
/// without a change of meaning.
package struct Change: Equatable, Sendable {
    package let key: Text
    /// The old value; nil if there was none.
    package let from: Value?
    package let to: Value?
    /// True for a key of the front matter that has one of the names above, which pmd does not
    /// know in files.
    package let isOwnKey: Bool

    package init(key: Text, from: Value?, to: Value?, isOwnKey: Bool = false) {
        self.key = key
        self.from = from
        self.to = to
        self.isOwnKey = isOwnKey
    }

    /// The inverse of this change.
    var reversed: Change { Change(key: key, from: to, to: from, isOwnKey: isOwnKey) }
}
