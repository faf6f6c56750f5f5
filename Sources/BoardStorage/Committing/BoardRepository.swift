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
    ///   - root: The folder to read files from, if it is not the working tree.
    init(
        _ location: Location, clock: Clock, waiting seconds: Double?, git: Repository? = nil,
        root: Folder? = nil
    ) throws {
        self.location = location
        self.clock = clock
        // Done before anything is created: a repository that is refused must stay unchanged.
        self.git = try git ?? location.openRepository()
        self.root = try root ?? Folder(location.workTree)
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

extension BoardRepository {
    /// Opens a board for writing, with its lock, while `body` runs.
    ///
    /// A lock that was not released in order makes its next holder search for leftovers of a
    /// killed process. Every path out of this scope releases it in order, except one: after a disk
    /// failure (74) a temporary file may remain.
    ///
    /// - Parameters:
    ///   - seconds: The time to wait for another pmd.
    ///   - git: The repository, if it is already open.
    /// - Throws: ``BoardError`` `locked` (75), and the errors of `body`.
    static func writing<Result>(
        _ location: Location, clock: Clock, waiting seconds: Double, git: Repository? = nil,
        _ body: (BoardRepository) throws -> Result
    ) throws -> Result {
        let repository = try BoardRepository(location, clock: clock, waiting: seconds, git: git)
        do {
            let result = try body(repository)
            repository.markReleased()
            return result
        } catch {
            repository.mayHaveLeftFiles = BoardError(error).exit == .inputOutput
            repository.markReleased()
            throw error
        }
    }
}

extension Workspace {
    /// Changes the board: takes its lock, finishes the work of an earlier process, runs `body` and
    /// releases the lock in order.
    ///
    /// - Parameters:
    ///   - settings: Reads the settings to use.
    ///   - contended: The resource that other processes kept changing, for the error.
    ///   - body: Returns nil, or throws ``ConcurrentUpdate``, if a file or the branch changed
    ///     meanwhile. It is run again, ten times and as long as the workspace waits for a lock: two
    ///     boards of one repository have a lock each, but one branch.
    /// - Throws: ``BoardError`` `busy` (75) after the last attempt, and the errors of `body`.
    func writing<Result>(
        by settings: () throws -> BoardSettings, contended: BranchReason.Contended,
        _ body: (BoardRepository, BoardSettings) throws -> Result?
    ) throws -> Result {
        let git = try repository()
        let deadline = monotonicSeconds() + timeout
        var attempt: UInt32 = 0
        var editsInTheWay: [[UInt8]] = []
        while attempt < 10 || monotonicSeconds() < deadline {
            do {
                let result = try BoardRepository.writing(
                    location, clock: clock, waiting: timeout, git: git
                ) { repository in
                    let settings = try settings()
                    try repository.prepare(settings, committing: editsInTheWay)
                    return try body(repository, settings)
                }
                if let result { return result }
            } catch let raced as ConcurrentUpdate {
                editsInTheWay += raced.editsInTheWay
                pause(milliseconds: UInt32.random(in: 0...(10 * min(attempt, 5))))
            }
            attempt += 1
        }
        throw BoardError.branch(.contended(contended))
    }
}
