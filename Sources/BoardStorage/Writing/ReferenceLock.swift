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
            moves.contains(where: { $0.new.hex.hasPrefix(text) }), !isOpen()
        else { return }
        unlink(path)
    }

    /// Removes the lock that a killed sync left, which alone of all pmd moves the
    /// reference that remembers the remote's branch.
    func healAfterKilledSync() {
        if access(path, F_OK) == 0, !isOpen() { unlink(path) }
    }

    /// Without the line's end; nil where there is no lock.
    private func contents() -> String? {
        let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var buffer = [UInt8](repeating: 0, count: 128)
        let count = read(descriptor, &buffer, buffer.count)
        guard count >= 0 else { return nil }
        let text = String(decoding: buffer[..<count], as: UTF8.self)
        return String(text.prefix { $0 != "\n" })
    }

    /// Whether a process that this user can see has the file open.
    private func isOpen() -> Bool {
        guard let processes = opendir("/proc") else { return true }
        defer { closedir(processes) }
        while let entry = readdir(processes) {
            let name = Folder.name(of: entry)
            guard name.allSatisfy({ (48...57).contains($0) }) else { continue }
            let folder = "/proc/" + String(decoding: name, as: UTF8.self) + "/fd"
            if hasOpen(folder) { return true }
        }
        return false
    }

    private func hasOpen(_ folder: String) -> Bool {
        guard let descriptors = opendir(folder) else { return false }
        defer { closedir(descriptors) }
        var buffer = [CChar](repeating: 0, count: 4096)
        while let entry = readdir(descriptors) {
            let link = folder + "/" + String(decoding: Folder.name(of: entry), as: UTF8.self)
            let count = readlink(link, &buffer, buffer.count)
            guard count > 0 else { continue }
            let target = buffer[..<count].map { UInt8(bitPattern: $0) }
            if target == Array(path.utf8) { return true }
        }
        return false
    }
}
