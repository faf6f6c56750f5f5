import Clibgit2
import Glibc
import Synchronization

/// One connection of a transfer, for fetching or for pushing.
final class TransferConnection {
    // The first property is released first: libgit2 uses the session until its end.
    private let remote: Handle<RemoteKind>
    let session: TransferSession
    private let transfer: Transfer
    /// The address of the proxy, which must live as long as libgit2 may use it.
    private let proxy: OwnedString?
    private var phase = Phase.connecting

    private enum Phase { case connecting, receiving, sending }

    /// - Parameter repository: The repository that receives objects; nil for the transfer's own.
    init(
        _ transfer: Transfer, _ direction: git_direction, into repository: Repository? = nil
    ) throws(GitError) {
        self.transfer = transfer
        session = try transfer.session()
        proxy = transfer.proxyURL.map { OwnedString($0) }
        remote = try Self.remote(transfer, repository ?? transfer.repository)
        var options = git_remote_connect_options()
        try check(
            "prepare a transfer",
            git_remote_connect_options_init(
                &options, UInt32(GIT_REMOTE_CONNECT_OPTIONS_VERSION)))
        options.callbacks = try session.callbacks()
        options.proxy_opts = try session.proxy(proxy?.pointer)
        options.follow_redirects = GIT_REMOTE_REDIRECT_NONE
        let code = withExtraHeaders {
            options.custom_headers = $0
            return git_remote_connect_ext(remote.pointer, direction, &options)
        }
        try checkTransfer(code)
        transfer.noteConnected()
        session.settleCredentials(isAccepted: true)
    }

    deinit { git_remote_disconnect(remote.pointer) }

    /// Returns the remote's branches, and the branch of its HEAD.
    func references() throws(GitError) -> ([String: ObjectID], String?) {
        var heads: UnsafeMutablePointer<UnsafePointer<git_remote_head>?>?
        var count = 0
        try checkTransfer(git_remote_ls(&heads, &count, remote.pointer))
        var found: [String: ObjectID] = [:]
        var head: String?
        for index in 0..<count {
            guard let entry = heads?[index]?.pointee, let text = entry.name else { continue }
            let name = String(cString: text)
            if name == "HEAD" { head = entry.symref_target.map { String(cString: $0) } }
            if name.hasPrefix("refs/heads/") { found[name] = ObjectID(entry.oid) }
        }
        return (found, head)
    }

    /// Downloads everything that a branch of the remote reaches.
    func download(_ branch: String) throws(GitError) {
        var options = git_fetch_options()
        try check(
            "prepare a fetch",
            git_fetch_options_init(&options, UInt32(GIT_FETCH_OPTIONS_VERSION)))
        options.callbacks = try session.callbacks()
        options.download_tags = GIT_REMOTE_DOWNLOAD_TAGS_NONE
        options.prune = GIT_FETCH_NO_PRUNE
        options.update_fetchhead = 0
        options.proxy_opts = try session.proxy(proxy?.pointer)
        options.follow_redirects = GIT_REMOTE_REDIRECT_NONE
        phase = .receiving
        defer { ReadableObject.givesStored.store(false, ordering: .relaxed) }
        let code = withRefspec("+\(branch):\(branch)") { refspec in
            withExtraHeaders {
                options.custom_headers = $0
                return git_remote_download(remote.pointer, refspec, &options)
            }
        }
        try checkTransfer(code)
    }

    /// Sends the commit of a reference, and requests a move of the branch to it. The session's
    /// statuses have the server's answer.
    func upload(_ reference: String, _ branch: String) throws(GitError) {
        var options = git_push_options()
        try check(
            "prepare a push", git_push_options_init(&options, UInt32(GIT_PUSH_OPTIONS_VERSION)))
        options.callbacks = try session.callbacks()
        options.proxy_opts = try session.proxy(proxy?.pointer)
        options.follow_redirects = GIT_REMOTE_REDIRECT_NONE
        phase = .sending
        defer { ReadableObject.givesStored.store(false, ordering: .relaxed) }
        let code = withRefspec("\(reference):\(branch)") { refspec in
            withExtraHeaders {
                options.custom_headers = $0
                return git_remote_upload(remote.pointer, refspec, &options)
            }
        }
        try checkTransfer(code, sending: reference)
    }

    /// Throws the first failure of a transfer: the program's, the certificate's or libgit2's.
    ///
    /// - Parameter reference: The reference of this clone that a push sends.
    private func checkTransfer(
        _ code: Int32, sending reference: String? = nil
    ) throws(GitError) {
        guard code < 0 else { return }
        var error = GitError(code, "reach the remote")
        // The remote does not know this name. The reference was just created: if it is not found
        // or invalid, it could not be read.
        if let reference, error.message.contains(reference) {
            error.operation = "read the reference \(reference)"
            if [.notFound, .invalid, .other].contains(error.kind) { error.kind = .inputOutput }
            throw error
        }
        // A damaged object of this clone: the remote is not involved.
        if code == GIT_EMISMATCH.rawValue {
            error.operation = "exchange commits"
            throw error
        }
        if phase == .connecting, Self.isOtherProtocol(error) {
            error.become(.otherProtocol)
            error.quoted = QuotedWords.lines(error.message)
        } else if Self.isOtherObjectFormat(error) {
            error.become(.otherObjectFormat)
        } else if let failure = session.connection?.failure {
            error = try explained(failure)
        } else if let certificate = session.certificate, error.kind == .untrusted {
            throw certificate.refusal(error.message)
        } else if session.isPastLimit {
            error.become(.moreThanAllowed)
        } else if error.kind == .authentication, let refusal = session.credentialRefusal {
            error.become(refusal)
        } else {
            error = damagedOnTheWay(LibraryWords.refined(error))
        }
        if error.kind == .authentication { session.settleCredentials(isAccepted: false) }
        error.operation = "reach \(RemoteAddress.withoutSecrets(transfer.request.url))"
        error.message = transfer.withoutSecrets(error.message)
        error.koreanMessage = error.koreanMessage.map(transfer.withoutSecrets)
        error.quoted = error.quoted.map(transfer.withoutSecrets)
        throw error
    }

    /// Returns true for text that is not part of git's protocol where a list of references should
    /// begin, for example login messages. A connection that ends early is a different error.
    private static func isOtherProtocol(_ error: GitError) -> Bool {
        ["bad packet length", "invalid packet line", "Invalid empty packet", "unexpected pkt type"]
            .contains(where: error.message.hasPrefix)
    }

    /// Returns true for the list of references of a repository with other object names. libgit2
    /// 1.5 finds more digits than it expects; later versions compare the formats.
    private static func isOtherObjectFormat(_ error: GitError) -> Bool {
        error.message.contains("error parsing REF pkt-line")
            || error.message.contains("remote object format")
    }

    /// Adds the information that the user needs to judge a host key, if there is proof that it was
    /// refused.
    private func explained(_ error: GitError) throws(GitError) -> GitError {
        guard error.kind == .untrusted, let command = try transfer.command(), !command.isLocal
        else { return error }
        switch HostKey(command).verdict() {
        case .refused(let refusal): return refusal
        case .undecided: return error
        case .proven, .noOpenSSH:
            let words = session.connection?.words ?? ""
            return RemoteWords.error(words, command, code: 255, isKeyProven: true)
        }
    }

    /// Returns the error for a remote that sends truncated or garbled data, which does not mean
    /// damage in this repository.
    private func damagedOnTheWay(_ error: GitError) -> GitError {
        var error = error
        let isMemory = error.category == Int32(GIT_ERROR_NOMEMORY.rawValue)
        switch (phase, error.kind) {
        case (.connecting, .inputOutput): error.kind = .offline
        case (.receiving, _) where isMemory:
            error.become(.tooMuchMemory(limit: Int(MemoryBound.receiving)))
        case (.connecting, .other), (.connecting, .damaged), (.connecting, .invalid),
            (.receiving, .other), (.receiving, .damaged), (.receiving, .notFound),
            (.receiving, .invalid):
            guard error.category != Int32(GIT_ERROR_OS.rawValue) else { break }
            error.become(.invalidResponse(words: error.quoted.isEmpty ? error.message : nil))
        default: break
        }
        return error
    }

    private static func remote(
        _ transfer: Transfer, _ repository: Repository
    ) throws(GitError) -> Handle<RemoteKind> {
        var options = git_remote_create_options()
        try check(
            "prepare a transfer",
            git_remote_create_options_init(
                &options, UInt32(GIT_REMOTE_CREATE_OPTIONS_VERSION)))
        options.repository = repository.pointer
        options.flags =
            GIT_REMOTE_CREATE_SKIP_INSTEADOF.rawValue
            | GIT_REMOTE_CREATE_SKIP_DEFAULT_FETCHSPEC.rawValue
        return try Handle("prepare a transfer") {
            git_remote_create_with_opts(&$0, transfer.url, &options)
        }
    }

    private func withExtraHeaders(_ body: (git_strarray) -> Int32) -> Int32 {
        let headers = transfer.extraHeaders
        guard !headers.isEmpty else { return body(git_strarray()) }
        return withCStrings(headers) { strings in
            var strings = strings
            return strings.withUnsafeMutableBufferPointer { buffer in
                body(git_strarray(strings: buffer.baseAddress, count: headers.count))
            }
        }
    }

    private func withRefspec(
        _ text: String, _ body: (UnsafePointer<git_strarray>) -> Int32
    ) -> Int32 {
        withCStrings([text]) { strings in
            var strings = strings
            return strings.withUnsafeMutableBufferPointer { buffer in
                var list = git_strarray(strings: buffer.baseAddress, count: 1)
                return body(&list)
            }
        }
    }
}

/// A C string that lives as long as its owner.
private final class OwnedString {
    let pointer: UnsafeMutablePointer<CChar>?

    init(_ text: String) { pointer = strdup(text) }

    deinit { free(pointer) }
}
