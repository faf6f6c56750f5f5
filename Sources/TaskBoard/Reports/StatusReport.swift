package import MarkdownDocument

/// What `pmd status` tells beside the board itself.
package struct StatusReport: Sendable {
    package var branch: String?
    /// Paths from the board's root that differ from HEAD.
    package var uncommitted: [BoardPath] = []
    /// Task files that git ignores: kept here, not synced.
    package var notSynced: [BoardPath] = []
    /// Files that are left out of commits, with the reason.
    package var leftOut: [(path: String, reason: String)] = []
    /// Entries of HEAD without a file in the working tree.
    package var notWritten: [LeftOutEntry] = []
    /// Commits of this clone that git took off the branch.
    package var dropped: [DroppedCommits] = []
    /// nil without a remote, or before the first sync with it.
    package var ahead: Int?
    package var behind: Int?
    package var remote: String?
    package var lastSync: LastSync?
    package var identity: Identity
    /// Why commands that write would refuse; nil: they would not.
    package var obstacle: BoardError?

    package init(identity: Identity) { self.identity = identity }
}

/// What `pmd status` tells of the last sync.
package struct LastSync: Equatable, Sendable {
    /// Seconds since 1970.
    package var time: Int64
    /// "done", or the sentence that says why not.
    package var result: String
    /// The exit code as a number.
    package var code: Int32
    /// Since when it has failed in this way without a break; nil: it does not.
    package var failingSince: Int64?
    /// When a person was last told.
    package var told: Int64?
    /// Whether it may pass without anybody doing anything.
    package var isPassing = false

    package init(
        time: Int64, result: String, code: Int32, failingSince: Int64? = nil, told: Int64? = nil,
        isPassing: Bool = false
    ) {
        (self.time, self.result, self.code) = (time, result, code)
        (self.failingSince, self.told, self.isPassing) = (failingSince, told, isPassing)
    }
}

/// An entry of HEAD's tree that the working tree has no file of, such as a symbolic link.
package struct LeftOutEntry: Sendable {
    /// The path from the root of the working tree.
    package let path: Text
    /// Why there is no file, as the end of a sentence that begins with the path.
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

/// Something with a task's name that is not read as one.
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
