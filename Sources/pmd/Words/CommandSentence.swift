import BoardStorage
import TaskBoard
import Words

/// What a command prints for a person, besides tasks and errors. All text is safe to print.
enum CommandSentence: Equatable {
    // Lists
    case noMatch, noEntry, more(Int), leftOut(blocked: Int, waiting: Int)
    case view(String), noView, viewSet(String)
    case unreadFile(String, UnreadReason), keyWithoutTask(String), wordIsName(String)
    // The day
    case overdue(Int), dueToday(Int), inProgress(Int), quietDay, dayHint
    case withConflicts(Int), toPush(Int), toReceive(Int), lastSyncFailed
    // Status
    case unknownState, views, uncommitted, uncommittedMore(Int)
    case detachedHead, noRemote, notYetSynced, upToDate, ahead(Int), behind(Int)
    case aheadAndBehind(Int, Int)
    case lastSync(time: String, result: String), lastSyncDone(time: String)
    case syncFailingSince(String, tried: String, result: String)
    case syncFailed(String, result: String), syncFailedShort
    case noIdentity(String), notATask(String, UnreadReason)
    case notWritten(String, Bilingual, author: String, commit: String)
    case overdueCount(Int), dueTodayCount(Int)
    // One task
    /// A whole file below `conflicts/`.
    case conflictFile(String)
    case conflicts(resolving: String), history, overdueMark, doneMark, nothing
    case by(String), now(String), due(String), waits(String)
    // Marks
    case malformed, conflictCount(Int), blocked, problem
    case unknown, matching(Int, of: String)
    // The server
    case serving(String, at: String), signInTwice
    // Sync
    case pushed(Int), received(Int), merged(Int), committed(Int), nothingToDo
    case nothingToSync, noRemotePart
    // Progress
    case receiving(String), sending(String), storing(Int, of: Int), writing(Int, of: Int)
    // Undo
    case leftAlone(String)
    // Checks
    case noConflicts, noProblems, noLineBreak
    case settingNotSet(String)
    // Questions
    case question(Question, Int), editAgain
    // Editing
    case nothingChanged, editorRemoved(String), textKept(String)
    case changedMeanwhile(title: String, showing: String)
    // New boards
    case board(String), alreadyBoard(String), cloned(String), joinedRemote(String, branch: String)
    case joined(String, branch: String), createdOnTop(String, branch: String)
    case created(String, withRepository: Bool), createdLinked(String, branch: String)
    case createdGuest(String, branch: String)
    case ownBranch(String, main: String), remoteNotAsked(Bilingual), firstSync
    case next(entering: String?, commands: String)
    // Restoring
    case noDropped, restoredDropped(Int)
    // Exchange
    case imported(Int, isPreview: Bool), skipped(String)
    case skippedKnown, skippedDeleted, skippedUnreadable
    case refusedRecord(Bilingual), moreRecords(Int)
    case lossesOfImport(String), lossesOfExport(format: String, String)
    case lossCount(String, Int)
    // Reminders
    case announcedBy(String), nothingToAnnounce(next: String?)
    case channelFails(String, Bilingual)
    // Jobs of cron and systemd
    case jobInstalled(ScheduledJob, JobScheduler, port: Int?)
    case jobRemoved(ScheduledJob, JobScheduler), jobNotInstalled(ScheduledJob)
    /// The end; nil if the snooze was ended.
    case snoozed(String, until: String?)
    // The manual
    case manPagesWritten(Int, String)
    // Settings of git
    case wrongDates(String, known: String)

    /// What the tasks of a question are about to suffer.
    enum Question: Equatable {
        case change, delete
    }
}

extension CommandSentence {
    func text(_ language: Language) -> String {
        switch language {
        case .english: english
        case .korean: korean
        }
    }

    /// The sentence in the language that the environment asks for.
    var text: String { text(.ofReader) }
}

extension Console {
    /// Prints a sentence on standard error, unless quiet.
    func say(_ sentence: CommandSentence) { say(sentence.text) }

    /// Prints a sentence about the command on standard error, even with `--quiet`.
    func warn(_ sentence: CommandSentence) { warn("pmd: " + sentence.text) }

    func print(_ sentence: CommandSentence) throws(Failure) { try print(sentence.text) }
}
