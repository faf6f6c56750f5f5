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

    /// The problem, with the facts that its sentence needs.
    package enum Problem: Equatable, Sendable {
        case malformed(Malformation.Reason)
        case unreadable(UnreadReason)
        case unknownKey
        case newerFormat(Int)
        case wrongShape(ValueShape, ExpectedSetting)
        case noStates
        case badStateName(Text)
        case repeatedState(Text)
        case unlistedState(Text, known: [Text])
        /// The number in a setting, given by its whole name, such as `limits.doing`.
        case wrongNumber(Text, of: String, least: Int)
        case unknownTimeout(Text)
        case unknownTerm(Text, known: [Text])
        case wrongWeight(Text, of: Text)
        /// A label of a name that is neither a state nor a view.
        case labelOfNothing(Text, known: [Text])
        /// A label that is also the name or the label of another state or view.
        case ambiguousLabel(Text, of: Text, other: Text)
        /// A declaration of a field that cannot be used.
        case declaration(DeclarationFault)
    }

    package var problem: Problem
    package var key: Text?
    /// The line and the column, counted from one.
    package var line: Int
    package var column: Int

    package init(_ problem: Problem, key: Text? = nil, line: Int = 1, column: Int = 1) {
        (self.problem, self.key) = (problem, key)
        (self.line, self.column) = (line, column)
    }

    package var reason: Reason {
        switch problem {
        case .malformed, .unreadable: .malformed
        case .unknownKey: .unknownKey
        case .newerFormat: .newerFormat
        case .wrongShape, .noStates, .badStateName, .repeatedState, .unlistedState, .wrongNumber,
            .unknownTimeout, .unknownTerm, .wrongWeight, .labelOfNothing, .ambiguousLabel,
            .declaration:
            .value
        }
    }
}

/// The shape that a setting should have.
package enum ExpectedSetting: Equatable, Sendable {
    case number, numberOfCharacters, megabytes, stateList, oneState, timeOfDay
    case views, limits, deadlines
    case fields, fieldAttributes, fieldType, values, truth, label, initialValue
    case labels
    case weights([Text])
}
