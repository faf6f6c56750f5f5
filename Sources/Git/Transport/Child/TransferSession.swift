import Clibgit2
import Synchronization

/// The state that libgit2's callbacks read and change during one connection.
final class TransferSession {
    /// The spawned program; nil if libgit2 reaches the remote itself.
    let connection: ExecConnection?
    private let credentials: Credentials
    private let proxyCredentials: Credentials?
    private let configuration: Configuration
    private let endpoint: String
    private let byteLimit: Int
    private let signs: SignsOfLife
    private var remoteText: [UInt8] = []

    /// The server's refusal of each pushed reference; nil if it was accepted.
    private(set) var statuses: [String: String?] = [:]
    /// True if the remote sent more than the request allows.
    private(set) var isPastLimit = false
    /// The server's certificate, if it is refused.
    private(set) var certificate: Certificate?

    /// - Parameter endpoint: The server whose certificate is checked, `host:port`.
    init(
        connection: ExecConnection?, credentials: Credentials, proxyCredentials: Credentials?,
        configuration: Configuration, endpoint: String, byteLimit: Int, signs: SignsOfLife
    ) {
        self.connection = connection
        self.credentials = credentials
        self.proxyCredentials = proxyCredentials
        self.configuration = configuration
        self.endpoint = endpoint
        self.byteLimit = byteLimit
        self.signs = signs
    }

    /// Returns the session of a callback.
    static func from(_ payload: UnsafeMutableRawPointer) -> TransferSession {
        Unmanaged<TransferSession>.fromOpaque(payload).takeUnretainedValue()
    }

    /// The output of the remote, mostly of a hook, in lines that are safe to print.
    var remoteWords: [String] {
        let text = String(decoding: remoteText, as: UTF8.self)
        return QuotedWords.lines(text + "\n" + (connection?.words ?? ""))
    }

    /// The reason why the remote or its proxy got no name and password; nil if none was refused.
    var credentialRefusal: GitError.TransportReason? {
        credentials.refusal ?? proxyCredentials?.refusal
    }

    /// Reports to the credential helper whether the name and password were accepted.
    func settleCredentials(isAccepted: Bool) { credentials.settle(isAccepted: isAccepted) }

    /// Returns callbacks that report to this session, which must outlive the remote.
    func callbacks() throws(GitError) -> git_remote_callbacks {
        var callbacks = git_remote_callbacks()
        try check(
            "prepare a transfer",
            git_remote_init_callbacks(&callbacks, UInt32(GIT_REMOTE_CALLBACKS_VERSION)))
        callbacks.payload = Unmanaged.passUnretained(self).toOpaque()
        if connection != nil { callbacks.transport = ExecTransport.create }
        callbacks.sideband_progress = { text, count, payload in
            guard let payload, let text else { return 0 }
            TransferSession.from(payload).take(text: text, count: Int(count))
            return 0
        }
        callbacks.transfer_progress = { progress, payload in
            guard let payload, let progress else { return 0 }
            // The pack has begun: objects read from here on complete it.
            ReadableObject.givesStored.store(true, ordering: .relaxed)
            return TransferSession.from(payload).take(bytes: progress.pointee.received_bytes)
        }
        callbacks.pack_progress = { stage, _, _, payload in
            // All objects were found; objects read from here on are put into the pack.
            if stage == Int32(GIT_PACKBUILDER_DELTAFICATION.rawValue) {
                ReadableObject.givesStored.store(true, ordering: .relaxed)
            }
            if let payload { TransferSession.from(payload).signs.give(0) }
            return 0
        }
        callbacks.push_transfer_progress = { _, _, count, payload in
            if let payload { TransferSession.from(payload).signs.give(count) }
            return 0
        }
        callbacks.push_update_reference = { name, status, payload in
            guard let payload, let name else { return 0 }
            TransferSession.from(payload).statuses[String(cString: name)] =
                .some(status.map { String(cString: $0) })
            return 0
        }
        callbacks.credentials = { out, url, user, allowed, payload in
            guard let payload, let url else { return GIT_PASSTHROUGH.rawValue }
            return TransferSession.from(payload).credentials.answer(
                out, url: String(cString: url), user: user.map { String(cString: $0) }, allowed)
        }
        callbacks.certificate_check = { certificate, isValid, _, payload in
            guard isValid == 0, let certificate, let payload else {
                return GIT_PASSTHROUGH.rawValue
            }
            return TransferSession.from(payload).judge(certificate)
        }
        return callbacks
    }

    /// Returns the options for a proxy's address; nil if there is no proxy.
    func proxy(_ address: UnsafePointer<CChar>?) throws(GitError) -> git_proxy_options {
        var options = git_proxy_options()
        try check(
            "prepare a transfer",
            git_proxy_options_init(&options, UInt32(GIT_PROXY_OPTIONS_VERSION)))
        options.type = address == nil ? GIT_PROXY_NONE : GIT_PROXY_SPECIFIED
        options.url = address
        options.payload = Unmanaged.passUnretained(self).toOpaque()
        options.credentials = { out, _, user, allowed, payload in
            guard let payload, let proxy = TransferSession.from(payload).proxyCredentials else {
                return GIT_PASSTHROUGH.rawValue
            }
            return proxy.answer(out, url: nil, user: user.map { String(cString: $0) }, allowed)
        }
        options.certificate_check = { certificate, isValid, _, payload in
            guard isValid == 0, let certificate, let payload else {
                return GIT_PASSTHROUGH.rawValue
            }
            return TransferSession.from(payload).judge(certificate)
        }
        return options
    }

    /// Decides on an unverified certificate: the user may have accepted it.
    private func judge(_ certificate: UnsafeMutablePointer<git_cert>) -> Int32 {
        guard certificate.pointee.cert_type == GIT_CERT_X509 else {
            return GIT_PASSTHROUGH.rawValue
        }
        let own = UnsafeRawPointer(certificate).assumingMemoryBound(to: git_cert_x509.self)
        let shown = Certificate(own, endpoint: endpoint)
        do throws(GitError) {
            if try shown.isTrusted(configuration) { return 0 }
        } catch {
            // Without a readable configuration no certificate is trusted.
        }
        self.certificate = shown
        return GIT_PASSTHROUGH.rawValue
    }

    private func take(text: UnsafePointer<CChar>, count: Int) {
        let bytes = UnsafeRawBufferPointer(start: text, count: max(0, count))
        remoteText = (remoteText + bytes).suffix(16_384)
        signs.give(0)
    }

    private func take(bytes: Int) -> Int32 {
        signs.give(bytes)
        guard bytes > byteLimit else { return 0 }
        isPastLimit = true
        git_error_set_str(
            Int32(GIT_ERROR_CALLBACK.rawValue), "the remote sent more than the limit allows")
        return GIT_EUSER.rawValue
    }
}

/// Reports to the waiting process that the transfer is making progress, no more often than needed.
final class SignsOfLife {
    private let emit: (TransferReport) -> Void
    private var isConnected = false
    private var last = 0.0
    private var total = 0

    init(_ emit: @escaping (TransferReport) -> Void) { self.emit = emit }

    /// Reports that the remote answered.
    func connect() {
        guard !isConnected else { return }
        isConnected = true
        emit(.connected)
    }

    /// - Parameter bytes: The number of bytes transferred so far; 0 if unknown.
    func give(_ bytes: Int) {
        total = max(total, bytes)
        let now = Timeout.now()
        guard isConnected, now - last >= 0.25 else { return }
        last = now
        emit(.progress(bytes: total))
    }
}
