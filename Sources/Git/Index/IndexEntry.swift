/// What the index says of one path.
package struct IndexEntry: Hashable, Sendable {
    package let mode: UInt32
    package let id: ObjectID
    /// A sparse checkout leaves this file out of the working tree.
    package let skipsWorktree: Bool
    private let status: IndexedStatus

    /// True if the entry has the status of a file, so that the file was in the working tree.
    package var wasWritten: Bool { status.hasSize }

    /// - Parameter entry: Where it begins in these bytes.
    init(_ bytes: [UInt8], at entry: Int, indexSeconds: Int) {
        let number = { bigEndian(bytes, entry + $0) }
        mode = number(IndexLayout.mode)
        id = ObjectID(bytes, at: entry + IndexLayout.id)
        skipsWorktree = IndexLayout.skipsWorktree(bytes, entry)
        status = IndexedStatus(bytes, at: entry, indexSeconds: indexSeconds)
    }

    /// Returns true if a file has the status that it had when its entry was made. Its content may
    /// still differ where it was written at the very time.
    package func isUnchanged(size: Int64, modified: Int64, inode: UInt64) -> Bool {
        status.isSame(size: size, modified: modified, inode: inode)
    }

    /// Returns true if a file with this status certainly has the entry's bytes.
    ///
    /// - Parameter modified: In nanoseconds since 1970.
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

    /// - Parameter entry: Where it begins in these bytes.
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
