package import TaskBoard
import Words

extension BoardError {
    /// The error as printed by commands with `--json` and returned by the API.
    package var json: JSONValue {
        .error(code: code, message: message.english, file: file, line: line, column: column)
    }
}

extension JSONValue {
    /// Returns an error as printed by commands with `--json`.
    package static func error(
        code: String, message: String, file: String? = nil, line: Int? = nil, column: Int? = nil
    ) -> JSONValue {
        [
            "error": [
                "code": .string(code), "message": .string(message),
                "file": file.map { .string($0) } ?? .null, "line": .optional(line),
                "column": .optional(column),
            ]
        ]
    }
}
