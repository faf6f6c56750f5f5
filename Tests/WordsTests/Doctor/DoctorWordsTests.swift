import MarkdownDocument
import TaskBoard
import TestSupport
import Testing
import Words

/// The findings of `pmd doctor`, in both languages.
struct DoctorWordsTests {
    private static let error = BoardError.branch(.detachedHead)
    private static let entry = LeftOutEntry(
        path: "todo/a.md", reason: Bilingual("is a symbolic link", "심볼릭 링크입니다"), author: "Eve",
        commit: "1a2b3c4d5e6f7a8b")

    private static let x1 = Bilingual(untranslated: "x1")

    private static let clone: [(CloneFact, Diagnosis.State)] = [
        (.versions("pmd 1", hasGit: true), .fine), (.versions("pmd 1", hasGit: false), .advice),
        (.library(LibraryVersion("x1", running: nil, built: "1")), .fine),
        (.library(LibraryVersion("x1", running: "2", built: nil)), .fine),
        (.library(LibraryVersion("x1", running: "2", built: "1")), .fine),
        (.onBranch("main", place: "/b", hasCommits: true), .fine),
        (.onBranch("main", place: "/b", hasCommits: false), .fine),
        (.dropped(DroppedCommits(newest: "1234abcd", count: 2, subject: "Move")), .advice),
        (.clock(ClockWarning(commit: "1234abc", secondsAhead: 60)), .advice),
        (.author("A <a@b>"), .fine), (.noIdentity(author: "A <a@b>"), .advice),
        (.unsigned, .advice), (.packingFailed(words: x1, workTree: "/b"), .wrong),
        (.size(size(nil)), .fine),
        (.size(size(Bilingual("gc.auto is 0", "gc.auto 설정이 0이어서"))), .advice),
        (.mergesByField, .fine),
        (.noAttributes(line: "*.md merge=pmd", root: "/b"), .advice),
        (.converts(["text", "eol"], line: "*.md -text -eol"), .advice),
        (.noDriver(root: "/b"), .advice), (.otherProgramInPath, .wrong),
        (.notInPath("/bin:/usr/bin"), .advice),
    ]

    private static func size(_ reason: Bilingual?) -> RepositorySize {
        RepositorySize(
            history: 3_355_443, looseObjects: 2, replaced: 0, reasonNotPacked: reason)
    }

    private static let objects: [(ObjectsFact, Diagnosis.State)] = [
        (.intact, .fine), (.fault(words: x1, isFixed: false), .wrong),
        (.fault(words: x1, isFixed: true), .wrong),
        (.reference(words: x1, .command("git x"), needsRepair: false), .wrong),
        (.reference(words: x1, .command("git x"), needsRepair: true), .wrong),
        (
            .reference(words: x1, .findCommit(name: "refs/heads/x"), needsRepair: false),
            .wrong
        ),
        (.reference(words: x1, .editFile(path: "/b/packed-refs"), needsRepair: false), .wrong),
        (.unread(words: x1), .wrong), (.repaired(words: x1), .fine),
        (.remoteUnreachable(error), .advice), (.notStarted(program: "/pmd"), .wrong),
        (.interrupted(.deadline(seconds: 120), workTree: "/b"), .wrong),
        (.interrupted(.exit(status: 3), workTree: "/b"), .wrong),
    ]

    private static let newClone: [(NewCloneFact, Diagnosis.State)] =
        [
            (.offered(command: "'pmd doctor --clone /n'"), .advice),
            (.cloned(address: "/r", folder: "/n", commit: "1a2b", behind: 0), .fine),
            (.cloned(address: "/r", folder: "/n", commit: "1a2b", behind: 1), .fine),
            (.cloned(address: "/r", folder: "/n", commit: "1a2b", behind: 20), .fine),
            (.copied(written: 0, removed: 0), .fine), (.copied(written: 1, removed: 0), .fine),
            (.copied(written: 2, removed: 3), .fine), (.removed(list("a.md")), .fine),
            (.removed(list(Array(repeating: "a.md", count: 12))), .fine),
            (.notCopied(from: "/b", to: "/n"), .wrong),
            (.leftOut(path: "a.bin", .lineEnds), .advice), (.onlyThere(.stashes(1)), .advice),
            (.onlyThere(.stashes(2)), .advice),
            (.onlyThere(.localState(NewCloneFact.LocalStatePart.allCases)), .advice),
            (.sync(command: "cd /n && pmd sync"), .advice), (.swap(command: "mv /n /b"), .advice),
        ]
        + [
            .notRemoved(list("a.md")), .notRemoved(list("a.md", "b.md")), .marked(list("a.md")),
            .onlyThere(.commits(list("1a2b"))), .onlyThere(.commits(list("1a2b", "3c4d"))),
            .onlyThere(.references(list("x1"))), .onlyThere(.files(list("a.md"))),
            .onlyThere(.files(list(Array(repeating: "a.md", count: 12)))),
            .onlyThere(.hooks(list("pre-commit"))), .onlyThere(.settings(list("alias.x"))),
        ].map { ($0, .advice) }

    private static func list(_ names: String...) -> NewCloneFact.NameList { list(names) }

    private static func list(_ names: [String]) -> NewCloneFact.NameList {
        guard let list = NewCloneFact.NameList(names) else { preconditionFailure("no name") }
        return list
    }

    private static let files: [(FilesFact, Diagnosis.State)] = [
        (.sound(tasks: 1), .fine), (.sound(tasks: 2), .fine),
        (.settings(error, showingHistory: "'git log'"), .wrong), (.problems(1), .advice),
        (.problems(2), .advice), (.notWritten(entry, removing: "git rm a.md"), .advice),
        (.leftOut(path: "a.bin", .lineEnds), .wrong), (.copy(path: "todo/a.md"), .wrong),
        (.copy(path: ".git/index"), .wrong),
        (.unlinkedAttachments(["attachments/a.jpg"], count: 1), .advice),
        (.unlinkedAttachments(["attachments/a.jpg"], count: 2), .advice),
        (
            .missingAttachment("attachments/a.jpg", task: "지붕", restoring: "'pmd restore x'"),
            .advice
        ),
        (
            .ignoredAttachment("attachments/a.jpg", task: "지붕", adding: "'git add x'"),
            .advice
        ),
        (.foreignOwner(path: "/b/.git/index", gitDirectory: "/b/.git"), .wrong),
        (.network("NFS"), .advice), (.noLocks, .fine), (.lockHeld(path: "/b/x.lock"), .advice),
        (.lockOld(path: "/b/x.lock", minutes: 3), .wrong),
        (.lockWithoutHolder(path: "/b/x.lock"), .wrong),
    ]

    private static let remote: [(RemoteFact, Diagnosis.State)] = [
        (.neverSynced, .advice), (.synced(age: -1), .fine), (.synced(age: 119), .fine),
        (.synced(age: 120), .fine), (.synced(age: 7_200), .fine), (.synced(age: 172_800), .fine),
        (.synced(age: 604_799), .fine), (.synced(age: 604_800), .advice),
        (.syncFails(age: 60, failing: nil, result: .failed(words: Bilingual("x1", "문제"))), .wrong),
        (.syncFails(age: 60, failing: 600, result: .failed(words: Bilingual("x1", "문제"))), .wrong),
        (.noRemote, .advice), (.answers("origin", address: "x1", branch: "main"), .fine),
        (.hasNoBranch("origin", address: "x1", branch: "main"), .advice),
        (.password(password(isForPushes: false, isWeb: true)), .wrong),
        (.password(password(isForPushes: true, isWeb: false)), .wrong),
        (.cronWithoutRemote, .fine), (.cronWorks, .fine), (.cronFails(words: ""), .wrong),
        (.cronFails(words: "x1"), .wrong),
    ]

    private static func password(isForPushes: Bool, isWeb: Bool) -> ExposedPassword {
        ExposedPassword(
            remote: "origin", isForPushes: isForPushes, isWeb: isWeb,
            setting: "git remote set-url origin URL")
    }

    private static let jobs: [(JobFact, Diagnosis.State)] =
        [
            (.noJobs, .fine), (.unreadCrontab(error), .wrong), (.serves(port: 7_463), .fine),
            (.runs(.sync, by: .cron), .fine),
            (.leftover(.sync, by: .systemd, board: "/b", removing: "'pmd sync'"), .advice),
            (.remindsByHand(lastRun: nil), .fine), (.remindsByHand(lastRun: 59), .fine),
            (.reminds([.cron, .systemd], lastRun: 60), .fine),
            (.remindsLate([.cron], lastRun: 7_200), .advice),
            (.remindsLate([.cron], lastRun: 86_400), .advice),
            (.remindsLate([.cron], lastRun: nil), .advice),
            (.channelFails("notify", key: "pmd.remindBy"), .wrong),
        ] + faults.map { (.fault($0.0, .remind, by: .systemd), $0.1) }

    private static let faults: [(JobFault, Diagnosis.State)] = [
        (.brokenCrontab(comment: "# pmd"), .wrong), (.changedLine, .advice), (.incomplete, .wrong),
        (.stopped(trigger: "x.timer", starting: "'systemctl --user start x.timer'"), .wrong),
        (.unanswered, .advice), (.programMissing("/pmd"), .wrong), (.templateMissing, .wrong),
        (.notEnabled(enabling: "'systemctl --user enable x.timer'"), .advice),
        (.failed(showingLog: "'journalctl --user -u x.service'"), .wrong),
    ]

    private static let all: [(Diagnosis, Diagnosis.State)] =
        [(Diagnosis(.sync, .failure(error)), .wrong)]
        + clone.map { (Diagnosis(.size, .clone($0.0)), $0.1) }
        + objects.map { (Diagnosis(.objects, .objects($0.0)), $0.1) }
        + newClone.map { (Diagnosis(.repository, .newClone($0.0)), $0.1) }
        + files.map { (Diagnosis(.files, .files($0.0)), $0.1) }
        + remote.map { (Diagnosis(.remote, .remote($0.0)), $0.1) }
        + jobs.map { (Diagnosis(.services, .job($0.0)), $0.1) }

    @Test(arguments: all)
    func `a finding has its state, and is in Korean unless it is git's own text`(
        _ diagnosis: Diagnosis, state: Diagnosis.State
    ) {
        #expect(diagnosis.state == state)
        for words in [diagnosis.message, diagnosis.remedy].compactMap(\.self) {
            if words.english == words.korean {
                expectRecorded(words.english, words.korean)
            } else {
                expectKorean(words.korean, meaning: words.english)
            }
        }
    }

    @Test(arguments: all)
    func `a finding without a problem has no remedy, and advice has one`(
        _ diagnosis: Diagnosis, state: Diagnosis.State
    ) {
        switch state {
        case .fine: #expect(diagnosis.remedy == nil)
        case .advice: #expect(diagnosis.remedy != nil)
        case .wrong: break
        }
    }

    @Test(arguments: [
        (59, "less than a minute ago"), (60, "1 minute ago"), (7_200, "2 hours ago"),
        (86_400, "1 day ago"),
    ])
    func `the last run is given in its largest unit`(seconds: Int64, words: String) {
        let diagnosis = Diagnosis(.reminders, .job(.remindsLate([.cron], lastRun: seconds)))
        #expect(diagnosis.message.english.hasSuffix("the last run on record was \(words)"))
    }
}
