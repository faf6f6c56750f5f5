import Git
import Glibc
import TaskBoard

/// The leftovers of a killed `init` or `clone`, and how the next one continues.
enum Unfinished {
    /// Removes the temporary repositories of processes that have ended. Folders of other users
    /// stay.
    static func removeTemporaries(in folder: String) throws(SystemError) {
        guard access(folder, F_OK) == 0, try Ownership.isOwn(Folder(folder).ownStatus()) else {
            return
        }
        LockedFolder.removeLeft(in: folder, Repository.temporaryPrefix)
    }

    /// Removes a repository at once, not file by file: a kill in between leaves a temporary
    /// folder. Temporary files beside it, from this process or a killed one, are removed too.
    static func removeRepository(in folder: String) throws(SystemError) {
        let here = try Folder(folder)
        let draft = Array((Repository.temporaryPrefix + TemporaryName.random()).utf8)
        try here.rename(Array(".git".utf8), to: here, draft)
        for name in try here.names() where isDraft(name) {
            if try here.statData(name)?.kind == .file { try here.remove(name) }
        }
        try removeTree(draft, in: here)
    }

    /// Removes a `.git` that is an empty file: a power cut left it behind while a linked working
    /// tree was being created.
    static func removeEmptyLink(in folder: String) throws(SystemError) {
        let name = Array(".git".utf8)
        guard access(folder + "/.git", F_OK) == 0 else { return }
        let here = try Folder(folder)
        guard try Ownership.isOwn(here.ownStatus()) else { return }
        if let statData = try here.statData(name), statData.kind == .file, statData.size == 0 {
            try here.remove(name)
        }
    }

    /// Returns true if a folder contains only a repository and its temporary files.
    static func hasOnlyRepository(_ folder: String) throws(SystemError) -> Bool {
        let repository = Array(".git".utf8)
        return try Folder(folder).names().allSatisfy { $0 == repository || isDraft($0) }
    }

    /// Returns true if a folder is a linked working tree without a board.
    static func isLinkedWithoutBoard(_ folder: String) throws(SystemError) -> Bool {
        guard access(folder + "/.git", F_OK) == 0,
            access(folder + "/" + Location.settingsName, F_OK) != 0
        else { return false }
        return try Folder(folder).statData(Array(".git".utf8))?.kind == .file
    }

    /// Returns true if a folder is empty or does not exist.
    static func isFree(_ folder: String) throws(SystemError) -> Bool {
        guard access(folder, F_OK) == 0 else { return true }
        return try Folder(folder).names().isEmpty
    }

    /// Removes the files of a commit from a working tree that could not be filled. A file that was
    /// changed by someone stays.
    static func removeFiles(
        of commit: ObjectID, in folder: String, _ git: Repository
    ) throws {
        guard access(folder, F_OK) == 0 else { return }
        let root = try Folder(folder)
        let tree = try git.commit(commit).tree
        for (path, entry) in try git.files(ofTree: tree) {
            let (above, name) = splitPath(path)
            guard let place = try root.existingFolder(above),
                let bytes = try place.read(name).bytes,
                try ObjectID.ofBlob(bytes) == entry.id
                    || git.conversion(of: path, by: .tree(tree))
                        .written(git.blob(entry.id), id: entry.id) == bytes
            else { continue }
            try place.remove(name)
        }
        for name in try root.names() { try root.removeEmptyFolders(name) }
    }

    /// Removes a working tree that has no file yet, and git's record of it.
    static func removeWorktree(
        _ name: String, at folder: String, of git: Repository
    ) throws {
        if access(folder, F_OK) == 0 {
            guard try hasOnlyRepository(folder) else { return }
            let here = try Folder(folder)
            for draft in try here.names() { try removeTree(draft, in: here) }
        }
        let known = git.commonDirectory + "worktrees"
        guard access(known + "/" + name, F_OK) == 0 else { return }
        let place = try Folder(known + "/" + name).read(Array("gitdir".utf8)).bytes
        let text = String(decoding: place ?? [], as: UTF8.self).prefix { $0 != "\n" }
        guard text.isEmpty || "\(folder)/.git".hasPrefix(text) else { return }
        try removeTree(Array(name.utf8), in: Folder(known))
    }

    private static func isDraft(_ name: [UInt8]) -> Bool {
        name.starts(with: Repository.temporaryPrefix.utf8)
    }
}

/// The mark of an unfinished clone in its git directory: the file `pmd/cloning`, which holds the
/// address or its hash. The cloning process holds a lock on it.
final class CloneMark {
    private static let name = Array("cloning".utf8)
    private let folder: Folder
    private let descriptor: Int32

    private init(in folder: Folder, _ descriptor: Int32) {
        (self.folder, self.descriptor) = (folder, descriptor)
    }

    deinit { close(descriptor) }

    /// Marks the repository that is being cloned.
    static func set(
        in gitDirectory: String, url: String, _ environment: Environment
    ) throws {
        let workTree = String(decoding: splitPath(Array(gitDirectory.utf8)).folder, as: UTF8.self)
        let folder = try LocalState(
            gitDirectory: gitDirectory, workTree: workTree, in: environment
        ).folder
        try folder.replace(name, content(url))
    }

    /// Takes over the mark of an unfinished clone of this address.
    ///
    /// - Throws: ``BoardError`` (75) while the process that created it is running.
    static func take(
        at folder: String, url: String, _ environment: Environment
    ) throws -> CloneMark? {
        let own = try LocalState.existing(
            gitDirectory: folder + "/.git", workTree: folder, in: environment)
        guard let own = own?.folder, try own.status(name) != nil else { return nil }
        let descriptor = withCString(name) {
            openat(own.descriptor, $0, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        }
        guard descriptor >= 0 else { throw SystemError(.read, own.fullPath(name)) }
        let mark = CloneMark(in: own, descriptor)
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            throw BoardError.creation(.cloneInProgress(folder: folder))
        }
        let bytes = try own.read(name).bytes
        return bytes == content(url) || bytes == Array(url.utf8) ? mark : nil
    }

    /// Returns the address, or its hash if it may contain a password: it is only compared.
    private static func content(_ url: String) -> [UInt8] {
        let bytes = Array(url.utf8)
        guard RemoteAddress.withoutSecrets(url) != url else { return bytes }
        return contentHash(bytes).flatMap { Array(String($0, radix: 16).utf8) }
    }

    /// Records that the clone is complete. If the mark stays, the next clone into this folder
    /// finds everything in place.
    func remove() throws(SystemError) {
        try folder.remove(Self.name)
        do { try folder.sync() } catch {
            // A mark that reappears after a power cut does no harm to a clone.
        }
    }
}

/// The previous values of the parts of a repository that `init` changes, other than its branches.
struct InitRollback {
    private let exclusions: [UInt8]?
    private var settings: [(name: String, value: String?)] = []

    init(in git: Repository) throws { exclusions = try git.exclusions() }

    /// - Parameters:
    ///   - branch: The full name of the board's branch.
    ///   - remote: The remote that is added.
    init(branch: String, remote: String?, in git: Repository) throws {
        try self.init(in: git)
        try note(branch: branch, in: git)
        if let remote { try note(remote: remote, in: git) }
    }

    /// Notes the settings of a branch, before they are set.
    mutating func note(branch: String, in git: Repository) throws {
        let key = "branch." + branch.dropFirst("refs/heads/".count)
        try note(["pmd.branch", "pmd.board", key + ".remote", key + ".merge"], in: git)
    }

    /// Notes the settings of a remote, before they are set.
    mutating func note(remote: String, in git: Repository) throws {
        try note(["remote.\(remote).url", "remote.\(remote).fetch"], in: git)
    }

    private mutating func note(_ names: [String], in git: Repository) throws {
        settings += try names.map { ($0, try git.configuration.string($0)) }
    }

    func restore(in git: Repository) throws {
        try git.setExclusions(exclusions)
        for (name, value) in settings where try git.configuration.string(name) != value {
            // The previous value may be the user's own, for all repositories.
            try git.configuration.set(name, nil)
            if try git.configuration.string(name) != value {
                try git.configuration.set(name, value)
            }
        }
    }
}

extension Repository {
    /// Returns the bytes of `info/exclude`; nil if there is none.
    func exclusions() throws -> [UInt8]? {
        try Folder(commonDirectory).existingFolder(Array("info".utf8))?
            .read(Array("exclude".utf8)).bytes
    }

    func setExclusions(_ bytes: [UInt8]?) throws {
        guard try bytes != exclusions() else { return }
        guard let bytes else {
            unlink(commonDirectory + "info/exclude")
            return
        }
        try Folder(commonDirectory).makingFolder(Array("info".utf8))
            .replace(Array("exclude".utf8), bytes)
    }
}
