/// The results of an undo or a redo, or of its dry run.
package struct UndoReport: Sendable {
    /// The steps, in the order in which they were undone.
    package var steps: [UndoStep]
    /// The last commit that was made, in hexadecimal digits; nil if there was nothing to write.
    package let commit: String?
    /// The board before and after, if requested.
    package let boards: (before: Board, after: Board)?

    package init(
        steps: [UndoStep], commit: String? = nil, boards: (before: Board, after: Board)?
    ) {
        self.steps = steps
        self.commit = commit
        self.boards = boards
    }
}

/// One commit that was undone or redone.
package struct UndoStep: Sendable {
    /// The commit's ID in hexadecimal digits; nil for uncommitted edits, which only a dry run
    /// does not commit first.
    package let commit: String?
    package let subject: String
    /// The changes of the tasks.
    package let tasks: [TaskChange]
    /// The change of the settings.
    package let settings: SettingsChange?
    /// The changes of other files, in words.
    package let otherFiles: [String]
    /// The parts that were changed since and are left alone.
    package let skipped: [SkippedChange]

    package init(
        commit: String?, subject: String, tasks: [TaskChange],
        settings: SettingsChange? = nil, otherFiles: [String], skipped: [SkippedChange]
    ) {
        self.commit = commit
        self.subject = subject
        self.tasks = tasks
        self.settings = settings
        self.otherFiles = otherFiles
        self.skipped = skipped
    }
}

/// A part that was changed since and is left alone, with the author and the time of that
/// change.
package struct SkippedChange: Sendable {
    package let skipped: Skipped
    package let author: String?
    /// Seconds since 1970; nil if the change is not known.
    package let time: Int64?

    package init(
        skipped: Skipped, author: String?, time: Int64?
    ) {
        self.skipped = skipped
        self.author = author
        self.time = time
    }
}

/// The actions that an undo is to undo.
package enum UndoRequest: Equatable, Sendable {
    /// This number of the last actions.
    case last(Int)
    /// One entry of the log, by the first digits of its commit.
    case commit(String)
}
