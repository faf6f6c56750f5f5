/// A text that the board in a terminal or in a browser shows, with its facts. The names of actions
/// are words of ``BoardAction``.
///
/// A text that both boards show is one case. The page asks for its texts by a key; see
/// ``BoardText/page``.
///
/// Text from files must be made safe before it is passed; see ``plainWords(_:)``.
package enum BoardText: Equatable, Sendable {
    // The parts of a board.
    case board, skipToBoard, views, wholeBoard, columns, search, completions, add, addTo(String)
    case addHint, actions, actionsOf(String), task, untitled, taskCount(Count)
    /// The tasks of a column that match the query.
    case matchCount(Count, of: Count)
    /// The tasks of a column that are left out, and the cards that are not on the screen.
    case waiting(Count), older(Int), cardsAbove(Int), cardsBelow(Int), andMore(String), loadMore
    case overLimit(String), selected(Count), clearSelection, close, done, dismiss, messages

    // What a board shows when it has no cards.
    case emptyBoard, emptyColumn, noMatchHere, noTasksYet, noMatches(String), loading, readingBoard
    case tooSmall

    // Marks and values of tasks.
    case malformed, conflictCount(Int), conflict, blocked, problem, due(String), waitsUntil(String)
    case high, medium, low

    // Moving.
    case moveTo(String), moveToState(String)
    case movedOne(title: String, state: String, place: String, total: String)
    case movedMany(count: String, state: String, place: String), pickedUpOne(String)
    case pickedUpMany(String), carrying(Int), placeOf(place: String, total: String, state: String)
    case cancelled, columnGone(String)

    // What was done.
    case added(String), changed(String), deletedOne(String), deletedMany(String), itemDone(String)
    case itemOpen(String), itemGone(String), undoOf(String), redoOf(String)
    case undoOffer(String, key: String), nothingChanged
    /// The report of the first of several tasks.
    case firstOf(String, others: Int)

    // What an undo left as it is.
    case leftAlone(String)
    /// A change by somebody else is only undone on request: by its commit, or on a board by the key
    /// of the history.
    case notUndone(String, commit: String), notUndoneHere(String, commit: String, key: String)
    case onlyOthersToUndo(String, commit: String, key: String)

    // Why an action is not possible.
    case noTaskHere, oneTaskOnly, nothingToUndo, nothingToRedo, noRemote, noConflictHere
    case noChecklist, allTicked, everyItemTicked, alreadyFinished, nothingRepeats, ownOrder
    case noFilter, noViews
    case noDrafts, needsServer, newerFormat, pastIsReadOnly(String)

    // The folder of the board, and its remote.
    case boardGone, boardBack, folderGone, remote, synced(String), syncing, remoteUnreachable
    case remoteFails(String), uncommitted(Count), aheadBehind(Int, Int), justNow, minutesAgo(Int)

    // Without the server.
    case offline, offlineNow, offlineWaits(Count), waitsToBeSent, keptAsText, keepOpen, notSecure
    case tryAgain, bodyNotKept, dateOffline, needsYou(Count), needsYouTitle, look, sendMine
    case deleteAnyway, keepTheirs, discard

    // Prompts of the page.
    case changeTasks(Count), addNote, showDay, snoozeUntil, findAction, pastBoard(String), pastTask
    case backToNow

    // Prompts of the terminal, and what may be typed there.
    case quickAddPrompt(String), palettePrompt, noAction(String), changePrompt(Int), annotatePrompt
    case pastPrompt, pastExample, snoozePrompt, snoozeExample, titleMissing
    /// Hints beside a query that finds nothing.
    case noTaskHasKey(String), wordIsName(String)

    // Reminders.
    case reminded(String), snoozed(String, until: String?), openTask, manyReminders(Count)
    case moreReminders(Int), show, notifications, notificationsDenied

    // The calendar.
    case calendarBefore, calendarNext, calendarToday, calendarMonth, calendarWeek
    case calendarHeld(String)
    /// Monday first, two columns each.
    case weekdays

    // A task and its form.
    case edit, editing(String), newTask, save, saving, savingForm, body
    case bodyCount(Count, limit: Count), pickDate(String), fieldTitle, fieldState, fieldDue
    case fieldWait, fieldPriority, fieldTags, fieldAssignees, fieldBlockedBy, fieldBlocks
    case fieldRepeat, fieldRemind, fieldSnoozed, fieldCreated, fieldFile, titleRequired

    // Changes by others while a form is open.
    case taskDeleted(String), deletedMeanwhile(String), restore
    case changedFrom(field: String, old: String, new: String, who: String)
    case theirsAre(String, who: String), mine, theirs, takeMine, takeTheirs, takeTheirsOf(String)
    case takeBoth, chooseFirst, chooseValueFirst(String)

    // Conflicts: what the task has, what lost, and the choices.
    case conflicts, valueNow, valueInstead, isKept, isDeleted, takeOther, deleteTask, both
    case keepCurrent, choiceOther, choiceDelete, choiceBoth, choiceCurrent

    // Drafts.
    case drafts, draftKept, draftFound, draftMaybeDeleted, typingKept, typingFound, entryFound
    case draftOfDeleted(String, key: String), deletedTask(String)

    // The history.
    case history, boardHistory, change, undoThis, movesWithin(String), noHistory, author, time
    case commit

    // Keys and help.
    case keys, boardKeys, keysMove, keysMoveOrArrows, keysEnds, keysStates, keysNudge, keysSave
    case keysLeave, keysSuspend, keysRedraw, letterKeysOff, helpMouse, helpTouch, helpDragging
    case helpSelecting

    // What a key of the terminal does, beside its name.
    case hintAdd, hintMove, hintMenu, hintClose, hintCancel, hintChoose, hintRun, hintScroll
    case hintMoveCursor, hintTickItem, hintNextItem, hintTickOrClose, hintDetails, hintUndoThis
    case hintMovesWithin, hintChooseChange, hintBackToList
    /// Carrying a card; the mouse button is named as a key.
    case hintPutDown, hintRelease, hintDrop, hintKeepFilter, hintDone, hintComplete, hintSave
    case hintDiscard, hintLeaveForm, hintRestoreText, hintNextField, hintPreviousField
    case hintDateCalendar, hintKeepMine, hintTakeTheirs, hintTakeBoth, hintDay, hintTask
    case hintMonthOrWeek, hintOpenOrAdd, hintSpanBefore, hintNextSpan, hintToday, hintChangeSetting
    case hintRenameState, hintRename, hintTheme
    /// The keys of every text.
    case hintDeleteWord, hintDeleteToStart, hintDeleteToEnd, hintWordMoves, hintUndoTyping
    case hintRedoTyping

    // Settings.
    case settings, thisBrowser, theme, themeAuto, themeLight, themeDark, language, languageAuto
    case letterKeys, nameOf(String), limitOf(String), finished, moveUp(String), moveDown(String)
    case removeState(String), newState, addState, startState, bodyLimit
    case renameState(String, to: String, tasks: Int), chooseState

    // Signing in and out.
    case session, signedInAs(String), signIn, signOut, signOutClears, signOutLoses(Count)
    case signInTitle, signInHow, token, unsentFirst, keyInClear, impostor
}

extension BoardText {
    /// A number in a text, or the place at which the page puts one: `{count}`.
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
