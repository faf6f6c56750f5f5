import Git
import Glibc
package import TaskBoard

extension Workspace {
    /// Commits uncommitted edits, fetches, merges by meaning, and pushes; repeats this if the push
    /// lost a race.
    ///
    /// It never asks, and never leaves anything to repair. The report's `failure` is the part that
    /// could not be done; everything done before is kept. Other actions of the workspace run
    /// meanwhile. They wait for a sync as for any other process, only while it changes the board.
    ///
    /// - Parameter words: Returns the message of a failure, for this clone's record.
    /// - Throws: ``BoardError`` if not even the local part could be done.
    package nonisolated func sync(
        _ transfer: TransferSettings, words: @escaping @Sendable (BoardError) -> Bilingual
    ) async throws -> SyncReport {
        let exchange = try SyncThread(self, on: makeExecutor(), words: words)
        do {
            let report = try await exchange.sync(transfer)
            await lookAfterAction()
            return report
        } catch {
            await lookAfterAction()
            throw error
        }
    }
}

/// One sync of a board, on an executor of its own.
private actor SyncThread {
    private let location: Location
    private let clock: Clock
    private let timeout: Double
    private let words: @Sendable (BoardError) -> Bilingual
    private nonisolated let executor: any SerialExecutor

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    init(
        _ workspace: Workspace, on executor: any SerialExecutor,
        words: @escaping @Sendable (BoardError) -> Bilingual
    ) {
        (location, clock) = (workspace.location, workspace.clock)
        timeout = workspace.timeout
        self.words = words
        self.executor = executor
    }

    func sync(_ transfer: TransferSettings) throws -> SyncReport {
        let git = try location.openRepository()
        let localState = try LocalState(of: location)
        // One sync at a time talks to the remote; other processes may change the board
        // meanwhile.
        let lock = try BoardLock(.syncing, in: localState, waiting: timeout)
        return try BoardRepository.writing(
            location, clock: clock, waiting: timeout, git: git
        ) { repository in
            repository.hasLeftSync = lock.wasLeft
            let report = try report(of: SyncRun(repository: repository, transfer: transfer))
            repository.mayHaveLeftFiles = report.failure?.exit == .inputOutput
            if !repository.mayHaveLeftFiles { lock.markReleased() }
            return report
        }
    }

    private func report(of run: consuming SyncRun) throws -> SyncReport {
        do {
            try run.local()
            try run.remote()
        } catch {
            run.report.failure = BoardError(error)
        }
        run.abandonFetch()
        run.noteInvalidSettings()
        if run.report.failure != nil, !location.hasFolder {
            run.report.failure = .branch(.boardNotCheckedOut(root: location.root))
        }
        // The failure that prevents reading the branch is already recorded.
        if run.report.failure == nil {
            run.report.dropped = try run.repository.newlyDropped()
            run.report.takenBack = try run.repository.takeTakenBack()
            run.report.notes += try run.repository.clockWarning().map { [.clock($0)] } ?? []
        }
        run.report.head = try run.git.head().commit?.hex
        run.report.offline = run.report.failure?.exit == .tryLater
        run.report.failWhereLeftOut()
        if run.report.hasRemote || run.report.failure != nil || !run.report.dropped.isEmpty
            || !run.report.takenBack.isEmpty
        {
            try remember(&run.report, run.repository)
        }
        return run.report
    }

    private func remember(_ report: inout SyncReport, _ repository: BoardRepository) throws {
        let state = SyncState(folder: repository.localState.folder)
        let now = clock.seconds
        let last = try state.note(report.failure, in: words, at: now)
        report.needsReport =
            last.isDue(at: now) || report.conflicts + report.conflictingFiles > 0
            || !report.notWritten.isEmpty
            || !report.dropped.isEmpty || !report.takenBack.isEmpty
        if last.isDue(at: now) { try state.noteReported(at: now) }
    }
}

/// One run of sync, step by step.
struct SyncRun {
    /// The number of lost races after which a push is left to the next run.
    static let attempts = 5

    let repository: BoardRepository
    let transfer: TransferSettings
    var report = SyncReport()
    private(set) var settings = BoardSettings.standard
    let watch = Stopwatch()
    /// The first fetch, which runs during the search for uncommitted edits: it needs neither the
    /// files nor the branch.
    var early: EarlyFetch?
    /// The paths with edits that could not be committed.
    private var leftOut: Set<[UInt8]> = []
    /// The files whose uncommitted edits were in the way of an earlier attempt.
    private var editsInTheWay: [[UInt8]] = []

    init(repository: BoardRepository, transfer: TransferSettings) {
        self.repository = repository
        self.transfer = transfer
        repository.tell = transfer.tell
    }

    var git: Repository { repository.git }

    /// Does the work that needs no network: finishes pending work, commits uncommitted edits.
    mutating func local() throws {
        try repository.refuseOtherBranch()
        settings = try readSettings()
        beginFetch()
        let edits = try commitEdits()
        leftOut = Set(edits.skipped.map(\.path))
        report.leftOut = edits.skipped.map {
            (visible($0.path), $0.reason)
        }
        for path in edits.ignoredTasks {
            report.notes.append(.notSynced(path: visible(path)))
        }
    }

    /// Finishes pending work and commits uncommitted edits.
    @discardableResult
    private mutating func commitEdits() throws -> UncommittedEditReport {
        try persisting { run in
            let kept = try run.repository.prepare(
                run.settings, isSync: true, committing: run.editsInTheWay)
            run.report.conflicts += Set(kept.map(\.task)).count
            run.report.notWritten += try run.repository.removeRefusedEntries(run.settings)
            let edits = try run.repository.commitEdits(run.settings)
            run.report.committed += edits.commits.count
            run.report.conflicts += edits.takenBack.count(where: \.isRecorded)
            return edits
        }
    }

    /// Starts over if another process saved, or committed with git, in between.
    private mutating func persisting<Result>(
        _ body: (inout SyncRun) throws -> Result
    ) throws -> Result {
        var attempt: UInt32 = 1
        while true {
            let before = report
            do {
                return try body(&self)
            } catch let raced as ConcurrentUpdate {
                guard attempt < 10 else { throw raced }
                editsInTheWay += raced.editsInTheWay
                let committed = report.committed
                report = before
                report.committed = committed
                pause(milliseconds: UInt32.random(in: 0...(10 * attempt)))
                attempt += 1
            }
        }
    }

    /// Reads the settings. Wrong settings are one user's mistake: the newest valid ones apply to
    /// every sync.
    private func readSettings() throws -> BoardSettings {
        do {
            return try BoardReader.settings(root: Folder(repository.location.root))
        } catch let error as SettingsError where error.reason != .newerFormat {
            return try History(repository, settings: .standard).newestValidSettings()
        }
    }

    /// Notes invalid settings at the end: the sync may have received or corrected them.
    mutating func noteInvalidSettings() {
        do {
            _ = try BoardReader.settings(root: Folder(repository.location.root))
        } catch let error as SettingsError {
            // A newer format already fails this sync, or the next command.
            guard error.reason != .newerFormat else { return }
            report.notes.append(.invalidSettings(error))
        } catch {
            report.failure = report.failure ?? BoardError(error)
        }
    }

    mutating func remote() throws {
        guard let target = try repository.syncTarget() else {
            report.hasRemote = false
            return
        }
        if early?.target != target {
            abandonFetch()
            try beginExchange(with: target)
        }
        try exchange(with: target)
        try mark.clear()
    }

    private mutating func exchange(with target: SyncTarget) throws {
        var seen: Set<ObjectID?> = []
        for attempt in 1... {
            let theirs = try fetch(target)
            seen.insert(theirs)
            var isFirst = true
            try persisting { run in
                if !isFirst { try run.commitEdits() }
                isFirst = false
                try run.refuseSwitched(target)
                try run.bringTogether(theirs, target)
            }
            guard try !pushToAll(target, theirs) else { return }
            guard attempt < Self.attempts else { throw notMoved(target, isRace: seen.count > 1) }
            pause(milliseconds: UInt32.random(in: 20...(100 * UInt32(attempt))))
        }
    }

    /// Returns the error for a push that did not move the branch. If no other clone moved it, the
    /// remote cannot move it.
    private func notMoved(_ target: SyncTarget, isRace: Bool) -> BoardError {
        .sync(
            isRace
                ? .lostRace(remote: target.remote)
                : .branchNotMoved(target.remoteBranch, remote: target.remote))
    }

    /// Refuses a branch that was switched while the remote was slow.
    func refuseSwitched(_ target: SyncTarget) throws {
        try repository.refuseOtherBranch()
        guard try repository.branch().name == target.branch else {
            throw BoardError.branch(.contended(.branch))
        }
    }

    private mutating func bringTogether(_ theirs: ObjectID?, _ target: SyncTarget) throws {
        guard let theirs else { return }
        let (_, head) = try repository.branch()
        guard let head else { return try takeOver(theirs) }
        if try theirs == head || git.isAncestor(theirs, of: head) { return }
        try refuseForeign(theirs, hiding: head, target)
        let incoming = IncomingCommits(repository: repository, head: head, incoming: theirs)
        try incoming.refuseNewerFormat()
        report.received += try peoplesCommits(from: theirs, hiding: head)
        let healed = try repository.healed(theirs, since: head)
        report.conflicts += Set(healed.newConflicts.map(\.task)).count
        let clean = try repository.withoutRefusedEntries(healed.commit, known: head)
        report.notWritten += try incoming.notes(on: clean.commit) + clean.notes
        do {
            try advance(from: head, to: clean.commit)
        } catch MergeError.unrelated {
            throw try unrelated(target, heads: (head, theirs))
        }
        try noteExamined()
    }

    /// Records that all commits up to HEAD were examined.
    private func noteExamined() throws {
        guard let head = try repository.branch().head else { return }
        for purpose in [Examined.Purpose.merges, .paths] {
            try Examined(purpose, folder: repository.localState.folder).note(head)
        }
    }

    /// Checks out the first commits of a clone that had none.
    private mutating func takeOver(_ theirs: ObjectID) throws {
        let incoming = IncomingCommits(repository: repository, head: nil, incoming: theirs)
        try incoming.refuseNewerFormat()
        report.received += try peoplesCommits(from: theirs, hiding: nil)
        let clean = try repository.withoutRefusedEntries(theirs, known: nil)
        report.notWritten += try incoming.notes(on: clean.commit) + clean.notes
        var (writes, index) = try repository.checkout(from: nil, to: clean.commit)
        for place in writes.indices {
            let path = writes[place].path.bytes
            guard let current = try repository.state(of: path).bytes else {
                writes[place].expected = nil
                continue
            }
            guard
                try writes[place].result.isSame(as: current)
                    || (index[path] ?? nil).map({
                        try repository.isSame(current, as: $0.id, at: path)
                    })
                        == true
            else {
                throw BoardError.branch(.ignoredFileInTheWay(path))
            }
            // A file that exists already is not written again.
            writes[place].result = .bytes(current)
            writes[place].expected = writes[place].result
        }
        writes.removeAll(where: \.isNothing)
        let move = try repository.withSuccessions(
            BranchUpdate(old: nil, new: clean.commit, writes: writes, index: index, mark: .sync))
        try repository.advance(move, recoveringWith: settings)
    }

    private mutating func advance(from head: ObjectID, to theirs: ObjectID) throws {
        let merged = try repository.merge(head, theirs)
        if merged.isMerge { report.merged += try tasksChangedByBoth(head, theirs) }
        report.conflicts += Set(merged.newConflicts.map(\.task)).count
        report.conflictingFiles += merged.conflictingFiles
        var (writes, index) = try repository.checkout(from: head, to: merged.commit)
        try acceptUncommitted(&writes)
        let move = try repository.withSuccessions(
            BranchUpdate(
                old: head, new: merged.commit, writes: writes, index: index, mark: .sync))
        try repository.advance(move, recoveringWith: settings)
        try notePointers(in: writes)
    }

    /// Refuses to overwrite uncommitted content: an edit that was left out, by pmd or by a mark in
    /// the index, an ignored file, or a file in a nested git repository. A file that already has
    /// the remote's content stays.
    private func acceptUncommitted(_ writes: inout [FileWrite]) throws {
        var index = try git.index()
        for place in writes.indices {
            let write = writes[place]
            let path = write.path.bytes
            let isLeftOut =
                try leftOut.contains(path) || repository.isKeptByIndex(path, index.entry(path))
            guard isLeftOut || write.expected == nil,
                let current = try repository.state(of: path).bytes,
                try !write.expected.isSame(as: current)
            else { continue }
            if isLeftOut { throw BoardError.sync(.leftOutChanged(path: visible(path))) }
            let other = try repository.otherRepository(above: path)
            guard try other != nil || git.isIgnored(path) else { continue }
            if try write.result.isSame(as: current) {
                writes[place].expected = .bytes(current)
            } else if let other {
                throw BoardError.branch(.repositoryInTheWay(other))
            } else {
                throw BoardError.branch(.ignoredFileInTheWay(path))
            }
        }
    }

    /// Notes the pointers to large files. This clone's git keeps the files themselves in their
    /// place.
    private mutating func notePointers(in writes: [FileWrite]) throws {
        for write in writes {
            guard case .bytes(let bytes)? = write.result, isLargeFilePointer(bytes),
                try git.filter(of: write.path.bytes) != nil
            else { continue }
            report.notes.append(.pointer(path: visible(write.path.bytes)))
        }
    }

    func peoplesCommits(from head: ObjectID, hiding other: ObjectID?) throws -> Int {
        try git.walk(from: [head], hiding: other.map { [$0] } ?? []).count { id in
            let commit = try git.commit(id)
            let isMerge = GeneratedCommit.isMerge(
                name: commit.author.name, email: commit.author.email, message: commit.message)
            return !isMerge && !commit.isSuccession && !commit.isRecord
        }
    }

    private func tasksChangedByBoth(_ a: ObjectID, _ b: ObjectID) throws -> Int {
        guard let base = try git.mergeBases(a, b).first else { return 0 }
        let changed = try [a, b].map { side in
            let (old, new) = (try git.commit(base).tree, try git.commit(side).tree)
            let paths = try git.diff(old, new, below: []).compactMap {
                repository.boardPath($0.path)
            }
            return Set(paths.filter(settings.isTaskPath).map { TaskID(fileName: $0.fileName) })
        }
        return changed[0].intersection(changed[1]).count
    }

    private func refuseForeign(
        _ commit: ObjectID, hiding other: ObjectID, _ target: SyncTarget
    ) throws {
        guard repository.location.isGuest else { return }
        let count = try IncomingCommits.foreignCommits(repository, from: commit, hiding: other)
        guard count > 0 else { return }
        throw BoardError.branch(.otherFilesIncoming(commits: count))
    }
}
