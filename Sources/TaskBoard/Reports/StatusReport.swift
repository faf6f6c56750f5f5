package import MarkdownDocument

/// The state of a clone apart from its board: HEAD, the remote and the last sync.
package struct StatusReport: Sendable {
    package var branch: String?
    /// Paths from the board's root that differ from HEAD.
    package var uncommitted: [BoardPath] = []
    /// Task files that git ignores: kept here, not synced.
    package var notSynced: [BoardPath] = []
    /// Files that are left out of commits, with the reasons.
    package var leftOut: [(path: String, reason: String)] = []
    /// Entries of HEAD without a file in the working tree.
    package var notWritten: [LeftOutEntry] = []
    /// Commits of this clone that git removed from the branch.
    package var dropped: [DroppedCommits] = []
    /// The number of commits that the remote does not have; nil without a remote, or before
    /// the first sync with it.
    package var ahead: Int?
    /// The number of commits that only the remote has; nil as for ``ahead``.
    package var behind: Int?
    package var remote: String?
    package var lastSync: LastSync?
    package var identity: Identity
    /// The reason why commands that write fail; nil if they do not.
    package var obstacle: BoardError?

    package init(identity: Identity) { self.identity = identity }
}

/// The last sync of a clone.
package struct LastSync: Equatable, Sendable {
    /// Seconds since 1970.
    package var time: Int64
    /// "done", or a sentence with the reason of the failure.
    package var result: String
    /// The exit code as a number.
    package var code: Int32
    /// The time since which every sync has failed; nil if the last did not fail.
    package var failingSince: Int64?
    /// The time at which the failure was last reported.
    package var reportedAt: Int64?
    /// True if waiting may be enough.
    package var isPassing = false

    package init(
        time: Int64, result: String, code: Int32, failingSince: Int64? = nil,
        reportedAt: Int64? = nil,
        isPassing: Bool = false
    ) {
        (self.time, self.result, self.code) = (time, result, code)
        (self.failingSince, self.reportedAt) = (failingSince, reportedAt)
        self.isPassing = isPassing
    }
}

/// An entry of HEAD's tree that has no file in the working tree, such as a symbolic link.
package struct LeftOutEntry: Sendable {
    /// The path from the root of the working tree.
    package let path: Text
    /// The reason why there is no file, as the end of a sentence that begins with the path.
    package let reason: String
    /// The name of the commit's author.
    package let author: String
    /// The ID of the newest commit that changed the entry.
    package let commit: String

    package init(
        path: Text, reason: String, author: String, commit: String
    ) {
        self.path = path
        self.reason = reason
        self.author = author
        self.commit = commit
    }
}

/// A file or folder that has a task's name but cannot be read as a task.
package struct UnreadFile: Equatable, Sendable {
    package let path: BoardPath
    package let reason: String

    package init(
        path: BoardPath, reason: String
    ) {
        self.path = path
        self.reason = reason
    }
}
