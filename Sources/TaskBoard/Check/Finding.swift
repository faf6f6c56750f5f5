import MarkdownDocument

/// Something on a board that a person should look at.
package struct Finding: Equatable, Sendable {
    /// What is wrong; the raw value is the word that scripts see.
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
    }

    package let path: BoardPath
    /// Nil where it is about a column and not about a task.
    package let id: TaskID?
    /// Counted from one, where the finding has a place in the file.
    package let line: Int?
    package let column: Int?
    package let kind: Kind
    /// What is wrong, without the place.
    package let message: String

    package init(
        _ kind: Kind, at path: BoardPath, id: TaskID?, line: Int? = nil, column: Int? = nil,
        _ message: String
    ) {
        self.path = path
        self.id = id
        self.line = line
        self.column = column
        self.kind = kind
        self.message = message
    }
}

extension Finding {
    /// Whether the finding makes `check` end with 65; the others are mentioned.
    package var isFailure: Bool {
        switch kind {
        case .malformed, .value, .duplicate: true
        case .state, .unknownState, .overLimit, .name, .markers, .body: false
        }
    }
}

extension Finding: CustomStringConvertible {
    /// `todo/x.md:3:5: due: "soon" is no date`, as compilers put it.
    package var description: String {
        let place = [line, column].compactMap { $0.map(String.init) }
        return ([visible(path)] + place).joined(separator: ":") + ": " + message
    }
}
