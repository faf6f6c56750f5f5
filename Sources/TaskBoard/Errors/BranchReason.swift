/// States of the repository and of other processes that prevent writes to a board.
package enum BranchReason: ErrorReason {
    /// Another process holds the lock of the board.
    case locked(holder: String, path: String)
    /// A merge, rebase, bisect or the like is in progress, by git's name for it.
    case operationInProgress(String)
    case detachedHead
    /// The checked-out branch is not the one that syncs; either command repairs this.
    case otherBranch(wanted: String, current: String, switching: String, choosing: String)
    /// The checked-out branch does not contain the board's folder.
    case boardNotCheckedOut(root: String)
    /// git would parse the branch name as an option.
    case optionName(String)
    /// Both sides of a merge changed files outside the board.
    case otherFilesOnBothSides
    case otherFilesIncoming(commits: Int)
    case contended(Contended)
    /// An ignored file is in the way of a file from the remote.
    case ignoredFileInTheWay([UInt8])
    /// A nested git repository is in the way of files from the remote.
    case repositoryInTheWay([UInt8])
    /// A task to be deleted is ignored by git, so no commit has it.
    case onlyHere([UInt8])
    /// A file, or a link, is in the way of a state's folder.
    case notAFolder([UInt8])
    /// Sizes are in bytes.
    case fileTooLarge([UInt8], size: Int, limit: Int)

    /// The resource that other processes kept changing.
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
