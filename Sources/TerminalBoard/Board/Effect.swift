package import BoardView
import MarkdownDocument
package import TaskBoard

/// A request of the board to the program around it, which answers with a ``BoardNotice``.
package enum BoardEffect: Equatable, Sendable {
    /// Carries out an intent; its number comes back with the result.
    case carryOut(Intent, number: Int)
    case sync
    /// Opens the task's file in the user's editor.
    case openEditor(TaskID)
    case openLink(String)
    /// Reads the history of a task, or of the board.
    case loadHistory(TaskID?)
    /// Finds who wrote the values of a task that the person did not write.
    case findAuthors(TaskID)
    /// Reads the board as it was on a day.
    case loadPast(DueDate)
    /// Keeps what was typed in a form until it is saved or discarded.
    case keepDraft(FormDraft)
    case dropDraft(TaskID?)
    /// Puts reminders off until a moment, in seconds since 1970; nil ends that.
    case snooze([TaskID], until: Int64?)
    /// Says that the reminders with this number are on the screen, and rings.
    case reminded(Int)
    /// Sets a setting of this clone, such as `pmd.theme`.
    case setLocal(String, String)
    /// Draws the whole screen anew.
    case redraw
    case suspend
    case quit
}

/// A message to the board from the program around it.
package enum BoardNotice: Sendable {
    /// A newer board: by the person, an editor, git or another program.
    case board(BoardVersion)
    case standing(Standing)
    /// The end of an intent.
    case carriedOut(number: Int, IntentAnswer)
    case history(TaskID?, [HistoryEntry])
    /// The authors of a task's values, by the keys of the fields: other people, whose commits have
    /// the values.
    case authors(TaskID, [String: String])
    case past(BoardVersion, DueDate)
    case drafts([FormDraft])
    /// The settings of this clone that can be changed, with their values.
    case localSettings([LocalValue])
    case message(String, isFailure: Bool)
    /// Reminders that are due, in words; the number comes back when they are on the screen.
    case reminders(String, number: Int)
    /// The ends of the snoozes in this clone, in seconds since 1970.
    case snoozes([TaskID: Int64])
    /// Time has passed, and nothing else happened.
    case time
    /// The mouse has rested for ``BoardApp/scrollPause``.
    case rested
}

/// A setting of this clone.
package struct LocalValue: Equatable, Sendable {
    /// Such as `pmd.theme`.
    package let name: String
    package let value: String

    package init(_ name: String, _ value: String) { (self.name, self.value) = (name, value) }
}

/// A board as it is at a moment.
package struct BoardVersion: Sendable {
    package let board: Board
    package let times: HistoryTimes
    /// The error in `pmd.yml`, in words.
    package let settingsError: String?
    /// True if the board is in a format that this pmd only reads.
    package let isNewer: Bool
    /// True if the folder of the board is gone: this is what it was before.
    package let isGone: Bool
    /// The tasks that changed since the version before.
    package let changed: Set<TaskID>

    package init(
        _ board: Board, times: HistoryTimes = HistoryTimes(), settingsError: String? = nil,
        isNewer: Bool = false, isGone: Bool = false, changed: Set<TaskID> = []
    ) {
        (self.board, self.times) = (board, times)
        (self.settingsError, self.isNewer) = (settingsError, isNewer)
        (self.isGone, self.changed) = (isGone, changed)
    }
}

/// The answer to an intent.
package enum IntentAnswer: Equatable, Sendable {
    /// Done, with a sentence for each change; without any if nothing had to change. The tasks are
    /// those that the intent named or made.
    case done([String], notices: [String], tasks: [TaskID])
    /// Undone or redone, with a sentence for each change, what was left alone, and the newest
    /// change of somebody else, which undo does not take. The tasks are those that changed.
    case undone([String], leftAlone: [String], byOthers: HistoryEntry?, tasks: [TaskID])
    /// Refused, for a reason in words: nothing was done.
    case refused(String)
}

/// Where this clone stands: its branch, its remote, and what can be undone.
package struct Standing: Equatable, Sendable {
    package var name = ""
    package var branch: String?
    package var ahead: Int?
    package var behind: Int?
    package var hasRemote = false
    package var isSyncing = false
    package var isOffline = false
    /// The words of a sync that failed for another reason.
    package var failure: String?
    /// The time of the last sync in seconds since 1970.
    package var lastSync: Int64?
    package var uncommitted = 0
    /// What undo and redo would do, as the subjects of their commits.
    package var undo: String?
    package var redo: String?
    /// The newest change of somebody else, where this clone has nothing to undo.
    package var byOthers: HistoryEntry?

    package init() {}
}
