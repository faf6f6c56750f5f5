import HTTPServer
import TestSupport
import Testing

@testable import WebBoard

/// Files that clients attach to tasks, and how browsers get them.
struct AttachmentTests {
    static let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 1, 2, 0xFF]
    static let jpeg: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0, 0, 16] + Array("JFIF".utf8)

    private static let jpegWithScript = jpeg + Array("<script>alert(1)</script>".utf8)

    @Test(arguments: [Site.Client.program, .window("w"), .user("ann")])
    func `a file and its link are one commit, which the client's undo takes back`(
        _ client: Site.Client
    ) async throws {
        let site = try await Site {
            if case .user = client { $0.userHeader = "Remote-User" }
        }
        let id = try await site.add(#"{"title":"Boots","body":"Brown.\n"}"#, by: client)
        let commits = try site.sandbox.commits()
        let answer = try await site.attach(Self.png, to: id, named: "my boots.png", by: client)
        let text = String(decoding: answer.bytes, as: UTF8.self)
        #expect(answer.status == 200, "\(text)")
        let body = try #require(try answer.json["body"]?.text)
        #expect(body.hasPrefix("Brown.\n\n![my boots](../attachments/my-boots-"), "\(body)")
        let report = try #require(try answer.json["report"])
        let sentence = report["sentences"]?[0]?.text ?? ""
        #expect(sentence.hasPrefix("Attached my-boots-") && sentence.hasSuffix("to \"Boots\""))
        #expect(report["undo"]?["title"]?.text == sentence)
        #expect(try site.sandbox.commits() == commits + 1)
        let image = try answer.json["rendered"]?[1]?["children"]?[0]
        let blob = try #require(image?["file"]?.text)
        #expect(image?["type"] == "image")
        let served = try await site.file(blob, in: try site.signIn())
        if case .user = client {
        } else {
            #expect(served.status == 200 && served.bytes == Self.png)
        }
        // The same request again changes nothing.
        let again = try await site.attach(Self.png, to: id, named: "my boots.png", by: client)
        #expect(try again.status == 200 && again.json["body"]?.text == body)
        #expect(try again.json["report"]?["commit"] == .null)
        #expect(try site.sandbox.commits() == commits + 1)
        #expect(try await site.ask("POST", "/api/undo", "{}", by: client).status == 200)
        #expect(
            try await site.ask("GET", "/api/tasks/\(id)", by: client).json["body"] == "Brown.\n")
        #expect(try site.sandbox.shell("ls attachments || :").output.isEmpty)
    }

    @Test func `a form is refused, since its boundaries would be stored`() async throws {
        let site = try await Site()
        let id = try await site.add(#"{"title":"Boots"}"#)
        let before = try site.sandbox.state()
        let answer = try await site.attach(
            Array("--x\r\n\r\na note\r\n--x--\r\n".utf8), to: id, named: "note.txt",
            ["Content-Type": "Multipart/Form-Data; boundary=x"])
        #expect(try answer.status == 415 && answer.code == "form")
        #expect(try answer.json["detail"]?.text?.contains("--data-binary @note.txt") == true)
        #expect(try site.sandbox.state() == before)
    }

    /// - Returns: The answer for the file as a browser gets it.
    private func served(
        _ bytes: [UInt8], named name: String
    ) async throws -> Site.Answer {
        let site = try await Site()
        let id = try await site.add(#"{"title":"A"}"#)
        let answer = try await site.attach(bytes, to: id, named: name)
        #expect(answer.status == 200, "\(name)")
        let blob = try site.sandbox.shell("git ls-tree -r HEAD attachments").output
            .split(separator: " ")[2].prefix(40)
        return try await site.file(String(blob), in: try site.signIn())
    }

    @Test(
        arguments: [
            ("a.png", AttachmentTests.png, "image/png"),
            ("a.txt", AttachmentTests.png, "image/png"),
            ("a.html", AttachmentTests.jpeg, "image/jpeg"),
            ("a.svg", Array("GIF89a;<svg onload=alert(1)>".utf8), "image/gif"),
            ("a.js", AttachmentTests.jpegWithScript, "image/jpeg"),
            ("notes.html", Array("a note\n".utf8), "text/plain; charset=utf-8"),
            ("a.png", Array("<html><script>alert(1)</script>".utf8), nil),
            (
                "a.svg", Array("<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>".utf8),
                nil
            ),
            ("a.pdf", Array("%PDF-1.7\n".utf8), nil), ("a.js", Array("alert(1)\0".utf8), nil),
            ("a.png", [0x89, 0x50, 0x4E, 0x47], nil), ("a.bin", [0, 1, 2], nil),
        ] as [(String, [UInt8], String?)])
    func `only pictures and plain text are shown, by their content, and nothing can run`(
        _ name: String, _ bytes: [UInt8], _ type: String?
    ) async throws {
        let answer = try await served(bytes, named: name)
        let headers = answer.headers
        #expect(answer.status == 200 && answer.bytes == bytes)
        #expect(headers["content-type"] == type ?? "application/octet-stream")
        let way = headers["content-disposition"] ?? ""
        #expect(way.hasPrefix(type == nil ? "attachment; filename=" : "inline; filename="))
        #expect(headers["content-security-policy"] == "sandbox; default-src 'none'")
        #expect(headers["x-content-type-options"] == "nosniff")
        #expect(headers["cross-origin-resource-policy"] == "same-origin")
        #expect(headers["cache-control"] == "private, max-age=31536000, immutable")
    }

    @Test(arguments: [
        ("boots.bin", "boots"), ("a\r\nSet-Cookie: x=1.bin", "a-set-cookie-x-1"),
        ("../../../etc/passwd", "passwd"), ("\u{202E}gnp.exe", "gnp"), ("\"; x=\"y.bin", "x-y"),
        ("장화.bin", "%EC%9E%A5%ED%99%94"), (String(repeating: "a", count: 4000), "aaaa"),
        (".htaccess", "htaccess"), ("-rf", "rf"),
    ])
    func `no name of a file adds a header or a path`(_ name: String, _ part: String) async throws {
        let answer = try await served([0, 1, 2], named: name)
        #expect(answer.headers.values("set-cookie").isEmpty)
        let way = try #require(answer.headers["content-disposition"])
        #expect(way.utf8.allSatisfy { (0x20...0x7E).contains($0) }, "\(way)")
        #expect(way.utf8.count < 700)
        let parts = way.split(separator: ";")
        #expect(parts.count == 3, "\(way)")
        #expect(way.split(separator: "\"").count == 3, "\(way)")
        #expect(parts.last?.hasPrefix(" filename*=UTF-8''\(part)") == true, "\(way)")
    }

    @Test func `a file that nobody attached is not served`() async throws {
        let sandbox = try ProgramSandbox.board()
        try sandbox.shell(
            """
            echo secret > notes.txt; mkdir -p attachments; ln -s ../notes.txt attachments/link
            echo plan > attachments/plan.txt; git add -A; git commit -qm files
            """)
        let site = try await Site(on: sandbox)
        let session = try site.signIn()
        let id = try await site.add(#"{"title":"A"}"#)
        for (path, status) in [
            ("attachments/plan.txt", 200), ("notes.txt", 404), ("attachments/link", 404),
            ("pmd.yml", 404), ("attachments", 404),
        ] {
            let blob = String(try sandbox.shell("git rev-parse HEAD:\(path)").output.dropLast())
            #expect(try await site.file(blob, in: session).status == status, "\(path)")
        }
        let task = String(
            try sandbox.shell("git ls-tree HEAD todo/").output.split(separator: " ")[2].prefix(40))
        #expect(try await site.file(task, in: session).status == 404, "\(id)")
        // A file that is deleted is gone.
        let plan = String(
            try sandbox.shell("git rev-parse HEAD:attachments/plan.txt").output.dropLast())
        try sandbox.shell("git rm -q attachments/plan.txt; git commit -qm gone")
        #expect(try await site.file(plan, in: session).status == 404)
    }

    @Test func `a file that cannot be attached changes nothing`() async throws {
        let site = try await Site()
        let id = try await site.add(#"{"title":"A"}"#)
        let before = try site.sandbox.state()
        let large = [UInt8](repeating: 0, count: 10_000_001)
        for (bytes, task, status, code) in [
            ([], id, 422, "empty-attachment"), (large, id, 422, "attachment-too-large"),
            ([1], "none", 404, "no-such-task"),
        ] {
            let answer = try await site.attach(bytes, to: task, named: "a")
            #expect(try answer.status == status && answer.code == code, "\(code)")
        }
        try await site.expectRefusal("POST", "/api/attachments?name=a", nil, 400, "missing-member")
        try await site.expectRefusal(
            "POST", "/api/attachments?task=\(id)&path=/etc", nil, 400, "unknown-parameter")
        let version = String(repeating: "0", count: 40)
        let stale = try await site.attach(
            [1], to: id, named: "a", ["If-Match": "\"\(version)\""])
        #expect(stale.status == 412)
        for client in [Site.Client.nobody] {
            #expect(try await site.attach([1], to: id, named: "a", by: client).status == 401)
        }
        #expect(try site.sandbox.state() == before)
    }

    @Test func `a file that git would change is not attached`() async throws {
        let site = try await Site()
        let id = try await site.add(#"{"title":"A"}"#)
        try site.sandbox.shell("echo '* text' >>.gitattributes; git commit -qam Attributes")
        let before = try site.sandbox.state()
        let answer = try await site.attach(Array("a\r\n".utf8), to: id, named: "a.txt")
        #expect(try answer.status == 422 && answer.code == "converted-attachment")
        #expect(try answer.json["plain"]?.text?.contains(".gitattributes on the server") == true)
        #expect(try site.sandbox.state() == before)
        #expect(try await site.attach(Array("a\n".utf8), to: id, named: "a.txt").status == 200)
    }

    @Test func `only a credential that may write can send a large file`() async throws {
        let site = try await Site()
        let session = try site.signIn()
        func limit(
            _ fields: [(name: String, value: String)], _ target: String = "/api/attachments?task=x",
            method: String = "POST", on site: Site = site
        ) -> Int? {
            let read = HTTPRequest.target(target)
            return site.web.upload(
                for: HTTPRequest(
                    method: method, path: read?.path ?? [], query: read?.query ?? [],
                    target: target,
                    headers: HTTPFields([("Host", Site.host)] + fields)))?.limit
        }
        let token = ("Authorization", "Bearer " + Site.token.text)
        let signed = [("Origin", Site.origin), ("Pmd-Session", "\(session.id) 1 2 3")]
        #expect(limit([token]) == 10_000_000 && limit(signed) == 10_000_000)
        #expect(limit([]) == nil)
        #expect(limit([("Authorization", "Bearer x")]) == nil)
        #expect(limit([("Pmd-Session", "\(randomDigits(32)) 1 2 3")]) == nil)
        #expect(limit([token], "/api/tasks") == nil && limit([token], method: "PUT") == nil)
        #expect(limit([token, ("Host", "evil.example")]) == nil)
        let reading = try await Site { $0.isReadOnly = true }
        #expect(limit([token], on: reading) == nil)
        try site.sandbox.shell("pmd config attachment-limit 20")
        try await eventually { limit([token]) == 20_000_000 }
    }
}
