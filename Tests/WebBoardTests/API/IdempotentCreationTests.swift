import BoardView
import HTTPServer
import TaskBoard
import TestSupport
import Testing

@testable import WebBoard

/// Task creation is idempotent: a repeated request creates no second task.
struct IdempotentCreationTests {
    private let new = #"{"title":"A"}"#
    private let anyTask = ["If-None-Match": "*"]

    @Test func `a task is created once under the client's code`() async throws {
        let site = try await Site()
        try await site.expectRefusal("PUT", "/api/tasks/b2c3d4", new, 428, "condition-missing")
        try await site.expectRefusal(
            "PUT", "/api/tasks/b2c3d4", new, ["If-None-Match": "\"x\""], 428, "condition-missing")
        for code in [
            "a", "aaaaaa", "000000", "b2c3d45", "B2C3D4", "bcdfgh", "..%2f..%2f", "b2c3d%20",
        ] {
            try await site.expectRefusal("PUT", "/api/tasks/" + code, new, anyTask, 422, "bad-code")
        }
        let answer = try await site.ask("PUT", "/api/tasks/b2c3d4", new, anyTask)
        #expect(try answer.status == 201 && answer.json["id"] == "b2c3d4")
        let again = try await site.ask("PUT", "/api/tasks/b2c3d4", #"{"title":"B"}"#, anyTask)
        #expect(try again.status == 412 && again.json["current"]?["title"] == "A")
        #expect(try site.sandbox.commits() == 2)
        try await site.ask("DELETE", "/api/tasks/b2c3d4")
        try await site.expectRefusal("PUT", "/api/tasks/b2c3d4", new, anyTask, 410, "deleted")
        let restarted = try await Site(on: site.sandbox)
        try await restarted.expectRefusal("PUT", "/api/tasks/b2c3d4", new, anyTask, 410, "deleted")
    }

    @Test func `of concurrent identical creations, one creates the task`() async throws {
        let site = try await Site()
        for round in 0..<5 {
            let code = "b2c3d\(round + 2)"
            let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<6 {
                    group.addTask {
                        try await site.ask("PUT", "/api/tasks/" + code, new, anyTask).status
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(statuses.sorted() == [201, 412, 412, 412, 412, 412])
        }
        #expect(try site.sandbox.commits() == 6)
    }

    @Test func `a creation sets its position in the same commit`() async throws {
        let site = try await Site()
        let (a, b) = (try await site.add(#"{"title":"A"}"#), try await site.add(#"{"title":"B"}"#))
        let answer = try await site.ask(
            "PUT", "/api/tasks/b2c3d4",
            "{\"title\":\"C\",\"place\":{\"after\":\"\(a)\",\"before\":\"\(b)\"}}", anyTask)
        #expect(answer.status == 201)
        #expect(try await site.titles("todo") == ["A", "C", "B"])
        #expect(try site.sandbox.commits() == 4)
    }

    @Test func `repeating a creation with a key creates no second task`() async throws {
        let site = try await Site()
        let first = try await site.ask("POST", "/api/tasks", new, ["Idempotency-Key": "k1"])
        let id = try #require(try first.json["id"]?.text)
        for server in [site, try await Site(on: site.sandbox)] {
            let again = try await server.ask("POST", "/api/tasks", new, ["Idempotency-Key": "k1"])
            #expect(try again.status == 201 && again.json["id"] == .string(id))
            #expect(again.headers["location"] == "/api/tasks/" + id)
            try await server.expectRefusal(
                "POST", "/api/tasks", #"{"title":"B"}"#, ["Idempotency-Key": "k1"], 422,
                "other-body")
        }
        #expect(try site.sandbox.commits() == 2)
        let other = try await site.ask("POST", "/api/tasks", new, ["Idempotency-Key": "k2"])
        #expect(try other.json["id"] != .string(id))
        try await site.ask("DELETE", "/api/tasks/" + id)
        try await site.expectRefusal(
            "POST", "/api/tasks", new, ["Idempotency-Key": "k1"], 410, "deleted")
    }

    @Test(arguments: ["", String(repeating: "k", count: 256)])
    func `an idempotency key has 1 to 255 bytes`(key: String) async throws {
        let site = try await Site()
        try await site.expectRefusal(
            "POST", "/api/tasks", new, ["Idempotency-Key": key], 400, "bad-key")
    }

    @Test func `a refused creation does not use up its key`() async throws {
        let site = try await Site()
        let refused = #"{"title":"A","state":"nowhere"}"#
        for _ in 0..<2 {
            try await site.expectRefusal(
                "POST", "/api/tasks", refused, ["Idempotency-Key": "k1"], 422, "unknown-state")
        }
    }

    @Test func `a key whose creation is in progress is refused temporarily`() async throws {
        let site = try await Site()
        let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    try await site.ask("POST", "/api/tasks", new, ["Idempotency-Key": "k1"]).status
                }
            }
            return try await group.reduce(into: Set()) { $0.insert($1) }
        }
        #expect(statuses.isSubset(of: [201, 409]) && statuses.contains(201))
        #expect(try site.sandbox.commits() == 2)
    }
}
