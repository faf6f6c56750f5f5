import Git
import Glibc
import TaskBoard

/// A new cache that is being written beside the old one.
///
/// It is created before the first file is read, so that its own stat data has the time of the file
/// system's clock. If anything fails, there is no new cache.
///
/// Only one thread uses it at a time.
final class CacheWriter: @unchecked Sendable {
    /// The time of the file system's clock before anything was read.
    let tick: Int64
    private let folder: Folder
    private let descriptor: Int32
    private var buffer: [UInt8] = []
    private var length = CacheHeader.size
    private var hasFailed = false
    private var isKept = false

    private static let name = TaskCache.name + ".new"
    private static let bufferSize = 1 << 20

    private init(_ descriptor: Int32, in folder: Folder, tick: Int64) {
        (self.descriptor, self.folder, self.tick) = (descriptor, folder, tick)
    }

    deinit {
        close(descriptor)
        if !isKept { unlinkat(folder.descriptor, Self.name, 0) }
    }

    /// Creates a temporary file; nil if nothing can be written, or another process is writing
    /// one.
    static func begin(in folder: Folder) -> CacheWriter? {
        let clock = StatData.tick
        var opened = create(in: folder)
        if opened < 0, errno == EEXIST, removeAbandoned(in: folder) { opened = create(in: folder) }
        guard opened >= 0 else { return nil }
        var status = stat()
        let tick = fstat(opened, &status) == 0 ? min(clock, StatData(status).modified) : .min
        return CacheWriter(opened, in: folder, tick: tick)
    }

    private static func create(in folder: Folder) -> Int32 {
        let flags = O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
        let opened = openat(folder.descriptor, name, flags, 0o600)
        // The lock, held during the write.
        if opened >= 0 {
            Ownership.give(opened, toOwnerOf: folder.descriptor)
            flock(opened, LOCK_EX | LOCK_NB)
        }
        return opened
    }

    /// Removes a temporary file that no process holds: its writer was killed.
    @discardableResult
    static func removeAbandoned(in folder: Folder) -> Bool {
        let opened = openat(folder.descriptor, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard opened >= 0 else { return errno == ENOENT }
        defer { close(opened) }
        guard flock(opened, LOCK_EX | LOCK_NB) == 0 else { return false }
        return unlinkat(folder.descriptor, name, 0) == 0
    }
}

extension CacheWriter {
    func write(_ bytes: ArraySlice<UInt8>) {
        buffer.append(contentsOf: bytes)
        if buffer.count >= Self.bufferSize { flush() }
    }

    /// Writes an entry.
    ///
    /// - Parameter offset: The position in the cache at which the file's bytes begin.
    /// - Returns: The number of these bytes.
    func write(_ entry: UnsafeRawBufferPointer, contentsAt offset: Int) -> Int {
        let start = buffer.count
        buffer.append(contentsOf: entry)
        let size = buffer.withUnsafeMutableBytes {
            CachedFile.complete(
                UnsafeMutableRawBufferPointer(rebasing: $0[start...]), contentsAt: offset)
        }
        if buffer.count >= Self.bufferSize { flush() }
        return size
    }

    private func flush() {
        var written = 0
        while written < buffer.count, !hasFailed {
            let count = buffer.withUnsafeBytes {
                pwrite(
                    descriptor, $0.baseAddress! + written, $0.count - written,
                    off_t(length + written))
            }
            if count > 0 { written += count } else if errno != EINTR { hasFailed = true }
        }
        length += buffer.count
        buffer.removeAll(keepingCapacity: true)
    }

    /// Removes the cache, instead of replacing it.
    func removeOld() { unlinkat(folder.descriptor, TaskCache.name, 0) }

    /// Renames the temporary file to the cache. Nothing is synced: after a power loss, the cache
    /// is either complete or rejected.
    func finish(entriesEnd: Int) {
        flush()
        let header = CacheHeader.current(length: length, entriesEnd: entriesEnd)
        guard !hasFailed, header.write(to: descriptor) else { return }
        isKept =
            renameat(folder.descriptor, Self.name, folder.descriptor, TaskCache.name) == 0
    }
}
