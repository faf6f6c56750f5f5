/// The target of `HEAD`.
package enum Head: Hashable, Sendable {
    /// On a branch, given by its full name (`refs/heads/main`), whose commit is nil before the
    /// first one.
    case branch(name: String, commit: ObjectID?)
    /// On a commit, without a branch.
    case detached(ObjectID)
}

extension Head {
    /// The commit that is checked out; nil before the first one.
    package var commit: ObjectID? {
        switch self {
        case .branch(_, let commit): commit
        case .detached(let commit): commit
        }
    }
}
