package import MarkdownDocument

/// The errors of other layers.
package enum CauseReason: ErrorReason {
    case settings(SettingsError)
    case action(ActionError)
    case merge(MergeError)
    /// A reference that names no task.
    case noMatch(ReferenceFault)
    case severalMatches(ReferenceFault)
    /// A task whose front matter cannot be read.
    case malformed(Malformation, BoardPath)
    /// Words that cannot be parsed, such as an invalid date.
    case word(WordError)
    /// An error that no layer declares.
    case unexpected(words: String)
}

extension CauseReason {
    package var exit: ExitCode {
        switch self {
        case .settings(let error): error.reason == .newerFormat ? .unsupported : .data
        case .action(let error): error.kind == .usage ? .usage : .data
        case .merge: .unsupported
        case .noMatch, .severalMatches, .malformed: .data
        case .word(let error): error.view == nil ? .usage : .data
        case .unexpected: .failed
        }
    }

    package var code: String {
        switch self {
        case .settings(let error): error.reason == .newerFormat ? "newer-format" : "settings"
        case .action(let error): error.code
        case .merge(.unrelated): "unrelated"
        case .merge(.newerFormat): "newer-format"
        case .noMatch: "no-match"
        case .severalMatches: "several-matches"
        case .malformed: "malformed"
        case .word: "word"
        case .unexpected: "failed"
        }
    }

    package var place: ErrorPlace {
        switch self {
        case .settings(let error):
            ErrorPlace(Board.settingsPath.string, line: error.line, column: error.column)
        case .action(let error):
            ErrorPlace(error.path?.string, line: error.line, column: error.column)
        case .malformed(let malformation, let path):
            ErrorPlace(path.string, line: malformation.line, column: malformation.column)
        case .merge, .noMatch, .severalMatches, .word, .unexpected: .none
        }
    }
}
