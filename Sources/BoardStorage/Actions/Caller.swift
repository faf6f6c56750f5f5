import Git
package import TaskBoard

/// The originator of an action, and the preconditions that must hold when it is carried out.
package struct Caller: Sendable {
    /// The author of the commit; nil for the user of this clone.
    package var author: Identity?
    /// The versions that tasks must still have.
    package var expected: [TaskID: VersionTag]
    /// The seconds that the caller's local time is ahead of UTC; nil for the zone of this machine.
    package var offset: (@Sendable (Int64) -> Int)?
    /// The window in which the action was done, for its undo; nil for a command.
    package var client: ActionClient?
    /// Called with the result once it is committed, before ``Workspace/snapshot`` has it.
    package var record: (@Sendable (IntentResult) -> Void)?

    /// The user of this clone, without preconditions.
    package static let user = Caller()

    package init(
        author: Identity? = nil, expected: [TaskID: VersionTag] = [:],
        offset: (@Sendable (Int64) -> Int)? = nil, client: ActionClient? = nil
    ) {
        (self.author, self.expected, self.offset) = (author, expected, offset)
        self.client = client
    }

    /// - Throws: ``ActionError`` if a task has another version, or is gone.
    func check(_ board: Board) throws(ActionError) {
        for (id, version) in expected {
            guard let task = board[id] else { throw ActionError(.noSuchTask(id)) }
            guard VersionTag(task, hash: contentHash) == version else {
                throw ActionError(.otherVersion(title: task.title), path: task.path)
            }
        }
    }
}

extension Workspace {
    /// Returns the current time, in the caller's zone.
    func now(of caller: Caller) -> Moment {
        caller.offset.map { Moment(seconds: clock.seconds, offset: $0) } ?? now
    }

    /// Returns the bytes that a task had in a version, if git keeps them.
    package func bytes(of version: VersionTag) throws -> [UInt8]? {
        guard let id = ObjectID(hex: version.blob) else { return nil }
        let git = try repository()
        guard git.contains(id) else { return nil }
        return try git.blob(id, limit: BoardReader.sizeLimit)
    }

    /// Stores bytes that a client may still refer to, for example those of an edit that was never
    /// committed. No reference points to them, so git prunes them eventually.
    package func keep(_ bytes: [UInt8]) throws {
        _ = try repository().writeBlob(bytes)
    }
}
