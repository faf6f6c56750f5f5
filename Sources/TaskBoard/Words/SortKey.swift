package import MarkdownDocument

/// One sort key and its direction. Tasks without a value come last in both.
package struct SortKey: Hashable, Sendable {
    package var field: Field
    package var isDescending: Bool

    /// Reads `due`, `-due` or several keys separated by commas.
    ///
    /// - Throws: An error for a key by which tasks cannot be sorted.
    package static func keys(_ typed: Text, in word: Text) throws(WordError) -> [SortKey] {
        var keys = [SortKey]()
        for part in splitList(typed) {
            let isDescending = part.utf8.first == .dash
            let name = isDescending ? Text(part.utf8.dropFirst()) : part
            guard let field = Field.named(name), field.isSortable else {
                throw unknown(name, word)
            }
            keys.append(SortKey(field: field, isDescending: isDescending))
        }
        guard !keys.isEmpty else { throw unknown(typed, word) }
        return keys
    }

    private static func unknown(_ name: Text, _ word: Text) -> WordError {
        WordError(
            word: word.string,
            problem: name.isEmpty ? "the key is missing" : "tasks cannot be sorted by '\(name)'",
            expected: Field.sortable.map(\.key.string).joined(separator: ", "))
    }
}

extension Query {
    /// Sorts tasks by the keys of the query; equal ones keep their order.
    package func sorted(
        _ tasks: [TaskItem], times: HistoryTimes = HistoryTimes()
    ) -> [TaskItem] {
        guard !sort.isEmpty else { return tasks }
        let keyed = tasks.enumerated().map { index, task in
            (index: index, task: task, values: sort.map { $0.value(of: task, times, now) })
        }
        return keyed.sorted { a, b in
            for (key, (left, right)) in zip(sort, zip(a.values, b.values)) where left != right {
                guard let left, let right else { return left != nil }
                return key.isDescending ? right < left : left < right
            }
            return a.index < b.index
        }.map(\.task)
    }
}

/// A value by which tasks are sorted.
private enum SortValue: Comparable {
    case number(Int64)
    case text(Text)
}

extension SortKey {
    fileprivate func value(
        of task: TaskItem, _ times: HistoryTimes, _ now: Moment
    ) -> SortValue? {
        switch field {
        case .due: task.due.map { .number($0.sortSeconds(now)) }
        case _ where field.dateSense != nil:
            task.date(of: field, times: times, now: now).map { .number($0.0) }
        case .priority: task.priority.map { .number($0 == .high ? 0 : $0 == .medium ? 1 : 2) }
        case .rank: .text(task.order.text)
        case .state: .text(task.state.folded)
        case .id: .text(task.id.text)
        case .path: .text(Text(task.path.bytes))
        default: task.texts(of: field).first.map { .text($0.folded) }
        }
    }
}

extension DueDate {
    /// Returns the seconds for sorting: a day without a time is due when it
    /// ends.
    fileprivate func sortSeconds(_ now: Moment) -> Int64 {
        secondOfDay == nil ? now.seconds(of: day, secondOfDay: 86_399) : seconds(now)
    }
}
