/// An operation that the user has begun but not finished in git.
package enum Operation: String, Hashable, Sendable {
    case merge = "merge"
    case revert = "revert"
    case cherryPick = "cherry-pick"
    case bisect = "bisect"
    case rebase = "rebase"
    case applyMailbox = "am"
}

extension Operation {
    /// Advice on how to end the operation.
    package var advice: String {
        switch self {
        case .bisect: "End it first: git bisect reset"
        default:
            "Finish it (git \(rawValue) --continue) or drop it (git \(rawValue) --abort) first."
        }
    }
}
