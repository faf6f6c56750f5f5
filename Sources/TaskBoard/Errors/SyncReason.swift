/// Failures of syncing with a remote. Addresses have no secrets in them, and commands
/// are quoted as a shell reads them.
package enum SyncReason: ErrorReason {
    /// A remote that was a repository before and is not now.
    case remoteAway(address: String, changing: String)
    case noSuchRemote(String, adding: String)
    case severalRemotes([String])
    case branchGone(String, remote: String, pushing: String)
    /// Another branch of the remote has the commits of one that is gone: `following` syncs with
    /// it, `pushing` makes the old one again.
    case branchRenamed(String, remote: String, to: String, following: String, pushing: String)
    /// The remote's branch has no board, and no commit in common with this one. `separating`
    /// syncs with another branch of the remote, `continuing` makes a board on top of that
    /// branch.
    case unrelated(
        branch: String, remote: String, heads: [String], separating: String, continuing: String?)
    /// `words` are the remote's own, each line marked as such.
    case rejected(remote: String, words: String)
    case unexpectedAnswer
    /// Other clones pushed again and again.
    case lostRace(remote: String)
    /// The remote cannot move the branch, although no other clone has moved it.
    case branchNotMoved(String, remote: String)
    /// An address to push to has commits that the address for fetching lacks.
    case hasOtherCommits(String, fetched: String)
    /// A file with an edit that could not be committed was changed by others.
    case leftOutChanged(path: String)
    /// Edits that could not be committed: the first, and the number of others.
    case leftOut(path: String, cause: Bilingual, others: Int)
}

extension SyncReason {
    package var exit: ExitCode {
        switch self {
        case .remoteAway, .lostRace, .branchNotMoved: .tryLater
        case .noSuchRemote, .severalRemotes, .branchGone, .branchRenamed, .unrelated,
            .hasOtherCommits:
            .unsupported
        case .rejected: .notAllowed
        case .unexpectedAnswer: .failed
        case .leftOut, .leftOutChanged: .data
        }
    }

    package var code: String {
        switch self {
        case .remoteAway: "offline"
        case .noSuchRemote, .severalRemotes: "no-remote"
        case .branchGone, .branchRenamed: "branch-gone"
        case .unrelated: "unrelated"
        case .rejected: "rejected"
        case .unexpectedAnswer: "transfer"
        case .lostRace: "raced"
        case .branchNotMoved: "locked"
        case .hasOtherCommits: "diverged"
        case .leftOut: "left-out"
        case .leftOutChanged: "left-out-changed"
        }
    }

    package var sentence: String {
        switch self {
        case .remoteAway(let address, let changing):
            "\(address) is not a repository now; if it has moved for good: \(changing)"
        case .noSuchRemote(let name, let adding):
            "there is no remote '\(name)': name one with 'git config pmd.remote NAME' or add "
                + "it with \(adding)"
        case .severalRemotes(let names):
            "there are several remotes (\(names.joined(separator: ", "))): choose one with "
                + "'git config pmd.remote NAME'"
        case .branchGone(let branch, let remote, let pushing):
            "the branch '\(branch)' that was at \(remote) is gone; nothing is lost "
                + "here. If that is a mistake: \(pushing) makes it again"
        case .branchRenamed(let branch, let remote, let successor, let following, let pushing):
            "the branch '\(branch)' that was at \(remote) is gone, and '\(successor)' there has its "
                + "commits. If it was renamed, follow it: \(following). If that is a mistake: "
                + "\(pushing) makes it again"
        case .unrelated(let branch, let remote, let heads, let separating, let continuing):
            "the branch '\(branch)' at \(remote) has no board, and its commits have nothing in "
                + "common with this one's (\(heads.joined(separator: ", "))). To sync with a "
                + "branch of its own there: \(separating)"
                + (continuing.map { ". To make a board on top of that branch: \($0)" } ?? "")
        case .rejected(let remote, let words):
            "\(remote) refused the push. Everything is committed here and goes out "
                + "when it is accepted\(words)"
        case .unexpectedAnswer: "the remote sent an unexpected response"
        case .lostRace(let remote):
            "others kept pushing to \(remote) at the same time" + Self.safety
        case .branchNotMoved(let branch, let remote):
            "\(remote) cannot move \(branch): a git that was killed there may have left "
                + "\(branch).lock in that repository" + Self.safety
        case .hasOtherCommits(let address, let fetched):
            "\(address) has commits that \(fetched) lacks, and pmd does not fetch from it: merge "
                + "them with git, or remove the address with 'git remote set-url --delete'"
        case .leftOutChanged(let path):
            "\(plainWords(path)) was changed at the remote too, and pmd does not commit the change "
                + "here: commit it with git, or take it back, and sync again"
        case .leftOut(let path, let cause, let others):
            "\(plainWords(path)) is left out: \(cause.english)"
                + (others == 0 ? "" : " (and \(others) more like it: pmd status)")
        }
    }

    package var place: ErrorPlace {
        switch self {
        case .remoteAway(let address, _): ErrorPlace(address)
        case .leftOut(let path, _, _), .leftOutChanged(let path): ErrorPlace(path)
        case .hasOtherCommits(let address, _): ErrorPlace(address)
        case .noSuchRemote, .severalRemotes, .branchGone, .branchRenamed, .unrelated, .rejected,
            .unexpectedAnswer, .lostRace, .branchNotMoved:
            .none
        }
    }

    private static let safety = "; everything is committed here and goes out with the next sync"
}
