import MarkdownDocument
package import TaskBoard

extension LogEntry {
    /// The entry, with its time in the author's time zone.
    package var json: JSONValue {
        let minutes = Int(offset)
        let moment = Moment(seconds: time) { _ in minutes * 60 }
        return [
            "commit": .string(commit), "at": .string(moment.stamp), "by": .string(author),
            "action": .string(change.action.rawValue),
            "id": change.id.map { .string($0.text) } ?? .null,
            "title": change.title.map { .string($0) } ?? .null,
            "changes": .array(change.changes.map(\.json)),
            "undoes": undone.map { .string($0) } ?? .null,
            "redoes": redone.map { .string($0) } ?? .null,
        ]
    }

    /// The undone commit.
    private var undone: String? {
        guard case .undo(let commit) = origin else { return nil }
        return commit
    }

    /// The commit of the undo that this entry reverted.
    private var redone: String? {
        guard case .redo(let commit) = origin else { return nil }
        return commit
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
