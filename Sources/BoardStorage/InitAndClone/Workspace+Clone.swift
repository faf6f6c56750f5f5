import Git
import Glibc
import TaskBoard

/// A request of `pmd clone`.
package struct CloneRequest: Sendable {
    package var url: String
    /// The absolute path of the new board's folder.
    package var folder: String
    package var transfer: TransferSettings
    package var environment: Environment

    package init(
        url: String, folder: String, transfer: TransferSettings, environment: Environment
    ) {
        self.environment = environment
        self.url = url
        self.folder = folder
        self.transfer = transfer
    }

    /// Returns the default folder of a clone: `tasks` for `git@example.org:team/tasks.git`.
    package static func folderName(for url: String) -> String {
        let isPath = url.hasPrefix("/") || url.hasPrefix(".")
        // The rest of an address may be a password.
        let shown = isPath ? url[...] : RemoteAddress.withoutSecrets(url).prefix { $0 != "…" }
        let parts = shown.split { "/:".contains($0) || !isPath && "?;#".contains($0) }
        let last = parts.last.map(String.init) ?? "tasks"
        return last.hasSuffix(".git") && last.count > 4 ? String(last.dropLast(4)) : last
    }
}

extension Workspace {
    /// Clones a board from a remote, ready to use: the restore on a new machine.
    ///
    /// The branch is the remote's HEAD if that has a board, else `tasks`, else the only one
    /// that has one. Where anything fails, what was made here is removed.
    ///
    /// - Throws: ``BoardError``: `exists` (65) if the folder is not empty,
    ///   `no-board` (65) where no branch of the remote holds one.
    package static func clone(_ request: CloneRequest, clock: Clock = .system) throws -> MadeBoard {
        let isNew = access(request.folder, F_OK) != 0
        if let made = try resume(request, clock) { return made }
        try refuseOccupied(request.folder)
        do {
            let (made, mark) = try fetchBoard(request, clock)
            try made.waitForDisk()
            // Until here, running the same command again continues this clone.
            try mark?.remove()
            return made
        } catch {
            removeUnfinished(request.folder, isNew)
            throw error
        }
    }

    /// Continues a killed clone: removes what had been fetched, or finishes it if files
    /// were being written.
    private static func resume(_ request: CloneRequest, _ clock: Clock) throws -> MadeBoard? {
        try Unfinished.removeTemporaries(in: request.folder)
        let unfinished = try CloneMark.take(
            at: request.folder, url: request.url, request.environment)
        guard let mark = unfinished else { return nil }
        if try Unfinished.hasOnlyRepository(request.folder) {
            try Unfinished.removeRepository(in: request.folder)
            return nil
        }
        let git = try Repository.open(at: request.folder, in: request.environment)
        guard case .branch(let branch, .some) = try git.head() else { return nil }
        try fill(git, clock, tell: request.transfer.tell)
        try mark.remove()
        return try made(request, branch)
    }

    private static func refuseOccupied(_ folder: String) throws {
        guard access(folder, F_OK) == 0 else { return }
        guard try Folder(folder).names().isEmpty else {
            throw BoardError.creation(.folderNotEmpty(folder))
        }
    }

    private static func fetchBoard(
        _ request: CloneRequest, _ clock: Clock
    ) throws -> (MadeBoard, CloneMark?) {
        let git = try create(request)
        let mark = try CloneMark.take(
            at: request.folder, url: request.url, request.environment)
        try git.addRemote("origin", url: request.url)
        guard let (branch, head) = try findBoard(git, request) else {
            let url = RemoteAddress.withoutSecrets(request.url)
            throw BoardError.creation(
                .noBoardAtRemote(
                    address: url, initialising: "pmd init DIR --remote \(shellQuoted(url))"))
        }
        try git.move(reference: branch, from: nil, to: head, message: ReflogMark.clone.message)
        try git.setHead(toBranch: branch)
        try configure(git, branch: branch, remote: nil)
        try git.setUpstream(of: branch, remote: "origin", branch: branch)
        try fill(git, clock, tell: request.transfer.tell)
        return (try made(request, branch), mark)
    }

    private static func create(_ request: CloneRequest) throws -> Repository {
        try Repository.create(
            at: request.folder, branch: "main", in: request.environment
        ) { directory in
            try CloneMark.set(in: directory, url: request.url, request.environment)
        }
    }

    private static func made(_ request: CloneRequest, _ branch: String) throws -> MadeBoard {
        guard let root = realPath(request.folder) else {
            throw BoardError.file(.notMade(folder: request.folder))
        }
        return MadeBoard(
            location: try Location(root: root, in: request.environment),
            kind: .own(newRepository: true),
            branch: shortName(branch))
    }

    /// Fetches branch after branch until one has a board.
    private static func findBoard(
        _ git: Repository, _ request: CloneRequest
    ) throws -> (branch: String, head: ObjectID)? {
        guard let url = try git.addresses(ofRemote: "origin")?.fetch else { return nil }
        let watch = Stopwatch()
        let listing = try Transport.list(url, for: git, through: request.transfer)
        for branch in listing.branchesByPreference {
            let tracking = "refs/remotes/origin/\(shortName(branch))"
            let target = SyncTarget(
                branch: branch, remote: "origin", remoteBranch: branch, tracking: tracking,
                fetchURL: url, pushURL: url)
            guard
                case .head(let head) = try Transport(
                    git, to: target, through: request.transfer, by: .standard, watch: watch
                ).fetch()
            else { continue }
            let settings = Board.settingsPath.bytes
            if try git.entry(inTree: try git.commit(head).tree, path: settings) != nil {
                return (branch, head)
            }
        }
        return nil
    }

    /// Removes only what this clone made: an empty folder that existed stays. Where files were
    /// written into it, the mark stays too, and the same command finishes the clone.
    private static func removeUnfinished(_ folder: String, _ isNew: Bool) {
        do {
            let (parent, name) = splitPath(Array(folder.utf8))
            if isNew {
                try removeTree(name, in: Folder(String(decoding: parent, as: UTF8.self)))
            } else if try Unfinished.hasOnlyRepository(folder) {
                try Unfinished.removeRepository(in: folder)
            }
        } catch {
            // The first error is the one to report. The next try refuses the rest of a clone
            // by name.
        }
    }
}

/// The branches of a remote.
struct RemoteListing {
    /// The full names.
    var branches: [String]
    /// The branch that the remote's HEAD names.
    var first: String?

    var branchesByPreference: [String] {
        let tasks = "refs/heads/tasks"
        let chosen = [first, tasks].compactMap { $0 }.filter(branches.contains)
        let others = branches.filter { !chosen.contains($0) }.sorted()
        var seen: Set<String> = []
        // Beyond a few branches only names are considered.
        return (chosen + others.prefix(10)).filter { seen.insert($0).inserted }
    }
}
