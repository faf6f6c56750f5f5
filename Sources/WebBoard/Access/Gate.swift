import HTTPServer
import Words

/// Authorizes requests before anything else in them is examined.
///
/// Other websites can make a browser send requests to this machine, and their host names can
/// resolve to it (DNS rebinding). Other users of the machine share its loopback addresses.
package struct Gate: Sendable {
    /// The exact accepted values of `Host`, in lower case.
    package var hosts: Set<String>
    /// The exact origins of the server's own pages.
    package var origins: Set<String>
    /// The paths below which a proxy serves the board, such as `/pmd`, by their hosts. None for the
    /// root of a host.
    package var bases: [String: String] = [:]
    package var token: AccessToken
    package let codes = SignInCodes()
    /// The signed-in browsers.
    var sessions: Sessions?
    /// The header for the user authenticated by a proxy.
    package var userHeader: String?
    /// The addresses of proxies trusted to authenticate users. Clients of a Unix domain socket
    /// always are.
    package var trustedProxies: Set<String> = []
    /// The secret that a proxy must send in `Pmd-Proxy-Secret`; nil if none is required.
    package var proxySecret: String?
    package var isReadOnly = false

    package init(hosts: Set<String>, origins: Set<String>, token: AccessToken) {
        (self.hosts, self.origins, self.token) = (hosts, origins, token)
    }

    /// The authorization that a request needs.
    enum Access: Equatable, Sendable {
        /// None: the response is public.
        case open
        case reading
        case writing
        /// The same as writing, with a body of any type.
        case uploading
        /// The same as reading, or the code for this file in the address, as sent by a picture.
        case file
        /// The calendar key in the address, since calendar subscriptions cannot send anything
        /// else.
        case calendar
        /// Reading by a page that does not yet have its user's name.
        case introduction
    }

    /// An authenticated client.
    struct Client: Equatable, Sendable {
        /// The user authenticated by a proxy; nil for the user of this clone.
        var user: String?
        /// True if the request contains the token itself, which other websites cannot send.
        var isProgram = false
        /// The browser session.
        var session: PageSession?

        /// Identifies the credential, for the server's connection limits.
        var credential: String {
            if let session { return "session " + session.id }
            return user.map { "user " + $0 } ?? "token"
        }
    }
}

extension Gate {
    /// Authorizes a request, or throws the reason it is refused.
    ///
    /// - Returns: The client; nil for a request that does not need authentication.
    func check(
        _ request: HTTPRequest, for access: Access, hasBody: Bool
    ) throws(AccessRefusal) -> Client? {
        guard let host = request.headers["host"]?.lowercased(), hosts.contains(host) else {
            throw .wrongHost
        }
        if access == .open { return nil }
        let origin = request.headers["origin"]
        if request.headers.contains("origin"), !(origin.map(origins.contains) ?? false) {
            throw .foreignOrigin
        }
        // Another port of this machine is the same site but another origin.
        if let site = request.headers["sec-fetch-site"], site != "same-origin", site != "none" {
            throw .foreignSite
        }
        if access == .calendar { return nil }
        let client = try client(request, for: access)
        if access == .writing {
            try checkWrite(request, by: client, hasOrigin: origin != nil)
            try checkType(request, hasBody: hasBody)
        }
        if access == .uploading {
            try checkWrite(request, by: client, hasOrigin: origin != nil)
        }
        return client
    }

    /// Returns the credential in the head of a request that has not been received completely; nil
    /// if there is none, or if it may not write. The signature covers the body, and is checked
    /// later.
    func credentialForUpload(_ request: HTTPRequest) -> String? {
        guard let host = request.headers["host"]?.lowercased(), hosts.contains(host), !isReadOnly
        else { return nil }
        if let given = request.headers["authorization"], given.lowercased().hasPrefix("bearer ") {
            return areEqual(String(given.dropFirst(7)), token.text) ? "token" : nil
        }
        do throws(AccessRefusal) {
            if let user = try user(request) { return "user " + user }
        } catch {
            return nil
        }
        guard userHeader == nil,
            let id = request.headers["pmd-session"]?.split(separator: " ").first,
            let session = known(String(id), request), session.role != .reader
        else { return nil }
        return "session " + session.id
    }

    private func checkWrite(
        _ request: HTTPRequest, by client: Client, hasOrigin: Bool
    ) throws(AccessRefusal) {
        if isReadOnly { throw .readOnly }
        if client.session?.role == .reader { throw .reader }
        guard client.isProgram || hasOrigin else { throw .foreignOrigin }
    }

    private func checkType(_ request: HTTPRequest, hasBody: Bool) throws(AccessRefusal) {
        guard hasBody || !request.body.isEmpty else { return }
        let type = request.headers["content-type"]?.split(separator: ";").first ?? ""
        let name = type.lowercased().filter { $0 != " " }
        guard name == "application/json" || name == "application/merge-patch+json" else {
            throw .notJSON
        }
    }

    /// Identifies the client by the token, by the user authenticated by a proxy, or by its
    /// session.
    private func client(
        _ request: HTTPRequest, for access: Access
    ) throws(AccessRefusal) -> Client {
        let user = try user(request)
        if let given = request.headers["authorization"], given.lowercased().hasPrefix("bearer ") {
            guard areEqual(String(given.dropFirst(7)), token.text) else { throw .notSignedIn }
            return Client(user: user, isProgram: true)
        }
        if let user {
            try checkPage(request, of: user, for: access)
            return Client(user: user)
        }
        guard userHeader == nil else { throw .notSignedIn }
        if access == .file, request.value("k") != nil {
            return Client(session: try sessionOfFile(request))
        }
        return Client(session: try session(request))
    }

    /// Refuses a request in a user's name that does not come from the page, since the proxy
    /// authenticates everything sent by the user's browser.
    ///
    /// The page sends its displayed user in a header that pages of other origins cannot set. So no
    /// request is carried out in the name of a user who has signed in since.
    private func checkPage(
        _ request: HTTPRequest, of user: String, for access: Access
    ) throws(AccessRefusal) {
        let isSame = request.headers["sec-fetch-site"] == "same-origin"
        guard isSame || request.headers.contains("origin") else { throw .foreignOrigin }
        guard let shown = request.headers["pmd-user"] else { throw .foreignOrigin }
        if access == .introduction { return }
        guard shown == Self.encoded(user) else { throw .otherUser }
    }

    /// Returns a name encoded as by `encodeURIComponent`.
    static func encoded(_ name: String) -> String {
        name.utf8.map { byte in
            let isPlain =
                (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte)
                || (0x61...0x7A).contains(byte) || "-_.!~*'()".utf8.contains(byte)
            let digits = String(byte, radix: 16, uppercase: true)
            return isPlain ? String(UnicodeScalar(byte)) : "%" + (byte < 16 ? "0" : "") + digits
        }.joined()
    }

    /// Returns the user authenticated by a trusted proxy; nil if there is none.
    private func user(_ request: HTTPRequest) throws(AccessRefusal) -> String? {
        guard let userHeader, isTrusted(request), request.headers.contains(userHeader) else {
            return nil
        }
        guard let name = request.headers[userHeader], Self.isName(name) else { throw .badUser }
        return name
    }

    private func isTrusted(_ request: HTTPRequest) -> Bool {
        if let proxySecret {
            guard areEqual(request.headers["pmd-proxy-secret"] ?? "", proxySecret) else {
                return false
            }
        }
        return switch request.peer {
        case .socket: true
        case .address(let address): trustedProxies.contains(address)
        }
    }

    /// Returns true for a valid author name. git's format cannot represent others.
    static func isName(_ name: String) -> Bool {
        !name.isEmpty && name.utf8.count <= 200
            && name.unicodeScalars.allSatisfy {
                $0.value >= 0x20 && $0.value != 0x7F && !(0x80...0x9F).contains($0.value)
                    && $0 != "<" && $0 != ">"
            }
            && name.contains { !" .,:;\"'".contains($0) }
    }
}

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

    /// The origins that other devices can reach, which are not those of loopback addresses. None if
    /// a proxy signs users in, since codes do not then.
    var reachableOrigins: [String] {
        userHeader == nil ? origins.filter { !Self.isLoopback($0) }.sorted() : []
    }

    private static func isLoopback(_ origin: String) -> Bool {
        let place = origin.split(separator: "/").last ?? ""
        let host =
            place.hasPrefix("[") ? place.prefix { $0 != "]" } + "]" : place.prefix { $0 != ":" }
        return host == "localhost" || host.hasSuffix(".localhost") || host.hasPrefix("127.")
            || host == "[::1]" || host.hasPrefix("[::ffff:127.")
    }

    /// Returns an address that signs in another device with a new code; nil if none can reach the
    /// server. It has the origin of the page that asks, if others can reach that.
    func invitation(by request: HTTPRequest, for life: Duration) -> String? {
        let (own, all) = (request.headers["origin"] ?? "", reachableOrigins)
        guard let origin = all.contains(own) ? own : all.last else { return nil }
        let host = origin.split(separator: "/").last.map(String.init) ?? ""
        // The fragment does not reach logs, proxies or link previews.
        return origin + (bases[host] ?? "") + "/#code=" + codes.make(for: life)
    }

    /// Returns the path below which the client reaches the server; empty for the root.
    func base(of request: HTTPRequest) -> String {
        bases[request.headers["host"]?.lowercased() ?? ""] ?? ""
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
