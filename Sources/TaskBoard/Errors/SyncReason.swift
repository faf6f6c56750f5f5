/// Failures of syncing with a remote. Addresses contain no secrets, and commands are quoted for a
/// shell.
package enum SyncReason: ErrorReason {
    /// A remote that used to be a repository and no longer is.
    case remoteAway(address: String, changing: String)
    case noSuchRemote(String, adding: String)
    case severalRemotes([String])
    case branchGone(String, remote: String, pushing: String)
    /// The remote's branch is gone, and another of its branches has the commits: `following` syncs
    /// with that one, `pushing` recreates the old one.
    case branchRenamed(String, remote: String, to: String, following: String, pushing: String)
    /// The remote's branch has no board, and no commit in common with this one. `separating` syncs
    /// with another branch of the remote, `continuing` creates a board on top of that branch.
    case unrelated(
        branch: String, remote: String, heads: [String], separating: String, continuing: String?)
    /// `words` is the remote's own message, with each line marked as such.
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
    case leftOut(path: String, cause: LeftOutReason, others: Int)
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
}
