import MarkdownDocument
import TaskBoard
import TestSupport
import Testing
import Words

/// The sentences about syncs and the state of a clone.
struct SyncWordsTests {
    private static let problem = Bilingual("is a symbolic link", "심볼릭 링크임")
    private static let dropped = DroppedCommits(
        newest: "1234abcd1234abcd", count: 2, subject: "Move")

    @Test(arguments: [
        SyncNote.notSynced(path: "todo/a.md"),
        .invalidSettings(SettingsError(.unknownKey, key: "stats", line: 3, column: 1)),
        .pointer(path: "a.bin"), .notPushed(commits: 1), .notPushed(commits: 2),
        .clock(ClockWarning(commit: "1234abc", secondsAhead: 59)),
        .clock(ClockWarning(commit: "1234abc", secondsAhead: 60)),
        .clock(ClockWarning(commit: "1234abc", secondsAhead: 7_200)),
        .clock(ClockWarning(commit: "1234abc", secondsAhead: 172_800)),
    ])
    func `a note is in Korean, with the same facts as in English`(_ note: SyncNote) {
        expectKorean(note.words.korean, meaning: note.words.english)
    }

    @Test(arguments: [
        PathNote.notWritten(path: "todo/a.md", problem: problem),
        .removed(
            entry: "'todo/git~1', added by Eve in 1a2b3c4d5e",
            reason: Bilingual("is odd", "이상합니다")),
        .sorted(folders: 1), .sorted(folders: 2),
    ])
    func `a note on a path is in Korean, with the same facts as in English`(_ note: PathNote) {
        expectKorean(note.words.korean, meaning: note.words.english)
    }

    @Test(arguments: [1, 2, 21, 22])
    func `paths after the first are counted`(count: Int) {
        var notes = PathNotes()
        for number in 0..<count {
            notes.add(.notWritten(path: "\(number)", problem: Self.problem))
        }
        #expect(notes.sentences.count == min(count, 21))
        if count > 20, let last = notes.sentences.last {
            expectKorean(last.korean, meaning: last.english)
            #expect(
                last.english == "and \(count - 20) more path\(count == 21 ? "" : "s") like these")
        }
        let line = notes.line
        #expect(line?.english.hasSuffix("(and \(count - 1) more like it)") == (count > 1))
        if let line { expectKorean(line.korean, meaning: line.english) }
    }

    @Test func `conflicts, dropped commits and excluded files are reported in Korean`() {
        for words in [
            SyncReport.conflicted(1), SyncReport.conflicted(2), SyncReport.conflictedFiles(1),
            SyncReport.conflictedFiles(2), Self.dropped.sentence, Self.dropped.notice,
            DroppedCommits(newest: "1234abcd", count: 1, subject: "Move").sentence,
            .leftOut("a.bin", .lineEnds), .notSynced("todo/a.md"),
        ] {
            expectKorean(words.korean, meaning: words.english)
        }
    }

    @Test(arguments: [
        LeftOutReason.nameRefused(Bilingual("is not a path", "경로가 아님")), .filter("lfs"),
        .encoding("UTF-16"), .lineEnds, .convertedAttachment, .unread(.notPermitted),
        .unreadableFolder,
        .tooLarge(.tooLarge(mebibytes: 64)),
        .ownRepository(dotGit: "'todo/.git'"),
    ])
    func `a reason for leaving out a file is in Korean`(_ reason: LeftOutReason) {
        expectKorean(reason.words.korean, meaning: reason.words.english)
    }

    @Test(arguments: [
        UnreadReason.tooLarge(mebibytes: 1), .notPermitted, .folder, .link, .notRegular,
        .notAFolder,
    ])
    func `a reason why a file cannot be read is in Korean`(_ reason: UnreadReason) {
        expectKorean(reason.words.korean, meaning: reason.words.english)
    }

    @Test(arguments: [
        DeliveryFailure.Cause.error(.branch(.detachedHead)),
        .notAnAddress("ann", key: "pmd.remindMail"), .timedOut(program: "mail", seconds: 30),
        .failed(program: "mail", status: 1, words: ""),
        .failed(program: "mail", status: 1, words: "no bus"), .readerEnded,
    ])
    func `a failed delivery's cause is in Korean`(_ cause: DeliveryFailure.Cause) {
        expectKorean(cause.words.korean, meaning: cause.words.english)
    }

    @Test(
        arguments: [
            (.done, "done"), (.failed(words: Bilingual("odd", "이상함")), "odd"),
            (.unknown, "it failed; run 'pmd sync' to see why"),
        ] as [(LastSync.Result, String)])
    func `a result is shown as it was recorded`(_ result: LastSync.Result, text: String) {
        #expect(result.text == text)
        expectKorean(result.words.korean, meaning: text)
    }

    @Test func `the list of values that a save reverted is shortened, and the rest is counted`() {
        let parts = (1...7).map { TakenBack(name: "tag", value: $0 == 1 ? nil : "x\($0)") }
        for (report, english) in [
            (
                TakenBackReport(title: "지붕", parts: parts, isRecorded: true, commit: "1234abc"),
                """
                "지붕": the saved file reverts later changes: tag; tag: x2; tag: x3; tag: x4; \
                tag: x5; 2 more; see 'pmd conflicts'; commit 1234abc has them
                """
            ),
            (
                TakenBackReport(
                    title: "지붕", parts: [parts[1]], isRecorded: false, commit: "1234abc"),
                "\"지붕\": the saved file reverts later changes: tag: x2; commit 1234abc has them"
            ),
        ] {
            #expect(report.notice.english == english)
            expectKorean(report.notice.korean, meaning: english)
        }
        let long = TakenBackReport(
            title: String(repeating: "long ", count: 1_000),
            parts: [TakenBack(name: "body", value: String(repeating: "long ", count: 1_000))],
            isRecorded: false, commit: "1234abc")
        #expect(long.notice.english.utf8.count < 1_000)
    }

    @Test
    func `a cron line has the failure or the counts, and anything that no later sync reports`() {
        var report = SyncReport()
        #expect(report.lineForCron(.english) == nil)
        report.needsReport = true
        report.conflicts = 1
        report.conflictingFiles = 2
        report.dropped = [Self.dropped]
        #expect(
            report.lineForCron(.english) == """
                1 task has conflicts; see 'pmd conflicts'; 2 files have conflicts; see \
                'pmd conflicts'; \(Self.dropped.notice.english)
                """)
        report.failure = .sync(.unexpectedAnswer)
        report.otherFailures = [.sync(.lostRace(remote: "origin"))]
        #expect(
            report.lineForCron(.english)?.hasPrefix(
                "the remote sent an unexpected response; others kept pushing to origin") == true)
        let files = SyncReport.conflictedFiles(2)
        #expect(report.sentences == report.otherFailures.map(\.words) + [files])
        #expect(files.plain.english.contains("the 'conflicts' folder"))
    }
}
