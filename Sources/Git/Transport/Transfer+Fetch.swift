import Clibgit2

extension Transfer {
    /// Fetches a branch of the remote into a local reference.
    ///
    /// Received objects stay in a quarantine until they are checked.
    ///
    /// - Parameter folder: The folder of the board, whose size is limited.
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
            try quarantine.install()
        }
        try set(reference, to: commit)
        return .fetched(commit)
    }

    /// Returns true if the checked-out branch already contains the commit.
    private func hasTaken(_ commit: ObjectID) throws(GitError) -> Bool {
        guard repository.contains(commit), let head = try repository.head().commit else {
            return false
        }
        if commit == head { return true }
        return try repository.isAncestor(commit, of: head)
    }

    /// Sets a reference, which another transfer may be setting at the same time.
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
