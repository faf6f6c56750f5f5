import Git
import Glibc
import MarkdownDocument
import TaskBoard

// Suggested commands for a sync that cannot be done.
extension SyncRun {
    /// Returns the error for a branch of the remote that no longer exists.
    ///
    /// - Parameter seen: Its last known commit.
    func gone(_ target: SyncTarget, seen: ObjectID) throws -> BoardError {
        let branch = BoardCreation.shortName(target.remoteBranch)
        let pushing = suggestedCommand(
            "git", "push", target.remote, "\(BoardCreation.shortName(target.branch)):\(branch)")
        guard let successor = successor(of: target, seen: seen) else {
            return .sync(.branchGone(branch, remote: target.remote, pushing: pushing))
        }
        return .sync(
            .branchRenamed(
                branch, remote: target.remote, to: BoardCreation.shortName(successor),
                following: commandLine(try repository.commands(following: successor, target)),
                pushing: pushing))
    }

    /// Returns the branch of the remote that has the last known commit of a branch that is gone:
    /// one at the same commit, or the main one if it contains that commit; nil if there is none.
    private func successor(of target: SyncTarget, seen: ObjectID) -> String? {
        do {
            return try repository.givingWay(settings) {
                let listing = try Transport.list(target.fetchURL, for: git, through: transfer)
                let same = listing.heads.filter { $0.value == seen }.keys.sorted()
                let main = listing.main
                let found = same.first { $0 == main } ?? same.first
                return try found ?? main.flatMap { try has($0, seen, target) }
            }
        } catch {
            // The remote may be unreachable by now, but it is known that the branch is gone.
            return nil
        }
    }

    /// Fetches another branch of the remote, and returns it if it has a commit.
    private func has(
        _ branch: String, _ commit: ObjectID, _ target: SyncTarget
    ) throws -> String? {
        var other = target
        other.remoteBranch = branch
        other.tracking = RemoteBranches.tracking(branch, of: target.remote)
        let outcome = try Transport(git, to: other, through: transfer, by: settings, watch: watch)
            .fetch()
        guard case .head(let head) = outcome, try git.isAncestor(commit, of: head) else {
            return nil
        }
        return branch
    }

    /// Returns the error for a branch of the remote that has no board and nothing in common with
    /// this one.
    ///
    /// - Parameter heads: The commit of this branch, and that of the remote's.
    func unrelated(
        _ target: SyncTarget, heads: (own: ObjectID, theirs: ObjectID)
    ) throws -> BoardError {
        let branch = BoardCreation.shortName(target.remoteBranch)
        let root = repository.location.root
        let own = "refs/heads/" + (branch == "tasks" ? "board" : "tasks")
        let separating =
            try repository.commands(following: own, target) + [["pmd", "sync", "-C", root]]
        return .sync(
            .unrelated(
                branch: branch, remote: target.remote,
                heads: [heads.own, heads.theirs].map { String($0.hex.prefix(10)) },
                separating: commandLine(separating),
                continuing: try continuing(target, on: heads.theirs)))
    }

    /// Returns the commands that create a board on top of a branch of the remote, and copy the
    /// tasks; nil if that branch has other files, or its address cannot be printed.
    private func continuing(_ target: SyncTarget, on theirs: ObjectID) throws -> String? {
        guard try git.content(of: theirs) == .usualFiles, var url = address(of: target) else {
            return nil
        }
        if try target.isLocal, !url.hasPrefix("/"), !url.contains("://") {
            url = git.workTree + url
        }
        let root = repository.location.root
        var folder = root
        for number in 2... {
            folder = "\(root)-\(number)"
            if access(folder, F_OK) != 0 { break }
        }
        var making = ["pmd", "init", folder, "--remote", url]
        if settings.states != BoardSettings.standard.states {
            making += ["--states", settings.states.map(\.string).joined(separator: ",")]
        }
        making += ["--branch", BoardCreation.shortName(target.remoteBranch)]
        return commandLine([making, ["pmd", "export", "json", "-C", root]]) + " | "
            + commandLine([
                ["pmd", "import", "json", "-", "-C", folder], ["pmd", "sync", "-C", folder],
            ])
    }

    private func address(of target: SyncTarget) -> String? {
        RemoteAddress.withoutSecrets(target.fetchURL) == target.fetchURL ? target.fetchURL : nil
    }
}

extension BoardRepository {
    /// Returns the commands that make the branch sync with another one of the remote.
    fileprivate func commands(
        following branch: String, _ target: SyncTarget
    ) throws -> [[String]] {
        let setting = ["git", "-C", location.root, "config"]
        let key = "branch." + BoardCreation.shortName(target.branch)
        let merge = setting + [key + ".merge", branch]
        // Without an upstream, the only remote was used.
        guard try git.upstream(of: target.branch) == nil else { return [merge] }
        return [setting + [key + ".remote", target.remote], merge]
    }
}
