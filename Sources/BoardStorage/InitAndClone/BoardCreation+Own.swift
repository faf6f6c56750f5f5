import Git
import Glibc
import TaskBoard

extension BoardCreation {
    /// Creates a board that has its repository to itself.
    ///
    /// If the repository has no commits yet, the remote is queried first: its board is joined, and
    /// a branch with the usual first files is continued, so that the first sync is a fast-forward.
    static func initialiseOwn(
        _ request: InitRequest, at root: String, kind: MadeBoard.Kind, _ clock: Clock
    ) throws -> MadeBoard {
        guard let remote = request.remote else {
            return try initialiseInPlace(request, at: root, kind: kind, clock)
        }
        let location = try Location(root: root, in: request.environment)
        let git = try location.openRepository()
        guard case .branch(let usual, nil) = try git.head() else {
            return try initialiseInPlace(request, at: root, kind: kind, clock)
        }
        var attempt = try OwnAttempt(git, usual: usual)
        do {
            try attempt.before.note(remote: "origin", in: git)
            try addOrigin(remote, to: git)
            let history = try attempt.history(for: request)
            if case .joined = history.start { try request.refuseStates() }
            try attempt.before.note(branch: history.branch, in: git)
            return try begin(history, request, remote, location, git, kind, clock)
        } catch {
            try attempt.takeBack()
            throw error
        }
    }

    private static func begin(
        _ history: BoardHistory, _ request: InitRequest, _ remote: String, _ location: Location,
        _ git: Repository, _ kind: MadeBoard.Kind, _ clock: Clock
    ) throws -> MadeBoard {
        let notes = try BoardRepository.writing(
            location, clock: clock, waiting: 30, git: git
        ) { repository in
            try repository.recover(.standard)
            guard try repository.branch().head == nil else {
                throw BoardError.branch(.contended(.newBoard))
            }
            try git.setHead(toBranch: history.branch)
            // Done before the commit, so that a kill here leaves no board.
            try configure(git, branch: history.branch, remote: remote)
            return try repository.begin(history, states: request.states)
        }
        return MadeBoard(
            location: location, kind: kind, branch: shortName(history.branch),
            origin: history.origin, notes: notes)
    }
}

/// An `init` in a repository without commits, and its changes to roll back if it fails.
private struct OwnAttempt {
    let git: Repository
    /// The full name of HEAD's branch.
    let usual: String
    var before: InitRollback
    /// The previous references of the remote's branches.
    private let known: Set<String>

    init(_ git: Repository, usual: String) throws {
        (self.git, self.usual) = (git, usual)
        before = try InitRollback(in: git)
        known = Set(try git.references(matching: Self.tracked).keys)
    }

    private static let tracked = "refs/remotes/origin/*"

    /// Queries the remote, and chooses the history of the board.
    func history(for request: InitRequest) throws -> BoardHistory {
        let wanted = request.branch.map { "refs/heads/" + $0 } ?? usual
        var isConnected = false
        do {
            var branches = try RemoteBranches(of: "origin", for: git, through: request.transfer)
            isConnected = true
            return try .chosen(from: &branches, named: request.branch, usual: wanted, in: git)
        } catch {
            guard let reason = BoardError.unasked(error, isConnected: isConnected) else {
                throw error
            }
            return .new(wanted, .unasked(reason))
        }
    }

    /// Restores the previous state of the repository, unless the board has its first commit: then
    /// the next command finishes it.
    func takeBack() throws {
        guard try git.head().commit == nil else { return }
        try git.setHead(toBranch: usual)
        try before.restore(in: git)
        for (name, commit) in try git.references(matching: Self.tracked)
        where !known.contains(name) {
            try git.move(
                reference: name, from: commit, to: nil, message: ReflogMark.initialise.message)
        }
    }
}

/// The folders that a new repository creates, which a failed `init` removes.
struct NewRepositoryTraces {
    private let folder: String
    /// The folders that did not exist, the deepest first.
    private let missing: [String]

    init(at folder: String) {
        self.folder = folder
        var (missing, here) = ([String](), folder[...])
        while !here.isEmpty, access(String(here), F_OK) != 0 {
            missing.append(String(here))
            here = here[..<(here.lastIndex(of: "/") ?? here.startIndex)]
        }
        self.missing = missing
    }

    /// Removes the repository, unless the board has its first commit: then the same command
    /// finishes it. Files of the user stay.
    func removeUnlessBegun(in environment: Environment) {
        do {
            let git = try Repository.open(at: folder, in: environment)
            guard try git.head().commit == nil else { return }
            try Unfinished.removeRepository(in: folder)
        } catch {
            // The first error is the one to report, and the same command starts over.
            return
        }
        for folder in missing { rmdir(folder) }
    }
}
