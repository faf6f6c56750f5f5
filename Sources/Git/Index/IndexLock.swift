import Glibc

/// git's lock of the index, a file beside it.
///
/// If the caller specifies an owner file, the lock is a hard link to it, so that the inode
/// identifies a lock that a killed pmd left behind.
struct IndexLock: ~Copyable {
    private let path: String
    private let owner: LockOwner?
    private let descriptor: Int32
    private let identity: FileIdentity

    /// - Parameters:
    ///   - file: The lock file.
    ///   - owner: The file to which the lock will be linked. The caller ensures, by a lock of its
    ///     own, that no other process uses that file.
    /// - Throws: ``GitError/Kind/locked`` if another process holds the lock for this many seconds.
    init(_ file: LockFile, owner: LockOwner?, waiting seconds: Double) throws(GitError) {
        let (descriptor, owner) =
            if let owner {
                try Self.takeByLink(file, to: owner, waiting: seconds)
            } else {
                (try Self.takeByCreating(file, seconds), nil as LockOwner?)
            }
        guard let identity = FileIdentity(of: descriptor) else {
            throw GitError(errno: errno, Self.operation)
        }
        path = file.path
        self.descriptor = descriptor
        self.owner = owner
        self.identity = identity
    }

    deinit {
        // Another process may have removed the lock and taken it itself.
        let isGone = FileIdentity(at: path) != identity || unlink(path) == 0
        // This file identifies the lock as pmd's if it is left behind.
        if let owner, isGone { owner.remove() }
        close(descriptor)
    }

    /// True unless another process removed the lock file.
    var isHeld: Bool { FileIdentity(at: path) == identity }

    private static let operation = "lock the index"

    private static func takeByCreating(
        _ file: LockFile, _ seconds: Double
    ) throws(GitError) -> Int32 {
        var timeout = Timeout(seconds: seconds)
        while true {
            let descriptor = open(file.path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
            if descriptor >= 0 { return descriptor }
            let number = errno
            guard number == EEXIST else { throw GitError(errno: number, operation) }
            guard file.removeIfAbandoned() || timeout.wait() else { throw error(file) }
        }
    }

    private static func takeByLink(
        _ file: LockFile, to owner: LockOwner, waiting seconds: Double
    ) throws(GitError) -> (Int32, LockOwner?) {
        // A killed pmd left it behind: the caller is the only process that uses it now.
        if let left = owner.identity {
            if FileIdentity(at: file.path) == left { unlink(file.path) }
            owner.remove()
        }
        let descriptor = try owner.create()
        var timeout = Timeout(seconds: seconds)
        while !owner.link(to: file.path) {
            let number = errno
            if number == EEXIST, file.removeIfAbandoned() || timeout.wait() { continue }
            close(descriptor)
            owner.remove()
            if number == EEXIST { throw error(file) }
            guard [EPERM, EXDEV, EOPNOTSUPP, ENOSYS, EMLINK].contains(number) else {
                throw GitError(errno: number, operation)
            }
            return (try takeByCreating(file, seconds), nil)
        }
        return (descriptor, owner)
    }

    private static func error(_ file: LockFile) -> GitError {
        GitError(.locked(file), operation)
    }
}

/// A file of the caller to which the lock of the index is linked.
package struct LockOwner {
    /// The descriptor of its folder, which the caller keeps open.
    private let folder: Int32
    private let name: String
    /// The path, for messages.
    private let path: String

    package init(in folder: Int32, name: String, path: String) {
        (self.folder, self.name, self.path) = (folder, name, path)
    }
}

extension LockOwner {
    /// Nil if there is no file.
    fileprivate var identity: FileIdentity? {
        var status = stat()
        guard fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else { return nil }
        return FileIdentity(status)
    }

    fileprivate func create() throws(GitError) -> Int32 {
        let flags = O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC
        let descriptor = openat(folder, name, flags, 0o666)
        guard descriptor >= 0 else {
            guard errno == EEXIST else { throw GitError(errno: errno, "write \(path)") }
            throw GitError(.folderInPlace, "write \(path)")
        }
        Ownership.give(descriptor, toOwnerOf: folder)
        return descriptor
    }

    fileprivate func link(to lock: String) -> Bool {
        linkat(folder, name, AT_FDCWD, lock, 0) == 0
    }

    fileprivate func remove() { unlinkat(folder, name, 0) }
}
