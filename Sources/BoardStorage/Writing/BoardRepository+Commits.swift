import Git
import TaskBoard

extension BoardRepository {
    /// Stores a commit of this user's that nothing names yet.
    ///
    /// The author's time is the clock. The committer's is never before the
    /// parent's, so that what was written with knowledge of a value has a later
    /// stamp than it, however wrong the clock.
    func writeUserCommit(
        changes: [[UInt8]: TreeEntry?], parent: ObjectID?, message: String
    ) throws -> ObjectID {
        try git.gathering {
            let base = try parent.map { try git.commit($0) }
            let tree = try git.writeTree(from: base?.tree, changes: changes)
            return try writeUserCommit(tree: tree, parent: parent, message: message)
        }
    }

    func writeUserCommit(
        tree: ObjectID, parent: ObjectID?, message: String
    ) throws -> ObjectID {
        let identity = try identity()
        let now = clock.seconds
        let earliest = try parent.map { try git.commit($0).committer.time &+ 1 } ?? now
        let author = Signature(
            name: identity.name, email: identity.email, time: now, offset: clock.offset(now))
        var committer = author
        committer.time = max(now, earliest)
        return try git.writeCommit(
            tree: tree, parents: parent.map { [$0] } ?? [], author: author, committer: committer,
            message: message)
    }
}
