import BoardView
import HTTPServer
import TaskBoard
import TestSupport
import Testing

@testable import WebBoard

/// Undo and redo, separate for each client.
struct UndoTests {
    @Test func `a window undoes and redoes its own last action`() async throws {
        let site = try await Site()
        let (a, b) = (Site.Client.window("a"), Site.Client.window("b"))
        _ = try await site.add(#"{"title":"A"}"#, by: a)
        _ = try await site.add(#"{"title":"B"}"#, by: b)
        let board = try await site.ask("GET", "/api/board", by: a).json
        #expect(board["undo"]?["title"]?.text?.contains("A") == true)
        let undone = try await site.ask("POST", "/api/undo", "{}", by: a).json["report"]
        #expect(undone?["redo"]?["commit"]?.text != nil)
        #expect(try await site.titles("todo") == ["B"])
        try await site.expectRefusal("POST", "/api/undo", by: a, 409, "nothing-to-undo")
        try await site.ask("POST", "/api/redo", by: a)
        #expect(try await site.titles("todo").sorted() == ["A", "B"])
        try await site.expectRefusal("POST", "/api/redo", by: a, 409, "nothing-to-redo")
        try await site.ask("POST", "/api/undo", by: b)
        #expect(try await site.titles("todo") == ["A"])
    }

    @Test func `an undo is named after a change, not after a task that needed none`() async throws {
        let site = try await Site()
        let ids = [
            try await site.add(#"{"title":"A","tags":["house"]}"#),
            try await site.add(#"{"title":"B"}"#),
        ]
        let report = try await site.ask(
            "POST", "/api/change", "{\"tasks\":[\"\(ids[0])\",\"\(ids[1])\"],\"words\":\"+house\"}"
        ).json["report"]
        let sentences = report?["sentences"]
        #expect(sentences?.count == 2)
        #expect(sentences?[1]?.text?.contains("\"A\" already") == true)
        #expect(report?["undo"]?["title"]?.text?.contains("\"B\"") == true)
    }

    @Test func `a window undoes its own last action after a server restart`()
        async throws
    {
        let site = try await Site()
        let (a, b) = (Site.Client.window("a"), Site.Client.window("b"))
        _ = try await site.add(#"{"title":"A \"quoted\""}"#, by: a)
        _ = try await site.add(#"{"title":"C"}"#, by: a)
        try await site.ask("POST", "/api/undo", by: a)
        _ = try await site.add(#"{"title":"B"}"#, by: b)
        let again = try await Site(on: site.sandbox)
        let board = try await again.ask("GET", "/api/board", by: a).json
        #expect(board["undo"]?["title"]?.text?.contains("quoted") == true)
        #expect(board["redo"]?["title"]?.text?.contains("C") == true)
        try await again.ask("POST", "/api/undo", by: a)
        #expect(try await again.titles("todo") == ["B"])
        // Without the record, a window has nothing to undo.
        try site.sandbox.shell("rm .git/pmd/actions")
        let last = try await Site(on: site.sandbox)
        try await last.expectRefusal("POST", "/api/undo", by: b, 409, "nothing-to-undo")
    }

    @Test func `a command undoes a window's action, and the window continues before it`()
        async throws
    {
        let site = try await Site()
        let window = Site.Client.window("a")
        _ = try await site.add(#"{"title":"A"}"#, by: window)
        _ = try await site.add(#"{"title":"B"}"#, by: window)
        #expect(try site.sandbox.shell("pmd undo").status == 0)
        let board = try await site.ask("GET", "/api/board", by: window).json
        #expect(board["undo"]?["title"]?.text?.contains("\"A\"") == true)
        #expect(board["redo"] == .null)
        try await site.ask("POST", "/api/undo", by: window)
        #expect(try await site.titles("todo").isEmpty)
    }

    @Test func `the record has no names of users or windows`() async throws {
        let site = try await Site { $0.userHeader = "Remote-User" }
        _ = try await site.add(#"{"title":"A"}"#, by: .user("Ann do 1"))
        _ = try await site.add(#"{"title":"B"}"#, by: .user("Ann"))
        let record = try site.sandbox.shell("cat .git/pmd/actions").output
        #expect(!record.contains("Ann") && record.split(separator: "\n").count == 2)
        #expect(record.split(separator: "\n").allSatisfy { $0.contains(" by:web-") })
    }

    @Test func `a user undoes their own last action, from any window`() async throws {
        let site = try await Site { $0.userHeader = "Remote-User" }
        _ = try await site.add(#"{"title":"A"}"#, by: .user("Ann"))
        _ = try await site.add(#"{"title":"B"}"#, by: .user("Bob"))
        try await site.ask("POST", "/api/undo", nil, ["Pmd-Window": "x"], by: .user("Ann"))
        #expect(try await site.titles("todo") == ["B"])
        #expect(try site.sandbox.shell("git log -1 --format=%an").output == "Ann\n")
    }

    @Test func `two concurrent undos undo two actions`() async throws {
        let site = try await Site()
        let window = Site.Client.window("a")
        for title in ["A", "B", "C", "D"] {
            _ = try await site.add("{\"title\":\"\(title)\"}", by: window)
        }
        async let one = site.ask("POST", "/api/undo", by: window)
        async let other = site.ask("POST", "/api/undo", by: window)
        let statuses = try await [one.status, other.status]
        #expect(statuses == [200, 200])
        #expect(try await site.titles("todo") == ["A", "B"])
        for title in ["B", "A"] {
            let board = try await site.ask("GET", "/api/board", by: window).json
            #expect(board["undo"]?["title"]?.text?.contains("\"\(title)\"") == true)
            #expect(try await site.ask("POST", "/api/undo", by: window).status == 200)
        }
        try await site.expectRefusal("POST", "/api/undo", by: window, 409, "nothing-to-undo")
    }

    @Test func `a name in another normal form is another user's`() async throws {
        let site = try await Site { $0.userHeader = "Remote-User" }
        _ = try await site.add(#"{"title":"A"}"#, by: .user("Jos\u{E9}"))
        try await site.expectRefusal(
            "POST", "/api/undo", by: .user("Jose\u{301}"), 409, "nothing-to-undo")
        #expect(try await site.ask("POST", "/api/undo", by: .user("Jos\u{E9}")).status == 200)
    }

    @Test func `all programs are one client, which undoes nothing that a window did`() async throws
    {
        let site = try await Site()
        _ = try await site.add(#"{"title":"A"}"#)
        _ = try await site.add(#"{"title":"B"}"#, by: .window("a"))
        try site.sandbox.add("C")
        try await site.ask("POST", "/api/undo")
        #expect(try await site.titles("todo") == ["B", "C"])
        try await site.expectRefusal("POST", "/api/undo", 409, "nothing-to-undo")
        try await site.ask("POST", "/api/redo")
        #expect(try await site.titles("todo").sorted() == ["A", "B", "C"])
        try await site.expectRefusal("POST", "/api/redo", 409, "nothing-to-redo")
    }

    @Test func `a redo has the title of the undone action, and its commit says Redo`()
        async throws
    {
        let site = try await Site()
        let window = Site.Client.window("a")
        _ = try await site.add(#"{"title":"A"}"#, by: window)
        let title = try await site.ask("GET", "/api/board", by: window).json["undo"]?["title"]
        // The window does not redo another client's undo in between.
        _ = try await site.add(#"{"title":"B"}"#, by: .window("b"))
        try await site.ask("POST", "/api/undo", by: window)
        try await site.ask("POST", "/api/undo", by: .window("b"))
        let report = try await site.ask("POST", "/api/redo", by: window).json["report"]
        #expect(report?["undo"]?["title"] == title && report?["redo"] == .null)
        #expect(try await site.titles("todo") == ["A"])
        #expect(try site.sandbox.shell("git log -1 --format=%s").output.hasPrefix("Redo: "))
    }

    @Test(arguments: [
        ("git commit -q --amend -m Other", ["A"]), ("git rebase -q --force-rebase HEAD~2", ["A"]),
        ("git reset -q --hard HEAD~1", []),
    ])
    func `an undo finds commits that git rewrote, and skips those that git dropped`(
        rewrite: String, left: [String]
    ) async throws {
        let site = try await Site()
        let window = Site.Client.window("a")
        _ = try await site.add(#"{"title":"A"}"#, by: window)
        _ = try await site.add(#"{"title":"B"}"#, by: window)
        #expect(try site.sandbox.shell("sleep 1; " + rewrite).status == 0)
        #expect(try await site.ask("POST", "/api/undo", by: window).status == 200)
        #expect(try site.sandbox.json("list").count == left.count)
        guard left.isEmpty else { return }
        try await site.expectRefusal("POST", "/api/undo", by: window, 409, "nothing-to-undo")
        let board = try await site.ask("GET", "/api/board", by: window).json
        #expect(board["undo"] == .null)
        try await site.ask("POST", "/api/redo", by: window)
        #expect(try site.sandbox.json("list").count == 1)
    }

    @Test(arguments: ["", "6", "abc", "xyzw", "-1234567", String(repeating: "a", count: 41)])
    func `an invalid commit undoes nothing`(text: String) async throws {
        let site = try await Site()
        _ = try await site.add(#"{"title":"A"}"#)
        try await site.expectRefusal(
            "POST", "/api/undo", "{\"commit\":\"\(text)\"}", 400, "no-commit")
    }

    @Test func `a window's own action that is undone by its commit can be redone`() async throws {
        let site = try await Site()
        let window = Site.Client.window("a")
        _ = try await site.add(#"{"title":"A"}"#, by: window)
        let first = try site.sandbox.shell("git rev-parse HEAD").output.prefix(12)
        _ = try await site.add(#"{"title":"B"}"#, by: window)
        try await site.ask("POST", "/api/undo", "{\"commit\":\"\(first)\"}", by: window)
        #expect(try await site.titles("todo") == ["B"])
        try await site.ask("POST", "/api/redo", by: window)
        #expect(try await site.titles("todo").sorted() == ["A", "B"])
        for _ in 0..<2 { try await site.ask("POST", "/api/undo", by: window) }
        try await site.expectRefusal("POST", "/api/undo", by: window, 409, "nothing-to-undo")
    }

    @Test func `a program undoes the last action, and any action by its commit`() async throws {
        let site = try await Site()
        _ = try await site.add(#"{"title":"A"}"#)
        let first = try site.sandbox.shell("git rev-parse HEAD").output.dropLast()
        _ = try await site.add(#"{"title":"B"}"#)
        _ = try await site.add(#"{"title":"C"}"#)
        try await site.ask("POST", "/api/undo")
        #expect(try await site.titles("todo") == ["A", "B"])
        try await site.ask("POST", "/api/undo", "{\"commit\":\"\(first)\"}")
        #expect(try await site.titles("todo") == ["B"])
    }

    @Test func `an action that others replaced does not block the one before it`()
        async throws
    {
        let site = try await Site()
        let window = Site.Client.window("a")
        let id = try await site.add(#"{"title":"A"}"#, by: window)
        try await site.ask(
            "POST", "/api/tasks/\(id)/move", #"{"state":"doing"}"#, by: window)
        #expect(try site.sandbox.shell("pmd move \(id) done").status == 0)
        let left = try await site.ask("POST", "/api/undo", by: window).json["report"]
        #expect(left?["commit"] == .null && left?["redo"] == .null)
        #expect(try await site.titles("done") == ["A"])
        _ = try await site.ask("POST", "/api/undo", by: window)
        try await site.expectRefusal("POST", "/api/undo", by: window, 409, "nothing-to-undo")
    }

    @Test func `repeated undos and redos of one window go back and forth`() async throws {
        let site = try await Site()
        let id = try await site.add(#"{"title":"A"}"#, by: .window("a"))
        for state in ["doing", "done"] {
            try await site.ask(
                "POST", "/api/tasks/\(id)/move", "{\"state\":\"\(state)\"}", by: .window("a"))
        }
        for state in ["doing", "todo"] {
            try await site.ask("POST", "/api/undo", by: .window("a"))
            #expect(try await site.task(id)["state"] == .string(state))
        }
        for state in ["doing", "done"] {
            try await site.ask("POST", "/api/redo", by: .window("a"))
            #expect(try await site.task(id)["state"] == .string(state))
        }
        // A new action clears the redo list.
        try await site.ask("POST", "/api/undo", by: .window("a"))
        try await site.ask("POST", "/api/tasks/\(id)/notes", #"{"text":"x"}"#, by: .window("a"))
        try await site.expectRefusal("POST", "/api/redo", by: .window("a"), 409, "nothing-to-redo")
    }
}
