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

/// Holds the board's lock until it is given back. The kernel gives it back when
/// the process dies.
final class BoardLock {
    private let descriptor: Int32
    /// Whether the one who had it before did not come to its end: it was killed, or
    /// something failed. Temporary files of its may lie about.
    let wasLeft: Bool

    /// Takes the lock, waiting for the one who has it.
    ///
    /// - Parameter seconds: how long to wait.
    /// - Throws: ``BoardError`` `locked` (75), naming the holder.
    init(in folder: PrivateFolder, waiting seconds: Double) throws(BoardError) {
        let path = folder.path + "/lock"
        descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else {
            throw SystemError("open", Array(path.utf8)).boardError
        }
        let deadline = monotonicSeconds() + seconds
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            guard errno == EWOULDBLOCK || errno == EINTR, monotonicSeconds() < deadline else {
                let holder = BoardLock.holder(descriptor)
                close(descriptor)
                throw .locked(by: holder, at: path)
            }
            usleep(UInt32.random(in: 2_000...10_000))
        }
        wasLeft = !BoardLock.text(descriptor).isEmpty
        sign()
    }

    /// Says that all has been done that was begun.
    func finish() { _ = ftruncate(descriptor, 0) }

    deinit { close(descriptor) }

    /// Writes who holds the lock, for those who wait.
    private func sign() {
        let text = "process \(getpid())\n"
        _ = ftruncate(descriptor, 0)
        _ = text.withCString { pwrite(descriptor, $0, strlen($0), 0) }
    }

    private static func holder(_ descriptor: Int32) -> String {
        let text = text(descriptor)
        return text.isEmpty ? "unknown" : String(text.prefix { $0 != "\n" })
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
