import MarkdownDocument

/// A typed word that cannot be understood.
package struct WordError: Error, Hashable, Sendable {
    /// The word as typed.
    package var word: String
    /// The problem with the word.
    package var problem: String
    /// The expected input.
    package var expected: String
}

extension WordError: CustomStringConvertible {
    package var description: String { "'\(word)': \(problem); expected \(expected)" }
}
