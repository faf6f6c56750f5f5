package import MarkdownDocument

/// An error in `pmd.yml`, with its place.
package struct SettingsError: Error, Equatable, Sendable {
    package enum Reason: Hashable, Sendable {
        /// The file is not a YAML mapping.
        case malformed
        /// An unknown key.
        case unknownKey
        /// A value of the wrong kind.
        case value
        /// A format of a newer release: the rest of the file cannot be trusted.
        case newerFormat
    }

    package var reason: Reason
    package var key: Text?
    /// The problem and the expected value, without the place.
    package var message: String
    /// The line and the column, counted from one.
    package var line: Int
    package var column: Int
}

extension SettingsError {
    /// Creates an error for settings that cannot be read at all; the reason is
    /// the end of a sentence.
    package init(unreadable reason: String) {
        self.init(
            reason: .malformed, key: nil, message: "the file \(reason)", line: 1, column: 1)
    }
}

extension SettingsError: CustomStringConvertible {
    package var description: String { "pmd.yml:\(line):\(column): \(message)" }
}
