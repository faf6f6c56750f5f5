import Glibc

/// The reason why a working tree does not own its repository: another folder has a part of it, or
/// needs it.
package enum Sharing: CaseIterable, Sendable {
    /// It is a linked working tree.
    case linked
    /// It has linked working trees.
    case otherWorkTrees
    /// Its git directory is elsewhere, as that of a submodule is.
    case gitDirectoryElsewhere
    /// It has submodules, whose repositories are in its git directory.
    case submodules
    /// It borrows objects from another repository.
    case alternates
}

extension Repository {
    /// The reason why the working tree does not own its repository; nil if it does.
    package var sharing: Sharing? {
        get throws(GitError) {
            if isLinkedWorktree { return .linked }
            var status = stat()
            guard lstat(workTree + ".git", &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
                return .gitDirectoryElsewhere
            }
            if hasFiles(in: "worktrees") { return .otherWorkTrees }
            if hasFiles(in: "modules") { return .submodules }
            let alternates = try FileReading(commonDirectory + "objects/info/alternates")
            return alternates?.bytes.isEmpty == false ? .alternates : nil
        }
    }

    private func hasFiles(in folder: String) -> Bool {
        folderNames(commonDirectory + folder)?.isEmpty == false
    }
}
