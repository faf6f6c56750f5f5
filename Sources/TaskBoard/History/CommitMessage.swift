import MarkdownDocument

/// The message of a commit that changes tasks, as `git log` shows it.
package struct CommitMessage: Equatable, Sendable {
    package let subject: String
    /// The sentence of each task in `changes`, if there are several or the subject had to be cut.
    package let body: [String]

    /// - Parameter unlisted: The number of further changes that `changes` does not contain.
    package init(_ changes: [TaskChange], unlisted: Int = 0) {
        guard let first = changes.first else {
            (subject, body) = ("", [])
            return
        }
        let others = changes.count - 1 + unlisted
        let more = others > 0 ? ", and \(others) more" : ""
        subject = Self.fitted(first, more)
        let isWhole = others == 0 && subject == first.order
        body = isWhole ? [] : changes.map(\.order)
    }

    /// The maximum number of changes in a message. Nothing parses a message to find out which
    /// changes a commit made.
    package static let mostNamed = 50

    /// Returns the lines of a message. Beyond ``mostNamed``, only the first ones are included,
    /// with the number of the others.
    ///
    /// - Parameter unlisted: The number of further lines, if `lines` has enough to list.
    static func named(_ lines: [String], unlisted: Int = 0) -> [String] {
        let rest = lines.count - mostNamed + unlisted
        guard rest > 0 else { return lines }
        return lines.prefix(mostNamed) + ["and \(rest) more \(rest == 1 ? "change" : "changes")"]
    }

    /// Returns a whole message, with its final newline.
    static func text(_ subject: String, _ lines: [String]) -> String {
        (lines.isEmpty ? [subject] : [subject, ""] + lines).joined(separator: "\n") + "\n"
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

/// A kind of commit that pmd makes by itself. Its fixed author and message identify it.
package struct GeneratedCommit: Sendable {
    package let authorName: String
    package let authorEmail: String
    private let beginning: String

    private init(_ name: String, subject: String) {
        authorName = "pmd-\(name)"
        authorEmail = "\(name)@pmd.invalid"
        beginning = "\(subject)\n\npmd-\(name): "
    }

    /// Returns the message by the rules of a format.
    package func message(format: Int = 1) -> String { "\(beginning)\(format)\n" }

    /// Returns true if a commit with this author and message is of this kind.
    package func isOne(name: String, email: String, message: String) -> Bool {
        name == authorName && email == authorEmail && message.utf8.starts(with: beginning.utf8)
    }
}

extension GeneratedCommit {
    package static let merge = GeneratedCommit("merge", subject: "Merge edits from two places")
    /// The repair commit after a merge in which plain git left tasks unmerged.
    package static let healing = GeneratedCommit(
        "merge", subject: "Merge the tasks that git left unmerged")
    /// Returns true if a commit with this author and message is one of pmd's merges.
    package static func isMerge(name: String, email: String, message: String) -> Bool {
        [merge, healing].contains { $0.isOne(name: name, email: email, message: message) }
    }

    /// Adds the next tasks of repeating tasks that were finished.
    package static let succession = GeneratedCommit("repeat", subject: "Repeat finished tasks")
    /// Keeps values that a save reverted as conflicts, on top of the commit of the save.
    package static let record = GeneratedCommit(
        "record", subject: "Keep values that a save took back")
}
