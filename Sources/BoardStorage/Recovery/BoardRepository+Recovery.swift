import Git
import MarkdownDocument
import TaskBoard

extension BoardRepository {
    /// Finishes an earlier move of the branch, and commits what was saved into a file after
    /// pmd had replaced it.
    ///
    /// Every command that writes runs it first.
    func recover(_ settings: BoardSettings) throws {
        // Where other processes replace every written file, each move leaves another one to
        // finish.
        guard recoveries < 10 else { throw BoardError.branch(.contended(.file(nil))) }
        recoveries += 1
        defer { recoveries -= 1 }
        let moves = try journal.moves()
        if case .branch(let name, _) = try git.head() {
            ReferenceLock(of: name, in: git).removeIfLeft(byMovesTo: moves.map(\.new))
        }
        try sweepTemporaries(isUnfinished: !moves.isEmpty)
        try sweepRepository()
        for move in moves { try finish(move, settings) }
    }

    private func finish(_ move: Journal.Move, _ settings: BoardSettings) throws {
        let (_, head) = try branch()
        guard let head, head != move.old, try git.isAncestor(move.new, of: head) else {
            try dropActions(of: move)
            try unstage(move, head)
            return try journal.forget(move)
        }
        let found = try unfinishedWork(of: move, at: head, by: settings)
        if !found.writes.isEmpty || !found.index.isEmpty {
            let again = Advance(
                old: head, new: head, writes: found.writes, index: found.index,
                mark: .finishWriting)
            let outcome = try advance(again)
            // Nothing that follows may take an old file for an edit.
            if let failure = outcome.failure { throw failure }
            // Saved once more meanwhile.
            if !outcome.isComplete { return try recover(settings) }
        }
        if !found.edits.isEmpty { try mergeEdits(found.edits, during: move, settings) }
        try journal.forget(move)
    }

    /// The branch did not move, so this clone has no action.
    private func dropActions(of move: Journal.Move) throws {
        try actions.dropLast { commit in
            guard git.contains(commit), git.contains(move.new) else { return false }
            let isOld = try move.old.map { try git.isAncestor(commit, of: $0) } ?? false
            return try !isOld && git.isAncestor(commit, of: move.new)
        }
    }

    /// Removes the index entries of a branch that then did not move.
    private func unstage(_ move: Journal.Move, _ head: ObjectID?) throws {
        guard git.contains(move.new), move.old.map(git.contains) ?? true else { return }
        let headTree = try tree(of: head)
        var index = try git.index()
        let staged = try git.diff(try tree(of: move.old), git.commit(move.new).tree, below: [])
            .filter { change in
                let entry = try headTree.flatMap {
                    try git.entry(inTree: $0, path: change.path)
                }
                return entry?.id == change.old?.id
                    && index.entry(change.path)?.id == change.new?.id
            }
        guard !staged.isEmpty else { return }
        try git.withIndexLock(ownedBy: localState.indexLockOwner) { editor in
            for change in staged { try set(change.path, change.old, in: editor) }
        }
    }

    /// The unfinished work of a move of the branch.
    private struct Unfinished {
        var writes: [FileWrite] = []
        var edits: [[UInt8]: [UInt8]?] = [:]
        var index: [[UInt8]: TreeEntry?] = [:]
        var isBeingWritten = false
    }

    /// Reads until no editor is in the middle of a save, for some seconds at most.
    private func unfinishedWork(
        of move: Journal.Move, at head: ObjectID, by settings: BoardSettings
    ) throws -> Unfinished {
        let deadline = monotonicSeconds() + 5
        while true {
            let found = try readUnfinishedWork(of: move, at: head, by: settings)
            if !found.isBeingWritten || monotonicSeconds() > deadline { return found }
            pause(milliseconds: 10)
        }
    }

    /// A path with the old head's bytes, or with those of the move, gets HEAD's. Any other is
    /// an uncommitted edit.
    private func readUnfinishedWork(
        of move: Journal.Move, at head: ObjectID, by settings: BoardSettings
    ) throws -> Unfinished {
        let headTree = try git.commit(head).tree
        let newTree = try git.commit(move.new).tree
        var found = Unfinished()
        for change in try git.diff(try tree(of: move.old), newTree, below: []) {
            guard try concernsFile(change), try !takesSettings(change, newTree) else { continue }
            let entry = try git.entry(inTree: headTree, path: change.path)
            found.index[change.path] = .some(entry)
            let target = try content(of: entry, at: change.path)
            let state = try state(of: change.path)
            let current = state.bytes
            if try target.isSame(as: current) { continue }
            if try isKnown(current, change) {
                found.writes.append(
                    try FileWrite(
                        path: change.path, expected: current.map(FileContent.bytes), result: target,
                        holder: try holder(of: current, change, move)))
                continue
            }
            found.edits[change.path] = .some(current)
            found.index[change.path] = nil
            if case .file(let bytes, let statData) = state,
                try isBeingWritten(
                    bytes, statData: statData, at: change.path, over: entry, by: settings)
            {
                found.isBeingWritten = true
            }
        }
        return found
    }

    private func holder(
        of bytes: [UInt8]?, _ change: TreeChange, _ move: Journal.Move
    ) throws -> ObjectID? {
        try bytes.map { try ObjectID.ofBlob($0) } == change.old?.id ? move.old : move.new
    }

    private func isKnown(_ bytes: [UInt8]?, _ change: TreeChange) throws -> Bool {
        let id = try bytes.map { try ObjectID.ofBlob($0) }
        return id == change.old?.id || id == change.new?.id
    }

    var conflicts: SavedApart {
        SavedApart(root: root, path: location.prefix + BoardSettings.conflictsFolder.bytes)
    }

    /// Removes the temporary files of a killed process.
    ///
    /// A temporary file whose content is not in git, while a move is unfinished, is a save
    /// that arrived at the instant of an exchange: it is moved to `conflicts/`.
    private func sweepTemporaries(isUnfinished: Bool) throws {
        try Marker(folder: localState.folder).sweep(root: root) { folder, name in
            guard isUnfinished, let bytes = try folder.read(name).bytes,
                try !self.git.contains(ObjectID.ofBlob(bytes))
            else { return }
            try self.conflicts.take(name, from: folder)
        }
    }

    /// Removes what a killed process left in the git directory.
    private func sweepRepository() throws {
        git.removeLeftovers(wasLeft: wasLeft)
        // A process that only read may leave one too.
        CacheWriter.removeAbandoned(in: localState.folder)
        guard wasLeft else { return }
        let ending = Array(".new".utf8)
        for name in try localState.folder.names() where name.suffix(4) == ending[...] {
            let path = localState.path + "/" + String(decoding: name, as: UTF8.self)
            if !OpenFiles().contains(path) { try localState.folder.remove(name) }
        }
    }
}
