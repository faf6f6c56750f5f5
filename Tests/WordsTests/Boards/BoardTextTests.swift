import TaskBoard
import TestSupport
import Testing
import Words

/// The texts of both boards.
struct BoardTextTests {
    private static let plain: [BoardText] =
        [
            .board, .skipToBoard, .views, .wholeBoard, .columns, .search, .completions, .add,
            .addHint, .actions, .task, .untitled, .loadMore, .clearSelection, .close, .done,
            .dismiss, .messages, .emptyBoard, .emptyColumn, .noMatchHere, .noTasksYet, .loading,
            .readingBoard, .tooSmall, .malformed, .conflict, .blocked, .problem, .high, .medium,
            .low, .cancelled, .nothingChanged, .noTaskHere, .oneTaskOnly, .nothingToUndo,
            .nothingToRedo, .noRemote, .noRemoteHere, .noConflictHere, .noChecklist, .allTicked,
            .everyItemTicked,
            .alreadyFinished,
            .nothingRepeats, .ownOrder, .noFilter, .noViews, .noDrafts, .needsServer, .newerFormat,
            .boardGone, .boardBack, .folderGone, .remote, .syncing, .remoteUnreachable, .justNow,
            .offline, .offlineNow, .waitsToBeSent, .keptAsText, .keepOpen, .notSecure, .tryAgain,
            .bodyNotKept, .dateOffline, .queryOffline, .needsYouTitle, .look, .sendMine,
            .deleteAnyway,
            .keepTheirs,
            .discard, .addNote, .showDay, .snoozeUntil, .findAction, .pastTask, .backToNow,
            .palettePrompt, .annotatePrompt, .pastPrompt, .pastExample, .snoozePrompt,
            .snoozeExample, .titleMissing, .openTask, .show, .notifications, .notificationsDenied,
            .calendarBefore, .calendarNext, .calendarToday, .calendarMonth, .calendarWeek,
            .weekdays,
            .statsAdded, .statsFinished, .statsRemoved, .statsOpen, .statsLead,
            .statsCycle, .statsMedian, .statsMost, .statsTasks, .statsOldest, .statsNone,
            .statsFlow, .statsSince, .statsBy, .statsByNothing,
            .edit, .newTask, .save, .saving, .savingForm, .body, .fieldTitle, .fieldState,
            .fieldDue,
            .fieldWait, .fieldPriority, .fieldTags, .fieldAssignees, .fieldBlockedBy, .fieldBlocks,
            .fieldProject, .fieldParent, .fieldChildren, .fieldRepeat, .fieldRemind, .fieldSnoozed,
            .fields, .details, .more, .noValue, .dateHint, .findOrAdd, .addBody, .addAndOpen,
            .repeatHint, .repeatExamples, .remindHint, .limit,
            .fieldCreated, .fieldFinished,
            .fieldChecklist, .fieldFile, .wholeFile, .titleRequired,
            .restore, .mine, .theirs, .takeMine, .takeTheirs, .takeBoth, .chooseFirst, .conflicts,
            .valueNow, .valueInstead, .isKept, .isDeleted, .takeOther, .deleteTask, .both,
            .keepCurrent, .keepAllCurrent, .choiceOther, .choiceDelete, .choiceBoth,
            .choiceCurrent, .drafts,
            .draftKept, .draftFound, .draftMaybeDeleted, .typingKept, .typingFound, .entryFound,
            .history, .boardHistory, .change, .undoThis, .noHistory, .author, .time, .commit, .keys,
            .boardKeys, .keysMove, .keysMoveOrArrows, .keysEnds, .keysStates, .keysNudge, .keysSave,
            .keysLeave, .keysSuspend, .keysRedraw, .letterKeysOff, .helpMouse, .helpTouch,
            .helpDragging, .helpSelecting, .helpKoreanKeys, .keysOfMoving, .keysOfTasks,
            .keysOfViews,
            .keysOfBoard, .noReminder, .noConflicts, .reminderAnswers, .snoozeHour, .snoozeTomorrow,
            .snoozeOther, .dismissReminder, .reminders, .snoozeAll, .dismissAll, .sourceHow,
            .settings, .thisBrowser, .theme, .themeAuto, .themeLight, .themeDark,
            .language, .languageAuto, .letterKeys, .finished, .newState, .addState, .startState,
            .bodyLimit, .chooseState, .session(.title), .session(.signIn), .session(.signOut),
            .session(.signOutClears), .session(.signInToBoard),
            .session(.signInHow), .session(.codeUsed), .session(.openOnPhone), .session(.scanCode),
            .session(.codeExpired), .session(.newCode), .session(.token),
            .session(.unsentFirst), .session(.keyInClear), .session(.impostor),
            .addSamples, .keysHere, .sampleOne, .sampleTwo, .sampleThree, .menu(.filters),
            .menu(.showOnly),
            .menu(.saveView),
            .menu(.deleteView), .menu(.searchAll),
            .menu(.viewName), .menu(.moveToMenu), .menu(.back), .menu(.tomorrow), .menu(.nextWeek),
            .menu(.pickDay), .menu(.noDueDate),
            .menu(.inAnHour), .menu(.otherTime), .menu(.endSnooze), .menu(.newTag),
            .menu(.otherPerson), .menu(.noPriority),
        ] + KeyHint.allCases.map { .hint($0) }

    private static let withFacts: [BoardText] = [
        .files(.files), .files(.addFile), .files(.takePicture), .files(.original),
        .files(.originalHint), .files(.picture), .files(.saveFile), .files(.covers),
        .files(.attached(name: "a.jpg", title: "지붕")), .files(.sendingFile("a.jpg")),
        .files(.attachedAlready("a.jpg")),
        .files(.tooManyFiles(limit: "50")), .files(.pictureUnreadable("a.jpg")),
        .files(.fileEmpty("a.jpg")), .files(.fileTooLarge("a.jpg", megabytes: "10")),
        .files(.opening("a.jpg")),
        .files(.openFile), .files(.mayRun("a.jpg")), .files(.attachPrompt), .files(.attachHint),
        .files(.missing("a.jpg")), .files(.gone),
        .addTo("todo"), .actionsOf("지붕"), .taskCount(2), .taskCount(1), .matchCount(2, of: 3),
        .waiting(2), .older("2"), .cardsAbove("2"), .cardsBelow("2"), .andMore("2"),
        .overLimit("100"),
        .selected(2), .noMatches("x1"), .conflictCount(2), .conflictCount(1), .due("x1"),
        .waitsUntil("x1"), .moveTo("todo"), .moveToState("todo"),
        .movedOne(title: "지붕", state: "todo", place: "2", total: "3"),
        .movedMany(count: "2", state: "todo", place: "2"), .pickedUpOne("지붕"),
        .pickedUpMany("2"), .carrying(2), .carrying(1),
        .placeOf(place: "2", total: "3", state: "todo"), .columnGone("todo"), .added("지붕"),
        .changed("지붕"), .changedMany("2"), .menu(.onlyFilter("지붕")), .menu(.viewSaved("지붕")),
        .menu(.viewDeleted("지붕")),
        .menu(.removeFilter("지붕")),
        .finishedOne("지붕"), .deletedOne("지붕"), .deletedMany("2"),
        .itemDone("2"), .itemOpen("2"),
        .itemGone("x1"), .undoOf("지붕"), .redoOf("지붕"), .undoOffer("x1", key: "H"),
        .undone("x1"), .queryNeedsServer("x1"),
        .firstOf("x1", others: 2), .leftAlone("x1"), .notUndone("x1", commit: "1a2b3c4"),
        .notUndoneHere("x1", commit: "1a2b3c4", key: "H"),
        .onlyOthersToUndo("x1", commit: "1a2b3c4", key: "H"), .pastIsReadOnly("x1"),
        .synced("09:14"), .remoteFails("x1"), .uncommitted(2), .uncommitted(1), .minutesAgo(2),
        .toSend(2), .toSend(1), .toReceive(2), .toReceive(1),
        .offlineWaits(2), .offlineWaits(1), .needsYou(2), .needsYou(1), .changeTasks(2),
        .changeTasks(1), .pastBoard("x1"), .quickAddPrompt("todo"), .noAction("x1"),
        .changePrompt(2), .changePrompt(1), .noTaskHasKey("H"), .wordIsName("+x1"),
        .plusIsBlank("x1"), .sourceOf("지붕"),
        .addOn("x1"),
        .snoozed("지붕", until: "09:14"), .snoozed("지붕", until: nil), .manyReminders(2),
        .moreReminders(2), .calendarHeld("Roof"), .statsWeeks("12"),
        .editing("지붕"), .bodyCount(2, limit: 3),
        .addValue("x1"), .noFileHere("x1"), .taskDeleted("지붕"), .deletedMeanwhile("지붕"),
        .theirsAre("x1", who: ""), .takeTheirsOf("Ann"),
        .chooseValueFirst("due"), .draftOfDeleted("지붕", key: "H"), .deletedTask("지붕"),
        .movesWithin("2"), .nameOf("todo"), .limitOf("todo"), .moveUp("todo"), .moveDown("todo"),
        .removeState("todo"), .columnHasTasks("todo", 2), .columnHasTasks("todo", 1),
        .renameState("todo", to: "open", tasks: 2),
        .renameState("todo", to: "open", tasks: 1), .session(.signedInAs("Ann")),
        .session(.signOutLoses(2)),
        .session(.signOutLoses(1)),
    ]

    /// Texts that are mostly symbols and facts, equal in both languages.
    private static let signs: [BoardText] = [
        .reminded("x1"), .aheadBehind(1, 2), .theirsAre("x1", who: "Ann"),
        .changedFrom(field: "due", old: "x1", new: "x2", who: "Ann"),
        .changedFrom(field: "due", old: "x1", new: "x2", who: ""),
    ]

    @Test(arguments: plain + withFacts)
    func `a text is in Korean, with the same facts as in English`(_ text: BoardText) {
        expectKorean(text.text(.korean), meaning: text.text(.english))
        #expect(!hasHangul(text.words.english.replacing("지붕", with: "")))
    }

    @Test(arguments: signs)
    func `a text of symbols is the same in both languages`(_ text: BoardText) {
        expectRecorded(text.words.english, text.words.korean)
        #expect(text.words.english == text.words.korean)
    }

    @Test func `every text is tested`() throws {
        let tested = Set((Self.plain + Self.withFacts + Self.signs).map { caseName($0) })
        #expect(tested == (try declaredCases(of: "BoardText", in: "Boards/BoardText.swift")))
    }

    @Test func `no two texts are the same`() {
        let words = (Self.plain + Self.withFacts).map(\.words)
        #expect(Set(words).count == words.count)
    }

    @Test func `each text of the page has its own key and the same placeholders in both languages`()
    {
        #expect(Set(BoardText.page.map(\.key)).count == BoardText.page.count)
        for (key, text) in BoardText.page {
            let words = text.words
            #expect(Self.places(of: words.english) == Self.places(of: words.korean), "\(key)")
        }
    }

    private static func places(of text: String) -> Set<Substring> {
        Set(text.matches(of: /\{\w+\}/).map(\.output))
    }
}
