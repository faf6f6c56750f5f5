import Clibgit2
import Glibc

/// A transfer, in the process that carries it out.
///
/// It has no time limits, so it must run in a process that can be killed.
package struct Transfer {
    let request: TransferRequest
    let repository: Repository
    let address: RemoteAddress
    private let signs: SignsOfLife
    /// The address of an http remote, with its user.
    private let web: WebAddress?
    private let proxy: WebProxy?
    private let credentials: Credentials
    private let proxyCredentials: Credentials?

    /// Carries out a request, and returns its outcome; never throws.
    ///
    /// - Parameter report: Called with each report except the last.
    package static func run(
        _ request: TransferRequest, in environment: Environment,
        report: @escaping (TransferReport) -> Void = { _ in }
    ) -> TransferOutcome {
        do throws(GitError) {
            let transfer = try Transfer(request, in: environment, signs: SignsOfLife(report))
            switch request.action {
            case .list: return try transfer.list()
            case .fetch(let branch, let reference, let folder):
                return try transfer.fetch(branch, reference, folder: folder)
            case .push(let commit, let branch, let mayCreate):
                return try transfer.push(commit, branch, mayCreate: mayCreate)
            }
        } catch {
            if case .rejected(let words) = error.kind { return .rejected(words: words) }
            return .failed(error.asDamage)
        }
    }

    private init(
        _ request: TransferRequest, in environment: Environment, signs: SignsOfLife
    ) throws(GitError) {
        self.request = request
        self.signs = signs
        address = try RemoteAddress(request.url)
        guard !address.isExposed || request.allowsExposed else {
            let name = if case .git = address { "git://" } else { "http" }
            throw GitError(
                .unencrypted(protocol: name), "reach \(RemoteAddress.withoutSecrets(request.url))")
        }
        let repository = try Repository.open(
            at: request.repository, in: environment, database: nil, isForTransfer: true)
        self.repository = repository
        try Library.keepNoObjects()
        guard case .http = address, let web = WebAddress(request.url) else {
            (self.web, proxy, proxyCredentials, extraHeaders) = (nil, nil, nil, [])
            credentials = Credentials(nil, for: repository)
            return
        }
        self.web = web
        let settings = WebSettings(repository.configuration, for: web)
        let proxy = try WebProxy.find(for: web, settings) { environment[$0] }
        self.proxy = proxy
        extraHeaders = try settings.strings("extraHeader")
        credentials = Credentials(web, for: repository)
        proxyCredentials = proxy.map {
            Credentials($0.address, for: repository, isProxy: true)
        }
        try Self.useCertificates(settings, environment)
    }

    /// Returns text without the address and its passwords.
    func withoutSecrets(_ text: String) -> String {
        TransferSecrets(url: request.url, web: web, proxy: proxy?.address).removed(from: text)
    }

    /// The address for libgit2, without name and password, which libgit2 would send to any
    /// redirect target.
    var url: String { web?.bare ?? request.url }
    /// The lines of `http.extraHeader` for this address.
    let extraHeaders: [String]
    /// The same for the proxy; nil if none is used.
    var proxyURL: String? { proxy?.url }

    private func list() throws(GitError) -> TransferOutcome {
        let (heads, head) = try references()
        return .listed(heads, head: head)
    }

    /// Returns the remote's branches, and the branch of its HEAD.
    func references() throws(GitError) -> ([String: ObjectID], String?) {
        let connection = try TransferConnection(self, GIT_DIRECTION_FETCH)
        return try connection.references()
    }

    /// Returns a new session, with its own spawned program if it needs one.
    func session() throws(GitError) -> TransferSession {
        let signs = signs
        let connection = try command().map { command in
            ExecConnection(command) { bytes in
                signs.connect()
                signs.give(0)
            }
        }
        return TransferSession(
            connection: connection, credentials: credentials.again(),
            proxyCredentials: proxyCredentials?.again(), configuration: repository.configuration,
            endpoint: (web ?? proxy?.address).map { "\($0.host):\($0.port)" } ?? "",
            byteLimit: request.byteLimit, signs: signs)
    }

    /// Returns the program that reaches the remote; nil if libgit2 does so itself.
    func command() throws(GitError) -> ExecCommand? {
        let environment = repository.environment
        let configured = try repository.configuration.string("core.sshCommand")
        return ExecCommand(
            address, folder: folder,
            shell: environment["GIT_SSH_COMMAND"] ?? configured, program: environment["GIT_SSH"],
            connectSeconds: request.connectSeconds, environment: environment)
    }

    /// The folder from which the relative path of a remote is resolved: the main working tree,
    /// which shares its configuration with the linked ones, else the own one.
    private var folder: String {
        guard case .local(let path) = address, !path.hasPrefix("/"), repository.isLinkedWorktree,
            let main = repository.mainWorkTree
        else { return repository.workTree }
        let isOwn =
            access(main + path, F_OK) != 0 && access(repository.workTree + path, F_OK) == 0
        return isOwn ? repository.workTree : main
    }

    /// Reports that a connection without a spawned program is established.
    func noteConnected() { signs.connect() }

    /// Uses the user's own certificates, or else this machine's.
    private static func useCertificates(
        _ settings: WebSettings, _ environment: Environment
    ) throws(GitError) {
        let (ownFile, ownFolder) = (try settings.path("sslCAInfo"), try settings.path("sslCAPath"))
        let own = TrustedCertificates(
            file: environment["GIT_SSL_CAINFO"] ?? ownFile,
            folder: environment["GIT_SSL_CAPATH"] ?? ownFolder,
            source: "http.sslCAInfo or GIT_SSL_CAINFO")
        TLSStream.use(try TLSContext(own ?? .ofMachine { environment[$0] }))
    }
}

/// The address and the passwords of a transfer, which no message may contain.
struct TransferSecrets {
    /// The address of the remote, as it is configured.
    let url: String
    /// The same, if it is a web address.
    let web: WebAddress?
    let proxy: WebAddress?

    /// Returns text of a server or of libgit2 without these secrets.
    func removed(from text: String) -> String {
        let shown = RemoteAddress.withoutSecrets(url)
        var text = text
        for address in [url, web?.bare ?? url] where shown != address {
            text = text.replacingBytes(of: address, with: shown)
        }
        for hidden in ShownAddress(url).hiddenTexts {
            text = text.replacingBytes(of: hidden, with: "…")
        }
        // The host of a malformed address may be part of a password.
        let host = shown.contains(web?.host ?? "") ? nil : web?.host
        for secret in [web?.password, proxy?.password, host].compactMap({ $0 })
        where secret.utf8.count > 3 {
            text = text.replacingBytes(of: secret, with: "…")
        }
        return text
    }
}

/// The message that a transfer writes into the reflog of the references that it moves.
///
/// The messages are a format, like every message that begins with `pmd: `: the meaning of a
/// released one never changes.
package enum TransferMark: String, CaseIterable, Sendable {
    /// A fetched commit gets its reference.
    case fetch = "pmd: fetch"
    /// The reference of a commit that was pushed is removed.
    case pushed = "pmd: pushed"
    /// The reference of a push that was killed is removed.
    case leftOver = "pmd: left over"

    /// The message of the reflog entry.
    package var message: String { rawValue }
}

extension Transfer {
    /// Fetches a branch of the remote into a local reference.
    ///
    /// Received objects stay in a quarantine until they are checked.
    ///
    /// - Parameter folder: The folder of the board, whose size is limited.
    func fetch(
        _ branch: String, _ reference: String, folder: String
    ) throws(GitError) -> TransferOutcome {
        let quarantine = try Quarantine(for: repository)
        let connection = try TransferConnection(
            self, GIT_DIRECTION_FETCH, into: quarantine.repository)
        let (heads, _) = try connection.references()
        guard !heads.isEmpty else { return .emptyRemote }
        guard let commit = heads[branch] else { return .missingBranch }
        try connection.download(branch)
        if try !hasTaken(commit) {
            var check = ArrivalCheck(quarantine.repository, before: repository)
            try check.look(at: commit, folder: Array(folder.utf8))
            try quarantine.install()
        }
        try set(reference, to: commit)
        return .fetched(commit)
    }

    /// Returns true if the checked-out branch already contains the commit.
    private func hasTaken(_ commit: ObjectID) throws(GitError) -> Bool {
        guard repository.contains(commit), let head = try repository.head().commit else {
            return false
        }
        if commit == head { return true }
        return try repository.isAncestor(commit, of: head)
    }

    /// Sets a reference, which another transfer may be setting at the same time.
    func set(_ reference: String, to commit: ObjectID) throws(GitError) {
        var timeout = Timeout(seconds: 5)
        while true {
            let old = try repository.reference(reference)
            guard old != commit else { return }
            do throws(GitError) {
                return try repository.move(
                    reference: reference, from: old, to: commit, message: TransferMark.fetch.message
                )
            } catch {
                guard error.kind == .changedMeanwhile, timeout.wait() else { throw error }
            }
        }
    }
}

extension Transfer {
    /// Moves a branch of the remote to a newer commit.
    ///
    /// libgit2's function always returns 0: only the server's status of the reference counts, and
    /// the remote's state when it is queried again.
    func push(
        _ commit: ObjectID, _ branch: String, mayCreate: Bool
    ) throws(GitError) -> TransferOutcome {
        guard repository.contains(commit) else {
            throw GitError(.noSuchCommit, "push \(commit)")
        }
        if let outcome = try send(commit, branch, mayCreate: mayCreate) { return outcome }
        let (heads, _) = try references()
        return heads[branch] == commit ? .pushed : .lostRace
    }

    /// Returns nil if the server accepted the push, or did not answer.
    private func send(
        _ commit: ObjectID, _ branch: String, mayCreate: Bool
    ) throws(GitError) -> TransferOutcome? {
        let connection = try TransferConnection(self, GIT_DIRECTION_PUSH)
        let (heads, _) = try connection.references()
        if let current = heads[branch] {
            guard current != commit else { return .upToDate }
            guard repository.contains(current),
                try repository.isAncestor(current, of: commit)
            else { return .lostRace }
        } else if !mayCreate {
            return heads.isEmpty ? .emptyRemote : .missingBranch
        }
        do throws(GitError) {
            try withReference(to: commit) { name throws(GitError) in
                try connection.upload(name, branch)
            }
        } catch {
            if error.kind == .changedMeanwhile { return .lostRace }
            throw error
        }
        guard case .some(.some(let status)) = connection.session.statuses[branch] else {
            return nil
        }
        return Self.refusal(status, connection.session.remoteWords)
    }

    /// Runs a body with a reference to a commit: libgit2 sends only commits of references.
    private func withReference(
        to commit: ObjectID, _ body: (String) throws(GitError) -> Void
    ) throws(GitError) {
        try repository.removeLeftReferences()
        let folder = repository.pusherFolder
        guard mkdir(folder, 0o777) == 0 || UseLock.isFolder(folder) else {
            throw GitError(errno: errno, "make \(folder)")
        }
        let pusher = try LockedFolder(
            in: folder, Repository.pusher, for: "make \(folder)/\(Repository.pusher)")
        // The folder must outlive the reference.
        defer { withExtendedLifetime(pusher) {} }
        let name = "refs/pmd/\(pusher.path.dropFirst(folder.count + 1))-\(commit)"
        try set(name, to: commit)
        let result = Result { () throws(GitError) in try body(name) }
        // The server's result counts: the next push removes a reference that remains.
        _ = forget(name, commit) || forget(name, commit)
        try result.get()
    }

    /// - Returns: True if the reference is gone.
    private func forget(_ name: String, _ commit: ObjectID) -> Bool {
        do throws(GitError) {
            try repository.move(
                reference: name, from: commit, to: nil, message: TransferMark.pushed.message)
            return true
        } catch {
            return false
        }
    }

    /// Returns the outcome of a refused push. Servers report a lost race in different words.
    ///
    /// - Parameter words: The other output of the remote, in lines that are safe to print.
    static func refusal(_ status: String, _ words: [String]) -> TransferOutcome {
        let lower = status.lowercased()
        let races = [
            "failed to update ref", "fetch first", "non-fast-forward", "stale info",
            "already exists", "incorrect old value", "failed to lock", "cannot lock ref",
            "reference changed",
        ]
        if races.contains(where: lower.contains) { return .lostRace }
        let lines = QuotedWords.lines(status) + words
        // Not a refusal, but a disk failure of the server.
        let failures = ["unable to migrate objects", "unpacker error", "missing necessary objects"]
        guard failures.contains(where: lower.contains) else {
            return .rejected(words: lines.joined(separator: "\n"))
        }
        let isFull = lines.contains { $0.lowercased().contains("no space left on device") }
        var error = GitError(isFull ? .remoteDiskFull : .notStoredByRemote, "push to the remote")
        error.quoted = lines
        return .failed(error)
    }
}
