import Clibgit2
import Glibc

/// The index under another name, where libgit2 changes it without a look at the
/// lock, until it takes the index's place.
struct IndexDraft: ~Copyable {
    let editor: IndexEditor
    /// How large the index was.
    let size: Int

    private let index: String
    private let path: String
    private let isDamaged: Bool

    private init(
        _ editor: consuming IndexEditor, _ index: String, _ path: String, _ size: Int,
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
        // Left by a process that was killed; the lock says that none uses them.
        unlink(path)
        unlink(path + ".lock")
        let condition = try IndexFile.condition(index)
        if case .readable(let size, let seconds) = condition {
            try duplicate(index, path)
            if let editor = try read(path) {
                try editor.distrustEntries(since: seconds)
                return IndexDraft(editor, index, path, size, isDamaged: false)
            }
            unlink(path)
        }
        return IndexDraft(
            try rebuilt(path, repository), index, path, condition.size,
            isDamaged: condition.size > 0)
    }

    deinit { unlink(path) }

    /// Writes the draft and makes sure that it is on the disk.
    func write() throws(GitError) {
        try editor.write()
        try synchronise(path)
    }

    /// Puts the draft in the index's place.
    func replaceIndex() throws(GitError) {
        if isDamaged { rename(index, index + ".damaged") }
        guard rename(path, index) == 0 else { throw GitError(errno: errno, "write the index") }
    }

    /// Nil for an index that does not hold together.
    private static func read(_ path: String) throws(GitError) -> IndexEditor? {
        do throws(GitError) {
            let handle = try Handle<IndexKind>("open the index") { git_index_open(&$0, path) }
            try check("read the index", git_index_read(handle.pointer, 1))
            return IndexEditor(handle)
        } catch {
            if let error = IndexFile.unsupported(error) { throw error }
            guard error.category == Int32(GIT_ERROR_INDEX.rawValue) else { throw error }
            return nil
        }
    }

    private static func rebuilt(
        _ path: String, _ repository: Repository
    ) throws(GitError) -> IndexEditor {
        let handle = try Handle<IndexKind>("make an index") { git_index_open(&$0, path) }
        let editor = IndexEditor(handle)
        if let head = try repository.head().commit {
            try editor.readTree(repository.tree(repository.commit(head).tree))
        }
        return editor
    }

    /// libgit2 replaces the file that it writes, so another name of the same
    /// file is as good as a copy.
    private static func duplicate(_ index: String, _ draft: String) throws(GitError) {
        guard link(index, draft) != 0 else { return }
        let operation = "copy the index"
        let source = open(index, O_RDONLY | O_CLOEXEC)
        guard source >= 0 else { throw GitError(errno: errno, operation) }
        defer { close(source) }
        let target = open(draft, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
        guard target >= 0 else { throw GitError(errno: errno, operation) }
        defer { close(target) }
        while true {
            let count = sendfile(target, source, nil, 1 << 20)
            guard count >= 0 else { throw GitError(errno: errno, operation) }
            if count == 0 { return }
        }
    }
}

/// Makes sure that a file or a folder is on the disk: libgit2 never does for an
/// index.
func synchronise(_ path: String) throws(GitError) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw GitError(errno: errno, "write \(path)") }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else { throw GitError(errno: errno, "write \(path)") }
}
