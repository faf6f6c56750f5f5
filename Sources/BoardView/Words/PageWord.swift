/// The words of the browser board that no action, mark or report has. The raw value is the key by
/// which the page asks for them. Facts are placeholders, as in `{title}`, which the page fills in.
///
/// Korean texts are worded so that no particle follows a placeholder: its last sound is not known
/// here.
package enum PageWord: String, CaseIterable, Sendable {
    // The parts of the page.
    case board, skipToBoard, views, wholeBoard, columns, search, completions, add, addTo, addHint
    case actions, actionsOf, task, untitled, taskCountOne, taskCount, matchCount, andMore,
        waitingCount, loadMore
    case overLimit, selected, clearSelection, close, done, dismiss, messages

    // Empty columns.
    case emptyBoard, emptyColumn, noMatchHere

    // Moving.
    case moveTo, movedOne, movedMany, pickedUpOne, pickedUpMany, placeOf, cancelled

    // What was done, in words for the time without the server.
    case added, changed, deletedOne, deletedMany, itemDone, itemOpen, itemGone, undoOf, redoOf
    case nothingChanged

    // Why an action is not possible.
    case noTaskHere, oneTaskOnly, nothingToUndo, nothingToRedo, noRemote, noConflictHere
    case noChecklist, alreadyFinished, nothingRepeats, noFilter, noViews, noDrafts, needsServer

    // Without the server.
    case offline, offlineNow, offlineWaitsOne, offlineWaits, waitsToBeSent, keptAsText, keepOpen
    case notSecure, tryAgain, bodyNotKept, dateOffline, needsYouOne, needsYou, needsYouTitle, look
    case sendMine, deleteAnyway, keepTheirs, discard

    // Prompts.
    case changePrompt, changeManyPrompt, notePrompt, pastPrompt, pastBoard, pastTask, backToNow
    case palettePrompt, snoozePrompt, openTask, manyReminders, show, notifications,
        notificationsDenied
    case calendarBefore, calendarNext, calendarToday, calendarMonth, calendarWeek, calendarHeld

    // A task and its form.
    case edit, editing, save, saving, loading, body, bodyCount, pickDate, fieldTitle, fieldState
    case fieldDue, fieldWait, fieldPriority, fieldTags, fieldAssignees, fieldBlockedBy, fieldBlocks
    case fieldRepeat, fieldRemind, fieldSnoozed, fieldCreated, fieldFile, fieldBody, priorityHigh
    case priorityMedium, priorityLow

    // Changes by others, and conflicts.
    case conflicts, valueNow, valueInstead, isKept, isDeleted, takeOther, deleteTask, both
    case keepCurrent, mine, theirs, takeMine, takeTheirs, takeTheirsOf, takeBoth, chooseFirst
    case deletedMeanwhile, restore, drafts, draftKept, draftFound, draftMaybeDeleted

    // The history.
    case history, boardHistory, undoThis, movesWithin, noHistory

    // Keys.
    case keys, keysMove, keysEnds, keysStates, keysNudge, keysSave, keysLeave, letterKeysOff
    case helpMouse, helpTouch

    // Settings and signing in.
    case settings, thisBrowser, theme, themeAuto, themeLight, themeDark, language, languageAuto
    case letterKeys, nameOf, limitOf, finished, moveUp, moveDown, removeState, newState, addState
    case startState, bodyLimit, remote, uncommittedOne, uncommitted, syncing, session, signedInAs
    case signIn, signOut, signOutClears, signOutLosesOne, signOutLoses, signInTitle, signInHow
    case token, unsentFirst, keyInClear, impostor
}
