import TaskBoard

extension ObjectsFact {
    var words: Bilingual {
        switch self {
        case .intact:
            Bilingual("HEAD and the newest commits are intact", "HEAD와 가장 새 커밋들이 온전합니다")
        case .fault(let words, _), .reference(let words), .repaired(let words), .loss(let words):
            Bilingual(untranslated: words)
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
        case .fault(_, isFixed: false), .reference:
            Bilingual(
                "run 'pmd doctor --fix': it restores what the remote or the files have",
                "'pmd doctor --fix'를 실행하세요: 원격 저장소나 파일에 있는 것을 되살립니다")
        case .fault(_, isFixed: true):
            Bilingual(
                "neither the remote nor the files have it: fetch it from another clone with "
                    + "'git fetch FOLDER', or clone the remote again and copy your task files there",
                "원격 저장소에도 파일에도 없습니다: 'git fetch FOLDER'로 다른 클론에서 가져오거나, 원격 저장소를 "
                    + "다시 복제하고 할 일 파일을 그곳으로 복사하세요")
        case .loss:
            Bilingual(
                "your files are untouched, and the next 'pmd sync' commits them; another clone may "
                    + "have the commits: 'git fetch FOLDER'",
                "파일은 그대로이고 다음 'pmd sync'가 커밋합니다; 다른 클론에 그 커밋이 있을 수 있습니다: "
                    + "'git fetch FOLDER'")
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
            "\(workTree)에서 'git fsck --full'로 손상된 것을 보세요")
    }
}
