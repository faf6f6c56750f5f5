import BoardStorage
import TaskBoard
import Words

extension CommandSentence {
    var korean: String {
        switch self {
        case .noMatch: "맞는 할 일이 없음"
        case .noEntry: "맞는 항목이 없음"
        case .more(let count): "그 밖에 \(count)개"
        case .leftOut(let blocked, let waiting):
            "뺀 것: "
                + [(blocked, "막힘"), (waiting, "기다림")].filter { $0.0 > 0 }
                .map { "\($0.1) \($0.0)개" }.joined(separator: ", ")
        case .view(let name): "보기 '\(name)'; 'pmd config --local view none'으로 끝냄"
        case .noView: "쓰는 보기가 없음"
        case .viewSet(let name): "목록에 보기 '\(name)' 적용"
        case .unreadFile(let path, let reason): "\(path) 파일을 뺌: \(reason.korean)"
        case .keyWithoutTask(let key): "'\(key)' 키가 있는 할 일이 없음"
        case .wordIsName(let term): "제목과 본문에 이 단어가 없음: \(term) 사용"
        case .overdue(let count): "기한 지남: \(count)"
        case .dueToday(let count): "오늘까지: \(count)"
        case .inProgress(let count): "하는 중: \(count)"
        case .quietDay: "오늘까지인 일도 하는 중인 일도 없음"
        case .dayHint:
            "다음 할 일은 'pmd next', 추가는 'pmd add TITLE', 명령의 목록은 'pmd --help'"
        case .withConflicts(let count): "충돌이 있는 할 일 \(count)개"
        case .toPush(let count): "보낼 커밋 \(count)개"
        case .toReceive(let count): "받을 커밋 \(count)개"
        case .lastSyncFailed: "지난 동기화 실패"
        case .serving(let name, let address): "\(name) 보드를 여는 주소: \(address)"
        case .signInTwice: "이 주소로 브라우저 하나가 로그인합니다. Ctrl-C로 서버를 끝냅니다"
        case .unknownState: "모르는 상태"
        case .views: "보기"
        case .uncommitted: "커밋되지 않은 수정('pmd sync'가 커밋함):"
        case .uncommittedMore(let count): "그 밖에 \(count)개"
        case .detachedHead: "분리된 HEAD"
        case .noRemote: "원격 저장소 없음"
        case .notYetSynced: "아직 동기화하지 않음:"
        case .upToDate: "같음:"
        case .ahead(let count): "\(count)개 앞섬:"
        case .behind(let count): "\(count)개 뒤짐:"
        case .aheadAndBehind(let ahead, let behind): "\(ahead)개 앞서고 \(behind)개 뒤짐:"
        case .lastSync(let time, let result): "지난 동기화 \(time): \(result)"
        case .lastSyncDone(let time): "지난 동기화 \(time): 끝남"
        case .syncFailingSince(let since, let tried, let result):
            "\(since)부터 동기화 실패(마지막 시도 \(tried)): \(result)"
        case .syncFailed(let time, let result): "지난 동기화 \(time) 실패: \(result)"
        case .syncFailedShort: "동기화 실패"
        case .noIdentity(let author):
            "git에 사용자 이름이 없어 커밋의 작성자가 \(author)임: "
                + "'git config --global user.name NAME'과 user.email로 정하세요"
        case .notATask(let path, let reason): "\(path)은(는) 할 일이 아님: \(reason.korean)"
        case .notWritten(let path, let reason, let author, let commit):
            "\(path) 항목을 여기에 쓰지 않음: \(reason.korean) (\(author), \(commit))"
        case .overdueCount(let count): "기한 지남 \(count)"
        case .dueTodayCount(let count): "오늘까지 \(count)"
        case .conflictFile(let path): "\(path): 병합에서 진 파일. 필요한 내용을 옮긴 뒤 지우세요"
        case .conflicts(let resolving): "충돌; \(resolving)이나 '--take N'으로 해결"
        case .history: "기록"
        case .overdueMark: "기한 지남"
        case .doneMark: "끝남"
        case .nothing: "없음"
        case .by(let name): name
        case .now(let value): "지금은 \(value)"
        case .due(let date): "기한 \(date)"
        case .waits(let day): "\(day)까지 기다림"
        case .malformed: "형식 오류"
        case .conflictCount(let count): "충돌 \(count)개"
        case .blocked: "막힘"
        case .problem: "문제"
        case .unknown: "모르는 상태"
        case .matching(let count, let all): "\(all) 중 \(count)"
        case .pushed(let count): "보냄 \(count)"
        case .received(let count): "받음 \(count)"
        case .merged(let count): "합침 \(count)"
        case .committed(let count): "커밋 \(count)"
        case .nothingToDo: "할 것이 없음"
        case .nothingToSync: "동기화할 것이 없음"
        case .noRemotePart: "원격 저장소 없음"
        case .leftAlone(let words): "그대로 둠: \(words)"
        case .noConflicts: "충돌 없음"
        case .noLineBreak: "끝에 줄바꿈 없음"
        case .receiving(let amount): "받는 중 \(amount)"
        case .sending(let amount): "보내는 중 \(amount)"
        case .storing(let done, let all): "파일 저장 중 \(all) 중 \(done)"
        case .writing(let done, let all): "파일 쓰는 중 \(all) 중 \(done)"
        case .noProblems: "문제 없음"
        case .settingNotSet(let key): "\(key) 설정이 없음"
        case .question(.change, let count): "이 할 일 \(count)개를 바꿀까요? [y/N]"
        case .question(.delete, let count): "이 할 일 \(count)개를 삭제할까요? [y/N]"
        case .editAgain: "다시 고칠까요? [Y/n] (n은 그대로 둠)"
        case .nothingChanged: "바뀐 것이 없음"
        case .editorRemoved(let path): "편집기가 \(path) 파일을 지움"
        case .textKept(let path): "글은 \(path) 파일에 남아 있음"
        case .changedMeanwhile(let title, let showing):
            "\(Particle.subject.after(title)) 그사이에 바뀌어, 저장한 것이 충돌이 됨: "
                + "\(showing)로 보세요"
        case .board(let folder): "보드: \(folder)"
        case .alreadyBoard(let folder): "\(folder) 폴더는 이미 보드임; 파일은 그대로 둠"
        case .cloned(let folder): "\(folder) 폴더로 보드를 복제함"
        case .joinedRemote(let folder, let branch):
            "\(folder): 원격 브랜치 '\(branch)'의 보드에 참여함"
        case .joined(let folder, let branch): "\(folder): 브랜치 '\(branch)'의 보드에 참여함"
        case .createdOnTop(let folder, let branch):
            "\(folder) 폴더에 원격 브랜치 '\(branch)'을(를) 이어 보드를 만듦"
        case .created(let folder, let withRepository):
            "\(folder) 폴더에 " + (withRepository ? "새 저장소와 " : "") + "보드를 만듦"
        case .createdLinked(let folder, let branch):
            "\(folder) 폴더에 따로 된 브랜치 '\(branch)'의 보드를 만듦"
        case .createdGuest(let folder, let branch):
            "\(folder) 폴더에, 코드가 있는 브랜치 '\(branch)'의 보드를 만듦"
        case .ownBranch(let branch, let main):
            "원격 브랜치 '\(main)'에 다른 파일이 있어, 보드는 그곳의 따로 된 브랜치 '\(branch)'와 "
                + "동기화함"
        case .remoteNotAsked(let reason):
            "원격 저장소에 물을 수 없어 보드를 따로 시작함: \(reason.korean)"
        case .firstSync:
            "첫 'pmd sync'가 보드를 빈 원격 저장소로 보내거나 그곳의 보드와 합침; 그곳에 다른 파일이 "
                + "있으면 다음에 할 것을 알려 줌"
        case .next(let entering, let commands):
            "다음: " + (entering.map { "\($0), 그리고 " } ?? "") + commands
        case .noDropped: "떨어진 커밋이 없음"
        case .restoredDropped(let count): "떨어진 커밋 \(count)개를 되살림"
        case .imported(0, _): "새 할 일이 없음"
        case .imported(let count, let isPreview):
            "할 일 \(count)개를 \(isPreview ? "가져올 것" : "가져옴")"
        case .skipped(let counts): "건너뜀: \(counts)"
        case .skippedKnown: "보드에 있음"
        case .skippedDeleted: "여기서 삭제됨"
        case .skippedUnreadable: "가져올 수 없음"
        case .refusedRecord(let words): "건너뜀: \(words.korean)"
        case .moreRecords(let count): "그 밖에 \(count)개"
        case .lossesOfImport(let fields): "가져오지 않음: \(fields)"
        case .lossesOfExport(let format, let fields): "\(format) 형식에 담기지 않음: \(fields)"
        case .lossCount(let field, let count): "\(field) (할 일 \(count)개)"
        case .announcedBy(let channel): "\(channel) 알림:"
        case .nothingToAnnounce(let next):
            "알릴 것이 없습니다" + (next.map { "; 다음 알림: \($0)" } ?? "")
        case .channelFails(let channel, let cause):
            "\(channel) 방법으로 알리지 못했고 다음 실행에서 다시 알립니다: \(cause.korean)"
        case .jobInstalled(_, _, let port?):
            "systemd가 http://127.0.0.1:\(port)/ 주소에서 보드를 제공합니다; 'pmd serve --print-token'이 "
                + "가리키는 파일의 토큰으로 로그인하세요"
        case .jobInstalled(let job, let scheduler, nil):
            "\(scheduler.rawValue) 프로그램이 'pmd \(job.rawValue)'를 "
                + "\(job == .sync ? "5분마다" : "매분") 실행합니다"
        case .jobRemoved(let job, let scheduler):
            "\(scheduler.rawValue) 프로그램이 이제 'pmd \(job.rawValue)'를 실행하지 않습니다"
        case .jobNotInstalled(.serve):
            "이 보드의 'pmd serve'를 실행하는 systemd 설정이 없습니다"
        case .jobNotInstalled(let job):
            "이 보드의 'pmd \(job.rawValue)'를 실행하는 cron이나 systemd 설정이 없습니다"
        case .snoozed(let title, let until?): "\(until)까지 알림을 미룸: \(title)"
        case .snoozed(let title, nil): "알림을 더 미루지 않음: \(title)"
        case .manPagesWritten(let count, let folder):
            "매뉴얼 페이지 \(count)개를 \(folder) 아래에 썼습니다"
        case .wrongDates(let value, let known):
            "git 설정 pmd.dates의 값이 '\(value)'입니다; 쓸 수 있는 값: \(known)"
        }
    }
}
