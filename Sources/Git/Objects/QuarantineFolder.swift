import Glibc

/// A folder for packs that are not part of the repository yet.
///
/// If a transfer fails, is killed or is refused, its packs are removed with the folder. The name is
/// one that `git prune` recognises as unfinished objects.
struct QuarantineFolder: ~Copyable {
    let path: String
    private let objects: String
    /// A string that no other quarantine has.
    private let sign: String

    private static let prefix = "tmp_objdir-pmd-"

    /// - Parameter objects: The repository's folder of objects.
    init(in objects: String) throws(GitError) {
        self.objects = objects
        let process = "\(getpid())"
        sign = process + "-" + String(UInt64.random(in: 0...UInt64.max), radix: 16)
        Self.removeLeft(in: objects)
        // git does not need the folder, but libgit2 does.
        mkdir(objects + "/pack", 0o777)
        path = try Self.made(in: objects, for: process, sign)
    }

    /// Creates the folder. Older releases clean up only after names that end with the process, so
    /// only the second folder of a process at a time has a longer name.
    private static func made(
        in objects: String, for process: String, _ sign: String
    ) throws(GitError) -> String {
        for name in [process, sign] {
            let path = objects + "/" + prefix + name
            if mkdir(path, 0o700) == 0, mkdir(path + "/pack", 0o700) == 0 { return path }
            guard errno == EEXIST else { throw GitError(errno: errno, "make \(path)") }
        }
        throw GitError(errno: EEXIST, "make \(objects)/\(prefix)\(sign)")
    }

    deinit { Self.remove(path) }

    /// The folder in which packs are written.
    var packs: String { path + "/pack" }

    /// Returns the name that a pack gets in the repository.
    ///
    /// Its name in the quarantine is derived from its objects. A running `git gc` removes packs by
    /// the names that it found when it began, and would remove a new pack with the same objects as
    /// an old one.
    func name(ofPack stem: String) throws(GitError) -> String {
        "pack-" + (try ObjectID.ofBlob(Array("\(stem) \(sign)".utf8))).hex
    }

    /// Moves the packs into the repository, each pack before its index.
    ///
    /// No reference needs their objects yet: a `.keep` beside a pack, as `git fetch` writes one, says
    /// to `git repack` and `git gc` to leave it alone; see ``ObjectLinks/removeOld(_:)``.
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

    /// Gives a file to the owner of the repository, who must read what root stores.
    private func give(_ file: String) throws(GitError) {
        guard geteuid() == 0 else { return }
        let descriptor = open(file, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else { throw GitError(errno: errno, "store \(file)") }
        defer { close(descriptor) }
        Ownership.give(descriptor, toOwnerOf: objects)
    }

    /// Removes the folders of this process, before it ends prematurely.
    static func removeOwn(in objects: String) {
        remove(in: objects) { $0 == getpid() }
    }

    /// Removes the folders of killed processes.
    static func removeLeft(in objects: String) {
        remove(in: objects) { !isRunning(process: $0) }
    }

    private static func remove(in objects: String, where isDone: (Int32) -> Bool) {
        for name in folderNames(objects) ?? [] where name.hasPrefix(prefix) {
            let process = Int32(name.dropFirst(prefix.count).prefix(while: \.isNumber))
            if process.map(isDone) == true { remove("\(objects)/\(name)") }
        }
    }

    /// Removes a folder without following links: a link with the name of a quarantine is itself
    /// removed.
    private static func remove(_ folder: String) {
        if unlink(folder) == 0 { return }
        for name in folderNames(folder) ?? [] where unlink("\(folder)/\(name)") != 0 {
            for inner in folderNames("\(folder)/\(name)") ?? [] {
                unlink("\(folder)/\(name)/\(inner)")
            }
            rmdir("\(folder)/\(name)")
        }
        rmdir(folder)
    }
}
