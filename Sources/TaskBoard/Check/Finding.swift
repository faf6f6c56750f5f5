import MarkdownDocument

/// A problem on a board that needs the user's attention.
package struct Finding: Equatable, Sendable {
    /// The kind of problem; the raw value is the word for scripts.
    package enum Kind: String, CaseIterable, Sendable {
        case malformed
        case value
        case state
        case unknownState = "unknown-state"
        case overLimit = "over-limit"
        case duplicate
        case name
        case markers
        case body
        case blocker
        /// A file below `conflicts/` that lost a merge.
        case conflict
    }

    package let path: BoardPath
    /// The task; nil for a finding about a column.
    package let id: TaskID?
    /// The line, counted from one, if the finding has a place in the file.
    package let line: Int?
    package let column: Int?
    package let kind: Kind
    /// The problem, without the place.
    package let words: Bilingual

    package init(
        _ kind: Kind, at path: BoardPath, id: TaskID?, line: Int? = nil, column: Int? = nil,
        _ words: Bilingual
    ) {
        self.path = path
        self.id = id
        self.line = line
        self.column = column
        self.kind = kind
        self.words = words
    }
}

extension Finding {
    /// The words for JSON.
    package var message: String { words.english }

    /// True if the finding makes `check` exit with 65; others are only
    /// reported.
    package var isFailure: Bool {
        switch kind {
        case .malformed, .value, .duplicate: true
        case .state, .unknownState, .overLimit, .name, .markers, .body, .blocker, .conflict: false
        }
    }
}

extension Finding: CustomStringConvertible {
    /// The finding in the form of compiler errors, such as `todo/x.md:3:5: due:
    /// "soon" is not a date`.
    package var description: String { sentence(.english) }

    /// The description in a language.
    package func sentence(_ language: Language) -> String {
        let place = [line, column].compactMap { $0.map(String.init) }
        return ([visible(path)] + place).joined(separator: ":") + ": " + words.text(language)
    }
}
