import Git
import Glibc
import MarkdownDocument
import TaskBoard

extension BoardCreation {
    /// Creates a board on its own branch, in a working tree linked to the code's, so that it syncs
    /// independently of the code.
    ///
    /// Uses the branch that exists here or at the remote, or else starts one that has no commit in
    /// common with the code.
    static func initialiseLinked(
        _ request: InitRequest, at folder: String, in git: Repository, clock: Clock
    ) throws -> MadeBoard {
        let short = request.branch ?? "tasks"
        let branch = "refs/heads/" + short
        let lock = try lockForMaking(git)
        if lock.wasLeft {
            git.removeLeftovers(wasLeft: true)
            ReferenceLock(of: branch, in: git).removeIfLeft()
        }
        do {
            let made = try makeLinked(
                request, at: folder, in: git, branch: branch, wasKilled: lock.wasLeft, clock)
            lock.markReleased()
            return made
        } catch let error as BoardError {
            // All changes are rolled back, so no killed process has to be finished.
            lock.markReleased()
            throw error
        }
    }

    private static func makeLinked(
        _ request: InitRequest, at folder: String, in git: Repository, branch: String,
        wasKilled: Bool, _ clock: Clock
    ) throws -> MadeBoard {
        // Done before the record of a missing folder is removed: the folder may only have been
        // moved, and must not share the name.
        let name = git.freeWorktreeName(worktreeName(folder))
        try Unfinished.removeWorktree(worktreeName(folder), at: folder, of: git)
        guard try Unfinished.isFree(folder) else {
            throw BoardError.creation(.folderNotEmpty(folder))
        }
        git.forgetMissingWorktree(at: folder)
        if let other = git.worktree(of: branch) {
            throw BoardError.creation(.branchInUse(branch: shortName(branch), folder: other))
        }
        let remote = try remoteForBoard(request, git)
        let start = try start(of: branch, remote, request, git, clock)
        let before = try InitRollback(branch: branch, remote: remote?.name, in: git)
        do {
            if let first = start.made {
                try git.move(
                    reference: branch, from: nil, to: first, message: ReflogMark.initialise.message)
            }
            try ignore(folder, git)
            try configure(git, branch: branch, remote: nil)
            try remember(folder, git)
            if let remote {
                if remote.isNew { try git.addRemote(remote.name, url: remote.url) }
                try git.setUpstream(of: branch, remote: remote.name, branch: branch)
            }
            // Done last, so that a kill before leaves no board, and the next init creates it.
            let made = try git.addWorktree(at: folder, name: name, branch: branch)
            // libgit2 does not sync. After a power cut, files in the working tree would hide that
            // its link is empty.
            for path in [made.workTree, made.gitDirectory] { try Folder(path).syncFileSystem() }
            try fill(made, clock)
        } catch {
            try takeBack(branch, start.made, before, folder, git)
            throw error
        }
        var board = try linkedBoard(
            at: folder, branch: shortName(branch), isJoined: start.isJoined && !wasKilled,
            request.environment)
        if let reason = start.unasked { board.origin = .unasked(reason) }
        return board
    }

    /// The start of the board's branch.
    private struct LinkedStart {
        /// The commit to start with; nil if the branch exists.
        var made: ObjectID?
        var isJoined: Bool
        /// The reason why the remote could not be queried.
        var unasked: BoardError?
    }

    private static func start(
        of branch: String, _ remote: BoardRemote?, _ request: InitRequest, _ git: Repository,
        _ clock: Clock
    ) throws -> LinkedStart {
        if let head = try git.reference(branch) {
            try refuseWithoutBoard(head, branch, git)
            try request.refuseStates()
            return LinkedStart(isJoined: true)
        }
        var unasked: BoardError?
        do {
            if let remote,
                let fetched = try fetch(branch, from: remote, into: git, request.transfer)
            {
                try refuseWithoutBoard(fetched, branch, git)
                try request.refuseStates()
                return LinkedStart(made: fetched, isJoined: true)
            }
        } catch {
            // An outage. Two boards that were created separately merge at the first sync.
            unasked = BoardError.unasked(error, isConnected: true)
            guard unasked != nil else { throw error }
        }
        return LinkedStart(
            made: try firstCommit(of: request.newFiles, in: git, at: clock), isJoined: false,
            unasked: unasked)
    }

    /// Refuses a branch without a board, for example a code branch with the same name.
    private static func refuseWithoutBoard(
        _ commit: ObjectID, _ branch: String, _ git: Repository
    ) throws {
        guard try git.content(of: commit) != .board else { return }
        throw BoardError.creation(.branchWithoutBoard(shortName(branch)))
    }

    /// Rolls back the changes of a failed `init`: a branch without a board would be mistaken for
    /// an existing one, and the folder would be hidden from the code's git.
    private static func takeBack(
        _ branch: String, _ first: ObjectID?, _ before: InitRollback, _ folder: String,
        _ git: Repository
    ) throws {
        if let head = try git.reference(branch) {
            try Unfinished.removeFiles(of: head, in: folder, git)
        }
        try Unfinished.removeWorktree(worktreeName(folder), at: folder, of: git)
        // A file that someone has saved there needs its branch.
        guard try Unfinished.isFree(folder) else { return }
        try before.restore(in: git)
        // There is no commit if the branch could not be created.
        if let first, try git.reference(branch) != nil {
            try git.move(
                reference: branch, from: first, to: nil, message: ReflogMark.initialise.message)
        }
    }

    /// Continues an `init` that was killed after it had created the working tree.
    static func resumeLinked(_ request: InitRequest, _ clock: Clock) throws -> MadeBoard? {
        let folder = request.folder
        guard try Unfinished.isLinkedWithoutBoard(folder) else { return nil }
        let (parent, _) = splitPath(Array(folder.utf8))
        guard let above = Location.nearest(".git", from: String(decoding: parent, as: UTF8.self))
        else { return nil }
        let code = try Repository.open(at: above, in: request.environment)
        let lock = try lockForMaking(code)
        guard lock.wasLeft else { return nil }
        if try Unfinished.hasOnlyRepository(folder) {
            try Unfinished.removeWorktree(worktreeName(folder), at: folder, of: code)
            return nil
        }
        let git = try Repository.open(at: folder, in: request.environment)
        guard case .branch(let branch, .some) = try git.head() else { return nil }
        try fill(git, clock)
        lock.markReleased()
        return try linkedBoard(
            at: folder, branch: shortName(branch), isJoined: false, request.environment)
    }

    /// Takes a lock in the code's own git directory: one process at a time creates a board beside
    /// the code, and the next one can see whether this one finished.
    private static func lockForMaking(_ git: Repository) throws -> BoardLock {
        let directory = String(git.commonDirectory.dropLast())
        let folder = try LocalState(
            gitDirectory: directory, workTree: git.workTree, in: git.environment)
        let lock = try BoardLock(in: folder, waiting: 30)
        try lock.waitForDisk()
        return lock
    }

    private static func linkedBoard(
        at folder: String, branch: String, isJoined: Bool, _ environment: Environment
    ) throws -> MadeBoard {
        guard let root = realPath(folder) else {
            throw BoardError.file(.notMade(folder: folder))
        }
        return MadeBoard(
            location: try Location(root: root, in: environment), kind: .linked(isJoined: isJoined),
            branch: branch)
    }

    /// The remote of a board beside code.
    private struct BoardRemote {
        let name: String
        let url: String
        /// True if it is not in git's configuration yet.
        let isNew: Bool
    }

    private static func remoteForBoard(
        _ request: InitRequest, _ git: Repository
    ) throws -> BoardRemote? {
        let remotes = try git.remotes()
        guard let url = request.remote else {
            let name =
                try git.configuration.string("pmd.remote")
                ?? (remotes.count == 1 ? remotes[0] : nil)
            return try name.flatMap { name in
                try git.addresses(ofRemote: name).map {
                    BoardRemote(name: name, url: $0.fetch, isNew: false)
                }
            }
        }
        for name in remotes where try git.addresses(ofRemote: name)?.fetch == url {
            return BoardRemote(name: name, url: url, isNew: false)
        }
        let name = remotes.contains("origin") ? "tasks" : "origin"
        return BoardRemote(name: name, url: url, isNew: true)
    }

    /// Returns the board's first commit, which has no ancestor in the code's history.
    private static func firstCommit(
        of new: NewBoardFiles, in git: Repository, at clock: Clock
    ) throws -> ObjectID {
        var entries: [[UInt8]: TreeEntry?] = [:]
        for (path, bytes) in try new.files(current: { _ in nil }) {
            entries[path.bytes] = TreeEntry(
                mode: TreeEntry.regularMode, id: try git.writeBlob(bytes))
        }
        let identity = try Identity(of: git)
        let now = clock.seconds
        let signature = Signature(
            name: identity.name, email: identity.email, time: now, offset: clock.offset(now))
        return try git.writeCommit(
            tree: try git.writeTree(from: nil, changes: entries), parents: [], author: signature,
            committer: signature, message: NewBoardFiles.message)
    }

    private static func fetch(
        _ branch: String, from remote: BoardRemote, into git: Repository,
        _ transfer: TransferSettings
    ) throws -> ObjectID? {
        let target = SyncTarget(
            branch: branch, remote: remote.name, remoteBranch: branch,
            tracking: RemoteBranches.tracking(branch, of: remote.name), fetchURL: remote.url,
            pushURLs: [remote.url])
        let outcome = try Transport(
            git, to: target, through: transfer, by: .standard
        ).fetch()
        guard case .head(let head) = outcome else { return nil }
        return head
    }

    private static func worktreeName(_ folder: String) -> String {
        String(folder.split(separator: "/").last ?? "tasks")
    }

    /// Hides the board's folder from the code's own status.
    private static func ignore(_ folder: String, _ git: Repository) throws {
        let workTree = git.workTree
        guard folder.hasPrefix(workTree) else { return }
        let line = "/" + Location.path(of: folder, below: workTree) + "/"
        try git.setExclusions(NewBoardFiles.adding([line], to: try git.exclusions() ?? []))
    }

    /// Records the board in the repository's configuration, so that commands find it from the
    /// code.
    private static func remember(_ folder: String, _ git: Repository) throws {
        let main = git.mainWorkTree ?? git.workTree
        let path = folder.hasPrefix(main) ? Location.path(of: folder, below: main) : folder
        // A board that no longer exists is replaced.
        if let known = try git.namedBoard(), access(known + "/" + Location.settingsName, F_OK) == 0
        {
            return
        }
        try git.configuration.set("pmd.board", path)
    }

    /// Writes the files of the branch into the empty working tree, or those missing after a kill.
    static func fill(
        _ git: Repository, _ clock: Clock, tell: (@Sendable (Step) -> Void)? = nil
    ) throws {
        let root = String(git.workTree.dropLast())
        let gitDirectory = String(git.gitDirectory.dropLast())
        let location = Location(
            root: root, workTree: root, prefix: [], gitDirectory: gitDirectory,
            environment: git.environment)
        try BoardRepository.writing(location, clock: clock, waiting: 30, git: git) { repository in
            repository.tell = tell
            try repository.recover(.standard)
            try repository.writeFirstFiles()
        }
    }
}

extension BoardRepository {
    /// Writes the files of HEAD into a working tree that has none yet. Does nothing if it has a
    /// `pmd.yml`.
    fileprivate func writeFirstFiles() throws {
        guard let head = try branch().head,
            try state(of: Board.settingsPath.bytes) == .absent
        else { return }
        let clean = try withoutRefusedEntries(head, known: nil).commit
        let (writes, entries) = try checkout(from: nil, to: clean)
        var index = entries
        // The new index begins with the entries of HEAD.
        let changes = try git.diff(git.commit(head).tree, git.commit(clean).tree)
        // If two entries share a name, the tree keeps one.
        for change in changes where change.new == nil && entries[change.path] == nil {
            index[change.path] = .some(nil)
        }
        var move = BranchUpdate(
            old: head, new: clean, writes: writes, index: index, mark: .initialise)
        // No file is written yet, so a missing one does not count as deleted.
        move.filesMove = Journal.Move(old: nil, new: clean)
        move.makesBoard = true
        guard try advance(move).isComplete else {
            throw BoardError.branch(.contended(.newBoard))
        }
        try restoreSettings()
    }
}
