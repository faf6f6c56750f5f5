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
        let kept = KeptObjects(of: path)
        // `git prune` removes what is unfinished in git's own folder.
        let place = kept.draftFolder ?? path
        for (number, object) in objects.enumerated() {
            let path = "\(place)/\(Self.draftPrefix)\(getpid())-\(number)"
            unlink(path)
            let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o444)
            guard descriptor >= 0 else { throw GitError(errno: errno, "store \(object.id)") }
            drafts.append(Draft(path: path, descriptor: descriptor))
            Ownership.give(descriptor, toOwnerOf: self.path)
            try writeAll(object.bytes, to: descriptor, path)
            pmd_begin_writing(descriptor)
        }
        for draft in drafts { try waitForDisk(draft.descriptor) }
        var folders: [String] = []
        for (object, draft) in zip(objects, drafts) {
            kept.keep(draft.path, object.id)
            let folder = "\(path)/\(object.id.hex.prefix(2))"
            try name(draft, object.id, in: folder)
            if !folders.contains(folder) { folders.append(folder) }
        }
        for folder in folders {
            do throws(GitError) { try synchronise(folder) } catch {
                // What was in it, `git gc` has packed meanwhile.
                guard error.kind == .notFound else { throw error }
            }
        }
    }

    private func make(_ folder: String) throws(GitError) {
        guard mkdir(folder, 0o777) == 0 else {
            if errno == EEXIST { return }
            throw GitError(errno: errno, "store \(folder)")
        }
        guard geteuid() == 0 else { return }
        let made = open(folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        // `git gc` may have removed it, and it is made once more.
        guard made >= 0 else { return }
        Ownership.give(made, toOwnerOf: path)
        close(made)
    }

    /// Gives a draft its name. `git gc` removes a folder that is empty just then: that
    /// one is made once more.
    private func name(_ draft: Draft, _ id: ObjectID, in folder: String) throws(GitError) {
        let target = "\(folder)/\(id.hex.dropFirst(2))"
        for attempt in 1... {
            try make(folder)
            // Another process may have stored the same.
            if link(draft.path, target) == 0 || errno == EEXIST { return }
            if errno != ENOENT, rename(draft.path, target) == 0 { return }
            guard errno == ENOENT, attempt < 100 else {
                throw GitError(errno: errno, "store \(id)")
            }
        }
    }

    private func waitForDisk(_ descriptor: Int32) throws(GitError) {
        while fsync(descriptor) != 0 {
            guard errno == EINTR else { throw GitError(errno: errno, "write \(path)") }
        }
    }
}
