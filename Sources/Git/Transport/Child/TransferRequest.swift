import Glibc

/// The request for a transfer, in a form that fits on a command line.
package struct TransferRequest: Hashable, Sendable {
    /// The kind of a transfer.
    package enum Action: Hashable, Sendable {
        /// Lists the references of the remote.
        case list
        /// Fetches a branch of the remote, by its full name, into a local reference.
        ///
        /// `folder`: the path of the board in the tree, whose size is limited; empty for the root.
        case fetch(branch: String, into: String, folder: String = "")
        /// Moves a branch of the remote, by its full name, to a newer commit.
        ///
        /// `mayCreate`: true if a missing branch of the remote is created.
        case push(commit: ObjectID, branch: String, mayCreate: Bool)
    }

    package var action: Action
    /// The path of the local repository's working tree or git directory.
    package var repository: String
    /// The address of the remote, with `insteadOf` applied.
    package var url: String
    /// True if an unencrypted connection is allowed.
    package var allowsExposed: Bool
    /// The maximum number of bytes to fetch, so that a remote cannot fill the disk.
    package var byteLimit: Int
    /// The seconds that ssh may take to connect.
    package var connectSeconds: Int

    package init(
        _ action: Action, repository: String, url: String, allowsExposed: Bool = false,
        byteLimit: Int? = nil, connectSeconds: Int = 20
    ) {
        self.action = action
        self.repository = repository
        self.url = url
        self.allowsExposed = allowsExposed
        self.byteLimit = byteLimit ?? max(1 << 30, freeBytes(at: repository) / 4)
        self.connectSeconds = connectSeconds
    }
}

extension TransferRequest {
    /// The request as arguments, without the address: other users can read a command line, and an
    /// address may contain a password. The address is sent through a pipe, as ``addressMessage``.
    package var arguments: [String] {
        let words: [String] =
            switch action {
            case .list: ["list", "", "", ""]
            case .fetch(let branch, let reference, let folder):
                ["fetch", branch, reference, Self.below + folder]
            case .push(let commit, let branch, let mayCreate):
                ["push", branch, commit.hex, mayCreate ? "create" : ""]
            }
        return words + [
            repository, allowsExposed ? "exposed" : "", "\(byteLimit)", "\(connectSeconds)",
        ]
    }

    /// The prefix for the folder of a board: its name may begin with `-`.
    private static let below = "below:"

    /// The address in the form for the transfer process, with a NUL at the end.
    var addressMessage: [UInt8] { Array(url.utf8) + [0] }

    /// Reads arguments in the form of ``arguments``.
    ///
    /// - Throws: ``GitError/Kind/invalid`` for anything else.
    package init(arguments: [String], address: String?) throws(GitError) {
        let error = GitError(.notStartedByPmd, "transfer")
        guard arguments.count == 8, let address, let limit = Int(arguments[6]),
            let seconds = Int(arguments[7])
        else { throw error }
        let (branch, target) = (arguments[1], arguments[2])
        let action: Action
        switch arguments[0] {
        case "list": action = .list
        case "fetch":
            guard arguments[3].hasPrefix(Self.below) else { throw error }
            action = .fetch(
                branch: branch, into: target,
                folder: String(arguments[3].dropFirst(Self.below.count)))
        case "push":
            guard let commit = ObjectID(hex: target) else { throw error }
            action = .push(commit: commit, branch: branch, mayCreate: arguments[3] == "create")
        default: throw error
        }
        self.init(
            action, repository: arguments[4], url: address,
            allowsExposed: arguments[5] == "exposed", byteLimit: limit, connectSeconds: seconds)
    }
}

/// Returns the free space of the file system of a path, for this user, in bytes.
private func freeBytes(at path: String) -> Int {
    var status = statvfs()
    guard statvfs(path, &status) == 0 else { return 0 }
    let (bytes, overflow) = Int(clamping: status.f_bavail).multipliedReportingOverflow(
        by: Int(clamping: status.f_frsize))
    return overflow ? .max : bytes
}
