import Clibgit2

extension Transfer {
    /// Brings a branch of the remote into a local reference.
    func fetch(_ branch: String, _ reference: String) throws(GitError) -> TransferOutcome {
        let connection = try TransferConnection(self, GIT_DIRECTION_FETCH)
        let (heads, _) = try connection.references()
        guard !heads.isEmpty else { return .emptyRemote }
        guard let commit = heads[branch] else { return .missingBranch }
        try connection.download(branch)
        try verify(commit)
        try set(reference, to: commit)
        return .fetched(commit)
    }

    /// Makes sure that every commit is here that was not before.
    private func verify(_ commit: ObjectID) throws(GitError) {
        let known = try repository.references(matching: "refs/*").values
        do throws(GitError) {
            try repository.walk(from: [commit], hiding: Array(Set(known))) { _ in true }
        } catch {
            throw GitError(
                .damaged, "fetch \(commit)",
                "the remote sent an incomplete history: "
                    + error.message)
        }
    }

    /// Another transfer may be doing the same.
    func set(_ reference: String, to commit: ObjectID) throws(GitError) {
        var patience = Patience(seconds: 5)
        while true {
            let old = try repository.reference(reference)
            guard old != commit else { return }
            do throws(GitError) {
                return try repository.move(
                    reference: reference, from: old, to: commit, message: "pmd: fetch")
            } catch {
                guard error.kind == .changedMeanwhile, patience.wait() else { throw error }
            }
        }
    }
}
