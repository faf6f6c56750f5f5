package import MarkdownDocument

/// The state of a clone apart from its board: HEAD, the remote and the last sync.
package struct StatusReport: Sendable {
    package var branch: String?
    /// Paths from the board's root that differ from HEAD.
    package var uncommitted: [BoardPath] = []
    /// Task files that git ignores: kept here, not synced.
    package var notSynced: [BoardPath] = []
    /// Files that are left out of commits, with the reasons.
    package var leftOut: [(path: String, reason: Bilingual)] = []
    /// Files below `conflicts/` that are not the text of a task's conflict.
    package var conflictFiles: [BoardPath] = []
    /// Entries of HEAD without a file in the working tree.
    package var notWritten: [LeftOutEntry] = []
    /// Commits of this clone that git removed from the branch.
    package var dropped: [DroppedCommits] = []
    /// Sentences about what saves took back that no sync has reported yet.
    package var takenBack: [Bilingual] = []
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

    package var english: String {
        switch self {
        case .tooLarge(let mebibytes): "it is larger than \(mebibytes) MiB"
        case .notPermitted: "not permitted to read it"
        case .folder: "it is a folder, not a file"
        case .link: "it is a symbolic link, which pmd does not follow"
        case .notRegular: "it is not a regular file"
        case .notAFolder: "it is in the place of a state's folder: rename it, or move it away"
        }
    }

    package var korean: String {
        switch self {
        case .tooLarge(let mebibytes): "\(mebibytes) MiB보다 큽니다"
        case .notPermitted: "읽을 권한이 없습니다"
        case .folder: "파일이 아니라 폴더입니다"
        case .link: "pmd가 따라가지 않는 심볼릭 링크입니다"
        case .notRegular: "보통 파일이 아닙니다"
        case .notAFolder: "상태의 폴더가 있을 자리에 있습니다: 이름을 바꾸거나 옮기세요"
        }
    }

    package var words: Bilingual { Bilingual(english: english, korean: korean) }
}
