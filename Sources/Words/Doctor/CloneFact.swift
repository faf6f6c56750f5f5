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
            Bilingual("the author of commits is \(author)", "커밋의 작성자: \(author)")
        case .noIdentity(let author):
            Bilingual(
                "git has no name for you, so the author of commits is \(author)",
                "git에 사용자 이름이 없어 커밋의 작성자가 \(author)입니다")
        case .unsigned:
            Bilingual(
                "commit.gpgsign is set, and pmd does not sign its commits",
                "commit.gpgsign이 있지만 pmd는 커밋에 서명하지 않습니다")
        case .packingFailed(let words, _):
            Bilingual("packing loose objects failed: \(words)", "낱개 객체를 묶지 못했습니다: \(words)")
        case .size(let size): size.words
        case .mergesByField:
            Bilingual("plain git merges tasks by pmd's rules", "git도 할 일을 pmd의 규칙대로 합칩니다")
        case .noAttributes:
            Bilingual(
                "plain git merges tasks by line, not by field",
                "git이 할 일을 필드가 아니라 줄 단위로 합칩니다")
        case .converts(let attributes, _):
            Bilingual(
                "git changes the bytes of tasks because of the attribute \(listed(attributes))",
                "속성 \(listed(attributes)) 때문에 git이 할 일의 바이트를 바꿉니다")
        case .noDriver:
            Bilingual(
                "this clone has no merge driver for tasks",
                "이 클론에 할 일을 합치는 병합 드라이버가 없습니다")
        case .otherProgramInPath:
            Bilingual(
                "another program has the name pmd in PATH, so a plain 'git merge' cannot merge "
                    + "tasks",
                "PATH에 있는 pmd가 다른 프로그램이어서 'git merge'가 할 일을 합칠 수 없습니다")
        case .notInPath:
            Bilingual(
                "git cannot find pmd in PATH, so a plain 'git merge' merges tasks by line",
                "git이 PATH에서 pmd를 찾을 수 없어 'git merge'가 할 일을 줄 단위로 합칩니다")
        }
    }

    var remedy: Bilingual? {
        switch self {
        case .versions(_, hasGit: true), .library, .onBranch, .author, .mergesByField: nil
        case .versions(_, hasGit: false):
            Bilingual(
                "install git: it packs the repository, and is needed for passwords of https "
                    + "remotes and for remotes on this machine",
                "git을 설치하세요: 저장소를 묶고, https 원격 저장소의 암호와 이 컴퓨터의 원격 "
                    + "저장소에 필요합니다")
        case .dropped(let commits): commits.remedy
        case .clock:
            Bilingual(
                "set the clock of the machine that is wrong", "시계가 틀린 컴퓨터의 시계를 맞추세요")
        case .noIdentity:
            Bilingual(
                untranslated: "git config --global user.name NAME; "
                    + "git config --global user.email ADDRESS")
        case .unsigned:
            Bilingual(
                "where every commit must be signed, commit with git",
                "모든 커밋에 서명해야 하면 git으로 커밋하세요")
        case .packingFailed(_, let workTree): ObjectsFact.fsck(in: workTree)
        case .size(let size):
            size.reasonNotPacked.map { reason in
                Bilingual(
                    "\(reason), so they are not packed: run 'git gc'",
                    "묶이지 않으니(\(reason)) 'git gc'를 실행하세요")
            }
        case .noAttributes(let line, let root):
            Bilingual(
                "add '\(line)' to \(root)/.gitattributes",
                "\(root)/.gitattributes 파일에 '\(line)' 줄을 넣으세요")
        case .converts(_, let line):
            Bilingual(
                "remove it from .gitattributes for '*.md', or end that file with '\(line)'",
                ".gitattributes에서 '*.md'의 그 속성을 지우거나 파일의 끝에 '\(line)' 줄을 넣으세요")
        case .noDriver(let root):
            Bilingual(
                "run 'pmd init' in \(root): it sets up what is missing",
                "\(root)에서 'pmd init'을 실행하세요: 없는 것을 갖춥니다")
        case .otherProgramInPath:
            Bilingual(
                "link this program as git-pmd in a folder in PATH: see 'pmd help commands'",
                "이 프로그램을 PATH의 폴더에 git-pmd로 링크하세요: 'pmd help commands'를 보세요")
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
            return Bilingual("\(name) is not installed", "\(name) 없음")
        }
        guard let built else { return Bilingual(untranslated: "\(name) \(running)") }
        return Bilingual(
            "\(name) \(running), built with \(built)", "\(name) \(running), 빌드할 때 \(built)")
    }
}

extension RepositorySize {
    fileprivate var words: Bilingual {
        let (history, replaced) = (megabytes(history), megabytes(replaced))
        return Bilingual(
            "\(history) of history with \(looseObjects) loose objects, \(replaced) of "
                + "replaced files, kept for a day",
            "기록 \(history)(낱개 객체 \(looseObjects)개), 하루 동안 남기는 바뀐 파일 \(replaced)")
    }

    private func megabytes(_ bytes: Int) -> String {
        let tenths = (bytes + 52_428) / 104_858
        return "\(tenths / 10).\(tenths % 10) MiB"
    }
}
