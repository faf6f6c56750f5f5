import BoardView
import HTTPServer
import TaskBoard
import TestSupport
import Testing

@testable import WebBoard

/// Changes with a precondition on the task's version.
struct TaskVersionTests {
    @Test func `a change needs a version, and a strict one must match the task's`() async throws {
        let site = try await Site()
        let id = try await site.add(#"{"title":"A","body":"x\n"}"#)
        let target = "/api/tasks/" + id
        let old = try await site.version(of: id)
        for (method, path, body) in [
            ("PATCH", target, #"{"title":"B"}"#), ("PUT", target + "/body", #"{"body":"y\n"}"#),
        ] {
            try await site.expectRefusal(method, path, body, 428, "version-missing")
            for wrong in [old, "\"\(old)", "\"a\" \"b\"", "w/\"\(old)\"", "", ",", "*, \"\(old)\""]
            {
                try await site.expectRefusal(
                    method, path, body, ["If-Match": wrong], 400, "bad-version")
            }
            let none = "\"\(String(repeating: "0", count: 48))\""
            for stale in ["\"x\"", none, "W/\"\(old)\"", "\"x\", \(none)"] {
                try await site.expectRefusal(
                    method, path, body, ["If-Match": stale], 412, "other-version")
            }
        }
        let answer = try await site.ask(
            "PATCH", target, #"{"title":"B"}"#, ["If-Match": "\"\(old)\""])
        #expect(try answer.status == 200 && answer.json["title"] == "B")
        let refused = try await site.ask(
            "PUT", target + "/body", #"{"body":"y\n"}"#, ["If-Match": "\"\(old)\""])
        #expect(try refused.status == 412 && refused.json["current"]?["title"] == "B")
        #expect(try refused.json["current"]?["version"] == .string(await site.version(of: id)))
    }

    @Test func `a response's entity tag is a version that a condition accepts`() async throws {
        let site = try await Site()
        let added = try await site.ask("POST", "/api/tasks", #"{"title":"A","body":"x\n"}"#)
        let target = "/api/tasks/" + (try #require(try added.json["id"]?.text))
        var tag = try #require(added.headers["etag"])
        for title in ["B", "C"] {
            let read = try await site.ask("GET", target)
            #expect(try read.json["version"]?.text.map { "\"\($0)\"" } == tag)
            // The tag of the whole response begins with the version, and names it, too.
            let whole = try #require(read.headers["etag"])
            #expect(whole.hasPrefix(tag.dropLast() + "."))
            tag = whole
            let changed = try await site.ask(
                "PATCH", target, "{\"title\":\"\(title)\"}", ["If-Match": tag])
            #expect(try changed.status == 200 && changed.json["title"]?.text == title)
            tag = try #require(changed.headers["etag"])
        }
        for form in ["\"x\", TAG", " ,TAG , W/\"y\",", "\"a,b\",TAG", "*"] {
            let list = form.replacing("TAG", with: tag)
            let answer = try await site.ask(
                "POST", target + "/notes", #"{"text":"n"}"#, ["If-Match": list])
            #expect(answer.status == 200, "\(list)")
            tag = try #require(answer.headers["etag"])
        }
        let any = try await site.ask("PATCH", target, #"{"title":"D"}"#, ["If-Match": "*"])
        #expect(any.status == 200)
        let fields = [
            ("Host", Site.host), ("Authorization", "Bearer " + Site.token.text),
            ("If-Match", "\"x\""), ("If-Match", try #require(any.headers["etag"])),
        ].map { (name: $0.0, value: $0.1) }
        #expect(try await site.ask("DELETE", target, nil, fields).status == 200)
    }

    @Test(
        arguments: [
            ("POST", "/move", #"{"state":"done"}"#), ("POST", "/tick", #"{"items":[1]}"#),
            ("POST", "/notes", #"{"text":"x"}"#), ("DELETE", "", nil),
        ] as [(String, String, String?)])
    func `every other change of a task accepts a strict version`(
        method: String, path: String, body: String?
    ) async throws {
        let site = try await Site()
        let id = try await site.add(#"{"title":"A","body":"- [ ] a\n"}"#)
        let old = try await site.version(of: id)
        try await site.ask("POST", "/api/tasks/\(id)/notes", #"{"text":"first"}"#)
        let target = "/api/tasks/" + id + path
        try await site.expectRefusal(
            method, target, body, ["If-Match": "\"\(old)\""], 412, "other-version")
        let new = try await site.version(of: id)
        let answer = try await site.ask(method, target, body, ["If-Match": "\"\(new)\""])
        #expect(answer.status == 200)
    }

    @Test func `a merge patch sets the given fields, and null removes one`() async throws {
        let site = try await Site()
        let id = try await site.add(
            #"{"title":"A","tags":["x","y"],"due":"2030-01-02","extra":{"colour":"red","size":"L"}}"#
        )
        let answer = try await site.ask(
            "PATCH", "/api/tasks/" + id,
            #"{"due":null,"tags":["z"],"extra":{"colour":null},"place":{"state":"doing"}}"#,
            [
                "Pmd-Base": try await site.version(of: id),
                "Content-Type": "application/merge-patch+json",
            ])
        let task = try answer.json
        #expect(task["title"] == "A" && task["due"] == .null && task["tags"] == ["z"])
        #expect(task["extra"]?.keys == ["size"] && task["state"] == "doing")
        #expect(try site.sandbox.commits() == 3)
    }

    @Test func `changes to different fields are both kept`() async throws {
        let site = try await Site()
        let id = try await site.add(#"{"title":"A","body":"a\n\nb\n\nc\n"}"#)
        let old = try await site.version(of: id)
        let target = "/api/tasks/" + id
        try await site.ask("PATCH", target, #"{"title":"B"}"#, ["Pmd-Base": old])
        try await site.ask("PATCH", target, #"{"due":"2030-01-02"}"#, ["Pmd-Base": old])
        try await site.ask("PUT", target + "/body", #"{"body":"A\n\nb\n\nc\n"}"#, ["Pmd-Base": old])
        // Lines of a body merge, unless both changed the same ones.
        try await site.ask(
            "PATCH", target, #"{"body":"a\n\nb\n\nC\n","priority":"high"}"#, ["Pmd-Base": old])
        try await site.expectRefusal(
            "PUT", target + "/body", #"{"body":"a\n\nb\n\nd\n"}"#, ["Pmd-Base": old], 409,
            "changed-meanwhile")
        let task = try await site.task(id)
        #expect(task["title"] == "B" && task["due"] == "2030-01-02" && task["priority"] == "high")
        #expect(task["body"] == "A\n\nb\n\nC\n")
    }

    @Test func `a field that both changed is refused with both values`() async throws {
        let site = try await Site()
        let id = try await site.add(#"{"title":"A","due":"2030-01-01"}"#)
        let old = try await site.version(of: id)
        try site.sandbox.shell(
            """
            sed -i 's/^due: .*/due: 2030-01-02/' todo/a-\(id).md
            git -c user.name=Bob commit -qam Due
            """)
        try await eventually { try await site.task(id)["due"] == "2030-01-02" }
        try await site.expectRefusal(
            "PATCH", "/api/tasks/" + id, #"{"due":"2030-01-03","title":"B"}"#, ["Pmd-Base": old],
            409,
            "changed-meanwhile")
        let refused = try await site.ask(
            "PATCH", "/api/tasks/" + id, #"{"due":"2030-01-03","title":"B"}"#, ["Pmd-Base": old]
        ).json
        #expect(refused["fields"]?.count == 1)
        let field = refused["fields"]?[0]
        #expect(field?["key"] == "due" && field?["by"] == "Bob")
        #expect(field?["mine"] == "2030-01-03" && field?["theirs"] == "2030-01-02")
        #expect(refused["current"]?["title"] == "A" && refused["current"]?["due"] == "2030-01-02")
        // The same change on both sides is not a conflict.
        let same = try await site.ask(
            "PATCH", "/api/tasks/" + id, #"{"due":"2030-01-02"}"#, ["Pmd-Base": old])
        #expect(same.status == 200)
    }

    @Test func `a version includes the path`() async throws {
        let site = try await Site()
        let id = try await site.add(#"{"title":"A"}"#)
        let old = try await site.version(of: id)
        try site.sandbox.shell("git mv todo/a-\(id).md doing/; git commit -qm Move")
        try await eventually { try await site.task(id)["state"] == "doing" }
        try await site.expectRefusal(
            "POST", "/api/tasks/\(id)/move", #"{"state":"done"}"#, ["If-Match": "\"\(old)\""], 412,
            "other-version")
    }

    @Test func `a version is still valid after a restart`() async throws {
        let site = try await Site()
        let id = try await site.add(#"{"title":"A"}"#)
        let old = try await site.version(of: id)
        try await site.ask("PATCH", "/api/tasks/" + id, #"{"title":"B"}"#, ["Pmd-Base": old])
        let restarted = try await Site(on: site.sandbox)
        let answer = try await restarted.ask(
            "PATCH", "/api/tasks/" + id, #"{"due":"2030-01-02"}"#, ["Pmd-Base": old])
        #expect(try answer.json["title"] == "B" && answer.json["due"] == "2030-01-02")
    }

    @Test(arguments: [true, false])
    func `the version of an uncommitted edit is still valid after a restart`(isThereAtStart: Bool)
        async throws
    {
        let sandbox = try ProgramSandbox.board()
        let id = try sandbox.add("A")
        let file = "todo/a-\(id).md"
        let text = try sandbox.read(file)
        func edit(_ title: String) throws {
            try sandbox.write("new", text.replacing("title: A", with: "title: " + title))
            try sandbox.shell("mv new \(file)")
        }
        if isThereAtStart { try edit("Edited") }
        let site = try await Site(on: sandbox)
        if !isThereAtStart { try edit("Edited") }
        try await eventually { try await site.task(id)["title"] == "Edited" }
        let old = try await site.version(of: id)
        let blob = old.prefix(40)
        try await eventually {
            try sandbox.shell("git cat-file -t \(blob) || true").output == "blob\n"
        }
        try edit("Again")
        try await eventually { try await site.task(id)["title"] == "Again" }
        let restarted = try await Site(on: sandbox)
        let answer = try await restarted.ask(
            "PATCH", "/api/tasks/" + id, #"{"due":"2030-01-02"}"#, ["Pmd-Base": old])
        #expect(answer.status == 200)
        #expect(try answer.json["title"] == "Again" && answer.json["due"] == "2030-01-02")
    }

    @Test func `an unknown base is refused with the current task`() async throws {
        let site = try await Site()
        let id = try await site.add(#"{"title":"A"}"#)
        for base in ["x", String(repeating: "0", count: 48), "../../etc/passwd", ""] {
            let answer = try await site.ask(
                "PATCH", "/api/tasks/" + id, #"{"title":"B"}"#, ["Pmd-Base": base])
            #expect(try answer.status == 412 && answer.json["current"]?["title"] == "A")
        }
    }
}
