/// What an undo or a redo did, or would do.
package struct UndoReport: Sendable {
    /// In the order in which they were taken back.
    package var steps: [UndoStep]
    /// As it was and as it is, where that was asked for.
    package let boards: (before: Board, after: Board)?

    package init(
        steps: [UndoStep], boards: (before: Board, after: Board)?
    ) {
        self.steps = steps
        self.boards = boards
    }
}

/// One commit taken back.
package struct UndoStep: Sendable {
    /// The commit's ID in hexadecimal digits; nil for edits by hand that are not
    /// committed, which only a dry run leaves so.
    package let commit: String?
    package let subject: String
    /// What becomes of the tasks, and of other files in words.
    package let tasks: [TaskChange]
    package let otherFiles: [String]
    /// What was changed since, and so stays.
    package let skipped: [SkippedChange]

    package init(
        commit: String?, subject: String, tasks: [TaskChange], otherFiles: [String],
        skipped: [SkippedChange]
    ) {
        self.commit = commit
        self.subject = subject
        self.tasks = tasks
        self.otherFiles = otherFiles
        self.skipped = skipped
    }
}

/// A part that stays since somebody changed it, and who did.
package struct SkippedChange: Sendable {
    package let skipped: Skipped
    package let author: String?
    /// Seconds since 1970.
    package let time: Int64?

    package init(
        skipped: Skipped, author: String?, time: Int64?
    ) {
        self.skipped = skipped
        self.author = author
        self.time = time
    }
}

/// What `undo` is asked to take back.
package enum UndoRequest: Equatable, Sendable {
    /// So many of this clone's last actions.
    case last(Int)
    /// One entry of the log, by the first digits of its commit.
    case commit(String)
}
