import Git
import MarkdownDocument
import TaskBoard

/// The search for the base of uncommitted edits: the commit whose version was edited. The rules
/// are tried in order, and the first one that finds a base decides. If none does, the edit was
/// made from the version that it replaces.
///
/// | situation | rule | base | outcome |
/// |---|---|---|---|
/// | `pmd edit` or the terminal board opened the editor | ``Rule/openedByPmd`` | the version that was opened | both changes |
/// | `git merge` or `git stash` fails, and resets files and index to an older head | ``Rule/resetByGit`` | that head | HEAD's version |
/// | `git stash pop` puts a file beside its task, which pmd moved meanwhile | ``Rule/returned`` | the commit that has it there | no file there |
/// | an editor that had a file open when pmd replaced it saves an older version with a change | ``Rule/openInEditor`` | the nearest replaced version | both changes |
/// | an editor that had a file open when pmd deleted it saves it with a change | ``Rule/openInEditor`` | the deleted version | the change, and the deletion as a conflict |
/// | an editor saves an older version with a change where the task was, which pmd moved | ``Rule/openInEditor`` | the nearest replaced version | both changes, at the new place |
/// | a save takes back later changes, and none of this shows an older base | none | HEAD | the save, and conflicts: see ``BoardRepository/takenBack(by:over:)`` |
/// | `git pull --autostash` puts an edited file beside its task, which others moved | ``Rule/besideMovedTask`` | the last commit that has it there | both changes, at the new place |
/// | a user brings back an older version, with git or in an editor | none | HEAD | the older version, reported if an editor had it open |
/// | a user moves a file, and both places are seen | none | HEAD | a move: see `completingMoves` |
/// | a save into a file that pmd had replaced | ``Rule/openInEditor`` | else the replaced version | both changes |
/// | a save while pmd puts files in place | any | else the old head | both changes |
///
/// Saved content always wins: an older base is used only on the evidence in this table. Open file
/// descriptors and file times are not evidence.
struct BaseSearch {
    enum Rule: CaseIterable {
        /// pmd opened the editor: the version that it opened is known.
        ///
        /// Needed by the test "an editor that pmd opened merges with the version that it opened".
        case openedByPmd
        /// Index and file are as in an older head, to which a git command may have reset them.
        ///
        /// Needed by `FailedMergeTests`. A user's edit has HEAD's version in the index.
        case resetByGit
        /// A new file has bytes that pmd moved away from its path, and HEAD has the task
        /// elsewhere.
        ///
        /// Needed by the test "an old file that git restores beside a moved task is removed
        /// again".
        case returned
        /// The file is stale compared with a version that pmd replaced, see ``ReplacedVersions``,
        /// while an editor had it open, see ``OpenEditors``; or it is where the task was before
        /// pmd moved it.
        ///
        /// Needed by `StaleSaveTests` and `EditorsProof`.
        case openInEditor
        /// A new file is stale compared with the last version in history at its path, and HEAD has
        /// the task elsewhere, with other contents.
        ///
        /// Needed by the test "a file that git restores beside a moved task is an edit of its
        /// old text".
        case besideMovedTask
    }

    private let repository: BoardRepository
    /// The commit whose version an edit replaces if no rule applies.
    private let commit: ObjectID
    private let settings: BoardSettings
    private var replaced: ReplacedFileStore.Lookup
    private lazy var resetHeads = Result { try repository.resetHeads() }
    private lazy var index = Result { try repository.git.index() }
    private let tasks: TasksOfCommit

    init(_ repository: BoardRepository, over commit: ObjectID, _ settings: BoardSettings) {
        (self.repository, self.commit, self.settings) = (repository, commit, settings)
        tasks = TasksOfCommit(repository, commit, settings)
        replaced = ReplacedFileStore.Lookup(repository.replaced)
    }

    private var git: Repository { repository.git }

    /// Returns the commit whose version was edited; nil for ``commit``.
    ///
    /// - Parameters:
    ///   - path: The path from the root of the working tree.
    ///   - bytes: The content of the file; nil for a deletion.
    mutating func base(
        of bytes: [UInt8]?, at path: [UInt8], by rules: [Rule] = Rule.allCases
    ) throws -> ObjectID? {
        for rule in rules {
            if let base = try base(of: bytes, at: path, by: rule) { return base }
        }
        return nil
    }

    private mutating func base(
        of bytes: [UInt8]?, at path: [UInt8], by rule: Rule
    ) throws -> ObjectID? {
        if case .resetByGit = rule { return try reset(to: bytes, at: path) }
        guard let bytes else { return nil }
        switch rule {
        case .returned: return try returned(bytes, at: path)
        case .openInEditor: return try openInEditor(bytes, at: path)
        case .besideMovedTask: return try besideMovedTask(bytes, at: path)
        case .openedByPmd: return try opened(at: path)
        case .resetByGit: return nil
        }
    }
}

extension BaseSearch {
    private mutating func reset(to bytes: [UInt8]?, at path: [UInt8]) throws -> ObjectID? {
        let checkoutLog = try resetHeads.get()
        if checkoutLog.isEmpty { return nil }
        var index = try index.get()
        let id = index.entry(path)?.id
        guard (id == nil) == (bytes == nil) else { return nil }
        if let id, let bytes, try !repository.isSame(bytes, as: id, at: path) { return nil }
        return try checkoutLog.first { try entry(at: path, in: $0)?.id == id }
    }

    /// Returns the commit with the version that pmd opened, if HEAD has another one.
    private func opened(at path: [UInt8]) throws -> ObjectID? {
        guard let opened = repository.opened, git.contains(opened),
            let entry = try entry(at: path, in: opened),
            try self.entry(at: path, in: commit) != entry
        else { return nil }
        return opened
    }

    private mutating func returned(_ bytes: [UInt8], at path: [UInt8]) throws -> ObjectID? {
        let replaced = try versions(of: path)
        guard !replaced.isEmpty else { return nil }
        let id = try ObjectID.ofBlob(bytes)
        guard let version = try replaced.first(where: { try $0.entry(in: git)?.id == id }),
            try elsewhere(path) != nil
        else { return nil }
        return version.head
    }

    private mutating func openInEditor(_ bytes: [UInt8], at path: [UInt8]) throws -> ObjectID? {
        if let base = try deletedWhileOpen(bytes, at: path) { return base }
        guard let (replaced, current) = try replacedVersions(of: path) else { return nil }
        let place = repository.boardPath(path)
        guard let place else { return nil }
        let times = current.path == place ? try repository.timesOpen(of: path) : nil
        if times?.isEmpty == true { return nil }
        return try replaced.edited(
            by: TaskVersion(path: place, document: Document(bytes)), over: current, at: path,
            whileOpen: times)?.head
    }

    /// Returns the commit whose version an editor had open when pmd deleted the task, and now
    /// saves with a change.
    private mutating func deletedWhileOpen(_ bytes: [UInt8], at path: [UInt8]) throws -> ObjectID? {
        guard let place = repository.boardPath(path), settings.isTaskPath(place),
            let deleted = try versions(of: path).first(where: { $0.place.path == path }),
            try repository.timesOpen(of: path).contains(deleted.time), try current(place) == nil,
            let entry = try deleted.entry(in: git)
        else { return nil }
        // Saving the unchanged version restores the task.
        return try ObjectID.ofBlob(bytes) == entry.id ? nil : deleted.head
    }

    /// Returns the comparison with the older version on which a saved file is suspected to be
    /// based; nil if there is none.
    ///
    /// A file that is identical to an older version is an intended return. So is a file whose
    /// older version is in the index, for example after `git checkout OLD -- FILE`. If an editor
    /// had the older version open, the editor may have caused the return: it is only reported.
    mutating func suspect(
        _ bytes: [UInt8], at path: [UInt8]
    ) throws -> (comparison: EditComparison, isReturn: Bool)? {
        guard let (replaced, current) = try replacedVersions(of: path),
            let place = repository.boardPath(path), current.path == place
        else { return nil }
        var index = try index.get()
        // A version that the user staged is intended, and so is an edit of it.
        guard try index.entry(path)?.id == entry(at: path, in: commit)?.id else { return nil }
        let saved = TaskVersion(path: place, document: Document(bytes))
        let times = try replaced.times(of: bytes, at: path)
        if !times.isEmpty {
            guard try !times.isDisjoint(with: repository.timesOpen(of: path)) else { return nil }
            return (EditComparison(old: saved, new: current, saved: saved), true)
        }
        return try replaced.edited(by: saved, over: current, at: path).map {
            (EditComparison(old: $0.version, new: current, saved: saved), false)
        }
    }

    private mutating func versions(of path: [UInt8]) throws -> [ReplacedFileStore.Version] {
        try replaced.versions(of: path)
    }

    private mutating func replacedVersions(
        of path: [UInt8]
    ) throws -> (ReplacedVersions, current: TaskVersion)? {
        let versions = try versions(of: path)
        guard !versions.isEmpty, let place = repository.boardPath(path),
            settings.isTaskPath(place), let current = try current(place),
            try current.path == place || repository.isFile(current.path)
        else { return nil }
        let replaced = ReplacedVersions(
            versions, movedBy: try repository.checkoutLog.moves(), of: commit, in: git)
        return (replaced, current)
    }

    private func besideMovedTask(_ bytes: [UInt8], at path: [UInt8]) throws -> ObjectID? {
        guard let current = try elsewhere(path), let place = repository.boardPath(path),
            let (last, entry) = try git.lastEntry(at: path, under: commit)
        else { return nil }
        let old = try git.blob(entry.id)
        // The task was only moved: the user moves it back.
        guard old != current.document.bytes else { return nil }
        let comparison = EditComparison(
            old: TaskVersion(path: place, document: Document(old)), new: current,
            saved: TaskVersion(path: place, document: Document(bytes)))
        return comparison.isStale() ? last : nil
    }

    /// Returns the task of a new file, if both the commit and the working tree have it at another
    /// path.
    private func elsewhere(_ path: [UInt8]) throws -> TaskVersion? {
        guard let place = repository.boardPath(path), settings.isCodedTaskPath(place),
            try entry(at: path, in: commit) == nil, let current = try current(place),
            try repository.isFile(current.path)
        else { return nil }
        return current
    }

    /// Returns the task in the commit: at this path, or else at another one.
    private func current(_ place: BoardPath) throws -> TaskVersion? {
        let tree = try git.commit(commit).tree
        if let entry = try git.entry(inTree: tree, path: repository.repositoryPath(place)) {
            return TaskVersion(path: place, document: Document(try git.blob(entry.id)))
        }
        return try tasks.file(of: TaskID(fileName: place.fileName)).map {
            TaskVersion(path: $0.path, document: Document(try git.blob($0.entry.id)))
        }
    }

    private func entry(at path: [UInt8], in commit: ObjectID) throws -> TreeEntry? {
        try git.entry(inTree: git.commit(commit).tree, path: path)
    }
}

/// The files of a commit's tasks, read once for many moved files.
private final class TasksOfCommit {
    private let repository: BoardRepository
    private let commit: ObjectID
    private let settings: BoardSettings
    private var files: [TaskID: (path: BoardPath, entry: TreeEntry)]?

    init(_ repository: BoardRepository, _ commit: ObjectID, _ settings: BoardSettings) {
        (self.repository, self.commit, self.settings) = (repository, commit, settings)
    }

    /// Returns the file of a task, the first one by path if there are several; nil if there is
    /// none.
    func file(of id: TaskID) throws -> (path: BoardPath, entry: TreeEntry)? {
        if let files { return files[id] }
        let git = repository.git
        let all = try git.boardFiles(ofTree: git.commit(commit).tree, repository.location.prefix)
        var found: [TaskID: (path: BoardPath, entry: TreeEntry)] = [:]
        for (path, entry) in all where settings.isTaskPath(path) {
            let id = TaskID(fileName: path.fileName)
            if let other = found[id], other.path < path { continue }
            found[id] = (path, entry)
        }
        files = found
        return found[id]
    }
}

extension BoardRepository {
    /// Returns the times at which pmd replaced a file that an editor had open.
    fileprivate func timesOpen(of path: [UInt8]) throws -> Set<Int64> {
        try openEditors.times(of: path, in: root.existingFolder(splitPath(path).folder))
    }

    /// Returns true if something is at the place of a task in the working tree.
    fileprivate func isFile(_ path: BoardPath) throws -> Bool {
        try !state(of: repositoryPath(path)).isAbsent
    }
}

/// An uncommitted edit that was made from an older version of the file than HEAD's.
struct StaleEdit: Equatable {
    /// The path from the root of the working tree.
    var path: [UInt8]
    /// The bytes that were saved; nil for a deletion.
    var bytes: [UInt8]?
    /// The commit with the version that was edited; nil for none, before the first commit.
    var base: ObjectID?
    /// False for bytes that were saved into a file that pmd had replaced: the working tree has
    /// another version at this path.
    var isInWorkingTree = true
}
