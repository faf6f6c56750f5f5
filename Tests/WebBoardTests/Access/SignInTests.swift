import BoardStorage
import BoardView
import HTTPServer
import MarkdownDocument
import TaskBoard
import TestSupport
import Testing

@testable import WebBoard

/// Signing in and out with a browser.
struct SignInTests {
    private func signIn(
        _ site: Site, _ body: String, _ headers: [String: String] = ["Origin": Site.origin]
    ) async throws -> Site.Answer {
        try await site.ask("POST", "/api/session", body, headers, by: .nobody)
    }

    private func read(_ site: Site, as session: Site.SignedIn) async throws -> Int {
        try await site.ask(
            "GET", "/api/board", nil,
            ["Pmd-Session": Site.Signed("GET", "/api/board").field(of: session)], by: .nobody
        ).status
    }

    private func session(_ answer: Site.Answer) throws -> Site.SignedIn {
        Site.SignedIn(
            id: try #require(try answer.json["session"]?.text),
            key: try #require(try answer.json["key"]?.text))
    }

    @Test func `a code signs in one browser, once`() async throws {
        let site = try await Site()
        let code = site.web.gate.codes.make()
        let answer = try await signIn(site, "{\"code\":\"\(code)\",\"signs\":true}")
        #expect(answer.status == 200 && !answer.headers.contains("set-cookie"))
        let session = try session(answer)
        #expect(session.id.count == 32 && session.key.count == 64)
        #expect(session.key != Site.token.text)
        #expect(try await read(site, as: session) == 200)
        let again = try await signIn(site, "{\"code\":\"\(code)\",\"signs\":true}")
        #expect(try again.status == 401 && again.code == "not-signed-in")
        // The page's own address does not accept a code.
        #expect(try await site.ask("GET", "/?code=" + code, by: .nobody).status == 200)
    }

    @Test func `a signed-in page makes an address that signs in one other device`() async throws {
        let origin = "https://board.example.org"
        let site = try await Site {
            $0.origins.insert(origin)
            $0.hosts.insert("board.example.org")
        }
        let session = try await site.ask("GET", "/api/session", by: .window("a")).json
        #expect(session["reachable"] == [.string(origin)])
        let answer = try await site.ask("POST", "/api/session/code", "{}", by: .window("a")).json
        #expect(answer["seconds"] == 300)
        let address = try #require(answer["address"]?.text)
        #expect(address.hasPrefix(origin + "/#code="))
        let code = address.dropFirst(origin.count + "/#code=".count)
        let headers = ["Origin": origin, "Host": "board.example.org"]
        #expect(try await signIn(site, "{\"code\":\"\(code)\"}", headers).status == 200)
        #expect(try await signIn(site, "{\"code\":\"\(code)\"}", headers).status == 401)
    }

    @Test(arguments: [
        "http://localhost:7463", "http://127.0.0.1:7463", "http://127.1.2.3", "http://[::1]:7463",
        "http://board.localhost",
    ])
    func `no code is made for an origin that only this machine can reach`(origin: String)
        async throws
    {
        let site = try await Site { $0.origins.insert(origin) }
        #expect(try await site.ask("GET", "/api/session", by: .window("a")).json["reachable"] == [])
        try await site.expectRefusal(
            "POST", "/api/session/code", "{}", by: .window("a"), 409, "not-reachable")
    }

    @Test func `no code is made without signing in, by a reader or behind a proxy's sign-in`()
        async throws
    {
        let origin = "https://board.example.org"
        let site = try await Site { $0.origins.insert(origin) }
        try await site.expectRefusal(
            "POST", "/api/session/code", "{}", by: .nobody, 401, "not-signed-in")
        let reading = try await Site {
            $0.origins.insert(origin)
            $0.isReadOnly = true
        }
        try await reading.expectRefusal(
            "POST", "/api/session/code", "{}", by: .window("a"), 403, "read-only")
        let proxied = try await Site {
            $0.origins.insert(origin)
            $0.userHeader = "Remote-User"
        }
        try await proxied.expectRefusal(
            "POST", "/api/session/code", "{}", by: .user("ann"), 409, "not-reachable")
    }

    @Test func `old codes make room for new ones`() {
        let codes = SignInCodes()
        let first = codes.make(for: .seconds(1_000))
        let all = (0..<SignInCodes.most).map { _ in codes.make(for: .seconds(2_000)) }
        #expect(!codes.spend(first))
        #expect(all.filter { codes.spend($0) }.count == SignInCodes.most)
    }

    @Test func `a wrong or expired code does not sign in`() async throws {
        let site = try await Site()
        for code in [
            "", "x", String(repeating: "0", count: 32), site.web.gate.codes.make(for: .zero),
        ] {
            #expect(try await signIn(site, "{\"code\":\"\(code)\"}").status == 401)
        }
        #expect(try await signIn(site, "{}").status == 401)
    }

    @Test(arguments: [
        (Site.token.text, Site.origin, 200), (String(repeating: "0", count: 64), Site.origin, 401),
        ("", Site.origin, 401), (Site.token.text, "http://localhost:8080", 403),
        (Site.token.text, "null", 403),
    ])
    func `the file's token signs in only from the server's own origin`(
        token: String, origin: String, status: Int
    ) async throws {
        let site = try await Site()
        let answer = try await signIn(site, "{\"token\":\"\(token)\"}", ["Origin": origin])
        #expect(answer.status == status)
        #expect(try (answer.json["session"]?.text != nil) == (status == 200))
    }

    @Test func `a page proves that it has the token without sending it`() async throws {
        let site = try await Site()
        let nonce = randomDigits(32)
        let proof = Site.token.signInProof(origin: Site.origin, nonce: nonce)
        let answer = try await signIn(site, "{\"nonce\":\"\(nonce)\",\"proof\":\"\(proof)\"}")
        #expect(answer.status == 200)
        // A replayed request returns no key.
        #expect(try answer.json["key"] == .null)
        let id = try #require(try answer.json["session"]?.text)
        #expect(try await read(site, as: Site.SignedIn(id: id, key: Site.token.key(of: id))) == 200)
        for (nonce, proof) in [
            (randomDigits(32), proof), (nonce, Site.token.text), (nonce, ""), ("", proof),
            (nonce, Site.token.signInProof(origin: "http://127.0.0.1:7463", nonce: nonce)),
        ] {
            let body = "{\"nonce\":\"\(nonce)\",\"proof\":\"\(proof)\"}"
            #expect(try await signIn(site, body).status == 401)
        }
    }

    @Test func `signing in requires the requested host's origin`() async throws {
        let site = try await Site { gate in
            gate.hosts.insert("board.example")
            gate.origins.insert("https://board.example")
        }
        let body = "{\"token\":\"\(Site.token.text)\"}"
        for (headers, status) in [
            ([:], 403), (["Origin": "https://board.example"], 403),
            (["Origin": "https://board.example", "Host": "board.example"], 200),
            (["Origin": "http://board.example", "Host": "board.example"], 403),
        ] as [([String: String], Int)] {
            #expect(try await signIn(site, body, headers).status == status, "\(headers)")
        }
    }

    @Test func `signing out ends the session, only for its own page`() async throws {
        let site = try await Site()
        let session = try site.signIn()
        let field = { Site.Signed("DELETE", "/api/session").field(of: session) }
        let foreign = try await site.ask(
            "DELETE", "/api/session", nil, ["Pmd-Session": field()], by: .nobody)
        #expect(foreign.status == 403)
        #expect(try await read(site, as: session) == 200)
        let own = try await site.ask(
            "DELETE", "/api/session", nil, ["Pmd-Session": field(), "Origin": Site.origin],
            by: .nobody)
        #expect(own.status == 200)
        #expect(try await read(site, as: session) == 401)
        try await site.expectRefusal("DELETE", "/api/session", by: .program, 403, "foreign-origin")
    }

    @Test func `a session survives a restart, and a new token ends it`() async throws {
        let site = try await Site()
        let session = try site.signIn()
        #expect(try await read(site, as: session) == 200)
        let restarted = try await Site(on: site.sandbox)
        #expect(try await read(restarted, as: session) == 200)
        let new = AccessToken()
        try Workspace.keepAccess(new.text, in: .token, at: site.web.workspace.location)
        #expect(try await read(restarted, as: session) == 401)
        #expect(try await read(Site(on: site.sandbox, token: new), as: session) == 401)
    }

    @Test func `a new token in the file applies immediately, even to open streams`() async throws {
        let site = try await Site()
        let session = try site.signIn()
        let field = Site.Signed("GET", "/api/events").field(of: session)
        var streams = [
            try #require(await site.ask("GET", "/api/events").stream).makeAsyncIterator(),
            try #require(
                await site.ask("GET", "/api/events", nil, ["Pmd-Session": field], by: .nobody)
                    .stream
            ).makeAsyncIterator(),
        ]
        let new = AccessToken()
        try Workspace.keepAccess(new.text, in: .token, at: site.web.workspace.location)
        let start = ContinuousClock.now
        for index in streams.indices { while await streams[index].next() != nil {} }
        #expect(.now - start < .seconds(5 * slowness))
        let old = [("Host", Site.host), ("Authorization", "Bearer " + Site.token.text)]
        #expect(try await site.ask("GET", "/api/board", nil, old).status == 401)
        #expect(site.web.gate.token.text == new.text)
        #expect(try await site.ask("POST", "/api/tasks", #"{"title":"A"}"#).status == 201)
    }

    @Test func `signing out closes only that session's streams`() async throws {
        let site = try await Site()
        let (one, other) = (try site.signIn(), try site.signIn())
        let open = { (session: Site.SignedIn) in
            let field = Site.Signed("GET", "/api/events").field(of: session)
            let answer = try await site.ask(
                "GET", "/api/events", nil, ["Pmd-Session": field], by: .nobody)
            return try #require(answer.stream)
        }
        let (first, second) = (try await open(one), try await open(other))
        try site.web.gate.sessions?.end(one.id)
        for await _ in first {}
        var events = second.makeAsyncIterator()
        #expect(await events.next() != nil)
        site.web.live.post(changed: [TaskID("x")])
        #expect(await events.next() != nil)
    }

    @Test func `a browser that signed in at a read-only server stays read-only`() async throws {
        let site = try await Site { $0.isReadOnly = true }
        let session = try site.signIn()
        let open = try await Site(on: site.sandbox)
        #expect(try await read(open, as: session) == 200)
        let body = #"{"title":"x"}"#
        let answer = try await open.ask(
            "POST", "/api/tasks", body,
            [
                "Pmd-Session": Site.Signed("POST", "/api/tasks", body).field(of: session),
                "Origin": Site.origin,
            ], by: .nobody)
        #expect(try answer.status == 403 && answer.code == "read-only")
        let field = Site.Signed("GET", "/api/session").field(of: session)
        let json = try await open.ask(
            "GET", "/api/session", nil, ["Pmd-Session": field], by: .nobody
        ).json
        #expect(json["session"]?["role"] == "reader" && json["readOnly"]?.text != nil)
    }

    @Test func `a token is 64 hexadecimal digits`() {
        #expect(AccessToken(AccessToken().text) != nil)
        for text in ["", "x", Site.token.text.uppercased(), Site.token.text + "0"] {
            #expect(AccessToken(text) == nil)
        }
        #expect(AccessToken().text != AccessToken().text)
        #expect(Site.token.key(of: "a") != Site.token.key(of: "b"))
        #expect(!Site.token.text.contains(Site.token.mark))
    }
}
