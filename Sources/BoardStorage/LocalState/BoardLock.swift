import Git
import Glibc
import TaskBoard

/// One of the board's locks, held until it is released. The kernel releases it when the process
/// dies.
///
/// The lock is the kernel's, on a file in the local state. The file contains the holder, only for
/// messages: its process ID, followed by the PID namespace in which it is valid. The file is
/// written only if it belongs to pmd: a file with a second name, or one of another user, is
/// replaced by a new one, and anything else is refused.
final class BoardLock {
    /// The work that a lock protects.
    enum Purpose: String {
        /// Changing the board.
        case writing = "lock"
        /// Talking to the remote.
        case syncing = "sync-lock"
        /// Making git pack loose objects.
        case packing = "packing"
        /// Writing the files that the servers of this clone share.
        case serving = "server-lock"
        /// Announcing reminders.
        case reminding = "remind-lock"
        /// Writing the record of reminders.
        case recording = "reminders-lock"
    }

    private let folder: Folder
    private let name: [UInt8]
    private var descriptor: Int32
    /// True if the previous holder did not finish: it was killed, or something failed. It may
    /// have left temporary files.
    private(set) var wasLeft = false
    private var isHeld = false

    private var path: String { String(decoding: folder.fullPath(name), as: UTF8.self) }

    /// Takes the lock, waiting for its holder.
    ///
    /// - Parameter seconds: The time to wait.
    /// - Throws: ``BoardError`` `locked` (75), with the holder.
    init(
        _ purpose: Purpose = .writing, in folder: LocalState, waiting seconds: Double
    ) throws(BoardError) {
        self.folder = folder.folder
        name = Array(purpose.rawValue.utf8)
        descriptor = try Self.open(name, in: folder.folder)
        try take(waiting: seconds)
    }

    deinit { close(descriptor) }

    /// Returns the lock of a process that was killed, or failed, while it held it; nil if there
    /// was none, or another process holds it now.
    static func left(_ purpose: Purpose, in folder: LocalState) -> BoardLock? {
        do {
            let status = try folder.folder.status(Array(purpose.rawValue.utf8))
            guard let status, status.st_mode & S_IFMT == S_IFREG, status.st_size > 0 else {
                return nil
            }
            let lock = try BoardLock(purpose, in: folder, waiting: 0)
            if lock.wasLeft { return lock }
            lock.markReleased()
        } catch {
            // Another process holds it.
        }
        return nil
    }

    /// Takes the lock again after it was released.
    func take(waiting seconds: Double) throws(BoardError) {
        let deadline = monotonicSeconds() + seconds
        while true {
            guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
                guard errno == EWOULDBLOCK || errno == EINTR, monotonicSeconds() < deadline else {
                    throw .branch(.locked(holder: holder, path: path))
                }
                usleep(UInt32.random(in: 2_000...10_000))
                continue
            }
            if isCurrent { break }
            // Another process replaced the file while this one waited.
            close(descriptor)
            descriptor = try Self.open(name, in: folder)
        }
        isHeld = true
        wasLeft = !BoardLock.text(descriptor).isEmpty
        do throws(SystemError) { try ensureOwn() } catch { throw error.boardError }
        sign()
    }

    /// Records that all started work is done. Another holder's record stays.
    func markReleased() { if isHeld { _ = ftruncate(descriptor, 0) } }

    /// Makes sure that the next holder can detect that this one did not finish, even after a power
    /// cut.
    func waitForDisk() throws(SystemError) {
        if fsync(descriptor) != 0 { throw SystemError(.writeToDisk, Array(path.utf8)) }
    }

    /// Releases the lock for a while, with no unfinished work.
    func release() {
        markReleased()
        isHeld = false
        flock(descriptor, LOCK_UN)
    }
}

extension BoardLock {
    private static func open(_ name: [UInt8], in folder: Folder) throws(BoardError) -> Int32 {
        let flags = O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC
        let path = folder.fullPath(name)
        var opened = withCString(name) { openat(folder.descriptor, $0, flags | O_RDWR, 0o666) }
        // A run as root may have left a file that only root may write: it can be replaced.
        if opened < 0, errno == EACCES {
            opened = withCString(name) { openat(folder.descriptor, $0, flags | O_RDONLY, 0o666) }
        }
        guard opened >= 0 || ![ELOOP, EISDIR, ENXIO].contains(errno) else {
            throw .file(.notALock(path: String(decoding: path, as: UTF8.self)))
        }
        guard opened >= 0 else { throw SystemError(.open, path).boardError }
        var status = stat()
        guard fstat(opened, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            close(opened)
            throw .file(.notALock(path: String(decoding: path, as: UTF8.self)))
        }
        Ownership.give(opened, toOwnerOf: folder.descriptor)
        return opened
    }

    /// True if the locked file is still the one in the folder.
    private var isCurrent: Bool {
        var (locked, named) = (stat(), stat())
        let result = withCString(name) {
            fstatat(folder.descriptor, $0, &named, AT_SYMLINK_NOFOLLOW)
        }
        return fstat(descriptor, &locked) == 0 && result == 0
            && StatData(locked).inode == StatData(named).inode
            && StatData(locked).device == StatData(named).device
    }

    /// Replaces a file that must not be written. Only the holder of its lock does this. Every
    /// other process checks that it waits for the current file.
    private func ensureOwn() throws(SystemError) {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw SystemError(.readStatus, name) }
        if folder.isOwn(status), fcntl(descriptor, F_GETFL) & O_ACCMODE == O_RDWR { return }
        let temporary = name + Array(".new".utf8)
        try folder.remove(temporary)
        let flags = O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC
        let opened = withCString(temporary) { openat(folder.descriptor, $0, flags, 0o666) }
        guard opened >= 0 else { throw SystemError(.create, folder.fullPath(temporary)) }
        Ownership.give(opened, toOwnerOf: folder.descriptor)
        flock(opened, LOCK_EX | LOCK_NB)
        do throws(SystemError) { try folder.rename(temporary, to: folder, name) } catch {
            close(opened)
            throw error
        }
        close(descriptor)
        descriptor = opened
    }

    /// Writes the holder's identity for waiting processes. Older releases read the first line
    /// only.
    private func sign() {
        let text = "process \(getpid())\n\(pidNamespace)\n"
        // The file is never empty in between: a kill here must not hide that an earlier holder was
        // killed.
        let count = text.withCString { pwrite(descriptor, $0, strlen($0), 0) }
        if count > 0 { _ = ftruncate(descriptor, off_t(count)) }
    }

    /// `process 4711, for 12 seconds`.
    private var holder: String {
        let text = BoardLock.text(descriptor)
        var status = stat()
        guard text.hasPrefix("process "), fstat(descriptor, &status) == 0 else { return "unknown" }
        let seconds = max(0, time(nil) &- status.st_mtim.tv_sec)
        let lines = text.split(separator: "\n")
        let isNamed = lines.count < 2 || lines[1] == pidNamespace
        return "\(isNamed ? lines[0] : "a process of another container"), for \(seconds) seconds"
    }

    private static func text(_ descriptor: Int32) -> String {
        var buffer = [UInt8](repeating: 0, count: 64)
        let count = pread(descriptor, &buffer, buffer.count, 0)
        return String(decoding: buffer.prefix(max(0, count)), as: UTF8.self)
    }
}

/// Returns the seconds on a clock that is never set.
func monotonicSeconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}
