import Glibc

extension GitError {
    /// The closed list of faults that this module itself detects in a remote or a transfer, with
    /// the facts. Messages of a remote, a program or a library are quoted.
    enum TransportReason: Equatable {
        // Addresses and proxies
        case malformedAddress(AddressFault)
        case unknownProtocol(String)
        /// An address without encryption, which `pmd.allowHttp` does not allow.
        case unencrypted(protocol: String)
        case malformedProxy
        case unknownProxyProtocol
        // Programs
        case noProcess(errno: Int32)
        /// A word from elsewhere that a program would parse as an option.
        case optionLikeWord(String)
        case notStartedByPmd
        case missingGit
        // Connections
        case notConnected
        case brokenPipe
        case connectionFailed
        /// The program at the other end ended.
        case closedConnection(exitCode: Int32, isLocal: Bool)
        case endlessList(limit: Int)
        case errorResponse
        case redirected
        case invalidResponse(words: String?)
        /// The remote answers, but not like a git server.
        case otherProtocol
        /// The names of the remote's objects are not SHA-1.
        case otherObjectFormat
        case deadlinePassed(Deadline)
        case interrupted(Interruption)
        case noOutcome
        // Identity
        /// - Parameters:
        ///   - name: The name under which the key is stored.
        ///   - files: The files that hold the former key.
        ///   - accept: The command that accepts the new one.
        case hostKeyChanged(name: String, key: String, files: [String], accept: String)
        case hostKeyUnknown(host: String, key: String, accept: String)
        /// ssh seems to have refused the host key.
        ///
        /// - Parameter login: The command that connects once.
        case hostKeyRefused(login: String)
        case certificateRefused(words: String, endpoint: String, fingerprint: String)
        /// - Parameter source: The settings that specify the certificates.
        case unreadableCertificates(CertificateFileFault, source: String?)
        case noTLS(TLSFailure)
        // Access
        /// No name and password are sent to the remote or to the proxy.
        case credentialsRefused(CredentialFault, isProxy: Bool)
        case loginRefused(login: String?)
        case accessDenied
        /// - Parameter path: The folder of a remote on this machine.
        case foreignRemote(path: String?)
        case noRepository
        // Commits
        case noSuchCommit
        case remoteDiskFull
        case notStoredByRemote
        /// A web server answered 413.
        case pushTooLarge
        /// A web server answered 429, and may have specified a time to wait.
        case tooManyRequests(seconds: Int?)
        case moreThanAllowed
        case tooMuchMemory(limit: Int)
        case incompleteCommits(words: String)
        case tooManyEntries(limit: Int)
    }

    /// The reason why an address cannot be parsed.
    enum AddressFault: Equatable {
        case emptyOrControlCharacters
        case tooLong(limit: Int)
        case missingHost
        case missingOrOptionLikeHost
        case hostCharacter
        case missingOrOptionLikePath
        case port
        case passwordForSSH
        /// `user:password@host:path`, or a scheme with too few slashes.
        case misspelledPassword
    }

    /// The reason why a file or folder of trusted certificates cannot be read.
    enum CertificateFileFault: Equatable {
        case system(errno: Int32)
        case tls(TLSFailure)
    }

    /// The reason why no name and password are sent.
    enum CredentialFault: Equatable {
        /// Something other than a name and password is requested.
        case unsupportedKind
        /// The request comes from a scheme, host or port that differs from the address.
        case otherHost
        /// They were sent, but are requested again.
        case notAccepted
        /// Neither the address nor a credential helper has them.
        ///
        /// - Parameter hostAndPort: The server in the form for credential helpers.
        case noneStored(_ hostAndPort: String)
    }

    /// A time limit that a transfer exceeded, in seconds.
    enum Deadline: Equatable {
        case total(Double)
        case connect(Double)
        case idle(Double)
    }

    /// The way in which the process of a transfer ended without an outcome.
    enum Interruption: Equatable {
        case system(errno: Int32)
        case cancelled
        case exit(code: Int32, words: [String])
    }

    /// An error of a transfer.
    init(_ reason: TransportReason, _ operation: String) {
        self.init(
            reason.kind, operation, reason.sentence, advice: reason.advice,
            korean: (reason.korean, reason.koreanAdvice))
    }

    /// Replaces kind, message and advice with those of a reason. The quotation and libgit2's code
    /// are kept.
    mutating func become(_ reason: TransportReason) {
        (kind, message, advice) = (reason.kind, reason.sentence, reason.advice)
        (koreanMessage, koreanAdvice) = (reason.korean, reason.koreanAdvice)
    }
}

extension GitError.TransportReason {
    var kind: GitError.Kind {
        switch self {
        case .malformedAddress, .malformedProxy, .notStartedByPmd, .optionLikeWord:
            .invalid
        case .unknownProtocol, .unencrypted, .unknownProxyProtocol, .redirected,
            .otherObjectFormat, .otherProtocol:
            .unsupported
        case .noProcess: .locked
        case .noSuchCommit, .noRepository, .missingGit: .notFound
        case .closedConnection(_, let isLocal): isLocal ? .inputOutput : .offline
        case .notConnected, .brokenPipe, .connectionFailed, .endlessList, .errorResponse,
            .invalidResponse, .interrupted, .notStoredByRemote, .incompleteCommits:
            .offline
        case .deadlinePassed: .timedOut
        case .hostKeyChanged, .hostKeyUnknown, .hostKeyRefused, .certificateRefused,
            .unreadableCertificates:
            .untrusted
        case .loginRefused, .credentialsRefused: .authentication
        case .accessDenied, .foreignRemote, .pushTooLarge: .notAllowed
        case .tooManyRequests: .limited
        case .remoteDiskFull: .noSpace
        case .moreThanAllowed, .tooMuchMemory, .tooManyEntries: .tooLarge
        case .noOutcome, .noTLS: .other
        }
    }

    var sentence: String {
        switch self {
        case .malformedAddress(let fault): fault.sentence
        case .unknownProtocol(let name): "'\(name)' is not a known protocol"
        case .unencrypted(let name):
            "\(name) is not encrypted: others on the network can read and change what is sent"
        case .malformedProxy: "it is not a proxy address"
        case .unknownProxyProtocol: "only http proxies are supported"
        case .noProcess(let number): "no process can be started here: \(systemMessage(number))"
        case .optionLikeWord(let word):
            "the program would parse '\(QuotedWords.visible(word))' as an option, so pmd does not pass it on"
        case .notStartedByPmd: "only pmd itself runs this command"
        case .missingGit: "git is not installed there"
        case .notConnected: "the connection is closed"
        case .brokenPipe: systemMessage(EPIPE)
        case .connectionFailed: "the connection failed"
        case .closedConnection(let code, _): "it closed the connection (exit code \(code))"
        case .endlessList(let limit): "its list of references is larger than \(limit >> 20) MiB"
        case .errorResponse: "it reported an error"
        case .redirected: "it redirects to another address"
        case .invalidResponse(nil): "it sent an invalid response"
        case .invalidResponse(let words?): "it sent an invalid response: \(words)"
        case .otherProtocol: "it does not respond like a git server"
        case .otherObjectFormat:
            "its object names are SHA-256, but this repository's are SHA-1"
        case .deadlinePassed(let deadline): deadline.sentence
        case .interrupted(let interruption): "the transfer was interrupted: \(interruption.words)"
        case .noOutcome: "it ended without a result"
        case .hostKeyChanged(let name, let key, _, _):
            "the host key of \(QuotedWords.visible(name)) has changed; it is now \(key)"
        case .hostKeyUnknown(let host, let key, _):
            "the host key of \(QuotedWords.visible(host)) is unknown here; it is \(key)"
        case .hostKeyRefused: "ssh seems to have rejected its host key"
        case .certificateRefused(let words, _, let fingerprint):
            "its certificate is not trusted: \(words). Its SHA-256 fingerprint is \(fingerprint)"
        case .unreadableCertificates(.system(let number), _): systemMessage(number)
        case .unreadableCertificates(.tls(let failure), _), .noTLS(let failure):
            failure.sentence ?? "TLS failed"
        case .credentialsRefused(let fault, let isProxy):
            fault.sentence(of: isProxy ? "the proxy" : "the remote")
        case .loginRefused: "it rejected the login"
        case .accessDenied: "access is denied"
        case .foreignRemote: "it belongs to another user"
        case .noRepository: "there is no repository at that address"
        case .noSuchCommit: "there is no such commit here"
        case .remoteDiskFull: "the disk there is full"
        case .notStoredByRemote: "it could not store what was sent"
        case .pushTooLarge: "the push is larger than the server accepts (HTTP 413)"
        case .tooManyRequests(nil): "the server limits the number of requests (HTTP 429)"
        case .tooManyRequests(let seconds?):
            "the server limits the number of requests (HTTP 429) and asks you to wait "
                + (seconds < 120 ? "\(seconds) s" : "\((seconds + 59) / 60) minutes")
        case .moreThanAllowed: "it sent more data than the limit allows"
        case .tooMuchMemory(let limit):
            "its data needs more memory than the limit of \(limit >> 20) MiB"
        case .incompleteCommits(let words):
            "they are incomplete or corrupt: \(words)"
        case .tooManyEntries(let limit): "the board has \(limit) files and folders or more"
        }
    }

    /// Advice for the user; nil if the sentence suffices.
    var advice: String? {
        switch self {
        case .malformedAddress(let fault): fault.advice
        case .unknownProtocol: "Use https://, ssh:// or the path of a folder."
        case .unencrypted:
            "Use https:// or ssh://, or allow it in this clone (with --global, everywhere): "
                + "git config pmd.allowHttp true"
        case .malformedProxy: "Write it as http://host:port."
        case .unknownProxyProtocol:
            "To use another kind of proxy, connect by ssh with ProxyCommand."
        case .noProcess: "Try again when fewer processes run, or raise 'ulimit -u'."
        case .missingGit: "Install git at the remote."
        case .endlessList, .deadlinePassed, .interrupted, .invalidResponse, .tooManyRequests:
            "Try again later."
        case .otherProtocol:
            "Check the address. Over http, the server must speak git's smart protocol; over ssh, "
                + "the login must print nothing."
        case .otherObjectFormat:
            "Use a remote that was created with git init --bare --object-format=sha1"
        case .pushTooLarge:
            "Raise its limit (client_max_body_size in nginx), or push by ssh."
        case .redirected, .credentialsRefused(.otherHost, _):
            "If the repository has moved, set the new address: git remote set-url NAME URL"
        case .credentialsRefused: GitError.adviceOnCredentials
        case .hostKeyChanged(let name, _, let files, let accept):
            "It may be another machine. If you know that this is the right key: "
                + files.map {
                    "ssh-keygen -f \(shellQuoted($0)) -R \(shellQuoted(name)) && "
                }.joined() + accept
        case .hostKeyUnknown(_, _, let accept): "If that is the right key, accept it: \(accept)"
        case .hostKeyRefused(let login):
            "Connect once by hand and compare the fingerprint: \(login)"
        case .certificateRefused(_, let endpoint, let fingerprint):
            "If it is the right one, accept it: git config --global --add "
                + "\(Certificate.setting) \(shellQuoted("\(endpoint) \(fingerprint)")). If your "
                + "own authority signed it: git config --global "
                + shellQuoted("http.https://\(endpoint)/.sslCAInfo") + " FILE"
        case .unreadableCertificates(_, let source): source.map { "This path is set by \($0)." }
        case .loginRefused(let login):
            login.map { "Add the key to the agent (ssh-add), then try: \($0)" }
        case .foreignRemote(let path):
            path.map {
                "If you trust it: git config --global --add safe.directory " + shellQuoted($0)
            }
        case .noRepository: "Check the address with 'git remote -v'."
        case .tooMuchMemory: "Nothing was accepted, and nothing changed here."
        case .incompleteCommits:
            "Try again later; if it fails again, run git fsck at the remote."
        case .tooManyEntries:
            "Nothing was accepted, and nothing changed here. Remove them from the remote's "
                + "branch, then sync again."
        case .optionLikeWord, .notStartedByPmd, .notConnected, .brokenPipe, .connectionFailed,
            .closedConnection, .errorResponse, .noOutcome, .noTLS, .accessDenied, .noSuchCommit,
            .remoteDiskFull, .notStoredByRemote, .moreThanAllowed:
            nil
        }
    }
}

extension GitError.AddressFault {
    fileprivate var sentence: String {
        switch self {
        case .emptyOrControlCharacters: "it is empty or contains control characters"
        case .tooLong(let limit): "it is longer than \(limit) bytes"
        case .missingHost: "the host is missing"
        case .missingOrOptionLikeHost: "the host begins with '-' or is missing"
        case .hostCharacter: "the host name contains an invalid character"
        case .missingOrOptionLikePath: "the path begins with '-' or is missing"
        case .port: "the port is not a number from 1 to 65535"
        case .passwordForSSH:
            "ssh takes no password in an address: use a key (ssh-keygen, ssh-copy-id)"
        case .misspelledPassword: "it looks like a URL with a password, but is malformed"
        }
    }

    fileprivate var advice: String? {
        switch self {
        case .misspelledPassword: "Use https://host/path, ssh://user@host/path or user@host:path."
        case .emptyOrControlCharacters, .tooLong, .missingHost, .missingOrOptionLikeHost,
            .hostCharacter, .missingOrOptionLikePath, .port, .passwordForSSH:
            nil
        }
    }
}

extension GitError {
    /// The advice for a remote that needs a name and password.
    static let adviceOnCredentials =
        "Store a user name and password: git credential approve, or set credential.helper"
}

extension GitError.CredentialFault {
    fileprivate func sentence(of server: String) -> String {
        switch self {
        case .unsupportedKind: "\(server) asks for an unsupported kind of credentials"
        case .otherHost:
            "\(server) redirects to another host, which asks for a user name and password"
        case .notAccepted: "\(server) rejected the user name and password"
        case .noneStored(let hostAndPort): "no user name and password are stored for \(hostAndPort)"
        }
    }
}

extension GitError.Deadline {
    fileprivate var sentence: String {
        switch self {
        case .total(let seconds): "not finished after \(words(seconds))"
        case .connect(let seconds): "no answer within \(words(seconds))"
        case .idle(let seconds): "no data for \(words(seconds))"
        }
    }

    private func words(_ seconds: Double) -> String { "\(number(seconds)) s" }

    func number(_ seconds: Double) -> String {
        seconds == seconds.rounded() && seconds < 1e9 ? "\(Int(seconds))" : "\(seconds)"
    }
}

extension GitError.Interruption {
    fileprivate var words: String {
        switch self {
        case .system(let number): systemMessage(number)
        case .cancelled: "it was cancelled"
        case .exit(let code, []): "exit code \(code)"
        case .exit(_, let words): words.joined(separator: "; ")
        }
    }
}
