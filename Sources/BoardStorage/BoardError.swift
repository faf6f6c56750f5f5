import Git
import TaskBoard

extension BoardError {
    static func settingsRemoved(from root: String) -> BoardError {
        .location(
            .settingsRemoved(
                path: root + "/" + Location.settingsName,
                restore: suggestedCommand("git", "-C", root, "restore", Location.settingsName)))
    }
}

extension BoardError {
    /// Wraps any failure of the layers below, with its facts.
    package init(_ error: any Error) {
        switch error {
        case let error as BoardError: self = error
        case let error as SystemError: self = error.boardError
        case let error as GitError: self.init(.repository(RepositoryReason(error.asDamage)))
        case let error as ConcurrentUpdate: self = error.boardError
        case let error as SettingsError: self.init(.cause(.settings(error)))
        case let error as MergeError: self.init(.cause(.merge(error)))
        case let error as ActionError: self.init(.cause(.action(error)))
        case let error as WordError: self.init(.cause(.word(error)))
        case let error as ReferenceError: self.init(.cause(CauseReason(error)))
        default: self.init(.cause(.unexpected(words: "\(error)")))
        }
    }
}

extension CauseReason {
    fileprivate init(_ error: ReferenceError) {
        switch error {
        case .none, .startOfCode: self = .noMatch(error.fault)
        case .several, .unconfirmed: self = .severalMatches(error.fault)
        }
    }
}

extension RepositoryReason {
    fileprivate init(_ error: GitError) {
        self.init(Kind(error.kind), Bilingual(english: "\(error)", korean: error.korean))
    }
}

extension PathProblem {
    /// The problem in each language, in git's words.
    var words: Bilingual { Bilingual(english: english, korean: korean) }
}

extension RefusalReason {
    /// The reason in each language, in git's words.
    var words: Bilingual { Bilingual(english: english, korean: korean) }
}

extension RepositoryReason.Kind {
    fileprivate init(_ kind: GitError.Kind) {
        self =
            switch kind {
            case .notFound: .notFound
            case .exists: .exists
            case .locked: .locked
            case .changedMeanwhile: .raced
            case .unsupported: .unsupported
            case .notAllowed, .authentication: .notAllowed
            case .untrusted: .untrusted
            case .rejected: .rejected
            case .invalid, .tooLarge: .invalid
            case .damaged: .damaged
            case .noSpace: .diskFull
            case .inputOutput: .inputOutput
            case .offline: .offline
            case .timedOut: .timedOut
            case .limited: .limited
            case .other: .other
            }
    }
}

extension ConcurrentUpdate {
    var boardError: BoardError {
        switch self {
        case .branchMoved: .branch(.contended(.branch))
        case .filesChanged(let paths), .editsInTheWay(let paths):
            .branch(.contended(.file(paths.first)))
        }
    }
}
