import Git
import MarkdownDocument
import TaskBoard

extension BoardError {
    static func noBoard(from folder: String) -> BoardError {
        BoardError(
            .data, "no-board",
            "no board at \(folder) or above it: 'pmd init' makes one here, "
                + "'pmd clone URL' fetches one")
    }

    static func settingsRemoved(from root: String) -> BoardError {
        let path = root + "/" + Location.settingsName
        return BoardError(
            .data, "no-settings",
            "\(path) is missing, and without it there is no board; bring it back with "
                + suggestedCommand("git", "-C", root, "restore", Location.settingsName), file: path)
    }

    static func noRepository(at root: String) -> BoardError {
        BoardError(
            .unsupported, "no-repository",
            "the board at \(root) is in no git repository: run 'git init' there, then 'pmd init'")
    }

    static func locked(by holder: String, at path: String) -> BoardError {
        BoardError(
            .tryLater, "locked",
            "another pmd is at work on this board (\(holder)) and holds \(path); "
                + "try again when it is done",
            file: path)
    }

    static func notALock(_ path: String) -> BoardError {
        BoardError(
            .inputOutput, "not-a-lock",
            "cannot use \(path): it is not a regular file, as pmd makes it; remove it, then run "
                + "this again", file: path)
    }

    static func operation(_ name: String) -> BoardError {
        let ways =
            name == "bisect"
            ? "end it with 'git bisect reset'"
            : "finish it with 'git \(name) --continue' or leave it with 'git \(name) --abort'"
        return BoardError(
            .tryLater, "operation-in-progress",
            "a git \(name) is half done here: \(ways), then run this again")
    }

    static let detached = BoardError(
        .tryLater, "detached-head",
        "HEAD is on no branch, so a commit would belong to none: "
            + "run 'git switch BRANCH' first, then this again")

    /// Whether waiting may be all that it needs; what git itself must end first,
    /// such as a merge half done, does not pass.
    var isPassing: Bool {
        let lasting = ["operation-in-progress", "detached-head", "other-branch", "other-files"]
        return exit == .tryLater && !lasting.contains(code)
    }

    /// Everything that git does not ignore was committed before, so git ignores the file.
    static func inTheWay(_ path: [UInt8]) -> BoardError {
        let path = plainWords(Text(path))
        return BoardError(
            .unsupported, "in-the-way",
            "\(path) is ignored by git and is not what the remote has: move it away, then run "
                + "'pmd sync' again", file: path)
    }

    static func busy(_ what: String) -> BoardError {
        BoardError(
            .tryLater, "busy",
            "\(what) kept changing while pmd wrote it; nothing is lost, try again in a moment")
    }
}
