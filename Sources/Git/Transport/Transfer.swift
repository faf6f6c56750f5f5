import Clibgit2

/// A conversation with a remote, in the process that does it.
///
/// Nothing here has a time limit: it belongs into a process that can be killed.
package struct Transfer {
    let request: TransferRequest
    let repository: Repository
    let address: RemoteAddress
    private let signs: SignsOfLife

    /// Does what a request asks, and answers how it ended; never throws.
    ///
    /// - Parameter report: Called with what happens, but not with the end.
    package static func run(
        _ request: TransferRequest, report: @escaping (TransferReport) -> Void = { _ in }
    ) -> TransferOutcome {
        do throws(GitError) {
            let transfer = try Transfer(request, SignsOfLife(report))
            switch request.action {
            case .list: return try transfer.list()
            case .fetch(let branch, let reference): return try transfer.fetch(branch, reference)
            case .push(let commit, let branch, let mayCreate):
                return try transfer.push(commit, branch, mayCreate: mayCreate)
            }
        } catch {
            if case .rejected(let words) = error.kind { return .rejected(words: words) }
            return .failed(error)
        }
    }

    private init(_ request: TransferRequest, _ signs: SignsOfLife) throws(GitError) {
        self.request = request
        self.signs = signs
        address = try RemoteAddress(request.url)
        guard !address.isExposed || request.allowsExposed else {
            throw GitError(
                .unsupported, "reach \(RemoteAddress.withoutPassword(request.url))",
                "everybody on the way could read and change what is sent",
                advice: "Use https:// or ssh://, or allow it in this clone: "
                    + "git config pmd.allowHttp true")
        }
        repository = try Repository.open(at: request.repository)
        try useOwnCertificates()
    }

    private func list() throws(GitError) -> TransferOutcome {
        let (heads, head) = try references()
        return .listed(heads, head: head)
    }

    /// The remote's branches, and the one that its HEAD is on.
    func references() throws(GitError) -> ([String: ObjectID], String?) {
        let connection = try TransferConnection(self, GIT_DIRECTION_FETCH)
        return try connection.references()
    }

    /// A fresh session with its own spawned program, where one is needed.
    func session() throws(GitError) -> TransferSession {
        let configuration = repository.configuration
        let configured = try configuration.string("core.sshCommand")
        let shell = environment("GIT_SSH_COMMAND") ?? configured
        let command = ExecCommand(
            address, folder: repository.workTree, shell: shell, program: environment("GIT_SSH"),
            connectSeconds: request.connectSeconds)
        let signs = signs
        let connection = command.map { command in
            ExecConnection(command) { bytes in
                signs.connect()
                signs.give(0)
            }
        }
        return TransferSession(
            connection: connection,
            credentials: connection == nil
                ? Credentials(url: request.url, folder: repository.workTree) : nil,
            byteLimit: request.byteLimit, signs: signs)
    }

    /// Called when a connection without a spawned program stands.
    func noteConnected() { signs.connect() }

    /// The person's own certificates, which libgit2 does not read by itself.
    private func useOwnCertificates() throws(GitError) {
        guard case .http(_, isSecure: true) = address else { return }
        let configured = try repository.configuration.string("http.sslCAInfo")
        guard let file = environment("GIT_SSL_CAINFO") ?? configured, !file.isEmpty else { return }
        try check("read the certificates in \(file)", pmd_git_set_certificates(file, nil))
    }
}
