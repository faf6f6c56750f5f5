package import MarkdownDocument

/// Something in a task's file that a person should look at. The task works on.
package struct Problem: Hashable, Sendable {
    /// What is wrong. The raw value is the word that scripts see.
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        /// The file cannot be read as a document.
        case malformed
        /// A known key has a value that pmd cannot use.
        case value
        /// A `state:` key says something else than the folder.
        case state
        /// The folder is none of the board's states.
        case unknownState = "unknown-state"
        /// Another file has the same ID.
        case duplicate
    }

    package var kind: Kind
    /// The key whose value is wrong, if it is about one.
    package var key: Text?
    /// What is wrong and what was expected, without the place.
    package var message: String
    /// Both counted from one.
    package var line: Int
    package var column: Int

    package init(kind: Kind, key: Text? = nil, message: String, line: Int = 1, column: Int = 1) {
        self.kind = kind
        self.key = key
        self.message = message
        self.line = line
        self.column = column
    }
}
