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

    package var sentence: String {
        switch self {
        case .locked(let holder, let path):
            "another pmd holds the lock of this board (\(holder)): \(path); "
                + "try again when it has finished"
        case .operationInProgress(let name):
            "a git \(name) is in progress here: \(Self.ways(outOf: name)), then run this again"
        case .detachedHead:
            "HEAD is detached, so a commit would belong to no branch: "
                + "run 'git switch BRANCH' first, then this again"
        case .otherBranch(let wanted, let current, let switching, let choosing):
            "the board syncs on the branch '\(wanted)', but '\(current)' is checked out: "
                + "run \(switching), or \(choosing) to sync this one"
        case .boardNotCheckedOut(let root):
            "the branch that is checked out now has no folder \(root): "
                + "switch to the board's branch, then run this again"
        case .optionName(let name):
            "git's commands take the name of the branch '\(plainWords(name))' for an option: "
                + "rename it, here and at the remote"
        case .otherFilesOnBothSides: "both sides changed files outside the board: run git pull"
        case .otherFilesIncoming(let count):
            (count == 1
                ? "1 incoming commit also changes" : "\(count) incoming commits also change")
                + " other files: run git pull"
        case .contended(let contended):
            "\(contended.words) kept changing while pmd wrote it; nothing is lost, "
                + "try again in a moment"
        case .ignoredFileInTheWay(let path):
            "\(Self.shown(path)) is ignored by git and differs from the remote's file: "
                + "move it away, then run 'pmd sync' again"
        case .repositoryInTheWay(let path):
            "\(Self.shown(path)) is a git repository of its own, where the remote has files: "
                + "move it away, then run 'pmd sync' again"
        case .onlyHere(let path):
            "no commit has \(Self.shown(path)), because git ignores it, so that pmd could not "
                + "restore it: delete the file itself"
        case .notAFolder(let path):
            "\(Self.shown(path)) is not a folder, and pmd needs one there: "
                + "rename it or move it away, then try again"
        case .fileTooLarge(let path, let size, let limit):
            "\(Self.shown(path)) is \(size >> 20) MiB, and pmd neither writes nor removes a file "
                + "of more than \(limit >> 20) MiB: use git, such as 'git revert'"
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

    private static func ways(outOf operation: String) -> String {
        operation == "bisect"
            ? "end it with 'git bisect reset'"
            : "finish it with 'git \(operation) --continue' or leave it with "
                + "'git \(operation) --abort'"
    }

    static func shown(_ path: [UInt8]) -> String {
        plainWords(String(decoding: path, as: UTF8.self))
    }
}

extension BranchReason.Contended {
    fileprivate var words: String {
        switch self {
        case .branch: "the branch"
        case .file(let path): path.map { visible($0) } ?? "a file"
        case .newBoard: "a file of the new board"
        case .taskOrBranch: "a file of this task or the branch"
        case .tasksOrBranch: "a file of these tasks or the branch"
        case .restoredFileOrBranch: "a file that is to be restored, or the branch,"
        case .undoneFileOrBranch: "a file that is to be undone, or the branch,"
        }
    }
}
