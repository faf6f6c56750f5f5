import Git
import Glibc
package import MarkdownDocument
package import TaskBoard

extension Workspace {
    /// Returns the cache, if there is one and it belongs to this user.
    private func existingCache(below root: Folder) -> CacheFile {
        guard !location.isGuest else { return CacheFile() }
        do {
            let folder = try LocalState.existing(
                gitDirectory: location.gitDirectory, workTree: location.workTree,
                in: location.environment)
            return folder.map { CacheFile(in: $0.folder, below: root) } ?? CacheFile()
        } catch {
            // The files have the same content; reading them is only slower.
            return CacheFile()
        }
    }

    /// Reads the tasks without checking files that the cache knows by their names.
    private func tasksTrustingCache(_ settings: BoardSettings) throws -> [TaskItem] {
        let root = try Folder(location.root)
        let cache = TaskCache(existingCache(below: root))
        var reader = BoardReader(root: root, settings: settings, cache: cache)
        reader.trustsCache = true
        return try reader.tasks().tasks
    }

    /// Returns the outcome of the last sync, and the numbers of commits that this clone is ahead
    /// of the remote and behind it. The rest of the status is empty.
    package func syncStatus() throws -> CloneStatus {
        let repository = try readingRepository()
        var status = CloneStatus()
        status.lastSync = try SyncState(folder: repository.localState.folder).read()
        try compareWithRemote(repository, head: repository.git.head().commit, into: &status)
        return status
    }

    /// Returns the IDs of the tasks that named a task as their blocker or their parent when the
    /// board was last read; nil if that is not known. Later edits by hand are missing.
    package func tasks(naming id: TaskID) throws -> [TaskID]? {
        let cache = TaskCache(existingCache(below: try Folder(location.root)))
        return cache.count == 0 ? nil : cache.tasks(naming: id)
    }

    /// Reads the board from its files without side effects.
    ///
    /// Unlike ``board(withTimes:settings:isForShow:)``, it does not finish the work of a killed
    /// process, writes no cache, and never opens the repository. Files that the last reading knew
    /// by their names are not checked, so edits by hand since then may be missing.
    ///
    /// - Throws: ``SettingsError``, ``SystemError``.
    package func boardWithoutTrace() throws -> Board {
        let settings = try BoardReader.settings(root: Folder(location.root))
        return Board(settings: settings, tasks: try tasksTrustingCache(settings))
    }

    /// Returns the most recently deleted tasks, newest first, as a board for resolving references.
    /// It has no side effects, and stops at older commits after some time.
    package func deletedBoardWithoutTrace(within time: Duration) throws -> Board {
        let settings = try BoardReader.settings(root: Folder(location.root))
        let history = History(
            try repository(), prefix: location.prefix, settings: settings)
        let end = ContinuousClock.now + time
        let tasks = try history.deletedTasks { ContinuousClock.now < end }
        return Board(settings: settings, tasks: tasks.map(\.task))
    }

    /// Compares the board with HEAD and with the last known state of the remote. Changes nothing
    /// but pmd's own files in the git directory.
    package func status() throws -> CloneStatus {
        let repository = try readingRepository()
        var status = CloneStatus()
        status.identity = try repository.identity()
        do { _ = try repository.branch() } catch let error as BoardError { status.obstacle = error }
        let settings = try usableSettings()
        let head = try repository.git.head().commit
        if case .branch(let name, _) = try repository.git.head() {
            status.branch = BoardCreation.shortName(name)
        }
        do {
            try scan(repository, head: head, by: settings, into: &status)
        } catch let error as GitError where error.kind == .unsupported {
            status.obstacle = BoardError(error)
        }
        status.lastSync = try SyncState(folder: repository.localState.folder).read()
        try compareWithRemote(repository, head: head, into: &status)
        return status
    }

    private func scan(
        _ repository: BoardRepository, head: ObjectID?, by settings: BoardSettings,
        into status: inout CloneStatus
    ) throws {
        let scan = try WorkTreeScanner.all(
            repository, tree: try repository.tree(of: head), settings: settings)
        status.uncommitted = scan.edits.compactMap { repository.boardPath($0.path) }
        status.notSynced = scan.ignoredTasks.compactMap(repository.boardPath)
        status.leftOut = scan.skipped.map { (String(decoding: $0.path, as: UTF8.self), $0.reason) }
        status.notWritten = try repository.leftOutEntries()
        status.takenBack = try repository.takenBack()
        if status.obstacle == nil { status.dropped = try repository.dropped() }
    }

    private func compareWithRemote(
        _ repository: BoardRepository, head: ObjectID?, into status: inout CloneStatus
    ) throws {
        status.remote = try repository.git.remotes().first
        // The branch to compare is known only if one is checked out.
        guard status.obstacle == nil, let target = try repository.syncTarget() else { return }
        status.remote = target.remote
        guard let head, let theirs = try repository.git.reference(target.tracking) else { return }
        (status.ahead, status.behind) = try repository.git.aheadBehind(head, theirs)
    }

    /// Reads the settings of `pmd.yml`.
    func settingsAsWritten() throws -> BoardSettings {
        try BoardReader.settings(root: Folder(location.root))
    }

    /// Returns the current settings, or the newest valid ones if they are invalid.
    package func usableSettings() throws -> BoardSettings {
        do {
            return try settingsAsWritten()
        } catch let error as SettingsError where error.reason != .newerFormat {
            return try history(by: .standard).newestValidSettings()
        }
    }

    /// Returns the fields of pmd and of the board, for reading typed words.
    package func fields() throws -> FieldTable { try usableSettings().fields }

    /// Returns the error in `pmd.yml`; nil if it is valid.
    package func settingsError() throws -> SettingsError? {
        do {
            _ = try settingsAsWritten()
            return nil
        } catch let error as SettingsError {
            return error
        }
    }

    /// Reads the history of the board with the usable settings.
    func history() throws -> History { try history(by: usableSettings()) }

    func history(by settings: BoardSettings) throws -> History {
        History(try repository(), of: location, settings: settings)
    }

    /// Returns the entries of the log, newest first.
    package func log(_ filter: LogFilter) throws -> [LogEntry] {
        var entries: [LogEntry] = []
        try history().log(filter) {
            entries.append($0)
            return true
        }
        return entries
    }

    /// Returns the newest entries of each of some tasks, newest first.
    ///
    /// - Parameters:
    ///   - until: The time of the newest entry, in seconds since 1970; nil for all.
    ///   - limit: The maximum number of entries of one task.
    package func logs(
        of ids: Set<TaskID>, until: Int64? = nil, limit: Int = .max
    ) throws -> [TaskID: [LogEntry]] {
        try history().logs(of: ids, until: until, limit: limit)
    }

    /// Visits each entry as soon as it is found, until `visit` returns false.
    package func log(
        _ filter: LogFilter, _ visit: @Sendable (LogEntry) throws -> Bool
    ) throws {
        try history().log(filter, visit)
    }

    /// Returns the deleted tasks, newest deletion first.
    package func deletedTasks() throws -> [DeletedTask] {
        try history().deletedTasks()
    }

    /// Returns the last bytes of a deleted file; nil if there was none.
    package func deletedFile(_ path: BoardPath) throws -> [UInt8]? {
        try history().deletedFile(path)
    }

    /// Returns the board as it was at a moment in seconds since 1970.
    ///
    /// - Throws: ``BoardError`` `nothing-then` (65) before the first commit.
    package func board(at time: Int64) throws -> Board {
        let history = try history()
        if let board = try history.board(at: time, knownTasks()) { return board }
        throw BoardError.history(.beforeFirstCommit)
    }

    /// Returns the tasks of the last reading, which a reader of the history need not parse again.
    private func knownTasks() throws -> KnownTasks {
        KnownTasks(in: try LocalState(of: location), below: try Folder(location.root))
    }

    /// Returns the board after a commit of its history, and the time of that commit in seconds
    /// since 1970.
    ///
    /// - Parameter digits: The first digits of the commit.
    /// - Throws: ``BoardError`` `not-in-log` (65) for another commit.
    package func board(ofCommit digits: String) throws -> (board: Board, time: Int64) {
        let history = try history()
        guard let head = try history.head,
            let id = try history.git.commit(beginningWith: digits),
            try history.git.isAncestor(id, of: head)
        else { throw BoardError.history(.notInLog(digits)) }
        let commit = try history.git.commit(id)
        return (try history.board(of: commit, knownTasks()), commit.author.time)
    }

    /// Returns true if a commit is HEAD or one of its ancestors.
    ///
    /// - Parameter digits: All digits of the commit.
    package func isInHistory(commit digits: String) throws -> Bool {
        let git = try repository()
        guard digits.utf8.count >= 40, let head = try git.head().commit,
            let id = try git.commit(beginningWith: digits)
        else { return false }
        return try git.isAncestor(id, of: head)
    }

    /// Returns the times of the last committed change of each task, and of its finish.
    ///
    /// - Parameter tasks: The tasks whose files may state when they were finished.
    package func historyTimes(
        of tasks: some Sequence<TaskItem> = EmptyCollection()
    ) throws -> HistoryTimes {
        let history = try history()
        let folder = try LocalState(of: location)
        let head = try history.git.head()
        let known = try TimesCache(folder: folder.folder, history: history)
            .times(at: head.commit, since: watching?.times)
        watching?.head = head
        watching?.times = known
        return known.times.stated(by: tasks, now)
    }

    /// Returns the same times at a moment in seconds since 1970.
    package func historyTimes(at time: Int64) throws -> HistoryTimes {
        let history = try history()
        guard let commit = try history.commit(at: time) else { return HistoryTimes() }
        let folder = try LocalState(of: location).folder
        return try TimesCache(folder: folder, history: history).times(at: commit.id)
    }

    /// Returns the bytes of a file on the board; nil if there is none.
    package func file(_ path: BoardPath) throws -> [UInt8]? {
        let (parent, name) = splitPath(path.bytes)
        return try Folder(location.root).existingFolder(parent)?.read(name).bytes
    }

    /// Reads the current `pmd.yml`.
    package func settingsDocument() throws -> Document {
        Document(try file(Board.settingsPath) ?? [], kind: .yaml)
    }

    /// Returns the name of this user on the board: `pmd.me`, else the local part of `user.email`.
    package func me() throws -> Text {
        let git = try repository()
        if let name = try git.configuration.string("pmd.me") { return Text(name) }
        let email = try Identity(of: git).email
        return Text(String(email.prefix { $0 != "@" }))
    }

    /// Returns the view that this clone applies to its user's output, from `pmd.view` in git's
    /// configuration.
    package func localView() throws -> String? {
        try repository().configuration.string("pmd.view")
    }

    /// Sets the view that this clone applies, or none.
    ///
    /// - Throws: ``BoardError`` (64) for a view that the board does not have.
    package func setLocalView(_ name: Text?) throws {
        let views = try usableSettings().allViews.map(\.name)
        if let name, !views.contains(name) {
            throw ActionError(.unknownView(name, known: views))
        }
        try repository().configuration.set("pmd.view", name?.string)
    }

    /// Returns the user's date style, `pmd.dates` in git's configuration; nil if it is not set.
    package func dateStyle() throws -> String? {
        try repository().configuration.string("pmd.dates")
    }

    /// Returns every file below a folder of the board, tasks or not.
    package func files(below folder: Text) throws -> [BoardPath] {
        guard let opened = try Folder(location.root).existingFolder(folder.utf8) else { return [] }
        return try opened.filesBelow().map { BoardPath(folder.utf8).appending($0) }
    }

    /// Returns the version of a task's file that an editor would open now; nil if no commit has
    /// it.
    package nonisolated func versionToOpen(at path: BoardPath) throws -> OpenedVersion? {
        let git = try location.openRepository()
        let (parent, name) = splitPath(location.prefix + path.bytes)
        guard let commit = try git.head().commit,
            let bytes = try Folder(location.workTree).existingFolder(parent)?.read(name).bytes,
            let entry = try git.entry(
                inTree: git.commit(commit).tree, path: location.prefix + path.bytes),
            try ObjectID.ofBlob(bytes) == entry.id
        else { return nil }
        return OpenedVersion(commit: commit)
    }

    /// Returns the bytes of a file of the board; nil if there is none.
    package nonisolated func contents(of path: BoardPath) throws -> [UInt8]? {
        let (parent, name) = splitPath(location.prefix + path.bytes)
        return try Folder(location.workTree).existingFolder(parent)?.read(name).bytes
    }

    /// Writes a file of the board as it was before an editor changed it.
    ///
    /// - Returns: The version that it replaces, for ``commitEdits(of:openedAs:)``.
    package func discardEdit(
        of path: BoardPath, for original: [UInt8]
    ) throws -> OpenedVersion? {
        reopenRepository()
        return try writing(by: usableSettings, contended: .tasksOrBranch) {
            repository, _ -> OpenedVersion?? in
            // A board that is open may have committed the edit already.
            let edited = try versionToOpen(at: path)
            try FileSwap(root: repository.root, localState: repository.localState)
                .overwrite(repository.repositoryPath(path), with: original)
            return .some(edited)
        }
    }

    /// Commits the uncommitted edits of these tasks, after an editor was open.
    ///
    /// - Parameter opened: The version that the editor opened, if pmd opened it: changes made
    ///   meanwhile are merged with it.
    /// - Returns: The change of each task that changed.
    @discardableResult
    package func commitEdits(
        of ids: Set<TaskID>, openedAs opened: OpenedVersion? = nil
    ) throws -> [TaskChange] {
        if opened != nil { reopenRepository() }
        let before = try repository().head().commit
        let settings = try writing(
            by: usableSettings, contended: .tasksOrBranch
        ) { repository, settings in
            let current = try board(settings: settings).tasks.filter { ids.contains($0.id) }
                .map(\.path)
            let paths = try Set(current).union(
                repository.headPaths(of: ids, at: current, settings))
            repository.opened = opened?.commit
            _ = try repository.commitFinishedEdits(
                at: paths.map(repository.repositoryPath), settings)
            return settings
        }
        lookAfterAction()
        let history = try history(by: settings)
        guard let head = try history.head, head != before else { return [] }
        let steps = try history.steps(from: before, to: try history.git.commit(head))
        return try steps.filter { ids.contains($0.id) }.compactMap {
            TaskChange(from: try history.item($0.old), to: try history.item($0.new))
        }
    }
}

extension Workspace {
    /// Returns the paths of some tasks that are not synced, because git ignores them.
    package func ignoredPaths(of ids: Set<TaskID>) throws -> [BoardPath] {
        let git = try repository()
        let tree = try git.head().commit.map { try git.commit($0).tree }
        return try board().tasks.filter { ids.contains($0.id) }.map(\.path)
            .filter { try git.isLocal(location.prefix + $0.bytes, tree) }
    }

    /// Reads the board with usable settings: if `pmd.yml` is invalid, the newest valid ones in the
    /// history.
    package func readableBoard() throws -> Board {
        do {
            return try board()
        } catch let error as SettingsError where error.reason != .newerFormat {
            return try board(settings: usableSettings())
        }
    }

    /// Does the same, but reads only the referenced tasks if all references are paths or whole
    /// IDs.
    package func readableBoard(of references: [TaskReference]) throws -> Board {
        guard let part = try board(of: references, settings: usableSettings())
        else { return try readableBoard() }
        return part
    }

    /// Returns the regular files below a folder of the board that are not tasks.
    ///
    /// - Throws: ``BoardError`` if one cannot be read.
    func otherFiles(below state: Text) throws -> [(path: BoardPath, bytes: [UInt8])] {
        let settings = try usableSettings()
        var files: [(path: BoardPath, bytes: [UInt8])] = []
        var folders = [BoardPath(state.utf8)]
        while let path = folders.popLast() {
            guard let folder = try Folder(location.root).existingFolder(path.bytes) else {
                continue
            }
            for name in try folder.names().sorted(by: { $0.lexicographicallyPrecedes($1) }) {
                let child = path.appending(name)
                guard !settings.isTaskPath(child) else { continue }
                if case .file(let bytes, _) = try folder.read(name) {
                    files.append((child, bytes))
                } else if try folder.existingFolder(name) != nil {
                    folders.append(child)
                }
            }
        }
        return files
    }
}

extension BoardRepository {
    /// Returns the entries of HEAD that are in the index but not in the working tree, because they
    /// cannot be files, with the authors of the commits that added them.
    ///
    /// - Parameter limit: The maximum number to look up in the history.
    func leftOutEntries(limit: Int = 50) throws -> [LeftOutEntry] {
        guard let head = try git.head().commit else { return [] }
        var reasons: [[UInt8]: Bilingual] = [:]
        let tree = try git.commit(head).tree
        for (path, _) in try git.index().leftOut where location.boardPath(path) != nil {
            // The index has no odd modes. A sparse checkout by the user leaves out files that
            // could be written.
            guard let entry = try git.entry(inTree: tree, path: path),
                case .leftOut(let problem) = try git.disposition(of: path, entry)
            else { continue }
            reasons[path] = problem.words
            if reasons.count == limit { break }
        }
        let commits = try lastCommits(changing: Array(reasons.keys), in: head)
        return reasons.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map { path, reason in
            LeftOutEntry(
                path: Text(path), reason: reason,
                author: commits[path].map { plainWords($0.author.name) } ?? "unknown",
                commit: commits[path]?.id.hex ?? head.hex)
        }
    }

    /// Returns the newest commit that changed each path.
    private func lastCommits(
        changing paths: [[UInt8]], in head: ObjectID
    ) throws -> [[UInt8]: Commit] {
        var found: [[UInt8]: Commit] = [:]
        guard !paths.isEmpty else { return found }
        try git.walk(from: [head], touching: paths) { commit throws(GitError) in
            for path in paths where found[path] == nil {
                let entry = try git.entry(inTree: commit.tree, path: path)
                var isChange = entry != nil
                for parent in commit.parents where isChange {
                    isChange = try git.entry(inTree: git.commit(parent).tree, path: path) != entry
                }
                if isChange { found[path] = commit }
            }
            return found.count < paths.count
        }
        return found
    }
}

/// The version of a task that an editor opened.
package struct OpenedVersion: Sendable {
    /// The commit that has it.
    let commit: ObjectID
}

extension Workspace {
    /// Returns the files below `conflicts/` that are not the text of a task's conflict, sorted:
    /// versions of other files that lost a merge, and saves that arrived while pmd was writing.
    ///
    /// - Parameter tasks: The tasks of the board, whose own conflicts list their files.
    package func conflictFiles(besides tasks: [TaskItem]) throws -> [Finding] {
        let own = Set(
            tasks.flatMap(\.openConflicts).filter { $0.key == ".file" }.compactMap {
                $0.value.utf8.split(separator: UInt8(ascii: "/")).last.map(Array.init)
            })
        let folder = BoardSettings.conflictsFolder
        let files = try Folder(location.root).existingFolder(folder.bytes)?.filesBelow() ?? []
        return try files.filter { $0.first != UInt8(ascii: ".") && !own.contains($0) }
            .map { folder.appending($0) }.sorted().map { path in
                let settings = try settingsThatDiffer(in: path)
                return Finding(.conflictFile(settings: settings), at: path, id: nil)
            }
    }

    /// Returns the settings with other values in a version of `pmd.yml` below `conflicts/`; none
    /// for another file.
    private func settingsThatDiffer(in path: BoardPath) throws -> [Text] {
        guard path.fileName.starts(with: "pmd-".utf8), let bytes = try file(path),
            path == ConflictFileName.path(ofOther: Board.settingsPath, contentHash(bytes))
        else { return [] }
        let (current, lost) = (try settingsDocument(), Document(bytes, kind: .yaml))
        guard current.malformation == nil, lost.malformation == nil,
            let change = SettingsChange(from: current, to: lost)
        else { return [] }
        return change.changes.map(\.key).filter { $0 != "formatting" }
    }
}
