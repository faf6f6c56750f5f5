import MarkdownDocument
package import TaskBoard
package import Words

/// A history entry as displayed: a sentence, its time and its commit.
package struct HistoryEntry: Equatable, Sendable {
    /// 40 hexadecimal digits.
    package let commit: String
    /// The author's time in seconds since 1970.
    package let time: Int64
    package let author: String
    package let action: LogAction
    /// Nil for a change of the settings.
    package let id: TaskID?
    /// A sentence such as `Ann moved "Fix the roof" from todo to doing`.
    package let sentence: String
    let entry: LogEntry
    /// True if the entry only reorders a task within its column. Surfaces may collapse such
    /// entries.
    package let isReorder: Bool
}

extension HistoryEntry {
    package init(_ entry: LogEntry) {
        (commit, time, author) = (entry.commit, entry.time, entry.author)
        (action, id) = (entry.change.action, entry.change.id)
        sentence = entry.sentence()
        (self.entry, isReorder) = (entry, entry.change.isReorder)
    }

    /// Returns the sentence with dates in the reader's format.
    package func sentence(_ dates: DateWords, _ language: Language = .english) -> String {
        entry.sentence(language, dates: dates.wording)
    }

    /// Returns the change without its author and without the task's title, such as `moved from todo
    /// to doing`.
    package func change(_ dates: DateWords, _ language: Language) -> String {
        entry.changeWords(language, dates: dates.wording)
    }

    /// Returns the author and the time: `Ann, yesterday`.
    package func origin(_ dates: DateWords) -> String {
        [plainWords(author), dates.past(time)].filter { !$0.isEmpty }.joined(separator: ", ")
    }

    /// The title of the task; nil for a change of the settings.
    package var title: String? { entry.change.title.map { plainWords($0) } }

    /// Returns the message about a change by another person that undo skipped.
    package func notUndone(_ dates: DateWords, _ language: Language) -> BoardText {
        .notUndone(sentence(dates, language), commit: shortCommit)
    }

    /// The abbreviated commit, as accepted by `undo`.
    package var shortCommit: String { String(commit.prefix(7)) }
}

/// The complete values of a field before and after a change, as lines. For a body, only the
/// changed lines.
package struct ChangedField: Equatable, Sendable {
    package let name: String
    /// Empty if there was no value.
    package let before: [String]
    package let after: [String]
}

extension HistoryEntry {
    /// Returns the fields that the entry changed.
    ///
    /// - Parameter dates: The date format.
    package func fields(_ dates: DateWords) -> [ChangedField] {
        entry.change.changes.map { change in
            let field = change.isOwnKey ? nil : Field.keyed(change.key)
            return ChangedField(
                name: plainWords(change.key), before: Self.lines(of: change.from, field, dates),
                after: Self.lines(of: change.to, field, dates))
        }
    }

    /// The time of the entry in its author's time zone: `2026-11-21T09:14:00+09:00`.
    package var stamp: String {
        let seconds = Int(entry.offset) * 60
        return Moment(seconds: time) { _ in seconds }.stamp.string
    }

    private static func lines(of value: Value?, _ field: Field?, _ dates: DateWords) -> [String] {
        switch value {
        case .scalar(let text):
            if let field, let date = dates.value(text, of: field) { return [date] }
            return text.string.split(separator: "\n", omittingEmptySubsequences: false)
                .map { plainWords(String($0)) }
        case .list(let elements):
            return [elements.map { plainWords($0) }.joined(separator: ", ")]
        case .map, .records, .other, nil: return []
        }
    }
}
