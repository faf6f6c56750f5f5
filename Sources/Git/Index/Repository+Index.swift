extension Repository {
    /// Holds the lock of the index while `body` runs, then replaces the index with one in which
    /// only the entries that `body` set or removed differ: the user's staged changes remain
    /// staged. If `body` throws, the index is unchanged.
    ///
    /// A missing or damaged index is rebuilt from HEAD's tree, as it is before `body`; a damaged
    /// one is kept as `index.damaged`.
    ///
    /// - Parameters:
    ///   - owner: A file of the caller on the same file system, to which the lock will be linked.
    ///     The caller must be the only process that uses it. A lock left by a killed process is
    ///     then taken over.
    ///   - seconds: The time to wait for a lock of another process.
    /// - Throws: The errors of `body`, or ``GitError``: ``GitError/Kind/locked``,
    ///   ``GitError/Kind/unsupported`` for a split or sparse index.
    @discardableResult
    package func withIndexLock<Result>(
        ownedBy owner: LockOwner? = nil, waiting seconds: Double = 5,
        _ body: (IndexEditor) throws -> Result
    ) throws -> Result {
        let lock = try IndexLock(indexLockFile, owner: owner, waiting: seconds)
        var temporary = try TemporaryIndex.copy(of: self)
        let result = try body(temporary.editor)
        try temporary.put(in: self, lock)
        try synchronise(gitDirectory)
        return result
    }

    /// Replaces the index before a move of the branch, so that a concurrent `git commit` never
    /// combines the old index with the new HEAD.
    ///
    /// `git commit` and `git merge` read HEAD, then the index, and then take the lock. If the
    /// index were written after the branch, they could commit the old index on top of the new
    /// HEAD, and revert the changes in between. In this order, they either have the new index too,
    /// or detect that HEAD has moved and give up.
    ///
    /// - Parameters:
    ///   - prepare: Sets the entries, and does everything that may fail.
    ///   - move: Moves the branch. If it throws, the old index is restored; if that fails too, the
    ///     caller must repair it.
    ///   - body: Puts the files in place, and sets entries again whose stat data is known only
    ///     now.
    @discardableResult
    package func withIndexLock<Result>(
        ownedBy owner: LockOwner, preparing prepare: (IndexEditor) throws -> Void,
        moving move: () throws -> Void, _ body: (IndexEditor) throws -> Result
    ) throws -> Result {
        let lock = try IndexLock(indexLockFile, owner: owner, waiting: 5)
        var temporary = try TemporaryIndex.copy(of: self)
        try prepare(temporary.editor)
        do {
            try temporary.put(in: self, lock)
            try move()
        } catch {
            temporary.restore()
            throw error
        }
        let result = try body(temporary.editor)
        if temporary.editor.isChanged { try temporary.put(in: self, lock) }
        try synchronise(gitDirectory)
        return result
    }

    /// Reads the index; the table is nil if the index is missing or damaged.
    ///
    /// - Throws: ``GitError/Kind/unsupported``, also if a sparse checkout has lost its index: only
    ///   the index distinguishes left-out files from deleted ones.
    func readIndex() throws(GitError) -> (file: IndexFile, table: IndexTable?) {
        let path = gitDirectory + "index"
        let file = try IndexFile(path)
        let table = try file.table()
        let patterns = gitDirectory + "info/sparse-checkout"
        if table == nil, FileIdentity(at: patterns) != nil, try isSparse() {
            throw GitError(
                .sparseIndexUnreadable(isMissing: file.bytes.isEmpty, path: path),
                "read the index")
        }
        return (file, table)
    }

    private var indexLockFile: LockFile { lockFile(gitDirectory + "index.lock") }
}

/// The index while its lock is held. Entries are set and removed here, and written when the block
/// that uses it returns.
package final class IndexEditor {
    private(set) var table: IndexTable { didSet { isChanged = true } }
    /// True if an entry was set or removed since it was last written.
    var isChanged = false

    init(_ table: IndexTable) { self.table = table }

    /// Returns the entry of a path; nil if there is none, or a conflict.
    package func entry(_ path: [UInt8]) -> IndexEntry? {
        table.position(of: path, guess: 0).flatMap { table.entry(at: $0, indexSeconds: 0) }
    }

    /// Sets a path's entry to this blob.
    ///
    /// - Parameters:
    ///   - status: The stat data from an `lstat` of the file at a time when its content was known
    ///     to be that blob, so that `git status` need not read it. Nil if the commit has the blob,
    ///     and there is no file to compare with.
    ///   - isLeftOut: True if the file is left out of the working tree: git then neither writes it
    ///     nor reports it as deleted.
    package func add(
        _ path: VerifiedPath, _ entry: TreeEntry, status: FileStatus? = nil,
        isLeftOut: Bool = false
    ) {
        table.set(path, IndexLayout.entry(path, entry, status: status, isLeftOut: isLeftOut))
    }

    /// Stores the stat data of a file whose content is known to match its entry. Nothing else in
    /// the index changes, regardless of what the user staged meanwhile.
    package func refresh(_ path: [UInt8], _ entry: TreeEntry, status: FileStatus) {
        guard table.isPlain(path, entry), let path = VerifiedPath(path) else { return }
        table.set(path, IndexLayout.entry(path, entry, status: status))
    }

    /// Returns the whole file, as ``IndexTable/file(isStored:)`` does.
    func file(isStored: @escaping (ObjectID) -> Bool) -> [UInt8] { table.file(isStored: isStored) }

    /// Removes a path's entries, including conflicts; does nothing if there are none.
    package func remove(_ path: [UInt8]) { table.remove(path) }
}
