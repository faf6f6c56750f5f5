import BoardStorage
import BoardView
import HTTPServer
import Synchronization
import TaskBoard
import TestSupport
import Testing

@testable import WebBoard

/// Signed requests: each is valid once, for a short time, and for one request only.
struct SessionTests {
    private static let body = #"{"title":"x"}"#

    private func send(_ site: Site, _ field: String) async throws -> Site.Answer {
        try await site.ask(
            "POST", "/api/tasks", Self.body, ["Pmd-Session": field, "Origin": Site.origin],
            by: .nobody)
    }

    @Test func `a signed request is valid once`() async throws {
        let site = try await Site()
        let field = Site.Signed("POST", "/api/tasks", Self.body).field(of: try site.signIn())
        #expect(try await send(site, field).status == 201)
        for _ in 0..<3 {
            let again = try await send(site, field)
            #expect(try again.status == 401 && again.code == "repeated-request")
        }
        // A replayed read returns nothing, either.
        let reading = Site.Signed("GET", "/api/board").field(of: try site.signIn())
        for status in [200, 401] {
            let answer = try await site.ask(
                "GET", "/api/board", nil, ["Pmd-Session": reading], by: .nobody)
            #expect(answer.status == status)
        }
        #expect(try site.sandbox.commits() == 2)
    }

    @Test(arguments: [
        "method", "path", "query", "body", "origin", "purpose", "time", "nonce", "code", "session",
        "upper case", "sign", "parts",
    ])
    func `a signature for another request is refused`(part: String) async throws {
        let site = try await Site()
        let (session, other) = (try site.signIn(), try site.signIn())
        var signed = Site.Signed("POST", "/api/tasks", Self.body)
        var field: String?
        switch part {
        case "method": signed.method = "PUT"
        case "path": signed.target = "/api/task"
        case "query": signed.target += "?x=1"
        case "body": signed.body += " "
        case "origin": signed.origin = "http://127.0.0.1:7463"
        case "purpose": signed.purpose = "server"
        default:
            var parts = signed.field(of: session).split(separator: " ").map(String.init)
            switch part {
            case "time": parts[1] = String(signed.time + 1)
            case "nonce": parts[2] = randomDigits(32)
            case "code": parts[3] = randomDigits(64)
            case "session": parts[0] = other.id
            case "upper case": parts[3] = parts[3].uppercased()
            case "sign": parts[1] = "+" + parts[1]
            default: parts.append("x")
            }
            field = parts.joined(separator: " ")
        }
        let answer = try await send(site, field ?? signed.field(of: session))
        #expect(try answer.status == 401 && answer.code == "not-signed-in")
        #expect(try site.sandbox.commits() == 1)
    }

    @Test func `a request is valid within thirty seconds of its time`() async throws {
        let site = try await Site()
        let session = try site.signIn()
        for (offset, status) in [
            (-20, 401), (20, 201), (-40, 401), (40, 401), (-86_400, 401), (86_400, 401),
        ] as [(Int64, Int)] {
            var signed = Site.Signed("POST", "/api/tasks", Self.body)
            signed.time += offset * 1_000
            let answer = try await send(site, signed.field(of: session))
            // Twenty seconds ago the server had not started.
            #expect(answer.status == status, "\(offset)")
            if status == 401 { #expect(try answer.code == "stale-signature") }
        }
    }

    /// A program that used the port while the server was down may have stored requests.
    @Test func `a request that was signed before the server started is refused`() async throws {
        let site = try await Site()
        let session = try site.signIn()
        var early = Site.Signed("GET", "/api/board")
        early.time = milliseconds()
        let signed = early.field(of: session)
        var late = Site.Signed("GET", "/api/board")
        let restarted = try await Site(on: site.sandbox)
        let answer = try await restarted.ask(
            "GET", "/api/board", nil, ["Pmd-Session": signed], by: .nobody)
        #expect(try answer.status == 401 && answer.code == "stale-signature")
        late.time = milliseconds() + 1
        #expect(
            try await restarted.ask(
                "GET", "/api/board", nil, ["Pmd-Session": late.field(of: session)], by: .nobody
            ).status == 200)
    }

    @Test func `a session is invalid at another origin of the server`() async throws {
        let site = try await Site { gate in
            gate.hosts.insert("127.0.0.1:7463")
            gate.origins.insert("http://127.0.0.1:7463")
        }
        let session = try site.signIn()
        for origin in [Site.origin, "http://127.0.0.1:7463"] {
            var signed = Site.Signed("GET", "/api/board")
            signed.origin = origin
            let answer = try await site.ask(
                "GET", "/api/board", nil,
                ["Pmd-Session": signed.field(of: session), "Host": "127.0.0.1:7463"], by: .nobody)
            #expect(answer.status == 401)
        }
    }

    @Test func `the server proves its identity only to a session's page`() async throws {
        let site = try await Site()
        let session = try site.signIn()
        let nonce = randomDigits(32)
        let ask = { (id: String, nonce: String, headers: [String: String]) in
            try await site.ask(
                "POST", "/api/session/proof", "{\"session\":\"\(id)\",\"nonce\":\"\(nonce)\"}",
                headers, by: .nobody)
        }
        let own = ["Origin": Site.origin]
        let answer = try await ask(session.id, nonce, own)
        #expect(answer.status == 200)
        guard case .number(let time)? = try answer.json["time"] else {
            Issue.record("no time")
            return
        }
        #expect(abs(Int64(time) - milliseconds()) < 30_000)
        #expect(
            try answer.json["proof"]?.text
                == authenticationCode(
                    ["server", Site.origin, nonce, String(time)], key: session.key))
        for (id, nonce, headers) in [
            (session.id, nonce, [:]), (session.id, "x", own), (randomDigits(32), nonce, own),
            (session.id, nonce.uppercased() + "\\n", own), ("", nonce, own),
        ] as [(String, String, [String: String])] {
            #expect(try await ask(id, nonce, headers).status == 401)
        }
        #expect(
            try await ask(session.id, nonce, ["Origin": "http://localhost:8080"]).status == 401)
    }

    @Test func `a browser that cannot sign sends its key, and one that can sign may not`()
        async throws
    {
        let site = try await Site()
        let code = site.web.gate.codes.make()
        let answer = try await site.ask(
            "POST", "/api/session", "{\"code\":\"\(code)\"}", ["Origin": Site.origin], by: .nobody)
        let (id, key) = (
            try #require(try answer.json["session"]?.text),
            try #require(try answer.json["key"]?.text)
        )
        let signing = try site.signIn()
        for (field, status) in [
            ("\(id) \(key)", 200), (id, 401), ("\(id) \(randomDigits(64))", 401),
            ("\(id) \(key) x", 401), ("\(signing.id) \(signing.key)", 401),
        ] {
            let answer = try await site.ask(
                "GET", "/api/board", nil, ["Pmd-Session": field], by: .nobody)
            #expect(answer.status == status, "\(field)")
        }
    }

    @Test func `a file's code loads only that file, and only by GET`() async throws {
        let sandbox = try ProgramSandbox.board()
        try sandbox.shell(
            """
            mkdir -p attachments
            printf '\\211PNG\\r\\n\\032\\n' > attachments/a.png
            printf '<script>alert(1)</script>' > attachments/b.html
            git add attachments && git commit -qm 'Add files'
            """)
        let site = try await Site(on: sandbox)
        let blob = { (name: String) in
            String(
                try sandbox.shell("git rev-parse HEAD:attachments/\(name)").output.dropLast())
        }
        let (picture, page) = (try blob("a.png"), try blob("b.html"))
        let session = try site.signIn()
        let code = { (blob: String) in
            authenticationCode(["file", Site.origin, blob], key: session.key)
        }
        let ask = { (method: String, target: String) in
            try await site.ask(method, target, by: .nobody)
        }
        let good = "/files/\(picture)?s=\(session.id)&k=\(code(picture))"
        let answer = try await ask("GET", good)
        #expect(answer.status == 200 && answer.headers["content-type"] == "image/png")
        #expect(answer.headers["cache-control"] == "private, max-age=31536000, immutable")
        #expect(answer.headers["etag"] == "\"\(picture)\"")
        // It may be loaded again: a code is for a file, not for a request.
        #expect(try await ask("GET", good).status == 200)
        let download = try await ask(
            "GET", "/files/\(page)?s=\(session.id)&k=\(code(page))")
        #expect(download.headers["content-type"] == "application/octet-stream")
        #expect(download.headers["content-disposition"]?.hasPrefix("attachment; ") == true)
        for target in [
            "/files/\(picture)", "/files/\(picture)?s=\(session.id)",
            "/files/\(picture)?s=\(session.id)&k=\(code(page))",
            "/files/\(picture)?s=\(session.id)&k=\(session.key)",
            "/files/\(page)?s=\(session.id)&k=\(code(picture))",
            "/files/\(picture)?k=\(code(picture))",
        ] {
            #expect(try await ask("GET", target).status == 401, "\(target)")
        }
        for method in ["POST", "PUT", "DELETE", "PATCH"] {
            #expect(try await ask(method, good).status == 401)
        }
        // It opens nothing else.
        let query = "?s=\(session.id)&k=\(code("board"))"
        #expect(try await ask("GET", "/api/board" + query).status == 401)
        let none = String(repeating: "0", count: 40)
        #expect(
            try await ask("GET", "/files/\(none)?s=\(session.id)&k=\(code(none))").status == 404)
        try site.web.gate.sessions?.end(session.id)
        #expect(try await ask("GET", good).status == 401)
    }
}

/// The file in which a server stores its sessions.
struct SessionFileTests {
    private func session(_ sessions: Sessions, _ name: String = "x") -> PageSession {
        PageSession(
            id: randomDigits(32), origin: Site.origin, name: name, role: .owner, isSigned: true,
            mark: Site.token.mark, expiry: sessions.now + PageSession.firstLife)
    }

    @Test func `sessions are stored for their owner only, without their keys`() async throws {
        let site = try await Site()
        let session = try site.signIn()
        let path = try Workspace.accessPath(.sessions, at: site.web.workspace.location)
        #expect(try site.sandbox.shell("stat -c %a '\(path)'").output == "600\n")
        let text = try site.sandbox.shell("cat '\(path)'").output
        #expect(text.contains(session.id) && !text.contains(session.key))
        #expect(text.contains("\"role\":\"owner\"") && text.contains("\"expiry\":"))
        // A file that others can read is no longer trusted.
        try site.sandbox.shell("chmod 644 '\(path)'")
        #expect(
            try await Site(on: site.sandbox).web.gate.sessions?.session(session.id, of: Site.token)
                == nil)
    }

    @Test func `an unused session expires soon, and use extends it`() async throws {
        let site = try await Site()
        let time = Mutex(milliseconds())
        let location = site.web.workspace.location
        let sessions = try Sessions(at: location) { time.withLock { $0 } }
        let pass = { (minutes: Int64) in time.withLock { $0 += minutes * 60_000 } }
        let (unused, used) = (session(sessions), session(sessions))
        for each in [unused, used] { try sessions.begin(each) }
        let known = { (each: PageSession) in sessions.session(each.id, of: Site.token) }
        sessions.renew(try #require(known(used)))
        pass(11)
        #expect(known(unused) == nil && known(used) != nil)
        for _ in 0..<5 {
            pass(60 * 24 * 80)
            sessions.renew(try #require(known(used)))
        }
        pass(60 * 24 * 91)
        #expect(known(used) == nil)
    }

    @Test func `two servers of a clone keep each other's sessions`() async throws {
        let site = try await Site()
        let location = site.web.workspace.location
        let (one, other) = (try Sessions(at: location), try Sessions(at: location))
        let all = try (0..<10).map { number in
            let sessions = number % 2 == 0 ? one : other
            let made = session(sessions)
            try sessions.begin(made)
            return made
        }
        for each in all {
            for sessions in [one, other] {
                #expect(sessions.session(each.id, of: Site.token) == each)
            }
        }
    }

    @Test func `sessions and nonces are limited`() async throws {
        let sessions = try Sessions()
        let used = session(sessions)
        try sessions.begin(used)
        sessions.renew(used)
        let name = String(repeating: "\u{0}\"é", count: 1_000)
        for _ in 0..<300 { try sessions.begin(session(sessions, PageSession.name(from: name))) }
        #expect(sessions.session(used.id, of: Site.token) != nil)
        var answers: [Sessions.Nonce] = []
        for number in 0..<(Sessions.mostNonces + 10) {
            answers.append(sessions.use("\(number)", at: sessions.now, in: used.id))
        }
        #expect(answers.prefix(Sessions.mostNonces).allSatisfy { $0 == .new })
        #expect(answers.last == .tooMany)
        // Other sessions are not affected, and old nonces are removed.
        #expect(sessions.use("1", at: sessions.now, in: "other") == .new)
        #expect(sessions.use("1", at: sessions.now, in: "other") == .used)
    }

    @Test(arguments: [
        "", "{", "[]", #"{"sessions":1}"#, #"{"sessions":[{"id":"x"}]}"#, "\u{0}",
        #"{"sessions":[{"id":"00000000000000000000000000000000","expiry":99999999999999}]}"#,
    ])
    func `a damaged session file authenticates nobody, and the next sign-in replaces it`(
        text: String
    )
        async throws
    {
        let site = try await Site()
        let path = try Workspace.accessPath(.sessions, at: site.web.workspace.location)
        try writeFile(path, text)
        try site.sandbox.shell("chmod 600 '\(path)'")
        let nobody = String(repeating: "0", count: 32)
        #expect(site.web.gate.sessions?.session(nobody, of: Site.token) == nil)
        let session = try site.signIn()
        #expect(site.web.gate.sessions?.session(session.id, of: Site.token) != nil)
    }
}
