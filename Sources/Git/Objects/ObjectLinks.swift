import Clibgit2
import Glibc

/// Second names for the objects that were stored last, in `pmd/objects` of the git directory.
///
/// `git prune` marks what is referred to, then removes the rest. An object that was stored
/// after the marking is removed even if a commit of a branch needs it by then: no reference
/// protects it. It is linked here under its ID until a later command finds it stored, with
/// no git at work, and is linked back if it is missing.
struct ObjectLinks {
    /// `…/objects`, without a slash at its end.
    private let objects: PackFolder
    private let folder: String

    /// More in one process are an import, whose links would take longer than its objects.
    private static let limit = 2_000
    /// How old a link is, in seconds, before it is worth a look whether it can go.
    private static let age = 60

    /// - Parameter objects: The repository's folder of objects, without a slash at its end.
    init(of objects: String) {
        self.objects = PackFolder(path: objects)
        folder = objects.dropLast("objects".count) + "pmd/objects"
    }

    /// True if the folder is one, or can be made: a link in its place is not followed.
    private var isUsable: Bool {
        [String(folder.dropLast("/objects".count)), folder].allSatisfy { path in
            var status = stat()
            return lstat(path, &status) == 0 ? status.st_mode & S_IFMT == S_IFDIR : errno == ENOENT
        }
    }

    private func link(of id: ObjectID) -> String { "\(folder)/\(id)" }

    /// The folder, made where it is missing, for files that are to be linked into that of
    /// git; nil if it is on another file system.
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

    /// Links an object, if not too many were linked before.
    ///
    /// A file system without links has none: then the object is only where git has it.
    ///
    /// - Parameters:
    ///   - file: Where it is now, complete.
    ///   - count: How many were linked before.
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

    /// The same of an object of the folder.
    func keep(_ id: ObjectID, after count: Int) -> Bool {
        keep(objects.file(of: id), id, after: count)
    }

    func forget(_ id: ObjectID) { unlink(link(of: id)) }

    /// Links back what is missing.
    ///
    /// - Parameter isStored: True if an object that has no file is in a pack.
    /// - Returns: True if anything was missing.
    func restore(_ isStored: (ObjectID) -> Bool) -> Bool {
        var wasMissing = false
        guard isUsable else { return false }
        for id in all() where access(objects.file(of: id), F_OK) != 0 && !isStored(id) {
            let file = objects.file(of: id)
            for _ in 0..<10 {
                // Its name is 38 digits behind a slash.
                mkdir(String(file.dropLast(39)), 0o777)
                guard Glibc.link(link(of: id), file) != 0, errno == ENOENT else { break }
            }
            wasMissing = true
        }
        return wasMissing
    }

    /// Removes the links that are not needed any more.
    func removeOld(_ isStored: (ObjectID) -> Bool) {
        guard isUsable else { return }
        let limit = time(nil) - Self.age
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

    /// True if any git runs: one that began before an object was stored may remove it still.
    private var isGitAtWork: Bool {
        let lock = objects.path.dropLast("objects".count) + "gc.pid"
        return access(String(lock), F_OK) == 0 || RunningProcess.all().contains(where: \.isGit)
    }
}

extension Repository {
    var objectLinks: ObjectLinks { ObjectLinks(of: commonDirectory + "objects") }

    /// Links back the objects that `git prune` removed just after they were stored.
    @discardableResult
    func restoreLinkedObjects() -> Bool { objectLinks.restore(contains) }

    /// Lets go of the objects that are surely stored.
    package func removeOldObjectLinks() { objectLinks.removeOld(contains) }
}
