import BoardView
import HTTPServer
import MarkdownDocument
import TaskBoard

extension WebBoard {
    static let sessionRoutes: [Route] = [
        Route(
            "GET", "session", "session",
            "Who is signed in, and the token that changes need, unless only the cookie is sent",
            answer: .named("Session")
        ) { web, asked in HTTPResponse(200, json: try web.session(asked)) },
        Route(
            "POST", "session", "sign-in",
            "Signs a browser in with the token of the server's file, or right after a code",
            body: .object([.init("token", .string)]),
            answer: .object([.init("signedIn", .boolean), .init("token", .string)]), access: .open
        ) { web, asked in try web.signIn(asked) },
        Route(
            "DELETE", "session", "sign-out", "Signs the browser out",
            answer: .object([.init("signedIn", .boolean)]), access: .reading
        ) { web, asked in
            guard let origin = asked.request.headers["origin"], web.gate.origins.contains(origin)
            else { throw Problem(.foreignOrigin) }
            var response = HTTPResponse(200, json: ["signedIn": .bool(false)])
            let name = web.gate.cookieName
            response.headers.add("Set-Cookie", web.cookie(name, "", life: 0, asked.request))
            return response
        },
    ]

    private func session(_ asked: APIRequest) throws -> JSONValue {
        let mayWrite = gate.mayHaveHeaderToken(asked.client, asked.request)
        let token = gate.token.headerToken(of: asked.client.user)
        return [
            "token": .optional(mayWrite ? Text(token) : nil),
            "user": .optional(asked.client.user.map { Text($0) }),
            "me": .string(options.me),
            "readOnly": .optional(
                readOnlyWords(try shown(), asked.language).map { Text($0) }),
            "board": ["id": .string(id), "name": .string(name)],
            "language": .string(asked.language.rawValue), "version": .string(options.version),
        ]
    }

    private func signIn(_ asked: APIRequest) throws(Problem) -> HTTPResponse {
        let origin = asked.request.headers["origin"]
        guard gate.userHeader == nil, let origin, gate.origins.contains(origin) else {
            throw Problem(.foreignOrigin)
        }
        let isKnown =
            asked.body["token"].map { areEqual($0.text ?? "", gate.token.text) }
            ?? gate.spendTicket(of: asked.request)
        guard isKnown else { throw Problem(.notSignedIn) }
        let token = gate.token.headerToken(of: nil)
        var response = HTTPResponse(
            200, json: ["signedIn": .bool(true), "token": .string(Text(token))])
        response.headers.add("Set-Cookie", signedInCookie(asked.request))
        response.headers.add("Set-Cookie", cookie(gate.ticketName, "", life: 0, asked.request))
        return response
    }

    /// The cookies of a browser that a code has signed in. The page uses the ticket up at once.
    func cookiesAfterCode(_ request: HTTPRequest) -> [String] {
        let ticket = gate.tickets.make(for: .seconds(60))
        return [
            signedInCookie(request), cookie(gate.ticketName, ticket, life: 60, request),
        ]
    }

    private func signedInCookie(_ request: HTTPRequest) -> String {
        // As long as browsers keep one.
        cookie(gate.cookieName, gate.token.cookie, life: 400 * 86_400, request)
    }

    private func cookie(
        _ name: String, _ value: String, life: Int, _ request: HTTPRequest
    ) -> String {
        let host = request.headers["host"]?.lowercased() ?? ""
        let isSecure = gate.origins.contains("https://" + host)
        return "\(name)=\(value); Path=/; HttpOnly; SameSite=Strict; Max-Age=\(life)"
            + (isSecure ? "; Secure" : "")
    }
}
