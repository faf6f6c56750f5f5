/// States of the repository and of other processes in which a board cannot be written.
package enum BranchReason: ErrorReason {
    /// Another process holds the lock of the board.
    case locked(holder: String, path: String)
    /// A merge, rebase, bisect or the like is in progress, by git's name for it.
    case operationInProgress(String)
    case detachedHead
    /// The checked-out branch is not the one that syncs; both commands repair it.
    case otherBranch(wanted: String, current: String, switching: String, choosing: String)
    /// The checked-out branch has no folder where the board was.
    case boardNotCheckedOut(root: String)
    /// git's commands would take the branch's name for an option.
    case optionName(String)
    /// Both sides of a merge changed files outside the board.
    case otherFilesOnBothSides
    case otherFilesIncoming(commits: Int)
    case contended(Contended)
    /// A file that git ignores is where a file of the remote belongs.
    case ignoredFileInTheWay([UInt8])
    /// A git repository of its own is where files of the remote belong.
    case repositoryInTheWay([UInt8])
    /// A task to be deleted that git ignores, so that no commit has it.
    case onlyHere([UInt8])
    /// A file, or a link, is where the folder of a state belongs.
    case notAFolder([UInt8])
    /// Sizes are in bytes.
    case fileTooLarge([UInt8], size: Int, limit: Int)

    /// The thing that other processes kept changing.
    package enum Contended: Equatable, Sendable {
        case branch
        case file([UInt8]?)
        case newBoard
        case taskOrBranch
        case tasksOrBranch
        case restoredFileOrBranch
        case undoneFileOrBranch
    }
}

extension BranchReason {
    package var exit: ExitCode {
        switch self {
        case .locked, .operationInProgress, .detachedHead, .otherBranch, .boardNotCheckedOut,
            .otherFilesOnBothSides, .otherFilesIncoming, .contended:
            .tryLater
        case .ignoredFileInTheWay, .repositoryInTheWay, .optionName, .notAFolder: .unsupported
        case .fileTooLarge, .onlyHere: .data
        }
    }

    package var code: String {
        switch self {
        case .locked: "locked"
        case .operationInProgress: "operation-in-progress"
        case .detachedHead: "detached-head"
        case .otherBranch, .boardNotCheckedOut: "other-branch"
        case .optionName: "branch-name"
        case .otherFilesOnBothSides, .otherFilesIncoming: "other-files"
        case .contended: "busy"
        case .ignoredFileInTheWay, .repositoryInTheWay, .notAFolder: "in-the-way"
        case .onlyHere: "not-committed"
        case .fileTooLarge: "too-large"
        }
    }

    /// True if waiting may be enough.
    var isPassing: Bool {
        switch self {
        case .locked, .contended: true
        case .operationInProgress, .detachedHead, .otherBranch, .boardNotCheckedOut,
            .otherFilesOnBothSides, .otherFilesIncoming, .ignoredFileInTheWay, .repositoryInTheWay,
            .notAFolder,
            .fileTooLarge, .optionName, .onlyHere:
            false
        }
    }

    package var place: ErrorPlace {
        switch self {
        case .locked(_, let path), .boardNotCheckedOut(let path): ErrorPlace(path)
        case .ignoredFileInTheWay(let path), .repositoryInTheWay(let path), .onlyHere(let path),
            .notAFolder(let path), .fileTooLarge(let path, _, _):
            ErrorPlace(Self.shown(path))
        case .operationInProgress, .detachedHead, .otherBranch, .otherFilesOnBothSides,
            .otherFilesIncoming, .contended, .optionName:
            .none
        }
    }

    package static func shown(_ path: [UInt8]) -> String {
        plainWords(String(decoding: path, as: UTF8.self))
    }
}
