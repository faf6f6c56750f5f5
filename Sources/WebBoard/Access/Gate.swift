package import HTTPServer

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
    /// The port that names the cookie: cookies do not tell ports apart.
    package var port: Int
    /// The header in which a proxy names the user that it has signed in.
    package var userHeader: String?
    /// The addresses of proxies that may name users. A socket's clients always may.
    package var trustedProxies: Set<String> = []
    package var isReadOnly = false

    package init(hosts: Set<String>, origins: Set<String>, token: AccessToken, port: Int) {
        (self.hosts, self.origins, self.token, self.port) = (hosts, origins, token, port)
    }

    /// What a request needs.
    enum Access: Equatable, Sendable {
        /// Nothing: what is sent is the same for everybody.
        case open
        case reading
        case writing
        /// The key of the calendar in the address: what subscribes to one can send nothing else.
        case calendar
    }

    /// Whoever asks, signed in.
    struct Client: Equatable, Sendable {
        /// The user that a proxy has signed in; nil for the user of this clone.
        var user: String?
        /// True if the request carries the token itself, which a page of another site cannot send.
        var isProgram = false
    }

    enum Refusal: Error, Equatable, CaseIterable {
        case wrongHost, foreignOrigin, foreignSite, notSignedIn, badUser, noHeaderToken, readOnly
        case notJSON, wrongKey
    }
}

extension Gate {
    /// The name of the cookie.
    var cookieName: String { "pmd-\(port)" }

    /// Lets a request pass, or says why not.
    ///
    /// - Returns: The client; nil for a request that needs none.
    func check(
        _ request: HTTPRequest, for access: Access, hasBody: Bool
    ) throws(Refusal) -> Client? {
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
        let client = try client(request)
        if access == .writing {
            try checkWrite(request, by: client, hasOrigin: origin != nil, hasBody: hasBody)
        }
        return client
    }

    private func checkWrite(
        _ request: HTTPRequest, by client: Client, hasOrigin: Bool, hasBody: Bool
    ) throws(Refusal) {
        if isReadOnly { throw .readOnly }
        if !client.isProgram {
            guard hasOrigin else { throw .foreignOrigin }
            let sent = request.headers["pmd-token"] ?? ""
            guard areEqual(sent, token.headerToken(of: client.user)) else { throw .noHeaderToken }
        }
        guard hasBody || !request.body.isEmpty else { return }
        let type = request.headers["content-type"]?.split(separator: ";").first ?? ""
        let name = type.lowercased().filter { $0 != " " }
        guard name == "application/json" || name == "application/merge-patch+json" else {
            throw .notJSON
        }
    }

    /// Identifies the client by the token, by the user that a proxy names, or by the cookie.
    private func client(_ request: HTTPRequest) throws(Refusal) -> Client {
        let user = try user(request)
        if let given = request.headers["authorization"], given.lowercased().hasPrefix("bearer ") {
            guard areEqual(String(given.dropFirst(7)), token.text) else { throw .notSignedIn }
            return Client(user: user, isProgram: true)
        }
        if let user { return Client(user: user) }
        // A proxy forwards the name and password that it has checked. Other clients have no reason
        // to send any.
        guard userHeader == nil, !request.headers.contains("authorization") else {
            throw .notSignedIn
        }
        let cookies = request.headers.values("cookie").flatMap { $0.split(separator: ";") }
        let wanted = cookieName + "=" + token.cookie
        guard cookies.contains(where: { areEqual(String($0.drop { $0 == " " }), wanted) }) else {
            throw .notSignedIn
        }
        return Client()
    }

    /// The user that a trusted proxy has signed in; nil without one.
    private func user(_ request: HTTPRequest) throws(Refusal) -> String? {
        guard let userHeader, isTrusted(request.peer), request.headers.contains(userHeader) else {
            return nil
        }
        guard let name = request.headers[userHeader], Self.isName(name) else { throw .badUser }
        return name
    }

    private func isTrusted(_ peer: HTTPRequest.Peer) -> Bool {
        switch peer {
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
