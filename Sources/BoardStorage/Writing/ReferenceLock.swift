import Git
import Glibc

/// The lock file of a reference that a killed pmd left behind.
struct ReferenceLock {
    let path: String

    /// Removes the lock if it is surely pmd's own: the journal names a move, the
    /// lock holds what the move would have written or a part of it, and no living
    /// process has it open. The caller holds the board's lock, so that no other
    /// pmd is at work.
    func heal(after moves: [Journal.Move]) {
        guard !moves.isEmpty, let text = contents(),
            moves.contains(where: { $0.new.hex.hasPrefix(text) }), !OpenFiles().contains(path)
        else { return }
        unlink(path)
    }

    /// Removes the lock that a killed pmd left on a reference that it alone moves:
    /// the one that remembers the remote's branch, or a branch that is being made.
    func healAfterKill() {
        if access(path, F_OK) == 0, !OpenFiles().contains(path) { unlink(path) }
    }

    /// Without the line's end; nil where there is no lock.
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
