import MarkdownDocument

extension TaskChange {
    /// One entry of the log.
    ///
    /// - Parameters:
    ///   - commit: the commit's whole ID in hexadecimal digits.
    ///   - time: when, as JSON gives moments.
    package func json(commit: String, at time: String, by author: String) -> JSONValue {
        [
            "commit": .string(commit), "at": .string(time), "by": .string(author),
            "action": .string(action.rawValue), "id": .string(id.text),
            "title": .string(title), "changes": .array(changes.map(\.json)),
        ]
    }
}

extension Change {
    package var json: JSONValue {
        ["key": .string(key), "from": Self.json(from), "to": Self.json(to)]
    }

    private static func json(_ value: Value?) -> JSONValue {
        switch value {
        case .scalar(let text): .string(text)
        case .list(let elements): .strings(elements)
        case .map, .records, .other, nil: .null
        }
    }
}
