import BoardView
import Glibc
import HTTPServer
import TaskBoard
import TestSupport
import Testing

@testable import WebBoard

/// The changes that each route makes.
struct ChangeTests {
    @Test func `a task is added from a line or from fields`() async throws {
        let site = try await Site()
        let answer = try await site.ask(
            "POST", "/api/tasks", #"{"entry":"Fix roof +house due:2030-01-02","top":true}"#)
        let task = try answer.json
        let id = try #require(task["id"]?.text)
        #expect(answer.status == 201 && answer.headers["location"] == "/api/tasks/" + id)
        #expect(task["title"] == "Fix roof" && task["tags"] == ["house"])
        #expect(task["report"]?["sentences"]?[0]?.text?.contains("Fix roof") == true)
        let other = try await site.ask(
            "POST", "/api/tasks",
            #"{"title":"B","body":"x\n","state":"doing","priority":"high","extra":{"colour":"red"}}"#
        )
        #expect(try other.json["state"] == "doing" && other.json["body"] == "x\n")
        #expect(try other.json["extra"]?["colour"] == "red")
        #expect(try site.sandbox.commits() == 3)
    }

    @Test func `a field replaces the value in a line`() async throws {
        let site = try await Site()
        let before = try site.sandbox.commits()
        let id = try await site.add(
            #"{"entry":"Fix roof +house due:2030-01-02 priority:high colour=red","title":"Fix it","tags":["b"],"due":null,"extra":{"colour":"blue"}}"#
        )
        let task = try await site.task(id)
        #expect(task["title"] == "Fix it" && task["tags"] == ["b"])
        #expect(task["due"] == .null && task["priority"] == "high")
        #expect(task["extra"]?["colour"] == "blue")
        #expect(try site.sandbox.commits() == before + 1)
    }

    @Test func `a line can have a body`() async throws {
        let site = try await Site()
        let id = try await site.add(#"{"entry":"Fix roof +house","body":"Ask *Jo*.\n"}"#)
        let task = try await site.task(id)
        #expect(task["title"] == "Fix roof" && task["tags"] == ["house"])
        #expect(task["body"] == "Ask *Jo*.\n")
    }

    @Test func `a task is moved to the position that the user saw`() async throws {
        let site = try await Site()
        var ids: [String] = []
        for title in ["A", "B", "C"] { ids.append(try await site.add("{\"title\":\"\(title)\"}")) }
        try await site.ask(
            "POST", "/api/tasks/\(ids[2])/move",
            "{\"state\":\"todo\",\"after\":\"\(ids[0])\",\"before\":\"\(ids[1])\"}")
        #expect(try await site.titles("todo") == ["A", "C", "B"])
        try await site.ask("POST", "/api/tasks/\(ids[1])/move", #"{"state":"todo","end":"top"}"#)
        #expect(try await site.titles("todo") == ["B", "A", "C"])
        let commits = try site.sandbox.commits()
        try await site.ask(
            "POST", "/api/move", "{\"tasks\":[\"\(ids[0])\",\"\(ids[2])\"],\"state\":\"doing\"}")
        #expect(try await site.titles("doing") == ["A", "C"])
        #expect(try site.sandbox.commits() == commits + 1)
        #expect(try site.sandbox.read("doing/a-\(ids[0]).md").contains("title: A"))
    }

    @Test func `several tasks are changed and deleted in one step each`() async throws {
        let site = try await Site()
        let ids = [try await site.add(#"{"title":"A"}"#), try await site.add(#"{"title":"B"}"#)]
        let tasks = "\"tasks\":[\"\(ids[0])\",\"\(ids[1])\"]"
        try await site.ask("POST", "/api/change", "{\(tasks),\"words\":\"+house due:2030-01-02\"}")
        for id in ids { #expect(try await site.task(id)["tags"] == ["house"]) }
        try await site.ask("POST", "/api/remove", "{\(tasks)}")
        #expect(try await site.titles("todo") == [])
        #expect(try site.sandbox.commits() == 5)
    }

    @Test func `an action of the board is one commit for several tasks, if its rule allows it`()
        async throws
    {
        let site = try await Site()
        let ids = [try await site.add(#"{"title":"A"}"#), try await site.add(#"{"title":"B"}"#)]
        let tasks = "{\"tasks\":[\"\(ids[0])\",\"\(ids[1])\"]}"
        let commits = try site.sandbox.commits()
        try await site.ask("POST", "/api/actions/to-top", "{\"tasks\":[\"\(ids[1])\"]}")
        #expect(try await site.titles("todo") == ["B", "A"])
        try await site.ask("POST", "/api/actions/finish", tasks)
        #expect(try await site.titles("todo") == [])
        #expect(try site.sandbox.commits() == commits + 2)
        try await site.expectRefusal(
            "POST", "/api/actions/finish", tasks, 409, "not-possible")
        try await site.ask("POST", "/api/actions/delete", tasks)
        #expect(try site.sandbox.commits() == commits + 3)
    }

    @Test func `several tasks are added in one commit, which one undo removes`() async throws {
        let site = try await Site()
        let commits = try site.sandbox.commits()
        let body = #"{"items":["Fix the roof +house","Paint","Call @ann"],"state":"doing"}"#
        let answer = try await site.ask("POST", "/api/add", body, by: .window("a"))
        #expect(answer.status == 200)
        #expect(try await site.titles("doing") == ["Fix the roof", "Paint", "Call"])
        #expect(try site.sandbox.commits() == commits + 1)
        try await site.ask("POST", "/api/undo", "{}", by: .window("a"))
        #expect(try await site.titles("doing") == [])
    }

    @Test func `a neighbour that is not in the column does not decide the place`() async throws {
        let site = try await Site()
        let (a, b) = (try await site.add(#"{"title":"A"}"#), try await site.add(#"{"title":"B"}"#))
        let c = try await site.add(#"{"title":"C"}"#)
        for (place, titles) in [
            (#"{"after":"zzzzzz","before":"\#(c)"}"#, ["B", "A", "C"]),
            (#"{"after":"zzzzzz"}"#, ["B", "C", "A"]),
            (#"{"after":"\#(b)","before":"\#(b)"}"#, ["B", "A", "C"]),
        ] {
            let answer = try await site.ask("POST", "/api/tasks/\(a)/move", place)
            #expect(answer.status == 200, "\(place)")
            #expect(try await site.titles("todo") == titles, "\(place)")
        }
    }

    @Test func `a setting takes the boolean that the response shows`() async throws {
        let site = try await Site()
        for isOn in [true, false] {
            let answer = try await site.ask("PATCH", "/api/settings", "{\"covers\":\(isOn)}")
            #expect(try answer.status == 200 && answer.json["settings"]?["covers"] == .bool(isOn))
        }
    }

    @Test func `a duplicate is below its original`() async throws {
        let site = try await Site()
        let id = try await site.add(#"{"title":"A","tags":["house"]}"#)
        _ = try await site.add(#"{"title":"B"}"#)
        try await site.ask("POST", "/api/actions/duplicate", "{\"tasks\":[\"\(id)\"]}")
        #expect(try await site.titles("todo") == ["A", "A", "B"])
    }

    @Test func `items are ticked, a note is added, a task is deleted and restored`() async throws {
        let site = try await Site()
        let id = try await site.add(#"{"title":"A","body":"- [ ] a\n- [ ] b\n- [ ] c\n"}"#)
        try await site.ask("POST", "/api/tasks/\(id)/tick", #"{"items":[1,3]}"#)
        #expect(try await site.task(id)["body"] == "- [x] a\n- [ ] b\n- [x] c\n")
        try await site.ask("POST", "/api/tasks/\(id)/tick", #"{"items":[1],"done":false}"#)
        #expect(try await site.task(id)["checklist"]?["done"] == 1)
        try await site.ask("POST", "/api/tasks/\(id)/notes", #"{"text":"Called"}"#)
        #expect(try await site.task(id)["body"]?.text?.contains("Called") == true)
        let gone = try await site.ask("DELETE", "/api/tasks/" + id).json
        #expect(gone["deleted"] == true && gone["title"] == "A")
        try await site.expectRefusal("GET", "/api/tasks/" + id, 404, "no-such-task")
        #expect(try await site.ask("POST", "/api/tasks/\(id)/restore").json["title"] == "A")
        #expect(try await site.titles("todo") == ["A"])
    }

    @Test func `a conflict is shown with its choices, and resolved`() async throws {
        let sandbox = try ProgramSandbox.board()
        try sandbox.write(
            "todo/a.md",
            """
            ---
            title: A
            due: 2030-01-02
            conflicts:
              - {key: due, value: 2030-01-03, by: Bob, at: 2029-01-01T00:00:00Z}
            ---

            """)
        let site = try await Site(on: sandbox)
        let choice = try await site.task("a")["choices"]?[0]
        #expect(
            choice?["key"] == "due" && choice?["value"] == "2030-01-03" && choice?["by"] == "Bob")
        let answer = try await site.ask("POST", "/api/tasks/a/resolve", #"{"take":1}"#)
        #expect(try answer.json["due"] == "2030-01-03" && answer.json["choices"] == [])
    }

    @Test func `settings are changed, and a state is renamed with its tasks`() async throws {
        let site = try await Site()
        let id = try await site.add(#"{"title":"A"}"#)
        let answer = try await site.ask(
            "PATCH", "/api/settings",
            #"{"limits.doing":3,"states":["todo","doing","review","done"]}"#)
        #expect(try answer.json["settings"]?["limits"]?["doing"] == 3)
        #expect(try answer.json["settings"]?["states"] == ["todo", "doing", "review", "done"])
        try await site.ask("PATCH", "/api/settings", #"{"limits.doing":null}"#)
        #expect(
            try await site.ask("GET", "/api/settings").json["settings"]?["limits"]?["doing"] == nil)
        try await site.ask("POST", "/api/states/todo/rename", #"{"to":"Später"}"#)
        #expect(try await site.task(id)["state"] == "Später")
        #expect(try await site.ask("GET", "/api/board/Sp%C3%A4ter").json["tasks"]?.count == 1)
    }

    @Test func `changing several settings is one change`() async throws {
        let site = try await Site()
        let answer = try await site.ask(
            "PATCH", "/api/settings",
            #"{"limits.doing":3,"views.mine":"@me","states":"a, doing, b"}"#)
        let settings = try answer.json["settings"]
        #expect(settings?["limits"]?["doing"] == 3 && settings?["states"] == ["a", "doing", "b"])
        #expect(try site.sandbox.commits() == 2)
        #expect(try answer.json["report"]?["sentences"]?[0]?.text?.contains("limits.doing") == true)
    }

    @Test func `a thousand items are ticked in one pass`() async throws {
        let site = try await Site()
        let boxes = String(repeating: "- [ ] a\\n", count: 3_000)
        let id = try await site.add("{\"title\":\"A\",\"body\":\"\(boxes)\"}")
        let numbers = (Array(1...500) + Array(1...500)).map(String.init).joined(separator: ",")
        let start = ContinuousClock.now
        let answer = try await site.ask("POST", "/api/tasks/\(id)/tick", "{\"items\":[\(numbers)]}")
        #expect(ContinuousClock.now - start < .seconds(10 * slowness))
        #expect(answer.status == 200)
        #expect(try await site.task(id)["checklist"]?["done"] == 500)
        #expect(try site.sandbox.commits() == 3)
    }

    @Test func `people and tags in one value are split at their signs`() async throws {
        let site = try await Site()
        let id = try await site.add(
            #"{"title":"A","assignees":["ann @bob","@cy"],"tags":["house +roof"]}"#)
        let task = try await site.task(id)
        #expect(task["assignees"] == ["ann", "bob", "cy"] && task["tags"] == ["house", "roof"])
        // A name with a blank is found in quotes.
        _ = try await site.add(#"{"title":"B","assignees":["Ann Lee"],"tags":["big roof"]}"#)
        for query in ["%40%22ann%20lee%22", "%2B%22big%20roof%22", "tags:%22big%20roof%22"] {
            let found = try await site.ask("GET", "/api/tasks?q=" + query).json
            #expect(found["count"] == 1, "\(query)")
        }
    }

    @Test func `status responds while a change waits for a lock`() async throws {
        let site = try await Site()
        try await eventually { try await site.ask("GET", "/api/status").status == 200 }
        let lock = open(site.sandbox.here + "/.git/pmd/lock", O_RDWR)
        #expect(flock(lock, LOCK_EX) == 0)
        let hasEnded = Locked(false)
        let change = Task {
            defer { hasEnded.withLock { $0 = true } }
            return try await site.ask("POST", "/api/tasks", #"{"title":"A"}"#)
        }
        try await Task.sleep(for: .milliseconds(200))
        let answer = try await site.ask("GET", "/api/status")
        #expect(!hasEnded.withLock { $0 })
        #expect(try answer.json["branch"] == "main")
        // A child of another test may hold a copy until it has executed its program.
        flock(lock, LOCK_UN)
        close(lock)
        #expect(try await change.value.status == 201)
    }

    @Test func `a sync without a remote does nothing, and status shows uncommitted edits`()
        async throws
    {
        let site = try await Site()
        #expect(try await site.ask("POST", "/api/sync").json["status"]?["remote"] == false)
        try site.sandbox.write("todo/x.md", "# X\n")
        try await eventually {
            try await site.ask("GET", "/api/status").json["uncommitted"] == ["todo/x.md"]
        }
        let status = try await site.ask("GET", "/api/status").json
        #expect(status["branch"] == "main" && status["remote"] == false)
    }

    @Test func `one sync exchanges commits for all concurrent requests`() async throws {
        let sandbox = try ProgramSandbox.board()
        try sandbox.shell("git init -q --bare ../hub.git; git remote add origin ../hub.git")
        let site = try await Site(on: sandbox)
        _ = try await site.add(#"{"title":"A"}"#)
        let answers = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<5 {
                group.addTask { try await site.ask("POST", "/api/sync", "{}").status }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(answers == [200, 200, 200, 200, 200])
        #expect(
            try sandbox.shell("git -C ../hub.git rev-parse main").output
                == sandbox.shell("git rev-parse HEAD").output)
        #expect(try await site.ask("GET", "/api/status").json["ahead"] == 0)
    }
}
