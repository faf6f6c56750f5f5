import BoardView
import HTTPServer
import TaskBoard
import TestSupport
import Testing

@testable import WebBoard

/// Access control: which credentials, origins and headers each request needs.
struct GateTests {
    private enum Credential: CaseIterable {
        case bearer, session, nothing, wrongToken, basic, sessionKey, otherKey, cookie

        var isGood: Bool { self == .bearer || self == .session }
    }

    private struct Request {
        var host: String?
        var origin: String?
        var site: String?
        var credential: Credential
        var type: String?

        /// The fields of a request to a target.
        func fields(
            _ method: String, _ target: String, _ body: String = "", as session: Site.SignedIn
        ) -> [(name: String, value: String)] {
            var all: [(String, String?)] = [
                ("Host", host), ("Origin", origin), ("Sec-Fetch-Site", site),
                ("Content-Type", type),
            ]
            let signed = Site.Signed(method, target, body)
            switch credential {
            case .bearer: all.append(("Authorization", "Bearer " + Site.token.text))
            case .session: all.append(("Pmd-Session", signed.field(of: session)))
            case .nothing: break
            case .wrongToken: all.append(("Authorization", "Bearer " + session.key))
            case .basic: all.append(("Authorization", "Basic " + Site.token.text))
            case .sessionKey: all.append(("Pmd-Session", "\(session.id) \(session.key)"))
            case .otherKey:
                let other = Site.SignedIn(id: session.id, key: Site.token.text)
                all.append(("Pmd-Session", signed.field(of: other)))
            case .cookie: all.append(("Cookie", "pmd-7463=" + session.key))
            }
            return all.compactMap { name, value in value.map { (name: name, value: $0) } }
        }
    }

    private static let hosts = [Site.host, "example.org:7463", "localhost", nil]
    private static let origins = [
        Site.origin, nil, "null", "http://localhost:8080", "https://evil.example",
    ]
    private static let sites = ["same-origin", "none", nil, "same-site", "cross-site"]
    private static let types = [
        "application/json", "application/merge-patch+json; charset=utf-8", nil, "text/plain",
        "application/x-www-form-urlencoded",
    ]

    /// Every combination.
    private static var requests: [Request] {
        hosts.flatMap { host in
            origins.flatMap { origin in
                sites.flatMap { site in
                    Credential.allCases.flatMap { credential in
                        types.map {
                            Request(
                                host: host, origin: origin, site: site, credential: credential,
                                type: $0)
                        }
                    }
                }
            }
        }
    }

    /// The refusal of a change as the manual describes it; nil if it is allowed.
    private static func refusal(of request: Request) -> (status: Int, code: String)? {
        if request.host != Site.host { return (421, "wrong-host") }
        if request.origin != nil, request.origin != Site.origin { return (403, "foreign-origin") }
        if let site = request.site, !["same-origin", "none"].contains(site) {
            return (403, "foreign-site")
        }
        guard request.credential.isGood else { return (401, "not-signed-in") }
        if request.credential == .session, request.origin == nil { return (403, "foreign-origin") }
        guard request.type?.hasPrefix("application/") == true,
            request.type?.contains("json") == true
        else { return (415, "not-json") }
        return nil
    }

    @Test func `each forbidden combination of headers is refused and changes nothing`() async throws
    {
        let site = try await Site()
        let (session, body) = (try site.signIn(), #"{"title":"x"}"#)
        var allowed = 0
        for request in Self.requests {
            let fields = request.fields("POST", "/api/tasks", body, as: session)
            let answer = try await site.ask("POST", "/api/tasks", body, fields)
            guard let refusal = Self.refusal(of: request) else {
                #expect(answer.status == 201, "\(request)")
                allowed += 1
                continue
            }
            #expect(answer.status == refusal.status, "\(request)")
            #expect(try answer.code == refusal.code, "\(request)")
        }
        // The token with and without an origin, a session with one; 3 sites, 2 types.
        #expect(allowed == 18)
        #expect(try await site.ask("GET", "/api/tasks").json["count"] == .number(allowed))
        #expect(try site.sandbox.commits() == allowed + 1)
    }

    @Test func `data is readable only with the token or a session, and from no other origin`()
        async throws
    {
        let site = try await Site()
        let session = try site.signIn()
        for request in Self.requests where request.type == nil {
            let found = Self.refusal(of: request)
            let refusal: Int? =
                switch found?.code {
                case "wrong-host": 421
                case "not-signed-in": 401
                case "foreign-site": 403
                case "foreign-origin": request.origin == nil ? nil : 403
                default: nil
                }
            for target in ["/api/board", "/api/session", "/api/openapi.json"] {
                let fields = request.fields("GET", target, as: session)
                let answer = try await site.ask("GET", target, nil, fields)
                #expect(answer.status == refusal ?? 200, "\(target) \(request)")
            }
            // The response does not reveal whether a path exists.
            let fields = request.fields("GET", "/api/nothing", as: session)
            let answer = try await site.ask("GET", "/api/nothing", nil, fields)
            #expect(answer.status == refusal ?? 404, "\(request)")
        }
    }

    @Test(arguments: ["Host", "Origin", "Authorization", "Pmd-Session"])
    func `a duplicate header field authorizes nothing`(name: String) async throws {
        let site = try await Site()
        let (session, body) = (try site.signIn(), #"{"title":"x"}"#)
        let fields =
            {
                let signed = Site.Signed("POST", "/api/tasks", body)
                let credential =
                    name == "Authorization"
                    ? (name, "Bearer " + Site.token.text)
                    : ("Pmd-Session", signed.field(of: session))
                return [
                    ("Host", Site.host), ("Origin", Site.origin),
                    ("Content-Type", "application/json"),
                    credential,
                ]
            } as () -> [(name: String, value: String)]
        #expect(try await site.ask("POST", "/api/tasks", body, fields()).status == 201)
        let once = fields()
        let twice = try #require(once.first { $0.name == name })
        let answer = try await site.ask("POST", "/api/tasks", body, once + [twice])
        #expect((400..<500).contains(answer.status))
        #expect(try site.sandbox.commits() == 2)
    }

    @Test func `every response tells browsers to run and load only the server's own content`()
        async throws
    {
        let site = try await Site()
        for target in ["/", "/api/words", "/api/board", "/api/nothing", "/nothing", "/files/x"] {
            let headers = try await site.ask("GET", target).headers
            let policy = headers["content-security-policy"] ?? ""
            for part in [
                "default-src 'none'", "img-src 'self' blob:", "frame-ancestors 'none'",
                "manifest-src 'self'", "base-uri 'none'", "form-action 'self'",
                "script-src \(Site.host)/\(PageFile.edition)/early.js "
                    + "\(Site.host)/\(PageFile.edition)/page.js "
                    + "\(Site.host)/\(PageFile.edition)/later.js;",
            ] {
                #expect(policy.contains(part), "\(target)")
            }
            #expect(!policy.contains("unsafe"), "\(target)")
            #expect(headers["x-content-type-options"] == "nosniff")
            #expect(headers["referrer-policy"] == "no-referrer")
            #expect(headers["cross-origin-opener-policy"] == "same-origin")
            #expect(headers["cross-origin-resource-policy"] == "same-origin")
            #expect(!headers.contains("access-control-allow-origin"))
            #expect(!headers.contains("set-cookie"))
        }
    }

    @Test func `a read-only server refuses every change`() async throws {
        let site = try await Site { $0.isReadOnly = true }
        for route in WebBoard.routes where route.access == .writing {
            let path = route.path.map { $0.hasPrefix("{") ? "x" : $0 }.joined(separator: "/")
            for client in [Site.Client.program, .window("a")] {
                try await site.expectRefusal(
                    route.method, "/api/" + path, route.body == nil ? nil : "{}", by: client, 403,
                    "read-only")
            }
        }
        #expect(try await site.ask("GET", "/api/board").status == 200)
        #expect(try await site.ask("GET", "/api/board").json["readOnly"]?.text != nil)
        #expect(try await site.ask("GET", "/api/session").json["readOnly"]?.text != nil)
    }
}
