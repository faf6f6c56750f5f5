import MarkdownDocument
import TaskBoard

/// The sentence about an action that changed nothing.
enum Unchanged: Equatable, Sendable {
    /// No sentence.
    case unsaid
    // About each task.
    case unchanged, deleted, resolved, started, finished, open, inPlace, sameValues
    case inState(Text)
    case ticked(Bool)
    // About the whole action.
    case nothingToArchive, nothingToChange, nothingToRepair

    /// The sentence about a task with this title; without one, about the whole action.
    func text(_ title: Text?, _ language: Language) -> String {
        switch language {
        case .english: [title.map { quoted($0) }, english].compactMap { $0 }.joined(separator: " ")
        case .korean:
            [title.map { Particle.topic.after(quoted($0)) }, korean].compactMap { $0 }
                .joined(separator: " ")
        }
    }

    private var english: String {
        switch self {
        case .unsaid: ""
        case .unchanged: "is unchanged"
        case .deleted: "is already deleted"
        case .resolved: "is already resolved"
        case .started: "is already started"
        case .finished: "is already done"
        case .open: "is already open"
        case .inPlace: "is already there"
        case .sameValues: "already has these values"
        case .inState(let state): "is already in \(plainWords(state))"
        case .ticked(let isTicked): "already has these items \(isTicked ? "ticked" : "unticked")"
        case .nothingToArchive: "Nothing to archive"
        case .nothingToChange: "Nothing to change"
        case .nothingToRepair: "Nothing that pmd can repair"
        }
    }

    private var korean: String {
        switch self {
        case .unsaid: ""
        case .unchanged: "바뀌지 않음"
        case .deleted: "이미 삭제됨"
        case .resolved: "이미 해결됨"
        case .started: "이미 시작함"
        case .finished: "이미 끝남"
        case .open: "이미 열려 있음"
        case .inPlace: "이미 그 자리에 있음"
        case .sameValues: "이미 이 값임"
        case .inState(let state): "이미 \(plainWords(state)) 상태임"
        case .ticked(let isTicked):
            isTicked ? "이미 이 항목이 체크되어 있음" : "이미 이 항목이 체크되어 있지 않음"
        case .nothingToArchive: "보관할 것이 없음"
        case .nothingToChange: "바꿀 것이 없음"
        case .nothingToRepair: "pmd가 고칠 수 있는 것이 없음"
        }
    }
}
