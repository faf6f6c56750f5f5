package import MarkdownDocument

/// Failures of finding something in the history, for undo, redo and restore.
package enum HistoryReason: ErrorReason {
    /// `isRecordLost` is true if neither the list of actions nor the reflog is
    /// left.
    case nothingToUndo(isRecordLost: Bool)
    /// `everUndid` is true if this clone has undone something.
    case nothingToRedo(everUndid: Bool)
    /// The number of actions, or of undos, is larger than this.
    case tooFew(Int, isRedo: Bool)
    /// The undo or redo of a commit that the user did not choose would remove or change files that
    /// are not tasks.
    case notTasks(commit: String, [BoardPath])
    /// Digits that match no commit in the board's log.
    case notInLog(String)
    case noSuchCommit(String)
    case firstCommit(String)
    /// The commit that created the board in a repository with earlier commits.
    case madeTheBoard(String)
    case mergeCommit(String)
    case beforeFirstCommit
    case noDeletedTask([UInt8])
    /// The next task of a repeating one, which undoing the completion would remove, was changed.
    case nextTaskChanged(Text, BoardPath)
    /// A file in the working tree with a name that pmd never writes, and the reason.
    case oddName(BoardPath, Bilingual)
}

extension HistoryReason {
    package var exit: ExitCode {
        switch self {
        case .nothingToUndo, .nothingToRedo, .tooFew, .notTasks, .notInLog, .noSuchCommit,
            .firstCommit, .madeTheBoard, .mergeCommit, .beforeFirstCommit, .noDeletedTask,
            .nextTaskChanged, .oddName:
            .data
        }
    }

    package var code: String {
        switch self {
        case .nothingToUndo: "nothing-to-undo"
        case .nothingToRedo: "nothing-to-redo"
        case .tooFew: "too-few"
        case .notTasks: "not-tasks"
        case .notInLog, .noSuchCommit: "no-commit"
        case .firstCommit, .madeTheBoard: "first-commit"
        case .mergeCommit: "merge-commit"
        case .beforeFirstCommit: "nothing-then"
        case .noDeletedTask: "no-match"
        case .nextTaskChanged: "next-task-changed"
        case .oddName: "odd-name"
        }
    }

    package var place: ErrorPlace {
        switch self {
        case .nothingToUndo, .nothingToRedo, .tooFew, .notTasks, .notInLog, .noSuchCommit,
            .firstCommit, .madeTheBoard, .mergeCommit, .beforeFirstCommit, .noDeletedTask,
            .nextTaskChanged, .oddName:
            .none
        }
    }
}
