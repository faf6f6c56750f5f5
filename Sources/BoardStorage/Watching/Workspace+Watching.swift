import Clinux
import Git
import Glibc
import Synchronization
import TaskBoard

/// The published state of a workspace.
struct Published: Sendable {
    var snapshot: BoardSnapshot?
    var isGone = false
    var receivers: [Int: AsyncStream<BoardChange>.Continuation] = [:]
    var nextReceiver = 0
}

/// The state by which a workspace finds changes.
struct WatchState {
    let watch: FolderWatch
    var statData: BoardStatData
    /// HEAD when history was last read.
    var head: Head?
    /// The times of the history when it was last read.
    var times: TimesCache.Known?
}

extension Workspace {
    /// The newest snapshot; nil before ``watch()``. It never waits for anything.
    package nonisolated var snapshot: BoardSnapshot? { published.withLock { $0.snapshot } }

    /// True while the folder of a watched board is gone.
    package nonisolated var isBoardGone: Bool { published.withLock { $0.isGone } }

    /// The changes from now on, whether by this workspace, by an editor, by git or by another
    /// pmd. Call ``watch()`` first.
    ///
    /// A slow receiver gets the newest 64 changes; see ``BoardChange/generation``.
    package nonisolated var changes: AsyncStream<BoardChange> {
        AsyncStream(bufferingPolicy: .bufferingNewest(64)) { continuation in
            let number = published.withLock { state in
                state.nextReceiver += 1
                state.receivers[state.nextReceiver] = continuation
                return state.nextReceiver
            }
            continuation.onTermination = { [weak self] _ in
                self?.published.withLock { $0.receivers[number] = nil }
            }
        }
    }

    /// Reads the board, and keeps its snapshot current from now on.
    ///
    /// - Throws: ``SystemError`` if the board cannot be read, ``BoardError``.
    package func watch() throws {
        guard watching == nil else { return }
        let watch = FolderWatch { [weak self] notice in
            Task { [weak self] in await self?.lookAgain(after: notice) }
        }
        watching = WatchState(watch: watch, statData: BoardStatData())
        try lookAtAll(changedHistory: true)
        Task {
            // By then the first screen is drawn, and what that needed is free.
            try await Task.sleep(for: .seconds(1))
            pmd_allocate_sparingly()
        }
    }

    /// Brings the snapshot up to date at once after an action of this workspace.
    ///
    /// - Parameter seen: The snapshot that the plan was made from, if any. The new board then
    ///   follows from the plan, and no file is read. Other changes have events of their own.
    func lookAfterAction(_ plan: Plan, plannedOn seen: BoardSnapshot?) {
        if let seen, !plan.changesSettings, seen.generation == snapshot?.generation {
            do {
                let known = try readableTimes(of: seen.board.tasks)
                if var board = seen.board.carriedOut(plan, known) {
                    // An import adds tasks that state when they were finished.
                    let times = known.stated(by: plan.tasks.compactMap { board[$0] }, now)
                    if times != known {
                        board = Board(settings: board.settings, tasks: board.tasks, times: times)
                    }
                    let changed = plan.changes.flatMap { [$0.before, $0.after] }.compactMap(\.self)
                    return try publish(
                        board, times, unread: seen.unread,
                        changed: Set(changed.map { TaskID(fileName: $0.fileName) }),
                        changedSettings: false, changedHistory: true)
                }
            } catch {
                // The look below tells what is wrong.
            }
        }
        let paths = plan.changes.flatMap { [$0.before, $0.after].compactMap(\.self) }
        look(
            after: Notice(
                paths: Set(paths), isSettings: plan.changesSettings, isHistory: true))
    }

    /// Brings the snapshot up to date at once after an action whose changes no plan lists: an
    /// undo, a sync, or the return of dropped commits.
    func lookAfterAction() { look(after: Notice(isAnything: true, isHistory: true)) }

    /// Brings the snapshot up to date at once after a change that was made elsewhere, before its
    /// events arrive.
    package func catchUp() { lookAgain(after: Notice(isAnything: true, isHistory: true)) }

    /// Brings the snapshot up to date after events of the file system, or after a poll. A poll
    /// cannot tell whether HEAD has moved, and this workspace's own commits cause events too, so
    /// HEAD is compared.
    private func lookAgain(after notice: Notice) {
        var notice = notice
        if notice.isAnything || notice.isHistory { notice.isHistory = hasMoved() }
        look(after: notice)
    }

    private func look(after notice: Notice) {
        guard watching != nil else { return }
        guard missingFolder == nil else { return noteGone() }
        do {
            if isBoardGone {
                try lookAtAll(changedHistory: true)
                watching?.watch.stopWatchingAbove()
            } else if notice.isAnything || notice.isSettings || snapshot == nil {
                try lookAtAll(changedHistory: notice.isHistory)
            } else {
                let ids = Set(notice.paths.map { TaskID(fileName: $0.fileName) })
                try refresh(ids, changedHistory: notice.isHistory)
            }
        } catch let error as SettingsError where error.reason == .newerFormat {
            publish(error)
        } catch {
            // A folder may be gone for a moment, such as while git checks out another branch.
            // The next event, or the next poll, tries again.
        }
    }

    /// True if HEAD differs from what it was when history was last read.
    private func hasMoved() -> Bool {
        do { return try repository().head() != watching?.head } catch {
            // Another program may be writing HEAD. The next look compares again.
            return false
        }
    }

    /// Finds what has changed by the stat data of all files.
    private func lookAtAll(changedHistory: Bool) throws {
        let root = try Folder(location.root)
        let settings = try usableSettings()
        let statData = try watchFolders(root, settings)
        let earlier = watching?.statData ?? BoardStatData()
        watching?.statData = statData
        guard let old = snapshot, old.board.settings == settings else {
            return try publishWhole(changedHistory: changedHistory)
        }
        // A file that came and went since the last look at all files is in neither of both.
        let gone = old.board.tasks.filter { statData.files[$0.path] == nil }.map(\.id)
        try refresh(
            statData.changes(since: earlier).union(gone), changedHistory: changedHistory)
    }

    /// Watches every folder in which tasks may be, and returns the stat data of their files.
    /// Files of a folder that was not watched yet are looked at when it is.
    private func watchFolders(_ root: Folder, _ settings: BoardSettings) throws -> BoardStatData {
        guard let watch = watching?.watch else { return BoardStatData() }
        watch.watch(location.root, as: .root)
        watch.watch(location.gitDirectory, as: .git)
        watch.watch(location.gitDirectory + "/logs", as: .git)
        var known: Set<BoardPath> = []
        while true {
            let statData = try BoardStatData(root, settings)
            let new = statData.folders.filter { !known.contains($0) }
            guard !new.isEmpty else { return statData }
            for path in new {
                watch.watch(location.root + "/" + path.string, as: .tasks(path))
                known.insert(path)
            }
        }
    }

    private func publishWhole(changedHistory: Bool) throws {
        let board = try readableBoard()
        let ids = Set(board.tasks.map(\.id)).union(snapshot?.board.tasks.map(\.id) ?? [])
        let changedSettings = snapshot.map { $0.board.settings != board.settings } ?? true
        try publish(
            board, unread: unreadFiles(), changed: ids, changedSettings: changedSettings,
            changedHistory: changedHistory)
    }

    /// Reads only some tasks again.
    private func refresh(_ ids: Set<TaskID>, changedHistory: Bool) throws {
        guard let old = snapshot else { return try publishWhole(changedHistory: changedHistory) }
        if ids.isEmpty, !changedHistory, try old.settingsError == settingsError() { return }
        // Every file name is compared with each ID: many are found sooner by reading all files.
        if ids.count > Self.manyTasks { return try refreshAll(old, changedHistory: changedHistory) }
        let root = try Folder(location.root)
        var reader = BoardReader(root: root, settings: old.board.settings)
        let read = try reader.files(of: Array(ids))
        let kept = old.board.tasks.filter { !ids.contains($0.id) }
        var files = BoardFiles(settings: old.board.settings, tasks: kept + read.tasks)
        files.unread =
            old.unread.filter { !ids.contains(TaskID(fileName: $0.path.fileName)) } + read.unread
        let times =
            changedHistory
            ? try readableTimes(of: files.tasks) : old.times.stated(by: read.tasks, now)
        let board = try self.board(from: &files, times)
        let changed = ids.filter { !board.hasSameFiles(as: old.board, of: $0) }
        try publish(
            board, times, unread: files.unread, changed: changed, changedSettings: false,
            changedHistory: changedHistory)
    }

    private static let manyTasks = 100

    /// Reads every task again.
    private func refreshAll(_ old: BoardSnapshot, changedHistory: Bool) throws {
        let board = try readableBoard()
        let ids = Set(board.tasks.map(\.id)).union(old.board.tasks.map(\.id))
        try publish(
            board, unread: unreadFiles(),
            changed: ids.filter { !board.hasSameFiles(as: old.board, of: $0) },
            changedSettings: board.settings != old.board.settings, changedHistory: changedHistory)
    }

    /// Publishes a board that was made without finish times.
    private func publish(
        _ board: Board, unread: [UnreadFile], changed: Set<TaskID>, changedSettings: Bool,
        changedHistory: Bool
    ) throws {
        let known = changedHistory ? nil : snapshot?.times.stated(by: board.tasks, now)
        let times = try known ?? readableTimes(of: board.tasks)
        let timed = Board(settings: board.settings, tasks: board.tasks, times: times)
        try publish(
            timed, times, unread: unread, changed: changed, changedSettings: changedSettings,
            changedHistory: changedHistory)
    }

    /// Publishes a board if it differs from the one before.
    ///
    /// - Parameter times: Those by which the board is in order.
    private func publish(
        _ board: Board, _ times: HistoryTimes, unread: [UnreadFile], changed: Set<TaskID>,
        changedSettings: Bool, changedHistory: Bool
    ) throws {
        let old = snapshot
        let error = try settingsError()
        if let old, changed.isEmpty, !changedSettings, old.times == times, old.unread == unread,
            old.settingsError == error, !changedHistory
        {
            return
        }
        let generation = (old?.generation ?? 0) + 1
        let snapshot = BoardSnapshot(
            generation: generation, board: board, times: times, unread: unread,
            settingsError: error)
        let change = BoardChange(
            generation: generation, tasks: changed, changedSettings: changedSettings,
            changedHistory: changedHistory)
        let receivers = published.withLock { state in
            state.snapshot = snapshot
            state.isGone = false
            return Array(state.receivers.values)
        }
        for receiver in receivers { receiver.yield(change) }
    }

    /// Publishes that `pmd.yml` has become one that this pmd cannot read: the board that was seen
    /// last stays.
    private func publish(_ error: SettingsError) {
        guard let old = snapshot, old.settingsError != error else { return }
        let snapshot = BoardSnapshot(
            generation: old.generation + 1, board: old.board, times: old.times,
            unread: old.unread, settingsError: error)
        let change = BoardChange(
            generation: snapshot.generation, tasks: [], changedSettings: true,
            changedHistory: false)
        let receivers = published.withLock { state in
            state.snapshot = snapshot
            return Array(state.receivers.values)
        }
        for receiver in receivers { receiver.yield(change) }
    }

    /// Returns the finish times of tasks; none if the repository is another user's.
    private func readableTimes(of tasks: [TaskItem]) throws -> HistoryTimes {
        do { return try historyTimes(of: tasks) } catch let error as BoardError
            where error.exit == .notAllowed || error.exit == .inputOutput
        {
            return HistoryTimes()
        }
    }
}

// A board whose folder is gone, such as on a disk that was removed.
extension Workspace {
    /// The first folder without which there is no board; nil if it is there.
    private var missingFolder: String? {
        [location.root, location.gitDirectory].first { access($0, F_OK) != 0 }
    }

    /// Reports that the board is gone, and waits for its return.
    private func noteGone() {
        watchAbove()
        let (change, receivers) = published.withLock { state -> (BoardChange?, [Receiver]) in
            guard !state.isGone, let old = state.snapshot else { return (nil, []) }
            let generation = old.generation + 1
            state.isGone = true
            state.snapshot = BoardSnapshot(
                generation: generation, board: old.board, times: old.times, unread: old.unread,
                settingsError: old.settingsError)
            let change = BoardChange(
                generation: generation, tasks: [], changedSettings: false, changedHistory: false,
                isGone: true)
            return (change, Array(state.receivers.values))
        }
        if let change { for receiver in receivers { receiver.yield(change) } }
    }

    private typealias Receiver = AsyncStream<BoardChange>.Continuation

    /// Watches the nearest folder that is there. One that comes meanwhile is the nearest one then.
    private func watchAbove() {
        var watched: String?
        while let missing = missingFolder {
            var folder = missing[...]
            repeat {
                folder = folder[..<(folder.lastIndex(of: "/") ?? folder.startIndex)]
            } while !folder.isEmpty && access(String(folder), F_OK) != 0
            let nearest = folder.isEmpty ? "/" : String(folder)
            if nearest == watched { return }
            watching?.watch.watch(nearest, as: .above)
            watched = nearest
        }
        // It is back already, before the watch could tell.
        Task { self.look(after: Notice(isAnything: true, isHistory: true)) }
    }
}

extension Board {
    /// Returns true if the files of a task are the same on another board, byte for byte.
    fileprivate func hasSameFiles(as other: Board, of id: TaskID) -> Bool {
        let (own, others) = (files(of: id), other.files(of: id))
        return own.count == others.count
            && zip(own, others).allSatisfy { $0.path == $1.path && $0.bytes == $1.bytes }
    }

    private func files(of id: TaskID) -> [TaskItem] {
        (duplicates[id] ?? self[id].map { [$0] } ?? []).sorted { $0.path < $1.path }
    }
}
