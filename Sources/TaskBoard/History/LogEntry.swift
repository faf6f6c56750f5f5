/// One change of one task, or of the settings, in the log.
package struct LogEntry: Equatable, Sendable {
    /// The action whose commit has the change, if it was not the change itself.
    package enum Origin: Equatable, Sendable {
        case action
        /// The undo of a commit; nil if the message does not name it.
        case undo(of: String?)
        /// The redo of a change, whose undo was the commit.
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
            if message.hasPrefix("Undo: ") {
                .undo(of: Self.commit(in: message))
            } else if message.hasPrefix("Redo: ") {
                .redo(of: Self.commit(in: message))
            } else {
                .action
            }
    }

    package var isUndo: Bool {
        guard case .undo = self else { return false }
        return true
    }

    private static func commit(in message: String) -> String? {
        let lines = message.utf8.split(separator: UInt8(ascii: "\n"))
        let line = lines.last { $0.starts(with: reversedCommit.utf8) }
        guard let digits = line?.dropFirst(reversedCommit.utf8.count), digits.count == 40,
            digits.allSatisfy({ "0123456789abcdef".utf8.contains($0) })
        else { return nil }
        return String(decoding: digits, as: UTF8.self)
    }
}
