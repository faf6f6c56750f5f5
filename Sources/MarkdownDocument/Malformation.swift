/// The reason why a document cannot be read, and its position.
///
/// A malformed document is preserved unchanged: only the user rewrites it.
package struct Malformation: Error, Equatable, Sendable {
    package enum Reason: Hashable, Sendable {
        case notUTF8
        case holdsNUL
        case fileTooLarge
        case frontMatterTooLarge
        case tooManyKeys
        case tooDeep
        case unterminatedFrontMatter
        case notKeysAndValues
        case severalDocuments
        /// Conflict markers of an unfinished merge by plain git are in the
        /// front matter.
        case conflictMarker
        /// The key is set twice; `firstLine` is the line of the first.
        case duplicateKey(Text, firstLine: Int)
        /// A syntax error of YAML.
        case syntax(SyntaxFault)
    }

    package let reason: Reason
    /// The line, counted from one.
    package let line: Int
    /// The column in characters, counted from one.
    package let column: Int
}

/// A syntax error of YAML.
package enum SyntaxFault: Hashable, Sendable {
    case noMemory
    case missingColon
    case unclosedQuote
    case unclosedList
    case unclosedMap
    /// A line with a dash within brackets.
    case dashInList
    case unquotedColon
    case tab
    case unquotedStart(Character)
    case misplacedKey
    /// Any other error, with the parser's message.
    case other(String)
}
