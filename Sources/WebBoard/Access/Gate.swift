import HTTPServer

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
    /// The one-time tickets by which a browser, just signed in by a code, fetches its header token.
    let tickets = SignInCodes()
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
    /// The name of the cookie that holds a ticket.
    var ticketName: String { cookieName + "-ticket" }

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
            guard hasHeaderToken(request, of: client) else { throw .noHeaderToken }
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
        guard
            cookies(named: cookieName, in: request).contains(where: { areEqual($0, token.cookie) })
        else { throw .notSignedIn }
        return Client()
    }

    /// The values of a cookie. Another port of this machine can add its own.
    private func cookies(named name: String, in request: HTTPRequest) -> [String] {
        let pairs = request.headers.values("cookie").flatMap { $0.split(separator: ";") }
        return pairs.compactMap { pair in
            let pair = pair.drop { $0 == " " }
            return pair.hasPrefix(name + "=") ? String(pair.dropFirst(name.count + 1)) : nil
        }
    }

    private func hasHeaderToken(_ request: HTTPRequest, of client: Client) -> Bool {
        areEqual(request.headers["pmd-token"] ?? "", token.headerToken(of: client.user))
    }

    /// True if a client may have the token that its changes need.
    ///
    /// The cookie alone is not enough: a browser sends it to every port of its host, also to a
    /// server of another user of this machine. The page keeps its token in local storage, which is
    /// separate for each port.
    func mayHaveHeaderToken(_ client: Client, _ request: HTTPRequest) -> Bool {
        client.isProgram || client.user != nil || hasHeaderToken(request, of: client)
    }

    /// Uses up the ticket in a request; false without a valid one.
    func spendTicket(of request: HTTPRequest) -> Bool {
        cookies(named: ticketName, in: request).contains { tickets.spend($0) }
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
