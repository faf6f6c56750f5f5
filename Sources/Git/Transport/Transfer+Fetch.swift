import Clibgit2

extension Transfer {
    /// Brings a branch of the remote into a local reference.
    ///
    /// What comes waits in a folder of its own until it was looked at.
    ///
    /// - Parameter folder: The board's, whose contents are bounded.
    func fetch(
        _ branch: String, _ reference: String, folder: String
    ) throws(GitError) -> TransferOutcome {
        let quarantine = try Quarantine(for: repository)
        let connection = try TransferConnection(
            self, GIT_DIRECTION_FETCH, into: quarantine.repository)
        let (heads, _) = try connection.references()
        guard !heads.isEmpty else { return .emptyRemote }
        guard let commit = heads[branch] else { return .missingBranch }
        try connection.download(branch)
        if try !hasTaken(commit) {
            var check = ArrivalCheck(quarantine.repository, before: repository)
            try check.look(at: commit, folder: Array(folder.utf8))
            try quarantine.letIn()
        }
        try set(reference, to: commit)
        return .fetched(commit)
    }

    /// Returns true if the checked-out branch contains the commit already.
    private func hasTaken(_ commit: ObjectID) throws(GitError) -> Bool {
        guard repository.contains(commit), let head = try repository.head().commit else {
            return false
        }
        if commit == head { return true }
        return try repository.isAncestor(commit, of: head)
    }

    /// Another transfer may be doing the same.
    func set(_ reference: String, to commit: ObjectID) throws(GitError) {
        var timeout = Timeout(seconds: 5)
        while true {
            let old = try repository.reference(reference)
            guard old != commit else { return }
            do throws(GitError) {
                return try repository.move(
                    reference: reference, from: old, to: commit, message: TransferMark.fetch.message
                )
            } catch {
                guard error.kind == .changedMeanwhile, timeout.wait() else { throw error }
            }
        }
    }
}
