import Git
import MarkdownDocument
import Synchronization
package import TaskBoard

/// One board, and every effect on its files and its repository.
///
/// Reading never opens the repository. Writing takes the board's lock, finishes
/// what a killed process left, commits uncommitted edits of the same tasks as their own
/// commit, and then makes one commit of its own.
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
    /// The board that was read last. It is kept alive so that a short command does not pay for
    /// deallocating it.
    private var lastRead: Board?
    private var lastUnread: [UnreadFile]?
    nonisolated let published = Mutex(Published())
    /// Nil before ``watch()``.
    var watching: WatchState?
    /// The cache, as it is being written.
    private nonisolated let cacheWriting = Mutex<SideWork?>(nil)

    package nonisolated var unownedExecutor: UnownedSerialExecutor {
        executor.asUnownedSerialExecutor()
    }

    /// The present, in the user's time zone.
    nonisolated var now: Moment {
        let clock = clock
        return Moment(seconds: clock.seconds) { Int(clock.offset($0)) * 60 }
    }

    /// - Parameters:
    ///   - timeout: The time to wait for another pmd, in seconds.
    ///   - executor: Makes the executor of the workspace, and one for each sync, so that the
    ///     workspace does not wait for the remote.
    /// - Throws: ``BoardError`` (74) if the system has no more threads.
    package init(
        _ location: Location, clock: Clock = .system, timeout: Double = 30,
        executor: @escaping @Sendable () throws(BoardError) -> any SerialExecutor = {
            () throws(BoardError) in try BoardThread()
        }
    ) throws(BoardError) {
        self.location = location
        self.clock = clock
        self.timeout = timeout
        makeExecutor = executor
        self.executor = try executor()
    }
}

extension Workspace {
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
    ///   - settings: The settings to read by; nil: those of `pmd.yml`.
    ///   - isForShow: True if the board is only shown: its cache may then be written meanwhile,
    ///     until ``finishReading()``.
    /// - Throws: ``SettingsError``, ``BoardError``.
    package func board(
        withTimes: Bool = false, settings: BoardSettings? = nil, isForShow: Bool = false
    ) throws -> Board {
        try finishPending()
        defer { if !isForShow { finishReading() } }
        var files = try read(Folder(location.root), settings)
        let times = withTimes ? try historyTimes() : HistoryTimes()
        let board = try board(from: &files, times)
        lastRead = board
        lastUnread = files.unread
        return board
    }

    /// Makes the board from files that were read. Of a half-done move only the new file
    /// counts.
    func board(
        from files: inout BoardFiles, _ times: HistoryTimes = HistoryTimes()
    ) throws -> Board {
        let board = Board(settings: files.settings, tasks: files.tasks, times: times)
        guard try dropHalfMoved(&files, board.duplicates) else { return board }
        return Board(settings: files.settings, tasks: files.tasks, times: times)
    }

    /// Reads only the tasks that some references name, if these are paths or whole IDs;
    /// returns nil if only the whole board can resolve them.
    ///
    /// - Parameter settings: The settings to read by; nil: those of `pmd.yml`.
    package func board(
        of references: [TaskReference], settings: BoardSettings? = nil
    ) throws -> Board? {
        guard let part = BoardPart(references) else { return nil }
        try finishPending()
        let settings = try settings ?? BoardReader.settings(root: Folder(location.root))
        return try PartialBoard(part, of: location, by: settings)?.board
    }

    /// Writes the files that a killed process left out. Where another process is at work, or
    /// nothing can be written, the files are read as they are.
    private func finishPending() throws {
        guard Journal.isPending(in: location.localState) else { return }
        do {
            try BoardRepository.writing(location, clock: clock, waiting: 0.3) {
                try $0.recover(try usableSettings())
            }
        } catch {
            let passes: [ExitCode] = [.tryLater, .notAllowed, .inputOutput]
            guard passes.contains(BoardError(error).exit) else { throw error }
        }
    }

    /// Returns files with a task's name that were not read as one.
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

    /// Waits for the work that a reading left to be done beside it.
    package nonisolated func finishReading() { cacheWriting.withLock { $0 = nil } }

    /// Removes the old files of half-done moves. Only boards with one coded name in several
    /// folders open the repository. See
    /// ``BoardSettings/oldFilesOfHalfDoneMoves(new:head:isUnchanged:)``.
    ///
    /// - Returns: True if a file was removed.
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
        return !old.isEmpty
    }
}

extension Workspace {
    /// The repository; nil if it belongs to another user, whose board can still be read.
    private func repositoryForReading() throws -> Repository? {
        do { return try location.openRepository() } catch
            where error.kind == .notAllowed
        {
            return nil
        }
    }

    /// Carries out a plan: one commit, one entry of the history.
    ///
    /// - Parameters:
    ///   - part: The part of the board that the plan needs; nil: all of it.
    ///   - caller: Who asks, and on which condition.
    ///   - intent: Makes the plan from the board; called again if another process saved
    ///     one of its files meanwhile.
    /// - Throws: The errors of the intent, ``BoardError``, ``GitError``.
    @discardableResult
    package func perform(
        on part: BoardPart? = nil, by caller: Caller = .user,
        wording: Wording = .tasks,
        _ intent: @Sendable (Board) throws -> Plan
    ) throws -> Outcome {
        let seen = snapshot
        var known = seen
        var isAsSeen = false
        let outcome = try writing(
            by: settingsAsWritten, contended: .taskOrBranch
        ) { repository, settings -> Outcome? in
            // A change of a file that the snapshot does not know yet refuses the plan, which is
            // then made from the files.
            defer { known = nil }
            let before: Board
            let plan: Plan
            (before, plan, isAsSeen) = try self.plan(on: part, by: settings, known?.board) {
                board in
                try caller.check(board)
                return try intent(board)
            }
            if plan.isEmpty {
                return Outcome(
                    before: before, plan: plan, commit: nil, readAgain: nil, wording: wording)
            }
            // Those files are read again, and the plan is made anew.
            if try repository.commitEdits(before: plan, before, settings) { return nil }
            let (commit, isWhole) = try repository.carryOut(plan, before, by: caller.author)
            return Outcome(
                before: before, plan: plan, commit: commit.hex,
                readAgain: board(after: plan, in: repository, by: settings, isWhole: isWhole),
                wording: wording)
        }
        guard outcome.commit != nil else { return outcome }
        if outcome.readAgain != nil {
            lookAfterAction()
        } else {
            lookAfterAction(outcome.plan, plannedOn: isAsSeen ? seen : nil)
        }
        guard let now = snapshot, now.generation != seen?.generation, !isBoardGone else {
            return outcome
        }
        // The board was just made, so the outcome need not make it again.
        return outcome.leaving(now.board)
    }

    /// A plan, and the board or the part of it that it was made from.
    ///
    /// - Parameter known: The board as it was seen last, if it is watched.
    /// - Returns: `isAsSeen` is true if the plan was made from that board.
    private func plan(
        on part: BoardPart?, by settings: BoardSettings, _ known: Board?,
        _ intent: (Board) throws -> Plan
    ) throws -> (Board, Plan, isAsSeen: Bool) {
        if let known, known.settings == settings {
            do {
                let plan = try intent(known)
                if !plan.isEmpty { return (known, plan, true) }
            } catch {
                // The files decide: one may be newer than what was seen.
            }
        }
        if let some = try part.flatMap({ try PartialBoard($0, of: location, by: settings) }) {
            let plan = try intent(some.board)
            if !some.mayCollide(plan) { return (some.board, plan, false) }
        }
        let board = try board()
        return (board, try intent(board), false)
    }

    /// Returns the board after a plan, if it must be read for that. A failure from here on
    /// does not fail the command: the next one finishes the work.
    private func board(
        after plan: Plan, in repository: BoardRepository, by settings: BoardSettings, isWhole: Bool
    ) -> Board? {
        do {
            if !isWhole { try repository.recover(settings) }
            return isWhole && !plan.changesSettings ? nil : try board()
        } catch {
            return nil
        }
    }
}

extension BoardRepository {
    /// Does what every command that writes does first.
    ///
    /// - Returns: The conflicts that healing a merge kept.
    @discardableResult
    func prepare(_ settings: BoardSettings) throws -> [NewConflict] {
        _ = try branch()
        try recover(settings)
        try restoreActions()
        try recordDropped()
        try restoreAfterReset(settings)
        try mergeEditsOfReplacedFiles(settings)
        let kept = try heal(settings)
        try actOnCompletions(settings)
        return kept
    }

    /// Commits the uncommitted edits of the tasks of a plan.
    ///
    /// - Returns: True if the plan must be made again, because files changed.
    func commitEdits(
        before plan: Plan, _ board: Board, _ settings: BoardSettings
    ) throws -> Bool {
        var paths = plan.changes.flatMap { [$0.before, $0.after].compactMap { $0 } }
        let ids = Set(paths.map { TaskID(fileName: $0.fileName) })
        paths += board.tasks.filter { ids.contains($0.id) }.map(\.path)
        let all = try Set(paths).union(headPaths(of: ids, at: paths, settings)).map(repositoryPath)
        return try commitFinishedEdits(at: all, settings).changedFiles
    }

    /// Commits the uncommitted edits at some paths, and waits for those that an editor is
    /// still writing.
    func commitFinishedEdits(
        at paths: [[UInt8]], _ settings: BoardSettings
    ) throws -> UncommittedEditReport {
        let deadline = monotonicSeconds() + 5
        var earlier = UncommittedEditReport()
        while true {
            var report = try commitEdits(at: paths, settings)
            report.commits = earlier.commits + report.commits
            report.changedFiles = earlier.changedFiles || report.changedFiles
            if report.waiting.isEmpty || monotonicSeconds() > deadline { return report }
            earlier = report
            pause(milliseconds: 50)
        }
    }

    /// Returns the paths in HEAD of those tasks that are at none of some paths: the user may
    /// have moved one with git or in the working tree.
    func headPaths(
        of ids: Set<TaskID>, at paths: [BoardPath], _ settings: BoardSettings
    ) throws -> [BoardPath] {
        let (_, head) = try branch()
        guard let tree = try tree(of: head) else { return [] }
        var ids = ids
        for path in paths where try git.entry(inTree: tree, path: repositoryPath(path)) != nil {
            ids.remove(TaskID(fileName: path.fileName))
        }
        if ids.isEmpty { return [] }
        let found = try git.paths(inTree: tree, below: Array(location.prefix.dropLast())) { name in
            ids.count > 100
                ? ids.contains(TaskID(fileName: Array(name)))
                : ids.contains { $0.mayBeNamed(name) }
        }
        return found.compactMap(boardPath).filter {
            settings.isTaskPath($0) && ids.contains(TaskID(fileName: $0.fileName))
        }
    }

    /// Writes a plan's objects, moves the branch, and puts the files in place.
    ///
    /// - Returns: The commit; true if the files are as the plan says: no other process saved while
    ///   they were written, and no repeating task was finished.
    /// - Throws: ``Raced`` if a file differs from what the plan saw.
    func carryOut(
        _ plan: Plan, _ board: Board, by author: Identity?
    ) throws -> (ObjectID, isWhole: Bool) {
        // The next tasks are made while the new objects are in memory.
        let (commit, move) = try git.gathering {
            let move = try written(plan, on: board, by: author)
            return (move.new, try withSuccessions(move))
        }
        return (commit, try advance(move).isEmpty && move.new == commit)
    }

    /// Stores the objects of a plan, and returns the change that it asks for.
    private func written(
        _ plan: Plan, on board: Board, by author: Identity?
    ) throws -> Advance {
        let (_, head) = try branch()
        let headTree = try tree(of: head)
        var writes: [FileWrite] = []
        var entries: [[UInt8]: TreeEntry?] = [:]
        for change in plan.changes {
            if let before = change.before, before != change.after {
                let path = repositoryPath(before)
                writes.append(
                    try FileWrite(
                        path: path, expected: expected(before, board).map(FileContent.bytes),
                        result: nil))
                if entries[path] == nil { entries[path] = .some(nil) }
            }
            guard let after = change.after, let bytes = change.bytes else { continue }
            let path = repositoryPath(after)
            let current = change.before == after ? try expected(after, board) : nil
            writes.append(
                try FileWrite(
                    path: path, expected: current.map(FileContent.bytes), result: .bytes(bytes)))
            let mode = try headTree.flatMap { try git.entry(inTree: $0, path: path) }.fileMode
            entries[path] = TreeEntry(
                mode: mode ?? TreeEntry.regularMode, id: try git.writeBlob(bytes))
        }
        let commit = try writeUserCommit(
            changes: entries, parent: head, message: plan.message, by: author)
        return Advance(
            old: head, new: commit, writes: writes.filter { !$0.isNothing }, index: entries,
            mark: .command(plan.subject),
            actions: [.did(commit, at: clock.coarseNanoseconds)])
    }

    /// Returns what the plan saw at a path: a task's bytes as they were read; of any other
    /// file its current content.
    private func expected(_ path: BoardPath, _ board: Board) throws -> [UInt8]? {
        try board[path]?.document.bytes ?? state(of: repositoryPath(path)).bytes
    }
}

extension Workspace {
    /// Returns a command to suggest to the user, each word as a shell reads it back.
    package static func suggestedCommand(_ words: String...) -> String {
        Git.suggestedCommand(words)
    }
}
