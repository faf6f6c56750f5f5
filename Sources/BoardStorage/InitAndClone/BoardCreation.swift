import Git
import Glibc
package import MarkdownDocument
package import TaskBoard

/// A request of `pmd init`.
package struct InitRequest: Sendable {
    /// The absolute path of the new board's folder.
    package var folder: String
    /// True if the user named the folder.
    package var isNamed: Bool
    package var states: [Text]
    /// The language of the states' names for people.
    package var language = Language.english
    /// True if the user named the states.
    package var namesStates = false
    package var remote: String?
    package var branch: String?
    /// True for a board in the checked-out branch, beside the code.
    package var isGuest: Bool
    package var transfer: TransferSettings
    package var environment: Environment

    package init(
        folder: String, isNamed: Bool, states: [Text] = BoardSettings.standard.states,
        remote: String? = nil, branch: String? = nil, isGuest: Bool = false,
        transfer: TransferSettings, environment: Environment
    ) {
        self.folder = folder
        self.isNamed = isNamed
        self.states = states
        self.remote = remote
        self.branch = branch
        self.isGuest = isGuest
        self.transfer = transfer
        self.environment = environment
    }
}

/// The result of `pmd init` and `pmd clone`.
package struct MadeBoard: Sendable {
    package enum Kind: Equatable, Sendable {
        /// A board that existed; nothing was changed.
        case existing
        /// A board in its own repository, which is new if `newRepository` is true.
        case own(newRepository: Bool)
        /// A board on its own branch, in a working tree linked to that of the code. `isJoined`:
        /// the branch already existed, here or at the remote.
        case linked(isJoined: Bool)
        /// A board in a folder of the checked-out branch.
        case guest
    }

    /// The beginning of the board's history, depending on its remote.
    package enum Origin: Equatable, Sendable {
        /// A history of its own, which may be older than this call.
        case new
        /// On top of the remote's branch, which had no board and no other files.
        case onTop
        /// The board of the remote's branch.
        case joined
        /// A branch of its own, because the remote's main branch, by its short name, has other
        /// files.
        case besides(String)
        /// A history of its own, because the remote could not be queried.
        case unasked(BoardError)
    }

    package let location: Location
    package let kind: Kind
    /// The branch's short name.
    package let branch: String
    package var origin = Origin.new
    /// A note on each path of the remote that is not written.
    package var notes = PathNotes()
}

extension MadeBoard {
    /// Returns the command that enters a folder, quoted for a shell: a clone's name is the
    /// remote's.
    package static func command(toEnter folder: String) -> String {
        (folder.hasPrefix("-") ? "cd -- " : "cd ") + shellQuoted(folder)
    }

    /// Syncs the files of a new repository or working tree: libgit2 does not, and a power cut
    /// would leave them empty.
    func waitForDisk() throws {
        for path in [location.root, location.gitDirectory] {
            try Folder(path).syncFileSystem()
        }
    }
}

/// The creation of boards: a new one, one in a repository that exists, and a clone.
package enum BoardCreation {}

extension BoardCreation {
    /// Creates a board, of the kind that fits the folder.
    ///
    /// - Throws: ``BoardError`` `usage` (64) if the request is incomplete.
    package static func initialise(
        _ request: InitRequest, clock: Clock = .system
    ) throws -> MadeBoard {
        let made = try make(request, clock)
        if made.kind != .existing { try made.waitForDisk() }
        return made
    }

    private static func make(_ request: InitRequest, _ clock: Clock) throws -> MadeBoard {
        if let made = try existingBoard(request, clock) { return made }
        try request.check()
        try refuseInside(request.folder)
        try Unfinished.removeTemporaries(in: request.folder)
        try Unfinished.removeEmptyLink(in: request.folder)
        if let made = try resumeLinked(request, clock) { return made }
        let (parent, rest) = existingFolder(above: request.folder)
        guard let workTree = Location.nearest(".git", from: parent) else {
            try refuseBare(parent)
            return try initialiseNew(request, clock)
        }
        let resolved = parent == "/" ? rest : parent + rest
        let isRoot = resolved == workTree
        let git = try Repository.open(at: workTree, in: request.environment)
        if case .branch(let name, let commit) = try git.head(),
            request.isGuest || isRoot && commit != nil
        {
            try request.refuseOtherBranch(than: shortName(name))
        }
        if request.isGuest {
            guard !isRoot else {
                throw BoardError.creation(.guestNeedsFolder(workTree: workTree))
            }
            return try initialiseInPlace(request, at: resolved, kind: .guest, clock)
        }
        // If the branch has a board, an init was killed before it wrote the files.
        let hasOthers = try git.head().commit.map { try git.content(of: $0) == .otherFiles }
        if isRoot, hasOthers != true {
            return try initialiseOwn(
                request, at: resolved, kind: .own(newRepository: false), clock)
        }
        guard request.isNamed, !isRoot else {
            throw BoardError.creation(
                hasOthers == true
                    ? .repositoryHasOtherFiles : .insideRepository(workTree: workTree))
        }
        return try initialiseLinked(request, at: resolved, in: git, clock: clock)
    }

    /// Refuses a folder inside another board: both would own its files.
    static func refuseInside(_ folder: String) throws {
        let (parent, _) = existingFolder(above: folder)
        let above =
            parent == folder
            ? String(folder[..<(folder.lastIndex(of: "/") ?? folder.startIndex)]) : parent
        guard !above.isEmpty, let board = Location.nearest(Location.settingsName, from: above)
        else { return }
        throw BoardError.creation(.insideBoard(board))
    }

    /// Refuses a bare repository, which has no working tree for a board.
    private static func refuseBare(_ folder: String) throws {
        guard let found = Location.nearest("HEAD", from: folder),
            access(found + "/objects", F_OK) == 0, access(found + "/refs", F_OK) == 0
        else { return }
        throw BoardError.creation(
            .bareRepository(
                found, initialising: suggestedCommand("pmd", "init", "DIR", "--remote", found)))
    }

    private static func existingBoard(
        _ request: InitRequest, _ clock: Clock
    ) throws -> MadeBoard? {
        let folder =
            request.isNamed
            ? request.folder
            : Location.nearest(Location.settingsName, from: request.folder) ?? request.folder
        guard access(folder + "/" + Location.settingsName, F_OK) == 0, let root = realPath(folder)
        else { return nil }
        let location = try Location(root: root, in: request.environment)
        let git = try location.openRepository()
        guard case .branch(let name, _) = try git.head() else {
            throw BoardError.branch(.detachedHead)
        }
        if Journal.isPending(in: location.localState) {
            try BoardRepository.writing(location, clock: clock, waiting: 30, git: git) {
                try $0.recover(.standard)
            }
        }
        if request.namesStates {
            let states = try BoardReader.settings(root: Folder(root)).states
            try request.refuseStates(unless: states)
        }
        try request.refuseIgnored(onBranch: shortName(name), in: git)
        try PlainGit.configure(git)
        return MadeBoard(location: location, kind: .existing, branch: shortName(name))
    }

    /// Returns the nearest folder that exists, with links resolved, and the rest of the path
    /// below it.
    private static func existingFolder(above path: String) -> (folder: String, rest: String) {
        var here = path[...]
        while !here.isEmpty {
            if let found = realPath(String(here)) { return (found, String(path[here.endIndex...])) }
            here = here[..<(here.lastIndex(of: "/") ?? here.startIndex)]
        }
        return ("/", path)
    }

    private static func initialiseNew(_ request: InitRequest, _ clock: Clock) throws -> MadeBoard {
        let branch =
            try request.branch
            ?? Configuration.global("init.defaultBranch", in: request.environment) ?? "main"
        let traces = NewRepositoryTraces(at: request.folder)
        _ = try Repository.create(
            at: request.folder, branch: branch, in: request.environment)
        do {
            guard let root = realPath(request.folder) else {
                throw BoardError.file(.notMade(folder: request.folder))
            }
            return try initialiseOwn(request, at: root, kind: .own(newRepository: true), clock)
        } catch {
            traces.removeUnlessBegun(in: request.environment)
            throw error
        }
    }

    static func initialiseInPlace(
        _ request: InitRequest, at root: String, kind: MadeBoard.Kind, _ clock: Clock
    ) throws -> MadeBoard {
        try makeFolders(root)
        let location = try Location(root: root, in: request.environment)
        let branch = try BoardRepository.writing(location, clock: clock, waiting: 30) {
            repository in
            // An init that was killed is finished first.
            try repository.recover(.standard)
            let (name, _) = try repository.branch()
            // Done before the commit, so that a kill here leaves no board. A guest syncs whichever
            // branch is checked out.
            try configure(
                repository.git, branch: name, syncs: kind != .guest, remote: request.remote)
            let settings = location.settingsPath
            if try repository.state(of: settings) == .absent {
                try repository.writeNewBoard(request.newFiles)
            }
            return shortName(name)
        }
        return MadeBoard(location: location, kind: kind, branch: branch)
    }

    /// Creates a folder and the missing ones above it.
    ///
    /// - Returns: The created folders, the outermost first.
    @discardableResult
    static func makeFolders(_ path: String) throws -> [String] {
        var (here, made) = ("", [String]())
        for name in path.split(separator: "/") {
            here += "/" + name
            if mkdir(here, 0o777) == 0 {
                made.append(here)
            } else if errno != EEXIST {
                let error = SystemError(.makeFolder, Array(here.utf8)).boardError
                for folder in made.reversed() { rmdir(folder) }
                throw error
            }
        }
        return made
    }

    /// Configures the clone: the branch that syncs, the remote, and how plain git merges and
    /// shows tasks.
    static func configure(
        _ git: Repository, branch: String, syncs: Bool = true, remote: String?
    ) throws {
        if syncs { try git.configuration.set("pmd.branch", shortName(branch)) }
        try PlainGit.configure(git)
        guard let remote else { return }
        try addOrigin(remote, to: git)
        try git.setUpstream(of: branch, remote: "origin", branch: branch)
    }

    /// Adds the remote `origin`, if it does not exist yet.
    static func addOrigin(_ remote: String, to git: Repository) throws {
        guard let known = try git.addresses(ofRemote: "origin") else {
            return try git.addRemote("origin", url: remote)
        }
        // git may replace the beginning of an address (url.*.insteadOf).
        guard try known.fetch == remote || git.configuration.string("remote.origin.url") == remote
        else {
            throw BoardError.creation(
                .otherOrigin(address: RemoteAddress.withoutSecrets(known.fetch)))
        }
    }

    static func shortName(_ branch: String) -> String {
        branch.hasPrefix("refs/heads/") ? String(branch.dropFirst("refs/heads/".count)) : branch
    }
}

extension InitRequest {
    /// Refuses states for a board that has different ones: they would be ignored.
    ///
    /// - Parameter existing: The states of the board; nil if they are not known yet.
    func refuseStates(unless existing: [Text]? = nil) throws(BoardError) {
        guard namesStates, existing != states.map(\.nfc) else { return }
        throw .creation(.statesOfExisting(known: existing?.map(\.string)))
    }

    /// Refuses a branch and a remote that differ from those of an existing board.
    func refuseIgnored(onBranch name: String, in git: Repository) throws {
        try refuseOtherBranch(than: name)
        if let remote {
            guard try git.addresses(ofRemote: "origin") == nil else {
                return try BoardCreation.addOrigin(remote, to: git)
            }
            throw BoardError.creation(
                .ignoredOption("--remote", .boardExists))
        }
    }

    /// Refuses any branch except the one that the board is on, or will be on since it is checked
    /// out.
    func refuseOtherBranch(than name: String) throws(BoardError) {
        guard let branch, branch != name else { return }
        throw .creation(
            .ignoredOption("--branch", .checkedOut(branch: plainWords(name))))
    }

    var newFiles: NewBoardFiles { NewBoardFiles(states: states, language: language) }

    /// Refuses input that would otherwise fail after half of the board was created.
    func check() throws {
        let file = BoardSettings.newFile(states: states)
        do {
            // A name with a comma or a bracket would be parsed differently.
            let read = try BoardSettings(Document(file, kind: .yaml)).states
            guard read == states.map(\.nfc) else {
                throw BoardError.creation(.stateNameRefused)
            }
            guard read.count > 1 else {
                throw BoardError.creation(
                    .statesRefused(.tooFew))
            }
        } catch let error as SettingsError {
            throw BoardError.creation(.statesRefused(.settings(error)))
        }
        if let branch, !Self.isBranchName(branch) {
            throw BoardError.creation(.branchNameRefused(branch))
        }
        var status = stat()
        if stat(folder, &status) == 0, status.st_mode & S_IFMT != S_IFDIR {
            throw BoardError.creation(.folderIsFile(folder))
        }
    }

    /// Returns true for a branch name according to the rules of `git check-ref-format --branch`.
    static func isBranchName(_ name: String) -> Bool {
        let parts = name.split(separator: "/", omittingEmptySubsequences: false)
        let isWhole = parts.allSatisfy {
            !$0.isEmpty && !$0.hasPrefix(".") && !$0.hasSuffix(".lock")
        }
        let refused = " ~^:?*[\\".unicodeScalars
        return isWhole && name != "@" && name != "HEAD" && !name.hasPrefix("-")
            && !name.hasSuffix(".")
            && !name.contains("..") && !name.contains("@{")
            && name.unicodeScalars.allSatisfy {
                $0.value > 0x20 && $0.value != 0x7F && !refused.contains($0)
            }
    }
}

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
            return try repository.begin(history, request.newFiles)
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
