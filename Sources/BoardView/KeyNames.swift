package import MarkdownDocument
package import TaskBoard
package import Words

extension BoardSettings {
    /// Returns the name of a key for people.
    package func name(ofKey key: Text, _ language: Language) -> Text {
        let field = fields.declared.first { $0.key == key }
        return field?.declaration?.label ?? Text(FieldLabel(key.string).text(language))
    }

    /// Returns the name of a key's value for people: states and priorities have one.
    package func name(of value: Text, ofKey key: Text, _ language: Language) -> Text {
        switch key {
        case Field.state.key: label(of: value)
        case Field.priority.key: Priority(value).map { Text($0.name.text(language)) } ?? value
        default: value
        }
    }
}
