/// One change of one task in the log.
package struct LogEntry: Equatable, Sendable {
    /// The action whose commit has the change, if it was not the change itself.
    package enum Origin: Sendable { case action, undo, redo }

    /// 40 hexadecimal digits.
    package let commit: String
    /// The author's time in seconds since 1970, and its offset in minutes east
    /// of UTC.
    package let time: Int64
    package let offset: Int32
    package let author: String
    package let change: TaskChange
    package let origin: Origin

    package init(
        commit: String, time: Int64, offset: Int32, author: String, change: TaskChange,
        origin: Origin = .action
    ) {
        self.commit = commit
        self.time = time
        self.offset = offset
        self.author = author
        self.change = change
        self.origin = origin
    }
}

extension LogEntry {
    /// The entry as a sentence, such as `Ann moved "Fix the roof" from todo to doing`. An undo
    /// names what it took back, as `pmd undo` does: `Ann undid: moved "Fix the roof" from …`.
    ///
    /// - Parameter dates: The words for dates, which are those of the file by default.
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
    /// Reads the origin from the subject of a commit.
    package init(subject: String) {
        self =
            if subject.hasPrefix("Undo: ") { .undo } else if subject.hasPrefix("Redo: ") {
                .redo
            } else { .action }
    }
}
