import Git
import Glibc
package import TaskBoard

/// The move of a board into a new clone of its remote: `pmd doctor --clone FOLDER`.
///
/// The clone starts at the newest commit that both have, with the old folder's files in its working
/// tree, so that the next sync commits the difference and merges it from the right base. The old
/// folder is only read. The clone is made in a locked temporary folder beside its place, and
/// renamed at the end: a kill leaves nothing that looks finished, and the next run removes the
/// temporary folder.
struct NewClone {
    private let old: DamagedBoard
    /// The folder that will contain the clone, without links.
    private let parent: String
    private let name: String
    private let transfer: TransferSettings
    private let clock: Clock
    /// The folders that were created above the clone, the outermost first.
    private let madeFolders: [String]

    private static let prefix = ".pmd-clone-"

    private var folder: String { parent == "/" ? parent + name : "\(parent)/\(name)" }

    /// - Parameter folder: The absolute path of the clone's folder. The folders above are created.
    /// - Throws: ``BoardError`` `exists` (65) if the folder is not empty, is a link or a file, or is
    ///   inside a board.
    init(
        of old: DamagedBoard, at folder: String, _ transfer: TransferSettings, _ clock: Clock
    ) throws {
        try old.refuseOtherFiles()
        try Self.refuseFile(folder)
        let (above, name) = splitPath(Array(folder.utf8))
        let parent = above.isEmpty ? "/" : String(decoding: above, as: UTF8.self)
        // A run that was killed just after the rename has left its temporary folder, too.
        LockedFolder.removeLeft(in: parent, Self.prefix) { !Self.isOwn($0) }
        try BoardCreation.refuseOccupied(folder)
        try BoardCreation.refuseInside(folder)
        madeFolders = try BoardCreation.makeFolders(parent)
        guard let resolved = realPath(parent) else {
            throw BoardError.file(.notMade(folder: parent))
        }
        (self.old, self.transfer, self.clock) = (old, transfer, clock)
        (self.parent, self.name) = (resolved, String(decoding: name, as: UTF8.self))
    }

    /// Refuses a path that the finished clone could not replace.
    private static func refuseFile(_ folder: String) throws {
        var status = stat()
        guard lstat(folder, &status) == 0 else { return }
        switch status.st_mode & S_IFMT {
        case S_IFDIR: return
        case S_IFLNK: throw BoardError.creation(.folderIsLink(folder))
        default: throw BoardError.creation(.folderIsFile(folder))
        }
    }

    /// Makes the clone. If that fails, nothing is left.
    ///
    /// - Returns: The report: what was copied, what exists only in the old folder, and the next
    ///   steps.
    func make() throws -> [NewCloneFact] {
        do { return try makeInPlace() } catch {
            // Others may have put files into them.
            for folder in madeFolders.reversed() { rmdir(folder) }
            throw error
        }
    }

    private func makeInPlace() throws -> [NewCloneFact] {
        let draft = try LockedFolder(in: parent, Self.prefix, for: "make \(folder)")
        let made = draft.path + "/" + name
        let facts = try fill(made)
        // The clone is as private as the old folder.
        try takeMode(of: try Folder(old.git.commonDirectory), to: made + "/.git")
        try takeMode(of: old.repository.root, to: made)
        try Folder(made).syncFileSystem()
        guard rename(made, folder) == 0 else {
            if [EEXIST, ENOTEMPTY].contains(errno) {
                throw BoardError.creation(.folderNotEmpty(folder))
            }
            throw SystemError(.rename, Array(folder.utf8))
        }
        try Folder(parent).sync()
        withExtendedLifetime(draft) {}
        return facts
    }

    private func takeMode(of folder: Folder, to path: String) throws {
        let mode = try folder.ownStatus().st_mode & 0o777 | S_IRWXU
        guard chmod(path, mode) == 0 else { throw SystemError(.make, Array(path.utf8)) }
    }

    /// Returns true if a path belongs to this user: anyone can create such a name in a shared
    /// folder.
    private static func isOwn(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0 && status.st_uid == geteuid()
    }

    /// Fills the temporary folder.
    private func fill(_ made: String) throws -> [NewCloneFact] {
        let git = try Repository.create(
            at: made, branch: BoardCreation.shortName(old.target.branch), in: old.git.environment
        ) { directory in try configure(directory) }
        // Before the fetch: the remote then has every commit that a sync of the old folder received.
        let progress = try old.progress()
        let head = try fetch(into: git)
        let base = try old.base(progress, in: git, below: head)
        let start = base ?? head
        let branch = old.target.branch
        try git.move(reference: branch, from: nil, to: start, message: ReflogMark.clone.message)
        try git.setHead(toBranch: branch)
        try BoardCreation.configure(git, branch: branch, remote: nil)
        try BoardCreation.fill(git, clock, tell: transfer.tell)
        let cloned = NewCloneFact.cloned(
            address: RemoteAddress.withoutSecrets(old.target.fetchURL), folder: folder,
            commit: String(start.hex.prefix(10)), behind: try git.aheadBehind(start, head).behind)
        guard base != nil else {
            let none = NewCloneFact.notCopied(from: old.location.root, to: folder)
            return try [cloned, none] + old.remainders(missingIn: git).map { .onlyThere($0) }
        }
        var files = try NewCloneFiles(
            from: old, to: git, pending: old.pendingCommits(progress, in: git, below: head), clock)
        try files.copy()
        guard try old.progress() == progress else { throw BoardError.branch(.contended(.branch)) }
        let names = try files.remaining().map { String(decoding: $0, as: UTF8.self) }
        let others = NewCloneFact.NameList(names).map { [NewCloneFact.Remainder.files($0)] } ?? []
        let remainders = try old.remainders(missingIn: git) + others
        return [cloned] + files.facts + remainders.map { .onlyThere($0) }
            + [.sync(command: syncing), .swap(command: swapping)]
    }

    /// Writes the settings that the clone takes over, and the rules for ignored files: without
    /// them, a sync would publish private files.
    private func configure(_ directory: String) throws {
        let folder = try Folder(directory)
        let name = Array("config".utf8)
        let own = try folder.read(name).bytes ?? []
        let source = try Folder(old.git.commonDirectory)
        // Settings can hold passwords.
        let modes = try [name, Array("config.worktree".utf8)].compactMap { name in
            try source.status(name).map { $0.st_mode & 0o666 }
        }
        let mode = modes.reduce(modes.isEmpty ? 0o600 : 0o666, &)
        try folder.replace(name, own + Array(OwnSettings.text(of: old.settings).utf8), mode: mode)
        let rules = try source.existingFolder(Array("info".utf8))
        for name in ["exclude", "attributes"].map({ Array($0.utf8) }) {
            guard let rules, let state = try rules.status(name) else { continue }
            guard case .file(let bytes, _) = try rules.read(name) else {
                let number = state.st_mode & S_IFMT == S_IFLNK ? ELOOP : EINVAL
                throw SystemError(number: number, operation: .read, path: rules.fullPath(name))
            }
            try folder.makingFolder(Array("info".utf8)).replace(name, bytes)
        }
    }

    /// Fetches the board's branch, with the checks of a sync.
    private func fetch(into git: Repository) throws -> ObjectID {
        let outcome = try Transport(git, to: old.target, through: transfer, by: .standard).fetch()
        guard case .head(let head) = outcome, try git.content(of: head) == .board else {
            throw BoardError.creation(.notMovable(.noBoardAtRemote))
        }
        return head
    }

    private var syncing: String { commandLine([["cd", folder], ["pmd", "sync"]]) }

    private var swapping: String {
        let root = old.location.root
        let away = Self.freeName(root + "-damaged")
        return commandLine([["mv", root, away], ["mv", folder, root]])
    }

    /// Returns a path, with a number at its end if something is there.
    static func freeName(_ path: String) -> String {
        var (free, number) = (path, 1)
        var status = stat()
        while lstat(free, &status) == 0 {
            number += 1
            free = "\(path)-\(number)"
        }
        return free
    }
}

extension Workspace {
    /// Moves this board into a new clone of its remote, for a repository that cannot be repaired.
    ///
    /// - Parameter folder: The absolute path of the clone's folder.
    /// - Throws: ``BoardError``: `not-movable` (78), `exists` (65).
    package func cloneAnew(
        into folder: String, _ transfer: TransferSettings
    ) throws -> [Diagnosis] {
        let repository = try BoardRepository(location, clock: clock, waiting: nil)
        let clone = try NewClone(of: DamagedBoard(repository), at: folder, transfer, clock)
        return try clone.make().map { Diagnosis(.repository, .newClone($0)) }
    }
}

extension DamagedBoard {
    /// The command that moves the board into a new clone beside it.
    var cloning: String {
        let folder = NewClone.freeName(location.root + "-restored")
        return suggestedCommand("pmd", "doctor", "--clone", folder, "-C", location.root)
    }
}
