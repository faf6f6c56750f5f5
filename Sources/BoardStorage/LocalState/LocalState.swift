import Git
import Glibc
import TaskBoard

/// The local state of a clone: pmd's folder in the git directory, and the only access to its
/// content: the locks, the journal, the replaced versions, and the cache.
///
/// It is opened from the git directory down, without following symbolic links. The owner of the
/// repository is checked before anything is opened or created: otherwise a user who could put a
/// link there could choose which file of another user is overwritten.
///
/// `drafts/` and `new/` hold texts that exist nowhere else, and `pending`, `replaced/` and
/// `reminders` facts; everything else can be deleted at any time.
struct LocalState: Sendable {
    let folder: Folder
    /// The path, for messages.
    var path: String { String(decoding: folder.path, as: UTF8.self) }

    /// Opens the folder of a board and creates it if it is missing.
    ///
    /// - Throws: ``GitError`` `notAllowed` for a repository of another user that this user's
    ///   configuration does not list in `safe.directory`.
    init(of location: Location) throws {
        try self.init(
            location.privateName, in: location.gitDirectory, workTree: location.workTree,
            location.environment)
    }

    /// Opens the folder that a repository has for all its boards.
    init(gitDirectory: String, workTree: String, in environment: Environment) throws {
        try self.init("pmd", in: gitDirectory, workTree: workTree, environment)
    }

    private init(
        _ name: String, in gitDirectory: String, workTree: String, _ environment: Environment
    ) throws {
        let directory = try Self.open(gitDirectory, workTree: workTree, environment)
        folder = try directory.makingFolder(Array(name.utf8))
    }

    private init(existing folder: Folder) { self.folder = folder }

    /// Opens the folder of a repository for all its boards; nil if there is none.
    static func existing(
        gitDirectory: String, workTree: String, in environment: Environment
    ) throws -> LocalState? {
        var status = stat()
        guard stat(gitDirectory, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
            return nil
        }
        let directory = try open(gitDirectory, workTree: workTree, environment)
        return try directory.existingFolder(Array("pmd".utf8)).map(LocalState.init(existing:))
    }

    /// Opens the folder for a command that only reads. Such a command works without it: nil if the
    /// board belongs to another user, who could have written anything there, or the folder cannot
    /// be opened.
    static func forReading(_ location: Location) -> LocalState? {
        do { return try LocalState(of: location) } catch { return nil }
    }

    /// Opens a git directory that this user may use.
    private static func open(
        _ gitDirectory: String, workTree: String, _ environment: Environment
    ) throws -> Folder {
        let ownership = Ownership(
            workTree: workTree, gitDirectory: gitDirectory, in: environment)
        try ownership.check()
        let opened = try Folder(gitDirectory)
        // The directory that was checked by its path may have been replaced since.
        guard try !ownership.isOwn || Ownership.isOwn(opened.ownStatus()) else {
            throw SystemError(number: EACCES, operation: .open, path: opened.path)
        }
        return opened
    }
}

extension LocalState {
    /// The file to which the index lock is linked.
    var indexLockOwner: LockOwner {
        LockOwner(in: folder.descriptor, name: "index", path: path + "/index")
    }
}
