package import Glibc

/// The index in the state in which it was read, for lookups by path.
package struct Index {
    let table: IndexTable
    let seconds: Int
    /// True if the index is missing or damaged.
    package internal(set) var isLost = false
    /// The expected position of the next lookup, for callers that look up paths in order.
    private var next = 0

    init(table: IndexTable, seconds: Int) { (self.table, self.seconds) = (table, seconds) }

    /// Returns the entry of a path; nil if there is none, or a conflict.
    package mutating func entry(_ path: [UInt8]) -> IndexEntry? {
        guard let position = table.position(of: path, guess: next) else { return nil }
        next = position + 1
        return table.entry(at: position, indexSeconds: seconds)
    }

    /// Returns the position of a file in the index if a file with this stat data certainly has the
    /// bytes of the entry; otherwise nil.
    ///
    /// - Parameters:
    ///   - folder: The folder's path, with a slash at the end.
    ///   - next: The expected position of the next lookup.
    package func current(
        _ folder: [UInt8], _ name: UnsafeRawBufferPointer, size: Int64, modified: Int64,
        changed: Int64, inode: UInt64, next: inout Int
    ) -> Int? {
        guard let position = table.position(of: name, inFolder: folder, guess: next) else {
            return nil
        }
        next = position + 1
        let statData = table.statData(at: position, indexSeconds: seconds)
        let isCurrent = statData?.isCurrent(
            size: size, modified: modified, changed: changed, inode: inode)
        return isCurrent == true ? position : nil
    }

    /// The entries whose files are left out of the working tree, in path order.
    package var leftOut: [(path: [UInt8], entry: TreeEntry)] { table.leftOut }

    /// Returns true if the entry at a position has this blob.
    package func isBlob(at position: Int, _ id: UnsafeRawBufferPointer) -> Bool {
        table.isBlob(at: position, id)
    }

    /// Returns the names of a folder's tree from git's cache of trees, without reading the tree.
    ///
    /// - Parameters:
    ///   - path: The path of the folder, with a slash at the end; empty for the root.
    ///   - isKnown: Returns true for positions to leave out; called in ascending order.
    /// - Returns: The names, sorted byte by byte; nil if the tree is not cached.
    package func names(
        ofTree tree: ObjectID, at path: [UInt8], but isKnown: (Int) -> Bool
    ) -> [(name: [UInt8], value: TreeEntry)]? {
        guard let cached = table.cachedTree(path), cached.known?.id == tree else { return nil }
        return table.names(of: cached, at: path, but: isKnown)?
            .sorted { $0.name.lexicographicallyPrecedes($1.name) }
    }
}

extension Repository {
    /// Returns the current index, or an empty one if it is missing or damaged, so that every file
    /// is compared with HEAD.
    package func index() throws(GitError) -> Index {
        let (file, table) = try readIndex()
        if attributeSource == .workTree { attributeSource = nil }
        var index = Index(table: table ?? IndexTable(), seconds: file.seconds)
        index.isLost = table == nil
        return index
    }
}

/// The stat data of a file, which git keeps in the index to detect unchanged files without reading
/// them.
package struct FileStatus: Hashable, Sendable {
    package var size: UInt64
    package var modifiedSeconds: Int64
    package var modifiedNanoseconds: Int64
    package var changedSeconds: Int64
    package var changedNanoseconds: Int64
    package var device: UInt64
    package var inode: UInt64
    package var user: UInt32
    package var group: UInt32

    /// Takes the stat data from `lstat` or `fstat`.
    package init(_ status: stat) {
        size = UInt64(max(0, status.st_size))
        modifiedSeconds = Int64(status.st_mtim.tv_sec)
        modifiedNanoseconds = Int64(status.st_mtim.tv_nsec)
        changedSeconds = Int64(status.st_ctim.tv_sec)
        changedNanoseconds = Int64(status.st_ctim.tv_nsec)
        device = UInt64(status.st_dev)
        inode = UInt64(status.st_ino)
        user = UInt32(status.st_uid)
        group = UInt32(status.st_gid)
    }
}

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
