import Glibc

/// A temporary folder, which its creator keeps locked as long as it is in use.
///
/// It is removed with the value. If the process is killed, a later ``removeLeft(in:_:unless:)``
/// removes it.
package struct LockedFolder: ~Copyable {
    package let path: String
    private let descriptor: Int32
    private var isKept = false

    /// Creates a folder that only this user can enter.
    ///
    /// - Parameters:
    ///   - folder: The parent folder.
    ///   - start: The prefix of its name; a ``TemporaryName`` follows.
    ///   - operation: The operation to report in an error.
    package init(
        in folder: String, _ start: String, for operation: String
    ) throws(GitError) {
        (path, descriptor) = try Self.made(in: folder, start, operation)
    }

    deinit {
        if !isKept { removeTree(path) }
        close(descriptor)
    }

    /// Leaves the folder for a later sweep.
    mutating func keep() { isKept = true }

    private static func made(
        in folder: String, _ start: String, _ operation: String
    ) throws(GitError) -> (path: String, descriptor: Int32) {
        // A sweep may remove the folder before it is locked, but hardly twice.
        for _ in 0..<100 {
            let path = Self.path(in: folder, start + TemporaryName.random())
            guard mkdir(path, 0o700) == 0 else {
                if errno == EEXIST { continue }
                throw GitError(errno: errno, operation)
            }
            if let descriptor = try locked(path, in: folder, operation) {
                return (path, descriptor)
            }
        }
        throw GitError(errno: EBUSY, operation)
    }

    /// Returns the descriptor that holds the lock; nil if a sweep was faster.
    private static func locked(
        _ path: String, in folder: String, _ operation: String
    ) throws(GitError) -> Int32? {
        let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else {
            if errno == ENOENT { return nil }
            let error = GitError(errno: errno, operation)
            rmdir(path)
            throw error
        }
        Ownership.give(descriptor, toOwnerOf: folder)
        do throws(GitError) {
            if try UseLock.take(descriptor, at: path) { return descriptor }
        } catch {
            rmdir(path)
            close(descriptor)
            throw error
        }
        close(descriptor)
        return nil
    }

    /// Removes the folders whose creators have ended, and old files of releases that created files
    /// or took no lock.
    ///
    /// - Parameters:
    ///   - folder: The parent folder.
    ///   - start: The prefix of their names.
    ///   - isNeeded: Returns true for a path that must stay.
    package static func removeLeft(
        in folder: String, _ start: String, unless isNeeded: (String) -> Bool = { _ in false }
    ) {
        for name in folderNames(folder) ?? [] where name.hasPrefix(start) {
            let path = Self.path(in: folder, name)
            let hasLock = TemporaryName.isRandom(name.dropFirst(start.count))
            UseLock.sweep(path, hasLock: hasLock) {
                if !isNeeded(path) { removeTree(path) }
            }
        }
    }

    private static func path(in folder: String, _ name: String) -> String {
        folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
    }
}

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

/// Unique names for temporary files and folders.
///
/// They contain no process ID: each container has a PID namespace of its own, so two processes
/// that share a folder can have the same ID, and neither can see whether the other one is running.
package enum TemporaryName {
    /// The digits of a random name.
    private static let digitCount = 16

    /// Returns a random name: `x` and 16 hexadecimal digits.
    ///
    /// Older releases read a number in that position as a process ID, and remove the file if they
    /// see no such process. They leave alone a name that begins with a letter.
    package static func random() -> String {
        let digits = String(UInt64.random(in: 0...UInt64.max), radix: 16)
        return "x" + String(repeating: "0", count: digitCount - digits.count) + digits
    }

    /// Returns the random name at the start of a text; nil if there is none, as in names of older
    /// releases, which begin with a process ID.
    static func random(atStartOf text: some StringProtocol) -> String? {
        let name = text.utf8.prefix(digitCount + 1)
        guard name.count == digitCount + 1, name.first == UInt8(ascii: "x"),
            name.dropFirst().allSatisfy(isDigit)
        else { return nil }
        return String(decoding: name, as: UTF8.self)
    }

    static func isRandom(_ name: some StringProtocol) -> Bool {
        random(atStartOf: name).map { $0 == name } ?? false
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
            || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
    }
}
