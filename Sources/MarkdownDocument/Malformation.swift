/// Why a document cannot be read, and where.
///
/// A malformed document is kept as it is: nothing rewrites it but a person.
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
        /// A merge of plain git was left half done in the front matter.
        case conflictMarker
        /// The key stands in the file twice; the line is that of the first.
        case duplicateKey(Text, firstLine: Int)
        /// What the YAML parser says, worded for a person.
        case syntax(String)
    }

    package let reason: Reason
    /// The line, counted from one.
    package let line: Int
    /// The column in characters, counted from one.
    package let column: Int
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
        case .conflictMarker: "'<<<<<<<' of a merge that was not finished"
        case .duplicateKey(let key, let line): "'\(key)' is already set in line \(line)"
        case .syntax(let words): words
        }
    }
}
