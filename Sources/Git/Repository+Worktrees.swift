import Clibgit2
import Glibc

extension Repository {
    /// Adds a linked work tree without any file in it, with its `HEAD` on a
    /// branch that has a commit.
    ///
    /// - Parameters:
    ///   - path: Where; an empty folder there is replaced, anything else is refused.
    ///   - name: What git calls it, below `worktrees` of the git directory.
    ///   - branch: The full name of a branch that no other work tree is on.
    package func addWorktree(
        at path: String, name: String, branch: String
    ) throws(GitError) -> Repository {
        try makeRoom(at: path)
        let reference = try Handle<ReferenceKind>("read the branch \(branch)") {
            git_reference_lookup(&$0, pointer, branch)
        }
        var options = git_worktree_add_options()
        try check(
            "prepare a work tree",
            git_worktree_add_options_init(&options, UInt32(GIT_WORKTREE_ADD_OPTIONS_VERSION)))
        options.ref = reference.pointer
        options.checkout_options.checkout_strategy = GIT_CHECKOUT_NONE.rawValue
        _ = try Handle<WorktreeKind>("add a work tree at \(path)") {
            git_worktree_add(&$0, pointer, name, path, &options)
        }
        return try Repository.open(at: path)
    }

    /// libgit2 wants the folder not to exist.
    private func makeRoom(at path: String) throws(GitError) {
        guard rmdir(path) != 0, errno != ENOENT else { return }
        let number = errno
        guard number == ENOTEMPTY || number == EEXIST || number == ENOTDIR else {
            throw GitError(errno: number, "add a work tree at \(path)")
        }
        throw GitError(
            .exists, "add a work tree at \(path)", "something is there already",
            advice: "Name a folder that does not exist or is empty.")
    }
}
