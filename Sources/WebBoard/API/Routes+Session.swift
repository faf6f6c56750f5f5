import BoardView
import HTTPServer
import MarkdownDocument
import TaskBoard
import Words

extension WebBoard {
    static let sessionRoutes: [Route] = [
        Route(
            "GET", "session", "session", "The signed-in user, and what the client may do",
            answer: .named("Session"), access: .introduction
        ) { web, asked in HTTPResponse(200, json: try web.session(asked)) },
        Route(
            "POST", "session", "sign-in",
            "Signs in a browser with a code, with the token, or with a proof of the token",
            body: .object([
                .init("code", .string), .init("token", .string), .init("nonce", .string),
                .init("proof", .string), .init("signs", .boolean),
            ]),
            answer: .object([
                .init("session", .string), .init("key", .nullable(.string)),
                .init("time", .nullable(.integer)),
            ]),
            problems: ["not-signed-in"], access: .open
        ) { web, asked in try web.signIn(asked) },
        Route(
            "POST", "session/proof", "prove-server",
            "Proves to a signed-in browser that this is the server of its session",
            body: .object([
                .init("session", .string, isRequired: true),
                .init("nonce", .string, isRequired: true),
            ]),
            answer: .object([.init("time", .integer), .init("proof", .string)]),
            problems: ["not-signed-in"], access: .open
        ) { web, asked in
            let (id, nonce) = (asked.body["session"]?.text ?? "", asked.body["nonce"]?.text ?? "")
            guard let proof = web.gate.proof(of: id, nonce: nonce, for: asked.request) else {
                throw ProblemDetails(.notSignedIn)
            }
            return HTTPResponse(
                200,
                json: ["time": .number(Int(proof.time)), "proof": .string(Text(proof.code))])
        },
        Route(
            "POST", "session/code", "invite",
            "Makes an address that signs in another device, once and within five minutes",
            body: .object([]), isBodyOptional: true,
            answer: .object([.init("address", .string), .init("seconds", .integer)]),
            problems: ["not-reachable"]
        ) { web, asked in
            let life = 300
            guard let address = web.gate.invitation(by: asked.request, for: .seconds(life)) else {
                throw ProblemDetails(.notReachable)
            }
            return HTTPResponse(
                200, json: ["address": .string(Text(address)), "seconds": .number(life)])
        },
        Route(
            "DELETE", "session", "sign-out", "Signs out the browser",
            answer: .object([.init("signedIn", .boolean)]), access: .reading
        ) { web, asked in
            guard let origin = asked.request.headers["origin"], web.gate.origins.contains(origin)
            else { throw ProblemDetails(.foreignOrigin) }
            if let session = asked.client.session { try web.gate.sessions?.end(session.id) }
            return HTTPResponse(200, json: ["signedIn": .bool(false)])
        },
    ]

    private func session(_ asked: APIRequest) throws -> JSONValue {
        [
            "session": asked.client.session.map { session in
                [
                    "id": .string(session.id), "name": .string(session.name),
                    "role": .string(session.role.rawValue),
                    "expires": .number(Int(session.expiry / 1_000)),
                ]
            } ?? .null,
            "user": .optional(asked.client.user.map { Text($0) }),
            "me": .string(options.me),
            "readOnly": .optional(readOnlyWords(try shown(), asked).map { Text($0) }),
            "board": ["id": .string(id), "name": .string(name)],
            "language": .string(asked.language.rawValue), "version": .string(options.version),
            "reachable": .strings(gate.reachableOrigins.map { Text($0) }),
            "page": .string(PageFile.edition),
        ]
    }

    private func signIn(_ asked: APIRequest) throws -> HTTPResponse {
        let (gate, request) = (gate, asked.request)
        guard gate.userHeader == nil, let origin = request.headers["origin"],
            gate.isOwn(origin, request)
        else { throw ProblemDetails(.foreignOrigin) }
        let isProven = asked.body["proof"] != nil
        guard isEntitled(asked, origin, gate) else { throw ProblemDetails(.notSignedIn) }
        let isSigned = isProven || asked.body["signs"]?.isTrue ?? false
        let session = try gate.begin(request, isSigned: isSigned)
        // A page with the token derives the key itself, so replaying a proof does not yield a key.
        let key = isProven ? nil : gate.token.key(of: session.id)
        return HTTPResponse(
            200,
            json: [
                "session": .string(session.id), "key": .optional(key.map { Text($0) }),
                "time": .optional(gate.sessions.map { Int($0.now) }),
            ])
    }

    private func isEntitled(_ asked: APIRequest, _ origin: String, _ gate: Gate) -> Bool {
        let body = asked.body
        if let proof = body["proof"]?.text {
            guard let nonce = body["nonce"]?.text, areHexDigits(nonce, count: 32) else {
                return false
            }
            return areEqual(proof, gate.token.signInProof(origin: origin, nonce: nonce))
        }
        if let token = body["token"]?.text { return areEqual(token, gate.token.text) }
        return body["code"]?.text.map { gate.codes.spend($0) } ?? false
    }
}
