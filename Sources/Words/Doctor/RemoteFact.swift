import TaskBoard

extension RemoteFact {
    var words: Bilingual {
        switch self {
        case .neverSynced:
            Bilingual("this clone has not synced yet", "이 클론은 아직 동기화하지 않았습니다")
        case .synced(let seconds):
            Bilingual(
                "the last sync was \(Self.age(seconds).english) ago",
                "마지막 동기화: \(Self.age(seconds).korean) 전")
        case .syncFails(let seconds, let failing?, let result) where failing > seconds:
            Bilingual(
                "syncs have failed for \(Self.age(failing).english); the last, "
                    + "\(Self.age(seconds).english) ago: \(result.words.english)",
                "\(Self.age(failing).korean) 동안 동기화에 실패했습니다. 마지막 시도"
                    + "(\(Self.age(seconds).korean) 전): \(result.words.korean)")
        case .syncFails(let seconds, _, let result):
            Bilingual(
                "the last sync, \(Self.age(seconds).english) ago, failed: "
                    + result.words.english,
                "마지막 동기화(\(Self.age(seconds).korean) 전)에 실패했습니다: \(result.words.korean)")
        case .noRemote:
            Bilingual(
                "no remote: the board is on this machine only",
                "원격 저장소 없음: 보드가 이 컴퓨터에만 있습니다")
        case .answers(let remote, let address, let branch):
            Bilingual(
                "\(remote) (\(address)) responds, branch \(branch)",
                "\(remote)(\(address)) 응답함, 브랜치 \(branch)")
        case .hasNoBranch(let remote, let address, let branch):
            Bilingual(
                "\(remote) (\(address)) has no branch \(branch)",
                "\(remote)(\(address))에 브랜치 \(branch) 없음")
        case .password(let password): password.words
        case .cronWithoutRemote:
            Bilingual(
                "there is no remote: 'pmd sync' commits edits, but sends nothing",
                "원격 저장소가 없습니다. 'pmd sync'는 변경 내용을 커밋만 하고 전송하지 않습니다")
        case .cronWorks:
            Bilingual("the remote can be used from cron", "cron에서 원격 저장소를 사용할 수 있습니다")
        case .cronFails(let words):
            Bilingual(
                "the remote cannot be used from cron" + (words.isEmpty ? "" : ": \(words)"),
                "cron에서 원격 저장소를 사용할 수 없습니다" + (words.isEmpty ? "" : ": \(words)"))
        }
    }

    var remedy: Bilingual? {
        switch self {
        case .neverSynced, .syncFails:
            Bilingual("run 'pmd sync'", "'pmd sync'를 실행하세요")
        case .synced where state == .advice:
            Bilingual("see 'pmd help cron' for a timer", "타이머를 설정하려면 'pmd help cron'을 참고하세요")
        case .synced, .answers, .cronWithoutRemote, .cronWorks: nil
        case .noRemote:
            Bilingual(
                "run 'git remote add origin URL', then 'pmd sync'",
                "'git remote add origin URL'과 'pmd sync'를 차례로 실행하세요")
        case .hasNoBranch:
            Bilingual(
                "the first push of 'pmd sync' creates it", "'pmd sync'가 처음 푸시할 때 만들어집니다")
        case .password(let password): password.remedy
        case .cronFails:
            Bilingual(
                "see 'pmd help cron': cron has no ssh agent, and cannot ask for a password",
                "'pmd help cron'을 참고하세요. cron에는 ssh 에이전트가 없고 비밀번호를 물을 수 없습니다")
        }
    }

    private static func age(_ seconds: Int64) -> Bilingual {
        switch max(0, seconds) {
        case let value where value < 120: Bilingual("\(value) s", "\(value)초")
        case let value where value < 7200: Bilingual("\(value / 60) min", "\(value / 60)분")
        case let value where value < 2 * LastSync.day:
            Bilingual("\(value / 3600) h", "\(value / 3600)시간")
        case let value: Bilingual("\(value / LastSync.day) days", "\(value / LastSync.day)일")
        }
    }
}

extension ExposedPassword {
    fileprivate var words: Bilingual {
        Bilingual(
            (isForPushes ? "the address for pushes" : "the address")
                + " of \(remote) contains a password in plain text",
            "\(remote)의 \(isForPushes ? "푸시 주소" : "주소")에 비밀번호가 그대로 적혀 있습니다")
    }

    fileprivate var remedy: Bilingual {
        isWeb
            ? Bilingual(
                "git config credential.helper store; \(setting); then 'git fetch' asks once for the "
                    + "user name and password, and the helper stores them. If url.*.insteadOf sets "
                    + "the address, change that instead",
                "git config credential.helper store; \(setting) (그러면 'git fetch'가 사용자 이름과 "
                    + "비밀번호를 한 번 묻고 저장합니다. url.*.insteadOf에 주소가 설정되어 있다면 그 설정을 바꾸세요)")
            : Bilingual(
                "use a key instead (ssh-keygen, ssh-copy-id), and omit the password: \(setting)",
                "키를 사용하고(ssh-keygen, ssh-copy-id) 비밀번호를 빼세요: \(setting)")
    }
}
