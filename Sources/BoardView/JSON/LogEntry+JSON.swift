import MarkdownDocument
package import TaskBoard

extension LogEntry {
    /// The entry, its time in the author's zone.
    package var json: JSONValue {
        let minutes = Int(offset)
        let moment = Moment(seconds: time) { _ in minutes * 60 }
        return [
            "commit": .string(commit), "at": .string(moment.stamp), "by": .string(author),
            "action": .string(change.action.rawValue), "id": .string(change.id.text),
            "title": .string(change.title), "changes": .array(change.changes.map(\.json)),
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
