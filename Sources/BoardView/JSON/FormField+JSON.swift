import MarkdownDocument
package import TaskBoard
import Words

extension FormField {
    /// The key in the JSON of a task: a declared field is a member of `fields`.
    package var jsonKey: String { field.isDeclared ? "fields." + field.jsonKey : field.jsonKey }

    /// Returns the field for the page: its key in a task's JSON and in files, and how to show it.
    ///
    /// A declared field has a type, by which the page shows its values.
    package func json(_ language: Language) -> JSONValue {
        [
            "key": .string(jsonKey), "field": .string(field.key),
            "kind": .string(kind.rawValue), "label": .string(label(language)),
            "type": .optional(FieldType(of: field).map { Text($0.rawValue) }),
            "required": .bool(isRequired), "both": .bool(holdsBoth),
            "choices": .array(
                choices.map { choice in
                    [
                        "value": .string(choice.value),
                        "label": .string(choice.name.text(language)),
                    ]
                }),
        ]
    }
}
