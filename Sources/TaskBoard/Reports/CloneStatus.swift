package import MarkdownDocument

/// The state of a clone apart from its board: HEAD, the remote and the syncs.
package struct CloneStatus: Sendable {
    package var branch: String?
    /// Paths from the board's root that differ from HEAD.
    package var uncommitted: [BoardPath] = []
    /// Task files that git ignores: kept here, not synced.
    package var notSynced: [BoardPath] = []
    /// Files that are left out of commits, with the reasons.
    package var leftOut: [(path: String, reason: LeftOutReason)] = []
    /// Files below `conflicts/` that are not the text of a task's conflict.
    package var conflictFiles: [BoardPath] = []
    /// Entries of HEAD without a file in the working tree.
    package var notWritten: [LeftOutEntry] = []
    /// Commits of this clone that git removed from the branch.
    package var dropped: [DroppedCommits] = []
    /// The values that saves reverted and no sync has reported yet.
    package var takenBack: [TakenBackReport] = []
    /// The number of commits that the remote does not have; nil without a remote, or before
    /// the first sync with it.
    package var ahead: Int?
    /// The number of commits that only the remote has; nil as for ``ahead``.
    package var behind: Int?
    package var remote: String?
    package var lastSync: LastSync?
    /// True while this process syncs.
    package var isSyncing = false
    /// The author of commits; nil if it was not read.
    package var identity: Identity?
    /// The reason why commands that write fail; nil if they do not.
    package var obstacle: BoardError?
    /// The reason why the state could not be read; nil if it was.
    package var failure: BoardError?

    package init() {}
}

extension CloneStatus {
    /// The state of the sync, as a surface summarizes it.
    package enum Sync: Sendable {
        case syncing
        case unreadable(BoardError)
        case noRemote
        case neverSynced
        /// The last sync could not reach the remote.
        case offline
        /// The last sync failed for another reason.
        case failed(LastSync)
        /// The time of the last sync in seconds since 1970.
        case synced(Int64)
    }

    package var sync: Sync {
        if isSyncing { return .syncing }
        if let failure { return .unreadable(failure) }
        guard remote != nil else { return .noRemote }
        guard let lastSync else { return .neverSynced }
        guard lastSync.hasFailed else { return .synced(lastSync.time) }
        return lastSync.isOffline ? .offline : .failed(lastSync)
    }

    /// True if the last sync failed, or the state could not be read. Remains true during the next
    /// sync.
    package var isFailing: Bool { failure != nil || lastSync?.hasFailed == true }
}

/// The last sync of a clone.
package struct LastSync: Equatable, Sendable {
    /// The outcome of the sync.
    package enum Result: Equatable, Sendable {
        case done
        /// The recorded message of the failure.
        case failed(words: Bilingual)
        /// The record of an older pmd, whose message may contain a password.
        case unknown
    }

    /// Seconds since 1970.
    package var time: Int64
    package var result: Result
    /// The exit code as a number.
    package var code: Int32
    /// The time since which every sync has failed; nil if the last did not fail.
    package var failingSince: Int64?
    /// The time at which the failure was last reported.
    package var reportedAt: Int64?
    /// True if waiting may be enough.
    package var isPassing = false

    package init(
        time: Int64, result: Result, code: Int32, failingSince: Int64? = nil,
        reportedAt: Int64? = nil,
        isPassing: Bool = false
    ) {
        (self.time, self.result, self.code) = (time, result, code)
        (self.failingSince, self.reportedAt) = (failingSince, reportedAt)
        self.isPassing = isPassing
    }

    package var hasFailed: Bool { code != 0 }

    /// True if the remote could not be reached.
    package var isOffline: Bool { hasFailed && isPassing }

    /// The length of a day in seconds.
    package static let day: Int64 = 24 * 3600
}

/// An entry of HEAD's tree that has no file in the working tree, such as a symbolic link.
package struct LeftOutEntry: Equatable, Sendable {
    /// The path from the root of the working tree.
    package let path: Text
    /// The reason why there is no file: in English, the end of a sentence that begins with the path.
    package let reason: Bilingual
    /// The name of the commit's author.
    package let author: String
    /// The ID of the newest commit that changed the entry.
    package let commit: String

    package init(
        path: Text, reason: Bilingual, author: String, commit: String
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
    package let reason: UnreadReason

    package init(
        path: BoardPath, reason: UnreadReason
    ) {
        self.path = path
        self.reason = reason
    }
}

/// The reason why a file or folder cannot be read, without its path.
package enum UnreadReason: Equatable, Sendable {
    case tooLarge(mebibytes: Int)
    case notPermitted
    case folder
    case link
    case notRegular
    /// It has the name of a state.
    case notAFolder
}
