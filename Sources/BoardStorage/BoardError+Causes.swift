import Git
import TaskBoard

extension BoardError {
    /// Any failure of the layers below as a sentence and an exit code.
    package init(_ error: any Error) {
        switch error {
        case let error as BoardError: self = error
        case let error as SystemError: self = error.boardError
        case let error as GitError: self.init(git: error.asDamage)
        case let error as SettingsError: self.init(settings: error)
        case let error as MergeError: self.init(merge: error)
        case let error as Raced: self = error.boardError
        case let error as ActionError: self.init(action: error)
        case let error as ReferenceError: self.init(reference: error)
        default: self.init(.failed, "failed", "\(error)")
        }
    }

    private init(settings error: SettingsError) {
        self.init(
            error.reason == .newerFormat ? .unsupported : .data,
            error.reason == .newerFormat ? "newer-format" : "settings",
            visible("\(error)".utf8),
            file: Location.settingsName, line: error.line, column: error.column)
    }

    private init(action error: ActionError) {
        self.init(
            error.kind == .usage ? .usage : .data, error.code,
            error.line == nil ? "\(error)" : error.sentence,
            file: error.path?.string, line: error.line, column: error.column)
    }

    private init(reference error: ReferenceError) {
        switch error {
        case .none: self.init(.data, "no-match", "\(error)")
        case .several: self.init(.data, "several-matches", "\(error)")
        }
    }

    private init(merge error: MergeError) {
        switch error {
        case .unrelated: self.init(.unsupported, "unrelated", "\(error)")
        case .newerFormat: self.init(.unsupported, "newer-format", "\(error)")
        }
    }

    private init(git error: GitError) {
        let (exit, code): (ExitCode, String) =
            switch error.kind {
            case .notFound: (.data, "not-found")
            case .exists: (.data, "exists")
            case .locked: (.tryLater, "locked")
            case .changedMeanwhile: (.tryLater, "raced")
            case .unsupported: (.unsupported, "unsupported")
            case .notAllowed, .authentication: (.notAllowed, "not-allowed")
            case .untrusted: (.notAllowed, "untrusted")
            case .rejected: (.notAllowed, "rejected")
            case .invalid, .tooLarge: (.data, "invalid")
            case .damaged: (.inputOutput, "damaged")
            case .noSpace: (.inputOutput, "disk-full")
            case .inputOutput: (.inputOutput, "input-output")
            case .offline: (.tryLater, "offline")
            case .timedOut: (.tryLater, "timed-out")
            case .other: (.failed, "git")
            }
        self.init(exit, code, "\(error)")
    }
}

extension Raced {
    var boardError: BoardError {
        switch self {
        case .branchMoved: .busy("the branch")
        case .filesChanged(let paths):
            .busy(paths.first.map { visible($0) } ?? "a file")
        }
    }
}
