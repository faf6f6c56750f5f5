import Glibc

/// pmd's own folder in the git directory: the lock, the journal of what is
/// being written, what was replaced, and the cache.
///
/// All in it but `pending` and `replaced/` can be deleted at any time.
struct PrivateFolder {
    let folder: Folder
    let path: String

    /// Opens the folder and makes it where it is missing.
    init(at path: String, below gitDirectory: String) throws(SystemError) {
        let relative = Array(path.dropFirst(gitDirectory.count + 1).utf8)
        folder = try Folder(gitDirectory).makingFolder(relative)
        self.path = path
    }
}

/// Holds one of the board's locks until it is given back. The kernel gives it back
/// when the process dies.
final class BoardLock {
    /// What a lock keeps others from.
    enum Purpose: String {
        /// Changing the board.
        case writing = "lock"
        /// Talking to the remote.
        case syncing = "sync-lock"
    }

    private let descriptor: Int32
    private let path: String
    /// Whether the one who had it before did not come to its end: it was killed, or
    /// something failed. Temporary files of its may lie about.
    private(set) var wasLeft = false

    /// Takes the lock, waiting for the one who has it.
    ///
    /// - Parameter seconds: how long to wait.
    /// - Throws: ``BoardError`` `locked` (75), naming the holder.
    init(
        _ purpose: Purpose = .writing, in folder: PrivateFolder, waiting seconds: Double
    ) throws(BoardError) {
        path = folder.path + "/" + purpose.rawValue
        descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else {
            throw SystemError("open", Array(path.utf8)).boardError
        }
        try take(waiting: seconds)
    }

    deinit { close(descriptor) }

    /// The lock of one who was killed, or failed, while they had it; nil where
    /// nobody was, or where somebody has it now.
    static func left(_ purpose: Purpose, in folder: PrivateFolder) -> BoardLock? {
        var status = stat()
        guard stat(folder.path + "/" + purpose.rawValue, &status) == 0, status.st_size > 0 else {
            return nil
        }
        do throws(BoardError) {
            let lock = try BoardLock(purpose, in: folder, waiting: 0)
            if lock.wasLeft { return lock }
            lock.finish()
        } catch {
            // It is at work.
        }
        return nil
    }

    /// Takes the lock again after it was given back.
    func take(waiting seconds: Double) throws(BoardError) {
        let deadline = monotonicSeconds() + seconds
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            guard errno == EWOULDBLOCK || errno == EINTR, monotonicSeconds() < deadline else {
                throw .locked(by: holder, at: path)
            }
            usleep(UInt32.random(in: 2_000...10_000))
        }
        wasLeft = !BoardLock.text(descriptor).isEmpty
        sign()
    }

    /// Says that all has been done that was begun.
    func finish() { _ = ftruncate(descriptor, 0) }

    /// Makes the next one know that this one did not come to its end, even where the
    /// power was cut.
    func waitForDisk() throws(SystemError) {
        if fsync(descriptor) != 0 { throw SystemError("write to disk", Array(path.utf8)) }
    }

    /// Gives the lock to others for a while, with nothing left undone.
    func giveBack() {
        finish()
        flock(descriptor, LOCK_UN)
    }

    /// Writes who holds the lock, for those who wait.
    private func sign() {
        let text = "process \(getpid())\n"
        // Never empty in between: who is killed here was not the first, perhaps.
        let count = text.withCString { pwrite(descriptor, $0, strlen($0), 0) }
        if count > 0 { _ = ftruncate(descriptor, off_t(count)) }
    }

    /// `process 4711, for 12 seconds`.
    private var holder: String {
        let text = BoardLock.text(descriptor)
        var status = stat()
        guard !text.isEmpty, fstat(descriptor, &status) == 0 else { return "unknown" }
        let seconds = max(0, time(nil) &- status.st_mtim.tv_sec)
        return "\(text.prefix { $0 != "\n" }), for \(seconds) seconds"
    }

    private static func text(_ descriptor: Int32) -> String {
        var buffer = [UInt8](repeating: 0, count: 64)
        let count = pread(descriptor, &buffer, buffer.count, 0)
        return String(decoding: buffer.prefix(max(0, count)), as: UTF8.self)
    }
}

/// Seconds on a clock that nobody sets.
func monotonicSeconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}
