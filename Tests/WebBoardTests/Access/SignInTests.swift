import BoardStorage
import BoardView
import HTTPServer
import TaskBoard
import TestSupport
import Testing

@testable import WebBoard

/// How a browser signs in, and users that a proxy names.
struct SignInTests {
    @Test func `a new token in the file counts at once, for open streams too`() async throws {
        let site = try await Site()
        var stream = try #require(await site.ask("GET", "/api/events").stream).makeAsyncIterator()
        let new = AccessToken()
        try Workspace.keepAccess(new.text, in: .token, at: site.web.workspace.location)
        #expect(
            try await site.ask(
                "GET", "/api/board", nil,
                [("Host", Site.host), ("Authorization", "Bearer " + Site.token.text)]
            ).status == 401)
        #expect(site.web.gate.token.text == new.text)
        #expect(try await site.ask("POST", "/api/tasks", #"{"title":"A"}"#).status == 201)
        while await stream.next() != nil {}
    }

    private let cookie = "pmd-7463=" + Site.token.cookie

    @Test func `a code signs one browser in, once`() async throws {
        let site = try await Site()
        let code = site.web.gate.codes.make()
        let answer = try await site.ask("GET", "/?code=" + code, by: .nobody)
        #expect(answer.status == 303 && answer.headers["location"] == "/")
        let cookies = answer.headers.values("set-cookie")
        #expect(cookies.count == 2)
        #expect(cookies.contains { $0.hasPrefix(cookie + ";") })
        for set in cookies {
            for part in ["HttpOnly", "SameSite=Strict", "Path=/", "Max-Age="] {
                #expect(set.contains(part))
            }
            #expect(!set.contains("Secure"))
            #expect(!set.contains(Site.token.text))
        }
        let again = try await site.ask("GET", "/?code=" + code, by: .nobody)
        #expect(again.status == 303 && !again.headers.contains("set-cookie"))
    }

    /// A browser sends a cookie to every port of its address, and so to other users' programs.
    @Test func `the cookie alone gets no token that changes need`() async throws {
        let site = try await Site()
        let ask = { (fields: [String: String]) in
            try await site.ask(
                "GET", "/api/session", nil,
                ["Origin": "http://" + Site.host].merging(fields) { $1 },
                by: .nobody)
        }
        let token = Site.token.headerToken(of: nil)
        let stolen = try await ask(["Cookie": cookie])
        #expect(stolen.status == 200)
        #expect(try stolen.json["token"] == .null)
        #expect(!String(decoding: stolen.bytes, as: UTF8.self).contains(token))
        let own = try await ask(["Cookie": cookie, "Pmd-Token": token])
        #expect(try own.json["token"]?.text == token)
        let program = ["Authorization": "Bearer " + Site.token.text]
        #expect(try await ask(program).json["token"]?.text == token)
        #expect(try await ask(["Pmd-Token": token]).status == 401)
    }

    @Test func `the page gets its token once after a code, from its own origin`() async throws {
        let site = try await Site()
        let code = site.web.gate.codes.make()
        let answer = try await site.ask("GET", "/?code=" + code, by: .nobody)
        let cookies = answer.headers.values("set-cookie").compactMap {
            $0.split(separator: ";").first.map(String.init)
        }
        let take = { (origin: String, cookies: [String]) in
            try await site.ask(
                "POST", "/api/session", "{}",
                ["Origin": origin, "Cookie": cookies.joined(separator: "; ")], by: .nobody)
        }
        let own = "http://" + Site.host
        #expect(try await take("http://localhost:8080", cookies).status == 403)
        #expect(try await take(own, [cookie]).status == 401)
        #expect(try await take(own, [cookie, "pmd-7463-ticket=x"]).status == 401)
        #expect(try await take(own, [cookie, "pmd-7463-ticket="]).status == 401)
        let signedIn = try await take(own, ["pmd-7463-ticket=planted"] + cookies)
        #expect(try signedIn.json["token"]?.text == Site.token.headerToken(of: nil))
        #expect(
            signedIn.headers.values("set-cookie").contains {
                $0.hasPrefix("pmd-7463-ticket=;") && $0.contains("Max-Age=0")
            })
        #expect(try await take(own, cookies).status == 401)
    }

    @Test func `a wrong code, and one whose time is over, sign nobody in`() async throws {
        let site = try await Site()
        for code in [
            "", "x", String(repeating: "0", count: 32), site.web.gate.codes.make(for: .zero),
        ] {
            let answer = try await site.ask("GET", "/?code=" + code, by: .nobody)
            #expect(!answer.headers.contains("set-cookie"))
        }
    }

    @Test func `a code is not used up by a program that only looks at the address`() async throws {
        let site = try await Site()
        let code = site.web.gate.codes.make()
        let look = try await site.ask("HEAD", "/?code=" + code, by: .nobody)
        #expect(!look.headers.contains("set-cookie"))
        let answer = try await site.ask("GET", "/?code=" + code, by: .nobody)
        #expect(answer.headers.contains("set-cookie"))
    }

    @Test func `the cookie is sent over TLS only where the page is`() async throws {
        let site = try await Site { gate in
            gate.hosts.insert("board.example")
            gate.origins.insert("https://board.example")
        }
        let code = site.web.gate.codes.make()
        let answer = try await site.ask(
            "GET", "/?code=" + code, nil, ["Host": "board.example"], by: .nobody)
        let cookies = answer.headers.values("set-cookie")
        #expect(cookies.count == 2 && cookies.allSatisfy { $0.contains("; Secure") })
    }

    @Test(arguments: [
        (Site.token.text, "http://" + Site.host, 200),
        (Site.token.cookie, "http://" + Site.host, 401),
        ("", "http://" + Site.host, 401),
        (Site.token.text, "http://localhost:8080", 403),
        (Site.token.text, "null", 403),
    ])
    func `the token of the file signs in from the own origin only`(
        token: String, origin: String, status: Int
    ) async throws {
        let site = try await Site()
        let answer = try await site.ask(
            "POST", "/api/session", "{\"token\":\"\(token)\"}", ["Origin": origin], by: .nobody)
        #expect(answer.status == status)
        #expect(answer.headers.contains("set-cookie") == (status == 200))
    }

    @Test func `signing in needs an origin`() async throws {
        let site = try await Site()
        try await site.expectRefusal(
            "POST", "/api/session", "{\"token\":\"\(Site.token.text)\"}", by: .nobody, 403,
            "foreign-origin")
    }

    @Test func `signing out takes the cookie away, for the own page only`() async throws {
        let site = try await Site()
        let answer = try await site.ask("DELETE", "/api/session", by: .window("a"))
        #expect(answer.headers["set-cookie"]?.hasPrefix("pmd-7463=;") == true)
        #expect(answer.headers["set-cookie"]?.contains("Max-Age=0") == true)
        try await site.expectRefusal("DELETE", "/api/session", by: .program, 403, "foreign-origin")
    }

    @Test func `a session survives a restart, and a new token ends it`() async throws {
        let site = try await Site()
        let id = try await site.add(#"{"title":"x"}"#, by: .window("a"))
        let fields: [(name: String, value: String)] = [
            ("Host", Site.host), ("Cookie", cookie), ("Origin", "http://" + Site.host),
            ("Pmd-Token", Site.token.headerToken(of: nil)),
        ]
        let restarted = try await Site(on: site.sandbox)
        #expect(try await restarted.ask("GET", "/api/tasks/" + id, nil, fields).status == 200)
        #expect(try await restarted.ask("POST", "/api/sync", nil, fields).status != 401)
        let replaced = try await Site(on: site.sandbox, token: AccessToken())
        #expect(try await replaced.ask("GET", "/api/tasks/" + id, nil, fields).status == 401)
        #expect(try await replaced.ask("DELETE", "/api/tasks/" + id, nil, fields).status == 401)
    }

    @Test func `a token is 64 hexadecimal digits`() {
        #expect(AccessToken(AccessToken().text) != nil)
        for text in ["", "x", Site.token.text.uppercased(), Site.token.text + "0"] {
            #expect(AccessToken(text) == nil)
        }
        #expect(AccessToken().text != AccessToken().text)
        #expect(Site.token.headerToken(of: nil) != Site.token.headerToken(of: "ann"))
        #expect(Site.token.headerToken(of: nil) != Site.token.cookie)
    }
}

/// Users that a proxy has signed in.
struct ProxyUserTests {
    private func site(_ change: (inout Gate) -> Void = { _ in }) async throws -> Site {
        try await Site { gate in
            gate.userHeader = "Remote-User"
            change(&gate)
        }
    }

    @Test(arguments: ["Bob", "Kim Ha-neul", "김하늘", "bob@example.org"])
    func `a commit is by the user that the proxy names`(name: String) async throws {
        let site = try await site()
        #expect(
            try await site.ask("GET", "/api/session", by: .user(name)).json["user"] == .string(name)
        )
        _ = try await site.add(#"{"title":"x"}"#, by: .user(name))
        let log = try site.sandbox.shell("git log -1 --format='%an|%ae|%cn'").output
        #expect(log.hasPrefix(name + "|"))
        #expect(try site.sandbox.shell("git fsck --strict").status == 0)
    }

    @Test(arguments: [
        "a\nb", "a\rb", "a\0b", "Bob <root@localhost>", "", " ", "...", "a\u{7f}", "a\u{85}b",
        String(repeating: "x", count: 201),
    ])
    func `a name that no author can have is refused`(name: String) async throws {
        let site = try await site()
        try await site.expectRefusal(
            "POST", "/api/tasks", #"{"title":"x"}"#, by: .user(name), 403, "bad-user")
    }

    @Test func `a proxy at another address is not believed`() async throws {
        let site = try await site { $0.trustedProxies = ["10.0.0.1"] }
        let fields: [(name: String, value: String)] = [
            ("Host", Site.host), ("Remote-User", "Bob"),
            ("Origin", "http://" + Site.host), ("Pmd-Token", Site.token.headerToken(of: "Bob")),
            ("Content-Type", "application/json"),
        ]
        for (peer, status) in [
            (HTTPRequest.Peer.address("10.0.0.1"), 201), (.socket, 201),
            (.address("127.0.0.1"), 401), (.address("::1"), 401),
        ] {
            let answer = try await site.ask(
                "POST", "/api/tasks", #"{"title":"x"}"#, fields, from: peer)
            #expect(answer.status == status, "\(peer)")
        }
    }

    @Test func `a program with the token acts as the user that the proxy names`() async throws {
        let site = try await site { $0.trustedProxies = ["10.0.0.1"] }
        let fields: [(name: String, value: String)] = [
            ("Host", Site.host), ("Remote-User", "Bob"),
            ("Authorization", "Bearer " + Site.token.text), ("Content-Type", "application/json"),
        ]
        for (peer, author) in [
            (HTTPRequest.Peer.address("10.0.0.1"), "Bob"), (.address("127.0.0.1"), ""),
        ] {
            _ = try await site.ask("POST", "/api/tasks", #"{"title":"x"}"#, fields, from: peer)
            let name = try site.sandbox.shell("git log -1 --format=%an").output.dropLast()
            #expect((name == "Bob") == (author == "Bob"))
        }
        // The name and password of a user, which the proxy has looked at and passes on.
        var basic = fields
        basic[2].value = "Basic Ym9iOnNlY3JldA=="
        #expect(
            try await site.ask("GET", "/api/board", nil, basic, from: .address("10.0.0.1")).status
                == 200)
        #expect(
            try await site.ask("POST", "/api/tasks", "{}", basic, from: .address("10.0.0.1")).status
                == 403)
    }

    @Test func `behind a proxy neither code, cookie nor another user's token is enough`()
        async throws
    {
        let site = try await site()
        let code = site.web.gate.codes.make()
        let answer = try await site.ask("GET", "/?code=" + code, by: .nobody)
        #expect(!answer.headers.contains("set-cookie"))
        try await site.expectRefusal(
            "POST", "/api/session", "{\"token\":\"\(Site.token.text)\"}",
            ["Origin": "http://" + Site.host], by: .nobody, 403, "foreign-origin")
        try await site.expectRefusal("GET", "/api/board", by: .window("a"), 401, "not-signed-in")
        let fields: [(name: String, value: String)] = [
            ("Host", Site.host), ("Remote-User", "Bob"),
            ("Origin", "http://" + Site.host), ("Content-Type", "application/json"),
            ("Pmd-Token", Site.token.headerToken(of: "Ann")),
        ]
        let other = try await site.ask(
            "POST", "/api/tasks", #"{"title":"x"}"#, fields, from: .socket)
        #expect(other.status == 403)
        #expect(try await site.ask("GET", "/api/board").status == 200)
    }
}
