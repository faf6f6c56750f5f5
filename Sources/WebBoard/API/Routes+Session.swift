import BoardView
import HTTPServer
import MarkdownDocument
import TaskBoard

extension WebBoard {
    static let sessionRoutes: [Route] = [
        Route(
            "GET", "session", "session", "Who is signed in, and the token that changes need",
            answer: .named("Session")
        ) { web, asked in HTTPResponse(200, json: try web.session(asked)) },
        Route(
            "POST", "session", "sign-in", "Signs a browser in with the token of the server's file",
            body: .object([.init("token", .string, isRequired: true)]),
            answer: .object([.init("signedIn", .boolean)]), access: .open
        ) { web, asked in try web.signIn(asked) },
        Route(
            "DELETE", "session", "sign-out", "Signs the browser out",
            answer: .object([.init("signedIn", .boolean)]), access: .reading
        ) { web, asked in
            guard let origin = asked.request.headers["origin"], web.gate.origins.contains(origin)
            else { throw Problem(.foreignOrigin) }
            var response = HTTPResponse(200, json: ["signedIn": .bool(false)])
            response.headers.add("Set-Cookie", web.cookie("", life: 0, asked.request))
            return response
        },
    ]

    private func session(_ asked: APIRequest) throws -> JSONValue {
        [
            "token": .string(gate.token.headerToken(of: asked.client.user)),
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
        guard areEqual(asked.body["token"]?.text ?? "", gate.token.text) else {
            throw Problem(.notSignedIn)
        }
        var response = HTTPResponse(200, json: ["signedIn": .bool(true)])
        response.headers.add("Set-Cookie", signedInCookie(asked.request))
        return response
    }

    func signedInCookie(_ request: HTTPRequest) -> String {
        // As long as browsers keep one.
        cookie(gate.token.cookie, life: 400 * 86_400, request)
    }

    private func cookie(_ value: String, life: Int, _ request: HTTPRequest) -> String {
        let host = request.headers["host"]?.lowercased() ?? ""
        let isSecure = gate.origins.contains("https://" + host)
        return "\(gate.cookieName)=\(value); Path=/; HttpOnly; SameSite=Strict; Max-Age=\(life)"
            + (isSecure ? "; Secure" : "")
    }
}
