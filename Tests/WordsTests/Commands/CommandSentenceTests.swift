import TaskBoard
import TestSupport
import Testing
import Words

/// Sentences that commands print, in both languages.
struct CommandSentenceTests {
    private static let odd = Bilingual(english: "odd", korean: "이상함")

    @Test(arguments: [
        CommandSentence.openCount(2), .finishedCount(2), .pick, .noMatch, .noEntry, .more(3),
        .moreResults(490, changed: 500, of: 500), .moreResults(490, changed: 497, of: 500),
        .leftOut(parents: 1, blocked: 1, waiting: 2), .view("x1"),
        .serving("x1", at: "x2"), .signInTwice,
        .noView, .viewSet("x1"), .unreadFile("a.md", .folder), .keyWithoutTask("x1", instead: nil),
        .keyWithoutTask("x1", instead: "is:done"), .tagWithoutTask("x1", instead: "is:overdue"),
        .wordIsName("+x1"), .undeclaredKey("x1", "x2"), .overdue(1),
        .dueToday(1), .inProgress(1), .quietDay, .dayHint, .withConflicts(1), .toPush(1),
        .toReceive(1), .lastSyncFailed, .unknownState, .views, .uncommitted,
        .uncommittedMore(1), .detachedHead, .noRemote, .notYetSynced("origin"),
        .upToDate("origin"), .ahead(1, of: "origin"), .behind(1, "origin"),
        .aheadAndBehind(1, 2, "origin"), .lastSync(time: "09:14", result: "x1"),
        .lastSyncDone(time: "09:14"), .syncFailingSince("09:14", tried: "09:20", result: "x1"),
        .syncFailed("09:14", result: "x1"), .syncFailedShort, .noIdentity("A <a@b>"),
        .notATask("a.md", .link), .notWritten("a.md", odd, author: "Eve", commit: "1a2b3c"),
        .overdueCount(1), .dueTodayCount(1), .waitingCount(1), .keptMalformed("todo/x1.md"),
        .conflicts(resolving: "'pmd resolve k3 --keep'", hasTexts: true),
        .history, .overdueMark, .doneMark, .nothing, .now("x1"),
        .conflictCount(1), .unknown, .matching(1, of: "2"),
        .pushed(1), .received(1), .merged(1), .committed(1),
        .nothingToDo, .nothingToSync,
        .noRemotePart, .noConflicts, .noProblems, .noLineBreak,
        .receiving("3 KiB"),
        .sending("3 KiB"), .storing(1, of: 2), .writing(1, of: 2), .settingNotSet("x1"),
        .question(.change, 2), .question(.delete, 2), .editAgain, .nothingChanged,
        .editorRemoved("a.md"), .textKept("a.md"),
        .changedMeanwhile(title: "\"지붕\"", showing: "'pmd show k3'"), .board("/b"),
        .alreadyBoard("/b"), .cloned("/b"), .joinedRemote("/b", branch: "x1"),
        .joined("/b", branch: "x1"), .createdOnTop("/b", branch: "x-y"),
        .created("/b", withRepository: true), .created("/b", withRepository: false),
        .createdLinked("/b", branch: "x1"), .createdGuest("/b", branch: "x1"),
        .ownBranch("x1", main: "x2"), .remoteNotAsked(.location(.noFolder("/b"))), .firstSync,
        .next(entering: "cd b", commands: "pmd help"), .noDropped, .restoredDropped(2),
        .imported(0, isPreview: false), .imported(1, isPreview: true),
        .imported(2, isPreview: false), .skipped("2 (x1)"), .skippedKnown, .skippedDeleted,
        .skippedUnreadable, .refusedRecord(RefusedRecord(.notAnObject, at: .record(3))),
        .moreRecords(2),
        .lossesOfImport("x1"), .lossesOfExport(format: "csv", "x1"), .lossCount("x1", 2),
        .manPagesWritten(2, "/x1"), .wrongDates("x1", known: "iso"), .announcedBy("x1"),
        .notCommitted, .nothingToAnnounce(next: nil),
        .nothingToAnnounce(next: "09:14"), .channelFails("notify", odd),
        .jobInstalled(.remind, .cron, port: nil), .jobInstalled(.sync, .systemd, port: nil),
        .jobInstalled(.serve, .systemd, port: 7_463),
        .jobRemoved(.remind, .cron), .jobNotInstalled(.remind), .jobNotInstalled(.serve),
        .snoozed("\"지붕\"", until: "09:14"),
        .snoozed("\"지붕\"", until: nil),
    ])
    func `a sentence is in Korean, with the same facts as in English`(_ sentence: CommandSentence) {
        let words = sentence.words
        expectKorean(words.korean, meaning: words.english)
        #expect(!hasHangul(words.english.replacing("\"지붕\"", with: "")))
    }

    /// Its Korean example is in parentheses, without quotes.
    @Test func `the plain board's hint is in both languages`() {
        let words = CommandSentence.plainBoardHint.words
        expectRecorded(words.english, words.korean)
        #expect(hasHangul(words.korean))
    }
}
