package import Glibc

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
