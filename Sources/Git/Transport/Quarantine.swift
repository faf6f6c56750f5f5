import Clibgit2
import Glibc
import Synchronization

/// A folder for what a remote sends until it was looked at.
///
/// Nothing of a transfer that fails, is ended or is refused gets into the
/// repository: what came is removed with the folder. The name is one that
/// `git prune` knows for unfinished objects.
struct Quarantine: ~Copyable {
    /// The repository as it would be with what came.
    let repository: Repository
    private let folder: String
    private let objects: String

    private static let prefix = "tmp_objdir-pmd-"
    private static let current = Mutex<String?>(nil)

    init(for original: Repository) throws(GitError) {
        objects = original.commonDirectory + "objects"
        folder = "\(objects)/\(Self.prefix)\(getpid())"
        Self.removeLeft(in: objects)
        Self.remove(folder)
        guard mkdir(folder, 0o700) == 0, mkdir(folder + "/pack", 0o700) == 0 else {
            throw GitError(errno: errno, "make \(folder)")
        }
        let path = folder
        Self.current.withLock { $0 = path }
        repository = try Self.open(original, objects: objects, folder: folder)
    }

    deinit {
        Self.remove(folder)
        Self.current.withLock { $0 = nil }
    }

    /// Moves what came into the repository, each pack before its index.
    func letIn() throws(GitError) {
        let pack = folder + "/pack"
        let names = (folderNames(pack) ?? []).filter { $0.hasPrefix("pack-") }
        guard !names.isEmpty else { return }
        mkdir(objects + "/pack", 0o777)
        for suffix in [".pack", ".idx"] {
            for name in names where name.hasSuffix(suffix) {
                guard rename("\(pack)/\(name)", "\(objects)/pack/\(name)") == 0 else {
                    throw GitError(errno: errno, "store what came as \(objects)/pack/\(name)")
                }
            }
        }
        let descriptor = Glibc.open(objects + "/pack", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        defer { close(descriptor) }
        guard descriptor >= 0, fsync(descriptor) == 0 else {
            throw GitError(errno: errno, "store what came in \(objects)/pack")
        }
    }

    /// Removes this process's folder, when it is about to end in the middle.
    static func removeOwn() {
        if let folder = current.withLock({ $0 }) { remove(folder) }
    }

    /// Removes the folders of processes that were killed.
    static func removeLeft(in objects: String) {
        for name in folderNames(objects) ?? [] where name.hasPrefix(prefix) {
            guard let process = Int32(name.dropFirst(prefix.count)), !isRunning(process: process)
            else { continue }
            remove("\(objects)/\(name)")
        }
    }

    /// The same repository with a database whose first place is the folder.
    private static func open(
        _ original: Repository, objects: String, folder: String
    ) throws(GitError) -> Repository {
        let database = try Handle<DatabaseKind>("open \(folder)") { git_odb_open(&$0, folder) }
        try check(
            "open \(objects)", git_odb_add_disk_alternate(database.pointer, objects))
        return try Repository.open(at: original.workTree, database: database.pointer)
    }

    private static func remove(_ folder: String) {
        for name in folderNames(folder) ?? [] where unlink("\(folder)/\(name)") != 0 {
            for inner in folderNames("\(folder)/\(name)") ?? [] {
                unlink("\(folder)/\(name)/\(inner)")
            }
            rmdir("\(folder)/\(name)")
        }
        rmdir(folder)
    }
}
