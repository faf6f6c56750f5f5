import MarkdownDocument
package import TaskBoard

/// An entry of the history as a surface shows it: a sentence, its time and its commit.
package struct HistoryEntry: Equatable, Sendable {
    /// 40 hexadecimal digits.
    package let commit: String
    /// The author's time in seconds since 1970.
    package let time: Int64
    package let author: String
    package let action: LogAction
    package let id: TaskID
    /// Such as `Ann moved "Fix the roof" from todo to doing`.
    package let sentence: String
    /// True if the entry only changes a task's place in its column. Surfaces may fold these.
    package let isReorder: Bool
}

extension HistoryEntry {
    package init(_ entry: LogEntry) {
        (commit, time, author) = (entry.commit, entry.time, entry.author)
        (action, id) = (entry.change.action, entry.change.id)
        sentence = entry.change.sentence(by: entry.author)
        isReorder = entry.change.isReorder
    }

    /// The first digits of the commit, which `undo` takes.
    package var shortCommit: String { String(commit.prefix(7)) }

    /// The time as `2026-11-21 09:14`, in the reader's zone.
    package func stamp(_ now: Moment) -> String { now.minute(time) }
}

extension Moment {
    /// Returns a time as `2026-11-21 09:14`, in the zone of this moment.
    ///
    /// - Parameter seconds: The seconds since 1970.
    package func minute(_ seconds: Int64) -> String {
        String(at(seconds).stamp.string.prefix(16)).replacing("T", with: " ")
    }
}
