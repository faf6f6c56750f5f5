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
