import Clinux
import Git
import Glibc
import MarkdownDocument
import Synchronization
package import TaskBoard

/// The published state of a workspace.
struct Published: Sendable {
    var snapshot: BoardSnapshot?
    /// The changes up to the snapshot, at most ``mostRecent``.
    var recent: [BoardChange] = []
    var receivers: [Int: AsyncStream<BoardChange>.Continuation] = [:]
    var nextReceiver = 0

    private static let mostRecent = 64

    /// Replaces the snapshot.
    ///
    /// - Returns: The subscribers to signal.
    mutating func publish(
        _ new: BoardSnapshot, _ change: BoardChange
    ) -> [AsyncStream<BoardChange>.Continuation] {
        snapshot = new
        recent = (recent + [change]).suffix(Self.mostRecent)
        return Array(receivers.values)
    }
}

/// The state with which a workspace detects changes.
struct WatchState {
    let watch: FolderWatch
    /// The stat data of all files; nil before the first full check.
    var statData: BoardStatData?
    /// The tasks of half-done moves. A commit may turn each of them into two files with one ID,
    /// without any file event.
    var halfMoved: Set<TaskID> = []
    /// HEAD when history was last read.
    var head: Head?
    /// The times of the history when it was last read.
    var times: TimesCache.Known?
    /// True if an update failed: the files of its notice must still be read.
    var isBehind = false
}

extension Workspace {
    /// The newest snapshot; nil before ``watch()``. Reading it never blocks.
    package nonisolated var snapshot: BoardSnapshot? { published.withLock { $0.snapshot } }

    /// True while the folder of a watched board is gone.
    package nonisolated var isBoardGone: Bool { snapshot?.isGone == true }

    /// Returns the newest snapshot, and the changes since an earlier one; nil if that is the
    /// newest. Changes that are no longer kept count as one change of everything.
    package nonisolated func news(
        since generation: Int
    ) -> (snapshot: BoardSnapshot, changes: [BoardChange])? {
        published.withLock { published in
            guard let snapshot = published.snapshot, snapshot.generation != generation else {
                return nil
            }
            let changes = published.recent.filter { $0.generation > generation }
            if changes.count == snapshot.generation - generation { return (snapshot, changes) }
            let whole = BoardChange(
                generation: snapshot.generation, tasks: Set(snapshot.board.tasks.map(\.id)),
                changedSettings: true, changedHistory: true)
            return (snapshot, [whole])
        }
    }

    /// The changes from now on, made by this workspace, an editor, git or another pmd. Call
    /// ``watch()`` first.
    ///
    /// A slow subscriber gets the newest 64 changes; ``news(since:)`` has what it missed.
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

    /// Reads the board, and keeps its snapshot current from then on.
    ///
    /// - Throws: ``SystemError`` if the board cannot be read, ``BoardError``.
    package func watch() throws {
        guard watching == nil else { return }
        let watch = FolderWatch { [weak self] notice in
            Task { [weak self] in await self?.lookAgain(after: notice) }
        }
        watching = WatchState(watch: watch)
        try lookAtAll(changedHistory: true)
        Task {
            // By then, the first screen has been drawn, and the memory for that is free.
            try await Task.sleep(for: .seconds(1))
            pmd_allocate_sparingly()
        }
    }

    /// Updates the snapshot at once after an action of this workspace.
    ///
    /// - Parameter seen: The snapshot that the plan is based on, if any. The new board then
    ///   follows from the plan, and no file is read. Other changes have their own events.
    func lookAfterAction(_ plan: Plan, plannedOn seen: BoardSnapshot?) {
        if let seen, !plan.changesSettings, seen.generation == snapshot?.generation {
            do {
                let known = try readableTimes(of: seen.board.tasks)
                if var board = seen.board.carriedOut(plan, known) {
                    // An import adds tasks with their finish times.
                    let times = known.stated(by: plan.tasks.compactMap { board[$0] }, now)
                    if times != known {
                        board = Board(settings: board.settings, tasks: board.tasks, times: times)
                    }
                    // A plan may also add files that are not tasks.
                    let changed = plan.changes.flatMap { [$0.before, $0.after] }
                        .compactMap(\.self).filter(board.settings.isTaskPath)
                    return try publish(
                        board, times, unread: seen.unread,
                        changed: Set(changed.map { TaskID(fileName: $0.fileName) }),
                        changedSettings: false, changedHistory: true)
                }
            } catch {
                // The update below reports what is wrong.
            }
        }
        let paths = plan.changes.flatMap { [$0.before, $0.after].compactMap(\.self) }
        look(
            after: Notice(
                paths: Set(paths), isSettings: plan.changesSettings, isHistory: true))
    }

    /// Updates the snapshot at once after an action without a plan that lists its changes: an
    /// undo, a sync, or the restoration of dropped commits.
    func lookAfterAction() { look(after: Notice(isAnything: true, isHistory: true)) }

    /// Updates the snapshot at once after a change that was made elsewhere, before its events
    /// arrive.
    package func catchUp() { lookAgain(after: Notice(isAnything: true, isHistory: true)) }

    /// Updates the snapshot after file system events, or after a poll. A poll cannot detect
    /// whether HEAD has moved, and this workspace's own commits cause events too, so HEAD is
    /// compared.
    private func lookAgain(after notice: Notice) {
        if notice.isRemote { noteRemote() }
        var notice = notice
        if notice.isAnything || notice.isHistory { notice.isHistory = hasMoved() }
        look(after: notice)
    }

    private func look(after notice: Notice) {
        guard let isBehind = watching?.isBehind else { return }
        guard missingFolder == nil else { return noteGone() }
        watching?.isBehind = false
        var notice = notice
        if isBehind {
            (notice.isAnything, notice.isHistory) = (true, true)
            watching?.statData = nil
        }
        do {
            if isBoardGone {
                try lookAtAll(changedHistory: true)
                watching?.watch.stopWatchingAbove()
            } else if notice.isAnything || notice.isSettings || snapshot == nil {
                try lookAtAll(changedHistory: notice.isHistory)
            } else {
                try refresh(at: notice.paths, changedHistory: notice.isHistory)
            }
        } catch let error as SettingsError where error.reason == .newerFormat {
            publish(error)
        } catch {
            // A folder may be missing for a moment, for example while git checks out another
            // branch. The next event, or the next poll, tries again, and reads all files.
            watching?.isBehind = true
        }
    }

    /// Returns true if HEAD has changed since history was last read.
    private func hasMoved() -> Bool {
        do { return try repository().head() != watching?.head } catch {
            // Another program may be writing HEAD. The next update compares again.
            return false
        }
    }

    /// Finds the changes by the stat data of all files. The first board is read without it, since
    /// reading checks each file too.
    private func lookAtAll(changedHistory: Bool) throws {
        let root = try Folder(location.root)
        let settings = try usableSettings()
        let earlier = watching?.statData
        let statData = try watchFolders(root, settings, isForFiles: snapshot != nil)
        watching?.statData = snapshot == nil ? nil : statData
        guard let old = snapshot, old.board.settings == settings else {
            return try publishWhole(changedHistory: changedHistory)
        }
        guard let earlier, let statData else {
            return try refreshAll(old, changedHistory: changedHistory)
        }
        // A file that appeared and disappeared since the last full check is in neither of the two.
        let gone = old.board.tasks.filter { statData.files[$0.path] == nil }.map(\.id)
        try refresh(
            statData.changes(since: earlier).union(gone), changedHistory: changedHistory)
    }

    /// Watches every folder that may have tasks, and returns the stat data of their files. A
    /// folder's watch is added before its names are read, so that no file is missed.
    ///
    /// - Parameter isForFiles: False to read no stat data.
    private func watchFolders(
        _ root: Folder, _ settings: BoardSettings, isForFiles: Bool
    ) throws -> BoardStatData? {
        guard let watch = watching?.watch else { return nil }
        watch.watch(location.root, as: .root)
        watch.watch(location.gitDirectory, as: .git)
        watch.watch(location.gitDirectory + "/logs", as: .git)
        watchRemote(watch)
        return try BoardStatData(root, settings, isForFiles: isForFiles) { path in
            watch.watch(location.root + "/" + path.string, as: .tasks(path))
        }
    }

    private func publishWhole(changedHistory: Bool) throws {
        let board = try readableBoard()
        watching?.halfMoved = lastHalfMoved
        let ids = Set(board.tasks.map(\.id)).union(snapshot?.board.tasks.map(\.id) ?? [])
        let changedSettings = snapshot.map { $0.board.settings != board.settings } ?? true
        try publish(
            board, unread: unreadFiles(), changed: ids, changedSettings: changedSettings,
            changedHistory: changedHistory)
    }

    /// Reads the tasks at some paths again. The files of this workspace's own actions are as the
    /// snapshot has them.
    private func refresh(at paths: Set<BoardPath>, changedHistory: Bool) throws {
        guard let old = snapshot else { return try publishWhole(changedHistory: changedHistory) }
        let all = Set(paths.map { TaskID(fileName: $0.fileName) })
        guard paths.count <= Self.manyTasks else {
            return try refresh(all, changedHistory: changedHistory)
        }
        let root = try Folder(location.root)
        var changed: Set<TaskID> = []
        var edits: [FileChange] = []
        var isInPlace = true
        for path in paths {
            switch Self.difference(at: path, in: root, from: old) {
            case .none: continue
            case .contents(let bytes): edits.append(.write(path, bytes))
            // Maybe a second file of a task that another path of the notice edits.
            case .other: isInPlace = false
            }
            changed.insert(TaskID(fileName: path.fileName))
        }
        isInPlace = isInPlace && !edits.isEmpty && edits.count == changed.count
        guard isInPlace, !changedHistory, try publish(edits, on: old) else {
            return try refresh(changed, changedHistory: changedHistory)
        }
    }

    /// Publishes edits of files that stay in their places, without reading other files.
    ///
    /// - Returns: False if the board does not follow from the edits.
    private func publish(_ edits: [FileChange], on old: BoardSnapshot) throws -> Bool {
        let settings = old.board.settings
        let tasks = edits.compactMap { edit -> TaskItem? in
            guard let path = edit.after, let bytes = edit.bytes else { return nil }
            return TaskItem(path: path, document: Document(bytes), settings: settings)
        }
        let times = old.times.stated(by: tasks, now)
        let plan = Plan(changes: edits, subject: "", tasks: tasks.map(\.id))
        guard let board = old.board.carriedOut(plan, times) else { return false }
        try publish(
            board, times, unread: old.unread, changed: Set(tasks.map(\.id)),
            changedSettings: false, changedHistory: false)
        return true
    }

    /// The difference of a file from a snapshot.
    private enum FileDifference {
        case none
        /// A task of the snapshot has these bytes now.
        case contents([UInt8])
        case other
    }

    private static func difference(
        at path: BoardPath, in root: Folder, from old: BoardSnapshot
    ) -> FileDifference {
        guard !old.unread.contains(where: { $0.path == path }) else { return .other }
        let (parent, name) = splitPath(path.bytes)
        do {
            let folder = try root.existingFolder(parent)
            switch (try folder?.read(name, limit: BoardReader.sizeLimit), old.board[path]) {
            case (nil, nil), (.absent, nil): return .none
            case (.file(let bytes, _), let task?):
                return task.bytes.elementsEqual(bytes) ? .none : .contents(bytes)
            default: return .other
            }
        } catch {
            // The full reading reports the reason.
            return .other
        }
    }

    /// Reads only some tasks again.
    private func refresh(_ ids: Set<TaskID>, changedHistory: Bool) throws {
        guard let old = snapshot else { return try publishWhole(changedHistory: changedHistory) }
        let halfMoved = watching?.halfMoved ?? []
        let ids = changedHistory ? ids.union(halfMoved) : ids
        if ids.isEmpty, !changedHistory, try old.settingsError == settingsError() { return }
        // The files of these tasks are read one by one: if there are many, reading all files, of
        // which the cache has most, is faster.
        if ids.count > Self.manyTasks { return try refreshAll(old, changedHistory: changedHistory) }
        let root = try Folder(location.root)
        var reader = BoardReader(root: root, settings: old.board.settings)
        let read = try reader.files(of: ids)
        let kept = old.board.tasks.filter { !ids.contains($0.id) }
        var files = BoardFiles(settings: old.board.settings, tasks: kept + read.tasks)
        files.unread =
            old.unread.filter { !ids.contains(TaskID(fileName: $0.path.fileName)) } + read.unread
        let times =
            changedHistory
            ? try readableTimes(of: files.tasks) : old.times.stated(by: read.tasks, now)
        let board = try self.board(from: &files, times)
        watching?.halfMoved = halfMoved.subtracting(ids).union(files.halfMoved)
        let changed = ids.union(files.halfMoved)
            .filter { !board.hasSameFiles(as: old.board, of: $0) }
        try publish(
            board, times, unread: files.unread, changed: changed, changedSettings: false,
            changedHistory: changedHistory)
    }

    private static let manyTasks = 100

    /// Reads every task again.
    private func refreshAll(_ old: BoardSnapshot, changedHistory: Bool) throws {
        let board = try readableBoard()
        watching?.halfMoved = lastHalfMoved
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
    /// - Parameter times: The times that determine the board's order.
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
        let receivers = published.withLock { $0.publish(snapshot, change) }
        for receiver in receivers { receiver.yield(change) }
    }

    /// Publishes that this pmd can no longer read `pmd.yml`. The last known board stays.
    private func publish(_ error: SettingsError) {
        guard let old = snapshot, old.settingsError != error else { return }
        let snapshot = BoardSnapshot(
            generation: old.generation + 1, board: old.board, times: old.times,
            unread: old.unread, settingsError: error, isGone: old.isGone)
        let change = BoardChange(
            generation: snapshot.generation, tasks: [], changedSettings: true)
        let receivers = published.withLock { $0.publish(snapshot, change) }
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

// The remote of the clone, which is not part of a snapshot.
extension Workspace {
    /// Reports that the remote, its branches or the record of the last sync may have changed.
    private func noteRemote() {
        guard let watch = watching?.watch, let generation = snapshot?.generation else { return }
        watchRemote(watch)
        let change = BoardChange(generation: generation, tasks: [], changedRemote: true)
        let receivers = published.withLock { Array($0.receivers.values) }
        for receiver in receivers { receiver.yield(change) }
    }

    /// Watches git's configuration, the branches of each remote, and the record of the last sync.
    /// Linked working trees share the first two.
    private func watchRemote(_ watch: FolderWatch) {
        do {
            let git = try repository().commonDirectory
            watch.watch(location.localState, as: .localState)
            watch.watch(git, as: .git)
            watch.watch(git + "refs", as: .refs)
            try watchBranches(in: Folder(git + "refs/remotes"), watch, depth: 4)
        } catch {
            // There are no branches of a remote yet, or the status has the reason.
        }
    }

    /// Watches a folder of branches, and those below it: a branch may be named `boards/home`.
    private func watchBranches(in folder: Folder, _ watch: FolderWatch, depth: Int) throws {
        watch.watch(String(decoding: folder.path, as: UTF8.self), as: .refs)
        guard depth > 1 else { return }
        for name in try folder.names() {
            guard let below = try folder.existingFolder(name) else { continue }
            try watchBranches(in: below, watch, depth: depth - 1)
        }
    }
}

// A board whose folder is gone, for example with an unmounted disk.
extension Workspace {
    /// The first missing folder that the board requires; nil if none is missing.
    private var missingFolder: String? {
        [location.root, location.gitDirectory].first { access($0, F_OK) != 0 }
    }

    /// Reports that the board is gone, and waits for its return.
    private func noteGone() {
        watchAbove()
        guard let old = snapshot, !old.isGone else { return }
        let snapshot = BoardSnapshot(
            generation: old.generation + 1, board: old.board, times: old.times,
            unread: old.unread, settingsError: old.settingsError, isGone: true)
        let change = BoardChange(generation: snapshot.generation, tasks: [])
        let receivers = published.withLock { $0.publish(snapshot, change) }
        for receiver in receivers { receiver.yield(change) }
    }

    /// Watches the nearest existing folder. If a nearer one appears meanwhile, that one is
    /// watched.
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
        // The board is already back, before the watch could report it.
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
