import MarkdownDocument
package import TaskBoard
import Words

extension Announcements {
    /// The announcements as JSON: the channel, its tasks in order of their times, and the time of
    /// the next reminder.
    package var json: JSONValue {
        [
            "channel": .string(channel.name), "tasks": .array(entries.map(\.json)),
            "next": .optional(next.map { Moment.utcStamp($0) }),
        ]
    }
}

extension Announcements.Entry {
    fileprivate var json: JSONValue {
        [
            "id": .string(task.id.text), "title": .string(task.title),
            "due": .optional(task.due?.text), "path": .string(task.path.string),
            "excerpt": .string(task.excerpt), "reminders": .strings(keys.map(\.element)),
            "at": .string(Moment.utcStamp(seconds)),
        ]
    }
}

extension BoardError {
    /// The error as printed by commands with `--json` and returned by the API.
    package var json: JSONValue {
        let place = placeInQuery
        return .error(
            code: code, message: message.english, file: file, line: line,
            column: column ?? place?.column, query: place?.query)
    }

    /// The place in the query that cannot be read.
    package var placeInQuery: WordError.Place? {
        guard case .cause(.word(let word)) = reason else { return nil }
        return word.place
    }
}

extension JSONValue {
    /// Returns an error as printed by commands with `--json`.
    package static func error(
        code: String, message: String, file: String? = nil, line: Int? = nil, column: Int? = nil,
        query: String? = nil
    ) -> JSONValue {
        var members: [JSONValue.Member] = [
            .init("code", .string(code)), .init("message", .string(message)),
            .init("file", file.map { .string($0) } ?? .null), .init("line", .optional(line)),
            .init("column", .optional(column)),
        ]
        if let query { members.append(.init("query", .string(query))) }
        return ["error": .object(members)]
    }
}

extension TaskItem {
    /// The board's conflicts, each with its task.
    package var conflictsJSON: [JSONValue] {
        openConflicts.map { conflict in
            [
                "id": .string(id.text), "title": .string(title), "n": .number(conflict.number),
                "key": .string(conflict.key), "value": .string(conflict.value),
                "by": .string(conflict.by), "at": .string(conflict.at),
            ]
        }
    }
}

extension Finding {
    package var json: JSONValue {
        [
            "path": .string(Text(path.bytes)), "id": .optional(id?.text),
            "line": .optional(line), "column": .optional(column),
            "kind": .string(kind.rawValue), "message": .string(words.english),
        ]
    }
}

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

extension SettingValue {
    /// The setting for scripts: numbers as numbers, and flags as `true` and `false`.
    package var json: JSONValue {
        switch self {
        case .scalar(let text): text.map(Self.json) ?? .null
        case .flag(let isSet): .bool(isSet)
        case .list(let elements): .strings(elements)
        case .map(let pairs):
            .object(pairs.map { JSONValue.Member($0.key.string, Self.json($0.value)) })
        }
    }

    private static func json(_ text: Text) -> JSONValue {
        if let number = Int(text.string) { return .number(number) }
        let isDecimal = text.string.wholeMatch(of: /-?(0|[1-9][0-9]*)\.[0-9]+/) != nil
        return isDecimal ? .decimal(text) : .string(text)
    }
}

extension Urgency {
    /// The sum and its terms, as added to a task by `next`.
    package var json: [JSONValue.Member] {
        [
            JSONValue.Member("urgency", Self.json(sum)),
            JSONValue.Member(
                "urgencyTerms",
                .object(terms.map { JSONValue.Member($0.name, Self.json($0.value)) })),
        ]
    }

    private static func json(_ number: Double) -> JSONValue {
        .decimal(Text(Urgency.words(number)))
    }
}
