import Git
import MarkdownDocument
import TaskBoard

/// Stale edits that one move of the branch merges with HEAD.
struct AppliedEdits {
    let edits: [StaleEdit]
    /// The commit of the edits; nil if they had no change of their own.
    var commit: ObjectID?
    /// The time before pmd replaced the saved version.
    let start: Int64
    /// The work that remained after the move.
    let outcome: BranchUpdateOutcome
}

extension BoardRepository {
    /// Merges stale edits with HEAD: the edits of each task become a commit on top of their base,
    /// and the ordinary merge combines that with HEAD. An edit that equals its base's version has
    /// no change of its own, so HEAD's version replaces it.
    ///
    /// - Returns: The commits of the edits.
    @discardableResult
    func merge(_ edits: [StaleEdit], _ settings: BoardSettings) throws -> [ObjectID] {
        var commits: [ObjectID] = []
        for group in try groups(of: edits) {
            let applied = try apply(group, settings, acting: withSuccessions)
            if !applied.outcome.isComplete { try recover(settings) }
            try settleEditors(of: applied)
            if let commit = applied.commit { commits.append(commit) }
        }
        return commits
    }

    /// Stale edits of one base, for one move of the branch.
    private enum StaleEditGroup {
        /// Edits without a change of their own.
        case unchanged([StaleEdit])
        case changed([StaleEdit])
    }

    private func groups(of edits: [StaleEdit]) throws -> [StaleEditGroup] {
        var (changed, unchanged) = ([StaleEdit](), [StaleEdit]())
        for edit in edits {
            if try isChange(edit) {
                changed.append(edit)
            } else if edit.isInWorkingTree {
                unchanged.append(edit)
            }
        }
        return Dictionary(grouping: unchanged, by: \.base).values.map(StaleEditGroup.unchanged)
            + byTask(changed).map(StaleEditGroup.changed)
    }

    /// Returns true if an edit differs from its base.
    private func isChange(_ edit: StaleEdit) throws -> Bool {
        let entry = try tree(of: edit.base).flatMap { try git.entry(inTree: $0, path: edit.path) }
        guard let entry, let bytes = edit.bytes else { return entry != nil || edit.bytes != nil }
        return try !isSame(bytes, as: entry.id, at: edit.path)
    }

    /// - Parameter acting: Returns a move that also acts on the completions in it.
    private func apply(
        _ group: StaleEditGroup, _ settings: BoardSettings,
        acting: (BranchUpdate) throws -> BranchUpdate
    ) throws -> AppliedEdits {
        switch group {
        case .unchanged(let edits): try restoreHead(edits)
        case .changed(let edits): try commitAndMerge(edits, settings, acting)
        }
    }

    /// Removes the notes on editors that saved these edits, and no longer have the version that
    /// they had open before.
    func settleEditors(of applied: AppliedEdits) throws {
        guard applied.commit != nil else { return }
        for edit in applied.edits where edit.isInWorkingTree {
            try settleEditors(of: edit.path, since: applied.start)
        }
    }

    /// Groups edits by base and task, or only by base if there are many tasks.
    private func byTask(_ edits: [StaleEdit]) -> [[StaleEdit]] {
        Dictionary(grouping: edits, by: \.base)
            .sorted { ($0.key?.hex ?? "") < ($1.key?.hex ?? "") }
            .flatMap { _, edits in
                let tasks = Dictionary(grouping: edits) { edit in
                    boardPath(edit.path).map { TaskID(fileName: $0.fileName) }
                }
                if tasks.count > Self.mostCommits { return [edits] }
                return tasks.values.sorted {
                    $0[0].path.lexicographicallyPrecedes($1[0].path)
                }
            }
    }

    /// Replaces files without a change of their own with HEAD's version. The journal records the
    /// base and HEAD: a kill in between leaves the files of a move from one to the other.
    private func restoreHead(_ edits: [StaleEdit]) throws -> AppliedEdits {
        let (base, start) = (edits[0].base, clock.nanoseconds())
        guard let head = try branch().head else {
            return AppliedEdits(edits: edits, start: start, outcome: BranchUpdateOutcome())
        }
        let tree = try git.commit(head).tree
        var (writes, index) = ([FileWrite](), [[UInt8]: TreeEntry?]())
        for edit in edits {
            let entry = try git.entry(inTree: tree, path: edit.path)
            index[edit.path] = .some(entry)
            writes.append(
                try FileWrite(
                    path: edit.path, expected: edit.bytes.map(FileContent.bytes),
                    result: try content(of: entry, at: edit.path, in: tree), holder: edit.base))
        }
        let outcome = try advance(
            BranchUpdate(
                old: head, new: head, writes: writes, index: index,
                mark: .restoreFiles, filesMove: base.map { Journal.Move(old: $0, new: head) }))
        return AppliedEdits(edits: edits, start: start, outcome: outcome)
    }

    /// Merges edits that have one base.
    private func commitAndMerge(
        _ edits: [StaleEdit], _ settings: BoardSettings,
        _ acting: (BranchUpdate) throws -> BranchUpdate
    ) throws -> AppliedEdits {
        let start = clock.nanoseconds()
        let (_, head) = try branch()
        let base = try baseInHistory(of: edits.map(\.path), edits[0].base, under: head)
        let baseTree = try tree(of: base)
        let changes = try edits.sorted { $0.path.lexicographicallyPrecedes($1.path) }.map { edit in
            let old = try baseTree.flatMap { try git.entry(inTree: $0, path: edit.path) }
            let mode = old.fileMode ?? TreeEntry.regularMode
            let converted = try edit.bytes.map { try stored($0, at: edit.path) }
            return UncommittedEdit(
                path: edit.path, old: old, bytes: edit.bytes, mode: mode, statData: nil,
                converted: converted == edit.bytes ? nil : converted)
        }
        let edited = try writeUserCommit(
            changes: try treeEntries(changes), parent: base,
            message: try message(for: changes, settings))
        let merged = try head.map { try merge(edited, $0).commit } ?? edited
        var files: [[UInt8]: [UInt8]?] = [:]
        for edit in edits where edit.isInWorkingTree { files[edit.path] = .some(edit.bytes) }
        let (writes, index) = try checkout(
            from: head, to: merged, edits: Edits(commit: edited, files: files))
        let move = try acting(
            BranchUpdate(
                old: head, new: merged, writes: writes, unchanged: files, index: index,
                mark: .staleEdits,
                actions: [.did(edited, at: clock.coarseNanoseconds)]))
        let outcome = try advance(move)
        return AppliedEdits(edits: edits, commit: edited, start: start, outcome: outcome)
    }

    /// Returns the commit in HEAD's history with the files that were edited.
    ///
    /// After a rewrite of the branch (`git commit --amend`, `git rebase`), a merge with the
    /// replaced commit would bring back everything in it. The result is then the newest commit
    /// with the same files, or else the last one that both histories have.
    private func baseInHistory(
        of paths: [[UInt8]], _ base: ObjectID?, under head: ObjectID?
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

extension BoardRepository {
    /// Merges the edits that were saved while a move of the branch was put in place. Their base
    /// is the version before the move, unless an older base is found.
    ///
    /// - Parameter interrupted: Collects the edits whose merge another save interrupted.
    /// - Returns: False if one left work to do. The edits after it are not merged then.
    func mergeEdits(
        _ edits: [[UInt8]: [UInt8]?], during move: Journal.Move, _ settings: BoardSettings,
        _ interrupted: inout [AppliedEdits]
    ) throws -> Bool {
        var search = move.old.map { BaseSearch(self, over: $0, settings) }
        let stale = try edits.map { path, bytes in
            // Before the first commit there was no version: the edit is of the new one.
            let base = try search?.base(of: bytes, at: path) ?? move.old ?? move.new
            return StaleEdit(path: path, bytes: bytes, base: base)
        }
        for group in try groups(of: stale) {
            let applied = try apply(group, settings, acting: withSuccessionsIfPossible)
            guard applied.outcome.isComplete else {
                interrupted.append(applied)
                return false
            }
            try settleEditors(of: applied)
        }
        return true
    }

    /// Merges the edits that were saved into files that pmd had replaced. A sync checks all of
    /// them, other commands the last ones. A command that changes a task also checks its files.
    func mergeLateSaves(isSync: Bool, _ settings: BoardSettings) throws {
        let now = clock.nanoseconds()
        let isDue = try isSync || replaced.isSweepDue(now: now)
        var versions = try isDue ? replaced.versions() : []
        if !isSync {
            // Versions that are deleted for their age are checked before that.
            versions = versions.filter { ReplacedFileStore.isOld($0, now: now) }
            versions = try replaced.recent() + versions
        }
        for version in versions { try mergeLateSave(version, settings) }
        try dropEditorsThatQuit()
        guard isDue else { return }
        try replaced.sweep(now: now)
        try openEditors.sweep(now: now)
    }

    /// Merges the edits that were saved into replaced files of these paths.
    ///
    /// - Returns: True if there were any.
    func mergeLateSaves(of paths: [[UInt8]], _ settings: BoardSettings) throws -> Bool {
        var isChanged = false
        var lookup = ReplacedFileStore.Lookup(replaced)
        let versions = try paths.flatMap { try lookup.versions(of: $0) }
        for version in versions where try mergeLateSave(version, settings) { isChanged = true }
        return isChanged
    }

    /// Merges the save in a replaced file. Its base is the version that was replaced, unless an
    /// older base is found.
    ///
    /// - Returns: True if it had a save.
    @discardableResult
    private func mergeLateSave(
        _ version: ReplacedFileStore.Version, _ settings: BoardSettings
    ) throws -> Bool {
        let path = version.place.path
        guard let (bytes, statData) = try replaced.lateSave(version),
            let entry = try version.entry(in: git),
            try !isSame(bytes, as: entry.id, at: path),
            !bytes.isEmpty,
            // The next command finds the whole save.
            try !isBeingWritten(bytes, statData: statData, at: path, over: entry, by: settings)
        else { return false }
        // An uncommitted edit of the same file is also merged.
        _ = try commitEdits(at: [path], settings)
        var search = BaseSearch(self, over: version.head, settings)
        let base = try search.base(of: bytes, at: path, by: [.openInEditor])
        let edit = StaleEdit(
            path: path, bytes: bytes, base: base ?? version.head, isInWorkingTree: false)
        let commits = try merge([edit], settings)
        try replaced.forget(version.place)
        // The next save of the editor is made from this version.
        let now = clock.nanoseconds()
        let place = ReplacedFileStore.Place(
            batch: replaced.batch(head: commits.first ?? version.head, now: now), path: path)
        if let folder = try root.existingFolder(splitPath(path).folder) {
            let tree = try git.commit(version.head).tree
            try openEditors.note(path, in: folder, at: now) {
                try git.entry(inTree: tree, path: $0) != nil
            }
        }
        try replaced.note(bytes, at: place)
        try replaced.noteRecent([place])
        return true
    }

    /// Removes the notes on editors that quit without saving: the editor's file is gone or another
    /// editor's, and the task's file has the bytes that pmd wrote.
    private func dropEditorsThatQuit() throws {
        for path in try openEditors.paths() {
            try openEditors.dropQuit(path, in: root.existingFolder(splitPath(path).folder)) {
                guard let bytes = try state(of: path).bytes else { return true }
                let entry = try tree(of: branch().head).flatMap {
                    try git.entry(inTree: $0, path: path)
                }
                return try entry.map { try isSame(bytes, as: $0.id, at: path) } ?? false
            }
        }
    }
}

extension BoardRepository {
    /// Records a move of the branch in ``heads``, while git cannot have the index.
    ///
    /// A git command that is running now may have read the old head before the branch moved.
    func noteHead(_ move: BranchUpdate) {
        guard let old = move.journalMove.old, old != move.new else { return }
        do {
            let isFinal = try git.originalHead() == old && !git.isGitAtWork
            try checkoutLog.note(CheckoutLog.Entry(old: old, new: move.new, isFinal: isFinal))
        } catch {
            // It can be lost without harm.
        }
    }

    /// Returns the heads to which a failed git command may have reset index and files without
    /// moving the branch, newest first: the one in `ORIG_HEAD`, and the heads before it that only
    /// pmd moved past. Empty if no git command can have done so: the command that wrote
    /// `ORIG_HEAD` had ended before pmd moved the branch, or others moved it too.
    ///
    /// A `git merge` or `git stash` that fails resets index and files to the HEAD with which it
    /// began, regardless of commits made meanwhile. (`restore_state` of git's `builtin/merge.c`,
    /// since 2.38; `reset_refs` of its `builtin/reset.c`, which notes an `ORIG_HEAD` that is read
    /// later than that HEAD.)
    func resetHeads() throws -> [ObjectID] {
        guard let head = try branch().head, let start = try git.originalHead(), start != head
        else { return [] }
        let moves = try checkoutLog.moves(to: head)
        guard let place = moves.firstIndex(where: { $0.old == start }), !moves[place].isFinal
        else { return [] }
        return moves[place...].map(\.old).filter(git.contains)
    }

    /// Restores HEAD's version of all files that a failed git command reset.
    func restoreAfterReset(_ settings: BoardSettings) throws {
        let olds = try resetHeads()
        guard let start = olds.first, let head = try branch().head else { return }
        // Checked before the files are read: the git command may end in between.
        let isAtWork = git.isGitAtWork
        let tree = try git.commit(head).tree
        var paths: Set<[UInt8]> = []
        for old in olds {
            paths.formUnion(try git.diff(git.commit(old).tree, tree, below: []).map(\.path))
        }
        let scan = try WorkTreeScanner.only(
            paths.sorted { $0.lexicographicallyPrecedes($1) }, self, tree: tree,
            settings: settings)
        var search = BaseSearch(self, over: head, settings)
        try merge(
            scan.edits.compactMap { edit in
                try search.base(of: edit.bytes, at: edit.path, by: [.resetByGit]).map {
                    StaleEdit(path: edit.path, bytes: edit.bytes, base: $0)
                }
            }, settings)
        if !isAtWork { try checkoutLog.markFinal(start) }
    }
}
