import Clibgit2

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
