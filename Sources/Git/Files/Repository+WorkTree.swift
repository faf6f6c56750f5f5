import Clibgit2
package import Glibc

/// What the index says of one path.
package struct IndexEntry: Hashable, Sendable {
    package let mode: UInt32
    package let id: ObjectID
    /// A sparse checkout leaves this file out of the work tree.
    package let skipsWorktree: Bool
    private let status: IndexedStatus

    /// Whether the entry has the status of a file, so that the file was in the working tree.
    package var wasWritten: Bool { status.hasSize }

    /// - Parameter entry: where it begins in these bytes.
    init(_ bytes: [UInt8], at entry: Int, indexSeconds: Int) {
        let number = { bigEndian(bytes, entry + $0) }
        mode = number(IndexLayout.mode)
        id = ObjectID(bytes, at: entry + IndexLayout.id)
        skipsWorktree = IndexLayout.skipsWorktree(bytes, entry)
        status = IndexedStatus(bytes, at: entry, indexSeconds: indexSeconds)
    }

    /// Whether a file has the status that it had when its entry was made. Its content may
    /// still differ where it was written at the very time.
    package func isUnchanged(size: Int64, modified: Int64, inode: UInt64) -> Bool {
        status.isSame(size: size, modified: modified, inode: inode)
    }

    /// Whether a file with this status certainly has the entry's bytes.
    ///
    /// - Parameter modified: in nanoseconds since 1970.
    package func isCurrent(size: Int64, modified: Int64, inode: UInt64) -> Bool {
        status.isCurrent(size: size, modified: modified, inode: inode)
    }
}

/// The status that a file had when its entry was made.
struct IndexedStatus: Hashable, Sendable {
    private let size: UInt32
    var hasSize: Bool { size != 0 }
    private let seconds: Int32
    private let nanoseconds: UInt32
    private let inode: UInt32
    /// Written in the very tick in which the index was: an equal stamp then
    /// proves nothing.
    private let isRacy: Bool

    /// - Parameter entry: where it begins in these bytes.
    init(_ bytes: [UInt8], at entry: Int, indexSeconds: Int) {
        size = bigEndian(bytes, entry + IndexLayout.size)
        seconds = Int32(bitPattern: bigEndian(bytes, entry + IndexLayout.modified))
        nanoseconds = bigEndian(bytes, entry + IndexLayout.modified + 4)
        inode = bigEndian(bytes, entry + IndexLayout.inode)
        isRacy = Int(seconds) >= indexSeconds
    }

    func isCurrent(size: Int64, modified: Int64, inode: UInt64) -> Bool {
        !isRacy && isSame(size: size, modified: modified, inode: inode)
    }

    func isSame(size: Int64, modified: Int64, inode: UInt64) -> Bool {
        let (seconds, nanoseconds) = modified.quotientAndRemainder(dividingBy: 1_000_000_000)
        return self.seconds == Int32(truncatingIfNeeded: seconds)
            && self.nanoseconds == UInt32(truncatingIfNeeded: nanoseconds)
            && self.size == UInt32(truncatingIfNeeded: size)
            && self.inode == UInt32(truncatingIfNeeded: inode)
    }
}

/// The index as it was read, asked path by path.
package struct Index {
    let table: IndexTable
    let seconds: Int
    /// Whether there is no index, or a damaged one.
    package internal(set) var isLost = false
    /// Where the path is that is asked for next by who goes through them in order.
    private var next = 0

    init(table: IndexTable, seconds: Int) { (self.table, self.seconds) = (table, seconds) }

    /// What it says of a path; nil where it says nothing, or there is a conflict.
    package mutating func entry(_ path: [UInt8]) -> IndexEntry? {
        guard let place = table.place(at: path, guess: next) else { return nil }
        next = place + 1
        return table.entry(place, indexSeconds: seconds)
    }

    /// Where a name in a folder is, if a file with this status certainly has the bytes
    /// that stand there; nil otherwise.
    ///
    /// - Parameters:
    ///   - folder: The folder's path, with a slash behind it.
    ///   - next: Where the name may be that is asked for next.
    package func current(
        _ folder: [UInt8], _ name: UnsafeRawBufferPointer, size: Int64, modified: Int64,
        inode: UInt64, next: inout Int
    ) -> Int? {
        guard let place = table.place(of: folder, name, guess: next) else { return nil }
        next = place + 1
        let status = table.status(place, indexSeconds: seconds)
        return status?.isCurrent(size: size, modified: modified, inode: inode) == true ? place : nil
    }

    /// The entries whose files are left out of the working tree, in the order of their paths.
    package var leftOut: [(path: [UInt8], entry: TreeEntry)] { table.leftOut }

    /// Whether the blob of this ID stands at a place.
    package func isBlob(_ place: Int, _ id: UnsafeRawBufferPointer) -> Bool {
        table.isBlob(place, id)
    }

    /// What a folder's tree holds, without reading it: where git noted that the entries
    /// make just this tree.
    ///
    /// - Parameters:
    ///   - path: The folder's, with a slash behind it; empty: the root.
    ///   - isKnown: Which places are left out; asked in their order.
    /// - Returns: the names in order, byte by byte; nil where that is not noted.
    package func names(
        ofTree tree: ObjectID, at path: [UInt8], but isKnown: (Int) -> Bool
    ) -> [(name: [UInt8], value: TreeEntry)]? {
        guard let cached = table.cachedTree(path), cached.known?.id == tree else { return nil }
        return table.names(of: cached, at: path, but: isKnown)?
            .sorted { $0.name.lexicographicallyPrecedes($1.name) }
    }
}

extension Repository {
    /// The index as it is now; one without entries where it is missing or damaged, so
    /// that every file is compared with HEAD.
    package func index() throws(GitError) -> Index {
        let (file, table) = try readIndex()
        hasAttributeFiles = false
        var index = Index(table: table ?? IndexTable(), seconds: file.seconds)
        index.isLost = table == nil
        return index
    }
}

/// What git keeps in the index to see later, without reading it, that a file
/// has not changed.
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

    /// What `lstat` or `fstat` said about the file.
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
