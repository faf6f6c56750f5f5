import Git
import MarkdownDocument
import TaskBoard

/// Edits that were made on an older version than HEAD's.
struct StaleEdit {
    var edits: [[UInt8]: [UInt8]?]
    /// The commit that holds the version that was edited.
    var base: ObjectID
}

extension BoardRepository {
    /// Finds, among edits by hand, those of an editor that still had an old text.
    func staleSaves(
        _ edits: [HandEdit], _ head: ObjectID?, _ settings: BoardSettings
    ) throws -> [StaleEdit] {
        guard let head, !edits.isEmpty else { return [] }
        let versions = try replaced.versions()
        return try edits.compactMap { edit in
            guard let bytes = edit.bytes,
                let base = try staleBase(of: bytes, at: edit.path, over: head, versions, settings)
                    ?? baseBeforeMove(of: edit, bytes, over: head, settings)
            else { return nil }
            return StaleEdit(edits: [edit.path: .some(bytes)], base: base)
        }
    }

    /// The commit whose text was edited that git put beside the task, which HEAD has
    /// elsewhere by now; nil where it is none.
    ///
    /// `git pull --autostash` and `git stash pop` do, where the task was moved meanwhile
    /// and git sees a deletion in that: taken for a move back it would revert what others
    /// wrote.
    private func baseBeforeMove(
        of edit: HandEdit, _ bytes: [UInt8], over head: ObjectID, _ settings: BoardSettings
    ) throws -> ObjectID? {
        guard edit.old == nil, isCodedTask(edit.path, settings), let path = boardPath(edit.path),
            let current = try currentVersion(
                TaskID(fileName: path.fileName), try git.commit(head).tree, near: path, settings),
            try !state(of: repositoryPath(current.path)).isAbsent,
            let (commit, entry) = try git.lastEntry(at: edit.path, under: head)
        else { return nil }
        let text = try git.blob(entry.id)
        // Where it was only moved, nothing can be reverted.
        guard text != current.document.bytes else { return nil }
        let save = StaleSave(
            old: TaskVersion(path: path, document: Document(text)), new: current,
            saved: TaskVersion(path: path, document: Document(bytes)))
        return save.isStale ? commit : nil
    }

    /// The commit on which a file was edited that an editor saved over what another
    /// commit has there; nil: that one.
    ///
    /// - Parameter versions: what pmd replaced, newest first.
    private func staleBase(
        of bytes: [UInt8], at path: [UInt8], over commit: ObjectID,
        _ versions: [Replaced.Version], _ settings: BoardSettings
    ) throws -> ObjectID? {
        guard !versions.isEmpty, let path = boardPath(path), settings.isTaskPath(path) else {
            return nil
        }
        let saved = TaskVersion(path: path, document: Document(bytes))
        let id = TaskID(fileName: path.fileName)
        let tree = try git.commit(commit).tree
        guard let current = try currentVersion(id, tree, near: path, settings) else { return nil }
        let stands =
            try current.path == saved.path || !state(of: repositoryPath(current.path)).isAbsent
        guard stands else { return nil }
        return try OldTexts(versions, movedBy: heads.moves(), of: commit, in: git).edited(
            by: saved, over: current, at: repositoryPath(path))?.head
    }

    /// The task as HEAD has it: at this path, or where it was moved to.
    func currentVersion(
        _ id: TaskID, _ tree: ObjectID, near path: BoardPath, _ settings: BoardSettings
    ) throws -> TaskVersion? {
        if let entry = try git.entry(inTree: tree, path: repositoryPath(path)) {
            return TaskVersion(path: path, document: Document(try git.blob(entry.id)))
        }
        for (found, entry) in try git.boardFiles(ofTree: tree, location.prefix) {
            if settings.isTaskPath(found), TaskID(fileName: found.fileName) == id {
                return TaskVersion(path: found, document: Document(try git.blob(entry.id)))
            }
        }
        return nil
    }

    /// Brings in what was saved while a move of the branch was put in place: each file
    /// as an edit of what stood there before the move, or of an older version that its
    /// editor still had.
    func bringInSaves(
        _ saves: [[UInt8]: [UInt8]?], during move: Journal.Move, _ settings: BoardSettings
    ) throws {
        let versions = try replaced.versions()
        var groups: [ObjectID?: [[UInt8]: [UInt8]?]] = [:]
        for (path, bytes) in saves {
            var base = move.old
            if let bytes, let old = move.old {
                base = try staleBase(of: bytes, at: path, over: old, versions, settings) ?? old
            }
            groups[base, default: [:]][path] = .some(bytes)
        }
        for (base, edits) in groups.sorted(by: { ($0.key?.hex ?? "") < ($1.key?.hex ?? "") }) {
            try bringIn(edits, onTopOf: base, settings)
        }
    }

    /// Brings in what an editor saved into a file that pmd had already replaced.
    func bringInLateSaves(_ settings: BoardSettings) throws {
        let versions = try replaced.versions()
        for version in versions {
            let path = version.place.path
            guard let (bytes, stamp) = try replaced.lateSave(version),
                let entry = try version.entry(in: git), try ObjectID.ofBlob(bytes) != entry.id,
                !bytes.isEmpty,
                // The next command finds it whole.
                try !isBeingWritten(bytes, stamp, at: path, over: entry, settings)
            else { continue }
            let base =
                try staleBase(of: bytes, at: path, over: version.head, versions, settings)
                ?? version.head
            let edited = try bringInLate(bytes, at: path, onTopOf: base, settings)
            try replaced.forget(version.place)
            // The editor goes on from there.
            let batch = replaced.batch(head: edited, now: clock.nanoseconds())
            try replaced.note(bytes, at: Replaced.Place(batch: batch, path: path))
        }
        try replaced.sweep(now: clock.nanoseconds())
    }

    /// The late save is an edit of the old version, though the work tree has the
    /// new one: what stands there is HEAD's.
    ///
    /// - Returns: the commit of the edit.
    private func bringInLate(
        _ bytes: [UInt8], at path: [UInt8], onTopOf base: ObjectID, _ settings: BoardSettings
    ) throws -> ObjectID {
        let (_, head) = try branch()
        let base = try ground(of: [path], in: base, under: head)
        let edit = HandEdit(
            path: path,
            old: try tree(of: base).flatMap { try git.entry(inTree: $0, path: path) },
            bytes: bytes, mode: TreeEntry.regularMode, stamp: nil)
        let edited = try writeUserCommit(
            changes: try treeEntries([edit]), parent: base,
            message: try message(for: [edit], settings))
        guard let head else { return edited }
        let merged = try merge(edited, head).commit
        let (writes, index) = try checkout(from: head, to: merged)
        try advance(
            Advance(
                old: head, new: merged, writes: writes, index: index, message: "pmd: a late save",
                actions: [.did(edited, at: clock.coarseNanoseconds)]), settling: settings)
        return edited
    }

    /// The commit of HEAD's history that has the files that were edited.
    ///
    /// Where a person has rewritten the branch since (`git commit --amend`, `git
    /// rebase`), a merge with the commit that they left would bring back all that is in
    /// it. Then it is the newest commit with the same files, or the last that both have.
    func ground(
        of paths: [[UInt8]], in base: ObjectID?, under head: ObjectID?
    ) throws -> ObjectID? {
        guard let base, let head, try !git.isAncestor(base, of: head) else { return base }
        let entries = try self.entries(paths, in: base)
        var found: ObjectID?
        try git.walk(from: [head], hiding: [base]) { commit throws(GitError) in
            if try self.entries(paths, in: commit) == entries { found = commit }
            return found == nil
        }
        return try found ?? git.mergeBases(base, head).first
    }

    private func entries(
        _ paths: [[UInt8]], in commit: ObjectID
    ) throws(GitError) -> [TreeEntry?] {
        let tree = try git.commit(commit).tree
        return try paths.map { path throws(GitError) in try git.entry(inTree: tree, path: path) }
    }
}
