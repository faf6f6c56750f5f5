import TaskBoard

extension CloneFact {
    var words: Bilingual {
        switch self {
        case .versions(let line, hasGit: true): Bilingual(untranslated: line)
        case .versions(let line, hasGit: false): Bilingual("\(line), no git", "\(line), git 없음")
        case .library(let version): version.words
        case .onBranch(let branch, let place, let hasCommits):
            Bilingual(
                "\(place) on branch \(branch)" + (hasCommits ? "" : ", no commit yet"),
                "\(place), 브랜치 \(branch)" + (hasCommits ? "" : ", 아직 커밋 없음"))
        case .dropped(let commits): commits.sentence
        case .clock(let warning): warning.words
        case .author(let author):
            Bilingual("the commit author is \(author)", "커밋 작성자: \(author)")
        case .noIdentity(let author):
            Bilingual(
                "your name and address are not set in git, so the commit author is \(author)",
                "git에 사용자 이름과 주소가 설정되어 있지 않아 커밋 작성자가 \(author)입니다")
        case .unsigned:
            Bilingual(
                "commit.gpgsign is set, but pmd does not sign its commits",
                "commit.gpgsign이 설정되어 있지만 pmd는 커밋에 서명하지 않습니다")
        case .packingFailed(let words, _):
            Bilingual(
                "packing loose objects failed: \(words.english)",
                "낱개 객체를 팩으로 묶지 못했습니다: \(words.korean)")
        case .size(let size): size.words
        case .mergesByField:
            Bilingual("plain git merges tasks by pmd's rules", "git도 pmd의 규칙대로 할 일을 병합합니다")
        case .noAttributes:
            Bilingual(
                "plain git merges tasks by line, not by field",
                "git이 할 일을 필드가 아니라 줄 단위로 병합합니다")
        case .converts(let attributes, _):
            Bilingual(
                "git converts the bytes of tasks because of the attribute \(listed(attributes))",
                "\(listed(attributes)) 속성 때문에 git이 할 일 파일의 바이트를 변환합니다")
        case .noDriver:
            Bilingual(
                "this clone has no merge driver for tasks",
                "이 클론에 할 일 병합 드라이버가 설정되어 있지 않습니다")
        case .otherProgramInPath:
            Bilingual(
                "the pmd in PATH is another program, so a plain 'git merge' cannot merge tasks",
                "PATH에 있는 pmd가 다른 프로그램이어서 'git merge'로 할 일을 병합할 수 없습니다")
        case .notInPath:
            Bilingual(
                "git cannot find pmd in PATH, so a plain 'git merge' merges tasks by line",
                "git이 PATH에서 pmd를 찾을 수 없어 'git merge'가 할 일을 줄 단위로 병합합니다")
        }
    }

    var remedy: Bilingual? {
        switch self {
        case .versions(_, hasGit: true), .library, .onBranch, .author, .mergesByField: nil
        case .versions(_, hasGit: false):
            Bilingual(
                "install git: it packs the repository, and https passwords and remotes on this "
                    + "machine need it",
                "git을 설치하세요. 저장소를 팩으로 묶을 때, 그리고 https 원격 저장소의 비밀번호와 이 컴퓨터의 원격 "
                    + "저장소를 사용할 때 필요합니다")
        case .dropped(let commits): commits.remedy
        case .clock:
            Bilingual(
                "correct the clock of the machine that is wrong", "시각이 틀린 컴퓨터의 시계를 맞추세요")
        case .noIdentity:
            Bilingual(
                untranslated: "git config --global user.name NAME; "
                    + "git config --global user.email ADDRESS")
        case .unsigned:
            Bilingual(
                "if every commit must be signed, commit with git",
                "모든 커밋에 서명해야 한다면 git으로 커밋하세요")
        case .packingFailed(_, let workTree): ObjectsFact.fsck(in: workTree)
        case .size(let size):
            size.reasonNotPacked.map { reason in
                Bilingual(
                    "\(reason.english), so they are not packed: run 'git gc'",
                    "\(reason.korean) 객체가 팩으로 묶이지 않습니다. 'git gc'를 실행하세요")
            }
        case .noAttributes(let line, let root):
            Bilingual(
                "add '\(line)' to \(root)/.gitattributes",
                "\(root)/.gitattributes 파일에 '\(line)' 줄을 추가하세요")
        case .converts(_, let line):
            Bilingual(
                "remove it from .gitattributes for '*.md', or end that file with '\(line)'",
                ".gitattributes 파일에서 '*.md'의 이 속성을 지우거나 파일 끝에 '\(line)' 줄을 추가하세요")
        case .noDriver(let root):
            Bilingual(
                "run 'pmd init' in \(root) to set up what is missing",
                "\(root)에서 'pmd init'을 실행하면 빠진 설정을 추가합니다")
        case .otherProgramInPath:
            Bilingual(
                "link this program as git-pmd in a folder in PATH: see 'pmd help commands'",
                "이 프로그램을 PATH의 폴더에 git-pmd라는 이름으로 링크하세요('pmd help commands' 참고)")
        case .notInPath(let path):
            Bilingual("copy pmd to a folder in PATH: \(path)", "pmd를 PATH의 폴더로 복사하세요: \(path)")
        }
    }

    private func listed(_ attributes: [String]) -> String { attributes.joined(separator: ", ") }
}

extension LibraryVersion {
    /// Both versions, such as "OpenSSL 3.0.17, built with 3.0.15".
    fileprivate var words: Bilingual {
        guard let running else {
            return Bilingual("\(name) is not installed", "\(name) 설치되지 않음")
        }
        guard let built else { return Bilingual(untranslated: "\(name) \(running)") }
        return Bilingual(
            "\(name) \(running), built with \(built)", "\(name) \(running)(빌드 버전 \(built))")
    }
}

extension RepositorySize {
    fileprivate var words: Bilingual {
        let (history, replaced) = (megabytes(history), megabytes(replaced))
        return Bilingual(
            "\(history) of history with \(looseObjects) loose objects, \(replaced) of "
                + "replaced files, kept for a day",
            "기록 \(history)(낱개 객체 \(looseObjects)개), 교체되어 하루 동안 보관하는 파일 \(replaced)")
    }

    private func megabytes(_ bytes: Int) -> String {
        let tenths = (bytes + 52_428) / 104_858
        return "\(tenths / 10).\(tenths % 10) MiB"
    }
}
