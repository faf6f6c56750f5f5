import Glibc

/// The lock with which the creator of a temporary file or folder shows that it is in use.
///
/// It is the kernel's lock on an open file, so it works across PID namespaces, and the kernel
/// releases it when the process ends. A sweep removes only files that it could lock itself.
enum UseLock {
    /// Locks a file or folder that this process has just created, until the descriptor is closed.
    ///
    /// - Returns: False if a sweep was faster: then the creator uses another name.
    static func take(_ descriptor: Int32, at path: String) throws(GitError) -> Bool {
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            if errno == EINTR { continue }
            guard errno == EWOULDBLOCK else { throw GitError(errno: errno, "lock \(path)") }
            return false
        }
        guard let own = FileIdentity(of: descriptor) else { return false }
        return own == FileIdentity(at: path)
    }

    /// Runs a body that removes a file or folder, if its creator has ended.
    ///
    /// A link is also removed: pmd creates none.
    ///
    /// - Parameter hasLock: False for names of older releases, which take no lock.
    static func sweep(_ path: String, hasLock: Bool, _ remove: () -> Void) {
        let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else {
            if errno == ELOOP { remove() }
            return
        }
        defer { close(descriptor) }
        // On NFS, only a shared lock is available to a read-only descriptor.
        let isLocked = flock(descriptor, LOCK_SH | LOCK_NB) == 0
        guard isLocked || errno != EWOULDBLOCK, let file = FileIdentity(of: descriptor),
            file == FileIdentity(at: path)
        else { return }
        if hasLock && isLocked && FileSystem(of: path) == .local || isOld(path) { remove() }
    }

    /// Returns true if a file or folder counts as left over without a lock as proof: it is at
    /// least a day old.
    ///
    /// This applies to names of older releases, and to file systems on which a process on another
    /// machine may hold a lock that the kernel here does not see.
    static func isOld(_ path: String) -> Bool { isOld(path, since: 86_400) }

    /// Returns true if a file was last written at least this many seconds ago.
    static func isOld(_ path: String, since seconds: Int) -> Bool {
        var status = stat()
        guard lstat(path, &status) == 0 else { return false }
        return time(nil) - status.st_mtim.tv_sec >= seconds
    }

    /// Returns true for a folder, and false for a link to one.
    static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    /// Returns true if a path certainly does not exist.
    static func isMissing(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) != 0 && errno == ENOENT
    }
}
