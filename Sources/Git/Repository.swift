import Clibgit2

/// An open git repository with a work tree. Values come out of it; libgit2's
/// handles stay in.
///
/// Not `Sendable`: it belongs to one actor, or to one thread.
package final class Repository {
    let handle: Handle<RepositoryKind>
    let database: Handle<DatabaseKind>

    /// The git directory of this work tree, where its `HEAD` and `index` lie,
    /// ending in a slash. In a linked work tree `…/.git/worktrees/NAME/`.
    package let gitDirectory: String
    /// The git directory that all work trees share, ending in a slash.
    package let commonDirectory: String
    /// The root of the work tree, ending in a slash.
    package let workTree: String

    init(adopting handle: consuming Handle<RepositoryKind>) throws(GitError) {
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
        database = try Handle("open the object database") { git_repository_odb(&$0, pointer) }
        self.handle = handle
    }

    var pointer: OpaquePointer { handle.pointer }
}
