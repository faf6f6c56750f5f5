/// An operation on a file or folder, as a sentence about its failure names it.
package enum FileOperation: String, CaseIterable, Sendable {
    case changeFolder = "change the folder"
    case create
    case keep
    case list
    case make
    case makeFolder = "make the folder"
    case open
    case read
    case readStatus = "read the status of"
    case remove
    case rename = "rename to"
    case start
    case truncate
    case write
    case writeToDisk = "write to disk"

    /// The infinitive, which the path follows.
    var english: String { rawValue }

    /// The noun, which follows the path.
    var korean: String {
        switch self {
        case .changeFolder: "폴더로 옮기기"
        case .create: "만들기"
        case .keep: "보관하기"
        case .list: "목록 읽기"
        case .make: "만들기"
        case .makeFolder: "폴더 만들기"
        case .open: "열기"
        case .read: "읽기"
        case .readStatus: "상태 읽기"
        case .remove: "지우기"
        case .rename: "이름으로 바꾸기"
        case .start: "시작하기"
        case .truncate: "줄이기"
        case .write: "쓰기"
        case .writeToDisk: "디스크에 쓰기"
        }
    }
}
