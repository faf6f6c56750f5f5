package import TaskBoard

/// The messages of commands, besides tasks and errors. All text is safe to print.
package enum CommandSentence: Equatable, Sendable {
    // Lists
    case openCount(Int), finishedCount(Int)
    /// The prompt of a choice among several tasks.
    case pick
    /// The results that are not listed, and the number of changed tasks among all.
    case moreResults(Int, changed: Int, of: Int)
    case noMatch, noEntry, more(Int), leftOut(parents: Int, blocked: Int, waiting: Int)
    case view(String), noView, viewSet(String)
    case unreadFile(String, UnreadReason), keyWithoutTask(String, instead: String?)
    case tagWithoutTask(String, instead: String), wordIsName(String)
    /// A word such as `foo:bar` whose key is not a field.
    case undeclaredKey(String, String)
    // The day
    case overdue(Int), dueToday(Int), inProgress(Int), quietDay, dayHint
    case withConflicts(Int), toPush(Int), toReceive(Int), lastSyncFailed
    // Status
    case unknownState, views, uncommitted, uncommittedMore(Int)
    case detachedHead, noRemote, notYetSynced(String), upToDate(String)
    case ahead(Int, of: String), behind(Int, String), aheadAndBehind(Int, Int, String)
    case lastSync(time: String, result: String), lastSyncDone(time: String)
    case syncFailingSince(String, tried: String, result: String)
    case syncFailed(String, result: String), syncFailedShort
    case noIdentity(String), notATask(String, UnreadReason)
    case notWritten(String, Bilingual, author: String, commit: String)
    case overdueCount(Int), dueTodayCount(Int), waitingCount(Int)
    // One task
    case conflicts(resolving: String, hasTexts: Bool), history, overdueMark, doneMark, nothing
    case by(String), now(String)
    // Counts
    case conflictCount(Int), unknown, matching(Int, of: String)
    // The board as lines
    case plainBoardHint
    // The server
    case serving(String, at: String), signInTwice
    // Sync
    case pushed(Int), received(Int), merged(Int), committed(Int), nothingToDo
    case nothingToSync, noRemotePart
    // Progress
    case receiving(String), sending(String), storing(Int, of: Int), writing(Int, of: Int)
    // Checks
    case noConflicts, noProblems, noLineBreak
    case settingNotSet(String)
    // Questions
    case question(Question, Int), editAgain
    // Editing
    case nothingChanged, keptMalformed(String)
    case editorRemoved(String), textKept(String)
    case changedMeanwhile(title: String, showing: String)
    // New boards
    case board(String), alreadyBoard(String), cloned(String), joinedRemote(String, branch: String)
    case joined(String, branch: String), createdOnTop(String, branch: String)
    case created(String, withRepository: Bool), createdLinked(String, branch: String)
    case createdGuest(String, branch: String)
    case ownBranch(String, main: String), remoteNotAsked(BoardError), firstSync
    case next(entering: String?, commands: String)
    // Restoring
    case noDropped, restoredDropped(Int)
    // Exchange
    case imported(Int, isPreview: Bool), skipped(String)
    case skippedKnown, skippedDeleted, skippedUnreadable
    case refusedRecord(RefusedRecord), moreRecords(Int)
    case lossesOfImport(String), lossesOfExport(format: String, String)
    case lossCount(String, Int)
    // Reminders
    case announcedBy(String), nothingToAnnounce(next: String?)
    case channelFails(String, Bilingual)
    // Jobs of cron and systemd
    case jobInstalled(ScheduledJob, JobScheduler, port: Int?)
    case jobRemoved(ScheduledJob, JobScheduler), jobNotInstalled(ScheduledJob)
    /// The end of the snooze; nil if it was ended.
    case snoozed(String, until: String?)
    // The manual
    case manPagesWritten(Int, String)
    // Settings of git
    case wrongDates(String, known: String)
    // Blame
    case notCommitted

    /// The action for which the user is asked to confirm the tasks.
    package enum Question: Equatable, Sendable {
        case change, delete
    }
}

extension CommandSentence {
    package func text(_ language: Language) -> String { words.text(language) }

    package var words: Bilingual {
        switch self {
        case .noMatch: Bilingual("No task matches", "일치하는 할 일이 없음")
        case .pick:
            Bilingual(
                "Which task? (arrows or a number; type to filter; Esc cancels)",
                "어느 할 일입니까? (화살표나 번호로 선택, 입력하면 좁혀짐, Esc 취소)")
        case .openCount(let count): Bilingual("\(count) open", "미완료 \(count)")
        case .finishedCount(let count): Bilingual("\(count) finished", "완료 \(count)")
        case .noEntry: Bilingual("No entry matches", "일치하는 기록이 없음")
        case .more(let count): Bilingual("and \(count) more", "그 밖에 \(count)개")
        case .moreResults(let count, let changed, let all):
            changed == all
                ? Bilingual(
                    "and \(count) more; \(all) tasks changed",
                    "그 밖에 \(count)개 (할 일 \(all)개 변경됨)")
                : Bilingual(
                    "and \(count) more; \(changed) of \(all) tasks changed",
                    "그 밖에 \(count)개 (할 일 \(all)개 중 \(changed)개 변경됨)")
        case .leftOut(let parents, let blocked, let waiting):
            Bilingual(
                "Left out: "
                    + [(parents, "with open children"), (blocked, "blocked"), (waiting, "waiting")]
                    .filter { $0.0 > 0 }
                    .map { "\($0.0) \($0.1)" }.joined(separator: ", "),
                "제외: "
                    + [(parents, "하위 할 일이 남음"), (blocked, "막힘"), (waiting, "숨김")]
                    .filter { $0.0 > 0 }
                    .map { "\($0.1) \($0.0)개" }.joined(separator: ", "))
        case .view(let name):
            Bilingual(
                "View '\(name)' is applied; 'pmd config --local view none' turns it off",
                "보기 '\(name)' 적용 중 (해제: 'pmd config --local view none')")
        case .noView: Bilingual("No view is applied", "적용된 보기가 없음")
        case .viewSet(let name):
            Bilingual("Lists now apply the view '\(name)'", "이제 목록에 보기 '\(name)' 적용")
        case .unreadFile(let path, let reason):
            Bilingual(
                "\(path) is left out: \(reason.words.english)",
                "\(path) 경로를 제외했습니다: \(reason.words.korean)")
        case .keyWithoutTask(let key, let instead):
            Bilingual(
                "no task has the key '\(key)'" + (instead.map { "; try \($0)" } ?? ""),
                "'\(key)' 키가 있는 할 일이 없습니다" + (instead.map { ". 예: \($0)" } ?? ""))
        case .tagWithoutTask(let tag, let instead):
            Bilingual(
                "no task has the tag '\(tag)'; try \(instead)",
                "'\(tag)' 태그가 있는 할 일이 없습니다. 예: \(instead)")
        case .wordIsName(let term):
            Bilingual(
                "No title or text contains this word; try \(term)",
                "제목과 본문에 이 단어가 없습니다: \(Particle.object.after(term)) 써 보세요")
        case .undeclaredKey(let key, let value):
            Bilingual(
                "'\(key)' is not a field: '\(key)=\(value)' sets a key of your own, and "
                    + "'pmd config fields add \(key) text' declares it",
                "'\(key)' 필드가 없습니다. '\(key)=\(value)'로 직접 만든 키의 값을 정하거나 'pmd config fields add \(key) "
                    + "text'로 선언하세요")
        case .overdue(let count): Bilingual("Overdue: \(count)", "마감 지남: \(count)")
        case .dueToday(let count): Bilingual("Due today: \(count)", "오늘 마감: \(count)")
        case .inProgress(let count): Bilingual("In progress: \(count)", "진행 중: \(count)")
        case .quietDay:
            Bilingual("Nothing is due today, and nothing is in progress", "오늘 마감이거나 진행 중인 일이 없음")
        case .dayHint:
            Bilingual(
                "'pmd next' lists what to do next, 'pmd add TITLE' adds a task, and 'pmd --help' lists "
                    + "the commands",
                "다음 할 일은 'pmd next', 추가는 'pmd add TITLE', 명령 목록은 'pmd --help'")
        case .withConflicts(let count):
            Bilingual("\(counted(count, "task")) with conflicts", "충돌이 있는 할 일 \(count)개")
        case .toPush(let count): Bilingual("\(count) to push", "보낼 커밋 \(count)개")
        case .toReceive(let count): Bilingual("\(count) to receive", "받을 커밋 \(count)개")
        case .lastSyncFailed: Bilingual("the last sync failed", "마지막 동기화 실패")
        case .plainBoardHint:
            Bilingual(
                "Type a pmd command, such as 'done k3', or q to quit.",
                "pmd 명령을 입력하세요(예: done k3). 종료하려면 q를 입력하세요.")
        case .serving(let name, let address):
            Bilingual("Serving \(name) at \(address)", "\(name) 보드 주소: \(address)")
        case .signInTwice:
            Bilingual(
                "The address signs in one browser; press Ctrl-C to stop the server",
                "이 주소로는 브라우저 하나만 로그인할 수 있습니다. 서버를 종료하려면 Ctrl-C를 누르세요")
        case .unknownState: Bilingual("unknown state", "알 수 없는 상태")
        case .views: Bilingual("Views", "보기")
        case .uncommitted:
            Bilingual(
                "Uncommitted edits ('pmd sync' commits them):",
                "커밋하지 않은 변경('pmd sync'로 커밋):")
        case .uncommittedMore(let count): Bilingual("and \(count) more", "그 밖에 \(count)개")
        case .detachedHead: Bilingual("detached HEAD", "분리된 HEAD")
        case .noRemote: Bilingual("no remote", "원격 저장소 없음")
        case .notYetSynced(let remote):
            Bilingual("not yet synced with \(remote)", "\(remote) - 아직 동기화하지 않음")
        case .upToDate(let remote):
            Bilingual("up to date with \(remote)", "\(remote) - 최신 상태")
        case .ahead(let count, let remote):
            Bilingual("\(count) ahead of \(remote)", "\(remote) - 커밋 \(count)개 앞섬")
        case .behind(let count, let remote):
            Bilingual("\(count) behind \(remote)", "\(remote) - 커밋 \(count)개 뒤처짐")
        case .aheadAndBehind(let ahead, let behind, let remote):
            Bilingual(
                "\(ahead) ahead, \(behind) behind \(remote)",
                "\(remote) - 커밋 \(ahead)개 앞서고 \(behind)개 뒤처짐")
        case .lastSync(let time, let result):
            Bilingual("Last sync \(time): \(result)", "마지막 동기화 \(time): \(result)")
        case .lastSyncDone(let time):
            Bilingual("Last sync \(time): done", "마지막 동기화 \(time): 완료")
        case .syncFailingSince(let since, let tried, let result):
            Bilingual(
                "Sync failing since \(since) (last tried \(tried)): \(result)",
                "\(since)부터 동기화 실패(마지막 시도 \(tried)): \(result)")
        case .syncFailed(let time, let result):
            Bilingual("Last sync \(time) failed: \(result)", "마지막 동기화 \(time) 실패: \(result)")
        case .syncFailedShort: Bilingual("sync failed", "동기화 실패")
        case .noIdentity(let author):
            Bilingual(
                "git's user.name is not set, so the author of commits is \(author): run "
                    + "'git config --global user.name NAME', and set user.email in the same way",
                "git에 user.name이 설정되지 않아 커밋 작성자가 \(author)입니다. "
                    + "'git config --global user.name NAME'을 실행하고 user.email도 설정하세요")
        case .notATask(let path, let reason):
            Bilingual(
                "\(path) is not a task: \(reason.words.english)",
                "\(path) 항목은 할 일이 아닙니다: \(reason.words.korean)")
        case .notWritten(let path, let reason, let author, let commit):
            Bilingual(
                "\(path) is not checked out: it \(reason.english) (by \(author) in \(commit))",
                "\(path) 항목을 체크아웃하지 않았습니다: \(reason.korean) (\(author), \(commit))")
        case .overdueCount(let count): Bilingual("\(count) overdue", "마감 지남 \(count)")
        case .dueTodayCount(let count): Bilingual("\(count) due today", "오늘 마감 \(count)")
        case .waitingCount(let count): Bilingual("\(count) waiting", "숨김 \(count)")
        case .conflicts(let resolving, hasTexts: false):
            Bilingual(
                "Conflicts; resolve them with \(resolving) or '--take N'",
                "충돌 (해결: \(resolving), '--take N')")
        case .conflicts(let resolving, hasTexts: true):
            Bilingual(
                "Conflicts; resolve them with \(resolving), '--take N' or '--both N'",
                "충돌 (해결: \(resolving), '--take N', '--both N')")
        case .history: Bilingual("History", "기록")
        case .overdueMark: Bilingual("overdue", "마감 지남")
        case .doneMark: Bilingual("done", "완료")
        case .nothing: Bilingual("nothing", "없음")
        case .by(let name): Bilingual("by \(name)", name)
        case .now(let value): Bilingual("now \(value)", "현재 \(value)")
        case .conflictCount(let count): Bilingual(counted(count, "conflict"), "충돌 \(count)개")
        case .unknown: Bilingual("unknown", "알 수 없는 상태")
        case .matching(let count, let all):
            Bilingual("\(count) of \(all)", "\(all)개 중 \(count)개")
        case .pushed(let count): Bilingual("pushed \(count)", "푸시 \(count)개")
        case .received(let count): Bilingual("received \(count)", "수신 \(count)개")
        case .merged(let count): Bilingual("merged \(count)", "병합 \(count)개")
        case .committed(let count): Bilingual("committed \(count)", "커밋 \(count)개")
        case .nothingToDo: Bilingual("nothing to do", "변경 없음")
        case .nothingToSync: Bilingual("nothing to sync", "동기화할 변경 없음")
        case .noRemotePart: Bilingual("no remote", "원격 저장소 없음")
        case .noConflicts: Bilingual("No conflicts", "충돌 없음")
        case .noLineBreak: Bilingual("no line break at the end", "끝에 줄바꿈 없음")
        case .receiving(let amount): Bilingual("receiving \(amount)", "받는 중 \(amount)")
        case .sending(let amount): Bilingual("sending \(amount)", "보내는 중 \(amount)")
        case .storing(let done, let all):
            Bilingual("storing files \(done) of \(all)", "파일 저장 중 \(all)개 중 \(done)개")
        case .writing(let done, let all):
            Bilingual("writing files \(done) of \(all)", "파일 쓰는 중 \(all)개 중 \(done)개")
        case .noProblems: Bilingual("No problems found", "문제 없음")
        case .settingNotSet(let key):
            Bilingual("\(key) is not set", "\(key) 설정값이 없습니다")
        case .question(.change, let count):
            Bilingual("Change these \(count) tasks? [y/N]", "이 할 일 \(count)개를 변경할까요? [y/N]")
        case .question(.delete, let count):
            Bilingual("Delete these \(count) tasks? [y/N]", "이 할 일 \(count)개를 삭제할까요? [y/N]")
        case .editAgain:
            Bilingual(
                "[E]dit it again, [k]eep it as it is, or [d]iscard your changes?",
                "다시 편집(e), 그대로 저장(k), 변경 버리기(d) 중에서 고르세요 [E/k/d]")
        case .nothingChanged: Bilingual("Nothing changed", "변경 없음")
        case .keptMalformed(let path):
            Bilingual(
                "Kept \(path) as you saved it; pmd cannot change it until its error is fixed",
                "\(path) 파일을 저장한 그대로 두었습니다. 오류를 고치기 전에는 pmd가 이 파일을 바꿀 수 없습니다")
        case .editorRemoved(let path):
            Bilingual("the editor removed \(path)", "편집기가 \(path) 파일을 삭제했습니다")
        case .textKept(let path):
            Bilingual("your text is saved in \(path)", "입력한 내용은 \(path) 파일에 저장되어 있습니다")
        case .changedMeanwhile(let title, let showing):
            Bilingual(
                "\(title) was changed while you edited it, so your version became a conflict: see "
                    + "\(showing)",
                "편집하는 동안 \(Particle.subject.after(title)) 변경되어, 저장한 내용이 충돌로 남았습니다. "
                    + "\(showing) 명령으로 확인하세요")
        case .board(let folder): Bilingual("Board: \(folder)", "보드: \(folder)")
        case .alreadyBoard(let folder):
            Bilingual(
                "\(folder) is already a board; no files were changed",
                "\(folder) 폴더에 이미 보드가 있어 파일을 변경하지 않았습니다")
        case .cloned(let folder):
            Bilingual("Cloned the board to \(folder)", "\(folder) 폴더에 보드를 복제했습니다")
        case .joinedRemote(let folder, let branch):
            Bilingual(
                "Joined the board on the remote branch '\(branch)', in \(folder)",
                "\(folder) 폴더에서 원격 브랜치 '\(branch)'의 보드에 참여했습니다")
        case .joined(let folder, let branch):
            Bilingual(
                "Joined the board on the branch '\(branch)', in \(folder)",
                "\(folder) 폴더에서 브랜치 '\(branch)'의 보드에 참여했습니다")
        case .createdOnTop(let folder, let branch):
            Bilingual(
                "Created a board in \(folder), on top of the remote branch '\(branch)'",
                "\(folder) 폴더에 원격 브랜치 '\(branch)'에서 이어지는 보드를 만들었습니다")
        case .created(let folder, let withRepository):
            Bilingual(
                "Created a board in \(folder)" + (withRepository ? ", with a new repository" : ""),
                "\(folder) 폴더에 " + (withRepository ? "새 저장소와 " : "") + "보드를 만들었습니다")
        case .createdLinked(let folder, let branch):
            Bilingual(
                "Created a board in \(folder), on its own branch '\(branch)'",
                "\(folder) 폴더에 별도 브랜치 '\(branch)'의 보드를 만들었습니다")
        case .createdGuest(let folder, let branch):
            Bilingual(
                "Created a board in \(folder), on the branch '\(branch)' beside the code",
                "\(folder) 폴더에, 코드와 같은 브랜치 '\(branch)'의 보드를 만들었습니다")
        case .ownBranch(let branch, let main):
            Bilingual(
                "the remote branch '\(main)' has other files, so the board syncs with a remote "
                    + "branch of its own: '\(branch)'",
                "원격 브랜치 '\(main)'에 다른 파일이 있어, 보드는 별도의 원격 브랜치 '\(branch)'에 "
                    + "동기화됩니다")
        case .remoteNotAsked(let reason):
            Bilingual(
                "the remote could not be reached, so the board does not continue its commits: "
                    + reason.message.english,
                "원격 저장소에 연결할 수 없어 그곳의 커밋을 이어받지 않았습니다: \(reason.message.korean)")
        case .firstSync:
            Bilingual(
                "the first 'pmd sync' pushes the board to an empty remote, or merges it with the "
                    + "board there; if the remote has other files, it prints the next step",
                "처음 'pmd sync'를 실행하면 보드를 빈 원격 저장소로 푸시하거나 그곳의 보드와 병합합니다. "
                    + "다른 파일이 있으면 다음 단계를 안내합니다")
        case .next(let entering, let commands):
            Bilingual(
                "Next: " + (entering.map { "\($0), then " } ?? "") + commands,
                "다음 단계: " + (entering.map { "\($0), 이어서 " } ?? "") + commands)
        case .noDropped: Bilingual("No dropped commits", "브랜치에서 빠진 커밋이 없음")
        case .restoredDropped(let count):
            Bilingual("Restored \(counted(count, "dropped commit"))", "브랜치에서 빠진 커밋 \(count)개를 복원함")
        case .imported(0, _): Bilingual("No new tasks", "새 할 일이 없음")
        case .imported(let count, let isPreview):
            Bilingual(
                (isPreview ? "Would import " : "Imported ") + counted(count, "task"),
                isPreview ? "가져올 할 일 \(count)개" : "할 일 \(count)개를 가져옴")
        case .skipped(let counts): Bilingual("skipped \(counts)", "건너뜀: \(counts)")
        case .skippedKnown: Bilingual("on the board", "보드에 있음")
        case .skippedDeleted: Bilingual("deleted here", "이 보드에서 삭제됨")
        case .skippedUnreadable: Bilingual("cannot be imported", "가져올 수 없음")
        case .refusedRecord(let record):
            Bilingual("skipped \(record.words.english)", "건너뜀: \(record.words.korean)")
        case .moreRecords(let count): Bilingual("and \(count) more", "그 밖에 \(count)개")
        case .lossesOfImport(let fields): Bilingual("not imported: \(fields)", "가져오지 않음: \(fields)")
        case .lossesOfExport(let format, let fields):
            Bilingual(
                "not supported by \(format): \(fields)", "\(format) 형식에 저장할 수 없음: \(fields)")
        case .lossCount(let field, let count):
            Bilingual("\(field) (\(counted(count, "task")))", "\(field) (할 일 \(count)개)")
        case .announcedBy(let channel): Bilingual("By \(channel):", "\(channel) 알림:")
        case .nothingToAnnounce(let next):
            Bilingual(
                "Nothing to announce" + (next.map { "; the next reminder is due \($0)" } ?? ""),
                "보낼 알림이 없음" + (next.map { " (다음 알림: \($0))" } ?? ""))
        case .channelFails(let channel, let cause):
            Bilingual(
                "no reminder was sent by \(channel), the next run tries again: \(cause.english)",
                "\(channel) 알림을 보내지 못했습니다. 다음 실행 때 다시 시도합니다: \(cause.korean)")
        case .jobInstalled(_, _, let port?):
            Bilingual(
                "systemd serves the board at http://127.0.0.1:\(port)/; to sign in, use the token in "
                    + "the file whose path 'pmd serve --print-token' prints",
                "systemd가 http://127.0.0.1:\(port)/ 주소에서 보드를 제공합니다. 'pmd serve --print-token'이 "
                    + "출력하는 경로의 파일에 있는 토큰으로 로그인하세요")
        case .jobInstalled(let job, let scheduler, nil):
            Bilingual(
                "\(scheduler.rawValue) now runs 'pmd \(job.rawValue)' every "
                    + (job == .sync ? "five minutes" : "minute"),
                "이제 \(scheduler.rawValue) 설정이 'pmd \(job.rawValue)'를 "
                    + "\(job == .sync ? "5분" : "1분")마다 실행합니다")
        case .jobRemoved(let job, let scheduler):
            Bilingual(
                "\(scheduler.rawValue) no longer runs 'pmd \(job.rawValue)'",
                "이제 \(scheduler.rawValue) 설정이 'pmd \(job.rawValue)'를 실행하지 않습니다")
        case .jobNotInstalled(.serve):
            Bilingual(
                "systemd does not run 'pmd serve' for this board",
                "이 보드의 'pmd serve'를 실행하는 systemd 설정이 없습니다")
        case .jobNotInstalled(let job):
            Bilingual(
                "Neither cron nor systemd runs 'pmd \(job.rawValue)' for this board",
                "이 보드의 'pmd \(job.rawValue)'를 실행하는 cron이나 systemd 설정이 없습니다")
        case .snoozed(let title, let until?):
            Bilingual("Snoozed \(title) until \(until)", "\(until)까지 알림 미룸: \(title)")
        case .snoozed(let title, nil):
            Bilingual("\(title) is no longer snoozed", "알림 미루기 해제: \(title)")
        case .manPagesWritten(let count, let folder):
            Bilingual(
                "Wrote \(counted(count, "manual page")) below \(folder)",
                "매뉴얼 페이지 \(count)개를 \(folder) 아래에 저장했습니다")
        case .notCommitted: Bilingual("not committed", "커밋되지 않음")
        case .wrongDates(let value, let known):
            Bilingual(
                "git's setting pmd.dates is '\(value)'; choose one of \(known)",
                "git 설정 pmd.dates의 값이 '\(value)'입니다. 사용할 수 있는 값: \(known)")
        }
    }
}

/// Returns a number with its noun.
private func counted(_ count: Int, _ noun: String) -> String {
    "\(count) \(noun)\(count == 1 ? "" : "s")"
}
