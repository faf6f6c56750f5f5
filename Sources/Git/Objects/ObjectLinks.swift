import Clibgit2
import Glibc

/// Hard links to recently stored objects, in `pmd/objects` of the git directory.
///
/// `git prune` marks the objects in use, then removes the rest. An object that was stored after
/// the marking is removed even if a commit on a branch needs it by then: no reference protects it.
/// A link under its ID is kept here until a later command finds the object stored while git is not
/// running. If the object is missing, it is linked back.
struct ObjectLinks {
    /// `…/objects`, without a slash at its end.
    private let objects: PackFolder
    private let folder: String

    /// The maximum number of links per process. More objects mean an import, for which links would
    /// take longer than the objects.
    private static let limit = 2_000
    /// The age of a link, in seconds, from which it may be removed: higher if a `git prune` in
    /// another container would not be visible.
    private static let age = RunningProcess.areAllSeen ? 60 : 86_400

    /// - Parameter objects: The repository's folder of objects, without a slash at its end.
    init(of objects: String) {
        self.objects = PackFolder(path: objects)
        folder = objects.dropLast("objects".count) + "pmd/objects"
    }

    /// True if the folder exists or can be created: a link in its place is not followed.
    private var isUsable: Bool {
        [String(folder.dropLast("/objects".count)), folder].allSatisfy { path in
            var status = stat()
            return lstat(path, &status) == 0 ? status.st_mode & S_IFMT == S_IFDIR : errno == ENOENT
        }
    }

    private func link(of id: ObjectID) -> String { "\(folder)/\(id)" }

    /// The folder for files that will be linked into git's folder; nil if it is on another file
    /// system. It is created if it is missing.
    var temporaryFolder: String? {
        guard isUsable else { return nil }
        makeFolder()
        var (own, other) = (stat(), stat())
        guard stat(folder, &own) == 0, stat(objects.path, &other) == 0,
            own.st_dev == other.st_dev, access(folder, W_OK | X_OK) == 0
        else { return nil }
        return folder
    }

    private func makeFolder() {
        for path in [String(folder.dropLast("/objects".count)), folder] {
            guard mkdir(path, 0o777) == 0, geteuid() == 0 else { continue }
            let made = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
            guard made >= 0 else { continue }
            Ownership.give(made, toOwnerOf: objects.path)
            close(made)
        }
    }

    /// Links an object, unless too many were already linked.
    ///
    /// On a file system without links, the object exists only in git's folder.
    ///
    /// - Parameters:
    ///   - file: The path of the complete object.
    ///   - count: The number of objects that were linked before.
    /// - Returns: False if the file is gone.
    @discardableResult
    func keep(_ file: String, _ id: ObjectID, after count: Int) -> Bool {
        guard count < Self.limit, isUsable else { return true }
        for _ in 0..<2 {
            if Glibc.link(file, link(of: id)) == 0 || errno != ENOENT { return true }
            if access(file, F_OK) != 0 { return false }
            makeFolder()
        }
        return true
    }

    /// Links an object of the repository's folder.
    func keep(_ id: ObjectID, after count: Int) -> Bool {
        keep(objects.file(of: id), id, after: count)
    }

    func forget(_ id: ObjectID) { unlink(link(of: id)) }

    /// Links missing objects back.
    ///
    /// - Parameter isStored: Returns true if an object without a file is in a pack.
    /// - Returns: True if anything was missing.
    func restore(_ isStored: (ObjectID) -> Bool) -> Bool {
        var wasMissing = false
        guard isUsable else { return false }
        for id in all() where access(objects.file(of: id), F_OK) != 0 && !isStored(id) {
            let file = objects.file(of: id)
            for _ in 0..<10 {
                // A name is 38 digits after a slash.
                mkdir(String(file.dropLast(39)), 0o777)
                guard Glibc.link(link(of: id), file) != 0, errno == ENOENT else { break }
            }
            wasMissing = true
        }
        return wasMissing
    }

    /// Removes links that are no longer needed, and releases the new packs to git.
    func removeOld(_ isStored: (ObjectID) -> Bool) {
        let limit = time(nil) - Self.age
        PackKeep.removeOld(in: objects.packs, before: limit) { !isGitAtWork }
        guard isUsable else { return }
        let old = all().filter { id in
            var status = stat()
            return lstat(link(of: id), &status) == 0 && status.st_ctim.tv_sec < limit
        }
        guard !old.isEmpty, !isGitAtWork else { return }
        for id in old where access(objects.file(of: id), F_OK) == 0 || isStored(id) { forget(id) }
    }

    private func all() -> [ObjectID] {
        (folderNames(folder) ?? []).compactMap { ObjectID(hex: $0) }
    }

    /// True if git is running in this repository: a process that began before an object was stored
    /// may still remove it.
    private var isGitAtWork: Bool {
        let common = String(objects.path.dropLast("objects".count))
        return RunningProcess.isGitAtWork(in: GitFolders.all(of: common))
    }
}

extension Repository {
    var objectLinks: ObjectLinks { ObjectLinks(of: commonDirectory + "objects") }

    /// Links back the objects that `git prune` removed just after they were stored.
    @discardableResult
    func restoreLinkedObjects() -> Bool { objectLinks.restore(contains) }

    /// Removes the links of objects that are certainly stored.
    package func removeOldObjectLinks() { objectLinks.removeOld(contains) }
}
