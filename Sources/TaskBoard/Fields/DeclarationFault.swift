package import MarkdownDocument

/// A fault of a field's declaration in `pmd.yml`.
package enum DeclarationFault: Equatable, Sendable {
    case badFieldName(Text)
    /// The name of something else in files, JSON, queries or commands.
    case reservedFieldName(Text)
    case repeatedField(Text)
    case manyFields(limit: Int)
    case untypedField(Text)
    case unknownFieldType(Text, known: [String])
    case choiceWithoutValues
    case repeatedChoice(Text)
    case manyChoices(limit: Int)
    /// The limit is in bytes.
    case longChoice(Text, limit: Int)
    /// `values` of a field that is not a choice.
    case valuesWithoutChoice(Text)
    case wrongDefault(Text, field: Text, ExpectedValue)
    case unknownAttribute(Text, field: Text)
    /// Too many weights of declared fields and their values.
    case manyWeights(limit: Int)
}

extension DeclarationFault {
    /// Each task with another value reports the choices, and each comparison reads them.
    private static let mostChoices = 100
    /// In bytes.
    private static let longestChoice = 100

    /// Creates the fault of the values of a choice; nil if a field can have them.
    package init?(ofChoices values: [Text]) {
        if values.isEmpty {
            self = .choiceWithoutValues
        } else if values.count > Self.mostChoices {
            self = .manyChoices(limit: Self.mostChoices)
        } else if let long = values.first(where: { $0.utf8.count > Self.longestChoice }) {
            self = .longChoice(long, limit: Self.longestChoice)
        } else {
            var seen = Set<Text>()
            guard let repeated = values.first(where: { !seen.insert($0.folded).inserted }) else {
                return nil
            }
            self = .repeatedChoice(repeated)
        }
    }
}
