import Clibgit2
import Glibc

/// An open git repository with a working tree. It returns values; libgit2's handles stay internal.
///
/// Not `Sendable`: it belongs to one actor, or to one thread.
package final class Repository {
    let handle: Handle<RepositoryKind>
    let database: Handle<DatabaseKind>
    /// The in-memory index that libgit2 uses. Otherwise, libgit2 would read the real one to look
    /// up attributes, and fail if it is damaged.
    let libraryIndex: Handle<IndexKind>
    /// The source of the attribute files in ``libraryIndex``; nil if they must be read.
    var attributeSource: AttributeSource?
    /// The index when ``attributeSource`` was read.
    var attributeTable: IndexTable?
    /// The attribute files of a tree that were looked up: true for one that the tree has or
    /// removes.
    var attributeFolders: [[UInt8]: Bool] = [:]
    /// The kinds of rules whose files outside the working tree were checked.
    var checkedRules: Set<String> = []

    /// The environment that locates the user's settings, and is passed to started programs.
    package let environment: Environment
    /// The git directory of this working tree, which has its `HEAD` and `index`, ending in a slash.
    /// In a linked working tree it is `…/.git/worktrees/NAME/`.
    package let gitDirectory: String
    /// The git directory that all working trees share, ending in a slash.
    package let commonDirectory: String
    /// The root of the working tree, ending in a slash.
    package let workTree: String
    /// The objects that were stored here individually, to be packed later.
    private(set) var storedObjects: [ObjectID] = []
    private var shelf = RecentTrees()
    /// The objects that are stored together when the outermost body ends.
    var newObjects: NewObjects?
    var gatherings = 0
    /// The folders of objects whose names are on the disk.
    var objectFolders: ObjectFolders

    init(
        adopting handle: consuming Handle<RepositoryKind>, in environment: Environment,
        isForTransfer: Bool = false
    ) throws(GitError) {
        self.environment = environment
        let pointer = handle.pointer
        guard git_repository_is_bare(pointer) == 0, let folder = git_repository_workdir(pointer)
        else {
            throw GitError(.bare, "open \(String(cString: git_repository_path(pointer)))")
        }
        gitDirectory = String(cString: git_repository_path(pointer))
        commonDirectory = String(cString: git_repository_commondir(pointer))
        workTree = String(cString: folder)
        objectFolders = ObjectFolders(path: commonDirectory + "objects")
        // libgit2 reads the multi-pack index when it opens the database.
        let folders = try AlternateFolders.all(of: objectFolders.path)
        for folder in folders { try PackCheck.check(objects: folder) }
        database = try Handle("open the object database") { git_repository_odb(&$0, pointer) }
        libraryIndex = try Handle("make an index in memory") { git_index_new(&$0) }
        try check(
            "use an index in memory", git_repository_set_index(pointer, libraryIndex.pointer))
        self.handle = handle
        try LooseBackend.install(
            in: database, folders: folders, isForTransfer: isForTransfer)
        restoreLinkedObjects()
    }

    var pointer: OpaquePointer { handle.pointer }

    /// Returns a tree for lookups in its stored form.
    func storedTree(_ id: ObjectID) throws(GitError) -> StoredTree {
        try shelf.tree(id, in: self)
    }

    /// Records a stored object, and returns its ID.
    func stored(_ id: git_oid) -> ObjectID {
        let id = ObjectID(id)
        storedObjects.append(id)
        return id
    }

    /// Returns the objects that were stored since the last call and have files of their own.
    package func takeStoredObjects() -> LooseCount {
        defer { storedObjects = [] }
        return LooseCount(of: storedObjects, in: PackFolder(path: commonDirectory + "objects"))
    }
}

extension Repository {
    /// Returns the commit whose ID begins with these hexadecimal digits; nil if there is none.
    ///
    /// - Throws: ``GitError/Kind/invalid`` if several commits match.
    package func commit(beginningWith digits: String) throws(GitError) -> ObjectID? {
        let padded = digits.lowercased() + String(repeating: "0", count: max(0, 40 - digits.count))
        guard digits.utf8.count >= 4, let start = ObjectID(hex: padded) else { return nil }
        var oid = start.oid
        var full = git_oid()
        let code = git_odb_exists_prefix(&full, database.pointer, &oid, digits.utf8.count)
        if code == GIT_ENOTFOUND.rawValue {
            git_error_clear()
            return nil
        }
        if code == GIT_EAMBIGUOUS.rawValue {
            git_error_clear()
            throw GitError(.ambiguousDigits, "find the commit \(digits)")
        }
        try check("find the commit \(digits)", code)
        let id = ObjectID(full)
        return try size(of: id).kind == GIT_OBJECT_COMMIT ? id : nil
    }
}

extension Repository {
    /// The operation that the user has begun but not finished in git in this working tree; nil if
    /// commits may be made.
    package var operationInProgress: Operation? {
        switch git_repository_state_t(UInt32(bitPattern: git_repository_state(pointer))) {
        case GIT_REPOSITORY_STATE_MERGE: .merge
        case GIT_REPOSITORY_STATE_REVERT, GIT_REPOSITORY_STATE_REVERT_SEQUENCE: .revert
        case GIT_REPOSITORY_STATE_CHERRYPICK, GIT_REPOSITORY_STATE_CHERRYPICK_SEQUENCE: .cherryPick
        case GIT_REPOSITORY_STATE_BISECT: .bisect
        case GIT_REPOSITORY_STATE_REBASE, GIT_REPOSITORY_STATE_REBASE_INTERACTIVE,
            GIT_REPOSITORY_STATE_REBASE_MERGE:
            .rebase
        case GIT_REPOSITORY_STATE_APPLY_MAILBOX, GIT_REPOSITORY_STATE_APPLY_MAILBOX_OR_REBASE:
            .applyMailbox
        default: nil
        }
    }

    /// True for a linked working tree of another repository.
    package var isLinkedWorktree: Bool { gitDirectory != commonDirectory }
}

extension Repository {
    /// Opens the repository whose working tree or git directory is `path`, without searching the
    /// folders above.
    ///
    /// - Throws: ``GitError`` with advice for a repository that is not supported: bare, shallow,
    ///   partial, with SHA-256 or another format of references, or owned by another user.
    package static func open(
        at path: String, in environment: Environment
    ) throws(GitError) -> Repository {
        try open(at: path, in: environment, database: nil, isForTransfer: false)
    }

    /// - Parameters:
    ///   - database: The objects to read and write, if not the repository's own.
    ///   - isForTransfer: True if libgit2 sends and receives with it, and so must parse all trees.
    static func open(
        at path: String, in environment: Environment, database: OpaquePointer?,
        isForTransfer: Bool
    ) throws(GitError) -> Repository {
        try Library.start()
        let handle = try handle(at: path, in: environment)
        if let database {
            try check("use other objects", git_repository_set_odb(handle.pointer, database))
        }
        let repository = try Repository(
            adopting: handle, in: environment, isForTransfer: isForTransfer)
        try repository.addConfigurationFiles()
        try repository.refuseShallow()
        try repository.refusePartial()
        return repository
    }

    /// Creates an empty repository at `path`, and the folders above, with `HEAD` on a branch that
    /// the first commit will create. The repository is complete or does not exist: it is created
    /// in a folder ``temporaryPrefix`` below and renamed into place.
    ///
    /// - Parameters:
    ///   - branch: The short name, such as `main`.
    ///   - prepare: Called with the git directory before the move.
    package static func create(
        at path: String, branch: String, in environment: Environment,
        prepare: (String) throws -> Void = { _ in }
    ) throws -> Repository {
        try Library.start()
        try refuseForeignFolder(path, in: environment)
        try makeFolders(path)
        let made = try LockedFolder(
            in: path, temporaryPrefix, for: "make a repository at \(path)")
        let temporary = made.path
        _ = try Repository(adopting: initialised(temporary, branch), in: environment)
        LockFile(temporary + "/.git/HEAD.lock", usedIn: []).removeIfDone()
        try prepare(temporary + "/.git")
        try synchroniseFileSystem(of: temporary)
        guard rename(temporary + "/.git", path + "/.git") == 0 else {
            throw GitError(errno: errno, "make a repository at \(path)")
        }
        // This removes test files that libgit2 created there and could not remove.
        _ = consume made
        try synchronise(path)
        return try open(at: path, in: environment)
    }

    /// Throws if the folder belongs to another user: a repository in it would be refused as soon
    /// as it exists.
    private static func refuseForeignFolder(
        _ path: String, in environment: Environment
    ) throws(GitError) {
        guard access(path, F_OK) == 0 else { return }
        try Ownership(workTree: path, gitDirectory: path, in: environment).check()
    }

    private static func makeFolders(_ path: String) throws(GitError) {
        var here = path.hasPrefix("/") ? "" : "."
        for name in path.split(separator: "/") {
            here += "/" + name
            guard access(here, F_OK) != 0, mkdir(here, 0o777) != 0, errno != EEXIST else {
                continue
            }
            throw GitError(errno: errno, "make a repository at \(path)")
        }
    }

    /// The prefix of the ``LockedFolder``s in which repositories are created.
    package static let temporaryPrefix = ".pmd-new-"

    private static func initialised(
        _ path: String, _ branch: String
    ) throws(GitError) -> Handle<RepositoryKind> {
        var options = git_repository_init_options()
        try check(
            "prepare a repository",
            git_repository_init_options_init(
                &options, UInt32(GIT_REPOSITORY_INIT_OPTIONS_VERSION)))
        options.flags =
            GIT_REPOSITORY_INIT_MKPATH.rawValue | GIT_REPOSITORY_INIT_NO_REINIT.rawValue
        return try Handle("make a repository at \(path)") { out in
            branch.withCString { name in
                options.initial_head = name
                return git_repository_init_ext(&out, path, &options)
            }
        }
    }

    /// Checks the owner before libgit2 reads anything there. libgit2's own check is disabled: it
    /// does not support `*` in `safe.directory`.
    private static func handle(
        at path: String, in environment: Environment
    ) throws(GitError) -> Handle<RepositoryKind> {
        try Ownership(at: path, in: environment).check()
        let folders = GitFolders(at: path)
        if folders.own != path, access(folders.own, X_OK) == 0, let missing = folders.missing.first
        {
            throw GitError(.missingFolder(missing), "open the repository at \(path)")
        }
        try SpecialFiles.refuse(in: folders)
        let handle = try Handle<RepositoryKind>("open the repository at \(path)") {
            git_repository_open(&$0, path)
        }
        // `core.bare` describes the shared repository; its linked working trees are not bare.
        if git_repository_is_worktree(handle.pointer) == 1,
            git_repository_workdir(handle.pointer) == nil, folders.own != path
        {
            try check(
                "open the working tree at \(path)",
                git_repository_set_workdir(handle.pointer, path, 0))
        }
        return handle
    }

    /// Adds the files that git reads but libgit2 does not.
    private func addConfigurationFiles() throws(GitError) {
        let configuration = try Handle<ConfigurationKind>("read the configuration") {
            git_repository_config(&$0, pointer)
        }
        try Configuration.addUserFiles(
            of: environment, to: configuration.pointer, repository: pointer)
        let isShifted = try addConditionalIncludes(to: configuration.pointer)
        guard let file = try workTreeConfiguration else { return }
        try check(
            "read \(file)",
            git_config_add_file_ondisk(
                configuration.pointer, file,
                isShifted
                    ? git_config_level_t(rawValue: Self.workTreeLevel) : GIT_CONFIG_LEVEL_APP,
                pointer, 1))
    }

    /// The path of the working tree's own configuration file; nil if git does not read it.
    package var workTreeConfiguration: String? {
        get throws(GitError) {
            try configuration.bool("extensions.worktreeConfig") == true
                ? gitDirectory + "config.worktree" : nil
        }
    }

    /// Throws for a shallow clone, whose missing commits would look like an unrelated history.
    private func refuseShallow() throws(GitError) {
        guard git_repository_is_shallow(pointer) != 0 else { return }
        throw GitError(.shallow, "open \(workTree)")
    }

    /// Throws for a partial clone: git would fetch a missing blob, which is an error for libgit2.
    private func refusePartial() throws(GitError) {
        var isPartial = false
        for name in try configuration.names(from: "remote.", to: ".promisor")
        where try configuration.bool(name) == true {
            isPartial = true
        }
        guard isPartial else { return }
        throw GitError(.partial, "open \(workTree)")
    }
}
