import MarkdownDocument

/// A word that somebody typed and that cannot be understood.
package struct WordError: Error, Hashable, Sendable {
    /// The word as it was typed.
    package var word: String
    /// What is wrong with it.
    package var problem: String
    /// What would have been understood.
    package var expected: String
}

extension WordError: CustomStringConvertible {
    package var description: String { "'\(word)': \(problem); expected \(expected)" }
}
