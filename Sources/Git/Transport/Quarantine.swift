import Clibgit2

/// A place for what a remote sends until it was looked at.
struct Quarantine: ~Copyable {
    /// The repository as it would be with what came.
    let repository: Repository
    private let folder: DraftFolder

    init(for original: Repository) throws(GitError) {
        let objects = original.commonDirectory + "objects"
        let folder = try DraftFolder(in: objects)
        repository = try Self.open(original, objects: objects, folder: folder.path)
        self.folder = folder
    }

    /// Moves what came into the repository.
    func letIn() throws(GitError) { try folder.letIn() }

    /// The same repository with a database whose first place is the folder.
    private static func open(
        _ original: Repository, objects: String, folder: String
    ) throws(GitError) -> Repository {
        let database = try Handle<DatabaseKind>("open \(folder)") { git_odb_open(&$0, folder) }
        try check(
            "open \(objects)", git_odb_add_disk_alternate(database.pointer, objects))
        return try Repository.open(
            at: original.workTree, in: original.environment, database: database.pointer,
            isForTransfer: true)
    }
}
