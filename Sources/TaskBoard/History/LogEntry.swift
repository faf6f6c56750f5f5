package import MarkdownDocument

/// One change of one task, or of the settings, in the log.
package struct LogEntry: Equatable, Sendable {
    /// The action whose commit has the change, if it was not the change itself.
    package enum Origin: Equatable, Sendable {
        case action
        /// The undo of a commit; nil if the message does not name it.
        case undo(of: String?)
        /// The redo of a change that the commit had undone.
        case redo(of: String?)
    }

    /// 40 hexadecimal digits.
    package let commit: String
    /// The author's time in seconds since 1970, and its offset in minutes east
    /// of UTC.
    package let time: Int64
    package let offset: Int32
    package let author: String
    package let change: LogChange
    package let origin: Origin
    /// The change as lines, if the filter requested it.
    package let patch: Patch?

    package init(
        commit: String, time: Int64, offset: Int32, author: String, change: LogChange,
        origin: Origin = .action, patch: Patch? = nil
    ) {
        self.commit = commit
        self.time = time
        self.offset = offset
        self.author = author
        self.change = change
        self.origin = origin
        self.patch = patch
    }
}

extension LogEntry {
    /// Returns the entry as a sentence, such as `Ann moved "Fix the roof" from todo to doing`. An
    /// undo includes the change that it undid, as in `pmd undo`: `Ann undid: moved "Fix the roof"
    /// from …`.
    ///
    /// - Parameter dates: The words for dates; by default, dates are spelled as in the file.
    package func sentence(dates: DateWording? = nil) -> String {
        let name = plainWords(author)
        let who = name.isEmpty ? "an unknown author" : name
        let (verb, what) =
            switch origin {
            case .action: ("", change)
            case .undo: ("undid: ", change.reversed)
            case .redo: ("redid: ", change)
            }
        return "\(who) \(verb)" + what.pastSentence(dates: dates)
    }
}

extension LogEntry.Origin {
    /// Reads the origin from the message of a commit, as ``reversalMessage(_:subject:of:reversal:)``
    /// makes it.
    package init(message: String) {
        self =
            if Self.isUndo(message) {
                .undo(of: Self.commit(in: message))
            } else if message.hasPrefix("Redo: ") {
                .redo(of: Self.commit(in: message))
            } else {
                .action
            }
    }

    /// Returns true for the message of an undo, of which only the beginning is examined.
    package static func isUndo(_ message: String) -> Bool { message.hasPrefix("Undo: ") }

    /// Returns the last undone commit in a message. The search begins at the end, where the
    /// commit is: older messages list each changed task before it.
    private static func commit(in message: String) -> String? {
        var rest = message.utf8[...]
        while !rest.isEmpty {
            let start = rest.lastIndex(of: UInt8(ascii: "\n")).map(rest.index(after:))
            let line = rest[(start ?? rest.startIndex)...]
            if line.starts(with: reversedCommit.utf8) {
                let digits = line.dropFirst(reversedCommit.utf8.count)
                let isID =
                    digits.count == 40
                    && digits.allSatisfy { "0123456789abcdef".utf8.contains($0) }
                return isID ? String(decoding: digits, as: UTF8.self) : nil
            }
            rest = start.map { rest[..<rest.index(before: $0)] } ?? rest.prefix(0)
        }
        return nil
    }
}

/// The action of a commit on one task, or on the settings.
package enum LogAction: String, CaseIterable, Sendable {
    case added
    case edited
    case moved
    case deleted
    case restored
    case merged
    /// A change of the board's settings.
    case settings

    /// The first word of a commit's subject.
    var imperative: String {
        switch self {
        case .added: "Add"
        case .edited: "Edit"
        case .moved: "Move"
        case .deleted: "Delete"
        case .restored: "Restore"
        case .merged: "Merge"
        case .settings: "Change"
        }
    }
}

/// The change in a log entry: of a task, or of the settings of the board.
package enum LogChange: Equatable, Sendable {
    case task(TaskChange)
    case settings(SettingsChange)
}

extension LogChange {
    package var action: LogAction {
        switch self {
        case .task(let change): change.action
        case .settings(let change): change.action
        }
    }

    /// The old and the new value of each field or setting.
    package var changes: [Change] {
        switch self {
        case .task(let change): change.changes
        case .settings(let change): change.changes
        }
    }

    /// The task's ID; nil for settings.
    package var id: TaskID? {
        guard case .task(let change) = self else { return nil }
        return change.id
    }

    /// The task's title; nil for settings.
    package var title: Text? {
        guard case .task(let change) = self else { return nil }
        return change.title
    }

    /// True if the change only moves the task within its column.
    package var isReorder: Bool {
        guard case .task(let change) = self else { return false }
        return change.isReorder
    }

    var reversed: LogChange {
        switch self {
        case .task(let change): .task(change.reversed)
        case .settings(let change): .settings(change.reversed)
        }
    }

    /// - Parameter isNamed: False to leave out the title of a task.
    func pastSentence(dates: DateWording?, isNamed: Bool = true) -> String {
        switch self {
        case .task(let change): change.pastSentence(dates: dates, isNamed: isNamed)
        case .settings(let change): change.pastSentence
        }
    }
}
