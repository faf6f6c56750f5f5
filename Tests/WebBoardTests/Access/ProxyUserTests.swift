import BoardView
import HTTPServer
import TaskBoard
import TestSupport
import Testing

@testable import WebBoard

/// Users whom a reverse proxy has authenticated.
struct ProxyUserTests {
    private static let body = #"{"title":"x"}"#
    /// The header fields that the page sends for Bob.
    private static let fields: [(name: String, value: String)] = [
        ("Host", Site.host), ("Remote-User", "Bob"), ("Origin", Site.origin), ("Pmd-User", "Bob"),
        ("Content-Type", "application/json"),
    ]

    private func site(_ change: (inout Gate) -> Void = { _ in }) async throws -> Site {
        try await Site { gate in
            gate.userHeader = "Remote-User"
            change(&gate)
        }
    }

    @Test(arguments: ["Bob", "Kim Ha-neul", "김하늘", "bob@example.org", "a%b (c)!'~*"])
    func `a commit's author is the user from the proxy`(name: String) async throws {
        let site = try await site()
        let session = try await site.ask("GET", "/api/session", by: .user(name)).json
        #expect(session["user"] == .string(name) && session["session"] == .null)
        _ = try await site.add(Self.body, by: .user(name))
        let log = try site.sandbox.shell("git log -1 --format='%an|%ae|%cn'").output
        #expect(log.hasPrefix(name + "|"))
        #expect(try site.sandbox.shell("git fsck --strict").status == 0)
    }

    @Test(arguments: [
        "a\nb", "a\rb", "a\0b", "Bob <root@localhost>", "", " ", "...", "a\u{7f}", "a\u{85}b",
        String(repeating: "x", count: 201),
    ])
    func `a name that is not a valid author is refused`(name: String) async throws {
        let site = try await site()
        try await site.expectRefusal(
            "POST", "/api/tasks", Self.body, by: .user(name), 403, "bad-user")
    }

    @Test func `a proxy at another address is not trusted`() async throws {
        let site = try await site { $0.trustedProxies = ["10.0.0.1"] }
        for (peer, status) in [
            (HTTPRequest.Peer.address("10.0.0.1"), 201), (.socket, 201),
            (.address("127.0.0.1"), 401), (.address("::1"), 401),
        ] {
            let answer = try await site.ask(
                "POST", "/api/tasks", Self.body, Self.fields, from: peer)
            #expect(answer.status == status, "\(peer)")
        }
    }

    @Test func `a proxy without the secret is not trusted`() async throws {
        let secret = String(repeating: "s3cret!", count: 5)
        let site = try await site { gate in
            gate.trustedProxies = ["127.0.0.1"]
            gate.proxySecret = secret
        }
        for (sent, status) in [
            (secret, 201), (nil, 401), ("", 401), (secret + "x", 401), (secret.uppercased(), 401),
        ] {
            for peer in [HTTPRequest.Peer.address("127.0.0.1"), .socket] {
                let fields = Self.fields + (sent.map { [("Pmd-Proxy-Secret", $0)] } ?? [])
                let answer = try await site.ask("POST", "/api/tasks", Self.body, fields, from: peer)
                #expect(answer.status == status, "\(sent ?? "none")")
            }
        }
        let twice = Self.fields + [("Pmd-Proxy-Secret", secret), ("Pmd-Proxy-Secret", secret)]
        #expect(
            try await site.ask("POST", "/api/tasks", Self.body, twice, from: .socket).status == 401)
    }

    /// The proxy authenticates everything that the user's browser sends.
    @Test func `a user's request needs the page's header and its origin`() async throws {
        let site = try await site()
        for (method, target, body) in [
            ("GET", "/api/board", nil), ("GET", "/api/events", nil), ("GET", "/files/x", nil),
            ("POST", "/api/tasks", Self.body), ("DELETE", "/api/session", nil),
        ] {
            for (user, origin, fetch, isAllowed) in [
                ("Bob", Site.origin, nil, true), ("Bob", nil, "same-origin", true),
                ("Bob", Site.origin, "same-origin", true), ("Bob", nil, nil, false),
                ("Bob", nil, "none", false), ("Bob", nil, "same-site", false),
                ("Bob", "http://localhost:8080", "same-origin", false),
                ("Bob", "null", nil, false), (nil, Site.origin, "same-origin", false),
                ("", Site.origin, "same-origin", false),
                ("Ann", Site.origin, "same-origin", false),
            ] as [(String?, String?, String?, Bool)] {
                var fields = [
                    ("Host", Site.host), ("Remote-User", "Bob"),
                    ("Content-Type", "application/json"),
                ]
                if let user { fields.append(("Pmd-User", user)) }
                if let origin { fields.append(("Origin", origin)) }
                if let fetch { fields.append(("Sec-Fetch-Site", fetch)) }
                let answer = try await site.ask(
                    method, target, body, fields.map { (name: $0, value: $1) }, from: .socket)
                // A change needs an origin, which browsers send with each.
                let needsOrigin = method != "GET" && origin == nil
                let isRefused = answer.status == 403
                #expect(
                    isRefused == (!isAllowed || needsOrigin),
                    "\(method) \(target) \(user ?? "-") \(origin ?? "-") \(fetch ?? "-")")
            }
        }
        // A page that does not know its user yet asks for it first.
        let first = Self.fields.map { $0.name == "Pmd-User" ? ("Pmd-User", "") : $0 }
        let fields = first.map { (name: $0.0, value: $0.1) }
        #expect(try await site.ask("GET", "/api/session", nil, fields, from: .socket).status == 200)
        let none = fields.filter { $0.name != "Pmd-User" }
        #expect(try await site.ask("GET", "/api/session", nil, none, from: .socket).status == 403)
    }

    @Test func `a program with the token acts as the user from the proxy`() async throws {
        let site = try await site { $0.trustedProxies = ["10.0.0.1"] }
        let fields: [(name: String, value: String)] = [
            ("Host", Site.host), ("Remote-User", "Bob"),
            ("Authorization", "Bearer " + Site.token.text), ("Content-Type", "application/json"),
        ]
        for (peer, author) in [
            (HTTPRequest.Peer.address("10.0.0.1"), "Bob"), (.address("127.0.0.1"), ""),
        ] {
            _ = try await site.ask("POST", "/api/tasks", Self.body, fields, from: peer)
            let name = try site.sandbox.shell("git log -1 --format=%an").output.dropLast()
            #expect((name == "Bob") == (author == "Bob"))
        }
        // A user's name and password, which the proxy has checked and passes on.
        let basic = Self.fields + [("Authorization", "Basic Ym9iOnNlY3JldA==")]
        let peer = HTTPRequest.Peer.address("10.0.0.1")
        #expect(try await site.ask("GET", "/api/board", nil, basic, from: peer).status == 200)
    }

    @Test func `behind a proxy a code, token or session alone is not enough`() async throws {
        let site = try await site()
        let code = site.web.gate.codes.make()
        for body in ["{\"code\":\"\(code)\"}", "{\"token\":\"\(Site.token.text)\"}"] {
            try await site.expectRefusal(
                "POST", "/api/session", body, ["Origin": Site.origin], by: .nobody, 403,
                "foreign-origin")
        }
        try await site.expectRefusal("GET", "/api/board", by: .window("a"), 401, "not-signed-in")
        #expect(try await site.ask("GET", "/api/board").status == 200)
    }
}
