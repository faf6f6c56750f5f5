import Clibgit2

/// An open git repository with a work tree. Values come out of it; libgit2's
/// handles stay in.
///
/// Not `Sendable`: it belongs to one actor, or to one thread.
package final class Repository {
    let handle: Handle<RepositoryKind>
    let database: Handle<DatabaseKind>
    /// The index that libgit2 uses, in memory. It would read the real one to look up
    /// attributes, and fail where that is damaged.
    let libraryIndex: Handle<IndexKind>
    /// Whether ``libraryIndex`` has the attribute files of the real index.
    var hasAttributeFiles = false
    /// The kinds of rules whose files outside the working tree were looked at.
    var checkedRules: Set<String> = []

    /// By which the user's settings are found, and which programs get that are started.
    package let environment: Environment
    /// The git directory of this work tree, where its `HEAD` and `index` lie,
    /// ending in a slash. In a linked work tree `…/.git/worktrees/NAME/`.
    package let gitDirectory: String
    /// The git directory that all work trees share, ending in a slash.
    package let commonDirectory: String
    /// The root of the work tree, ending in a slash.
    package let workTree: String
    /// The objects that were stored here one by one, for whoever packs them later.
    private(set) var storedObjects: [ObjectID] = []
    private var shelf = TreeShelf()
    /// What is stored together when the outermost of so many bodies ends.
    var newObjects: NewObjects?
    var gatherings = 0
    /// The folders in which objects lie, as far as their names are on the disk.
    var objectFolders: ObjectFolders

    init(
        adopting handle: consuming Handle<RepositoryKind>, in environment: Environment,
        isForTransfer: Bool = false
    ) throws(GitError) {
        self.environment = environment
        let pointer = handle.pointer
        guard git_repository_is_bare(pointer) == 0, let folder = git_repository_workdir(pointer)
        else {
            throw GitError(
                .unsupported, "open \(String(cString: git_repository_path(pointer)))",
                "the repository is bare: it has no work tree",
                advice: "Make a clone of it to work in: git clone FOLDER")
        }
        gitDirectory = String(cString: git_repository_path(pointer))
        commonDirectory = String(cString: git_repository_commondir(pointer))
        workTree = String(cString: folder)
        objectFolders = ObjectFolders(path: commonDirectory + "objects")
        database = try Handle("open the object database") { git_repository_odb(&$0, pointer) }
        libraryIndex = try Handle("make an index in memory") { git_index_new(&$0) }
        try check(
            "use an index in memory", git_repository_set_index(pointer, libraryIndex.pointer))
        self.handle = handle
        try LooseBackend.install(
            in: database, objects: commonDirectory + "objects", isForTransfer: isForTransfer)
        restoreKeptObjects()
    }

    var pointer: OpaquePointer { handle.pointer }

    /// A tree to look into without taking it apart.
    func storedTree(_ id: ObjectID) throws(GitError) -> StoredTree {
        try shelf.tree(id, in: self)
    }

    /// Remembers an object that was stored, and gives its ID back.
    func stored(_ id: git_oid) -> ObjectID {
        let id = ObjectID(id)
        storedObjects.append(id)
        return id
    }

    /// The objects that were stored since this was last asked and lie in files of
    /// their own.
    package func takeStoredObjects() -> LooseCount {
        defer { storedObjects = [] }
        return LooseCount(of: storedObjects, in: PackFolder(path: commonDirectory + "objects"))
    }
}
