package import TaskBoard

extension LeftOutReason {
    package var words: Bilingual {
        switch self {
        case .nameRefused(let problem):
            Bilingual(
                "git refuses its name: it \(problem.english)",
                "git에서 허용하지 않는 이름입니다: \(problem.korean)")
        case .filter(let filter):
            Bilingual(
                "git's filter \(filter) would change it: use git add and git commit",
                "git 필터 \(filter) 때문에 내용이 바뀝니다. git add와 git commit을 사용하세요"
            ).plainly(
                "git's filter \(filter) would change it: commit it with git on the server",
                "git 필터 \(filter) 때문에 내용이 바뀝니다. 서버에서 git으로 커밋하세요")
        case .encoding(let encoding):
            Bilingual(
                "git would convert it from \(encoding): use git add and git commit",
                "git이 \(encoding) 인코딩을 변환합니다. git add와 git commit을 사용하세요"
            ).plainly(
                "git would convert it from \(encoding): commit it with git on the server",
                "git이 \(encoding) 인코딩을 변환합니다. 서버에서 git으로 커밋하세요")
        case .lineEnds:
            Bilingual(
                "core.safecrlf refuses its line endings, which a checkout would not restore",
                "체크아웃할 때 복원되지 않는 줄바꿈이라 core.safecrlf가 거부합니다")
        case .convertedAttachment:
            Bilingual(
                "git would change it: add the line '\(AttachmentName.attributes)' to the board's "
                    + ".gitattributes",
                "git이 내용을 바꿉니다. 보드의 .gitattributes에 '\(AttachmentName.attributes)' 줄을 추가하세요"
            ).plainly(
                "git would change it: set the attributes of attachments in the board's "
                    + ".gitattributes on the server",
                "git이 내용을 바꿉니다. 서버에 있는 보드의 .gitattributes에서 첨부 파일의 속성을 설정하세요")
        case .unread(let reason): reason.words
        case .unreadableFolder:
            Bilingual(
                "you are not permitted to read this folder: change its permissions, or have git "
                    + "ignore it",
                "이 폴더를 읽을 권한이 없습니다. 권한을 바꾸거나 git이 무시하도록 설정하세요")
        case .tooLarge(let reason):
            Bilingual(
                "\(reason.english): share it another way and link to it, or have git ignore it",
                "\(reason.korean). 다른 방법으로 공유하고 링크를 넣거나, git이 무시하도록 설정하세요")
        case .ownRepository(let folder):
            Bilingual(
                "it is a git repository of its own: remove \(folder) to sync its "
                    + "files, or have git ignore the folder",
                "별도의 git 저장소입니다. 파일을 동기화하려면 \(folder) 폴더를 삭제하고, "
                    + "아니면 git이 이 폴더를 무시하도록 설정하세요"
            ).plainly(
                "it is a git repository of its own, so its files are not synced",
                "별도의 git 저장소여서 그 파일은 동기화되지 않습니다")
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
        case .notPermitted: Bilingual("you are not permitted to read it", "읽을 권한이 없습니다")
        case .folder: Bilingual("it is a folder, not a file", "파일이 아니라 폴더입니다")
        case .link:
            Bilingual(
                "it is a symbolic link, which pmd does not follow",
                "심볼릭 링크입니다(pmd는 링크를 따라가지 않습니다)")
        case .notRegular: Bilingual("it is not a regular file", "일반 파일이 아닙니다")
        case .notAFolder:
            Bilingual(
                "it takes the place of a state's folder: rename it, or move it elsewhere",
                "상태 폴더와 이름이 같습니다. 이름을 바꾸거나 다른 곳으로 옮기세요")
        }
    }

    package var english: String { words.english }
    package var korean: String { words.korean }
}
