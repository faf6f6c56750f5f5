package import BoardView
package import MarkdownDocument
package import TaskBoard

/// A request from the board to the surrounding program, which replies with a ``BoardNotice``.
package enum BoardEffect: Equatable, Sendable {
    /// Carries out an intent; the result carries the same number.
    case perform(Intent, number: Int)
    case sync
    /// Opens the task's file in the user's editor.
    case openEditor(TaskID)
    case openLink(String)
    /// Opens an attached file in another program.
    case openFile(BoardPath)
    /// Reads an attached PNG picture that a task's page shows.
    case loadPicture(TaskID, BoardPath)
    /// Reads the history of a task, or of the board.
    case loadHistory(TaskID?)
    /// Finds the files whose path begins with a text.
    case findPaths(String)
    /// Reads the file of a typed path, to attach it to a task.
    case readFile(TaskID, String)
    /// Finds the authors of a task's values that the user did not write.
    case findAuthors(TaskID)
    /// Finds the lines that won the merges which wrote a task's callouts.
    case findWonLines(TaskID)
    /// Computes the statistics of the tasks of a query, from a number of weeks ago on.
    case loadStatistics(query: [String], weeks: Int, by: Text?, firstWeekday: Int)
    /// Reads the board as it was on a day.
    case loadPast(DueDate)
    /// Keeps the text of a form until it is saved or discarded.
    case keepDraft(FormDraft)
    case dropDraft(TaskID?)
    /// Snoozes reminders until a time, in seconds since 1970; nil ends the snooze.
    case snooze([TaskID], until: Int64?)
    /// Reports that the reminders with this number are on screen, and rings the bell.
    case reminded(Int)
    /// Sets a setting of this clone, such as `pmd.theme`.
    case setLocal(String, String)
    /// Redraws the entire screen.
    case redraw
    case suspend
    case quit
}

/// A message to the board from the surrounding program.
package enum BoardNotice: Sendable {
    /// A newer board, changed by the user, an editor, git or another program.
    case board(BoardVersion)
    case status(CloneStatus)
    case offers(UndoOffers)
    /// The result of an intent.
    case carriedOut(number: Int, IntentAnswer)
    case history(TaskID?, [HistoryEntry])
    /// The sizes in bytes of a task's attachments that exist. They follow its history.
    case files(TaskID, [BoardPath: Int])
    /// The content of an attached PNG picture. Other files have no such notice.
    case picture(TaskID, BoardPath, [UInt8])
    /// The paths that begin with a text. Those of folders end with a slash.
    case paths(String, [String])
    /// A file that was read to attach it.
    case fileRead(TaskID, Attachment)
    /// The authors of a task's values by field key, excluding the user. Only committed values have
    /// one.
    case authors(TaskID, [String: String])
    case wonLines(TaskID, WonLines)
    case past(BoardVersion, DueDate)
    case drafts([FormDraft])
    /// The editable settings of this clone, with their values.
    case localSettings([LocalValue])
    case message(String, isFailure: Bool)
    /// Reminders that are due. The number is sent back when they are on screen.
    case reminders([ShownReminder], number: Int)
    case statistics(BoardStatistics)
    /// The ends of the snoozes in this clone, in seconds since 1970.
    case snoozes([TaskID: Int64])
    /// Time has passed without any other event.
    case time
    /// The mouse has not moved for ``BoardApp/scrollPause``.
    case rested
}

/// A setting of this clone.
package struct LocalValue: Equatable, Sendable {
    /// A name such as `pmd.theme`.
    package let name: String
    package let value: String

    package init(_ name: String, _ value: String) { (self.name, self.value) = (name, value) }
}

/// The result of an intent.
package enum IntentAnswer: Equatable, Sendable {
    /// Done, with a sentence for each change, or none if nothing had to change. The tasks are
    /// those that the intent changed or created.
    case done([String], notices: [String], tasks: [TaskID])
    /// Undone or redone. There is a sentence for each change and for each skipped change. `byOthers`
    /// is the latest change by another person, which undo does not revert.
    case undone([String], leftAlone: [String], byOthers: HistoryEntry?, tasks: [TaskID])
    /// Refused without any change, for a reason in words.
    case refused(String)
}

/// The next undo and redo that the board offers.
package struct UndoOffers: Equatable, Sendable {
    /// The next actions to undo and to redo, as commit subjects.
    package var undo: String?
    package var redo: String?
    /// Somebody else's latest change, if this clone has nothing to undo.
    package var byOthers: HistoryEntry?

    package init() {}
}
