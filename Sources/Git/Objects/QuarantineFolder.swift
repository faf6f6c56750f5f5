import Glibc
import Synchronization

/// A folder for packs that are not part of the repository yet.
///
/// If a transfer fails, is killed or is refused, its packs are removed with the folder. `git
/// prune` recognises its name as one of unfinished objects.
struct QuarantineFolder: ~Copyable {
    private let folder: LockedFolder
    private let objects: String
    /// A string unique to this quarantine.
    private let sign = TemporaryName.random()

    private static let prefix = "tmp_objdir-pmd-"
    /// The folders of this process.
    private static let own = Mutex<Set<String>>([])

    /// - Parameter objects: The repository's folder of objects.
    init(in objects: String) throws(GitError) {
        Self.removeLeft(in: objects)
        // git does not need the folder, but libgit2 does.
        mkdir(objects + "/pack", 0o777)
        let folder = try LockedFolder(
            in: objects, Self.prefix, for: "make \(objects)/\(Self.prefix)")
        guard mkdir(folder.path + "/pack", 0o700) == 0 else {
            throw GitError(errno: errno, "make \(folder.path)/pack")
        }
        let path = folder.path
        _ = Self.own.withLock { $0.insert(path) }
        self.objects = objects
        self.folder = folder
    }

    deinit {
        let path = folder.path
        _ = Self.own.withLock { $0.remove(path) }
    }

    var path: String { folder.path }

    /// The folder in which packs are written.
    var packs: String { path + "/pack" }

    /// Returns the name of a pack in the repository.
    ///
    /// Its name in the quarantine is derived from its objects. A running `git gc` removes packs by
    /// the names that it found when it began, and would remove a new pack with the same objects as
    /// an old one.
    func name(ofPack stem: String) throws(GitError) -> String {
        "pack-" + (try ObjectID.ofBlob(Array("\(stem) \(sign)".utf8))).hex
    }

    /// Moves the packs into the repository, each pack before its index.
    ///
    /// No reference needs their objects yet. A `.keep` file beside a pack, like those of `git
    /// fetch`, makes `git repack` and `git gc` leave it alone; see ``ObjectLinks/removeOld(_:)``.
    func install() throws(GitError) {
        guard let all = folderNames(packs) else { throw GitError(errno: errno, "read \(packs)") }
        let names = all.filter { $0.hasPrefix("pack-") }
        guard !names.isEmpty else { return }
        for suffix in [".pack", ".idx"] {
            for name in names where name.hasSuffix(suffix) {
                let own = try self.name(ofPack: String(name.dropLast(suffix.count)))
                let path = "\(objects)/pack/\(own)"
                if suffix == ".pack" { try PackKeep.write(path, in: objects) }
                try give("\(packs)/\(name)")
                guard rename("\(packs)/\(name)", path + suffix) == 0 else {
                    throw GitError(errno: errno, "store \(path)\(suffix)")
                }
            }
        }
        try synchronise(objects + "/pack")
    }

    /// Gives a file to the owner of the repository, who must be able to read files stored by root.
    private func give(_ file: String) throws(GitError) {
        guard geteuid() == 0 else { return }
        let descriptor = open(file, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else { throw GitError(errno: errno, "store \(file)") }
        defer { close(descriptor) }
        Ownership.give(descriptor, toOwnerOf: objects)
    }

    /// Removes the folders of this process, before it ends prematurely.
    static func removeOwn() {
        for path in own.withLock({ $0 }) { removeTree(path) }
    }

    /// Removes the folders of killed processes.
    static func removeLeft(in objects: String) { LockedFolder.removeLeft(in: objects, prefix) }
}
