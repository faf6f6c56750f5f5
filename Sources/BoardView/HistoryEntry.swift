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
        entry.sentence(language, dates: dates.value)
    }

    /// Returns the message about a change by another person that undo skipped.
    package func notUndone(_ dates: DateWords, _ language: Language) -> BoardText {
        .notUndone(sentence(dates, language), commit: shortCommit)
    }

    /// The abbreviated commit, as accepted by `undo`.
    package var shortCommit: String { String(commit.prefix(7)) }
}
