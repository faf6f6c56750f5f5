import Glibc

/// What is to take the index's place: written under another name, and moved there
/// when it is on the disk.
struct IndexDraft: ~Copyable {
    let editor: IndexEditor
    /// How large the index was.
    let size: Int

    private let index: String
    private let path: String
    private let isDamaged: Bool

    private init(
        _ editor: IndexEditor, _ index: String, _ path: String, _ size: Int,
        isDamaged: Bool
    ) {
        self.editor = editor
        self.index = index
        self.path = path
        self.size = size
        self.isDamaged = isDamaged
    }

    /// A draft of what the index is now. The caller holds the lock of the index.
    static func draft(of repository: Repository) throws(GitError) -> IndexDraft {
        let index = repository.gitDirectory + "index"
        let path = repository.gitDirectory + "index.pmd"
        // Left by a process that was killed; the lock says that none uses it.
        unlink(path)
        let file = try IndexFile(index)
        if var table = try file.table() {
            table.distrustEntries(since: file.seconds)
            return IndexDraft(IndexEditor(table), index, path, file.bytes.count, isDamaged: false)
        }
        let table = try rebuilt(repository)
        return IndexDraft(
            IndexEditor(table), index, path, file.bytes.count, isDamaged: !file.bytes.isEmpty)
    }

    deinit { unlink(path) }

    /// Writes the draft and makes sure that it is on the disk.
    func write(in repository: Repository) throws(GitError) {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else { throw GitError(errno: errno, "write the index") }
        defer { close(descriptor) }
        try writeAll(editor.table.file { repository.contains($0) }, to: descriptor, path)
        guard fsync(descriptor) == 0 else { throw GitError(errno: errno, "write the index") }
    }

    /// Puts the draft in the index's place.
    func replaceIndex() throws(GitError) {
        if isDamaged { rename(index, index + ".damaged") }
        guard rename(path, index) == 0 else { throw GitError(errno: errno, "write the index") }
    }

    private static func rebuilt(_ repository: Repository) throws(GitError) -> IndexTable {
        var table = IndexTable()
        guard let head = try repository.head().commit else { return table }
        for (path, entry) in try repository.files(ofTree: repository.commit(head).tree) {
            table.set(path, IndexLayout.entry(path, entry, nil))
        }
        return table
    }
}

/// Makes sure that a file or a folder is on the disk.
func synchronise(_ path: String) throws(GitError) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw GitError(errno: errno, "write \(path)") }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else { throw GitError(errno: errno, "write \(path)") }
}
