/// A text shown by the terminal or web board, with its values. The names of actions are in
/// ``BoardAction``.
///
/// A text shared by both boards is one case. The page gets its texts by key; see
/// ``BoardText/page``.
///
/// Text from files must be made safe before it is passed; see ``plainWords(_:)``.
package enum BoardText: Equatable, Sendable {
    // The parts of a board.
    case board, skipToBoard, views, wholeBoard, columns, search, completions, add, addTo(String)
    case addHint, actions, actionsOf(String), task, untitled, taskCount(Count)
    /// The number of tasks in a column that match the query.
    case matchCount(Count, of: Count)
    /// The number of tasks left out of a column, and the number of cards off screen.
    case waiting(Count), older(String), cardsAbove(String), cardsBelow(String), andMore(String)
    case loadMore
    case overLimit(String), selected(Count), clearSelection, close, done, dismiss, messages

    // Empty boards.
    case emptyBoard, emptyColumn, noMatchHere, noTasksYet, noMatches(String), loading, readingBoard
    case tooSmall

    // What an empty board on the page offers.
    case addSamples, keysHere, sampleOne, sampleTwo, sampleThree

    // Marks and values of tasks.
    case malformed, conflictCount(Int), conflict, blocked, problem, due(String), waitsUntil(String)
    case high, medium, low

    // Moving.
    case moveTo(String), moveToState(String)
    case movedOne(title: String, state: String, place: String, total: String)
    case movedMany(count: String, state: String, place: String), pickedUpOne(String)
    case pickedUpMany(String), carrying(Int), placeOf(place: String, total: String, state: String)
    case cancelled, columnGone(String)

    // The menu of cards on the page, and filters by click.
    case menu(MenuText)

    // Results.
    case added(String), changed(String), changedMany(String), finishedOne(String)
    case deletedOne(String), deletedMany(String), itemDone(String)
    case itemOpen(String), itemGone(String), undoOf(String), redoOf(String)
    case undoOffer(String, key: String), nothingChanged
    /// The result for the first of several tasks.
    case firstOf(String, others: Int)

    // Changes that an undo skipped.
    case leftAlone(String)
    /// Somebody else's change is undone only on request: by its commit, or on a board with the
    /// history key.
    case notUndone(String, commit: String), notUndoneHere(String, commit: String, key: String)
    case onlyOthersToUndo(String, commit: String, key: String)

    // Reasons why an action is not available.
    case noTaskHere, oneTaskOnly, nothingToUndo, nothingToRedo, noRemote, noRemoteHere
    case noConflictHere
    case noChecklist, allTicked, everyItemTicked, alreadyFinished, nothingRepeats, ownOrder
    case noFilter, noViews
    case noDrafts, noReminder, noConflicts, needsServer, newerFormat, pastIsReadOnly(String)

    // The folder of the board, and its remote.
    case boardGone, boardBack, folderGone, remote, synced(String), syncing, remoteUnreachable
    case remoteFails(String), uncommitted(Count), aheadBehind(Int, Int), justNow, minutesAgo(Int)
    case toSend(Count), toReceive(Count)

    // Offline.
    case offline, offlineNow, offlineWaits(Count), waitsToBeSent, keptAsText, keepOpen, notSecure
    case tryAgain, bodyNotKept, dateOffline, queryOffline, queryNeedsServer(String), undone(String)
    case needsYou(Count), needsYouTitle, look, sendMine
    case deleteAnyway, keepTheirs, discard

    // Prompts of the page.
    case changeTasks(Count), addNote, showDay, snoozeUntil, findAction, pastBoard(String), pastTask
    case backToNow

    // Prompts in the terminal, and their valid input.
    case quickAddPrompt(String), palettePrompt, noAction(String), changePrompt(Int), annotatePrompt
    case pastPrompt, pastExample, snoozePrompt, snoozeExample, titleMissing
    /// Hints for a query without matches.
    case noTaskHasKey(String), wordIsName(String)
    /// A `+` in an address that was meant as the sign of a tag.
    case plusIsBlank(String)
    /// The text of a file that cannot be read.
    case sourceOf(String), sourceHow
    /// A new task in the calendar.
    case addOn(String)

    // Reminders.
    case reminded(String), snoozed(String, until: String?), openTask, manyReminders(Count)
    case reminders, snoozeAll, dismissAll
    case moreReminders(Int), show, notifications, notificationsDenied
    /// Answers to a reminder in the terminal.
    case reminderAnswers, snoozeHour, snoozeTomorrow, snoozeOther, dismissReminder

    // The calendar.
    case calendarBefore, calendarNext, calendarToday, calendarMonth, calendarWeek
    case calendarHeld(String)
    /// Monday first, two columns each.
    case weekdays

    // A task and its form.
    case edit, editing(String), newTask, save, saving, savingForm, body
    case bodyCount(Count, limit: Count), fieldTitle, fieldState, fieldDue
    case fieldWait, fieldPriority, fieldTags, fieldAssignees, fieldBlockedBy, fieldBlocks
    case fieldProject, fieldParent, fieldChildren
    case fieldRepeat, fieldRemind, fieldSnoozed, fieldCreated, fieldFinished, fieldChecklist
    case fieldFile, wholeFile, titleRequired
    case fields, details, more, noValue, dateHint, repeatHint, repeatExamples, remindHint
    case findOrAdd, addValue(String), addBody, addAndOpen
    case noFileHere(String)

    // Changes by others while a form is open.
    case taskDeleted(String), deletedMeanwhile(String), restore
    case changedFrom(field: String, old: String, new: String, who: String)
    case theirsAre(String, who: String), mine, theirs, takeMine, takeTheirs, takeTheirsOf(String)
    case takeBoth, chooseFirst, chooseValueFirst(String)

    // Conflicts: the current value, the lost value, and the choices.
    case conflicts, valueNow, valueInstead, isKept, isDeleted, takeOther, deleteTask, both
    case keepCurrent, keepAllCurrent, choiceOther, choiceDelete, choiceBoth, choiceCurrent

    // Drafts.
    case drafts, draftKept, draftFound, draftMaybeDeleted, typingKept, typingFound, entryFound
    case draftOfDeleted(String, key: String), deletedTask(String)

    // The history.
    case history, boardHistory, change, undoThis, movesWithin(String), noHistory, author, time
    case commit

    // Statistics.
    case statsAdded, statsFinished, statsRemoved, statsOpen, statsLead, statsCycle
    case statsMedian, statsMost, statsTasks, statsOldest, statsNone, statsFlow, statsSince, statsBy
    case statsByNothing, statsWeeks(String)

    // Keys and help.
    case keys, boardKeys, keysMove, keysMoveOrArrows, keysEnds, keysStates, keysNudge, keysSave
    case keysLeave, keysSuspend, keysRedraw, letterKeysOff, helpMouse, helpTouch, helpDragging
    case helpSelecting, helpKoreanKeys
    /// The headings of groups of keys.
    case keysOfMoving, keysOfTasks, keysOfViews, keysOfBoard

    /// The effect of a key in the terminal, shown next to its name.
    case hint(KeyHint)

    // Settings.
    case settings, thisBrowser, theme, themeAuto, themeLight, themeDark, language, languageAuto
    case letterKeys, nameOf(String), limitOf(String), limit, finished
    case moveUp(String), moveDown(String)
    case removeState(String), columnHasTasks(String, Count), newState, addState, startState
    case bodyLimit
    case renameState(String, to: String, tasks: Int), chooseState

    // Pictures and files.
    case files(FileText)

    // Signing in and out.
    case session(SessionText)
}

extension BoardText {
    /// A number in a text, or the page's placeholder for one: `{count}`.
    package enum Count: Equatable, Sendable {
        case number(Int)
        case place(String)

        /// True if the text needs the singular.
        var isOne: Bool { self == .number(1) }
    }
}

extension BoardText.Count: ExpressibleByIntegerLiteral, ExpressibleByStringLiteral,
    CustomStringConvertible
{
    package init(integerLiteral value: Int) { self = .number(value) }

    package init(stringLiteral value: String) { self = .place(value) }

    package var description: String {
        switch self {
        case .number(let number): "\(number)"
        case .place(let place): place
        }
    }
}
