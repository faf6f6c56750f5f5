/// Failures of `pmd init` and `pmd clone`. Addresses have no secrets in them.
package enum CreationReason: ErrorReason {
    case bareRepository(String, initialising: String)
    case cloneInProgress(folder: String)
    case folderNotEmpty(String)
    case folderIsFile(String)
    /// No branch of the remote has a board; `initialising` makes one.
    case noBoardAtRemote(address: String, initialising: String)
    /// `--here` was given for the root of a repository.
    case guestNeedsFolder(workTree: String)
    case repositoryHasOtherFiles
    case otherOrigin(address: String)
    case stateNameRefused
    case statesRefused(StatesFault)
    /// `--states` was given for a board that exists.
    case statesOfExisting(known: [String]?)
    /// An option that would be ignored, since the board or its branch is there already.
    case ignoredOption(String, IgnoredBecause)
    /// The branch for the board exists, and has none.
    case branchWithoutBoard(String)
    /// The folder lies in that of another board.
    case insideBoard(String)
    /// The branch of the board is checked out in another working tree.
    case branchInUse(branch: String, folder: String)
    case branchNameRefused(String)
    /// `init` without a folder, below the root of a repository.
    case insideRepository(workTree: String)
    /// A file that is in the place of a different one of the remote.
    case fileInTheWay([UInt8])
    /// The path of a remote on this machine that is not a repository.
    case noRepository(at: String, exists: Bool)

    /// Why a board cannot have the states of `--states`.
    package enum StatesFault: Equatable, Sendable {
        case tooFew
        case settings(SettingsError)
    }

    /// Why an option would have no effect.
    package enum IgnoredBecause: Equatable, Sendable {
        case boardExists
        case checkedOut(branch: String)
    }
}

extension CreationReason {
    package var exit: ExitCode {
        switch self {
        case .bareRepository: .unsupported
        case .cloneInProgress: .tryLater
        case .folderNotEmpty, .folderIsFile, .noBoardAtRemote, .branchInUse, .insideBoard,
            .branchWithoutBoard, .fileInTheWay, .noRepository:
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
        case .folderNotEmpty, .folderIsFile, .branchInUse, .insideBoard, .fileInTheWay: "exists"
        case .noBoardAtRemote, .branchWithoutBoard: "no-board"
        case .noRepository: "not-found"
        case .guestNeedsFolder, .insideRepository, .repositoryHasOtherFiles, .otherOrigin,
            .stateNameRefused,
            .statesRefused, .statesOfExisting, .ignoredOption, .branchNameRefused:
            "usage"
        }
    }

    package var sentence: String {
        switch self {
        case .bareRepository(let path, let initialising):
            "\(path) is a bare repository, which holds no files: make the board elsewhere with "
                + initialising
        case .cloneInProgress(let folder):
            "another pmd is cloning into \(folder); try again later"
        case .folderNotEmpty(let folder):
            "\(folder) exists and is not empty: name another folder"
        case .folderIsFile(let folder): "\(folder) is a file: name a folder"
        case .noBoardAtRemote(let address, let initialising):
            "no branch of \(address) has a board (a pmd.yml at its root): make one there with "
                + initialising
        case .guestNeedsFolder(let workTree):
            "--here needs a folder below \(workTree): pmd init --here DIR"
        case .repositoryHasOtherFiles:
            "this repository holds other files, so the board gets a folder and a branch of its "
                + "own: name the folder, as in 'pmd init tasks' (or keep it beside the code "
                + "in this branch with 'pmd init --here tasks')"
        case .otherOrigin(let address):
            "the remote 'origin' already points to \(address): change it with "
                + "'git remote set-url origin URL'"
        case .stateNameRefused: "'--states' has a name that cannot be a state"
        case .statesRefused(let fault): "'--states': \(fault.english)"
        case .statesOfExisting(let known):
            "the board exists"
                + (known.map { " with the states \($0.joined(separator: ", "))" } ?? "")
                + ": omit '--states', and change them with 'pmd config states'"
        case .ignoredOption(let option, let cause):
            "'\(option)' would have no effect: \(cause.english)"
        case .branchWithoutBoard(let branch):
            "the branch '\(branch)' exists and has no board (no pmd.yml at its root): name another "
                + "one with '--branch'"
        case .insideBoard(let board):
            "\(board) is a board, and a board cannot lie in another one: name a folder outside of it"
        case .branchInUse(let branch, let folder):
            "the board's branch '\(branch)' is checked out in \(folder): use the board there, or "
                + "name another branch with '--branch'"
        case .branchNameRefused(let name):
            "'--branch': '\(name)' cannot be the name of a branch"
        case .insideRepository(let workTree):
            "this folder is inside the repository \(workTree): run 'pmd init' at its root, or name a "
                + "new folder for a board on a branch of its own, as in 'pmd init tasks'"
        case .fileInTheWay(let path):
            "\(Self.shown(path)) differs from the file of the remote: move it away, then run this "
                + "again"
        case .noRepository(let path, false):
            "there is no folder \(path) to clone: check the path. A repository on another machine "
                + "is HOST:PATH or a URL"
        case .noRepository(let path, true):
            "\(path) is not a git repository: name the folder that has the .git, or a bare "
                + "repository"
        }
    }

    package var place: ErrorPlace {
        switch self {
        case .bareRepository(let path, _), .cloneInProgress(let path), .folderNotEmpty(let path),
            .folderIsFile(let path), .branchInUse(_, let path), .insideBoard(let path),
            .insideRepository(let path), .noRepository(let path, _):
            ErrorPlace(path)
        case .fileInTheWay(let path): ErrorPlace(Self.shown(path))
        case .noBoardAtRemote, .guestNeedsFolder, .repositoryHasOtherFiles, .otherOrigin,
            .stateNameRefused, .statesRefused, .statesOfExisting, .ignoredOption,
            .branchNameRefused,
            .branchWithoutBoard:
            .none
        }
    }

    static func shown(_ path: [UInt8]) -> String {
        plainWords(String(decoding: path, as: UTF8.self))
    }
}

extension CreationReason.StatesFault {
    fileprivate var english: String {
        switch self {
        case .tooFew: "a board needs two states: the last is for finished tasks"
        case .settings(let error): error.message
        }
    }
}

extension CreationReason.IgnoredBecause {
    fileprivate var english: String {
        switch self {
        case .boardExists: "the board exists; add its remote with 'git remote add origin URL'"
        case .checkedOut(let branch): "the branch '\(branch)' is checked out there"
        }
    }
}
