import Git
import MarkdownDocument
import TaskBoard

extension BoardRepository {
    /// Finishes an earlier move of the branch, and commits saves into files that pmd had replaced.
    ///
    /// Every command that writes runs it first.
    ///
    /// - Throws: ``BoardError`` `busy` (75) if other processes replace every written file, so that
    ///   each round leaves another move to finish.
    func recover(_ settings: BoardSettings) throws {
        self.settings = settings
        var interrupted: [AppliedEdits] = []
        for _ in 0..<10 {
            guard try finishMoves(settings, &interrupted) else { continue }
            return try interrupted.forEach(settleEditors)
        }
        throw BoardError.branch(.contended(.file(nil)))
    }

    /// Finishes the moves in the journal, until one leaves more to finish.
    ///
    /// - Parameter interrupted: Collects the edits whose merge another save interrupted.
    /// - Returns: True if nothing is left.
    private func finishMoves(
        _ settings: BoardSettings, _ interrupted: inout [AppliedEdits]
    ) throws -> Bool {
        let moves = try journal.moves()
        if case .branch(let name, _) = try git.head() {
            try ReferenceLock(of: git.target(of: name), in: git).removeIfLeft(
                byMovesTo: moves.map(\.new))
        }
        try sweepTemporaries(of: moves)
        try sweepRepository()
        for move in moves {
            guard try finish(move, settings, &interrupted) else { return false }
        }
        return true
    }

    /// - Returns: False if this left more to finish.
    private func finish(
        _ move: Journal.Move, _ settings: BoardSettings, _ interrupted: inout [AppliedEdits]
    ) throws -> Bool {
        let (_, head) = try branch()
        guard let head, head != move.old,
            try git.isAncestor(move.new, of: head) || hasMoved(move)
        else {
            try dropActions(of: move)
            try unstage(move, head)
            try journal.forget(move)
            return true
        }
        let found = try unfinishedWork(of: move, at: head, by: settings)
        if !found.writes.isEmpty || !found.index.isEmpty {
            let again = BranchUpdate(
                old: head, new: head, writes: found.writes, index: found.index,
                mark: .finishWriting)
            let outcome = try advance(again)
            // The following steps must not mistake an old file for an edit.
            if let failure = outcome.failure { throw failure }
            // The file was saved once more meanwhile.
            if !outcome.isComplete { return false }
        }
        if !found.edits.isEmpty,
            try !mergeEdits(found.edits, during: move, settings, &interrupted)
        {
            return false
        }
        try journal.forget(move)
        return true
    }

    /// Returns true if pmd moved the branch. Git may have rewritten it since: a `git commit
    /// --amend` that waits for the index runs before a save is merged.
    private func hasMoved(_ move: Journal.Move) throws -> Bool {
        try checkoutLog.moves().contains { $0.old == move.old && $0.new == move.new }
    }

    /// Removes the actions of a move that did not happen.
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

    /// Reads until no editor is in the middle of a save, but only for some seconds.
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

    /// Determines the unfinished work. A path with the bytes of the old head or of the move gets
    /// HEAD's. Any other bytes are an uncommitted edit.
    ///
    /// After a rewrite of the branch, only paths with the move's version in HEAD count. The user
    /// chose the other versions, for example with `git reset`.
    private func readUnfinishedWork(
        of move: Journal.Move, at head: ObjectID, by settings: BoardSettings
    ) throws -> Unfinished {
        let headTree = try git.commit(head).tree
        let newTree = try git.commit(move.new).tree
        let isRewritten = try !git.isAncestor(move.new, of: head)
        let oldTree = try tree(of: move.old)
        let sources = [.workTree] + [oldTree, newTree].compactMap(\.self).map(AttributeSource.tree)
        var found = Unfinished()
        for change in try git.diff(oldTree, newTree, below: []) {
            guard try concernsFile(change), try !takesSettings(change, newTree) else { continue }
            let entry = try git.entry(inTree: headTree, path: change.path)
            if isRewritten, entry != change.new { continue }
            found.index[change.path] = .some(entry)
            let target = try content(of: entry, at: change.path, in: headTree)
            let state = try state(of: change.path)
            let current = state.bytes
            if try target.isSame(as: current) { continue }
            if try isKnown(current, change, by: sources) {
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

    private func isKnown(
        _ bytes: [UInt8]?, _ change: TreeChange, by sources: [AttributeSource]
    ) throws -> Bool {
        guard let bytes else { return change.old == nil || change.new == nil }
        return try [change.old, change.new].compactMap(\.self).contains {
            try isSame(bytes, as: $0.id, at: change.path, by: sources)
        }
    }

    var conflicts: SavedApart {
        SavedApart(root: root, path: location.prefix + BoardSettings.conflictsFolder.bytes)
    }

    /// Removes the temporary files of a killed process.
    ///
    /// A temporary file whose content is not in git, while a move is unfinished, is a save that
    /// arrived at the instant of an exchange: it is moved to `conflicts/`.
    private func sweepTemporaries(of moves: [Journal.Move]) throws {
        try TemporaryFileRegistry(folder: localState.folder).sweep(root: root) { folder, name in
            guard !moves.isEmpty, let bytes = try folder.read(name).bytes,
                try !self.git.contains(ObjectID.ofBlob(bytes)),
                try !moves.contains(where: { try self.isConverted(bytes, by: $0) })
            else { return }
            try self.conflicts.take(name, from: folder)
        }
    }

    /// Returns true if git's conversion produces these bytes from a file in a move.
    private func isConverted(_ bytes: [UInt8], by move: Journal.Move) throws -> Bool {
        guard git.contains(move.new), move.old.map(git.contains) ?? true else { return false }
        let trees = try [move.old, move.new].map(tree(of:))
        let sources = [.workTree] + trees.compactMap(\.self).map(AttributeSource.tree)
        return try git.diff(trees[0], trees[1] ?? .emptyTree, below: []).contains { change in
            try !isTask(change.path)
                && [change.old, change.new].compactMap(\.self).contains {
                    try $0.isRegularFile
                        && isSame(bytes, as: $0.id, at: change.path, by: sources)
                }
        }
    }

    /// Removes the leftovers of a killed process from the git directory.
    private func sweepRepository() throws {
        git.removeLeftovers(wasLeft: wasLeft)
        // A process that only read may also have left one.
        CacheWriter.removeAbandoned(in: localState.folder)
        guard wasLeft else { return }
        try removeUnfinished(in: localState.folder, localState.path)
        for name in ["replaced", "editors"] {
            guard let below = try localState.folder.existingFolder(Array(name.utf8)) else {
                continue
            }
            try removeUnfinished(in: below, localState.path + "/" + name)
        }
    }

    /// Removes files of the local state that a process was writing when it ended.
    private func removeUnfinished(in folder: Folder, _ path: String) throws {
        let ending = Array(".new".utf8)
        for name in try folder.names() where name.suffix(4) == ending[...] {
            let file = path + "/" + String(decoding: name, as: UTF8.self)
            if !OpenFiles().contains(file) { try folder.remove(name) }
        }
    }
}
