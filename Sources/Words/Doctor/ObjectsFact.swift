import TaskBoard

extension ObjectsFact {
    var words: Bilingual {
        switch self {
        case .intact:
            Bilingual("HEAD and the newest commits are intact", "HEAD와 최근 커밋이 온전합니다")
        case .fault(let words, _), .reference(let words, _, _), .unread(let words),
            .repaired(let words):
            words
        case .remoteUnreachable(let error):
            Bilingual(
                "the remote could not be reached: \(error.words.english)",
                "원격 저장소에 연결할 수 없습니다: \(error.words.korean)")
        case .notStarted(let program):
            Bilingual("\(program) cannot be run", "\(program) 프로그램을 실행할 수 없습니다")
        case .interrupted(.deadline(let seconds), _):
            Bilingual(
                "checking the objects did not finish within \(seconds) s",
                "객체 확인이 \(seconds)초 안에 끝나지 않았습니다")
        case .interrupted(.exit(let status), _):
            Bilingual(
                "checking the objects was interrupted (exit \(status))",
                "객체 확인이 중단되었습니다(종료 코드 \(status))")
        }
    }

    var remedy: Bilingual? {
        switch self {
        case .intact, .repaired, .notStarted: nil
        case .reference(_, let remedy, needsRepair: false): remedy.words
        case .reference(_, let remedy, needsRepair: true):
            Bilingual(
                "run 'pmd doctor --fix' first; if that fails, \(remedy.words.english)",
                "먼저 'pmd doctor --fix'를 실행하고, 해결되지 않으면 다음과 같이 하세요. "
                    + remedy.words.korean)
        case .unread:
            Bilingual(
                "restore it first: 'pmd doctor repository' prints the git commands",
                "먼저 복원하세요. 'pmd doctor repository'로 git 명령을 확인할 수 있습니다")
        case .fault(_, isFixed: false):
            Bilingual(
                "run 'pmd doctor --fix' to restore what the remote or the files have",
                "'pmd doctor --fix'를 실행하면 원격 저장소나 파일에 있는 내용을 복원합니다")
        case .fault(_, isFixed: true):
            Bilingual(
                "neither the remote nor the files have it: fetch it from another clone with "
                    + "'git fetch FOLDER', or see 'pmd help git'",
                "원격 저장소에도 파일에도 없습니다. 'git fetch FOLDER'로 다른 클론에서 가져오거나 "
                    + "'pmd help git'을 참고하세요")
        case .remoteUnreachable:
            Bilingual(
                "run 'pmd doctor --fix' again when it is reachable",
                "연결할 수 있을 때 'pmd doctor --fix'를 다시 실행하세요")
        case .interrupted(_, let workTree): Self.fsck(in: workTree)
        }
    }

    /// Returns the remedy for damaged objects that no check could identify.
    static func fsck(in workTree: String) -> Bilingual {
        Bilingual(
            "run 'git fsck --full' in \(workTree) to see what is damaged",
            "\(workTree)에서 'git fsck --full'을 실행해 손상된 부분을 확인하세요")
    }
}

extension ObjectsFact.ReferenceRemedy {
    fileprivate var words: Bilingual {
        switch self {
        case .command(let command):
            Bilingual("restore it with: \(command)", "복원하려면: \(command)")
        case .findCommit(let name):
            Bilingual(
                "find its commit with 'git fsck --lost-found', then run: "
                    + "git update-ref \(name) COMMIT",
                "'git fsck --lost-found'로 커밋을 찾은 다음 실행하세요: git update-ref \(name) COMMIT")
        case .editFile(let path):
            Bilingual(
                "delete its damaged lines in an editor: \(path); then run 'pmd doctor "
                    + "repository' again, which lists the branches that are missing",
                "편집기에서 \(path) 파일의 손상된 줄을 지우세요. 그런 다음 'pmd doctor repository'를 다시 실행하면 "
                    + "없어진 브랜치를 보여 줍니다")
        }
    }
}
