import Git
import TaskBoard

/// The history for a new board in a repository without commits.
struct BoardHistory {
    enum Start {
        /// A first commit without a parent.
        case new
        /// A first commit on top of this commit of the remote.
        case onTop(ObjectID)
        /// The remote's board, at this commit.
        case joined(ObjectID)
    }

    /// The full name of the board's branch, here and at the remote.
    var branch: String
    var start: Start
    var origin: MadeBoard.Origin
}

extension BoardHistory {
    /// Creates the history of a board whose remote has nothing for it.
    static func new(_ branch: String, _ origin: MadeBoard.Origin = .new) -> BoardHistory {
        BoardHistory(branch: branch, start: .new, origin: origin)
    }

    private static func onTop(of head: ObjectID, _ branch: String) -> BoardHistory {
        BoardHistory(branch: branch, start: .onTop(head), origin: .onTop)
    }

    private static func joined(_ head: ObjectID, _ branch: String) -> BoardHistory {
        BoardHistory(branch: branch, start: .joined(head), origin: .joined)
    }

    /// Chooses the history based on the content of a remote.
    ///
    /// - Parameters:
    ///   - named: The branch that the user named, by its short name.
    ///   - usual: The full name of the branch for an empty remote.
    /// - Throws: ``BoardError`` `no-board` (65) if the branch for the board has other files.
    static func chosen(
        from branches: inout RemoteBranches, named: String?, usual: String, in git: Repository
    ) throws -> BoardHistory {
        if let named { return try onBranch("refs/heads/" + named, of: &branches, in: git) }
        if let (branch, head) = try branches.findBoard() { return joined(head, branch) }
        guard let main = branches.main, let head = try branches.fetch(main) else {
            return new(usual)
        }
        guard try git.content(of: head) == .otherFiles else { return onTop(of: head, main) }
        var history = try onBranch("refs/heads/tasks", of: &branches, in: git)
        history.origin = .besides(BoardCreation.shortName(main))
        return history
    }

    private static func onBranch(
        _ branch: String, of branches: inout RemoteBranches, in git: Repository
    ) throws -> BoardHistory {
        guard branches.has(branch), let head = try branches.fetch(branch) else {
            return new(branch)
        }
        switch try git.content(of: head) {
        case .board: return joined(head, branch)
        case .usualFiles: return onTop(of: head, branch)
        case .otherFiles:
            throw BoardError.creation(.branchWithoutBoard(BoardCreation.shortName(branch)))
        }
    }
}

extension BoardError {
    /// Returns the reason why a remote could not be queried, if a board can be created without it:
    /// an outage, a remote that does not exist yet, or one that refuses the connection. Nil for an
    /// address that can never work.
    ///
    /// - Parameter isConnected: True if the remote has answered before.
    static func unasked(_ error: any Error, isConnected: Bool) -> BoardError? {
        guard let error = error as? GitError else { return nil }
        switch error.kind {
        case .offline, .timedOut, .limited: return BoardError(error)
        case .notFound, .authentication, .notAllowed, .untrusted:
            return isConnected ? nil : BoardError(error)
        default: return nil
        }
    }
}
