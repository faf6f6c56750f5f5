import Clinux
import Glibc

/// The folder of objects, with a folder `00` to `ff` for each first byte of an ID.
///
/// Files are written together, so that a few waits for the disk suffice: first the contents of all,
/// as temporary files, then the names of all. A file gets its name once its bytes are on the disk,
/// so that no process uses an object that a power cut can still remove.
struct ObjectFolder {
    /// `…/objects`, without a slash at the end.
    let path: String

    /// The start of the names of temporary files. The process follows, then a random number:
    /// several repositories of one process may share this folder.
    static let temporaryPrefix = "tmp_object_git2_pmd-"

    /// The number of files from which one wait for the whole file system is faster than one for
    /// each.
    static let manyFiles = 64

    /// A temporary file.
    private struct TemporaryFile {
        let path: String
        /// The open file; nil if it was closed, because many files would need too many descriptors.
        let descriptor: Int32?
    }

    /// Writes the files of objects. They are on the disk when this returns, except for the names of
    /// new folders, which ``ObjectFolders`` waits for.
    func write(_ objects: [(id: ObjectID, bytes: [UInt8])]) throws(GitError) {
        var files: [TemporaryFile] = []
        defer {
            for file in files {
                if let descriptor = file.descriptor { close(descriptor) }
                unlink(file.path)
            }
        }
        let kept = ObjectLinks(of: path)
        // `git prune` removes temporary files in git's own folder.
        let name =
            "\(kept.temporaryFolder ?? path)/\(Self.temporaryPrefix)\(getpid())-"
            + String(UInt64.random(in: 0...UInt64.max), radix: 16)
        let areMany = objects.count > Self.manyFiles
        for (number, object) in objects.enumerated() {
            files.append(try temporaryFile("\(name)-\(number)", object, keepsOpen: !areMany))
        }
        try waitForDisk(files)
        var folders: Set<String> = []
        for (number, (object, file)) in zip(objects, files).enumerated() {
            kept.keep(file.path, object.id, after: number)
            let folder = "\(path)/\(object.id.hex.prefix(2))"
            try self.name(file, object.id, in: folder)
            folders.insert(folder)
        }
        for folder in folders.sorted() {
            do throws(GitError) { try synchronise(folder) } catch {
                // `git gc` has packed its objects meanwhile.
                guard error.kind == .notFound else { throw error }
            }
        }
    }

    /// Writes a temporary file.
    private func temporaryFile(
        _ path: String, _ object: (id: ObjectID, bytes: [UInt8]), keepsOpen: Bool
    ) throws(GitError) -> TemporaryFile {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o444)
        guard descriptor >= 0 else { throw GitError(errno: errno, "store \(object.id)") }
        do throws(GitError) {
            Ownership.give(descriptor, toOwnerOf: self.path)
            try writeAll(object.bytes, to: descriptor, path)
        } catch {
            close(descriptor)
            unlink(path)
            throw error
        }
        pmd_begin_writing(descriptor)
        if keepsOpen { return TemporaryFile(path: path, descriptor: descriptor) }
        close(descriptor)
        return TemporaryFile(path: path, descriptor: nil)
    }

    private func make(_ folder: String) throws(GitError) {
        guard mkdir(folder, 0o777) == 0 else {
            if errno == EEXIST { return }
            throw GitError(errno: errno, "store \(folder)")
        }
        guard geteuid() == 0 else { return }
        let made = open(folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        // `git gc` may have removed it, so it is created once more.
        guard made >= 0 else { return }
        Ownership.give(made, toOwnerOf: path)
        close(made)
    }

    /// Renames a temporary file to its final name. `git gc` removes a folder that is empty at that
    /// moment; such a folder is created once more.
    private func name(_ file: TemporaryFile, _ id: ObjectID, in folder: String) throws(GitError) {
        let target = "\(folder)/\(id.hex.dropFirst(2))"
        for attempt in 1... {
            try make(folder)
            // Another process may have stored the same object.
            if link(file.path, target) == 0 || errno == EEXIST { return }
            if errno != ENOENT, rename(file.path, target) == 0 { return }
            guard errno == ENOENT, attempt < 100 else {
                throw GitError(errno: errno, "store \(id)")
            }
        }
    }

    private func waitForDisk(_ files: [TemporaryFile]) throws(GitError) {
        for file in files {
            guard let descriptor = file.descriptor else {
                return try synchroniseFileSystem(of: path)
            }
            while fsync(descriptor) != 0 {
                guard errno == EINTR else { throw GitError(errno: errno, "write \(path)") }
            }
        }
    }
}
