import BoardView
import TaskBoard
import TestSupport
import Testing

@testable import WebBoard

/// The calendar routes: tasks by day, and moves to another day.
struct CalendarTests {
    @Test func `days contain their tasks, filtered by the query`() async throws {
        let site = try await Site()
        _ = try await site.add(#"{"title":"A","due":"2026-12-05T15:00","tags":["a"]}"#)
        _ = try await site.add(#"{"title":"B","due":"2026-12-05"}"#)
        _ = try await site.add(#"{"title":"C"}"#)
        let path = "/api/calendar?from=2026-12-04&to=2026-12-06"
        let days = try await site.ask("GET", path).json["days"]
        #expect(days?.count == 3 && days?[0]?["day"] == "2026-12-04")
        #expect(days?[0]?["tasks"]?.count == 0)
        #expect(days?[1]?["tasks"]?[0]?["title"] == "B" && days?[1]?["tasks"]?[1]?["title"] == "A")
        let some = try await site.ask("GET", path + "&q=%2Ba").json["days"]
        #expect(some?[1]?["tasks"]?.count == 1)
    }

    @Test func `a task moves to another day, and undo moves it back`() async throws {
        let site = try await Site()
        let id = try await site.add(#"{"title":"A","due":"2026-12-05T15:00"}"#)
        let moved = try await site.ask(
            "POST", "/api/schedule", #"{"tasks":["\#(id)"],"day":"2026-12-09"}"#)
        #expect(try moved.status == 200 && moved.json["report"] != nil)
        #expect(try await site.ask("GET", "/api/tasks/" + id).json["due"] == "2026-12-09T15:00")
        _ = try await site.ask("POST", "/api/undo", "{}")
        #expect(try await site.ask("GET", "/api/tasks/" + id).json["due"] == "2026-12-05T15:00")
    }

    @Test(arguments: [
        "from=2026-12-05&to=2026-12-04", "from=2026-12-05&to=2027-02-05", "from=2026-12-05",
        "from=fri&to=2026-12-05", "to=2026-12-05", "from=2026-02-30&to=2026-03-01",
        "from=2026-12-05&to=2026-12-06&q=duee%3Afri%20or",
    ])
    func `an invalid span of days is refused`(query: String) async throws {
        let site = try await Site()
        let answer = try await site.ask("GET", "/api/calendar?" + query)
        #expect([400, 422].contains(answer.status))
    }

    @Test(arguments: [
        (#"{"tasks":["zzzzzz"],"day":"2026-12-05"}"#, 404),
        (#"{"tasks":[],"day":"2026-12-05"}"#, 400),
        (#"{"tasks":["a"],"day":"soon"}"#, 400), (#"{"tasks":["a"]}"#, 400),
    ])
    func `moving to an invalid day, or a missing task, changes nothing`(body: String, status: Int)
        async throws
    {
        let site = try await Site()
        let answer = try await site.ask("POST", "/api/schedule", body)
        #expect(answer.status == status)
    }
}
