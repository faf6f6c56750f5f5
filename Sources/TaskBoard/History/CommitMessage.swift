import MarkdownDocument

/// The message of a commit that changes tasks, as `git log` shows it.
package struct CommitMessage: Equatable, Sendable {
    package let subject: String
    /// Each task's own sentence, if there are several or the subject had to be
    /// cut.
    package let body: [String]

    package init(_ changes: [TaskChange]) {
        guard let first = changes.first else {
            (subject, body) = ("", [])
            return
        }
        let more = changes.count > 1 ? ", and \(changes.count - 1) more" : ""
        subject = Self.fitted(first, more)
        let isWhole = changes.count == 1 && subject == first.order
        body = isWhole ? [] : changes.map(\.order)
    }

    /// The maximum width of a subject, which `git log` shows within 80 columns.
    static let width = 72

    /// Returns the subject of a change, cut to the width: first the title, as
    /// long as it can still be recognized, then the rest.
    private static func fitted(_ change: TaskChange, _ more: String) -> String {
        let title = plainWords(change.title)
        let bare = change.words(verb: change.orderVerb, title: "\"\"")
        let room = max(width - columnCount(bare.utf8) - columnCount(more.utf8), 24)
        let short = change.words(verb: change.orderVerb, title: "\"\(cut(title, to: room))\"")
        return cut(short, to: width - columnCount(more.utf8)) + more
    }

    static func cut(_ words: String, to room: Int) -> String {
        guard columnCount(words.utf8) > room else { return words }
        var (end, used) = (0, 1)
        eachCharacter(words.utf8) { bytes, columns in
            used += columns
            if used <= room { end = bytes.upperBound }
            return used <= room
        }
        return String(decoding: words.utf8.prefix(end), as: UTF8.self) + "…"
    }
}
