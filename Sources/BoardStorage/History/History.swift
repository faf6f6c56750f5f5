import Git
import MarkdownDocument
package import TaskBoard

/// A task that used to be on the board.
package struct DeletedTask: Sendable {
    package let task: TaskItem
    /// The time of the deletion in seconds since 1970.
    package let time: Int64
}

/// The history of tasks in the repository.
struct History {
    let git: Repository
    let prefix: [UInt8]
    let settings: BoardSettings
    /// The folder for the indexes of history; nil if nothing can be written.
    let localState: Folder?

    init(_ git: Repository, of location: Location, settings: BoardSettings) {
        (self.git, self.settings) = (git, settings)
        prefix = location.prefix
        do {
            localState = try LocalState(of: location).folder
        } catch {
            localState = nil
        }
    }

    init(_ repository: BoardRepository, settings: BoardSettings) {
        self.init(
            repository.git, prefix: repository.location.prefix, settings: settings,
            localState: repository.localState.folder)
    }

    /// - Parameter localState: The folder for the indexes; nil to read none and write none.
    init(_ git: Repository, prefix: [UInt8], settings: BoardSettings, localState: Folder? = nil) {
        (self.git, self.prefix, self.settings, self.localState) = (
            git, prefix, settings, localState
        )
    }

    var head: ObjectID? {
        get throws { try git.head().commit }
    }

    var folder: [UInt8] { Array(prefix.dropLast()) }

    /// The two versions of one task on either side of a commit.
    struct Step {
        var id: TaskID
        var old: (path: BoardPath, entry: TreeEntry)?
        var new: (path: BoardPath, entry: TreeEntry)?
    }

    /// Returns the tasks that a commit changed relative to one of its parents.
    ///
    /// - Parameter ids: The tasks to report; empty for all.
    func steps(
        from parent: ObjectID?, to commit: Commit, ids: Set<TaskID> = []
    ) throws -> [Step] {
        let old = try parent.map { try git.commit($0).tree }
        var steps: [TaskID: Step] = [:]
        let isWanted = { (name: UnsafeRawBufferPointer) in
            ids.isEmpty || ids.mayInclude(name)
        }
        for change in try git.diff(old, commit.tree, below: folder, where: isWanted) {
            let path = BoardPath(change.path.dropFirst(prefix.count))
            let id = TaskID(fileName: path.fileName)
            guard ids.isEmpty || ids.contains(id), settings.isTaskPath(path) else { continue }
            var step = steps[id] ?? Step(id: id)
            if let entry = change.old { step.old = step.old ?? (path, entry) }
            if let entry = change.new { step.new = (path, entry) }
            steps[id] = step
        }
        return steps.values.sorted { $0.id < $1.id }
    }

    /// Returns the changes of a commit. For a merge these are the changes that none of its
    /// parents had made.
    func steps(of commit: Commit, ids: Set<TaskID> = []) throws -> [Step] {
        let first = try steps(from: commit.parents.first, to: commit, ids: ids)
        guard commit.parents.count > 1 else { return first }
        var others: [Set<TaskID>] = []
        for parent in commit.parents.dropFirst() {
            others.append(Set(try steps(from: parent, to: commit, ids: ids).map(\.id)))
        }
        return first.filter { step in others.allSatisfy { $0.contains(step.id) } }
    }

    func item(_ version: (path: BoardPath, entry: TreeEntry)?) throws -> TaskItem? {
        guard let version, version.entry.isRegularFile else { return nil }
        return TaskItem(
            path: version.path, document: try document(version.entry), settings: settings)
    }

    /// Returns a task's file; if it is too large to read, only its name is known.
    func document(_ entry: TreeEntry) throws -> Document { Document(try contents(entry)) }

    private func contents(_ entry: TreeEntry) throws -> [UInt8] {
        do { return try git.blob(entry.id, limit: BoardReader.sizeLimit) } catch
            where error.kind == .tooLarge
        {
            return []
        }
    }

    /// Visits each commit from HEAD on, newest first, until `visit` returns false.
    func walk(hiding: [ObjectID] = [], _ visit: (Commit) throws -> Bool) throws {
        try walk(hiding: hiding, knowing: [:]) { try visit(git.commit($0)) }
    }

    /// Does the same, but reads no commit.
    ///
    /// - Parameter effects: The effects of commits that are known already.
    private func walk(
        hiding: [ObjectID] = [], knowing effects: [HashID: CommitEffect],
        _ visit: (ObjectID) throws -> Bool
    ) throws {
        guard let head = try head else { return }
        var failure: (any Error)?
        let parents = { (id: ObjectID) in
            effects[id.bytes]?.parents.map { ObjectID(hash: $0) }
        }
        try git.walk(from: [head], hiding: hiding, knowing: parents) { id throws(GitError) in
            do { return try visit(id) } catch {
                failure = error
                return false
            }
        }
        if let failure { throw failure }
    }

    /// Returns the effects of all commits; none if they cannot be kept, since reading the history
    /// for them each time costs more than they save.
    private func knownEffects(upTo head: ObjectID) throws -> [HashID: CommitEffect] {
        try localState == nil ? [:] : EffectFile(history: self).effects(upTo: head)
    }

    /// Does the same, but skips commits that certainly did not touch the tasks.
    func walk(touching ids: Set<TaskID>, _ visit: (Commit) throws -> Bool) throws {
        guard !ids.isEmpty else { return try walk(visit) }
        guard let head = try head else { return }
        let index = try TouchIndex(self, head: head)
        try index.walk(ids) { id, isTouched in try isTouched ? visit(git.commit(id)) : true }
    }
}

extension History {
    /// Returns the tasks that HEAD no longer has, each in its last version.
    ///
    /// - Parameters:
    ///   - includingUndone: False to leave out tasks that were only removed by undoing the commit
    ///     that added them.
    ///   - isWanted: Returns false to stop before older commits.
    func deletedTasks(
        includingUndone: Bool = true, while isWanted: () -> Bool = { true }
    ) throws -> [DeletedTask] {
        guard let head = try head else { return [] }
        let current = try git.boardFiles(ofTree: try git.commit(head).tree, prefix).keys
        var known = Set(
            current.filter(settings.isTaskPath).map { TaskID(fileName: $0.fileName) })
        var deleted: [DeletedTask] = []
        let effects = try knownEffects(upTo: head)
        try walk(knowing: effects) { id in
            guard isWanted() else { return false }
            // Only the commits that removed a task which is still missing are read.
            if let effect = effects[id.bytes], effect.removed.isSubset(of: known) { return true }
            let commit = try git.commit(id)
            if !includingUndone, LogEntry.Origin.isUndo(commit.message) { return true }
            for step in try steps(of: commit) where step.new == nil && !known.contains(step.id) {
                guard let task = try item(step.old) else { continue }
                known.insert(step.id)
                deleted.append(DeletedTask(task: task, time: commit.author.time))
            }
            return true
        }
        return deleted
    }

    /// Returns the last bytes of a file that HEAD no longer has; nil if there was none, or if HEAD
    /// has it.
    func deletedFile(_ path: BoardPath) throws -> [UInt8]? {
        let path = prefix + path.bytes
        guard let head = try head, try git.entry(inTree: git.commit(head).tree, path: path) == nil
        else { return nil }
        guard let found = try git.lastEntry(at: path, under: head)?.entry, found.isRegularFile
        else { return nil }
        return try git.blob(found.id, limit: Repository.fileLimit)
    }

    /// Returns the board as it was at a moment, in seconds since 1970; nil before the first
    /// commit.
    ///
    /// - Parameter known: The tasks that need not be read.
    func board(at time: Int64, _ known: KnownTasks) throws -> Board? {
        try commit(at: time).map { try board(of: $0, known) }
    }

    /// Returns the newest commit at a moment, in seconds since 1970.
    func commit(at time: Int64) throws -> Commit? {
        var found: Commit?
        try walk { commit in
            if commit.author.time <= time { found = commit }
            return found == nil
        }
        return found
    }

    /// Returns the board of a commit.
    func board(of commit: Commit, _ known: KnownTasks) throws -> Board {
        let settings = try settings(in: commit.tree) ?? settings
        let files = try git.boardFiles(ofTree: commit.tree, prefix).filter { path, entry in
            settings.isTaskPath(path) && entry.isRegularFile
        }
        let (tasks, others) = known.tasks(of: files.map { ($0.key, $0.value) }, settings)
        return Board(settings: settings, tasks: tasks + (try parsed(others, settings)))
    }

    /// Reads files one by one, and parses them by two threads.
    private func parsed(
        _ files: [(path: BoardPath, entry: TreeEntry)], _ settings: BoardSettings
    ) throws -> [TaskItem] {
        let bytes = try files.map { try contents($0.entry) }
        return makeByTwoThreads(files.count, block: 16) { index in
            let task = TaskItem(
                path: files[index].path, document: Document(bytes[index]), settings: settings)
            // Decodes the fields that lists use here, where two threads share the work.
            _ = task.record
            return task
        }
    }

    /// Returns the settings in a tree; nil if it has none that can be read.
    func settings(in tree: ObjectID) throws -> BoardSettings? {
        let path = prefix + Board.settingsPath.bytes
        guard let entry = try git.entry(inTree: tree, path: path), entry.isRegularFile,
            try git.blobSize(entry.id) <= Document.sizeLimit
        else { return nil }
        let document = Document(try git.blob(entry.id), kind: .yaml)
        do { return try BoardSettings(document) } catch { return nil }
    }

    /// Returns the newest settings in history that are valid.
    func newestValidSettings() throws -> BoardSettings {
        var found: BoardSettings?
        try walk { commit in
            found = try settings(in: commit.tree)
            return found == nil
        }
        return found ?? .standard
    }
}

extension CommitEffect {
    /// The tasks of which the commit removed a file, compared with its first parent, including
    /// those that it moved.
    fileprivate var removed: Set<TaskID> {
        Set(changes[0].lazy.filter { $0.isOld && !$0.isNew }.map(\.id))
    }
}

extension Commit {
    /// True if a task that is new in the commit was on the board before.
    var isReturn: Bool {
        ["Restore ", "Undo: ", "Redo: "].contains { subject.hasPrefix($0) }
    }

    /// True if the commit is pmd's own merge, which writes no value of its own.
    var isOwnMerge: Bool {
        GeneratedCommit.isMerge(name: author.name, email: author.email, message: message)
    }

    /// True if the commit is pmd's own, and acts on the completion of a repeating task.
    var isSuccession: Bool {
        GeneratedCommit.succession.isOne(name: author.name, email: author.email, message: message)
    }

    /// True if the commit is pmd's own, and keeps values that a save reverted.
    var isRecord: Bool {
        GeneratedCommit.record.isOne(name: author.name, email: author.email, message: message)
    }
}

extension History {
    /// Returns the path of the oldest file among several with the same ID, following moves; nil
    /// if HEAD has none of them.
    func oldest(of paths: [BoardPath], id: TaskID) throws -> BoardPath? {
        guard let head = try git.head().commit else { return nil }
        let tree = try git.commit(head).tree
        var places: [(path: BoardPath, past: [UInt8])] = try paths.compactMap { path in
            let place = prefix + path.bytes
            return try git.entry(inTree: tree, path: place) == nil ? nil : (path, place)
        }
        try walk(touching: [id]) { commit in
            guard places.count > 1, commit.parents.count < 2 else { return places.count > 1 }
            let parent = try commit.parents.first.map { try git.commit($0).tree }
            let changes = try git.diff(parent, commit.tree, below: [])
            var gone = changes.filter { change in
                change.new == nil && id == TaskID(fileName: splitPath(change.path).name)
            }.map(\.path)
            for change in changes where change.old == nil && places.count > 1 {
                guard let index = places.firstIndex(where: { $0.past == change.path }) else {
                    continue
                }
                // A file that disappears in the same commit was moved.
                if gone.isEmpty {
                    places.remove(at: index)
                } else {
                    places[index].past = gone.removeFirst()
                }
            }
            return places.count > 1
        }
        return places.first?.path
    }
}

/// The filter of a log.
package struct LogFilter: Sendable {
    /// The tasks; empty for all tasks and the settings.
    package var ids: Set<TaskID>
    package var since: Int64?
    package var until: Int64?
    /// A part of the author's name or address, in any case.
    package var author: String?
    package var action: LogAction?
    package var limit: Int
    /// True if each entry includes its change as lines.
    package var wantsPatch: Bool

    package init(
        ids: Set<TaskID> = [], since: Int64? = nil, until: Int64? = nil, author: String? = nil,
        action: LogAction? = nil, limit: Int = .max, wantsPatch: Bool = false
    ) {
        self.ids = ids
        self.since = since
        self.until = until
        self.author = author
        self.action = action
        self.limit = limit
        self.wantsPatch = wantsPatch
    }
}

extension LogFilter {
    /// True if an entry about the settings may match.
    fileprivate var wantsSettings: Bool {
        ids.isEmpty && [nil, .settings, .merged].contains(action)
    }
}

extension History {
    /// Visits each entry as soon as it is found, until `visit` returns false.
    func log(_ filter: LogFilter, _ visit: (LogEntry) throws -> Bool) throws {
        var left = filter.limit
        guard left > 0 else { return }
        try walk(touching: filter.ids) { commit in
            if let until = filter.until, commit.author.time > until { return true }
            if let since = filter.since, commit.committer.time < since { return false }
            guard matches(filter.author, writer(of: commit)) else { return true }
            return try entries(of: commit, filter) { entry in
                if let action = filter.action, entry.change.action != action { return true }
                if let since = filter.since, commit.author.time < since { return true }
                left -= 1
                return try visit(entry) && left > 0
            }
        }
    }

    /// Returns the newest entries of each task, newest first, in one walk.
    ///
    /// - Parameters:
    ///   - until: The time of the newest entry, in seconds since 1970; nil for all.
    ///   - limit: The maximum number of entries of one task.
    func logs(
        of ids: Set<TaskID>, until: Int64?, limit: Int
    ) throws -> [TaskID: [LogEntry]] {
        var found: [TaskID: [LogEntry]] = [:]
        var open = ids
        guard limit > 0, !ids.isEmpty else { return found }
        try walk(touching: ids) { commit in
            if let until, commit.author.time > until { return true }
            _ = try entries(of: commit, LogFilter(ids: open)) { entry in
                guard let id = entry.change.id else { return true }
                found[id, default: []].append(entry)
                if found[id]?.count == limit { open.remove(id) }
                return true
            }
            return !open.isEmpty
        }
        return found
    }

    /// Visits the entries of a commit, beginning with the settings.
    ///
    /// - Returns: False if `visit` did.
    private func entries(
        of commit: Commit, _ filter: LogFilter, _ visit: (LogEntry) throws -> Bool
    ) throws -> Bool {
        if filter.wantsSettings, let entry = try settingsEntry(commit, filter),
            try !visit(entry)
        {
            return false
        }
        guard filter.action != .settings else { return true }
        for step in try steps(of: commit, ids: filter.ids) {
            guard filter.ids.isEmpty || filter.ids.contains(step.id),
                let entry = try entry(step, commit, filter)
            else { continue }
            guard try visit(entry) else { return false }
        }
        return true
    }

    private func matches(_ wanted: String?, _ author: Signature) -> Bool {
        guard let wanted else { return true }
        let folded = wanted.lowercased()
        return author.name.lowercased().contains(folded)
            || author.email.lowercased().contains(folded)
    }

    /// Returns the author to display; "pmd" for its own merges and next tasks.
    private func writer(of commit: Commit) -> Signature {
        var author = commit.author
        let isMerge = commit.parents.count > 1 && author.name == GeneratedCommit.merge.authorName
        if isMerge || commit.isSuccession || commit.isRecord { author.name = "pmd" }
        return author
    }

    private func entry(
        _ step: Step, _ commit: Commit, _ filter: LogFilter
    ) throws -> LogEntry? {
        let (old, new) = (try item(step.old), try item(step.new))
        let change = TaskChange(from: old, to: new, isReturn: commit.isReturn)
        guard let change, !commit.isSuccession || !change.isRuleTakenOff else { return nil }
        return entry(
            commit, .task(commit.parents.count > 1 ? change.merged : change),
            filter.wantsPatch ? Patch(from: old, to: new) : nil)
    }

    private func entry(_ commit: Commit, _ change: LogChange, _ patch: Patch?) -> LogEntry {
        LogEntry(
            commit: commit.id.hex, time: commit.author.time, offset: commit.author.offset,
            author: writer(of: commit).name, change: change,
            origin: commit.parents.count > 1 ? .action : LogEntry.Origin(message: commit.message),
            patch: patch)
    }
}

// MARK: Settings

extension History {
    private func settingsEntry(_ commit: Commit, _ filter: LogFilter) throws -> LogEntry? {
        guard let (old, new) = try settingsFiles(of: commit),
            let change = SettingsChange(from: old, to: new)
        else { return nil }
        return entry(
            commit, .settings(commit.parents.count > 1 ? change.merged : change),
            filter.wantsPatch ? Patch(change, from: old, to: new) : nil)
    }

    /// Returns the two versions of `pmd.yml` on either side of a commit; nil if a parent has the
    /// same version, and for the commit that creates the board.
    private func settingsFiles(of commit: Commit) throws -> (old: Document, new: Document)? {
        let path = prefix + Board.settingsPath.bytes
        let new = try git.entry(inTree: commit.tree, path: path)
        let olds = try commit.parents.map {
            try git.entry(inTree: git.commit($0).tree, path: path)
        }
        guard let old = olds.first, !olds.contains(new), old != nil || commit.isReturn else {
            return nil
        }
        return (try settingsDocument(old), try settingsDocument(new))
    }

    /// Returns a version of `pmd.yml`; an empty one if it cannot be read as a file.
    private func settingsDocument(_ entry: TreeEntry?) throws -> Document {
        guard let entry, entry.isRegularFile else { return Document([], kind: .yaml) }
        do {
            return Document(try git.blob(entry.id, limit: Document.sizeLimit), kind: .yaml)
        } catch  where error.kind == .tooLarge {
            return Document([], kind: .yaml)
        }
    }
}
