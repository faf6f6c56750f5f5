import MarkdownDocument
package import TaskBoard
package import Words

extension TaskItem {
    /// Returns the task for scripts. All keys are always present, and dates are as in the file.
    ///
    /// - Parameters:
    ///   - ref: The short reference for people.
    ///   - now: The time for deciding whether the task is overdue.
    ///   - fields: The fields of the board.
    package func json(ref: String, overdue now: Moment, fields: FieldTable) -> JSONValue {
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
        members.append(
            .init("extra", .object(extraValues.map { .init($0.key.string, $0.value.json) })))
        var misfits: [Field] = []
        let declared = fields.declared.map { field in
            let texts = fittingTexts(of: field)
            if texts == nil { misfits.append(field) }
            return JSONValue.Member(field.jsonKey, texts.map { field.json(of: $0) } ?? .null)
        }
        members.append(.init("fields", .object(declared)))
        let problems = problems + misfits.compactMap { misfit(of: $0) }
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

extension Field {
    /// Returns the value of a declared field: a number, the minutes of a duration, or text; null if
    /// there is none.
    fileprivate func json(of texts: [Text]) -> JSONValue {
        let values = texts.map { json(ofOne: $0) }
        return isList ? .array(values) : values.first ?? .null
    }

    private func json(ofOne text: Text) -> JSONValue {
        switch kind {
        case .number: .decimal(plainNumber(text))
        case .duration: .optional(TaskDuration(text)?.minutes)
        default: .string(text)
        }
    }

    /// JSON has no leading zeros.
    private func plainNumber(_ text: Text) -> Text {
        let isNegative = text.utf8.first == 0x2D
        var digits = text.utf8.dropFirst(isNegative ? 1 : 0)
        while digits.count > 1, digits.first == 0x30, digits.dropFirst().first != 0x2E {
            digits = digits.dropFirst()
        }
        return Text((isNegative ? [0x2D] : []) + digits)
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
    package var json: JSONValue { json(words.english) }

    /// Returns the problem for a page.
    package func plainJSON(_ language: Language) -> JSONValue { json(words.plain.text(language)) }

    private func json(_ message: String) -> JSONValue {
        ["message": .string(message), "line": .number(line), "column": .number(column)]
    }
}

extension TaskItem.ExtraValue {
    /// Scalars as strings, lists as arrays, anything else as its source text.
    fileprivate var json: JSONValue {
        switch self {
        case .text(let text), .source(let text): .string(text)
        case .list(let elements): .strings(elements)
        }
    }
}
