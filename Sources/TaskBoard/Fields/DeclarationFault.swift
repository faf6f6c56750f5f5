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
    /// `values` of a field that is not a choice.
    case valuesWithoutChoice(Text)
    case wrongDefault(Text, field: Text, ExpectedValue)
    case unknownAttribute(Text, field: Text)
}
