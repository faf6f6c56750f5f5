import Git
import Glibc
import TaskBoard

/// A move of the branch together with the files of the working tree.
struct Advance {
    /// The commit of the branch; nil before the first commit.
    var old: ObjectID?
    /// The new commit, which is written but which no reference names yet.
    var new: ObjectID
    var writes: [FileWrite]
    /// The files that were read in the working tree and are in the new commit; nil for no
    /// file. They must be unchanged when the branch moves: the commit would bring back what
    /// `git stash` took away meanwhile.
    var unchanged: [[UInt8]: [UInt8]?] = [:]
    /// The entries of the index that change; nil removes one.
    var index: [[UInt8]: TreeEntry?]
    var mark: ReflogMark
    /// The actions of this clone, for `undo`; empty where others acted.
    var actions: [Actions.Line] = []
    /// True for a new clone, whose working tree has no file of the old commit yet: files that
    /// are missing in it are written, and do not count as deleted.
    var isFirstCheckout = false
    /// True if there is no board until its files are written, so that no later command can
    /// finish a change that fails halfway.
    var makesBoard = false

    var writtenPaths: Set<[UInt8]> { Set(writes.map(\.path.bytes)) }
    var journalMove: Journal.Move { Journal.Move(old: isFirstCheckout ? nil : old, new: new) }
}

/// The reason why an advance did not happen: another process changed the branch or a file.
enum Raced: Error, Equatable {
    case branchMoved
    case filesChanged([[UInt8]])
}

extension BoardRepository {
    /// Moves the branch and the files, in the order that loses nothing: temporary files beside
    /// their targets, the index lock, the journal, the index, the branch by compare-and-swap,
    /// renames, the end of the journal.
    ///
    /// - Returns: The paths that another process saved while the files were written. Their
    ///   files are as saved, and the journal still names the move, so that ``recover()``
    ///   commits them.
    /// - Throws: ``Raced`` before the branch has moved; afterwards nothing, because the change
    ///   is done.
    func advance(_ move: Advance) throws -> Set<[UInt8]> {
        let links = try removeReplacedLinks(move)
        do {
            return try advanceFiles(move)
        } catch {
            restore(links)
            throw error
        }
    }

    private func advanceFiles(_ move: Advance) throws -> Set<[UInt8]> {
        let (name, _) = try branch()
        let swap = FileSwap(root: root, localState: localState)
        try swap.stage(move.writes) { tell?(.writing($0, of: move.writes.count)) }
        var saved: Set<[UInt8]>?
        var mark: Int?
        do {
            try git.withIndexLock(ownedBy: localState.indexLockOwner) { editor in
                try requireUnchanged(move, on: name, in: swap)
                try journal.note(move.journalMove)
                mark = try actions.append(move.actions)
                // The journal's name. The files of the journal and the actions are written
                // before it, so that the disk is waited for once.
                try localState.folder.sync()
                try setEntries(of: move, editor)
            } moving: {
                try moveBranch(name, move)
                saved = []
            } _: { editor in
                noteHead(move)
                saved = try putInPlace(move, by: swap, editing: editor)
            }
            try swap.waitForDisk()
            if saved == [] { try journal.forget(move.journalMove) }
            try packingTally.add(git.takeStoredObjects())
        } catch {
            if saved == nil { try actions.cut(to: mark) }
            guard let saved, !move.makesBoard else {
                swap.withdraw()
                throw error
            }
            // HEAD has the change. The journal still names it, so the next command writes
            // files and index.
            return saved
        }
        return saved ?? []
    }

    /// Advances, and commits the files that were saved while others were written.
    ///
    /// - Returns: The paths of those files.
    @discardableResult
    func advance(
        _ move: Advance, recoveringWith settings: BoardSettings
    ) throws -> Set<[UInt8]> {
        let saved = try advance(move)
        if !saved.isEmpty { try recover(settings) }
        return saved
    }

    /// Checks everything that can still refuse the change.
    private func requireUnchanged(
        _ move: Advance, on branch: String, in swap: FileSwap
    ) throws {
        // No process can switch branches any more: that needs the index too.
        guard try self.branch().name == branch, try git.reference(branch) == move.old else {
            throw Raced.branchMoved
        }
        let written = move.writtenPaths
        let changed =
            try swap.changedMeanwhile()
            + move.unchanged.filter { path, bytes in
                try !written.contains(path) && state(of: path).bytes != bytes
            }.keys
        guard changed.isEmpty else { throw Raced.filesChanged(changed) }
    }

    private func moveBranch(_ branch: String, _ move: Advance) throws {
        do {
            try git.move(
                reference: branch, from: move.old, to: move.new, message: move.mark.message)
        } catch  where error.kind == .changedMeanwhile {
            throw Raced.branchMoved
        }
    }

    private func putInPlace(
        _ move: Advance, by swap: FileSwap, editing editor: IndexEditor
    ) throws -> Set<[UInt8]> {
        let keep = Keeping(
            replaced: replaced, conflicts: conflicts, head: move.old ?? move.new, new: move.new,
            now: clock.nanoseconds())
        let saved = try swap.apply(keep)
        // Lets `git status` see the files that have just been written.
        for write in move.writes {
            guard let entry = move.index[write.path.bytes] ?? nil else { continue }
            try set(write.path.bytes, entry, in: editor)
        }
        return saved
    }

    /// Sets the entries of the new commit. Files that are not written yet have no stat data.
    private func setEntries(of move: Advance, _ editor: IndexEditor) throws {
        let written = move.writtenPaths
        for path in move.index.keys.sorted(by: { $0.lexicographicallyPrecedes($1) }) {
            try set(path, move.index[path] ?? nil, isWritten: !written.contains(path), in: editor)
        }
    }

    /// Sets the entry of a path, or removes it (nil). A path that git refuses has none, and an
    /// entry that is not a file of the working tree is marked as left out.
    ///
    /// - Parameter isWritten: Whether the file may have the entry's bytes already.
    func set(
        _ path: [UInt8], _ entry: TreeEntry?, isWritten: Bool = true, in editor: IndexEditor
    ) throws {
        guard let entry, let verified = VerifiedPath(path, mode: entry.mode) else {
            return editor.remove(path)
        }
        guard isWritten else { return editor.add(verified, entry) }
        if let status = try statusOfFile(path, with: entry) {
            editor.add(verified, entry, status)
        } else {
            let isLeftOut = try git.placement(of: path, entry) != .file
            editor.add(verified, entry, isLeftOut: isLeftOut)
        }
    }

    /// Returns the status of a file that certainly has an entry's bytes. The status of one
    /// that was saved just now would hide that edit for good.
    func statusOfFile(_ path: [UInt8], with entry: TreeEntry) throws -> FileStatus? {
        let (parent, name) = splitPath(path)
        guard entry.isRegularFile, let folder = try root.existingFolder(parent),
            let status = try folder.status(name),
            case .file(let bytes, let statData) = try folder.read(name),
            statData.hasSameContents(as: StatData(status)), try ObjectID.ofBlob(bytes) == entry.id
        else { return nil }
        return FileStatus(status)
    }
}
