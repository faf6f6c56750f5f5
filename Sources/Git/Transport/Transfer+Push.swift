import Clibgit2
import Glibc

extension Transfer {
    /// Moves a branch of the remote to a newer commit.
    ///
    /// libgit2's function always returns 0: only the server's status of the reference counts, and
    /// the remote's state when it is queried again.
    func push(
        _ commit: ObjectID, _ branch: String, mayCreate: Bool
    ) throws(GitError) -> TransferOutcome {
        guard repository.contains(commit) else {
            throw GitError(.noSuchCommit, "push \(commit)")
        }
        if let outcome = try send(commit, branch, mayCreate: mayCreate) { return outcome }
        let (heads, _) = try references()
        return heads[branch] == commit ? .pushed : .lostRace
    }

    /// Returns nil if the server accepted the push, or did not answer.
    private func send(
        _ commit: ObjectID, _ branch: String, mayCreate: Bool
    ) throws(GitError) -> TransferOutcome? {
        let connection = try TransferConnection(self, GIT_DIRECTION_PUSH)
        let (heads, _) = try connection.references()
        if let current = heads[branch] {
            guard current != commit else { return .upToDate }
            guard repository.contains(current),
                try repository.isAncestor(current, of: commit)
            else { return .lostRace }
        } else if !mayCreate {
            return heads.isEmpty ? .emptyRemote : .missingBranch
        }
        do throws(GitError) {
            try withReference(to: commit) { name throws(GitError) in
                try connection.upload(name, branch)
            }
        } catch {
            if error.kind == .changedMeanwhile { return .lostRace }
            throw error
        }
        guard case .some(.some(let status)) = connection.session.statuses[branch] else {
            return nil
        }
        return Self.refusal(status, connection.session.remoteWords)
    }

    /// Runs a body with a reference to a commit: libgit2 sends only commits of references.
    private func withReference(
        to commit: ObjectID, _ body: (String) throws(GitError) -> Void
    ) throws(GitError) {
        try repository.removeLeftReferences()
        let folder = repository.pusherFolder
        guard mkdir(folder, 0o777) == 0 || UseLock.isFolder(folder) else {
            throw GitError(errno: errno, "make \(folder)")
        }
        let pusher = try LockedFolder(
            in: folder, Repository.pusher, for: "make \(folder)/\(Repository.pusher)")
        // The folder must outlive the reference.
        defer { withExtendedLifetime(pusher) {} }
        let name = "refs/pmd/\(pusher.path.dropFirst(folder.count + 1))-\(commit)"
        try set(name, to: commit)
        let result = Result { () throws(GitError) in try body(name) }
        // The server's result counts: the next push removes a reference that remains.
        _ = forget(name, commit) || forget(name, commit)
        try result.get()
    }

    /// - Returns: True if the reference is gone.
    private func forget(_ name: String, _ commit: ObjectID) -> Bool {
        do throws(GitError) {
            try repository.move(
                reference: name, from: commit, to: nil, message: TransferMark.pushed.message)
            return true
        } catch {
            return false
        }
    }

    /// Returns the outcome of a refused push. Servers report a lost race in different words.
    ///
    /// - Parameter words: The other output of the remote, in lines that are safe to print.
    static func refusal(_ status: String, _ words: [String]) -> TransferOutcome {
        let lower = status.lowercased()
        let races = [
            "failed to update ref", "fetch first", "non-fast-forward", "stale info",
            "already exists", "incorrect old value", "failed to lock", "cannot lock ref",
            "reference changed",
        ]
        if races.contains(where: lower.contains) { return .lostRace }
        let lines = QuotedWords.lines(status) + words
        // Not a refusal, but a disk failure of the server.
        let failures = ["unable to migrate objects", "unpacker error", "missing necessary objects"]
        guard failures.contains(where: lower.contains) else {
            return .rejected(words: lines.joined(separator: "\n"))
        }
        let isFull = lines.contains { $0.lowercased().contains("no space left on device") }
        var error = GitError(isFull ? .remoteDiskFull : .notStoredByRemote, "push to the remote")
        error.quoted = lines
        return .failed(error)
    }
}
