import Glibc

/// The lock file of one reference, which git and libgit2 hold while they change it: `NAME.lock`
/// beside the file of the reference, with the new value.
///
/// Unlike the locks that ``LockFile`` removes by their age, a lock left by a killed pmd is removed
/// at once. The caller must hold a lock that prevents every other pmd from moving the reference.
package struct ReferenceLock {
    private let path: String

    /// - Parameter name: The full name of the reference.
    package init(of name: String, in repository: Repository) {
        path = repository.commonDirectory + name + ".lock"
    }

    /// Removes the lock if pmd certainly left it: it holds a part of the value that one of these
    /// moves would have written, and no running process has it open.
    ///
    /// - Parameter commits: The new values of the moves that a killed process may have begun.
    package func removeIfLeft(byMovesTo commits: [ObjectID]) {
        guard !commits.isEmpty, let text = contents(),
            commits.contains(where: { $0.hex.hasPrefix(text) })
        else { return }
        // Only a pmd that held the caller's lock could write the whole value.
        let isWhole = commits.contains { $0.hex == text }
        let open = OpenFiles()
        guard !(isWhole ? open.isSeen(path) : open.contains(path)) else { return }
        unlink(path)
    }

    /// Removes the lock of a reference that only pmd moves, such as a remote-tracking branch,
    /// unless a running process has it open.
    package func removeIfLeft() {
        if access(path, F_OK) == 0, !OpenFiles().contains(path) { unlink(path) }
    }

    /// Returns the content without the line end; nil if there is no lock.
    private func contents() -> String? {
        let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var buffer = [UInt8](repeating: 0, count: 128)
        let count = read(descriptor, &buffer, buffer.count)
        guard count >= 0 else { return nil }
        let text = String(decoding: buffer[..<count], as: UTF8.self)
        return String(text.prefix { $0 != "\n" })
    }
}
