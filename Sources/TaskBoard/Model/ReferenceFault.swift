/// The reason why references do not name the tasks that the user means, as text that is safe to
/// print.
package enum ReferenceFault: Equatable, Sendable {
    case none(String)
    /// The reference, and the number and the names of the tasks.
    case several(String, Int, String)
    /// The start of a code among several words, and the whole code.
    case startOfCode(String, String)
    /// The number and the names of the tasks.
    case unconfirmed(Int, String)

    var english: String {
        switch self {
        case .none(let reference): "no task matches '\(reference)'"
        case .several(let reference, let count, let names):
            "'\(reference)' matches \(count) tasks: \(names)"
        case .startOfCode(let start, let code):
            "among several words only whole codes count: write '\(code)' for '\(start)'"
        case .unconfirmed(let count, let names):
            "these words name \(count) tasks: \(names); name them by their codes, or confirm with "
                + "--yes"
        }
    }

    var korean: String {
        switch self {
        case .none(let reference): "'\(reference)'에 맞는 할 일이 없습니다"
        case .several(let reference, let count, let names):
            "'\(reference)'에 맞는 할 일이 \(count)개입니다: \(names)"
        case .startOfCode(let start, let code):
            "여러 낱말 가운데서는 코드 전체만 통합니다: '\(start)' 대신 '\(code)' 코드를 쓰세요"
        case .unconfirmed(let count, let names):
            "이 낱말들이 가리키는 할 일이 \(count)개입니다: \(names); 코드로 지정하거나 --yes로 "
                + "확인하세요"
        }
    }
}
