import Git
import MarkdownDocument
import Synchronization
package import TaskBoard

/// One board, and every effect on its files and its repository.
///
/// Reading never opens the repository. Writing takes the board's lock, finishes
/// what a killed process left, commits hand edits to the same tasks as their own
/// commit, and then makes one commit of its own.
package actor Workspace {
    package nonisolated let location: Location
    let clock: Clock
    /// How long to wait for another pmd, in seconds.
    let patience: Double
    /// What was read last. Kept, because a command ends with it, and to take
    /// thousands of tasks apart costs as much as to read them.
    private var lastRead: Board?
    private var lastUnread: [UnreadFile]?
    /// The cache, as it is being written.
    private nonisolated let cacheWriting = Mutex<SideWork?>(nil)

    package init(_ location: Location, clock: Clock = .system, patience: Double = 30) {
        self.location = location
        self.clock = clock
        self.patience = patience
    }
}

/// What a command did.
package struct Performed: Sendable {
    /// The board, or the part of it that the command asked for.
    package let before: Board
    package let plan: Plan
    /// The commit that was made, in hexadecimal digits; nil where nothing changed.
    package let commit: String?
    /// The board as it was read again, where the plan does not tell what it is.
    fileprivate let readAgain: Board?

    /// The board, or that part, as the plan left it.
    package var board: Board { readAgain ?? before.carriedOut(plan) ?? before }

    /// The task of a plan with one change as that left it, made without the board;
    /// nil where only the whole board tells.
    package var onlyTask: TaskItem? {
        guard readAgain == nil, plan.changes.count == 1, let change = plan.changes.first,
            let path = change.after, let bytes = change.bytes, before.settings.isTaskPath(path),
            before.settings.states.contains(before.settings.state(of: path))
        else { return nil }
        let id = TaskID(fileName: path.fileName)
        let namesakes = before.duplicates[id] ?? before[id].map { [$0] } ?? []
        guard namesakes.allSatisfy({ $0.path == path || $0.path == change.before }) else {
            return nil
        }
        return TaskItem(path: path, document: Document(bytes), settings: before.settings)
    }
}

extension Workspace {
    /// The board as its files say it now.
    ///
    /// - Parameters:
    ///   - settings: those to read it by; nil: what `pmd.yml` says.
    ///   - isForShow: Whether it is only shown: then its cache may be written meanwhile,
    ///     until ``finishReading()``.
    /// - Throws: ``SettingsError``, ``BoardError``.
    package func board(
        withTimes: Bool = false, settings: BoardSettings? = nil, isForShow: Bool = false
    ) throws -> Board {
        try finishPending()
        defer { if !isForShow { finishReading() } }
        var files = try read(Folder(location.root), settings)
        let times = withTimes ? try historyTimes() : HistoryTimes()
        var board = Board(settings: files.settings, tasks: files.tasks, times: times)
        if try dropHalfMoved(&files, board.duplicates) {
            board = Board(settings: files.settings, tasks: files.tasks, times: times)
        }
        lastRead = board
        lastUnread = files.unread
        return board
    }

    /// Only the tasks that some references name, where these are paths or whole IDs; nil
    /// where the whole board alone tells what they name.
    ///
    /// - Parameter settings: those to read by; nil: what `pmd.yml` says.
    package func board(
        of references: [String], settings: BoardSettings? = nil
    ) throws -> Board? {
        try finishPending()
        let settings = try settings ?? BoardReader.settings(root: Folder(location.root))
        return try PartialBoard(BoardPart(references), location, settings)?.board
    }

    /// Puts the files in place that a killed process left out. Where somebody is
    /// at work, or nothing can be written, what is there is read.
    private func finishPending() throws {
        guard Journal.isPending(in: location.privateFolder) else { return }
        do {
            try BoardRepository.writing(location, clock: clock, waiting: 0.3) {
                try $0.settle(try usableSettings())
            }
        } catch {
            let passes: [ExitCode] = [.tryLater, .notAllowed, .inputOutput]
            guard passes.contains(BoardError(error).exit) else { throw error }
        }
    }

    /// Files with a task's name that were not read as one when the board was read.
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

    /// Waits for what a reading left to be done beside it.
    package nonisolated func finishReading() { cacheWriting.withLock { $0 = nil } }

    /// One coded name in two folders: where HEAD has one of them, a move is half
    /// done, and the other file is the task. Only then is the repository asked.
    ///
    /// - Returns: whether that was so.
    private func dropHalfMoved(
        _ files: inout BoardFiles, _ duplicates: [TaskID: [TaskItem]]
    ) throws -> Bool {
        let coded = duplicates.filter { $0.key.isCode }.values.joined()
        let doubles = Dictionary(grouping: coded, by: \.path.fileName).filter {
            $0.value.count == 2
        }
        guard !doubles.isEmpty else { return false }
        guard let git = try repositoryForReading(), let head = try git.head().commit else {
            return false
        }
        let tree = try git.commit(head).tree
        let count = files.tasks.count
        for pair in doubles.values {
            let known = try git.entry(inTree: tree, path: location.prefix + pair[0].path.bytes)
            let other = try git.entry(inTree: tree, path: location.prefix + pair[1].path.bytes)
            guard (known == nil) != (other == nil) else { continue }
            let old = known == nil ? pair[1].path : pair[0].path
            files.tasks.removeAll { $0.path == old }
        }
        return files.tasks.count < count
    }
}

extension Workspace {
    /// The repository; nil where it belongs to another user, whose board can still be read.
    private func repositoryForReading() throws -> Repository? {
        do { return try Repository.open(at: location.workTree) } catch
            where error.kind == .notAllowed
        {
            return nil
        }
    }

    /// Carries out a plan: one commit, one entry of the history.
    ///
    /// - Parameters:
    ///   - part: what of the board the plan is made from; nil: all of it.
    ///   - intent: makes the plan from the board; called again where a person saved
    ///     one of its files meanwhile.
    /// - Throws: what the intent throws, ``BoardError``, ``GitError``.
    @discardableResult
    package func perform(
        on part: BoardPart? = nil, _ intent: @Sendable (Board) throws -> Plan
    ) throws -> Performed {
        try writing(by: settingsAsWritten, contended: "a file of this task or the branch") {
            repository, settings in
            let (before, plan) = try plan(part, settings, intent)
            if plan.isEmpty {
                return Performed(before: before, plan: plan, commit: nil, readAgain: nil)
            }
            // Those files are read again, and the plan is made from them.
            if try repository.commitHandEdits(before: plan, before, settings) { return nil }
            let (commit, isWhole) = try repository.carryOut(plan, before)
            return Performed(
                before: before, plan: plan, commit: commit.hex,
                readAgain: boardAfter(plan, repository, settings, isWhole: isWhole))
        }
    }

    /// What is to be done, and the board or the part of it from which that was made.
    private func plan(
        _ part: BoardPart?, _ settings: BoardSettings, _ intent: (Board) throws -> Plan
    ) throws -> (Board, Plan) {
        if let some = try part.flatMap({ try PartialBoard($0, location, settings) }) {
            let plan = try intent(some.board)
            if !some.mayCollide(plan) { return (some.board, plan) }
        }
        let board = try board()
        return (board, try intent(board))
    }

    /// The board that a plan left, where it must be read for that. What fails from
    /// here on is no failure of the command: the next one finishes it.
    private func boardAfter(
        _ plan: Plan, _ repository: BoardRepository, _ settings: BoardSettings, isWhole: Bool
    ) -> Board? {
        do {
            if !isWhole { try repository.settle(settings) }
            return isWhole && !plan.changesSettings ? nil : try board()
        } catch {
            return nil
        }
    }
}

extension Plan {
    fileprivate var changesSettings: Bool {
        let path = BoardPath(Location.settingsName)
        return changes.contains { $0.before == path || $0.after == path }
    }
}

extension Board {
    /// The board after a plan, without reading it again; nil where the plan
    /// changed the settings by which it is read.
    fileprivate func carriedOut(_ plan: Plan) -> Board? {
        guard !plan.changesSettings else { return nil }
        let paths = Set(plan.changes.flatMap { [$0.before, $0.after].compactMap(\.self) })
        let written = plan.changes.compactMap { change -> TaskItem? in
            guard let path = change.after, let bytes = change.bytes, settings.isTaskPath(path)
            else { return nil }
            return TaskItem(path: path, document: Document(bytes), settings: settings)
        }
        // What the board noted on a task (a duplicate, an unknown state) is noted anew.
        let kept = tasks.filter { !paths.contains($0.path) }.map { task in
            task.isDuplicate || !settings.states.contains(task.state)
                ? TaskItem(path: task.path, document: task.document, settings: settings) : task
        }
        return Board(settings: settings, tasks: kept + written)
    }
}

extension BoardRepository {
    /// What every command that writes does first.
    ///
    /// - Returns: what healing a merge kept for somebody to look at.
    @discardableResult
    func prepare(_ settings: BoardSettings) throws -> [KeptValue] {
        _ = try branch()
        try settle(settings)
        try restoreActions()
        try recordDropped()
        try bringInLateSaves(settings)
        return try heal(settings)
    }

    /// Commits the edits by hand to the tasks of a plan.
    ///
    /// - Returns: whether the plan must be made again, because files changed.
    func commitHandEdits(
        before plan: Plan, _ board: Board, _ settings: BoardSettings
    ) throws -> Bool {
        var paths = plan.changes.flatMap { [$0.before, $0.after].compactMap { $0 } }
        let ids = Set(paths.map { TaskID(fileName: $0.fileName) })
        paths += board.tasks.filter { ids.contains($0.id) }.map(\.path)
        let all = try Set(paths).union(headPaths(of: ids, at: paths, settings)).map(repositoryPath)
        return try commitFinishedEdits(at: all, settings).changedFiles
    }

    /// Commits the edits by hand at some paths, and waits for those that an editor
    /// is in the middle of writing.
    func commitFinishedEdits(
        at paths: [[UInt8]], _ settings: BoardSettings
    ) throws -> HandEditReport {
        let deadline = monotonicSeconds() + 5
        var earlier = HandEditReport()
        while true {
            var report = try commitHandEdits(at: paths, settings)
            report.commits = earlier.commits + report.commits
            report.changedFiles = earlier.changedFiles || report.changedFiles
            if report.waiting.isEmpty || monotonicSeconds() > deadline { return report }
            earlier = report
            pause(milliseconds: 50)
        }
    }

    /// Where HEAD has those of some tasks that it has at none of some paths: one may have
    /// been moved by hand.
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
            ids.contains { $0.mayBeNamed(name) }
        }
        return found.compactMap(boardPath).filter {
            settings.isTaskPath($0) && ids.contains(TaskID(fileName: $0.fileName))
        }
    }

    /// Writes a plan's objects, moves the branch, and puts the files in place.
    ///
    /// - Returns: the commit, and whether nobody saved while the files were put
    ///   in place.
    /// - Throws: ``Raced`` where a file is not as the plan saw it.
    func carryOut(_ plan: Plan, _ board: Board) throws -> (ObjectID, isWhole: Bool) {
        let move = try git.gathering { try written(plan, board) }
        return (move.new, try advance(move).isEmpty)
    }

    /// What a plan asks for, with its objects stored.
    private func written(_ plan: Plan, _ board: Board) throws -> Advance {
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
            let standing = change.before == after ? try expected(after, board) : nil
            writes.append(
                try FileWrite(
                    path: path, expected: standing.map(FileContent.bytes), result: .bytes(bytes)))
            let mode = try headTree.flatMap { try git.entry(inTree: $0, path: path) }.fileMode
            entries[path] = TreeEntry(
                mode: mode ?? TreeEntry.regularMode, id: try git.writeBlob(bytes))
        }
        let commit = try writeUserCommit(changes: entries, parent: head, message: plan.message)
        return Advance(
            old: head, new: commit, writes: writes.filter { !$0.isNothing }, index: entries,
            message: "pmd: \(plan.subject)",
            actions: [.did(commit, at: clock.coarseNanoseconds)])
    }

    /// What the plan saw at a path: a task's bytes as they were read; of any other
    /// file what stands there.
    private func expected(_ path: BoardPath, _ board: Board) throws -> [UInt8]? {
        try board[path]?.document.bytes ?? state(of: repositoryPath(path)).bytes
    }
}
