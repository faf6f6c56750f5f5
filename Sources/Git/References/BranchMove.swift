import Clibgit2
import Glibc

/// A move of the checked-out branch, written as git writes it.
///
/// libgit2 waits until both logs and their folders are on the disk; git does not. A lost log line
/// does no harm: only the branch's own file, and its name, must be on the disk.
struct BranchMove {
    let file: String
    let logs: [String]
    let new: ObjectID
    /// The line to add to the logs.
    let line: [UInt8]

    private var lock: String { file + ".lock" }
    private var folder: String { String(file[..<(file.lastIndex(of: "/") ?? file.endIndex)]) }

    /// Takes the branch's lock file, as git does.
    ///
    /// - Returns: Nil if another process holds the lock.
    func takeLock() throws(GitError) -> Int32? {
        let descriptor = open(lock, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
        if descriptor < 0, errno != EEXIST { throw GitError(errno: errno, "write \(lock)") }
        guard descriptor >= 0 else { return nil }
        Ownership.give(descriptor, toOwnerOf: folder)
        return descriptor
    }

    /// Removes the lock file without moving the branch.
    func dropLock(_ descriptor: Int32) {
        close(descriptor)
        unlink(lock)
    }

    /// Writes the logs and then the branch.
    func perform(_ descriptor: Int32) throws(GitError) {
        do throws(GitError) {
            try writeAll(Array("\(new)\n".utf8), to: descriptor, lock)
            guard fsync(descriptor) == 0 else { throw GitError(errno: errno, "write \(lock)") }
            for log in logs { try append(to: log) }
            guard rename(lock, file) == 0 else { throw GitError(errno: errno, "write \(file)") }
        } catch {
            dropLock(descriptor)
            throw error
        }
        close(descriptor)
        try synchronise(folder)
    }

    private func append(to log: String) throws(GitError) {
        let descriptor = open(log, O_WRONLY | O_APPEND | O_CLOEXEC)
        guard descriptor >= 0 else { throw GitError(errno: errno, "write \(log)") }
        defer { close(descriptor) }
        var status = stat()
        let size = fstat(descriptor, &status) == 0 ? status.st_size : nil
        do throws(GitError) {
            try writeAll(line, to: descriptor, log)
        } catch {
            if let size { ftruncate(descriptor, size) }
            throw error
        }
    }
}

extension Repository {
    /// Returns the move of a branch that pmd can write itself. Nil if libgit2 must do it: for a
    /// branch that is not checked out, or one without logs or a folder.
    func branchMove(
        _ name: String, from old: ObjectID?, to new: ObjectID?, _ message: String
    ) throws(GitError) -> BranchMove? {
        guard let old, let new, old != new, case .branch(let branch, _) = try head(),
            try target(of: branch) == name
        else { return nil }
        let logs = [commonDirectory + "logs/" + name, gitDirectory + "logs/HEAD"]
        let file = commonDirectory + name
        guard (logs + [file]).allSatisfy(Self.isWritableFile) else { return nil }
        return BranchMove(
            file: file, logs: logs, new: new,
            line: try logLine(from: old, to: new, message: message))
    }

    private static func isWritableFile(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
            && access(path, W_OK) == 0
    }

    /// Returns `OLD NEW NAME <MAIL> TIME ZONE TAB MESSAGE`, with the name from git's
    /// configuration.
    private func logLine(
        from old: ObjectID, to new: ObjectID, message: String
    ) throws(GitError) -> [UInt8] {
        var raw: UnsafeMutablePointer<git_signature>?
        if git_signature_default(&raw, pointer) < 0 {
            git_error_clear()
            try check("write the log", git_signature_now(&raw, "unknown", "unknown"))
        }
        defer { git_signature_free(raw) }
        guard let who = raw.map({ Signature($0.pointee) }) else {
            throw GitError(.noMemory, "write the log")
        }
        let words = message.utf8.map { $0 == UInt8(ascii: "\n") ? UInt8(ascii: " ") : $0 }
        let end = words.lastIndex { $0 > UInt8(ascii: " ") }.map { $0 + 1 } ?? 0
        return Array("\(old) \(new) ".utf8) + (try who.content()) + [UInt8(ascii: "\t")]
            + words[..<end] + [UInt8(ascii: "\n")]
    }
}
