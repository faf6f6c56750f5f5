import Git
import MarkdownDocument
import Synchronization
package import TaskBoard

/// One board, and every effect on its files and its repository.
///
/// Reading never opens the repository. Writing takes the board's lock, finishes the work of a
/// killed process, commits uncommitted edits of the same tasks as their own commit, and then makes
/// one commit of its own.
///
/// The workspace runs on an executor of its own, so that waiting never occupies a thread of
/// Swift's cooperative pool. See ``BoardThread``.
package actor Workspace {
    package nonisolated let location: Location
    nonisolated let clock: Clock
    /// The time to wait for another pmd, in seconds.
    nonisolated let timeout: Double
    private nonisolated let executor: any SerialExecutor
    nonisolated let makeExecutor: @Sendable () throws(BoardError) -> any SerialExecutor
    private let keepsRepository: Bool
    private var keptRepository: Repository?
    /// The board that was read last. It is kept alive so that a short command does not spend time
    /// deallocating it.
    private var lastRead: Board?
    private var lastUnread: [UnreadFile]?
    /// The tasks of half-done moves in the board that was read last.
    private(set) var lastHalfMoved: Set<TaskID> = []
    nonisolated let published = Mutex(Published())
    /// The intents that wait for their turn, oldest first.
    nonisolated let requests = Mutex<[IntentRequest]>([])
    /// The number of requests that were carried out last without another wait for requests.
    var lastTogether = 0
    /// The state of the watch; nil before ``watch()``.
    var watching: WatchState?
    /// The pending write of the cache.
    private nonisolated let cacheWriting = Mutex<SideWork?>(nil)

    package nonisolated var unownedExecutor: UnownedSerialExecutor {
        executor.asUnownedSerialExecutor()
    }

    /// The current time, in the user's time zone.
    nonisolated var now: Moment {
        let clock = clock
        return Moment(seconds: clock.seconds) { Int(clock.offset($0)) * 60 }
    }

    /// - Parameters:
    ///   - timeout: The time to wait for another pmd, in seconds.
    ///   - keepsRepository: True for the workspace of one command, which opens the repository
    ///     once. A board that is open for weeks opens it for each action.
    ///   - executor: Makes the executor of the workspace, and one for each sync, so that the
    ///     workspace does not wait for the remote.
    /// - Throws: ``BoardError`` (74) if the system has no more threads.
    package init(
        _ location: Location, clock: Clock = .system, timeout: Double = 30,
        keepsRepository: Bool = false,
        executor: @escaping @Sendable () throws(BoardError) -> any SerialExecutor = {
            () throws(BoardError) in try BoardThread()
        }
    ) throws(BoardError) {
        self.location = location
        self.clock = clock
        self.timeout = timeout
        self.keepsRepository = keepsRepository
        makeExecutor = executor
        self.executor = try executor()
    }
}

extension Workspace {
    /// Returns the repository. In a workspace for one command, it is opened only once.
    func repository() throws(GitError) -> Repository {
        if let keptRepository { return keptRepository }
        let repository = try location.openRepository()
        if keepsRepository { keptRepository = repository }
        return repository
    }

    /// Closes the repository, so that it is opened again when needed. An editor may have been open
    /// for hours, while git repacked the repository or its settings changed.
    func reopenRepository() { keptRepository = nil }

    /// Returns the board's repository for reading, without the lock.
    func readingRepository() throws -> BoardRepository {
        try BoardRepository(location, clock: clock, waiting: nil, git: repository())
    }

    /// Returns a second workspace on the same board for long reads, so that actions through this
    /// one do not wait for them.
    ///
    /// - Throws: ``BoardError`` (74) if the system has no more threads.
    package nonisolated func beside() throws(BoardError) -> Workspace {
        try Workspace(location, clock: clock, timeout: timeout, executor: makeExecutor)
    }

    /// Reads the board from its files.
    ///
    /// - Parameters:
    ///   - settings: The settings to use; nil for those in `pmd.yml`.
    ///   - isForShow: True if the board is only shown: its cache may then be written concurrently,
    ///     until ``finishReading()``.
    /// - Throws: ``SettingsError``, ``BoardError``.
    package func board(
        withTimes: Bool = false, settings: BoardSettings? = nil, isForShow: Bool = false
    ) throws -> Board {
        try finishPending()
        defer { if !isForShow { finishReading() } }
        var files = try read(Folder(location.root), settings)
        let times = withTimes ? try historyTimes(of: files.tasks) : HistoryTimes()
        let board = try board(from: &files, times)
        lastRead = board
        lastUnread = files.unread
        lastHalfMoved = files.halfMoved
        return board
    }

    /// Creates the board from files that were read. Of a half-done move, only the new file counts.
    func board(
        from files: inout BoardFiles, _ times: HistoryTimes = HistoryTimes()
    ) throws -> Board {
        let board = Board(settings: files.settings, tasks: files.tasks, times: times)
        guard try dropHalfMoved(&files, board.duplicates) else { return board }
        return Board(settings: files.settings, tasks: files.tasks, times: times)
    }

    /// Reads only the tasks that the references name, if these are paths or whole IDs; returns nil
    /// if only the whole board can resolve them.
    ///
    /// - Parameter settings: The settings to use; nil for those in `pmd.yml`.
    package func board(
        of references: [TaskReference], settings: BoardSettings? = nil
    ) throws -> Board? {
        guard let part = BoardPart(references) else { return nil }
        try finishPending()
        let settings = try settings ?? BoardReader.settings(root: Folder(location.root))
        return try PartialBoard(part, of: location, by: settings)?.board
    }

    /// Writes the files missing after a kill. If another process is at work, or nothing can be
    /// written, the files are read as they are.
    private func finishPending() throws {
        guard Journal.isPending(in: location.localState) else { return }
        do {
            try BoardRepository.writing(
                location, clock: clock, waiting: 0.3, git: repository()
            ) {
                try $0.recover(try usableSettings())
            }
        } catch {
            let passes: [ExitCode] = [.tryLater, .notAllowed, .inputOutput]
            guard passes.contains(BoardError(error).exit) else { throw error }
        }
    }

    /// Returns files that have a task's name but could not be read as a task.
    package func unreadFiles() throws -> [UnreadFile] {
        try lastUnread ?? read(Folder(location.root), usableSettings()).unread
    }

    private func read(_ root: Folder, _ settings: BoardSettings?) throws -> BoardFiles {
        let settings = try settings ?? BoardReader.settings(root: root)
        finishReading()
        var reader = BoardReader(root: root, settings: settings, cachedAt: location)
        let files = try reader.tasks()
        if let writing = reader.cacheWriting() {
            cacheWriting.withLock { $0 = SideWork(writing) }
        }
        return files
    }

    /// Waits for the background work of a reading.
    package nonisolated func finishReading() { cacheWriting.withLock { $0 = nil } }

    /// Removes the old files of half-done moves. Only boards with one coded name in several
    /// folders open the repository. See
    /// ``BoardSettings/oldFilesOfHalfDoneMoves(new:head:isUnchanged:)``.
    ///
    /// - Returns: True if a file was removed; ``BoardFiles/halfMoved`` then has its task.
    private func dropHalfMoved(
        _ files: inout BoardFiles, _ duplicates: [TaskID: [TaskItem]]
    ) throws -> Bool {
        let coded = duplicates.filter { $0.key.isCode }.values.joined()
        let twins = Dictionary(grouping: coded, by: \.path.fileName).values.filter { $0.count > 1 }
        guard !twins.isEmpty, let git = try repositoryForReading(),
            let head = try git.head().commit
        else { return false }
        let tree = try git.commit(head).tree
        func entry(_ path: BoardPath) throws -> TreeEntry? {
            try git.entry(inTree: tree, path: location.prefix + path.bytes)
        }
        let new = try twins.joined().filter { try entry($0.path) == nil }.map(\.path)
        if new.isEmpty { return false }
        let names = Set(new.map(\.fileName))
        let known = try git.paths(inTree: tree, below: Array(location.prefix.dropLast())) {
            names.contains(Array($0))
        }
        let contents = Dictionary(
            twins.joined().map { ($0.path, $0.document.bytes) }, uniquingKeysWith: { $1 })
        let old = try files.settings.oldFilesOfHalfDoneMoves(
            new: new, head: known.compactMap(location.boardPath)
        ) { path in
            try contents[path].map(ObjectID.ofBlob) == entry(path)?.id
        }
        files.tasks.removeAll { old.contains($0.path) }
        files.halfMoved = Set(old.map { TaskID(fileName: $0.fileName) })
        return !old.isEmpty
    }
}

extension Workspace {
    /// Returns the repository; nil if it belongs to another user, whose board can still be read.
    private func repositoryForReading() throws -> Repository? {
        do { return try repository() } catch
            where error.kind == .notAllowed
        {
            return nil
        }
    }
}

extension Workspace {
    /// Returns a command to suggest to the user, with each word quoted for a shell.
    package static func suggestedCommand(_ words: String...) -> String {
        Git.suggestedCommand(words)
    }
}
