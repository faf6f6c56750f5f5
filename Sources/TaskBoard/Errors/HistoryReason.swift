/// Failures of finding something in the history, for undo, redo and restore.
package enum HistoryReason: ErrorReason {
    /// `isRecordLost` is true if neither the list of actions nor the reflog is
    /// left.
    case nothingToUndo(isRecordLost: Bool)
    case nothingToRedo
    /// Digits that begin no commit of the board's log.
    case notInLog(String)
    case noSuchCommit(String)
    case firstCommit(String)
    /// The commit that made the board in a repository that had others before.
    case madeTheBoard(String)
    case mergeCommit(String)
    case beforeFirstCommit
    case noDeletedTask([UInt8])
}

extension HistoryReason {
    package var exit: ExitCode {
        switch self {
        case .nothingToUndo, .nothingToRedo, .notInLog, .noSuchCommit, .firstCommit,
            .madeTheBoard, .mergeCommit, .beforeFirstCommit, .noDeletedTask:
            .data
        }
    }

    package var code: String {
        switch self {
        case .nothingToUndo: "nothing-to-undo"
        case .nothingToRedo: "nothing-to-redo"
        case .notInLog, .noSuchCommit: "no-commit"
        case .firstCommit, .madeTheBoard: "first-commit"
        case .mergeCommit: "merge-commit"
        case .beforeFirstCommit: "nothing-then"
        case .noDeletedTask: "no-match"
        }
    }

    package var sentence: String {
        switch self {
        case .nothingToUndo(let isRecordLost):
            "there is nothing to undo: "
                + (isRecordLost
                    ? "this clone's actions are in neither its list nor git's reflog; "
                    : "this clone did nothing that is still in the history; ")
                + "'pmd undo COMMIT' undoes any one entry of 'pmd log'"
        case .nothingToRedo: "there is nothing to redo: no undo is left to redo"
        case .notInLog(let digits):
            "no entry of this board's log has the commit '\(digits)'; 'pmd log' lists them"
        case .noSuchCommit(let digits): "'\(digits)' is not a commit"
        case .firstCommit(let commit):
            "\(commit) is the first commit: before it there was no board"
        case .madeTheBoard(let commit):
            "\(commit) made the board: without its pmd.yml there is none"
        case .mergeCommit(let commit):
            "\(commit) is a merge and changed nothing itself: undo one of the entries that it "
                + "brought, see 'pmd log'"
        case .beforeFirstCommit: "the board did not exist yet at that time"
        case .noDeletedTask(let reference):
            "no deleted task matches '\(visible(reference))'; 'pmd log --action deleted' lists them"
        }
    }

    package var place: ErrorPlace {
        switch self {
        case .nothingToUndo, .nothingToRedo, .notInLog, .noSuchCommit, .firstCommit,
            .madeTheBoard, .mergeCommit, .beforeFirstCommit, .noDeletedTask:
            .none
        }
    }
}
