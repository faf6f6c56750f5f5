import MarkdownDocument
package import TaskBoard

extension TaskItem {
    /// The task as scripts read it: every key is always there, dates as they stand
    /// in the file.
    ///
    /// - Parameters:
    ///   - ref: The short reference that people see.
    ///   - now: When it is asked whether the task is overdue.
    package func json(ref: String, overdue now: Moment) -> JSONValue {
        let checklist = self.checklist
        return [
            "id": .string(id.text), "ref": .string(ref), "name": .string(name),
            "path": .string(Text(path.bytes)), "state": .string(state),
            "title": .string(title), "due": .optional(due?.text),
            "overdue": .bool(isOverdue(now)), "priority": .optional(priority?.text),
            "tags": .strings(tags), "assignees": .strings(assignees),
            "rank": .optional(rank?.text), "created": .optional(created?.text),
            "wait": .optional(wait?.text),
            "checklist": ["done": .number(checklist.done), "total": .number(checklist.total)],
            "body": .string(Text(body)),
            "remind": remind.isEmpty ? .null : .strings(remind),
            "repeat": .optional(`repeat`), "blockedBy": .strings(blockedBy.map(\.text)),
            "conflicts": .array(openConflicts.map(\.json)),
            "extra": .object(
                extra.map { JSONValue.Member($0.key.string, $0.json) }),
            "problems": .array(problems.map(\.json)),
        ]
    }

    /// What only the history knows, as `show` and `list --history` add it; null
    /// until it is committed.
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
        ["message": .string(message), "line": .number(line), "column": .number(column)]
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
