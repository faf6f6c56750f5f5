import Clinux
import Glibc

/// The folder of objects, with a folder `00` to `ff` for each first byte of an ID.
///
/// Files are written together, so that the disk is waited for a few times and not for
/// each of them: first the bytes of all, under names that git knows for unfinished,
/// then the names of all.
struct ObjectFolder {
    /// `…/objects`, without a slash at the end.
    let path: String

    /// How the names begin under which objects are written: libgit2's are for the others.
    static let draftPrefix = "tmp_object_git2_pmd-"

    private struct Draft {
        let path: String
        let descriptor: Int32
    }

    /// Writes objects, as their files have them; on the disk when this returns, but for the
    /// names of new folders, which ``ObjectFolders`` waits for.
    func write(_ objects: [(id: ObjectID, bytes: [UInt8])]) throws(GitError) {
        var drafts: [Draft] = []
        defer {
            for draft in drafts {
                close(draft.descriptor)
                unlink(draft.path)
            }
        }
        for (number, object) in objects.enumerated() {
            let path = "\(path)/\(Self.draftPrefix)\(getpid())-\(number)"
            unlink(path)
            let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o444)
            guard descriptor >= 0 else { throw GitError(errno: errno, "store \(object.id)") }
            drafts.append(Draft(path: path, descriptor: descriptor))
            try writeAll(object.bytes, to: descriptor, path)
            pmd_begin_writing(descriptor)
        }
        for draft in drafts { try waitForDisk(draft.descriptor) }
        var folders: [String] = []
        for (object, draft) in zip(objects, drafts) {
            let folder = "\(path)/\(object.id.hex.prefix(2))"
            guard mkdir(folder, 0o777) == 0 || errno == EEXIST else {
                throw GitError(errno: errno, "store \(object.id)")
            }
            let target = "\(folder)/\(object.id.hex.dropFirst(2))"
            // Another process may have stored the same.
            guard
                link(draft.path, target) == 0 || errno == EEXIST
                    || rename(draft.path, target) == 0
            else { throw GitError(errno: errno, "store \(object.id)") }
            if !folders.contains(folder) { folders.append(folder) }
        }
        for folder in folders { try synchronise(folder) }
    }

    private func waitForDisk(_ descriptor: Int32) throws(GitError) {
        while fsync(descriptor) != 0 {
            guard errno == EINTR else { throw GitError(errno: errno, "write \(path)") }
        }
    }
}
