import BoardView
import HTTPServer
import TaskBoard
import TestSupport
import Testing

@testable import WebBoard

/// The routes that only read, with paging, entity tags and attachments.
struct ReadingTests {
    private func site() async throws -> Site {
        let site = try await Site()
        for number in 1...5 { _ = try await site.add(#"{"title":"T\#(number)","tags":["a"]}"#) }
        return site
    }

    @Test func `the board has its columns with their first cards, and the rest on request`()
        async throws
    {
        let site = try await site()
        let board = try await site.ask("GET", "/api/board?limit=2").json
        let column = board["columns"]?[0]
        #expect(column?["state"] == "todo" && column?["count"] == 5)
        #expect(column?["tasks"]?.count == 2)
        #expect(column?["tasks"]?[0]?["body"] == nil)
        let last = try #require(column?["next"]?.text)
        let rest = try await site.ask("GET", "/api/board/todo?limit=2&after=" + last).json
        #expect(rest["tasks"]?.count == 2)
        #expect(rest["tasks"]?[0]?["title"] == "T3")
        let next = try #require(rest["next"]?.text)
        let end = try await site.ask("GET", "/api/board/todo?limit=2&after=" + next).json
        #expect(end["tasks"]?.count == 1 && end["next"] == .null)
    }

    @Test func `a card shows the body's text without markup`() async throws {
        let site = try await Site()
        _ = try await site.add(#"{"title":"x","body":"See **the** [notes](a.md).\n"}"#)
        let card = try await site.ask("GET", "/api/board").json["columns"]?[0]?["tasks"]?[0]
        #expect(card?["excerpt"]?[0] == "See the notes.")
    }

    @Test func `tasks are paged, with bodies on request`() async throws {
        let site = try await site()
        var (titles, target) = ([String](), "/api/tasks?q=%2Ba&limit=2")
        while true {
            let page = try await site.ask("GET", target).json
            #expect(page["count"] == 5)
            guard case .array(let tasks) = page["tasks"] else { break }
            titles += tasks.compactMap { $0["title"]?.text }
            guard let next = page["next"]?.text else { break }
            target = "/api/tasks?q=%2Ba&limit=2&after=" + next
        }
        #expect(titles == ["T1", "T2", "T3", "T4", "T5"])
        let whole = try await site.ask("GET", "/api/tasks?body=true&limit=1").json
        #expect(whole["tasks"]?[0]?["body"] == "")
    }

    @Test func `the page refers to its files by edition, where they never change`() async throws {
        let site = try await Site()
        let page = try await site.ask("GET", "/")
        let text = String(decoding: page.bytes, as: UTF8.self)
        let paths = text.split(separator: "\"").filter { $0.hasPrefix("p-") }
        #expect(
            paths.map { $0.dropFirst(PageFile.edition.count) }
                == ["/early.js", "/page.css", "/page.js"])
        for path in paths {
            let part = try await site.ask("GET", "/" + path)
            #expect(part.status == 200, "\(path)")
            #expect(part.headers["cache-control"]?.hasSuffix("immutable") == true)
        }
        #expect(page.headers["cache-control"] == "no-cache")
        #expect(try await site.ask("GET", "/p-0000000000000000/page.js").status == 404)
        #expect(try await site.ask("GET", "/p-0000000000000000/").status == 404)
    }

    @Test func `the service worker lists existing files only`() async throws {
        let site = try await Site()
        let answer = try await site.ask("GET", "/sw.js", by: .nobody)
        let text = String(decoding: answer.bytes, as: UTF8.self)
        #expect(answer.headers["content-type"] == "text/javascript; charset=utf-8")
        let line = try #require(text.split(separator: "\n").first { $0.hasPrefix("const SHELL") })
        let paths = line.split(separator: "\"").filter { $0.hasPrefix("/") }.map(String.init)
        #expect(paths.count > 5 && paths.contains("/") && !paths.contains("/sw.js"))
        #expect(Set(paths).count == paths.count)
        for path in paths {
            #expect(!path.hasPrefix("/api/") && !path.contains("*"))
            #expect(try await site.ask("GET", path, by: .nobody).status == 200, "\(path)")
        }
        // It changes with each of them.
        #expect(text.contains(PageFile.edition) && !text.contains("EDITION"))
        let session = try await site.ask("GET", "/api/session").json
        #expect(session["page"] == .string(PageFile.edition))
    }

    @Test func `a body lists the pictures and files of its board`() async throws {
        let sandbox = try ProgramSandbox.board()
        try sandbox.shell(
            """
            mkdir -p attachments/a%b; echo picture > attachments/a.png
            echo plan > 'attachments/a%b/plan of.pdf'; ln -s /etc/passwd attachments/link.png
            git add attachments; git commit -qm 'Add files'
            """)
        let site = try await Site(on: sandbox)
        let blob = try sandbox.shell("git rev-parse HEAD:attachments/a.png").output.dropLast()
        for (address, isThere) in [
            ("../attachments/a.png", true), ("./../attachments/./a.png#x", true),
            ("..%2Fattachments%2Fa.png", false), ("../attachments/a%25b/plan%20of.pdf", true),
            ("../attachments/none.png", false), ("/attachments/a.png", false),
            ("../../attachments/a.png", true), ("../attachments/link.png", false),
            ("https://evil.example/a.png", false), ("file:../attachments/a.png", false),
            ("../.git/config", false), ("../attachments", false), ("..", false), ("", false),
        ] {
            for mark in ["!", ""] {
                let body = "\(mark)[x](<\(address)>)\\n"
                let id = try await site.add("{\"title\":\"A\",\"body\":\"\(body)\"}")
                let node = try await site.task(id)["rendered"]?[0]?["children"]?[0]
                #expect((node?["file"] != nil) == isThere, "\(address)")
                if address.hasSuffix("a.png"), isThere {
                    #expect(node?["file"] == .string(String(blob)) && node?["name"]?.text != nil)
                }
            }
        }
    }

    @Test func `a link to a task's file or code names the task, and one to nothing says so`()
        async throws
    {
        let sandbox = try ProgramSandbox.board()
        try sandbox.shell(
            """
            mkdir -p attachments doing; echo plan > attachments/roof-b2c3d4.md
            printf -- '---\ntitle: Roof\n---\n' > doing/roof-b2c3d4.md
            git add .; git commit -qm 'Add files'
            """)
        let site = try await Site(on: sandbox)
        for (address, task, isMissing) in [
            ("../doing/roof-b2c3d4.md", "b2c3d4", false),
            ("../todo/old-b2c3d4.md", "b2c3d4", false),
            ("b2c3d4", "b2c3d4", false), ("roof-b2c3d4.md#x", "b2c3d4", false),
            ("../attachments/roof-b2c3d4.md", nil, false), ("../elsewhere/b2c3d4.md", nil, true),
            ("../attachments/gone.md", nil, true), ("zzz", nil, true),
            ("https://example.org/b2c3d4", nil, false), ("javascript:b2c3d4", nil, false),
        ] as [(String, String?, Bool)] {
            let id = try await site.add("{\"title\":\"A\",\"body\":\"[x](<\(address)>)\\n\"}")
            let node = try await site.task(id)["rendered"]?[0]?["children"]?[0]
            #expect(node?["task"]?.text == task, "\(address)")
            #expect((node?["missing"] != nil) == isMissing, "\(address)")
        }
    }

    @Test(arguments: ["/api/board", "/api/tasks", "/api/tasks/ID", "/api/openapi.json", "/app.js"])
    func `an unchanged response is not sent again`(target: String) async throws {
        let site = try await site()
        let id = try await site.add(#"{"title":"x"}"#)
        let path = target.replacing("ID", with: id)
        let first = try await site.ask("GET", path)
        let tag = try #require(first.headers["etag"])
        for known in [tag, "W/" + tag, "\"other\", " + tag, "*"] {
            let second = try await site.ask("GET", path, nil, ["If-None-Match": known])
            #expect(second.status == 304 && second.bytes.isEmpty)
            #expect(second.headers["etag"] == tag)
        }
        #expect(try await site.ask("GET", path, nil, ["If-None-Match": "\"x\""]).status == 200)
        guard path.hasPrefix("/api/") && !path.contains("openapi") else { return }
        try await site.ask("POST", "/api/tasks/\(id)/notes", #"{"text":"new"}"#)
        let third = try await site.ask("GET", path, nil, ["If-None-Match": tag])
        #expect(third.status == 200 && third.headers["etag"] != tag)
    }

    @Test func `a task is sent again after a change of another task that it shows`() async throws {
        let site = try await Site()
        let first = try await site.add(#"{"title":"First"}"#)
        let second = try await site.add("{\"title\":\"Second\",\"blockedBy\":[\"\(first)\"]}")
        let path = "/api/tasks/" + second
        let tag = try #require(try await site.ask("GET", path).headers["etag"])
        try await site.ask("POST", "/api/tasks/\(first)/move", #"{"state":"done"}"#)
        let answer = try await site.ask("GET", path, nil, ["If-None-Match": tag])
        #expect(answer.status == 200)
        #expect(try answer.json["blockers"]?[0]?["finished"] == true)
        // The version is that of the task alone.
        let change = try await site.ask(
            "POST", path + "/notes", #"{"text":"n"}"#, ["If-Match": tag])
        #expect(change.status == 200)
    }

    @Test(arguments: ["/api/tasks?q=", "/api/board?q="])
    func `a plus sign in an address has a hint on its encoding`(target: String) async throws {
        let site = try await site()
        for (query, isHinted) in [
            ("+a", true), ("due.before:2w++a", true), ("x%20+a", true), ("%2Ba", false),
            ("x+a", false), ("", false), ("+", false),
        ] {
            let json = try await site.ask("GET", target + query).json
            let hint = (json["warnings"]?[0] ?? json["queryProblem"])?.text ?? ""
            #expect(hint.contains("%2Ba") == isHinted, "\(query): \(hint)")
        }
    }

    @Test func `the board of another day is read-only`() async throws {
        let site = try await site()
        let day = try site.sandbox.shell("date -u +%F").output.dropLast()
        let past = try await site.ask("GET", "/api/board?at=" + day)
        #expect(past.status == 200)
        #expect(try past.json["readOnly"]?.text != nil)
        #expect(try past.json["columns"]?[0]?["count"] == 5)
    }

    @Test func `a board has its query and its views as plans, with what needs the server`()
        async throws
    {
        let site = try await Site()
        let board = try await site.ask("GET", "/api/board?q=due:tomorrow").json
        let found = board["plan"]?["plan"]?["find"]
        #expect(found?["date"] == "due" && board["plan"]?["needs"] == .null)
        #expect(found?["to"]?["day"]?["count"] == 1)
        let views = (0..<3).compactMap { board["viewPlans"]?[$0] }
        #expect(views.map { $0["name"]?.text } == ["today", "next", "waiting"])
        #expect(views.allSatisfy { $0["plan"]?["find"] != nil })
        let other = try await site.ask("GET", "/api/board?q=updated.after:1w").json["plan"]
        #expect(other?["plan"] == .null && other?["needs"] == "updated")
    }

    @Test func `a wrong query leaves the board unchanged, and reports the error`() async throws {
        let site = try await site()
        let board = try await site.ask("GET", "/api/board?q=due:gibberish").json
        #expect(board["queryProblem"]?.text?.contains("gibberish") == true)
        #expect(board["columns"]?[0]?["count"] == 5)
    }

    @Test func `a task whose file name is not UTF-8 can be reached`() async throws {
        let site = try await Site()
        let script = "printf -- '---\\ntitle: Odd\\n---\\n' >\"todo/$(printf 'a\\377\\376b').md\""
        #expect(try site.sandbox.shell(script).status == 0)
        try await eventually { try await site.titles("todo") == ["Odd"] }
        let board = try await site.ask("GET", "/api/board").json
        let id = try #require(board["columns"]?[0]?["tasks"]?[0]?["id"]?.text)
        let path = "/api/tasks/" + percentEncoded(id)
        #expect(try await site.ask("GET", path).json["title"] == "Odd")
    }

    @Test func `a misspelled key is reported next to the list and on the board`() async throws {
        let site = try await site()
        for (key, language, words) in [
            ("colour:red", "en", "no task has the key 'colour'"),
            ("colour:red", "ko", "'colour' 키"), ("a", "en", "try +a"),
        ] {
            let headers = ["Pmd-Language": language]
            let list = try await site.ask("GET", "/api/tasks?q=" + key, nil, headers).json
            #expect(list["warnings"]?[0]?.text?.contains(words) == true && list["count"] == 0)
            let board = try await site.ask("GET", "/api/board?q=" + key, nil, headers).json
            #expect(board["queryProblem"]?.text?.contains(words) == true)
        }
        let refused = try await site.ask("GET", "/api/tasks?q=prio:high")
        let detail = try refused.json["detail"]?.text
        #expect(refused.status == 422 && detail?.contains("priority:high") == true)
        let board = try await site.ask("GET", "/api/board?q=prio:high").json
        #expect(board["queryProblem"]?.text?.contains("priority:high") == true)
        #expect(try await site.ask("GET", "/api/tasks").json["warnings"] == .array([]))
        #expect(try await site.ask("GET", "/api/board?q=tag:x").json["queryProblem"] == .null)
    }

    @Test func `responses to different queries are never mixed up`() async throws {
        let site = try await Site()
        _ = try await site.add(#"{"title":"x"}"#)
        #expect(try await site.ask("GET", "/api/tasks?q=x&limit=5").json["count"] == 1)
        #expect(try await site.ask("GET", "/api/tasks?q=x%0Alimit%3D5").json["count"] == 0)
    }

    @Test func `the history of the board and of a task is paged`() async throws {
        let site = try await site()
        let id = try await site.add(#"{"title":"Roof"}"#)
        try await site.ask("POST", "/api/tasks/\(id)/move", #"{"state":"done"}"#)
        let own = try await site.ask("GET", "/api/tasks/\(id)/history").json
        #expect(own["entries"]?.count == 2 && own["next"] == .null)
        #expect(own["entries"]?[0]?["sentence"]?.text?.contains("done") == true)
        var (count, target) = (0, "/api/history?limit=3")
        while true {
            let page = try await site.ask("GET", target).json
            count += page["entries"]?.count ?? 0
            guard let next = page["next"]?.text else { break }
            target = "/api/history?limit=3&after=" + next
        }
        #expect(count == 7)
    }

    @Test func `previews explain what words mean, or what is wrong with them`() async throws {
        let site = try await site()
        let entry = try await site.ask("GET", "/api/entry?text=Fix+roof+%2Bhouse").json
        #expect(entry["line"] == "Fix roof · +house · todo")
        #expect(try await site.ask("GET", "/api/entry?text=").json["problem"]?.text != nil)
        #expect(
            try await site.ask("GET", "/api/entry?text=due:x&for=change").json["problem"] != nil)
        let change = try await site.ask("GET", "/api/entry?text=due:2030-01-02+%2Ba&for=change")
            .json
        #expect(change["line"] == "due:2030-01-02 +a · due 2 Jan 2030")
        #expect(
            try await site.ask("GET", "/api/dates?text=2030-01-02").json["value"] == "2030-01-02")
        #expect(try await site.ask("GET", "/api/dates?text=gibberish").json["problem"] != nil)
        let words = try await site.ask("GET", "/api/completions?text=%2B&for=query").json["words"]
        #expect(words == ["+a"])
    }

    @Test func `the page and its texts are public, and nothing else`() async throws {
        let site = try await site()
        #expect(try await site.ask("GET", "/", by: .nobody).status == 200)
        #expect(try await site.ask("GET", "/api/words", by: .nobody).status == 200)
        for route in WebBoard.routes where route.access != .open {
            let path = route.path.map { $0.hasPrefix("{") ? "x" : $0 }.joined(separator: "/")
            let answer = try await site.ask(
                route.method, (route.isAtRoot ? "/" : "/api/") + path,
                route.body == nil ? nil : "{}", by: .nobody)
            #expect(answer.status == 401, "\(route.name)")
        }
    }
}
