import Git
import TaskBoard

/// The branches of a remote, which `init` and `clone` fetch one after another to find a board.
///
/// Each fetch passes the checks of a sync, so the trees of fetched branches may be read.
struct RemoteBranches {
    private let git: Repository
    private let remote: String
    private let url: String
    private let transfer: TransferSettings
    private let watch = Stopwatch()
    private let listing: RemoteListing
    /// The commits of the branches that were fetched, by their full names.
    private var heads: [String: ObjectID] = [:]

    /// Lists the branches of a remote in git's configuration.
    init(of remote: String, for git: Repository, through transfer: TransferSettings) throws {
        guard let url = try git.addresses(ofRemote: remote)?.fetch else {
            throw BoardError.sync(
                .noSuchRemote(remote, adding: suggestedCommand("git", "remote", "add", remote)))
        }
        (self.git, self.remote, self.url, self.transfer) = (git, remote, url, transfer)
        listing = try Transport.list(url, for: git, through: transfer)
    }

    var isEmpty: Bool { listing.heads.isEmpty }

    /// The branch of the remote's HEAD, or else the one that is most likely the main one; nil if
    /// the remote is empty.
    var main: String? { listing.main }

    func has(_ branch: String) -> Bool { listing.heads[branch] != nil }

    /// Fetches a branch, and returns its commit; nil if it has disappeared.
    mutating func fetch(_ branch: String) throws -> ObjectID? {
        if let known = heads[branch] { return known }
        let target = SyncTarget(
            branch: branch, remote: remote, remoteBranch: branch,
            tracking: Self.tracking(branch, of: remote), fetchURL: url, pushURLs: [url])
        let outcome = try Transport(
            git, to: target, through: transfer, by: .standard, watch: watch
        ).fetch()
        guard case .head(let head) = outcome else { return nil }
        heads[branch] = head
        return head
    }

    /// Fetches branch after branch until one has a board.
    mutating func findBoard() throws -> (branch: String, head: ObjectID)? {
        for branch in listing.branchesByPreference {
            if let head = try fetch(branch), try git.content(of: head) == .board {
                return (branch, head)
            }
        }
        return nil
    }

    /// Returns the reference that remembers where a branch of the remote was.
    static func tracking(_ branch: String, of remote: String) -> String {
        "refs/remotes/\(remote)/\(BoardCreation.shortName(branch))"
    }
}

/// The branches of a remote.
struct RemoteListing {
    /// The commits by the full names of their branches.
    var heads: [String: ObjectID]
    /// The branch of the remote's HEAD.
    var first: String?

    /// The branch of HEAD, else the only branch, else the one with a usual name, else any.
    var main: String? {
        if let first, heads[first] != nil { return first }
        let names = heads.keys.sorted()
        guard names.count > 1 else { return names.first }
        return ["refs/heads/main", "refs/heads/master"].first { heads[$0] != nil } ?? names.first
    }

    var branchesByPreference: [String] {
        let tasks = "refs/heads/tasks"
        let chosen = [first, tasks].compactMap { $0 }.filter { heads[$0] != nil }
        let others = heads.keys.filter { !chosen.contains($0) }.sorted()
        var seen: Set<String> = []
        // Beyond a few branches, only names are considered.
        return (chosen + others.prefix(10)).filter { seen.insert($0).inserted }
    }
}

/// The kind of content in a commit, as far as it matters to a new board.
enum BranchContent {
    case board
    /// Nothing but a README, a license and dotfiles, as hosting services create them for a new
    /// repository.
    case usualFiles
    case otherFiles
}

extension Repository {
    /// Returns the kind of content of a commit, by the names at its root.
    func content(of commit: ObjectID) throws -> BranchContent {
        let tree = try self.commit(commit).tree
        // A link of that name would never be written, and commands would find no board.
        let settings = try entry(inTree: tree, path: Board.settingsPath.bytes)
        if settings?.isRegularFile == true { return .board }
        let names = try namesInOrder(ofTree: tree) { _, _ in false }.map(\.name)
        return names.allSatisfy(Self.isUsual) ? .usualFiles : .otherFiles
    }

    private static func isUsual(_ name: [UInt8]) -> Bool {
        let name = String(decoding: name, as: UTF8.self).lowercased()
        return [".", "readme", "license", "copying"].contains { name.hasPrefix($0) }
    }
}
