package import TaskBoard

/// The messages of commands, besides tasks and errors. All text is safe to print.
package enum CommandSentence: Equatable, Sendable {
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
    /// An entire file below `conflicts/`.
    case conflictFile(String)
    case conflicts(resolving: String), history, overdueMark, doneMark, nothing
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
    case nothingChanged, editorRemoved(String), textKept(String)
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

    /// The action for which the user is asked to confirm the tasks.
    package enum Question: Equatable, Sendable {
        case change, delete
    }
}

extension CommandSentence {
    package func text(_ language: Language) -> String { words.text(language) }

    package var words: Bilingual {
        switch self {
        case .noMatch: Bilingual("No task matches", "맞는 할 일이 없음")
        case .noEntry: Bilingual("No entry matches", "맞는 항목이 없음")
        case .more(let count): Bilingual("and \(count) more", "그 밖에 \(count)개")
        case .leftOut(let blocked, let waiting):
            Bilingual(
                "Left out: "
                    + [(blocked, "blocked"), (waiting, "waiting")].filter { $0.0 > 0 }
                    .map { "\($0.0) \($0.1)" }.joined(separator: ", "),
                "뺀 것: "
                    + [(blocked, "막힘"), (waiting, "기다림")].filter { $0.0 > 0 }
                    .map { "\($0.1) \($0.0)개" }.joined(separator: ", "))
        case .view(let name):
            Bilingual(
                "View '\(name)'; 'pmd config --local view none' ends it",
                "보기 '\(name)'; 'pmd config --local view none'으로 끝냄")
        case .noView: Bilingual("No view is applied", "쓰는 보기가 없음")
        case .viewSet(let name): Bilingual("Lists apply '\(name)'", "목록에 보기 '\(name)' 적용")
        case .unreadFile(let path, let reason):
            Bilingual(
                "\(path) is left out: \(reason.words.english)",
                "\(path) 파일을 뺌: \(reason.words.korean)")
        case .keyWithoutTask(let key):
            Bilingual("no task has the key '\(key)'", "'\(key)' 키가 있는 할 일이 없음")
        case .wordIsName(let term):
            Bilingual(
                "No title or text contains this word; try \(term)",
                "제목과 본문에 이 단어가 없음: \(term) 사용")
        case .overdue(let count): Bilingual("Overdue: \(count)", "기한 지남: \(count)")
        case .dueToday(let count): Bilingual("Due today: \(count)", "오늘까지: \(count)")
        case .inProgress(let count): Bilingual("In progress: \(count)", "하는 중: \(count)")
        case .quietDay:
            Bilingual("Nothing is due today, and nothing is in progress", "오늘까지인 일도 하는 중인 일도 없음")
        case .dayHint:
            Bilingual(
                "'pmd next' lists what to do next, 'pmd add TITLE' adds a task, 'pmd --help' lists the "
                    + "commands",
                "다음 할 일은 'pmd next', 추가는 'pmd add TITLE', 명령의 목록은 'pmd --help'")
        case .withConflicts(let count):
            Bilingual("\(counted(count, "task")) with conflicts", "충돌이 있는 할 일 \(count)개")
        case .toPush(let count): Bilingual("\(count) to push", "보낼 커밋 \(count)개")
        case .toReceive(let count): Bilingual("\(count) to receive", "받을 커밋 \(count)개")
        case .lastSyncFailed: Bilingual("the last sync failed", "지난 동기화 실패")
        case .plainBoardHint:
            Bilingual(
                "Type a command of pmd, such as 'done k3'; q quits.",
                "pmd 명령을 입력하세요(예: done k3). q는 종료입니다.")
        case .serving(let name, let address):
            Bilingual("Serving \(name) at \(address)", "\(name) 보드를 여는 주소: \(address)")
        case .signInTwice:
            Bilingual(
                "The address signs one browser in; Ctrl-C ends the server",
                "이 주소로 브라우저 하나가 로그인합니다. Ctrl-C로 서버를 끝냅니다")
        case .unknownState: Bilingual("unknown state", "모르는 상태")
        case .views: Bilingual("Views", "보기")
        case .uncommitted:
            Bilingual(
                "Uncommitted edits ('pmd sync' commits them):",
                "커밋되지 않은 수정('pmd sync'가 커밋함):")
        case .uncommittedMore(let count): Bilingual("and \(count) more", "그 밖에 \(count)개")
        case .detachedHead: Bilingual("detached HEAD", "분리된 HEAD")
        case .noRemote: Bilingual("no remote", "원격 저장소 없음")
        case .notYetSynced: Bilingual("not yet synced with", "아직 동기화하지 않음:")
        case .upToDate: Bilingual("up to date with", "같음:")
        case .ahead(let count): Bilingual("\(count) ahead of", "\(count)개 앞섬:")
        case .behind(let count): Bilingual("\(count) behind", "\(count)개 뒤짐:")
        case .aheadAndBehind(let ahead, let behind):
            Bilingual("\(ahead) ahead, \(behind) behind", "\(ahead)개 앞서고 \(behind)개 뒤짐:")
        case .lastSync(let time, let result):
            Bilingual("Last sync \(time): \(result)", "지난 동기화 \(time): \(result)")
        case .lastSyncDone(let time): Bilingual("Last sync \(time): done", "지난 동기화 \(time): 끝남")
        case .syncFailingSince(let since, let tried, let result):
            Bilingual(
                "Sync failing since \(since) (last tried \(tried)): \(result)",
                "\(since)부터 동기화 실패(마지막 시도 \(tried)): \(result)")
        case .syncFailed(let time, let result):
            Bilingual("Last sync \(time) failed: \(result)", "지난 동기화 \(time) 실패: \(result)")
        case .syncFailedShort: Bilingual("sync failed", "동기화 실패")
        case .noIdentity(let author):
            Bilingual(
                "git has no name for you, so the author of commits is \(author): set "
                    + "'git config --global user.name NAME' and user.email",
                "git에 사용자 이름이 없어 커밋의 작성자가 \(author)임: "
                    + "'git config --global user.name NAME'과 user.email로 정하세요")
        case .notATask(let path, let reason):
            Bilingual(
                "\(path) is not a task: \(reason.words.english)",
                "\(path)은(는) 할 일이 아님: \(reason.words.korean)")
        case .notWritten(let path, let reason, let author, let commit):
            Bilingual(
                "\(path) is not written here: it \(reason.english) (by \(author) in \(commit))",
                "\(path) 항목을 여기에 쓰지 않음: \(reason.korean) (\(author), \(commit))")
        case .overdueCount(let count): Bilingual("\(count) overdue", "기한 지남 \(count)")
        case .dueTodayCount(let count): Bilingual("\(count) due today", "오늘까지 \(count)")
        case .conflictFile(let path):
            Bilingual(
                "\(path) lost a merge: take what you need from it, then remove it",
                "\(path): 병합에서 진 파일. 필요한 내용을 옮긴 뒤 지우세요")
        case .conflicts(let resolving):
            Bilingual(
                "Conflicts; resolve them with \(resolving) or '--take N'",
                "충돌; \(resolving)이나 '--take N'으로 해결")
        case .history: Bilingual("History", "기록")
        case .overdueMark: Bilingual("overdue", "기한 지남")
        case .doneMark: Bilingual("done", "끝남")
        case .nothing: Bilingual("nothing", "없음")
        case .by(let name): Bilingual("by \(name)", name)
        case .now(let value): Bilingual("now \(value)", "지금은 \(value)")
        case .conflictCount(let count): Bilingual(counted(count, "conflict"), "충돌 \(count)개")
        case .unknown: Bilingual("unknown", "모르는 상태")
        case .matching(let count, let all): Bilingual("\(count) of \(all)", "\(all) 중 \(count)")
        case .pushed(let count): Bilingual("pushed \(count)", "보냄 \(count)")
        case .received(let count): Bilingual("received \(count)", "받음 \(count)")
        case .merged(let count): Bilingual("merged \(count)", "합침 \(count)")
        case .committed(let count): Bilingual("committed \(count)", "커밋 \(count)")
        case .nothingToDo: Bilingual("nothing to do", "할 것이 없음")
        case .nothingToSync: Bilingual("nothing to sync", "동기화할 것이 없음")
        case .noRemotePart: Bilingual("no remote", "원격 저장소 없음")
        case .noConflicts: Bilingual("No conflicts", "충돌 없음")
        case .noLineBreak: Bilingual("no line break at the end", "끝에 줄바꿈 없음")
        case .receiving(let amount): Bilingual("receiving \(amount)", "받는 중 \(amount)")
        case .sending(let amount): Bilingual("sending \(amount)", "보내는 중 \(amount)")
        case .storing(let done, let all):
            Bilingual("storing files \(done) of \(all)", "파일 저장 중 \(all) 중 \(done)")
        case .writing(let done, let all):
            Bilingual("writing files \(done) of \(all)", "파일 쓰는 중 \(all) 중 \(done)")
        case .noProblems: Bilingual("No problems found", "문제 없음")
        case .settingNotSet(let key): Bilingual("\(key) is not set", "\(key) 설정이 없음")
        case .question(.change, let count):
            Bilingual("Change these \(count) tasks? [y/N]", "이 할 일 \(count)개를 바꿀까요? [y/N]")
        case .question(.delete, let count):
            Bilingual("Delete these \(count) tasks? [y/N]", "이 할 일 \(count)개를 삭제할까요? [y/N]")
        case .editAgain:
            Bilingual("Edit it again? [Y/n] (n leaves it as it is)", "다시 고칠까요? [Y/n] (n은 그대로 둠)")
        case .nothingChanged: Bilingual("Nothing changed", "바뀐 것이 없음")
        case .editorRemoved(let path):
            Bilingual("the editor removed \(path)", "편집기가 \(path) 파일을 지움")
        case .textKept(let path): Bilingual("the text is kept in \(path)", "글은 \(path) 파일에 남아 있음")
        case .changedMeanwhile(let title, let showing):
            Bilingual(
                "\(title) was changed meanwhile, so what was saved is a conflict: \(showing) shows it",
                "\(Particle.subject.after(title)) 그사이에 바뀌어, 저장한 것이 충돌이 됨: "
                    + "\(showing)로 보세요")
        case .board(let folder): Bilingual("Board: \(folder)", "보드: \(folder)")
        case .alreadyBoard(let folder):
            Bilingual(
                "\(folder) is already a board; its files stay as they are",
                "\(folder) 폴더는 이미 보드임; 파일은 그대로 둠")
        case .cloned(let folder):
            Bilingual("Cloned the board to \(folder)", "\(folder) 폴더로 보드를 복제함")
        case .joinedRemote(let folder, let branch):
            Bilingual(
                "Joined the board of the remote's branch '\(branch)', in \(folder)",
                "\(folder): 원격 브랜치 '\(branch)'의 보드에 참여함")
        case .joined(let folder, let branch):
            Bilingual(
                "Joined the board of the branch '\(branch)', in \(folder)",
                "\(folder): 브랜치 '\(branch)'의 보드에 참여함")
        case .createdOnTop(let folder, let branch):
            Bilingual(
                "Created a board in \(folder), on top of the remote's branch '\(branch)'",
                "\(folder) 폴더에 원격 브랜치 '\(branch)'을(를) 이어 보드를 만듦")
        case .created(let folder, let withRepository):
            Bilingual(
                "Created a board in \(folder)" + (withRepository ? ", with a new repository" : ""),
                "\(folder) 폴더에 " + (withRepository ? "새 저장소와 " : "") + "보드를 만듦")
        case .createdLinked(let folder, let branch):
            Bilingual(
                "Created a board in \(folder), on its own branch '\(branch)'",
                "\(folder) 폴더에 따로 된 브랜치 '\(branch)'의 보드를 만듦")
        case .createdGuest(let folder, let branch):
            Bilingual(
                "Created a board in \(folder), on the branch '\(branch)' beside the code",
                "\(folder) 폴더에, 코드가 있는 브랜치 '\(branch)'의 보드를 만듦")
        case .ownBranch(let branch, let main):
            Bilingual(
                "the remote's branch '\(main)' has other files, so the board syncs with a branch of "
                    + "its own there: '\(branch)'",
                "원격 브랜치 '\(main)'에 다른 파일이 있어, 보드는 그곳의 따로 된 브랜치 '\(branch)'와 "
                    + "동기화함")
        case .remoteNotAsked(let reason):
            Bilingual(
                "the remote could not be asked, so the board begins without it: \(reason.message.english)",
                "원격 저장소에 물을 수 없어 보드를 따로 시작함: \(reason.message.korean)")
        case .firstSync:
            Bilingual(
                "the first 'pmd sync' pushes the board to an empty remote, and merges it with a "
                    + "board there; if the remote has other files, it names the next step",
                "첫 'pmd sync'가 보드를 빈 원격 저장소로 보내거나 그곳의 보드와 합침; 그곳에 다른 파일이 "
                    + "있으면 다음에 할 것을 알려 줌")
        case .next(let entering, let commands):
            Bilingual(
                "Next: " + (entering.map { "\($0), then " } ?? "") + commands,
                "다음: " + (entering.map { "\($0), 그리고 " } ?? "") + commands)
        case .noDropped: Bilingual("No dropped commits", "떨어진 커밋이 없음")
        case .restoredDropped(let count):
            Bilingual("Restored \(counted(count, "dropped commit"))", "떨어진 커밋 \(count)개를 되살림")
        case .imported(0, _): Bilingual("No new tasks", "새 할 일이 없음")
        case .imported(let count, let isPreview):
            Bilingual(
                (isPreview ? "Would import " : "Imported ") + counted(count, "task"),
                "할 일 \(count)개를 \(isPreview ? "가져올 것" : "가져옴")")
        case .skipped(let counts): Bilingual("skipped \(counts)", "건너뜀: \(counts)")
        case .skippedKnown: Bilingual("on the board", "보드에 있음")
        case .skippedDeleted: Bilingual("deleted here", "여기서 삭제됨")
        case .skippedUnreadable: Bilingual("cannot be imported", "가져올 수 없음")
        case .refusedRecord(let record):
            Bilingual("skipped \(record.words.english)", "건너뜀: \(record.words.korean)")
        case .moreRecords(let count): Bilingual("and \(count) more", "그 밖에 \(count)개")
        case .lossesOfImport(let fields): Bilingual("not imported: \(fields)", "가져오지 않음: \(fields)")
        case .lossesOfExport(let format, let fields):
            Bilingual("not held by \(format): \(fields)", "\(format) 형식에 담기지 않음: \(fields)")
        case .lossCount(let field, let count):
            Bilingual("\(field) (\(counted(count, "task")))", "\(field) (할 일 \(count)개)")
        case .announcedBy(let channel): Bilingual("By \(channel):", "\(channel) 알림:")
        case .nothingToAnnounce(let next):
            Bilingual(
                "Nothing to announce" + (next.map { "; the next reminder is due \($0)" } ?? ""),
                "알릴 것이 없습니다" + (next.map { "; 다음 알림: \($0)" } ?? ""))
        case .channelFails(let channel, let cause):
            Bilingual(
                "no reminder was sent by \(channel), the next run tries again: \(cause.english)",
                "\(channel) 방법으로 알리지 못했고 다음 실행에서 다시 알립니다: \(cause.korean)")
        case .jobInstalled(_, _, let port?):
            Bilingual(
                "systemd serves the board at http://127.0.0.1:\(port)/; sign in with the token in the "
                    + "file that 'pmd serve --print-token' names",
                "systemd가 http://127.0.0.1:\(port)/ 주소에서 보드를 제공합니다; 'pmd serve --print-token'이 "
                    + "가리키는 파일의 토큰으로 로그인하세요")
        case .jobInstalled(let job, let scheduler, nil):
            Bilingual(
                "'pmd \(job.rawValue)' runs every \(job == .sync ? "five minutes" : "minute"), by "
                    + scheduler.rawValue,
                "\(scheduler.rawValue) 프로그램이 'pmd \(job.rawValue)'를 "
                    + "\(job == .sync ? "5분마다" : "매분") 실행합니다")
        case .jobRemoved(let job, let scheduler):
            Bilingual(
                "\(scheduler.rawValue) no longer runs 'pmd \(job.rawValue)'",
                "\(scheduler.rawValue) 프로그램이 이제 'pmd \(job.rawValue)'를 실행하지 않습니다")
        case .jobNotInstalled(.serve):
            Bilingual(
                "systemd does not run 'pmd serve' for this board",
                "이 보드의 'pmd serve'를 실행하는 systemd 설정이 없습니다")
        case .jobNotInstalled(let job):
            Bilingual(
                "Neither cron nor systemd runs 'pmd \(job.rawValue)' for this board",
                "이 보드의 'pmd \(job.rawValue)'를 실행하는 cron이나 systemd 설정이 없습니다")
        case .snoozed(let title, let until?):
            Bilingual("Snoozed \(title) until \(until)", "\(until)까지 알림을 미룸: \(title)")
        case .snoozed(let title, nil):
            Bilingual("\(title) is no longer snoozed", "알림을 더 미루지 않음: \(title)")
        case .manPagesWritten(let count, let folder):
            Bilingual(
                "Wrote \(counted(count, "manual page")) below \(folder)",
                "매뉴얼 페이지 \(count)개를 \(folder) 아래에 썼습니다")
        case .wrongDates(let value, let known):
            Bilingual(
                "git's setting pmd.dates is '\(value)'; choose one of \(known)",
                "git 설정 pmd.dates의 값이 '\(value)'입니다; 쓸 수 있는 값: \(known)")
        }
    }
}

/// Returns a number with its noun.
private func counted(_ count: Int, _ noun: String) -> String {
    "\(count) \(noun)\(count == 1 ? "" : "s")"
}
