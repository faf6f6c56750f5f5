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
