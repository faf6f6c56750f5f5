import MarkdownDocument
package import TaskBoard
import Words

extension FormField {
    /// Returns the field for the page: its key in a task's JSON and in files, and how to show it.
    package func json(_ language: Language) -> JSONValue {
        [
            "key": .string(field.jsonKey), "field": .string(field.key),
            "kind": .string(kind.rawValue), "label": .string(label(language)),
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
