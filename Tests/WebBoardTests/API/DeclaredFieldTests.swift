import TestSupport
import Testing

/// The fields that a board declares, in the REST API.
struct DeclaredFieldTests {
    private static let settings = """
        format: 1
        states: [todo, doing, done]
        finished: [done]
        labels: {todo: 할 일}
        fields:
          estimate: {type: duration, card: true}
          effort: number
          stage: {type: choice, values: [idea, spec], default: idea, label: 단계}
          links: {type: text, many: true}
          precursor: task

        """

    /// - Parameter line: A line of the front matter of a task B.
    private static func site(_ line: String = "due: 2030-01-02") async throws -> Site {
        let sandbox = try ProgramSandbox.board()
        try sandbox.write("pmd.yml", settings)
        try sandbox.write("doing/b.md", "---\ntitle: B\n\(line)\n---\n")
        try sandbox.shell("git add -A; git commit -qm Declare")
        return try await Site(on: sandbox)
    }

    @Test func `values are written as typed or as numbers, and null removes them`() async throws {
        let site = try await Self.site()
        let id = try await site.add(
            #"{"title":"A","fields":{"estimate":"1h 30min","effort":3,"links":["https://a.example"]}}"#
        )
        let task = try await site.task(id)
        #expect(
            task["fields"]?["estimate"] == .number(90) && task["fields"]?["effort"] == .number(3))
        #expect(task["fields"]?["stage"] == "idea", "the default of a new task")
        #expect(task["fields"]?["links"] == ["https://a.example"])
        #expect(task["extra"]?["estimate"] == "1h30")
        let version = try await site.version(of: id)
        let answer = try await site.ask(
            "PATCH", "/api/tasks/\(id)",
            #"{"fields":{"estimate":45,"stage":null,"links":[]}}"#, ["Pmd-Base": version])
        #expect(try answer.json["fields"]?["estimate"] == .number(45))
        #expect(try answer.json["fields"]?["stage"] == .null)
        #expect(try site.sandbox.read("todo/a-\(id).md").contains("estimate: 45min"))
        try await site.expectRefusal(
            "PATCH", "/api/tasks/\(id)", #"{"fields":{"estimat":"2h"}}"#,
            ["Pmd-Base": try await site.version(of: id)], 400, "wrong-value")
        try await site.expectRefusal(
            "PATCH", "/api/tasks/\(id)", #"{"fields":{"estimate":"2 days"}}"#,
            ["Pmd-Base": try await site.version(of: id)], 422, "wrong-value")
        try await site.expectRefusal(
            "PATCH", "/api/tasks/\(id)", #"{"fields":[]}"#,
            ["Pmd-Base": try await site.version(of: id)], 400, "wrong-type")
    }

    @Test func `a fraction is written and answered as the client wrote it`() async throws {
        let site = try await Self.site()
        let id = try await site.add(#"{"title":"A","fields":{"effort":0.1}}"#)
        let path = "todo/a-\(id).md"
        #expect(try site.sandbox.read(path).contains("effort: 0.1\n"))
        for (sent, file) in [("1.5", "1.5"), ("-2.50", "-2.50"), ("3", "3"), ("\"0.2\"", "0.2")] {
            let answer = try await site.ask(
                "PATCH", "/api/tasks/\(id)", "{\"fields\":{\"effort\":\(sent)}}",
                ["Pmd-Base": try await site.version(of: id)])
            let text = String(decoding: answer.bytes, as: UTF8.self)
            #expect(text.contains("\"effort\":\(file)"), "\(text)")
            #expect(try site.sandbox.read(path).contains("effort: \(file)\n"))
        }
        for (sent, file) in [("1e3", "1000"), ("-2.50E-1", "-0.25"), ("12e0", "12")] {
            _ = try await site.ask(
                "PATCH", "/api/tasks/\(id)", "{\"fields\":{\"effort\":\(sent)}}",
                ["Pmd-Base": try await site.version(of: id)])
            #expect(try site.sandbox.read(path).contains("effort: \(file)\n"))
        }
        let other = try await site.add(#"{"title":"O","fields":{"effort":1.5e2,"estimate":9e1}}"#)
        let file = try site.sandbox.read("todo/o-\(other).md")
        #expect(file.contains("effort: 150\n") && file.contains("estimate: 1h30\n"), "\(file)")
        for (wrong, status) in [("1e99", 422), ("0.30000000000000004", 422)] {
            let answer = try await site.ask(
                "PATCH", "/api/tasks/\(id)", "{\"fields\":{\"effort\":\(wrong)}}",
                ["Pmd-Base": try await site.version(of: id)])
            #expect(answer.status == status)
        }
        let refused = try await site.ask(
            "PATCH", "/api/tasks/\(id)", #"{"fields":{"estimate":1.5}}"#,
            ["Pmd-Base": try await site.version(of: id)])
        #expect(refused.status == 400)
    }

    @Test func `null declines the default of a new task, as none does in quick entry`()
        async throws
    {
        let site = try await Self.site()
        for body in [
            #"{"title":"A","fields":{"stage":null}}"#, #"{"entry":"B stage:none"}"#,
            #"{"entry":"C 단계:없음"}"#,
        ] {
            let task = try await site.task(try await site.add(body))
            #expect(task["fields"]?["stage"] == .null && task["extra"]?["stage"] == nil)
        }
    }

    @Test func `the history in Korean has the labels of fields, and completion their Korean keys`()
        async throws
    {
        let site = try await Self.site()
        let id = try await site.add(#"{"title":"A"}"#)
        try await site.ask(
            "PATCH", "/api/tasks/\(id)", #"{"fields":{"stage":"spec"}}"#,
            ["Pmd-Base": try await site.version(of: id)])
        let korean = ["Accept-Language": "ko"]
        let entries = try await site.ask("GET", "/api/tasks/\(id)/history", nil, korean).json
        let sentence = entries["entries"]?[0]?["sentence"]?.text ?? ""
        #expect(sentence.hasSuffix("단계 idea → spec"), "\(sentence)")
        func words(_ text: String, _ kind: String) async throws -> JSON? {
            try await site.ask("GET", "/api/completions?for=\(kind)&text=" + text).json["words"]
        }
        #expect(try await words("%EA%B8%B0", "entry") == ["기한:"])
        #expect(try await words("%EB%8B%A8", "query") == ["단계:"])
        #expect(try await words("!%EB%86%92", "entry") == ["!높음"])
        #expect(try await words("!h", "query") == ["!high"])
    }

    @Test func `the preview of quick entry shows the defaults that the task will get`()
        async throws
    {
        let site = try await Self.site()
        func line(_ entry: String) async throws -> String? {
            try await site.ask("GET", "/api/entry?text=" + entry).json["line"]?.text
        }
        #expect(try await line("Roof") == "Roof · 단계 idea · 할 일")
        #expect(try await line("Roof+stage:spec") == "Roof · 단계 spec · 할 일")
        #expect(try await line("Roof+stage:none") == "Roof · 할 일")
    }

    @Test func `a value that does not fit is null, with its text and the reason`() async throws {
        let site = try await Self.site("estimate: sometime")
        let list = try await site.ask("GET", "/api/tasks?q=title:B").json
        let id = try #require(list["tasks"]?[0]?["id"]?.text)
        let task = try await site.task(id)
        #expect(task["fields"]?["estimate"] == .null && task["extra"]?["estimate"] == "sometime")
        #expect(task["misfits"]?["estimate"]?.text?.contains("sometime") == true)
        let marks = task["marks"]
        let mark = (0..<(marks?.count ?? 0)).compactMap { marks?[$0] }.first {
            $0["field"] == "estimate"
        }
        #expect(mark?["kind"] == "field" && mark?["misfit"] == .bool(true))
    }

    @Test func `two new values of one field are a conflict of its path`() async throws {
        let site = try await Self.site()
        let id = try await site.add(#"{"title":"A","fields":{"estimate":"1h"}}"#)
        let version = try await site.version(of: id)
        try await site.ask(
            "PATCH", "/api/tasks/\(id)", #"{"fields":{"estimate":"2h"}}"#, ["Pmd-Base": version])
        let answer = try await site.ask(
            "PATCH", "/api/tasks/\(id)", #"{"fields":{"estimate":"3h"}}"#, ["Pmd-Base": version])
        #expect(answer.status == 409)
        let field = try answer.json["fields"]?[0]
        #expect(field?["key"] == "fields.estimate" && field?["field"] == "estimate")
        #expect(field?["mine"] == "3h" && field?["theirs"] == "2h")
    }

    @Test func `the board has the form and the labels of its settings`() async throws {
        let site = try await Self.site()
        func keys(_ answer: JSON?) -> [String] {
            (0..<(answer?.count ?? 0)).compactMap { answer?[$0]?["key"]?.text }
        }
        let board = try await site.ask("GET", "/api/board").json
        #expect(keys(board["form"]).suffix(6).first == "fields.estimate")
        #expect(board["columns"]?[0]?["label"] == "할 일" && board["columns"]?[0]?["state"] == "todo")
        #expect(board["settings"]?["labels"]?["todo"] == "할 일")
        // The words can be read without signing in.
        #expect(
            !keys(try await site.ask("GET", "/api/words").json["form"]).contains("fields.estimate"))
        try await site.ask("PATCH", "/api/settings", #"{"fields.estimate":null}"#)
        let later = try await site.ask("GET", "/api/board").json
        #expect(keys(later["form"]).suffix(5).first == "fields.effort")
    }

    @Test func `a task lists its children with their progress, and the tasks that it names`()
        async throws
    {
        let site = try await Self.site()
        let parent = try await site.add(#"{"title":"Move"}"#)
        let one = try await site.add(
            "{\"title\":\"Pack\",\"parent\":\"\(parent)\",\"fields\":{\"estimate\":\"1h\"}}")
        let other = try await site.add(
            "{\"title\":\"Drive\",\"parent\":\"\(parent)\",\"fields\":{\"estimate\":\"30min\",\"precursor\":\"\(one)\"}}"
        )
        try await site.ask("POST", "/api/tasks/\(one)/move", #"{"state":"done"}"#)
        let task = try await site.task(parent)
        #expect(task["progress"] == "1/2, estimate 1h/1h30")
        #expect(Set((0..<2).compactMap { task["children"]?[$0]?["id"]?.text }) == [one, other])
        let named = try await site.task(other)["named"]
        #expect(named?[0]?["title"] == "Move" && named?[1]?["title"] == "Pack")
        #expect(named?[1]?["finished"] == .bool(true))
    }
}
