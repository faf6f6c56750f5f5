extension FileReason {
    package var korean: String {
        switch self {
        case .diskFull(let operation, let path):
            "디스크에 공간이 없어 \(visible(path.utf8)) \(operation.korean)에 실패했습니다: 공간을 "
                + "비우고 다시 실행하세요"
        case .notPermitted(let operation, let path, let cause),
            .failed(let operation, let path, let cause):
            "\(visible(path.utf8)) \(operation.korean)에 실패했습니다: \(cause)"
        case .notMade(let folder): "\(folder) 폴더를 만들 수 없습니다"
        case .notALock(let path):
            "\(path) 파일은 pmd가 만드는 보통 파일이 아니어서 쓸 수 없습니다: 지우고 다시 실행하세요"
        case .noFileToMerge(let path): "합칠 '\(visible(path))' 파일이 없습니다"
        }
    }
}
