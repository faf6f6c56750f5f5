import BoardView
import HTTPServer
import TaskBoard
import TestSupport
import Testing

@testable import WebBoard

/// Who may ask for what.
struct GateTests {
    private struct Request {
        var host: String?
        var origin: String?
        var site: String?
        var credentials: String?
        var headerToken: String?
        var type: String?

        var fields: [(name: String, value: String)] {
            [
                ("Host", host), ("Origin", origin), ("Sec-Fetch-Site", site),
                (credentials?.hasPrefix("pmd-") == true ? "Cookie" : "Authorization", credentials),
                ("Pmd-Token", headerToken), ("Content-Type", type),
            ].compactMap { name, value in value.map { (name: name, value: $0) } }
        }
    }

    private static let own = "http://" + Site.host
    private static let bearer = "Bearer " + Site.token.text
    private static let cookie = "pmd-7463=" + Site.token.cookie
    private static let headerToken = Site.token.headerToken(of: nil)

    private static let hosts = [Site.host, "example.org:7463", "localhost", nil]
    private static let origins = [
        own, nil, "null", "http://localhost:8080", "https://evil.example",
    ]
    private static let sites = ["same-origin", "none", nil, "same-site", "cross-site"]
    private static let credentials = [
        bearer, cookie, nil, "Bearer " + Site.token.cookie, "Basic " + Site.token.text,
        "pmd-7463=" + Site.token.text, "pmd-8080=" + Site.token.cookie,
    ]
    private static let headerTokens = [headerToken, nil, Site.token.cookie]
    private static let types = [
        "application/json", "application/merge-patch+json; charset=utf-8", nil, "text/plain",
        "application/x-www-form-urlencoded",
    ]

    /// Every combination.
    private static var requests: [Request] {
        hosts.flatMap { host in
            origins.flatMap { origin in
                sites.flatMap { site in
                    credentials.flatMap { credential in
                        headerTokens.flatMap { headerToken in
                            types.map {
                                Request(
                                    host: host, origin: origin, site: site,
                                    credentials: credential, headerToken: headerToken, type: $0)
                            }
                        }
                    }
                }
            }
        }
    }

    /// The refusal of a change as the manual describes it; nil if it is allowed.
    private static func refusal(of request: Request) -> (status: Int, code: String)? {
        if request.host != Site.host { return (421, "wrong-host") }
        if request.origin != nil, request.origin != own { return (403, "foreign-origin") }
        if let site = request.site, !["same-origin", "none"].contains(site) {
            return (403, "foreign-site")
        }
        switch request.credentials {
        case bearer: break
        case cookie:
            if request.origin == nil { return (403, "foreign-origin") }
            if request.headerToken != headerToken { return (403, "no-header-token") }
        default: return (401, "not-signed-in")
        }
        guard request.type?.hasPrefix("application/") == true,
            request.type?.contains("json") == true
        else { return (415, "not-json") }
        return nil
    }

    @Test func `each forbidden combination of headers is refused and changes nothing`() async throws
    {
        let site = try await Site()
        var allowed = 0
        for request in Self.requests {
            let answer = try await site.ask("POST", "/api/tasks", #"{"title":"x"}"#, request.fields)
            guard let refusal = Self.refusal(of: request) else {
                #expect(answer.status == 201, "\(request)")
                allowed += 1
                continue
            }
            #expect(answer.status == refusal.status, "\(request)")
            #expect(try answer.code == refusal.code, "\(request)")
        }
        #expect(allowed == 42)
        #expect(try await site.ask("GET", "/api/tasks").json["count"] == .number(allowed))
        #expect(try site.sandbox.commits() == allowed + 1)
    }

    @Test func `data is read with the token or the cookie only, from no other origin`() async throws
    {
        let site = try await Site()
        for request in Self.requests where request.headerToken == nil && request.type == nil {
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
                let answer = try await site.ask("GET", target, nil, request.fields)
                #expect(answer.status == refusal ?? 200, "\(target) \(request)")
            }
            // What does not exist tells nobody that it does not.
            let answer = try await site.ask("GET", "/api/nothing", nil, request.fields)
            #expect(answer.status == refusal ?? 404, "\(request)")
        }
    }

    @Test(arguments: ["Host", "Origin", "Authorization", "Pmd-Token"])
    func `a header field that is given twice authorises nothing`(name: String) async throws {
        let site = try await Site()
        let isCookie = name == "Pmd-Token"
        var fields: [(name: String, value: String)] = [
            ("Host", Site.host), ("Origin", Self.own),
            ("Pmd-Token", Self.headerToken), ("Content-Type", "application/json"),
            isCookie ? ("Cookie", Self.cookie) : ("Authorization", Self.bearer),
        ]
        let twice = try #require(fields.first { $0.name == name })
        #expect(try await site.ask("POST", "/api/tasks", #"{"title":"x"}"#, fields).status == 201)
        fields.append(twice)
        let answer = try await site.ask("POST", "/api/tasks", #"{"title":"x"}"#, fields)
        #expect((400..<500).contains(answer.status))
        #expect(try site.sandbox.commits() == 2)
    }

    @Test func `every answer tells browsers to run and to load nothing of others`() async throws {
        let site = try await Site()
        for target in ["/", "/api/words", "/api/board", "/api/nothing", "/nothing"] {
            let headers = try await site.ask("GET", target).headers
            let policy = headers["content-security-policy"] ?? ""
            for part in [
                "default-src 'none'", "script-src 'self'", "frame-ancestors 'none'",
                "manifest-src 'self'", "base-uri 'none'", "form-action 'self'",
            ] {
                #expect(policy.contains(part), "\(target)")
            }
            #expect(!policy.contains("unsafe"), "\(target)")
            #expect(headers["x-content-type-options"] == "nosniff")
            #expect(headers["referrer-policy"] == "no-referrer")
            #expect(headers["cross-origin-opener-policy"] == "same-origin")
            #expect(headers["cross-origin-resource-policy"] == "same-origin")
            #expect(!headers.contains("access-control-allow-origin"))
        }
    }

    @Test func `a server that only shows refuses every change`() async throws {
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
