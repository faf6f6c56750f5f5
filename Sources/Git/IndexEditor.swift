import Clibgit2
import Glibc

/// The index while its lock is held: entries are set and removed here, and
/// written when the block that was lent it returns.
package struct IndexEditor: ~Copyable {
    private let handle: Handle<IndexKind>

    init(_ handle: consuming Handle<IndexKind>) {
        self.handle = handle
    }

    /// Makes a path's entry say that the work tree holds this blob.
    ///
    /// - Parameter status: From an `lstat` of the file made when its content was
    ///   known to be that blob, so that `git status` need not read it.
    package func add(
        _ path: [UInt8], _ entry: TreeEntry, _ status: FileStatus
    ) throws(GitError) {
        var value = git_index_entry()
        value.mode = entry.mode
        value.id = entry.id.oid
        value.mtime = git_index_time(
            seconds: Int32(truncatingIfNeeded: status.modifiedSeconds),
            nanoseconds: UInt32(truncatingIfNeeded: status.modifiedNanoseconds))
        value.ctime = git_index_time(
            seconds: Int32(truncatingIfNeeded: status.changedSeconds),
            nanoseconds: UInt32(truncatingIfNeeded: status.changedNanoseconds))
        value.dev = UInt32(truncatingIfNeeded: status.device)
        value.ino = UInt32(truncatingIfNeeded: status.inode)
        value.uid = status.user
        value.gid = status.group
        value.file_size = UInt32(truncatingIfNeeded: status.size)
        try add(path, &value)
    }

    /// Makes a path's entry say that the commit holds this blob, without a file
    /// to compare with: for paths that are not written to the work tree.
    package func add(_ path: [UInt8], _ entry: TreeEntry) throws(GitError) {
        var value = git_index_entry()
        value.mode = entry.mode
        value.id = entry.id.oid
        try add(path, &value)
    }

    /// Removes a path's entry, conflicting ones too; where there is none,
    /// nothing happens.
    package func remove(_ path: [UInt8]) throws(GitError) {
        for stage: Int32 in 0...3 {
            let code = withCString(path) { git_index_remove(handle.pointer, $0, stage) }
            if code == GIT_ENOTFOUND.rawValue {
                git_error_clear()
            } else {
                try check("remove \(shown(path)) from the index", code)
            }
        }
    }

    /// What the index holds at a path; nil where it holds nothing.
    package func entry(_ path: [UInt8]) -> TreeEntry? {
        guard !path.contains(0) else { return nil }
        let found = withCString(path) { git_index_get_bypath(handle.pointer, $0, 0) }
        git_error_clear()
        return found.map { TreeEntry(mode: $0.pointee.mode, id: ObjectID($0.pointee.id)) }
    }

    private func add(_ path: [UInt8], _ value: inout git_index_entry) throws(GitError) {
        guard !path.isEmpty, !path.contains(0) else {
            throw GitError(.invalid, "add \(shown(path)) to the index", "it is no path")
        }
        for stage: Int32 in 1...3 {
            _ = withCString(path) { git_index_remove(handle.pointer, $0, stage) }
            git_error_clear()
        }
        let code = withCString(path) { name in
            value.path = name
            defer { value.path = nil }
            return git_index_add(handle.pointer, &value)
        }
        try check("add \(shown(path)) to the index", code)
    }
}

extension IndexEditor {
    /// Makes git read again the files that were written in the second in which
    /// the index was: once the index is written anew, its time no longer says
    /// that a change of the same second may be hidden behind an equal size.
    func distrustEntries(since seconds: Int) throws(GitError) {
        for position in 0..<git_index_entrycount(handle.pointer) {
            guard let entry = git_index_get_byindex(handle.pointer, position) else { continue }
            guard Int(entry.pointee.mtime.seconds) >= seconds, entry.pointee.file_size != 0
            else { continue }
            var value = entry.pointee
            value.mtime = git_index_time(seconds: 0, nanoseconds: 0)
            let path = bytes(of: value.path)
            let code = withCString(path) { name in
                value.path = name
                return git_index_add(handle.pointer, &value)
            }
            try check("write the entry of \(shown(path))", code)
        }
    }

    /// Fills an index that could not be read with what a tree has.
    func readTree(_ tree: borrowing Handle<TreeKind>) throws(GitError) {
        try check("fill the index", git_index_read_tree(handle.pointer, tree.pointer))
    }

    func write() throws(GitError) {
        try check("write the index", git_index_write(handle.pointer))
    }
}
