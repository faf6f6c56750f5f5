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

/// The reason why a file is left out of commits, without its path.
package enum LeftOutReason: Equatable, Sendable {
    /// The problem is the end of an English sentence that begins with the path.
    case nameRefused(Bilingual)
    /// A git filter, such as the one for large files.
    case filter(String)
    /// An encoding from which git would convert the file.
    case encoding(String)
    /// `core.safecrlf` refuses the line ends.
    case lineEnds
    case unread(UnreadReason)
    /// A folder that this user may not list, or whose files cannot be reached.
    case unreadableFolder
    /// An attached file that git would store, or write in another clone, with other bytes.
    case convertedAttachment
    /// A file that is too large for pmd to commit.
    case tooLarge(UnreadReason)
    /// A nested git repository. The path of its `.git` folder is quoted for a shell.
    case ownRepository(dotGit: String)
}

/// The parts of a task that a save reverted to older values, and whether the newer ones are kept
/// as conflicts.
package struct TakenBackReport: Equatable, Sendable {
    private static let shownParts = 5
    package let title: String
    /// The first parts, with short values.
    package let parts: [TakenBack]
    /// The number of further parts.
    package let more: Int
    package let isRecorded: Bool
    /// The first digits of the commit that has the newer values.
    package let commit: String

    /// - Parameters:
    ///   - parts: The parts, of any length.
    ///   - more: The number of further parts.
    package init(
        title: String, parts: [TakenBack], more: Int = 0, isRecorded: Bool, commit: String
    ) {
        self.title = Self.short(title)
        self.parts = parts.prefix(Self.shownParts).map { part in
            TakenBack(name: Self.short(part.name), value: part.value.map(Self.short))
        }
        self.more = parts.count - self.parts.count + more
        (self.isRecorded, self.commit) = (isRecorded, commit)
    }

    /// Shortens a value, which may have any length: the report is kept until a sync shows it.
    private static func short(_ text: String) -> String {
        plainWords(text).beginning(characters: 80, bytes: 320)
    }
}

/// Commits of this clone that the branch no longer contains.
package struct DroppedCommits: Equatable, Sendable {
    /// The newest of them, in hexadecimal digits.
    package let newest: String
    /// The number of the commits.
    package let count: Int
    /// The subject of the newest commit.
    package let subject: String

    package init(newest: String, count: Int, subject: String) {
        (self.newest, self.count, self.subject) = (newest, count, subject)
    }

    /// The prefix of the references that keep such commits from being pruned.
    package static let referencePrefix = "refs/pmd/dropped/"
}
