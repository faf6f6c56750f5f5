package import TaskBoard

extension LeftOutReason {
    package var words: Bilingual {
        switch self {
        case .nameRefused(let problem):
            Bilingual(
                "git refuses its name: it \(problem.english)",
                "git이 이름을 거절합니다: \(problem.korean)")
        case .filter(let filter):
            Bilingual(
                "git's filter \(filter) would change it: use git add and git commit",
                "git의 필터 \(filter) 때문에 바뀝니다: git add와 git commit을 쓰세요")
        case .encoding(let encoding):
            Bilingual(
                "git would convert it from \(encoding): use git add and git commit",
                "git이 \(encoding)에서 바꿉니다: git add와 git commit을 쓰세요")
        case .lineEnds:
            Bilingual(
                "core.safecrlf refuses its line ends, which a checkout would not restore",
                "체크아웃이 되살리지 못할 줄 끝이라 core.safecrlf가 거절합니다")
        case .unread(let reason): reason.words
        case .tooLarge(let reason):
            Bilingual(
                "\(reason.english): share it another way and link to it, or have git ignore it",
                "\(reason.korean): 다른 방법으로 나누고 링크하거나, git이 무시하게 하세요")
        case .ownRepository(let folder):
            Bilingual(
                "it is a git repository of its own: remove \(folder) to sync its "
                    + "files, or have git ignore the folder",
                "독립된 git 저장소입니다: 파일을 동기화하려면 \(folder) 폴더를 지우고, "
                    + "아니면 git이 이 폴더를 무시하게 하세요")
        }
    }

    package var english: String { words.english }
    package var korean: String { words.korean }
}

extension UnreadReason {
    package var words: Bilingual {
        switch self {
        case .tooLarge(let mebibytes):
            Bilingual("it is larger than \(mebibytes) MiB", "\(mebibytes) MiB보다 큽니다")
        case .notPermitted: Bilingual("not permitted to read it", "읽을 권한이 없습니다")
        case .folder: Bilingual("it is a folder, not a file", "파일이 아니라 폴더입니다")
        case .link:
            Bilingual(
                "it is a symbolic link, which pmd does not follow",
                "pmd가 따라가지 않는 심볼릭 링크입니다")
        case .notRegular: Bilingual("it is not a regular file", "보통 파일이 아닙니다")
        case .notAFolder:
            Bilingual(
                "it is in the place of a state's folder: rename it, or move it away",
                "상태의 폴더가 있을 자리에 있습니다: 이름을 바꾸거나 옮기세요")
        }
    }

    package var english: String { words.english }
    package var korean: String { words.korean }
}
