import MarkdownDocument
package import TaskBoard
import Words

extension Finding {
    package var json: JSONValue {
        [
            "path": .string(Text(path.bytes)), "id": .optional(id?.text),
            "line": .optional(line), "column": .optional(column),
            "kind": .string(kind.rawValue), "message": .string(words.english),
        ]
    }
}
