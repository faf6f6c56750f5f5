/// Failures of finding a board and its repository.
package enum LocationReason: ErrorReason {
    case noFolder(String)
    case currentFolderGone
    case noBoard(from: String)
    /// A branch of the repository around the folder has a board that is not checked out.
    case boardOnBranch(String, from: String)
    /// - `restore`: the command that restores the file.
    case settingsRemoved(path: String, restore: String)
    case noRepository(root: String)
    /// The file `.git` of a linked working tree has no line `gitdir:`.
    case noGitDirectoryNamed(workTree: String)
    case namedGitDirectoryMissing(workTree: String, named: String)
}

extension LocationReason {
    package var exit: ExitCode {
        switch self {
        case .noFolder, .noBoard, .boardOnBranch, .settingsRemoved: .data
        case .currentFolderGone: .inputOutput
        case .noRepository, .noGitDirectoryNamed, .namedGitDirectoryMissing: .unsupported
        }
    }

    package var code: String {
        switch self {
        case .noFolder, .currentFolderGone: "no-folder"
        case .noBoard, .boardOnBranch: "no-board"
        case .settingsRemoved: "no-settings"
        case .noRepository, .noGitDirectoryNamed, .namedGitDirectoryMissing: "no-repository"
        }
    }

    package var place: ErrorPlace {
        switch self {
        case .noFolder(let folder): ErrorPlace(folder)
        case .settingsRemoved(let path, _): ErrorPlace(path)
        case .noGitDirectoryNamed(let workTree), .namedGitDirectoryMissing(let workTree, _):
            ErrorPlace(workTree + "/.git")
        case .currentFolderGone, .noBoard, .boardOnBranch, .noRepository: .none
        }
    }
}

/// A git failure: its kind, and the sentences of the layer below.
package struct RepositoryReason: ErrorReason {
    package enum Kind: CaseIterable, Sendable {
        case notFound
        case exists
        case locked
        case raced
        case unsupported
        case notAllowed
        case untrusted
        case rejected
        case invalid
        case damaged
        case diskFull
        case inputOutput
        case offline
        case timedOut
        case limited
        case other
    }

    package let kind: Kind
    /// One sentence: what failed, why, and what to do.
    package let words: Bilingual

    package init(_ kind: Kind, _ words: Bilingual) {
        self.kind = kind
        self.words = words
    }
}

extension RepositoryReason {
    package var exit: ExitCode {
        switch kind {
        case .notFound, .exists, .invalid: .data
        case .locked, .raced, .offline, .timedOut, .limited: .tryLater
        case .unsupported: .unsupported
        case .notAllowed, .untrusted, .rejected: .notAllowed
        case .damaged, .diskFull, .inputOutput: .inputOutput
        case .other: .failed
        }
    }

    package var code: String {
        switch kind {
        case .notFound: "not-found"
        case .exists: "exists"
        case .locked: "locked"
        case .raced: "raced"
        case .unsupported: "unsupported"
        case .notAllowed: "not-allowed"
        case .untrusted: "untrusted"
        case .rejected: "rejected"
        case .invalid: "invalid"
        case .damaged: "damaged"
        case .diskFull: "disk-full"
        case .inputOutput: "input-output"
        case .offline: "offline"
        case .timedOut: "timed-out"
        case .limited: "limited"
        case .other: "git"
        }
    }

    package var place: ErrorPlace { .none }
}
