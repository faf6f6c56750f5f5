import Clinux
import Glibc

/// The object folder, with a subfolder `00` to `ff` for each first byte of an ID.
///
/// Files are written together, so that a few disk syncs suffice: first the contents of all, as
/// temporary files, then the names of all. A file gets its name once its bytes are on the disk, so
/// that no process uses an object that a power cut could still remove.
struct ObjectFolder {
    /// `…/objects`, without a slash at the end.
    let path: String

    /// The prefix of temporary files. A ``TemporaryName`` follows, which files that are written
    /// together share, and, in all of them except one, a number.
    ///
    /// The file without a number is created first and removed last. Its lock shows that all are in
    /// use.
    static let temporaryPrefix = "tmp_object_git2_pmd-"

    /// The number of files from which syncing the whole file system is faster than syncing each
    /// file.
    static let manyFiles = 64

    /// A temporary file.
    private struct TemporaryFile {
        let path: String
        /// The open file; nil if it was closed, since many files would need too many descriptors.
        let descriptor: Int32?

        func remove() {
            unlink(path)
            if let descriptor { close(descriptor) }
        }
    }

    /// Writes the files of objects. They are on the disk on return, except for the names of new
    /// folders, which ``ObjectFolders`` syncs.
    func write(_ objects: [(id: ObjectID, bytes: [UInt8])]) throws(GitError) {
        guard let last = objects.last else { return }
        let kept = ObjectLinks(of: path)
        // `git prune` removes temporary files in git's own folder.
        let locked = try lockedFile(in: kept.temporaryFolder ?? path, last)
        var files: [TemporaryFile] = []
        defer {
            for file in files { file.remove() }
            locked.remove()
        }
        let areMany = objects.count > Self.manyFiles
        for (number, object) in objects.dropLast().enumerated() {
            let descriptor = try create("\(locked.path)-\(number)", object.id)
            files.append(
                try fill(descriptor, "\(locked.path)-\(number)", object, keepsOpen: !areMany))
        }
        try waitForDisk(files + [locked], areMany: areMany)
        var folders: Set<String> = []
        for (number, (object, file)) in zip(objects, files + [locked]).enumerated() {
            kept.keep(file.path, object.id, after: number)
            let folder = "\(path)/\(object.id.hex.prefix(2))"
            try self.name(file, object.id, in: folder)
            folders.insert(folder)
        }
        for folder in folders.sorted() {
            do throws(GitError) { try synchronise(folder) } catch {
                // `git gc` has packed the folder's objects meanwhile.
                guard error.kind == .notFound else { throw error }
            }
        }
    }

    /// Writes the temporary file whose lock shows that it and its companions are in use.
    private func lockedFile(
        in folder: String, _ object: (id: ObjectID, bytes: [UInt8])
    ) throws(GitError) -> TemporaryFile {
        // A sweep may remove the file before it is locked, but hardly twice.
        for _ in 0..<100 {
            let path = "\(folder)/\(Self.temporaryPrefix)\(TemporaryName.random())"
            let descriptor = try create(path, object.id)
            let isLocked: Bool
            do throws(GitError) { isLocked = try UseLock.take(descriptor, at: path) } catch {
                close(descriptor)
                unlink(path)
                throw error
            }
            if isLocked { return try fill(descriptor, path, object, keepsOpen: true) }
            close(descriptor)
        }
        throw GitError(errno: EBUSY, "store \(object.id)")
    }

    private func create(_ path: String, _ id: ObjectID) throws(GitError) -> Int32 {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o444)
        guard descriptor >= 0 else { throw GitError(errno: errno, "store \(id)") }
        Ownership.give(descriptor, toOwnerOf: self.path)
        return descriptor
    }

    private func fill(
        _ descriptor: Int32, _ path: String, _ object: (id: ObjectID, bytes: [UInt8]),
        keepsOpen: Bool
    ) throws(GitError) -> TemporaryFile {
        do throws(GitError) { try writeAll(object.bytes, to: descriptor, path) } catch {
            close(descriptor)
            unlink(path)
            throw error
        }
        pmd_begin_writing(descriptor)
        if keepsOpen { return TemporaryFile(path: path, descriptor: descriptor) }
        close(descriptor)
        return TemporaryFile(path: path, descriptor: nil)
    }

    /// Removes the temporary files whose writers have ended.
    ///
    /// - Parameter paths: All temporary files of a folder.
    static func removeLeft(_ paths: [String]) {
        var batches: [String: [String]] = [:]
        for path in paths {
            guard let name = path.split(separator: "/").last, name.hasPrefix(temporaryPrefix)
            else { continue }
            let rest = name.dropFirst(temporaryPrefix.count)
            if let random = TemporaryName.random(atStartOf: rest) {
                batches[path.dropLast(rest.count) + random, default: []].append(path)
            } else {
                UseLock.sweep(path, hasLock: false) { unlink(path) }
            }
        }
        for (locked, files) in batches {
            let companions = files.filter { $0 != locked }
            guard !UseLock.isMissing(locked) else {
                // The writer removes the locked file last.
                for file in companions where FileSystem(of: file) == .local || UseLock.isOld(file) {
                    unlink(file)
                }
                continue
            }
            UseLock.sweep(locked, hasLock: true) {
                for file in companions + [locked] { unlink(file) }
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
        // `git gc` may have removed it, so it is created again.
        guard made >= 0 else { return }
        Ownership.give(made, toOwnerOf: path)
        close(made)
    }

    /// Renames a temporary file to its final name. `git gc` removes a folder that is empty at that
    /// moment; such a folder is created again.
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

    private func waitForDisk(_ files: [TemporaryFile], areMany: Bool) throws(GitError) {
        if areMany { return try synchroniseFileSystem(of: path) }
        for descriptor in files.compactMap(\.descriptor) {
            while fsync(descriptor) != 0 {
                guard errno == EINTR else { throw GitError(errno: errno, "write \(path)") }
            }
        }
    }
}

/// The folders `00` to `ff` of loose objects.
///
/// libgit2 creates a folder when it first stores an object there. It syncs the object and its
/// name, but not the name of the new folder.
struct ObjectFolders {
    let path: String
    /// The number of folders when all names were last synced.
    private var known: nlink_t?

    init(path: String) {
        self.path = path
        var status = stat()
        known = stat(path, &status) == 0 ? Self.count(status) : nil
    }

    /// Waits until the names of new folders are on the disk.
    mutating func waitForDisk() throws(GitError) {
        let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw GitError(errno: errno, "write \(path)") }
        defer { close(descriptor) }
        var status = stat()
        if fstat(descriptor, &status) == 0, let count = Self.count(status), count == known {
            return
        }
        guard fsync(descriptor) == 0 else { throw GitError(errno: errno, "write \(path)") }
        known = Self.count(status)
    }

    /// Returns the number of folders in a folder; nil on file systems that do not count them.
    private static func count(_ status: stat) -> nlink_t? {
        status.st_nlink > 1 ? status.st_nlink : nil
    }
}

/// The object folders from which a repository borrows, as listed in `info/alternates`.
enum AlternateFolders {
    /// The maximum length of a chain that git and libgit2 follow.
    private static let deepest = 5

    /// Returns an object folder and the folders from which it borrows, itself first.
    static func all(of objects: String) throws(GitError) -> [String] {
        var found: [String] = []
        var seen: Set<FileIdentity> = []
        try add(objects, depth: 0, to: &found, seen: &seen)
        return found
    }

    private static func add(
        _ folder: String, depth: Int, to found: inout [String], seen: inout Set<FileIdentity>
    ) throws(GitError) {
        guard let identity = FileIdentity(at: folder), seen.insert(identity).inserted else {
            return
        }
        found.append(folder)
        guard depth < deepest, let text = try FileReading(folder + "/info/alternates")?.bytes
        else { return }
        for line in text.split(separator: UInt8(ascii: "\n")) {
            let path = String(decoding: line, as: UTF8.self)
            guard !path.hasPrefix("#") else { continue }
            try add(
                path.hasPrefix("/") ? path : "\(folder)/\(path)", depth: depth + 1, to: &found,
                seen: &seen)
        }
    }
}
