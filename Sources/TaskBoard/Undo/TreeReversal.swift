import MarkdownDocument

/// The undo of one commit: tasks by their IDs, other files by path.
struct TreeReversal {
    private let reverter: Reverter
    private let changes: [BoardPath: FileDifference]
    private let known: [BoardSettings]
    private(set) var result = Reversal()
    /// The user's own files that are removed or replaced.
    private var replaced: [FileVersion] = []
    /// The settings after the undo.
    private var settings: BoardSettings
    /// The settings before the commit.
    private let former: BoardSettings
    private var taken: CurrentFiles
    private let isDeletedByOthers: (TaskID) throws -> Bool
    private let commit: HashID

    /// - Parameters:
    ///   - commit: The commit to undo.
    ///   - changes: The files that the commit changed, before and after it.
    ///   - former: The `pmd.yml` before the commit.
    init(
        _ reverter: Reverter, commit: HashID, changes: [BoardPath: FileDifference],
        former: TreeFile?,
        isDeletedByOthers: @escaping (TaskID) throws -> Bool
    ) throws {
        self.isDeletedByOthers = isDeletedByOthers
        self.commit = commit
        self.reverter = reverter
        self.changes = changes
        taken = reverter.files
        let path = Board.settingsPath
        let files = [try reverter.files.file(at: path), former, changes[path]?.new]
        let found = try files.map { try reverter.settings($0) }
        settings = (found[0] ?? found[1]) ?? .standard
        self.former = found[1] ?? settings
        known = [settings] + found.compactMap(\.self)
    }

    mutating func revert() throws {
        let tasks = changes.keys.filter { path in
            (changes[path]?.new ?? changes[path]?.old)?.isRegular == true
                && known.contains { $0.isTaskPath(path) }
        }
        let attached = changes.keys.filter { path in
            changes[path]?.old == nil
                && changes[path]?.new.map { AttachmentName.isAttached(path, hash: $0.id) } == true
        }
        for path in Set(changes.keys).subtracting(tasks + attached).sorted() {
            try revertOther(path)
        }
        if changes[Board.settingsPath] != nil { try followSettings() }
        let groups = Dictionary(grouping: tasks) { TaskID(fileName: $0.fileName) }
        for id in groups.keys.sorted() { try revertTask(id, groups[id]?.sorted() ?? []) }
        for path in attached.sorted() { try removeAttached(path) }
        let kept = Set(result.files.values.compactMap { $0?.id })
        result.replacedFiles = replaced.filter { !kept.contains($0.file.id) }.map(\.path)
    }
}

// MARK: Tasks

extension TreeReversal {
    private mutating func revertTask(_ id: TaskID, _ paths: [BoardPath]) throws {
        let before = paths.compactMap { version($0, changes[$0]?.old) }
        let after = paths.compactMap { version($0, changes[$0]?.new) }
        let now = try places(of: id, isDeletion: after.isEmpty)
        if after.isEmpty, now.isEmpty, let gone = before.first, try isDeletedByOthers(id) {
            return skip(id, at: gone, key: Skipped.deleted)
        }
        let isAsLeft =
            try paths.allSatisfy { try reverter.files.file(at: $0) == changes[$0]?.new }
            && (!after.isEmpty || now.isEmpty)
        let marks = try marksOfOthers(on: id, before: before, after: after)
        if isAsLeft, marks.isEmpty, !isWithoutState(before, after) {
            for path in paths { set(path, changes[path]?.old) }
            return note(id, new: before.first, old: after.first)
        }
        guard before.count <= 1, after.count <= 1 else {
            for path in paths {
                let skipped = version(path, try reverter.files.file(at: path))
                try revert(
                    id, before: version(path, changes[path]?.old),
                    after: version(path, changes[path]?.new),
                    now: skipped)
            }
            return
        }
        try revert(
            id, before: before.first, after: after.first,
            now: try current(id, before: before.first, after: after.first), marks: marks)
    }

    /// Returns the current places of a task, except those of another file with the same ID that
    /// the deleting commit left alone.
    private func places(of id: TaskID, isDeletion: Bool) throws -> [BoardPath] {
        let places = try reverter.files.places(of: id)
        guard isDeletion, !places.isEmpty else { return places }
        let others = try reverter.history.files(in: commit)
        return places.filter { others[$0] == nil }
    }

    /// Returns the deletion records that the commit added to a task, if another
    /// user deleted it too.
    private func marksOfOthers(
        on id: TaskID, before: [FileVersion], after: [FileVersion]
    ) throws -> Set<Records.Name> {
        guard before.count == 1, after.count == 1 else { return [] }
        let marks = try (before + after).map {
            try reverter.history.task($0.file.id).records.names(of: Records.deleted)
        }
        let new = marks[1].subtracting(marks[0])
        return try new.isEmpty || !isDeletedByOthers(id) ? [] : new
    }

    /// Returns true if a task would return to a state that no longer exists.
    private func isWithoutState(_ before: [FileVersion], _ after: [FileVersion]) -> Bool {
        before.contains { version in
            let state = version.path.folder.nfc
            return !isOpen(state) && !after.contains { $0.path.folder.nfc == state }
        }
    }

    /// Returns true if a task can return to a folder: it is a state, or was not one before either.
    private func isOpen(_ state: Text) -> Bool {
        settings.states.contains(state) || !former.states.contains(state)
    }

    private func version(_ path: BoardPath, _ file: TreeFile?) -> FileVersion? {
        file.map { FileVersion(path: path, file: $0) }
    }

    /// Returns the current file of the task: at its path, or where it has moved
    /// since.
    private func current(
        _ id: TaskID, before: FileVersion?, after: FileVersion?
    ) throws -> FileVersion? {
        guard let path = (after ?? before)?.path else { return nil }
        let places = try places(of: id, isDeletion: after == nil)
        let place =
            places.first { $0 == path } ?? places.first { $0.fileName == path.fileName }
            ?? (places.count == 1 && id.isCode ? places[0] : nil)
        return try place.flatMap { version($0, try reverter.files.file(at: $0)) }
    }

    private mutating func revert(
        _ id: TaskID, before: FileVersion?, after: FileVersion?, now: FileVersion?,
        marks: Set<Records.Name> = []
    ) throws {
        switch (before, after, now) {
        case (nil, nil, _), (nil, _?, nil): return
        case (let before?, nil, nil): try restore(id, before)
        case (let before?, nil, let now?): try withdrawDeletion(of: id, before: before, now: now)
        case (nil, let after?, let now?): try removeAdded(id, after: after, now: now)
        case (let before?, let after?, let now):
            guard let now else { return skip(id, at: after, key: Skipped.deleted) }
            try revert(id, versions: ThreeWay(base: after, ours: now, theirs: before), marks: marks)
        }
    }

    /// Restores a deleted task, to the first state if its own no longer exists.
    private mutating func restore(_ id: TaskID, _ before: FileVersion) throws {
        let isGone = isWithoutState([before], [])
        let home = BoardPath(settings.first.utf8).appending(before.path.fileName)
        let path = try free(isGone ? home : before.path, before.file)
        set(path, before.file)
        note(id, new: FileVersion(path: path, file: before.file), old: nil)
    }

    /// Removes the deletion record from a task that survived the deletion
    /// because of an edit, since that conflict is obsolete. The record stays if
    /// the task had it before, or if another user deleted it too.
    private mutating func withdrawDeletion(
        of id: TaskID, before: FileVersion, now: FileVersion
    ) throws {
        let contents = try reverter.history.task(now.file.id)
        let former = try reverter.history.task(before.file.id).records
        let marks = contents.records.names(of: Records.deleted).subtracting(former.all)
        guard !contents.isMalformed, !marks.isEmpty else { return }
        if try isDeletedByOthers(id) { return skip(id, at: now, key: Skipped.deleted) }
        var records = contents.records
        for name in marks { records.remove(name) }
        guard let document = contents.settingRecords(records) else { return }
        let new = FileVersion(path: now.path, file: keep(document.bytes, now.file.mode))
        set(now.path, new.file)
        note(id, new: new, old: now)
    }

    /// Removes an added task, unless it was edited since.
    private mutating func removeAdded(
        _ id: TaskID, after: FileVersion, now: FileVersion
    ) throws {
        let (new, old) = (
            try reverter.history.task(now.file.id), try reverter.history.task(after.file.id)
        )
        guard now.path == after.path, new.isUntouched(since: old) else {
            return skip(id, at: now, key: Skipped.added)
        }
        set(now.path, nil)
        note(id, new: nil, old: now)
    }

    private mutating func revert(
        _ id: TaskID, versions: ThreeWay<FileVersion>, marks: Set<Records.Name>
    ) throws {
        let isState = { [self] in isOpen($0) }
        let task = try TaskReversal(
            try versions.map { version in
                TaskFile(
                    path: version.path, file: version.file,
                    contents: try reverter.history.task(version.file.id))
            }, keeping: marks, isState: isState)
        let now = versions.ours
        for key in task.skipped { skip(id, at: now, key: key) }
        let file =
            task.bytes == (try reverter.contents(now.file))
            ? now.file : keep(task.bytes, now.file.mode)
        guard file != now.file || task.path != now.path else { return }
        if task.path != now.path { set(now.path, nil) }
        let path = try task.path == now.path ? task.path : free(task.path, file)
        set(path, file)
        note(id, new: FileVersion(path: path, file: file), old: now)
    }
}

// MARK: Files that are not tasks

extension TreeReversal {
    private mutating func revertOther(_ path: BoardPath) throws {
        guard let (before, after) = changes[path] else { return }
        let now = try reverter.files.file(at: path)
        if now == before { return }
        if now == after { return try setOther(path, before) }
        guard let before, let after, let now, before.isRegular, after.isRegular, now.isRegular
        else {
            // A file that the commit added may have been deleted since.
            return before == nil && now == nil ? () : skipOther(path)
        }
        let files = ThreeWay(base: after, ours: now, theirs: before)
        guard let bytes = try path == Board.settingsPath ? settings(files) : lines(files)
        else { return skipOther(path) }
        try setOther(path, keep(bytes, now.mode))
    }

    /// Removes a file that the commit attached, unless a task still names it: the same file is
    /// attached only once. The commit has its content, and a redo restores it.
    private mutating func removeAttached(_ path: BoardPath) throws {
        guard let now = try taken.file(at: path), now == changes[path]?.new else { return }
        let name = path.fileName
        for task in try taken.paths() where settings.isTaskPath(task) {
            guard let file = try taken.file(at: task), file.isRegular else { continue }
            if try reverter.contents(file).firstRange(of: name) != nil { return }
        }
        result.otherFiles.append("Delete \(visible(path))")
        set(path, nil)
    }

    private func lines(_ files: ThreeWay<TreeFile>) throws -> [UInt8]? {
        TextMerge.clean(try files.map { try reverter.contents($0) })
    }

    private mutating func settings(_ files: ThreeWay<TreeFile>) throws -> [UInt8] {
        let contents = try files.map { try reverter.history.settings($0.id) }
        var isRenamedSince = false
        let renames = try StateRenames(files.map(reverter.settings)) { _ in
            isRenamedSince = true
            return .ours
        }
        let merged = try SettingsMerge(
            contents, ConflictResolver(keepsOurs: true), renames: renames)
        if !merged.losingSides.isEmpty || isRenamedSince { skipOther(Board.settingsPath) }
        return merged.losingSides.contains(.ours) ? contents.ours.bytes : merged.bytes
    }

    /// Reads the settings after the undo. If a state gets its old name back,
    /// tasks that were added to its folder since move with it.
    private mutating func followSettings() throws {
        let path = Board.settingsPath
        guard let new = try reverter.settings(taken.file(at: path)) else { return }
        let old = settings
        settings = new
        let gone = old.states.filter { !new.states.contains($0) }
        let back = new.states.filter { !old.states.contains($0) }
        guard gone.count == 1, back.count == 1, new.states.count == old.states.count else { return }
        let skipped = try reverter.history.files(in: commit)
        for path in try taken.paths().sorted()
        where path.folder.nfc == gone[0] && changes[path] == nil && skipped[path] == nil {
            guard let file = try taken.file(at: path) else { continue }
            let rest = path.bytes.drop { $0 != .slash }
            set(path, nil)
            set(try free(BoardPath(back[0].utf8 + rest), file), file)
        }
    }
}

// MARK: The result

extension TreeReversal {
    private mutating func set(_ path: BoardPath, _ file: TreeFile?) {
        taken.set(path, file)
        result.files[path] = .some(file)
    }

    private mutating func setOther(_ path: BoardPath, _ file: TreeFile?) throws {
        let now = try taken.file(at: path)
        let verb = file == nil ? "Delete" : now == nil ? "Restore" : "Edit"
        if let now, path != Board.settingsPath, path.fileName != Self.keepsFolder {
            replaced.append(FileVersion(path: path, file: now))
        }
        if path == Board.settingsPath {
            result.settings = SettingsChange(from: try document(now), to: try document(file))
        }
        let isSaid = path == Board.settingsPath && result.settings != nil
        if !isSaid, path.fileName != Self.keepsFolder {
            result.otherFiles.append("\(verb) \(visible(path))")
        }
        set(path, file)
    }

    /// Returns a version of the settings; an empty one without a file.
    private func document(_ file: TreeFile?) throws -> Document {
        guard let file, file.isRegular else { return Document([], kind: .yaml) }
        return try reverter.history.settings(file.id).document
    }

    /// The name of the empty file that keeps a state's folder.
    private static let keepsFolder = Array(".gitkeep".utf8)

    private func keep(_ bytes: [UInt8], _ mode: UInt32) -> TreeFile {
        TreeFile(mode: mode, id: reverter.history.keep(bytes))
    }

    /// Returns the path, or, if another file has it, the same name with a code.
    private func free(_ path: BoardPath, _ file: TreeFile) throws -> BoardPath {
        var (free, hash) = (path, file.id)
        while try taken.file(at: free) != nil {
            free = ConflictFileName.coded(path, TaskCode.derived(from: hash))
            hash = reverter.history.hash(hash)
        }
        return free
    }

    private mutating func skip(_ id: TaskID, at now: FileVersion, key: Text) {
        let title = title(of: now)
        result.skipped.append(Skipped(task: id, path: now.path, title: title, key: key))
    }

    private mutating func skipOther(_ path: BoardPath) {
        result.skipped.append(
            Skipped(task: nil, path: path, title: Text(path.bytes), key: Skipped.file))
    }

    private func title(of version: FileVersion) -> Text {
        item(version)?.title ?? version.path.name
    }

    private func item(_ version: FileVersion?) -> TaskItem? {
        guard let version else { return nil }
        do {
            let document = try reverter.history.task(version.file.id).document
            return TaskItem(path: version.path, document: document, settings: settings)
        } catch {
            return nil
        }
    }

    /// Notes the change of a task.
    private mutating func note(_ id: TaskID, new: FileVersion?, old: FileVersion?) {
        let change = TaskChange(from: item(old), to: item(new), isReturn: true)
        if let change { result.tasks.append(change) }
    }
}

extension Reverter {
    /// Returns the settings in a file; nil if it has none that can be used.
    fileprivate func settings(_ file: TreeFile?) throws -> BoardSettings? {
        guard let file, file.isRegular else { return nil }
        do {
            return try BoardSettings(try history.settings(file.id).document)
        } catch is SettingsError {
            return nil
        }
    }
}
