import Git
import Glibc
import TaskBoard

/// One board's repository, working tree and local state, opened for writing and locked against
/// every other pmd while this exists.
///
/// The aspects of writing are in extensions: the move of branch and files (`+BranchUpdate`), unfinished
/// work of a killed process (`+Recovery`), uncommitted edits (`+UncommittedEdits`).
final class BoardRepository {
    let location: Location
    let git: Repository
    /// The root of the working tree, from which all files are opened.
    let root: Folder
    let localState: LocalState
    let journal: Journal
    let actions: Actions
    let replaced: ReplacedFileStore
    let openEditors: OpenEditors
    let checkoutLog: CheckoutLog
    let packingTally: PackingTally
    let clock: Clock
    /// The commit from which pmd opened an editor, whose save is being committed.
    var opened: ObjectID?
    /// The settings that decide which files are tasks.
    var settings = BoardSettings.standard
    /// True if the sync before this one was killed or failed.
    var hasLeftSync = false
    /// True if a disk failure may have left temporary files.
    var mayHaveLeftFiles = false
    /// Progress callback for large changes.
    var tell: (@Sendable (Step) -> Void)?
    private let lock: BoardLock?
    private let timeout: Double
    /// The lock of a sync that was killed while it had released the board to other processes.
    private let leftSync: BoardLock?

    /// - Parameters:
    ///   - seconds: The time to wait for another pmd; nil to only read, without the lock.
    ///   - git: The repository, if it is already open.
    init(
        _ location: Location, clock: Clock, waiting seconds: Double?, git: Repository? = nil
    ) throws {
        self.location = location
        self.clock = clock
        // Done before anything is created: a repository that is refused must stay unchanged.
        self.git = try git ?? location.openRepository()
        root = try Folder(location.workTree)
        let localState = try LocalState(of: location)
        lock = try seconds.map { try BoardLock(in: localState, waiting: $0) }
        timeout = seconds ?? 0
        leftSync = lock.flatMap { _ in BoardLock.left(.syncing, in: localState) }
        self.localState = localState
        journal = Journal(folder: localState.folder)
        packingTally = PackingTally(folder: localState.folder)
        actions = Actions(folder: localState.folder)
        replaced = try ReplacedFileStore(in: localState)
        openEditors = try OpenEditors(in: localState)
        checkoutLog = CheckoutLog(folder: localState.folder)
    }
}

extension BoardRepository {
    /// True if the command before this one was killed or failed.
    var wasLeft: Bool { lock?.wasLeft ?? false || leftSync != nil || hasLeftSync }

    /// Records in the lock that there is nothing left to clean up.
    /// ``writing(_:clock:waiting:git:_:)`` calls it.
    func markReleased() {
        guard !mayHaveLeftFiles else { return }
        git.removeOldObjectLinks()
        lock?.markReleased()
        leftSync?.markReleased()
    }

    /// Releases the lock during long work that touches neither files nor branch, then finishes
    /// anything that another process may have left behind.
    func givingWay<Result>(
        _ settings: BoardSettings, _ body: () throws -> Result
    ) throws -> Result {
        lock?.release()
        let outcome = Swift.Result { try body() }
        try lock?.take(waiting: timeout)
        try recover(settings)
        return try outcome.get()
    }

    /// Returns the checked-out branch.
    ///
    /// - Throws: ``BoardError`` (75) while a merge or a similar operation is in progress, or if
    ///   HEAD is detached.
    func branch() throws -> (name: String, head: ObjectID?) {
        if let operation = git.operationInProgress {
            throw BoardError.branch(.operationInProgress(operation.rawValue))
        }
        guard case .branch(let name, let commit) = try git.head() else {
            throw BoardError.branch(.detachedHead)
        }
        return (name, commit)
    }

    /// Returns the tree of a commit; nil for none.
    func tree(of commit: ObjectID?) throws -> ObjectID? {
        try commit.map { try git.commit($0).tree }
    }

    /// Returns the author of commits: git's own configuration, else the login name at this host.
    func identity() throws -> Identity {
        try Identity(of: git)
    }

    /// Returns a file's path in the repository, from its path on the board.
    func repositoryPath(_ path: BoardPath) -> [UInt8] { location.prefix + path.bytes }

    /// Returns a file's path on the board; nil outside the board.
    func boardPath(_ path: [UInt8]) -> BoardPath? { location.boardPath(path) }

    /// Returns true if a regular file is at a path of the working tree.
    func stands(_ path: [UInt8]) throws -> Bool {
        let (parent, name) = splitPath(path)
        return try root.existingFolder(parent)?.statData(name)?.kind == .file
    }

    /// Returns the content at a path of the working tree.
    func state(of path: [UInt8]) throws -> FileState {
        let (parent, name) = splitPath(path)
        guard let folder = try root.existingFolder(parent) else { return .absent }
        return try folder.read(name)
    }
}
