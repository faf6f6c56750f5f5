import MarkdownDocument
package import TaskBoard
import Words

extension TaskItem {
    /// Returns the task for scripts. All keys are always present, and dates are as in the file.
    ///
    /// - Parameters:
    ///   - ref: The short reference for people.
    ///   - now: The time for deciding whether the task is overdue.
    package func json(ref: String, overdue now: Moment) -> JSONValue {
        var members = Field.inJSON.flatMap { field in
            let member = JSONValue.Member(field.jsonKey, json(of: field))
            return switch field {
            case .id: [member, .init("ref", .string(ref)), .init("name", .string(name))]
            case .due: [member, .init("overdue", .bool(isOverdue(now)))]
            default: [member]
            }
        }
        // For other tasks the time is in the history, so null would be misleading.
        if let finished = texts(of: .finished).first {
            members.append(.init(Field.finished.jsonKey, .string(finished)))
        }
        members.append(.init("extra", .object(extra.map { .init($0.key.string, $0.json) })))
        members.append(.init("problems", .array(problems.map(\.json))))
        return .object(members)
    }

    private func json(of field: Field) -> JSONValue {
        switch field.kind {
        case .id: return .string(id.text)
        case .path: return .string(Text(path.bytes))
        case .state: return .string(state)
        case .body: return .string(Text(body))
        case .checklist:
            let checklist = self.checklist
            return ["done": .number(checklist.done), "total": .number(checklist.total)]
        case .conflicts: return .array(openConflicts.map(\.json))
        default: break
        }
        let texts = texts(of: field)
        if field.kind == .reminders, texts.isEmpty { return .null }
        return field.isList ? .strings(texts) : .optional(texts.first)
    }

    /// Returns the times that are only in the history, as added by `show` and `list --history`;
    /// null until the task is committed.
    package func historyJSON(_ times: HistoryTimes) -> [JSONValue.Member] {
        let updated = times.updated[id].map { Moment.utcStamp($0) }
        let finished = isFinished ? times.finished[id].map { Moment.utcStamp($0) } : nil
        return [
            JSONValue.Member("updated", .optional(updated)),
            JSONValue.Member("finished", .optional(finished)),
        ]
    }
}

extension OpenConflict {
    package var json: JSONValue {
        [
            "n": .number(number), "key": .string(key), "value": .string(value),
            "by": .string(by), "at": .string(at),
        ]
    }
}

extension Problem {
    package var json: JSONValue {
        ["message": .string(words.english), "line": .number(line), "column": .number(column)]
    }
}

extension Entry {
    /// Scalars as strings, lists as arrays, anything else as its source text.
    fileprivate var json: JSONValue {
        switch value {
        case .scalar(let text): .string(text)
        case .list(let elements): .strings(elements)
        case .map, .records, .other: .string(Text(valueSource))
        }
    }
}
