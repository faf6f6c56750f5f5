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
    /// The user's own words, for a suggested command; nil for the URL and the folder themselves.
    package var typed: TypedWords?

    /// The words of `pmd clone`.
    package struct TypedWords: Sendable {
        /// The folder of `-C`, if there was one.
        package var start: String?
        package var url: String
        package var folder: String

        package init(start: String?, url: String, folder: String) {
            (self.start, self.url, self.folder) = (start, url, folder)
        }
    }

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

extension CloneRequest {
    /// The command that creates a board from this remote, quoted for a shell.
    fileprivate var initialising: String {
        let words = typed ?? TypedWords(start: nil, url: url, folder: folder)
        // An address with a password is not printed.
        let url = RemoteAddress.withoutSecrets(words.url) == words.url ? words.url : "URL"
        let folder = words.folder.hasPrefix("-") ? "./" + words.folder : words.folder
        let start = words.start.map { ["-C", $0] } ?? []
        return suggestedCommand(["pmd"] + start + ["init", folder, "--remote", url])
    }

    /// Refuses a path that does not exist, and the folder of the new board itself, which would
    /// become the repository that it is cloned from.
    fileprivate func refuseMissing() throws {
        guard case .local(let path) = try RemoteAddress(url) else { return }
        let exists = access(path, F_OK) == 0
        guard exists, realPath(path) != realPath(folder) else {
            throw BoardError.creation(.noRepository(at: path, exists: exists))
        }
    }

    /// Returns the error for an address without a repository. No remote is configured yet, so only
    /// the typed address can be wrong.
    fileprivate func notFound(_ error: GitError) throws -> any Error {
        guard case .local(let path) = try RemoteAddress(url) else { return error.atTypedAddress }
        return BoardError.creation(.noRepository(at: path, exists: true))
    }
}

extension BoardCreation {
    /// Clones a board from a remote, ready to use: the restore on a new machine.
    ///
    /// The branch is the remote's HEAD if that has a board, else `tasks`, else the only one that
    /// has one. If anything fails, everything created here is removed.
    ///
    /// - Throws: ``BoardError``: `exists` (65) if the folder is not empty, `no-board` (65) if no
    ///   branch of the remote has one.
    package static func clone(_ request: CloneRequest, clock: Clock = .system) throws -> MadeBoard {
        let isNew = access(request.folder, F_OK) != 0
        if let made = try resume(request, clock) { return made }
        try refuseOccupied(request.folder)
        try request.refuseMissing()
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

    /// Continues a killed clone: removes the fetched data, or finishes the clone if files were
    /// being written.
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

    static func refuseOccupied(_ folder: String) throws {
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
            throw BoardError.creation(
                .noBoardAtRemote(
                    address: RemoteAddress.withoutSecrets(request.url),
                    initialising: request.initialising))
        }
        try git.move(reference: branch, from: nil, to: head, message: ReflogMark.clone.message)
        try git.setHead(toBranch: branch)
        try configure(git, branch: branch, remote: nil)
        try git.setUpstream(of: branch, remote: "origin", branch: branch)
        try fill(git, clock, tell: request.transfer.tell)
        return (try made(request, branch), mark)
    }

    private static func findBoard(
        _ git: Repository, _ request: CloneRequest
    ) throws -> (branch: String, head: ObjectID)? {
        do {
            var branches = try RemoteBranches(of: "origin", for: git, through: request.transfer)
            return try branches.findBoard()
        } catch let error as GitError where error.kind == .notFound {
            throw try request.notFound(error)
        }
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

    /// Removes only what this clone created: an empty folder that existed stays. If files were
    /// written into it, the mark also stays, and the same command finishes the clone.
    private static func removeUnfinished(_ folder: String, _ isNew: Bool) {
        do {
            let (parent, name) = splitPath(Array(folder.utf8))
            if isNew {
                try removeTree(name, in: Folder(String(decoding: parent, as: UTF8.self)))
            } else if try Unfinished.hasOnlyRepository(folder) {
                try Unfinished.removeRepository(in: folder)
            }
        } catch {
            // The first error is the one to report. The next attempt refuses the rest of a clone
            // by name.
        }
    }
}
