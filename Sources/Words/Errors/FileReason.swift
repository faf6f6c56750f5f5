package import TaskBoard

extension FileReason {
    /// One sentence: what failed, why, and what to do.
    package var words: Bilingual {
        switch self {
        case .diskFull(let operation, let path):
            Bilingual(
                "cannot \(operation.words.english) \(visible(path.utf8)): the disk is full; free some "
                    + "space and run this again",
                "디스크에 공간이 없어 \(visible(path.utf8)) \(operation.words.korean)에 실패했습니다. 공간을 "
                    + "확보하고 다시 실행하세요")
        case .notPermitted(let operation, let path, let cause),
            .failed(let operation, let path, let cause):
            Bilingual(
                "cannot \(operation.words.english) \(visible(path.utf8)): \(cause.english)",
                "\(visible(path.utf8)) \(operation.words.korean)에 실패했습니다: \(cause.korean)")
        case .notMade(let folder):
            Bilingual(
                "cannot create \(folder)",
                "\(folder) 폴더를 만들 수 없습니다")
        case .notALock(let path):
            Bilingual(
                "cannot use the lock \(path): it is not a regular file; remove it, then run this again",
                "잠금 파일 \(path) 경로에 일반 파일이 아닌 것이 있어 사용할 수 없습니다. 지우고 다시 실행하세요")
        case .noFileToMerge(let path):
            Bilingual(
                "there is no file '\(visible(path))' to merge",
                "병합할 '\(visible(path))' 파일이 없습니다")
        }
    }
}

extension FileOperation {
    /// In English the infinitive, followed by the path; in Korean the noun, preceded by the path.
    var words: Bilingual {
        switch self {
        case .changeFolder: Bilingual("change to the folder", "폴더로 이동")
        case .create: Bilingual("create", "만들기")
        case .keep: Bilingual("keep", "보관")
        case .list: Bilingual("list", "목록 읽기")
        case .make: Bilingual("create", "만들기")
        case .makeFolder: Bilingual("create the folder", "폴더 만들기")
        case .open: Bilingual("open", "열기")
        case .read: Bilingual("read", "읽기")
        case .readStatus: Bilingual("read the status of", "상태 읽기")
        case .remove: Bilingual("remove", "지우기")
        case .rename: Bilingual("rename to", "이름으로 변경")
        case .start: Bilingual("start", "시작")
        case .truncate: Bilingual("truncate", "줄이기")
        case .write: Bilingual("write", "쓰기")
        case .writeToDisk: Bilingual("write to disk", "디스크에 쓰기")
        }
    }
}
