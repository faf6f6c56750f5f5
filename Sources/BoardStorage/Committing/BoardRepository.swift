import Git
import Glibc
import TaskBoard

/// One board's repository, work tree and private folder, opened for writing and
/// locked against every other pmd as long as this lives.
///
/// The aspects of writing are in extensions: how the branch and the files move
/// together (`+Advance`), what a killed process left (`+Recovery`), edits made by
/// hand (`+UncommittedEdits`).
final class BoardRepository {
    let location: Location
    let git: Repository
    /// The work tree's root, from which all files are reached.
    let root: Folder
    let localState: LocalState
    let journal: Journal
    let actions: Actions
    let replaced: Replaced
    let heads: Heads
    let packingTally: PackingTally
    let clock: Clock
    /// Whether the sync before this one was killed or failed.
    var hasLeftSync = false
    /// Whether a failure of the disk may have left temporary files.
    var mayHaveLeftFiles = false
    /// How many calls of ``recover(_:)`` are at work, one within another.
    var recoveries = 0
    /// Who wants to know how far a large change is.
    var tell: (@Sendable (Step) -> Void)?
    private let lock: BoardLock?
    private let timeout: Double
    /// That of a sync that was killed while it let others work.
    private let leftSync: BoardLock?

    /// - Parameters:
    ///   - seconds: how long to wait for another pmd; nil: only to look, without the lock.
    ///   - git: the repository, where it is open already.
    init(
        _ location: Location, clock: Clock, waiting seconds: Double?, git: Repository? = nil
    ) throws {
        self.location = location
        self.clock = clock
        // Before anything is made: what is refused here must stay as it is.
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
        replaced = try Replaced(in: localState)
        heads = Heads(folder: localState.folder)
    }
}

extension BoardRepository {
    /// Whether the command before this one was killed or failed.
    var wasLeft: Bool { lock?.wasLeft ?? false || leftSync != nil || hasLeftSync }

    /// Records in the lock that nothing is left to clean up. ``writing(_:clock:waiting:git:_:)``
    /// calls it.
    func markReleased() {
        guard !mayHaveLeftFiles else { return }
        git.removeOldObjectLinks()
        lock?.markReleased()
        leftSync?.markReleased()
    }

    /// Lets every other pmd work while something takes long that touches neither
    /// files nor branch, then finishes what one of them may have left.
    func givingWay<Result>(
        _ settings: BoardSettings, _ body: () throws -> Result
    ) throws -> Result {
        lock?.release()
        let outcome = Swift.Result { try body() }
        try lock?.take(waiting: timeout)
        try recover(settings)
        return try outcome.get()
    }

    /// The branch that is checked out.
    ///
    /// - Throws: ``BoardError`` (75) while a merge or the like is half done, or
    ///   where HEAD is on no branch.
    func branch() throws -> (name: String, head: ObjectID?) {
        if let operation = git.operationInProgress {
            throw BoardError.branch(.operationInProgress(operation.rawValue))
        }
        guard case .branch(let name, let commit) = try git.head() else {
            throw BoardError.branch(.detachedHead)
        }
        return (name, commit)
    }

    /// The tree of a commit, the empty one for none.
    func tree(of commit: ObjectID?) throws -> ObjectID? {
        try commit.map { try git.commit($0).tree }
    }

    /// Who commits: git's own configuration, else the login name at this host.
    func identity() throws -> Identity {
        try Identity(of: git)
    }

    /// A file's path in the repository, from its path on the board.
    func repositoryPath(_ path: BoardPath) -> [UInt8] { location.prefix + path.bytes }

    /// A file's path on the board; nil for what lies outside.
    func boardPath(_ path: [UInt8]) -> BoardPath? { location.boardPath(path) }

    /// Whether a regular file is at a path of the work tree.
    func stands(_ path: [UInt8]) throws -> Bool {
        let (parent, name) = splitPath(path)
        return try root.existingFolder(parent)?.statData(name)?.kind == .file
    }

    /// What stands at a path of the work tree.
    func state(of path: [UInt8]) throws -> FileState {
        let (parent, name) = splitPath(path)
        guard let folder = try root.existingFolder(parent) else { return .absent }
        return try folder.read(name)
    }
}
