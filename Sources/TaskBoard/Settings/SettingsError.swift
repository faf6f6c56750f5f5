package import MarkdownDocument

/// A `pmd.yml` that cannot be used, and where.
package struct SettingsError: Error, Equatable, Sendable {
    package enum Reason: Hashable, Sendable {
        /// The file is no YAML mapping.
        case malformed
        /// A key that no release knows.
        case unknownKey
        /// A value of a wrong kind.
        case value
        /// Written by a newer release: nothing else in it can be trusted.
        case newerFormat
    }

    package var reason: Reason
    package var key: Text?
    /// What is wrong and what was expected, without the place.
    package var message: String
    /// Both counted from one.
    package var line: Int
    package var column: Int
}

extension SettingsError {
    /// Settings that cannot be read at all, with the reason as the end of a sentence.
    package init(unreadable reason: String) {
        self.init(
            reason: .malformed, key: nil, message: "the file \(reason)", line: 1, column: 1)
    }
}

extension SettingsError: CustomStringConvertible {
    package var description: String { "pmd.yml:\(line):\(column): \(message)" }
}
