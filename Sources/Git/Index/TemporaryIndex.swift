import Clinux
import Glibc

/// A new version of the index: a temporary file that is renamed into place once it is on the disk.
struct TemporaryIndex: ~Copyable {
    let editor: IndexEditor

    private let index: String
    private let path: String
    private var isDamaged: Bool
    /// True if the old index now has the name of the temporary file.
    private var hasOld = false

    private init(_ editor: IndexEditor, of index: String, at path: String, isDamaged: Bool) {
        self.editor = editor
        self.index = index
        self.path = path
        self.isDamaged = isDamaged
    }

    /// Reads the current index. The caller holds the lock of the index.
    static func copy(of repository: Repository) throws(GitError) -> TemporaryIndex {
        let index = repository.gitDirectory + "index"
        let path = repository.gitDirectory + "index.pmd"
        // Left by a killed process: the lock proves that no other process uses it.
        unlink(path)
        let (file, read) = try repository.readIndex()
        if var table = read {
            table.distrustEntries(since: file.seconds)
            table.removeRefusedPaths()
            return TemporaryIndex(IndexEditor(table), of: index, at: path, isDamaged: false)
        }
        let table = try rebuilt(repository)
        return TemporaryIndex(
            IndexEditor(table), of: index, at: path, isDamaged: !file.bytes.isEmpty)
    }

    deinit { unlink(path) }

    /// Replaces the index with the edited one. Its bytes are on the disk on return; its name is
    /// once the caller has synchronised the folder.
    mutating func put(in repository: Repository, _ lock: borrowing IndexLock) throws(GitError) {
        guard unlink(path) == 0 || errno == ENOENT else {
            throw GitError(errno: errno, "replace \(path)")
        }
        hasOld = false
        try write(in: repository)
        guard lock.isHeld else {
            throw GitError(.indexLockRemoved, "write the index")
        }
        try replaceIndex()
        editor.isChanged = false
    }

    private func write(in repository: Repository) throws(GitError) {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else { throw GitError(errno: errno, "write the index") }
        defer { close(descriptor) }
        Ownership.give(descriptor, toOwnerOf: repository.gitDirectory)
        try writeAll(editor.file { repository.contains($0) }, to: descriptor, path)
        guard fsync(descriptor) == 0 else { throw GitError(errno: errno, "write the index") }
    }

    private mutating func replaceIndex() throws(GitError) {
        if isDamaged, rename(index, index + ".damaged") != 0 {
            throw GitError(errno: errno, "keep \(index).damaged")
        }
        isDamaged = false
        hasOld = pmd_renameat2(AT_FDCWD, path, AT_FDCWD, index, UInt32(PMD_RENAME_EXCHANGE)) == 0
        guard hasOld || rename(path, index) == 0 else {
            throw GitError(errno: errno, "write the index")
        }
    }

    /// Restores the previous index, if it was kept.
    mutating func restore() {
        if hasOld, rename(path, index) == 0 { hasOld = false }
    }

    private static func rebuilt(_ repository: Repository) throws(GitError) -> IndexTable {
        var table = IndexTable()
        guard let head = try repository.head().commit else { return table }
        for (path, entry) in try repository.files(ofTree: repository.commit(head).tree) {
            guard let verified = VerifiedPath(path, mode: entry.mode) else { continue }
            let isLeftOut = try repository.disposition(of: path, entry) != .file
            table.set(
                verified, IndexLayout.entry(verified, entry, status: nil, isLeftOut: isLeftOut))
        }
        return table
    }
}
