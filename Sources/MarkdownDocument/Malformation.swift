/// The reason why a document cannot be read, and its place.
///
/// A malformed document is preserved as it is: only the user rewrites it.
package struct Malformation: Error, Equatable, Sendable {
    package enum Reason: Equatable, Sendable {
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

/// A syntax error of YAML, worded for users.
package enum SyntaxFault: Equatable, Sendable {
    case noMemory
    case missingColon
    case unclosedQuote
    case unclosedList
    case unclosedMap
    case unquotedColon
    case tab
    case unquotedStart(Character)
    case misplacedKey
    /// Any other, in the parser's words.
    case other(String)
}

extension Malformation: CustomStringConvertible {
    package var description: String { "line \(line), column \(column): \(reason.description)" }
}

extension Malformation.Reason: CustomStringConvertible {
    package var description: String {
        switch self {
        case .notUTF8: "bytes that are not UTF-8"
        case .holdsNUL: "a NUL byte"
        case .fileTooLarge: "the file is larger than 1 MiB"
        case .frontMatterTooLarge: "the front matter is larger than 64 KiB"
        case .tooManyKeys: "more than 256 keys"
        case .tooDeep: "values nested more than 16 deep"
        case .unterminatedFrontMatter: "the front matter has no closing '---'"
        case .notKeysAndValues: "the front matter is not a list of 'key: value' lines"
        case .severalDocuments: "a second YAML document begins here"
        case .conflictMarker: "'<<<<<<<' of an unfinished merge"
        case .duplicateKey(let key, let line): "'\(key)' is already set in line \(line)"
        case .syntax(let fault): fault.description
        }
    }
}

extension SyntaxFault: CustomStringConvertible {
    package var description: String {
        switch self {
        case .noMemory: "out of memory"
        case .missingColon: "a line without 'key: value'"
        case .unclosedQuote: "a quote that opens here is not closed"
        case .unclosedList: "a '[' that opens here is not closed, or a comma is missing"
        case .unclosedMap: "a '{' that opens here is not closed, or a comma is missing"
        case .unquotedColon: "a value that holds ': ' must be quoted"
        case .tab: "a tab is not allowed here: indent YAML with spaces"
        case .unquotedStart(let character):
            "a value cannot begin with '\(character)' unless it is quoted"
        case .misplacedKey:
            "a key is not allowed here: look for wrong indentation or a missing quote"
        case .other(let words): words
        }
    }
}
