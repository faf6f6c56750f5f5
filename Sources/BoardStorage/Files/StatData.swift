import Glibc

/// The size, inode and times of a file. If two are equal, and older than the clock's last tick,
/// the bytes are the same.
package struct StatData: Hashable, Sendable {
    package enum Kind: UInt8, Sendable { case file, folder, link, other }

    package var kind: Kind
    package var size: Int64
    /// Nanoseconds since 1970.
    package var modified: Int64
    package var changed: Int64
    package var inode: UInt64
    package var device: UInt64
    package var mode: UInt32

    init(_ status: stat) {
        kind =
            switch status.st_mode & S_IFMT {
            case S_IFREG: .file
            case S_IFDIR: .folder
            case S_IFLNK: .link
            default: .other
            }
        size = Int64(status.st_size)
        modified = StatData.nanoseconds(status.st_mtim)
        changed = StatData.nanoseconds(status.st_ctim)
        inode = UInt64(status.st_ino)
        device = UInt64(status.st_dev)
        mode = status.st_mode
    }

    /// Returns the time for which a file system with this time of change may give later writes the
    /// same time, in nanoseconds. It is zero if that time advances with the kernel's clock.
    ///
    /// ext3 and small ext4 disks store whole seconds, FAT every other second, exFAT hundredths. The
    /// time of modification shows nothing, since programs can set it.
    static func step(of changed: Int64) -> Int64 {
        if changed % 1_000_000_000 == 0 { return 2_000_000_000 }
        return changed % 10_000_000 == 0 ? 10_000_000 : 0
    }

    /// The time of the kernel's clock that new files get, in nanoseconds since 1970.
    static var tick: Int64 {
        var now = timespec()
        clock_gettime(CLOCK_REALTIME_COARSE, &now)
        return nanoseconds(now)
    }

    static func nanoseconds(_ time: timespec) -> Int64 {
        Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
    }
}

extension StatData {
    /// Returns true if the bytes are certainly the same. A rename changes the change time, so only
    /// the values that a write changes are compared.
    func hasSameContents(as other: StatData) -> Bool {
        kind == other.kind && size == other.size && modified == other.modified
            && inode == other.inode && device == other.device
    }
}
