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
    /// The undo or redo of a commit that was not named would remove or change files that are
    /// not tasks.
    case notTasks(commit: String, [BoardPath])
    /// Digits that begin no commit of the board's log.
    case notInLog(String)
    case noSuchCommit(String)
    case firstCommit(String)
    /// The commit that made the board in a repository that had others before.
    case madeTheBoard(String)
    case mergeCommit(String)
    case beforeFirstCommit
    case noDeletedTask([UInt8])
    /// The next task of a repeating one, which undoing the completion would remove, was changed.
    case nextTaskChanged(Text, BoardPath)
    /// A file of the working tree with a name that pmd writes into no working tree, and why.
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

    package var sentence: String {
        switch self {
        case .nothingToUndo(let isRecordLost):
            "there is nothing to undo: "
                + (isRecordLost
                    ? "this clone's actions are in neither its list nor git's reflog; "
                    : "this clone did nothing that is still in the history; ")
                + "'pmd undo COMMIT' undoes any one entry of 'pmd log'"
        case .nothingToRedo(let everUndid):
            "there is nothing to redo: "
                + (everUndid
                    ? "every undo of this clone is redone already"
                    : "this clone has not undone anything")
        case .tooFew(let count, isRedo: false):
            "only \(count) \(count == 1 ? "action" : "actions") can be undone; nothing was changed"
        case .tooFew(let count, isRedo: true):
            "only \(count) \(count == 1 ? "undo" : "undos") can be redone; nothing was changed"
        case .notTasks(let commit, let paths):
            "nothing was changed: \(commit) has files that are not tasks (\(Self.names(paths))); "
                + "'pmd undo \(commit)' undoes it"
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
        case .nextTaskChanged(let title, let path):
            "nothing was changed: the next \(quoted(title)), \(visible(path)), was edited since, and "
                + "would be open beside the one before; to start over, delete it first"
        case .oddName(let path, let problem):
            "nothing was changed: \(visible(path)) \(problem.english), and pmd writes no such "
                + "file; rename it, then try again"
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

extension HistoryReason {
    /// The most paths that are named.
    static let mostNames = 3

    private static func names(_ paths: [BoardPath]) -> String {
        let named = paths.prefix(mostNames).map { visible($0) }.joined(separator: ", ")
        return paths.count > mostNames ? "\(named) and \(paths.count - mostNames) more" : named
    }
}
