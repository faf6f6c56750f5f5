package import MarkdownDocument

/// A problem in a task's file that needs the user's attention. The task remains
/// usable.
package struct Problem: Hashable, Sendable {
    /// The kind of problem. The raw value is the word for scripts.
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        /// The file cannot be read as a document.
        case malformed
        /// A known key has a value that pmd cannot use.
        case value
        /// A `state:` key differs from the folder.
        case state
        /// The folder is not a state of the board.
        case unknownState = "unknown-state"
        /// Another file has the same ID.
        case duplicate
    }

    package var kind: Kind
    /// The key with the wrong value, if the problem is about one.
    package var key: Text?
    /// The problem and the expected value, without the place.
    package var words: Bilingual
    /// The line and the column, counted from one.
    package var line: Int
    package var column: Int

    /// The words for JSON.
    package var message: String { words.english }

    package init(kind: Kind, key: Text? = nil, _ words: Bilingual, line: Int = 1, column: Int = 1) {
        self.kind = kind
        self.key = key
        self.words = words
        self.line = line
        self.column = column
    }
}
