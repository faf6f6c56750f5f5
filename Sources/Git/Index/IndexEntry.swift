/// The entry of one path in the index.
package struct IndexEntry: Hashable, Sendable {
    package let mode: UInt32
    package let id: ObjectID
    /// True if a sparse checkout leaves this file out of the working tree.
    package let skipsWorktree: Bool
    /// True if the user told git to assume that the file is unchanged, by `git update-index
    /// --assume-unchanged`.
    package let isAssumedUnchanged: Bool
    private let statData: IndexedStatData

    /// True if the entry has stat data, so that the file was in the working tree.
    package var wasWritten: Bool { statData.hasSize }

    /// - Parameter entry: The offset at which it begins in these bytes.
    init(_ bytes: [UInt8], at entry: Int, indexSeconds: Int) {
        let number = { bigEndian(bytes, entry + $0) }
        mode = number(IndexLayout.mode)
        id = ObjectID(bytes, at: entry + IndexLayout.id)
        skipsWorktree = IndexLayout.skipsWorktree(bytes, entry)
        isAssumedUnchanged = IndexLayout.isAssumedUnchanged(bytes, entry)
        statData = IndexedStatData(bytes, at: entry, indexSeconds: indexSeconds)
    }

    /// Returns true if a file has the stat data of the entry. Its content may still differ if it
    /// was written at the same time.
    package func isUnchanged(size: Int64, modified: Int64, inode: UInt64) -> Bool {
        statData.isSame(size: size, modified: modified, inode: inode)
    }

    /// Returns true if a file with this stat data certainly has the entry's bytes.
    ///
    /// - Parameter modified: In nanoseconds since 1970.
    package func isCurrent(size: Int64, modified: Int64, inode: UInt64) -> Bool {
        statData.isCurrent(size: size, modified: modified, inode: inode)
    }
}

/// The stat data of a file when its entry was created.
struct IndexedStatData: Hashable, Sendable {
    private let size: UInt32
    var hasSize: Bool { size != 0 }
    private let seconds: Int32
    private let nanoseconds: UInt32
    private let inode: UInt32
    /// True if the file was written in the same second as the index or later: then equal stat data
    /// proves nothing.
    private let isRacy: Bool

    /// - Parameter entry: The offset at which it begins in these bytes.
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
