import HTTPServer
import Words

/// Browser sessions. Their requests are signed, so recorded traffic cannot be replayed.
extension Gate {
    /// Returns the session of a request from its header `Pmd-Session`: the ID, the time in
    /// milliseconds, a nonce and the code, or the ID and the key if the browser cannot sign.
    func session(_ request: HTTPRequest) throws(AccessRefusal) -> PageSession {
        let parts = (request.headers["pmd-session"] ?? "")
            .split(separator: " ", omittingEmptySubsequences: false).map(String.init)
        guard let id = parts.first, let session = known(id, request) else { throw .notSignedIn }
        if session.isSigned {
            try checkSignature(parts, of: request, in: session)
        } else {
            guard parts.count == 2, areEqual(parts[1], token.key(of: id)) else {
                throw .notSignedIn
            }
        }
        sessions?.renew(session)
        return session
    }

    /// Returns the session with an ID, if the request was sent to its origin.
    private func known(_ id: String, _ request: HTTPRequest) -> PageSession? {
        guard areHexDigits(id, count: 32), let session = sessions?.session(id, of: token),
            isOwn(session.origin, request)
        else { return nil }
        return session
    }

    /// Returns true if an origin belongs to the server, and the request was sent to it and not
    /// from another one.
    func isOwn(_ origin: String, _ request: HTTPRequest) -> Bool {
        guard let host = request.headers["host"]?.lowercased(), origins.contains(origin) else {
            return false
        }
        let sent = request.headers["origin"]
        return (origin == "http://" + host || origin == "https://" + host)
            && (sent == origin || !request.headers.contains("origin"))
    }

    private func checkSignature(
        _ parts: [String], of request: HTTPRequest, in session: PageSession
    ) throws(AccessRefusal) {
        guard let sessions, parts.count == 4, parts[1].utf8.count <= 16,
            let time = Int64(parts[1]), areHexDigits(parts[2], count: 32)
        else { throw .notSignedIn }
        let wanted = authenticationCode(
            [
                "client", session.origin, request.method, request.target, sha256(request.body),
                parts[1], parts[2],
            ], key: token.key(of: session.id))
        guard areEqual(parts[3], wanted) else { throw .notSignedIn }
        // A request signed before this run may have been sent to another program on the port.
        guard time > sessions.start, abs(sessions.now - time) <= Sessions.tolerance else {
            throw .staleSignature
        }
        switch sessions.use(parts[2], at: time, in: session.id) {
        case .new: break
        case .used: throw .repeatedNonce
        case .tooMany: throw .tooManyRequests
        }
    }

    /// Returns the session that authorizes a picture or a download to load a file.
    func sessionOfFile(_ request: HTTPRequest) throws(AccessRefusal) -> PageSession {
        guard let session = known(request.value("s") ?? "", request), session.isSigned else {
            throw .notSignedIn
        }
        let wanted = authenticationCode(
            ["file", session.origin, request.path.last ?? ""], key: token.key(of: session.id))
        guard areEqual(request.value("k") ?? "", wanted) else { throw .notSignedIn }
        return session
    }

    /// Proves to a page that this is the server of its session.
    ///
    /// - Returns: The server's time, which the code covers, and the code; nil if the session is
    ///   unknown.
    func proof(of id: String, nonce: String, for request: HTTPRequest) -> (
        time: Int64, code: String
    )? {
        guard let session = known(id, request), session.isSigned,
            request.headers["origin"] == session.origin, areHexDigits(nonce, count: 32),
            let time = sessions?.now
        else { return nil }
        let code = authenticationCode(
            ["server", session.origin, nonce, String(time)], key: token.key(of: id))
        return (time, code)
    }

    /// Starts a session for a request that has been authorized for one.
    func begin(
        _ request: HTTPRequest, isSigned: Bool
    ) throws -> PageSession {
        let now = sessions?.now ?? milliseconds()
        let session = PageSession(
            id: randomDigits(32), origin: request.headers["origin"] ?? "",
            name: PageSession.name(from: request.headers["user-agent"] ?? ""),
            role: isReadOnly ? .reader : .owner, isSigned: isSigned, mark: token.mark,
            expiry: now + PageSession.firstLife)
        try sessions?.begin(session)
        return session
    }

    /// Returns true while the client of a stream is still authorized to read.
    func isStillSignedIn(_ client: Client, with token: AccessToken) -> Bool {
        guard self.token.text == token.text else { return false }
        guard let session = client.session else { return true }
        return sessions?.session(session.id, of: token) != nil
    }
}
