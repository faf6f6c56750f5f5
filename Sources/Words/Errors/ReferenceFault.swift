package import TaskBoard

extension ReferenceFault {
    /// One sentence: what failed, why, and what to do.
    package var words: Bilingual {
        switch self {
        case .none(let reference):
            Bilingual(
                "no task matches '\(reference)'",
                "'\(reference)'에 맞는 할 일이 없습니다")
        case .several(let reference, let count, let names):
            Bilingual(
                "'\(reference)' matches \(count) tasks: \(names)",
                "'\(reference)'에 맞는 할 일이 \(count)개입니다: \(names)")
        case .startOfCode(let start, let code):
            Bilingual(
                "among several words only whole codes count: write '\(code)' for '\(start)'",
                "여러 낱말 가운데서는 코드 전체만 통합니다: '\(start)' 대신 '\(code)' 코드를 쓰세요")
        case .unconfirmed(let count, let names):
            Bilingual(
                "these words name \(count) tasks: \(names); name them by their codes, or confirm with "
                    + "--yes",
                "이 낱말들이 가리키는 할 일이 \(count)개입니다: \(names); 코드로 지정하거나 --yes로 "
                    + "확인하세요")
        }
    }
}
