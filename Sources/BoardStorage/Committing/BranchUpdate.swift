import Git
import Glibc
import TaskBoard

/// A move of the branch together with the files of the working tree.
///
/// Every commit that pmd makes reaches the branch, the index and the files by one protocol,
/// ``BoardRepository/advance(_:)``. Its commit object is written before that, with no reference to
/// it yet. The caller holds the board's lock, so no other pmd writes; git, editors and other
/// programs may do so at any time. A process may be killed after any step:
///
/// | # | step | a kill after it leaves | the next command |
/// |---|---|---|---|
/// | 1 | remove symbolic links that the change replaces | the links are missing | leaves that to `git restore` |
/// | 2 | stage: write the new files under temporary names, and sync them | temporary files | removes them |
/// | 3 | lock the index, with a link to a file of this clone | git's `index.lock` | takes the lock over |
/// | 4 | check that branch and files are as the caller saw them | nothing more | – |
/// | 5 | journal: record the move in `.git/pmd/pending`, the actions in `.git/pmd/actions`, and sync both | a move that did not happen | removes the actions and the move |
/// | 6 | replace the index by one with the new entries | an index that is ahead of the branch | restores the old entries |
/// | 7 | move the branch by compare-and-swap | a commit whose files are not written | writes them; commits what was saved in between |
/// | 8 | put in place: exchange each file with its temporary one | some files are new, some old | writes the others |
/// | 9 | note the stat data of the new files in the index, and unlock it | old stat data | git and pmd read these files again |
/// | 10 | wait for the disk, and remove the move from the journal | nothing | – |
///
/// Step 7 is the decision. Before it, a failure undoes the steps and is thrown, and a kill leaves
/// nothing that counts. After it, the change has happened, and the remaining work follows from the
/// journal and the two commits in it. Recovery (``BoardRepository/recover(_:)``) is the first step
/// of every command that writes; a command that only reads runs it if the journal has a move.
/// Killing it is safe too, since removing the move from the journal is its last step.
///
/// Calls go in one direction. A command adds the commits for completions to its move
/// (``BoardRepository/withSuccessions(_:)``), advances, and recovers if work remains. Recovery
/// advances too, but an advance calls neither.
///
/// The order of the steps has these reasons:
///
/// - The files are staged before anything is locked (2), because it takes long, and because a full
///   disk then refuses the change while nothing has changed.
/// - The index is locked before the check (3, 4): git needs that lock to switch branches, to
///   commit and to merge, so the check stays valid until the branch moves.
/// - The journal is on the disk before the index (5, 6), so that an index ahead of the branch is
///   recognised.
/// - The index is replaced before the branch moves (6, 7): a concurrent `git commit`, which reads
///   HEAD and then the index, never combines the old index with the new HEAD, which would revert
///   the change.
/// - The files are written last (8). A file that has neither the old nor the new bytes by then was
///   saved by a user. It is left as it is, and its change becomes a commit of its own.
struct BranchUpdate {
    /// The commit of the branch; nil before the first commit.
    var old: ObjectID?
    /// The new commit, which is written but has no reference yet.
    var new: ObjectID
    var writes: [FileWrite]
    /// The files that were read in the working tree and are in the new commit; nil for no file.
    /// They must be unchanged when the branch moves: otherwise the commit would restore what `git
    /// stash` removed meanwhile.
    var unchanged: [[UInt8]: [UInt8]?] = [:]
    /// The index entries to change; nil removes one.
    var index: [[UInt8]: TreeEntry?]
    var mark: ReflogMark
    /// The actions of this clone, for `undo`; empty if the actions are not its own.
    var actions: [Actions.Line] = []
    /// The move of the files, if it differs from the branch's: in a new working tree, and for
    /// files that are older than the branch.
    var filesMove: Journal.Move?
    /// True if the move includes pmd's own commits for its completions. Otherwise the next command
    /// acts on them.
    var isActedOn = false
    /// True if there is no board until its files are written, so that no later command can
    /// finish a change that fails halfway.
    var makesBoard = false

    /// Returns one move over this one's commits and those of the next, which changes other files.
    func followed(by next: BranchUpdate) -> BranchUpdate {
        var move = next
        move.old = old
        move.writes = writes + next.writes
        move.index = index.merging(next.index) { $1 }
        move.actions = actions + next.actions
        return move
    }

    var writtenPaths: Set<[UInt8]> { Set(writes.map(\.path.bytes)) }
    var journalMove: Journal.Move { filesMove ?? Journal.Move(old: old, new: new) }
}

/// The work that remains after the branch has moved. The journal keeps the move until it is done.
struct BranchUpdateOutcome {
    /// The paths that another process saved while the files were put in place. Their files keep
    /// that version.
    var saved: Set<[UInt8]> = []
    /// The error that prevented files from being put in place.
    var failure: (any Error)?

    /// True if every file is as the new commit has it.
    var isComplete: Bool { saved.isEmpty && failure == nil }
}

/// The reason why an advance did not happen: another process changed the branch or a file.
enum ConcurrentUpdate: Error, Equatable {
    case branchMoved
    case filesChanged([[UInt8]])
    /// Files in the change have uncommitted edits, which must be committed before another attempt.
    case editsInTheWay([[UInt8]])

    /// The files whose uncommitted edits must be committed first.
    var editsInTheWay: [[UInt8]] {
        if case .editsInTheWay(let paths) = self { paths } else { [] }
    }
}

/// The last completed step of an advance.
private enum BranchUpdateProgress {
    /// The new files are written under temporary names.
    case staged
    /// The journal and the record of actions contain the move. The length is that of the record
    /// before; nil if it cannot be truncated to it.
    case recorded(actionsLength: Int?)
    /// The branch has moved. These paths were saved while the files were put in place.
    case moved(saved: Set<[UInt8]>)

    /// The paths that were saved while the files were put in place.
    var saved: Set<[UInt8]> {
        if case .moved(let saved) = self { saved } else { [] }
    }
}

extension BoardRepository {
    /// Moves the branch and the files, in an order that loses nothing. See ``BranchUpdate``.
    ///
    /// - Returns: The work that remains for ``recover(_:)``.
    /// - Throws: ``ConcurrentUpdate`` before the branch has moved. Afterwards only a move that
    ///   creates the board throws, because any other change is done.
    func advance(_ move: BranchUpdate) throws -> BranchUpdateOutcome {
        let links = try removeReplacedLinks(move)
        do {
            return try advanceFiles(move)
        } catch {
            restore(links)
            throw error
        }
    }

    /// Advances, and finishes the remaining work, so that no old file is mistaken for an edit.
    ///
    /// - Returns: The work that remained, which is done now.
    /// - Throws: The error that still prevents files from being put in place.
    @discardableResult
    func advance(
        _ move: BranchUpdate, recoveringWith settings: BoardSettings
    ) throws -> BranchUpdateOutcome {
        let outcome = try advance(move)
        if !outcome.isComplete { try recover(settings) }
        return outcome
    }

    /// Steps 2 to 10.
    private func advanceFiles(_ move: BranchUpdate) throws -> BranchUpdateOutcome {
        let branch = try branch().name
        let swap = FileSwap(root: root, localState: localState)
        try swap.stage(move.writes) { tell?(.writing($0, of: move.writes.count)) }
        var progress = BranchUpdateProgress.staged
        do {
            try git.withIndexLock(ownedBy: localState.indexLockOwner) { index in
                try requireUnchanged(move, on: branch, in: swap)
                progress = .recorded(actionsLength: try record(move))
                // The name of the journal. The contents of journal and actions were synced
                // before it, so that the disk is waited for once.
                try localState.folder.sync()
                try setEntries(of: move, index)
            } moving: {
                try moveBranch(branch, move)
                progress = .moved(saved: [])
            } _: { index in
                noteHead(move)
                progress = .moved(saved: try putInPlace(move, by: swap, editing: index))
            }
            return try finish(move, swap, progress.saved)
        } catch {
            return try giveUp(move, swap, at: progress, because: error)
        }
    }

    /// Step 10. The journal keeps the move if files were saved meanwhile.
    private func finish(
        _ move: BranchUpdate, _ swap: FileSwap, _ saved: Set<[UInt8]>
    ) throws -> BranchUpdateOutcome {
        try swap.waitForDisk()
        if move.isActedOn { try noteCompletions(of: move) }
        if saved.isEmpty { try journal.forget(move.journalMove) }
        try packingTally.add(git.takeStoredObjects())
        return BranchUpdateOutcome(saved: saved)
    }

    /// Cleans up an advance that failed. If the branch has moved, HEAD has the change and the
    /// journal still has the move, so recovery writes files and index; otherwise the steps are
    /// undone. The index is restored by then, and the next command removes the move from the
    /// journal.
    private func giveUp(
        _ move: BranchUpdate, _ swap: FileSwap, at progress: BranchUpdateProgress,
        because error: any Error
    ) throws -> BranchUpdateOutcome {
        if case .recorded(let length) = progress { try actions.cut(to: length) }
        if case .moved(let saved) = progress, !move.makesBoard {
            return BranchUpdateOutcome(saved: saved, failure: error)
        }
        swap.withdraw()
        throw error
    }

    /// Step 5: records the move and its actions.
    ///
    /// - Returns: The previous length of the record of actions.
    private func record(_ move: BranchUpdate) throws -> Int? {
        try journal.note(move.journalMove)
        return try actions.append(move.actions)
    }

    /// Step 4: checks every condition that can still refuse the change.
    private func requireUnchanged(
        _ move: BranchUpdate, on branch: String, in swap: FileSwap
    ) throws {
        // No process can switch branches any more: that also needs the index.
        guard try self.branch().name == branch, try git.reference(branch) == move.old else {
            throw ConcurrentUpdate.branchMoved
        }
        // `git stash` can have dropped the last commit since this command began. The actions of a
        // move in the journal may not have happened.
        if try journal.isEmpty { try recordDropped() }
        let written = move.writtenPaths
        let changed =
            try swap.changedMeanwhile()
            + move.unchanged.filter { path, bytes in
                try !written.contains(path) && state(of: path).bytes != bytes
            }.keys
        guard changed.isEmpty else { throw ConcurrentUpdate.filesChanged(changed) }
    }

    /// Step 7.
    private func moveBranch(_ branch: String, _ move: BranchUpdate) throws {
        do {
            try git.move(
                reference: branch, from: move.old, to: move.new, message: move.mark.message)
        } catch  where error.kind == .changedMeanwhile {
            throw ConcurrentUpdate.branchMoved
        }
    }

    /// Steps 8 and 9.
    ///
    /// - Returns: The paths that another process saved meanwhile.
    private func putInPlace(
        _ move: BranchUpdate, by swap: FileSwap, editing editor: IndexEditor
    ) throws -> Set<[UInt8]> {
        let keep = ReplacedFileRecorder(in: self, head: move.old ?? move.new, new: move.new)
        let saved = try swap.apply(keep)
        try replaced.noteRecent(keep.places)
        // Makes the new files visible to `git status`.
        for write in move.writes {
            guard let entry = move.index[write.path.bytes] ?? nil else { continue }
            try set(write.path.bytes, entry, in: editor)
        }
        return saved
    }

    /// Step 6: sets the entries of the new commit. Files that are not written yet have no stat data.
    private func setEntries(of move: BranchUpdate, _ editor: IndexEditor) throws {
        let written = move.writtenPaths
        for path in move.index.keys.sorted(by: { $0.lexicographicallyPrecedes($1) }) {
            try set(path, move.index[path] ?? nil, isWritten: !written.contains(path), in: editor)
        }
    }

    /// Sets the entry of a path, or removes it (nil). A path that git refuses has none, and an
    /// entry that is not a file of the working tree is marked as left out. As in git, a mark that
    /// the user or a sparse checkout set stays.
    ///
    /// - Parameter isWritten: True if the file may have the entry's bytes already.
    func set(
        _ path: [UInt8], _ entry: TreeEntry?, isWritten: Bool = true, in editor: IndexEditor
    ) throws {
        guard let entry, let verified = VerifiedPath(path, mode: entry.mode) else {
            return editor.remove(path)
        }
        let isMarked = try isMarkedByUser(path, editor.entry(path))
        guard isWritten else { return editor.add(verified, entry, isLeftOut: isMarked) }
        if let status = try statusOfFile(path, with: entry) {
            editor.add(verified, entry, status: status, isLeftOut: isMarked)
        } else {
            let isLeftOut = try isMarked || git.disposition(of: path, entry) != .file
            editor.add(verified, entry, isLeftOut: isLeftOut)
        }
    }

    /// Returns the status of a file that certainly matches an entry for git. Using the status of a
    /// file that was saved just now would hide that edit for good.
    func statusOfFile(_ path: [UInt8], with entry: TreeEntry) throws -> FileStatus? {
        let (parent, name) = splitPath(path)
        guard entry.isRegularFile, let folder = try root.existingFolder(parent),
            let status = try folder.status(name),
            case .file(let bytes, let statData) = try folder.read(name),
            statData.hasSameContents(as: StatData(status)),
            try isSame(bytes, as: entry.id, at: path)
        else { return nil }
        return FileStatus(status)
    }
}
