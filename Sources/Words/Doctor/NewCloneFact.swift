import TaskBoard

extension NewCloneFact {
    var words: Bilingual {
        switch self {
        case .offered:
            Bilingual(
                "a new clone of the remote can take over the files of this folder",
                "원격 저장소의 새 클론으로 이 폴더의 파일을 옮길 수 있습니다")
        case .cloned(let address, let folder, let commit, let behind):
            Bilingual(
                "cloned \(address) into \(folder), at commit \(commit)"
                    + (behind > 0
                        ? ", \(behind) commit\(behind == 1 ? "" : "s") behind the remote" : ""),
                "\(address) 저장소를 \(folder) 폴더로 복제했습니다: 커밋 \(commit)"
                    + (behind > 0 ? "(원격 저장소보다 커밋 \(behind)개 뒤)" : ""))
        case .copied(0, 0):
            Bilingual("no file differs from that commit", "그 커밋과 다른 파일이 없습니다")
        case .copied(let written, let removed):
            Bilingual(
                "copied \(written) new or changed file\(written == 1 ? "" : "s")"
                    + (removed > 0 ? ", and removed \(removed)" : ""),
                "새 파일과 바뀐 파일 \(written)개를 복사했습니다"
                    + (removed > 0 ? "(\(removed)개 삭제)" : ""))
        case .removed(let files):
            Bilingual(
                "removed, as in the old folder: \(files.english)",
                "이전 폴더처럼 새 클론에서 삭제한 파일: \(files.korean)")
        case .notCopied(let old, let new):
            Bilingual(
                "copied nothing from \(old) to \(new): the remote has no commit of the reflog, so a "
                    + "merge would have no base",
                "\(old) 폴더에서 \(new) 폴더로 아무것도 복사하지 않았습니다: 원격 저장소에 reflog의 커밋이 "
                    + "없어서 병합의 기준이 없습니다")
        case .notRemoved(let files):
            Bilingual(
                "kept \(files.count) file\(files.count == 1 ? "" : "s") that "
                    + "\(files.count == 1 ? "is" : "are") missing in the old folder: "
                    + "\(files.english)",
                "이전 폴더에 없는 파일 \(files.count)개를 남겼습니다: \(files.korean)")
        case .leftOut(let path, let reason):
            Bilingual(
                "did not copy \(visible(path.utf8)): \(reason.words.english)",
                "\(visible(path.utf8)) 경로를 복사하지 않았습니다: \(reason.words.korean)")
        case .marked(let files):
            Bilingual(
                "did not copy the files that 'git update-index' marked: \(files.english)",
                "'git update-index'로 표시한 파일을 복사하지 않았습니다: \(files.korean)")
        case .onlyThere(let remainder):
            Bilingual(
                "only the old folder has \(remainder.words.english)",
                "이전 폴더에만 있는 것: \(remainder.words.korean)")
        case .sync:
            Bilingual(
                "next, sync the clone: it commits the copied files and merges them with the remote",
                "다음으로 새 클론을 동기화하세요: 복사한 파일을 커밋하고 원격 저장소와 병합합니다")
        case .swap:
            Bilingual(
                "then put the clone in the place of the old folder",
                "그런 다음 새 클론을 이전 폴더의 자리에 두세요")
        }
    }

    var remedy: Bilingual? {
        switch self {
        case .offered(let command):
            Bilingual(
                "if no other clone has the lost commits, run: \(command)",
                "다른 클론에도 잃은 커밋이 없다면 실행하세요: \(command)")
        case .cloned, .copied, .removed: nil
        case .notCopied:
            Bilingual(
                "compare the folders, and copy what you need",
                "두 폴더를 비교하고 필요한 것을 복사하세요")
        case .notRemoved:
            Bilingual(
                "if you deleted them, delete them in the clone too",
                "지운 파일이라면 새 클론에서도 지우세요")
        case .leftOut, .marked, .onlyThere:
            Bilingual(
                "keep the old folder until you have what you need",
                "필요한 것을 옮길 때까지 이전 폴더를 남겨 두세요")
        case .sync(let command), .swap(let command): Bilingual(untranslated: command)
        }
    }
}

extension NewCloneFact.NameList {
    fileprivate var english: String {
        let rest = count - names.count
        return names.joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")
    }

    fileprivate var korean: String {
        let rest = count - names.count
        return names.joined(separator: ", ") + (rest > 0 ? " 외 \(rest)개" : "")
    }
}

extension NewCloneFact.Remainder {
    fileprivate var words: Bilingual {
        switch self {
        case .commits(let list):
            Bilingual(
                "\(list.count) commit\(list.count == 1 ? "" : "s") of the reflog: \(list.english)",
                "reflog의 커밋 \(list.count)개: \(list.korean)")
        case .stashes(let count):
            Bilingual("\(count) stash\(count == 1 ? "" : "es")", "스태시 \(count)개")
        case .references(let list):
            Bilingual(
                "other branches or references: \(list.english)", "다른 브랜치나 참조: \(list.korean)")
        case .files(let list):
            Bilingual(
                "files that pmd does not commit: \(list.english)",
                "pmd가 커밋하지 않는 파일: \(list.korean)")
        case .hooks(let list): Bilingual("hooks: \(list.english)", "훅: \(list.korean)")
        case .settings(let list):
            Bilingual("settings of git: \(list.english)", "git 설정: \(list.korean)")
        case .localState(let parts):
            Bilingual(
                parts.map(\.words.english).joined(separator: ", "),
                parts.map(\.words.korean).joined(separator: ", "))
        }
    }
}

extension NewCloneFact.LocalStatePart {
    fileprivate var words: Bilingual {
        switch self {
        case .actions:
            Bilingual("the record of your actions for 'pmd undo'", "'pmd undo'를 위한 작업 기록")
        case .reminders: Bilingual("the record of reminders", "알림 기록")
        case .drafts: Bilingual("drafts in .git/pmd", ".git/pmd의 초안")
        case .access:
            Bilingual("the access token of 'pmd serve'", "'pmd serve'의 접근 토큰")
        case .replaced: Bilingual("replaced versions in .git/pmd", ".git/pmd의 이전 버전")
        }
    }
}
