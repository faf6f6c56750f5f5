import Clibgit2
import Glibc

extension Repository {
    /// Adds a linked working tree without any file in it, with its `HEAD` on a branch that has a
    /// commit.
    ///
    /// - Parameters:
    ///   - path: The folder of the working tree; an existing one must be empty.
    ///   - name: git's name for it, below `worktrees` in the git directory.
    ///   - branch: The full name of a branch that no other working tree has checked out.
    package func addWorktree(
        at path: String, name: String, branch: String
    ) throws(GitError) -> Repository {
        try makeRoom(at: path)
        let reference = try Handle<ReferenceKind>("read the branch \(branch)") {
            git_reference_lookup(&$0, pointer, branch)
        }
        var options = git_worktree_add_options()
        try check(
            "prepare a working tree",
            git_worktree_add_options_init(&options, UInt32(GIT_WORKTREE_ADD_OPTIONS_VERSION)))
        options.ref = reference.pointer
        options.checkout_options.checkout_strategy = GIT_CHECKOUT_NONE.rawValue
        do throws(GitError) {
            _ = try Handle<WorktreeKind>("add a working tree at \(path)") {
                git_worktree_add(&$0, pointer, name, path, &options)
            }
        } catch {
            // Everything that libgit2 needs exists, so a failure without a reason is a failure to
            // read.
            guard error.kind == .other else { throw error }
            var error = error
            error.kind = .inputOutput
            throw error
        }
        let made = try Repository.open(at: path, in: environment)
        made.lockFile(made.gitDirectory + "HEAD.lock").removeIfDone()
        return made
    }

    /// Removes an empty folder: libgit2 requires that it does not exist.
    private func makeRoom(at path: String) throws(GitError) {
        guard rmdir(path) != 0, errno != ENOENT else { return }
        let number = errno
        guard number == ENOTEMPTY || number == EEXIST || number == ENOTDIR else {
            throw GitError(errno: number, "add a working tree at \(path)")
        }
        throw GitError(.occupied, "add a working tree at \(path)")
    }

    /// Returns an unused name for a working tree. A name whose folder is missing counts as used:
    /// the folder may only have been moved, and must not share the name.
    package func freeWorktreeName(_ wanted: String) -> String {
        let folder = commonDirectory + "worktrees/"
        var (name, number) = (wanted, 1)
        while access(folder + name, F_OK) == 0 {
            number += 1
            name = "\(wanted)-\(number)"
        }
        return name
    }

    /// The main working tree, with a slash at its end; nil if the git directory is elsewhere.
    package var mainWorkTree: String? {
        commonDirectory.hasSuffix("/.git/")
            ? String(commonDirectory.dropLast(".git/".count)) : nil
    }

    /// Returns the folder of the working tree that has a branch checked out; nil if there is none.
    /// One whose folder is missing does not count.
    package func worktree(of branch: String) -> String? {
        let head = "ref: " + branch
        if firstLine(of: commonDirectory + "HEAD") == head {
            return mainWorkTree.map { String($0.dropLast()) } ?? commonDirectory
        }
        let folder = commonDirectory + "worktrees/"
        for name in folderNames(folder) ?? [] where firstLine(of: folder + name + "/HEAD") == head {
            guard let link = firstLine(of: folder + name + "/gitdir"), access(link, F_OK) == 0
            else {
                continue
            }
            return String(link.dropLast("/.git".count))
        }
        return nil
    }

    /// Removes the record of a working tree whose folder is missing, as `git worktree prune` does,
    /// unless the user locked it.
    package func forgetMissingWorktree(at path: String) {
        let folder = commonDirectory + "worktrees/"
        for name in folderNames(folder) ?? [] {
            let place = folder + name
            guard firstLine(of: place + "/gitdir") == path + "/.git",
                access(path + "/.git", F_OK) != 0,
                access(place + "/locked", F_OK) != 0
            else { continue }
            removeTree(place)
        }
    }
}
