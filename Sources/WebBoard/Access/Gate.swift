import HTTPServer
import Words

/// Decides who may ask for what, before anything of a request is looked at.
///
/// A page of another site can make a browser send requests to this machine, and its name can be
/// made to lead here (DNS rebinding); other users of the machine share its loopback addresses.
package struct Gate: Sendable {
    /// The exact values of `Host` under which the server answers, in lower case.
    package var hosts: Set<String>
    /// The exact origins of its own pages.
    package var origins: Set<String>
    package var token: AccessToken
    package let codes = SignInCodes()
    /// The browsers that are signed in.
    var sessions: Sessions?
    /// The header in which a proxy names the user that it has signed in.
    package var userHeader: String?
    /// The addresses of proxies that may name users. A socket's clients always may.
    package var trustedProxies: Set<String> = []
    /// What a proxy must send in `Pmd-Proxy-Secret` to name users; nil if it need not.
    package var proxySecret: String?
    package var isReadOnly = false

    package init(hosts: Set<String>, origins: Set<String>, token: AccessToken) {
        (self.hosts, self.origins, self.token) = (hosts, origins, token)
    }

    /// What a request needs.
    enum Access: Equatable, Sendable {
        /// Nothing: what is sent is the same for everybody.
        case open
        case reading
        case writing
        /// The same as reading, or a code for this file in the address, which a picture sends.
        case file
        /// The key of the calendar in the address: what subscribes to one can send nothing else.
        case calendar
        /// Reading by a page that does not know yet who uses it.
        case introduction
    }

    /// Whoever asks, signed in.
    struct Client: Equatable, Sendable {
        /// The user that a proxy has signed in; nil for the user of this clone.
        var user: String?
        /// True if the request carries the token itself, which a page of another site cannot send.
        var isProgram = false
        /// The session of a browser.
        var session: PageSession?

        /// Names what it signed in with, for the limits of a server.
        var credential: String {
            if let session { return "session " + session.id }
            return user.map { "user " + $0 } ?? "token"
        }
    }
}

extension Gate {
    /// Lets a request pass, or says why not.
    ///
    /// - Returns: The client; nil for a request that needs none.
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
        // Another port of this machine is the same site, but another origin.
        if let site = request.headers["sec-fetch-site"], site != "same-origin", site != "none" {
            throw .foreignSite
        }
        if access == .calendar { return nil }
        let client = try client(request, for: access)
        if access == .writing {
            try checkWrite(request, by: client, hasOrigin: origin != nil, hasBody: hasBody)
        }
        return client
    }

    private func checkWrite(
        _ request: HTTPRequest, by client: Client, hasOrigin: Bool, hasBody: Bool
    ) throws(AccessRefusal) {
        if isReadOnly { throw .readOnly }
        if client.session?.role == .reader { throw .reader }
        guard client.isProgram || hasOrigin else { throw .foreignOrigin }
        guard hasBody || !request.body.isEmpty else { return }
        let type = request.headers["content-type"]?.split(separator: ";").first ?? ""
        let name = type.lowercased().filter { $0 != " " }
        guard name == "application/json" || name == "application/merge-patch+json" else {
            throw .notJSON
        }
    }

    /// Identifies the client by the token, by the user that a proxy names, or by its session.
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

    /// Refuses a request in a user's name that the page does not send by itself: the proxy signs
    /// in whatever comes from the user's browser.
    ///
    /// The page's header, which no page of another origin can set, names the user that the page
    /// shows. Nothing is carried out in the name of the user who has signed in meanwhile.
    private func checkPage(
        _ request: HTTPRequest, of user: String, for access: Access
    ) throws(AccessRefusal) {
        let isSame = request.headers["sec-fetch-site"] == "same-origin"
        guard isSame || request.headers.contains("origin") else { throw .foreignOrigin }
        guard let shown = request.headers["pmd-user"] else { throw .foreignOrigin }
        if access == .introduction { return }
        guard shown == Self.encoded(user) else { throw .otherUser }
    }

    /// A name as `encodeURIComponent` writes it.
    static func encoded(_ name: String) -> String {
        name.utf8.map { byte in
            let isPlain =
                (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte)
                || (0x61...0x7A).contains(byte) || "-_.!~*'()".utf8.contains(byte)
            let digits = String(byte, radix: 16, uppercase: true)
            return isPlain ? String(UnicodeScalar(byte)) : "%" + (byte < 16 ? "0" : "") + digits
        }.joined()
    }

    /// The user that a trusted proxy has signed in; nil without one.
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

    /// True for a name that can be an author's: git's format has no place for the other ones.
    static func isName(_ name: String) -> Bool {
        !name.isEmpty && name.utf8.count <= 200
            && name.unicodeScalars.allSatisfy {
                $0.value >= 0x20 && $0.value != 0x7F && !(0x80...0x9F).contains($0.value)
                    && $0 != "<" && $0 != ">"
            }
            && name.contains { !" .,:;\"'".contains($0) }
    }
}
