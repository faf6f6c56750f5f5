import Git
import TaskBoard

/// The branch that syncs, and the remote's branch that it syncs with.
struct SyncTarget: Equatable {
    /// The full name of the local branch.
    var branch: String
    var remote: String
    /// The full name of the branch at the remote.
    var remoteBranch: String
    /// The local tracking reference of the remote's branch.
    var tracking: String
    var fetchURL: String
    /// The addresses that receive each push, in the order of git's configuration.
    var pushURLs: [String]
    /// The board's folder in the repository; empty for the root.
    var folder = ""
}

extension SyncTarget {
    /// True if the remote is a folder of this machine.
    var isLocal: Bool {
        get throws {
            guard case .local = try RemoteAddress(fetchURL) else { return false }
            return true
        }
    }
}

extension BoardError {
    /// Returns the error for a missing remote that existed before: the outage is likely to pass.
    static func away(_ target: SyncTarget) -> BoardError {
        let address = RemoteAddress.withoutSecrets(target.fetchURL)
        return .sync(
            .remoteAway(
                address: address,
                changing: "git remote set-url \(shellQuoted(target.remote)) URL"))
    }
}

extension BoardRepository {
    /// Returns the target of syncs: the branch's upstream, else `pmd.remote`, else the only
    /// remote; nil if there is none.
    ///
    /// Both are this clone's own settings. A shared file cannot set a remote: it could send the
    /// board elsewhere.
    func syncTarget() throws -> SyncTarget? { try syncTarget(of: branch().name) }

    /// Does the same for a branch by its full name, which may be unreadable.
    func syncTarget(of branch: String) throws -> SyncTarget? {
        let upstream = try git.upstream(of: branch)
        guard let remote = try upstream?.remote ?? chosenRemote() else { return nil }
        guard let (fetch, push) = try git.addresses(ofRemote: remote) else {
            // git also accepts an address in place of a name.
            let name = RemoteAddress.withoutSecrets(remote)
            let adding = suggestedCommand(
                "git", "remote", "add", isRemoteName(remote) ? remote : "NAME", "URL")
            throw BoardError.sync(.noSuchRemote(name, adding: adding))
        }
        let remoteBranch = upstream?.branch ?? branch
        for name in [branch, remoteBranch] { try Self.refuseOption(BoardCreation.shortName(name)) }
        return SyncTarget(
            branch: branch, remote: remote, remoteBranch: remoteBranch,
            tracking: "refs/remotes/\(remote)/\(BoardCreation.shortName(remoteBranch))",
            fetchURL: fetch, pushURLs: push,
            folder: String(decoding: location.prefix.dropLast(), as: UTF8.self))
    }

    /// Refuses a branch name that git's commands would parse as an option: another user may have
    /// chosen the name, and pmd suggests commands with it.
    private static func refuseOption(_ name: String) throws(BoardError) {
        if name.hasPrefix("-") { throw .branch(.optionName(name)) }
    }

    /// Returns true if git accepts a name for a remote. `branch.x.remote` may also be `.`, this
    /// repository itself, or an address.
    private func isRemoteName(_ name: String) -> Bool {
        !name.isEmpty && !name.hasPrefix("-") && !name.hasPrefix(".")
            && name.utf8.allSatisfy {
                $0 > 0x20 && $0 < 0x7F && !"/:~^?*[\\@".utf8.contains($0)
            }
    }

    private func chosenRemote() throws -> String? {
        if let name = try git.configuration.string("pmd.remote") { return name }
        let remotes = try git.remotes()
        if remotes.count > 1 {
            throw BoardError.sync(.severalRemotes(remotes))
        }
        return remotes.first
    }

    /// Refuses every branch except the one that this clone syncs. A guest syncs whichever branch
    /// is checked out.
    func refuseOtherBranch() throws {
        guard !location.isGuest, try git.configuration.string("pmd.branch") != nil else { return }
        try refuseOtherBranch(than: branch().name)
    }

    /// Does the same for the full name of the branch that is checked out.
    func refuseOtherBranch(than checkedOut: String) throws {
        let name = BoardCreation.shortName(checkedOut)
        guard !location.isGuest, let wanted = try git.configuration.string("pmd.branch"),
            name != wanted
        else { return }
        for name in [name, wanted] { try Self.refuseOption(name) }
        throw BoardError.branch(
            .otherBranch(
                wanted: wanted, current: name,
                switching: suggestedCommand("git", "switch", wanted),
                choosing: suggestedCommand("git", "config", "pmd.branch", name)))
    }
}

/// The program and the limits for talking to the remote.
package struct TransferSettings: Sendable {
    /// The program whose `__transfer` fetches and pushes: pmd itself.
    package var executable: String
    /// The time limit of a whole sync in seconds; nil for the limit in the board's settings.
    package var total: Int?
    /// Progress callback for long steps.
    package var tell: (@Sendable (Step) -> Void)?

    package init(
        executable: String, total: Int? = nil, tell: (@Sendable (Step) -> Void)? = nil
    ) {
        self.executable = executable
        self.total = total
        self.tell = tell
    }
}

/// The progress of a step that takes long on a large board.
package enum Step: Equatable, Sendable {
    /// The number of bytes received from the remote, or sent to it.
    case receiving(bytes: Int)
    case sending(bytes: Int)
    /// The number of files stored in the repository, or written from it.
    case storing(Int, of: Int)
    case writing(Int, of: Int)
}
