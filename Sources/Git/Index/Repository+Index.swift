extension Repository {
    /// Holds the lock of the index while `body` runs, then puts an index in place in
    /// which the entries that `body` set and removed are changed and no others: what a
    /// person has staged stays staged. When `body` throws, the index stays as it was.
    ///
    /// An index that is missing or damaged is rebuilt from HEAD's tree, as it is before
    /// `body`; a damaged one is kept as `index.damaged`.
    ///
    /// - Parameters:
    ///   - owner: A file of the caller's, on the same file system, of which the
    ///     lock will be a link; the caller must be the only process that uses it.
    ///     A lock left by a killed process is then taken over.
    ///   - seconds: How long to wait for somebody else's lock.
    /// - Throws: What `body` throws, or ``GitError``: ``GitError/Kind/locked``,
    ///   ``GitError/Kind/unsupported`` for a split or sparse index.
    @discardableResult
    package func withIndexLock<Result>(
        ownedBy owner: LockOwner? = nil, waiting seconds: Double = 5,
        _ body: (IndexEditor) throws -> Result
    ) throws -> Result {
        let lock = try IndexLock(indexLockFile, owner: owner, waiting: seconds)
        var draft = try TemporaryIndex.draft(of: self)
        let result = try body(draft.editor)
        try draft.put(in: self, lock)
        try synchronise(gitDirectory)
        return result
    }

    /// The same around a move of the branch: the new index stands when the branch moves.
    ///
    /// `git commit` and `git merge` read HEAD, then the index, and take the lock after
    /// that. Were the index written behind the branch, they could commit an old index on
    /// top of a new HEAD, and so take back what that brought. This way round they have
    /// the new index too, or a HEAD that is no longer where they saw it, and give up.
    ///
    /// - Parameters:
    ///   - prepare: Sets the entries, and does what may still refuse.
    ///   - move: Moves the branch. When it throws, the index is as it was, or the caller
    ///     has to see to it where that failed too.
    ///   - body: Puts the files in place, and sets entries again where their status is
    ///     known only now.
    @discardableResult
    package func withIndexLock<Result>(
        ownedBy owner: LockOwner, preparing prepare: (IndexEditor) throws -> Void,
        moving move: () throws -> Void, _ body: (IndexEditor) throws -> Result
    ) throws -> Result {
        let lock = try IndexLock(indexLockFile, owner: owner, waiting: 5)
        var draft = try TemporaryIndex.draft(of: self)
        try prepare(draft.editor)
        do {
            try draft.put(in: self, lock)
            try move()
        } catch {
            draft.putBack()
            throw error
        }
        let result = try body(draft.editor)
        if draft.editor.isChanged { try draft.put(in: self, lock) }
        try synchronise(gitDirectory)
        return result
    }

    /// Reads the index; its table is nil if it is missing or damaged.
    ///
    /// - Throws: ``GitError/Kind/unsupported`` also where a sparse checkout has lost its
    ///   index: only that knew which files are not deleted, but left out.
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

/// The index while its lock is held: entries are set and removed here, and
/// written when the block that was lent it returns.
package final class IndexEditor {
    private(set) var table: IndexTable { didSet { isChanged = true } }
    /// True if an entry was set or removed since it was last written.
    var isChanged = false

    init(_ table: IndexTable) { self.table = table }

    /// Makes a path's entry say that the working tree holds this blob.
    ///
    /// - Parameters:
    ///   - status: From an `lstat` of the file made when its content was
    ///     known to be that blob, so that `git status` need not read it. nil: the commit
    ///     holds the blob, and there is no file to compare with.
    ///   - isLeftOut: True if the file is left out of the working tree: git then neither writes it
    ///     nor takes it for deleted.
    package func add(
        _ path: VerifiedPath, _ entry: TreeEntry, _ status: FileStatus? = nil,
        isLeftOut: Bool = false
    ) {
        table.set(path, IndexLayout.entry(path, entry, status, isLeftOut: isLeftOut))
    }

    /// Notes the status of a file whose content is known to be what its entry says:
    /// nothing else of the index changes, whatever a person staged meanwhile.
    package func refresh(_ path: [UInt8], _ entry: TreeEntry, _ status: FileStatus) {
        guard table.isPlain(path, entry), let path = VerifiedPath(path) else { return }
        table.set(path, IndexLayout.entry(path, entry, status))
    }

    /// The whole file, as ``IndexTable/file(isStored:)`` makes it.
    func file(isStored: @escaping (ObjectID) -> Bool) -> [UInt8] { table.file(isStored: isStored) }

    /// Removes a path's entry, conflicting ones too; where there is none,
    /// nothing happens.
    package func remove(_ path: [UInt8]) { table.remove(path) }
}
