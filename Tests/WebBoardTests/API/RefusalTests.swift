import BoardView
import HTTPServer
import TaskBoard
import TestSupport
import Testing

@testable import WebBoard

/// Refusals of each route: a problem document and no change.
struct RefusalTests {
    struct Case: Sendable, CustomStringConvertible {
        let method: String
        let target: String
        let body: String?
        let status: Int
        let code: String

        init(_ line: String, _ status: Int, _ code: String) {
            self.init(line, nil, status, code)
        }

        init(_ line: String, _ body: String?, _ status: Int, _ code: String) {
            let words = line.split(separator: " ", maxSplits: 1).map(String.init)
            (method, target) = (words[0], words[1])
            (self.body, self.status, self.code) = (body, status, code)
        }

        var description: String { "\(method) \(target) \(body ?? "") \(code)" }
    }

    private static let cases = [
        Case("GET /api", 404, "no-such-route"), Case("GET /api/", 404, "no-such-route"),
        Case("GET /api/nothing", 404, "no-such-route"),
        Case("GET /api/tasks/", 404, "no-such-route"),
        Case("GET /api/tasks/a/b", 404, "no-such-route"),
        Case("PUT /api/board", "{}", 405, "wrong-method"),
        Case("TRACE /api/tasks", 405, "wrong-method"),
        Case("POST /", "{}", 405, "wrong-method"), Case("GET /nothing.js", 404, "no-such-file"),
        Case("GET /..%2f..%2fetc%2fpasswd", 404, "no-such-file"),
        Case("GET /%2e%2e/app.js", 404, "no-such-file"),
        Case("GET /api/%2e%2e/app.js", 404, "no-such-route"),
        Case("GET /api/board?x=1", 400, "unknown-parameter"),
        Case("GET /api/board?q=a&q=b", 400, "unknown-parameter"),
        Case("GET /api/board?limit=0", 400, "wrong-parameter"),
        Case("GET /api/board?limit=1000000000000000000000", 400, "wrong-parameter"),
        Case("GET /api/board?all=maybe", 400, "wrong-parameter"),
        Case("GET /api/board?all=", 400, "wrong-parameter"),
        Case("GET /api/board?at=tomorrow", 422, "future-date"),
        Case("GET /api/board?at=gibberish", 422, "word"),
        Case("GET /api/board/nowhere", 404, "unknown-state"),
        Case("GET /api/board/..", 404, "unknown-state"),
        Case("GET /api/board/todo?after=zzzzzz", 400, "wrong-cursor"),
        Case("GET /api/board/todo?view=nothing", 404, "unknown-view"),
        Case("GET /api/tasks?after=zzzzzz", 400, "wrong-cursor"),
        Case("GET /api/tasks?q=state:nowhere", 422, "word"),
        Case("GET /api/tasks/zzzzzz", 404, "no-such-task"),
        Case("GET /api/tasks/..%2F..%2Fetc%2Fpasswd", 404, "no-such-task"),
        Case("GET /api/tasks/zzzzzz/history", 404, "no-such-task"),
        Case("GET /api/history?after=0000", 400, "wrong-cursor"),
        Case("GET /api/history?limit=x", 400, "wrong-parameter"),
        Case("POST /api/tasks", "", 400, "bad-json"), Case("POST /api/tasks", "{", 400, "bad-json"),
        Case("POST /api/tasks", #"{"title":"a","title":"b"}"#, 400, "bad-json"),
        Case("POST /api/tasks", #"{"title":"\ud800"}"#, 400, "bad-json"),
        Case("POST /api/tasks", String(repeating: "[", count: 100_000), 400, "bad-json"),
        Case("POST /api/tasks", "[]", 400, "wrong-type"),
        Case("POST /api/tasks", "{}", 422, "no-title"),
        Case("POST /api/tasks", #"{"title":1}"#, 400, "wrong-type"),
        Case("POST /api/tasks", #"{"title":null}"#, 400, "wrong-type"),
        Case("POST /api/tasks", #"{"title":"a","due":5}"#, 400, "wrong-type"),
        Case("POST /api/tasks", #"{"title":"a","tags":"b"}"#, 400, "wrong-type"),
        Case("POST /api/tasks", #"{"title":"a","tags":[1]}"#, 400, "wrong-type"),
        Case("POST /api/tasks", #"{"title":"a","colour":"b"}"#, 400, "unknown-member"),
        Case("POST /api/tasks", #"{"title":"a","id":"zzzzzz"}"#, 400, "unknown-member"),
        Case("POST /api/tasks", #"{"title":"a","state":"nowhere"}"#, 422, "unknown-state"),
        Case("POST /api/tasks", #"{"title":"a","state":"../.."}"#, 422, "unknown-state"),
        Case("POST /api/session/code", "{}", 409, "not-reachable"),
        Case("POST /api/add", #"{"items":[]}"#, 400, "no-items"),
        Case("POST /api/add", #"{"items":["a","due:gibberish"]}"#, 422, "word"),
        Case("POST /api/add", #"{"items":["a"],"state":"nowhere"}"#, 422, "unknown-state"),
        Case(
            "POST /api/add",
            "{\"items\":[\"a\"\(String(repeating: ",\"a\"", count: 100))]}", 400, "too-many-items"),
        Case("POST /api/tasks", #"{"entry":"a","due":"gibberish"}"#, 422, "wrong-value"),
        Case("POST /api/tasks", #"{"title":"a","due":"gibberish"}"#, 422, "wrong-value"),
        Case("POST /api/tasks", #"{"title":"a","extra":{"state":"done"}}"#, 400, "wrong-value"),
        Case("POST /api/tasks", #"{"title":"a","extra":{"path":"x"}}"#, 400, "wrong-value"),
        Case("GET /api/history?after=0000", 400, "wrong-cursor"),
        Case("GET /api/history?after=\(String(repeating: "0", count: 40))", 400, "wrong-cursor"),
        Case("POST /api/tasks", #"{"title":"a","extra":{"x":{}}}"#, 400, "wrong-type"),
        Case("POST /api/tasks", #"{"title":"a","extra":{"x":[1]}}"#, 400, "wrong-type"),
        Case("POST /api/tasks", #"{"title":"a\nb"}"#, 422, "wrong-value"),
        Case("POST /api/tasks", #"{"title":"a\u0000b"}"#, 422, "wrong-value"),
        Case("POST /api/tasks", #"{"title":"a","extra":{"x":["\u0000"]}}"#, 422, "wrong-value"),
        Case("POST /api/tasks", #"{"entry":"a\u0000b"}"#, 422, "wrong-value"),
        Case("POST /api/add", #"{"items":["a\u0000b"]}"#, 422, "wrong-value"),
        Case("POST /api/change", #"{"tasks":["ID"],"words":"+a\u0000"}"#, 422, "wrong-value"),
        Case("POST /api/tasks/zzzzzz/move", #"{"state":"done"}"#, 404, "no-such-task"),
        Case("POST /api/tasks/ID/move", #"{"state":"nowhere"}"#, 422, "unknown-state"),
        Case("POST /api/tasks/ID/move", #"{"end":"middle"}"#, 400, "wrong-end"),
        Case("POST /api/tasks/ID/move", #"{"state":1}"#, 400, "wrong-type"),
        Case("POST /api/move", #"{"tasks":[]}"#, 400, "no-tasks"),
        Case("POST /api/move", #"{"tasks":["zzzzzz"],"state":"done"}"#, 404, "no-such-task"),
        Case("POST /api/move", #"{"state":"done"}"#, 400, "missing-member"),
        Case("POST /api/change", #"{"tasks":["ID"],"words":"due:gibberish"}"#, 422, "word"),
        Case("POST /api/remove", #"{"tasks":["zzzzzz"]}"#, 404, "no-such-task"),
        Case("POST /api/actions/delete", #"{"tasks":["zzzzzz"]}"#, 404, "no-such-task"),
        Case("POST /api/actions/snooze", #"{"tasks":["ID"]}"#, 404, "unknown-action"),
        Case("POST /api/actions/nothing", #"{"tasks":["ID"]}"#, 404, "unknown-action"),
        Case("POST /api/actions/skip", #"{"tasks":["ID"]}"#, 409, "not-possible"),
        Case("POST /api/tasks/ID/tick", #"{"items":[]}"#, 400, "no-items"),
        Case(
            "POST /api/tasks/ID/tick",
            "{\"items\":[\(Array(repeating: "1", count: 1_001).joined(separator: ","))]}", 400,
            "too-many-items"),
        Case(
            "POST /api/change",
            "{\"tasks\":[\"ID\"],\"words\":\"\(String(repeating: "+a ", count: 1_001))\"}", 400,
            "too-many-words"),
        Case(
            "PATCH /api/settings",
            "{\((0...200).map { "\"views.q\($0)\":\"+a\"" }.joined(separator: ","))}", 400,
            "too-many-settings"),
        Case("POST /api/tasks/ID/tick", #"{"items":[7]}"#, 422, "no-such-item"),
        Case("POST /api/tasks/ID/tick", #"{"items":[0]}"#, 422, "no-such-item"),
        Case("POST /api/tasks/ID/tick", #"{"items":[-9223372036854775808]}"#, 422, "no-such-item"),
        Case("POST /api/tasks/ID/resolve", "{}", 400, "bad-choice"),
        Case("POST /api/tasks/ID/resolve", #"{"take":1,"keep":true}"#, 400, "bad-choice"),
        Case("POST /api/tasks/ID/resolve", #"{"keep":true}"#, 422, "nothing-to-resolve"),
        Case("POST /api/tasks/ID/resolve", #"{"take":9}"#, 422, "nothing-to-resolve"),
        Case("POST /api/tasks/ID/notes", #"{"text":" "}"#, 422, "no-text"),
        Case("DELETE /api/tasks/zzzzzz", 404, "no-such-task"),
        Case("DELETE /api/tasks/ID", "{}", 400, "no-body-here"),
        Case("POST /api/tasks/ID/restore", 404, "no-match"),
        Case("POST /api/tasks/zzzzzz/restore", 404, "no-match"),
        Case("POST /api/undo", #"{"commit":"0000"}"#, 404, "no-commit"),
        Case("POST /api/undo", #"{"commit":"--all"}"#, 400, "no-commit"),
        Case("POST /api/redo", 409, "nothing-to-redo"),
        Case("PATCH /api/settings", "{}", 400, "no-settings"),
        Case("PATCH /api/settings", #"{"states":{}}"#, 400, "wrong-type"),
        Case("PATCH /api/settings", #"{"states":[]}"#, 422, "wrong-setting"),
        Case("PATCH /api/settings", #"{"nothing":"x"}"#, 422, "unknown-setting"),
        Case("PATCH /api/settings", #"{"limits.doing":3,"nonsense":1}"#, 422, "unknown-setting"),
        Case("PATCH /api/settings", #"{"limits.nowhere":"3"}"#, 422, "unknown-state"),
        Case("POST /api/states/nowhere/rename", #"{"to":"x"}"#, 422, "unknown-state"),
        Case("POST /api/states/%2e%2e/rename", #"{"to":"x"}"#, 422, "unknown-state"),
        Case("POST /api/states/.git/rename", #"{"to":"x"}"#, 422, "unknown-state"),
        Case("POST /api/states/todo/rename", #"{"to":"../x"}"#, 422, "bad-state-name"),
        Case("POST /api/states/todo/rename", #"{"to":".git"}"#, 422, "bad-state-name"),
        Case("POST /api/states/todo/rename", #"{"to":"done"}"#, 422, "state-exists"),
        Case("POST /api/states/todo/rename", "{}", 400, "missing-member"),
    ]

    @Test func `each route refuses invalid requests, and changes nothing`() async throws {
        let site = try await Site()
        let id = try await site.add(#"{"title":"Roof","body":"- [ ] a\n"}"#)
        for refused in Self.cases {
            let body = refused.body?.replacing("ID", with: id)
            let target = refused.target.replacing("/ID", with: "/" + id)
            let before = try site.sandbox.commits()
            let answer = try await site.ask(refused.method, target, body)
            let text = String(decoding: answer.bytes, as: UTF8.self)
            #expect(answer.status == refused.status, "\(refused): \(text)")
            #expect(try answer.code == refused.code, "\(refused): \(text)")
            #expect(try site.sandbox.commits() == before, "\(refused)")
        }
        #expect(try site.sandbox.shell("git status --porcelain").output == "")
    }

    @Test func `a body that is not JSON is refused where none is expected`() async throws {
        let site = try await Site()
        let id = try await site.add(#"{"title":"A"}"#)
        try await site.expectRefusal(
            "DELETE", "/api/tasks/" + id, "x", ["Content-Type": "text/plain"], 415, "not-json")
    }

    @Test func `of several new tasks, the one that cannot be read is located`() async throws {
        let site = try await Site()
        for item in ["due:gibberish", #"a\u0000b"#] {
            let answer = try await site.ask("POST", "/api/add", #"{"items":["a","\#(item)"]}"#)
            #expect(try answer.status == 422 && answer.json["pointer"] == "#/items/1", "\(item)")
        }
    }

    @Test func `an unsupported method is answered with the supported ones`() async throws {
        let site = try await Site()
        let answer = try await site.ask("PUT", "/api/tasks", "{}")
        #expect(answer.headers["allow"] == "GET, POST, HEAD")
    }

    @Test func `refusals are in the client's language`() async throws {
        let site = try await Site()
        for (headers, isKorean) in [
            (["Accept-Language": "ko-KR,ko;q=0.9,en;q=0.8"], true), (["Pmd-Language": "ko"], true),
            (["Accept-Language": "ko", "Pmd-Language": "en"], false),
            (["Accept-Language": "fr-FR, de"], false), ([:], false),
        ] {
            let answer = try await site.ask("GET", "/api/nothing", nil, headers)
            let detail = try answer.json["detail"]?.text ?? ""
            #expect(hasHangul(detail) == isKorean, "\(headers)")
        }
    }

    @Test(arguments: HTTPRefusal.allCases)
    func `a request that is refused unread gets the same kind of response as others`(
        _ refusal: HTTPRefusal
    ) async throws {
        let site = try await Site()
        let other = try await site.ask("GET", "/api/nothing")
        for language in [nil, "ko"] {
            let request = language.map { language in
                HTTPRequest(
                    method: "POST", path: ["api", "tasks"], query: [], target: "/api/tasks",
                    headers: HTTPFields([("Accept-Language", language)]), body: [], peer: .socket)
            }
            let response = WebBoard.refusal(refusal, of: request, site.web.options)
            #expect(response.status == refusal.rawValue)
            guard case .bytes(let bytes) = response.body else {
                Issue.record("a refusal is no stream")
                continue
            }
            let document = try JSON(String(decoding: bytes, as: UTF8.self))
            #expect(try document.keys == other.json.keys)
            #expect(hasHangul(document["plain"]?.text ?? "") == (language != nil))
            #expect(document["title"]?.text != "Internal Server Error")
            let code = document["code"]?.text ?? ""
            #expect(
                ProblemCode.table.contains { $0.status == refusal.rawValue && $0.code == code })
            for name in other.headers.all.map({ $0.name }) where name != "Vary" {
                let isPolicy = name == "Content-Security-Policy"
                #expect(
                    response.headers.contains(name.lowercased())
                        && (isPolicy
                            || response.headers[name.lowercased()]
                                == other.headers[name.lowercased()]),
                    "\(name)")
            }
            #expect(response.headers["content-security-policy"]?.contains("'none'") == true)
        }
    }

    @Test func `a newer version's board is shown and not changed`() async throws {
        let site = try await Site()
        try site.sandbox.shell("sed -i 's/^format: .*/format: 999/' pmd.yml; git commit -qam Newer")
        try await site.expectRefusal(
            "POST", "/api/tasks", #"{"title":"x"}"#, 501, "newer-format")
        try await eventually {
            let board = try await site.ask("GET", "/api/board").json
            return board["readOnly"]?.text != nil
                && board["settingsError"]?.text?.contains("999") == true
        }
        try await site.expectRefusal(
            "POST", "/api/tasks", #"{"title":"x"}"#, 501, "newer-format")
        try site.sandbox.shell("git reset -q --hard HEAD^")
        try await eventually {
            try await site.ask("POST", "/api/tasks", #"{"title":"x"}"#).status == 201
        }
        #expect(try await site.ask("GET", "/api/board").json["settingsError"] == .null)
    }

    @Test(arguments: ["Pmd-Base", "Idempotency-Key"])
    func `a duplicate condition is refused`(name: String) async throws {
        let site = try await Site()
        let id = try await site.add(#"{"title":"A"}"#)
        for (method, target) in [("DELETE", "/api/tasks/" + id), ("POST", "/api/undo")] {
            let before = try site.sandbox.state()
            let answer = try await site.ask(
                method, target, nil,
                [
                    ("Host", Site.host), ("Authorization", "Bearer " + Site.token.text),
                    (name, "\"x\""), (name, "\"y\""),
                ])
            #expect(try answer.status == 400 && answer.code == "repeated-header")
            #expect(try site.sandbox.state() == before)
        }
    }

    @Test func `a version is refused where none is compared`() async throws {
        let site = try await Site()
        let id = try await site.add(#"{"title":"A"}"#)
        for (target, body) in [
            ("/api/remove", "{\"tasks\":[\"\(id)\"]}"), ("/api/undo", "{}"),
            ("/api/states/doing/rename", #"{"to":"now"}"#),
        ] {
            try await site.expectRefusal(
                "POST", target, body, ["If-Match": "\"x\""], 400, "no-condition-here")
        }
    }
}
