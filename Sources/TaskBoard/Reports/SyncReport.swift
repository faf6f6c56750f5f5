/// The results of one sync.
package struct SyncReport: Sendable {
    /// The number of commits by users that the remote received.
    package var pushed = 0
    /// The number of commits by users that came from the remote.
    package var received = 0
    /// The number of tasks that both sides had changed.
    package var merged = 0
    /// The number of tasks to which this sync added conflicts.
    package var conflicts = 0
    /// The number of other files of which this sync stored a version below `conflicts/`.
    package var conflictingFiles = 0
    /// The number of commits created from uncommitted edits.
    package var committed = 0
    /// HEAD afterwards, in hexadecimal digits.
    package var head: String?
    /// True if the remote could not be reached, or was left alone.
    package var offline = false
    package var hasRemote = true
    /// Facts that the user should know, each once.
    package var notes: [SyncNote] = []
    /// Received entries that are not written to the working tree.
    package var notWritten = PathNotes()
    /// Commits of this clone that git removed from the branch. Each is reported by one sync
    /// only.
    package var dropped: [DroppedCommits] = []
    /// The values that saves reverted, each once.
    package var takenBack: [TakenBackReport] = []
    /// Files with an edit that could not be committed, with the reasons.
    package var leftOut: [(path: String, reason: LeftOutReason)] = []
    /// True if a run without a terminal should print a line: for a new conflict, and for a
    /// failure that needs the user and that is new or was last reported a day ago.
    package var needsReport = false
    /// The failures of further addresses that could not be pushed to.
    package var otherFailures: [BoardError] = []
    /// The reason why the sync could not finish. The work that it did is safe.
    package var failure: BoardError?

    package init() {}

    /// Fails a sync that could not commit an edit, even if everything else succeeded: success
    /// means that every edit was committed.
    package mutating func failWhereLeftOut() {
        guard failure == nil, let first = leftOut.first else { return }
        failure = .sync(
            .leftOut(path: first.path, cause: first.reason, others: leftOut.count - 1))
    }
}

/// A fact about a sync that the user should know.
package enum SyncNote: Equatable, Sendable {
    /// A task that git ignores.
    case notSynced(path: String)
    /// Invalid settings; the last valid ones are used instead.
    case invalidSettings(SettingsError)
    /// A pointer to a large file. This clone's git keeps the file itself in its place.
    case pointer(path: String)
    /// Commits of a guest that also change other files and are not pushed.
    case notPushed(commits: Int)
    case clock(ClockWarning)
}
