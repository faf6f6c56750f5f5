package import MarkdownDocument

/// A typed word that cannot be understood.
package struct WordError: Error, Hashable, Sendable {
    /// The word as typed.
    package var word: String
    /// The problem with the word.
    package var problem: String
    /// The expected input.
    package var expected: String
    /// The word before ``expected``: "try" if it lists words to type.
    package var verb = "expected"
    /// The view of the board whose query has the word; nil for what the user typed.
    package var view: Text?

    package init(
        word: String, problem: String, expected: String, verb: String = "expected",
        view: Text? = nil
    ) {
        (self.word, self.problem, self.expected) = (word, problem, expected)
        (self.verb, self.view) = (verb, view)
    }
}

extension WordError: CustomStringConvertible {
    package var description: String {
        let place = view.map { "the view '\(plainWords($0))' in pmd.yml: " } ?? ""
        return place + "'\(word)': \(advice)"
    }

    /// The problem and what to type instead.
    package var advice: String { "\(problem); \(verb) \(expected)" }
}
