/// Failures of `pmd init` and `pmd clone`. Addresses contain no secrets.
package enum CreationReason: ErrorReason {
    case bareRepository(String, initialising: String)
    case cloneInProgress(folder: String)
    case folderNotEmpty(String)
    case folderIsFile(String)
    case folderIsLink(String)
    /// No branch of the remote has a board; the command `initialising` creates one.
    case noBoardAtRemote(address: String, initialising: String)
    /// `--here` was given for the root of a repository.
    case guestNeedsFolder(workTree: String)
    case repositoryHasOtherFiles
    case otherOrigin(address: String)
    case stateNameRefused
    case statesRefused(StatesFault)
    /// `--states` was given for a board that exists.
    case statesOfExisting(known: [String]?)
    /// An option that would be ignored, since the board or its branch already exists.
    case ignoredOption(String, IgnoredBecause)
    /// The branch for the board exists, but contains no board.
    case branchWithoutBoard(String)
    /// The folder is inside another board.
    case insideBoard(String)
    /// The branch of the board is checked out in another working tree.
    case branchInUse(branch: String, folder: String)
    case branchNameRefused(String)
    /// `init` without a folder, below the root of a repository.
    case insideRepository(workTree: String)
    /// A file in the way of a different file from the remote.
    case fileInTheWay([UInt8])
    /// The local path of a remote that is not a repository.
    case noRepository(at: String, exists: Bool)
    /// `doctor --clone` for a board that cannot be moved into a new clone.
    case notMovable(NotMovable)

    /// The reason why `doctor --clone` cannot move a board.
    package enum NotMovable: Equatable, CaseIterable, Sendable {
        case guest
        case linked
        case otherWorkTrees
        case gitDirectoryElsewhere
        case submodules
        case alternates
        case noRemote
        case noBoardAtRemote
    }

    /// The reason why a board cannot have the states of `--states`.
    package enum StatesFault: Equatable, Sendable {
        case tooFew
        case settings(SettingsError)
    }

    /// The reason why an option would have no effect.
    package enum IgnoredBecause: Equatable, Sendable {
        case boardExists
        case checkedOut(branch: String)
    }
}

extension CreationReason {
    package var exit: ExitCode {
        switch self {
        case .bareRepository, .notMovable: .unsupported
        case .cloneInProgress: .tryLater
        case .folderNotEmpty, .folderIsFile, .folderIsLink, .noBoardAtRemote, .branchInUse,
            .insideBoard, .branchWithoutBoard, .fileInTheWay, .noRepository:
            .data
        case .guestNeedsFolder, .insideRepository, .repositoryHasOtherFiles, .otherOrigin,
            .stateNameRefused,
            .statesRefused, .statesOfExisting, .ignoredOption, .branchNameRefused:
            .usage
        }
    }

    package var code: String {
        switch self {
        case .bareRepository: "bare"
        case .cloneInProgress: "locked"
        case .folderNotEmpty, .folderIsFile, .folderIsLink, .branchInUse, .insideBoard,
            .fileInTheWay:
            "exists"
        case .noBoardAtRemote, .branchWithoutBoard: "no-board"
        case .noRepository: "not-found"
        case .notMovable: "not-movable"
        case .guestNeedsFolder, .insideRepository, .repositoryHasOtherFiles, .otherOrigin,
            .stateNameRefused,
            .statesRefused, .statesOfExisting, .ignoredOption, .branchNameRefused:
            "usage"
        }
    }

    package var place: ErrorPlace {
        switch self {
        case .bareRepository(let path, _), .cloneInProgress(let path), .folderNotEmpty(let path),
            .folderIsFile(let path), .folderIsLink(let path), .branchInUse(_, let path),
            .insideBoard(let path), .insideRepository(let path), .noRepository(let path, _):
            ErrorPlace(path)
        case .fileInTheWay(let path): ErrorPlace(Self.shown(path))
        case .noBoardAtRemote, .guestNeedsFolder, .repositoryHasOtherFiles, .otherOrigin,
            .stateNameRefused, .statesRefused, .statesOfExisting, .ignoredOption,
            .branchNameRefused,
            .branchWithoutBoard, .notMovable:
            .none
        }
    }

    package static func shown(_ path: [UInt8]) -> String {
        plainWords(String(decoding: path, as: UTF8.self))
    }
}
