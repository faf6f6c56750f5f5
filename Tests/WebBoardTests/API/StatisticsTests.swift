import BoardView
import TaskBoard
import TestSupport
import Testing

@testable import WebBoard

/// The route of statistics.
struct StatisticsTests {
    @Test func `statistics count the tasks of a query and group them`() async throws {
        let site = try await Site()
        _ = try await site.add(#"{"title":"A","tags":["a"],"state":"doing"}"#)
        _ = try await site.add(#"{"title":"B","tags":["b"]}"#)
        let all = try await site.ask("GET", "/api/stats?by=tag&since=4w&week=7").json
        #expect(all["weeks"]?[0]?["added"] == 2 && all["weeks"]?[0]?["open"] == 2)
        #expect(all["groups"]?.count == 2 && all["groups"]?[1]?["value"] == "b")
        #expect(all["inProgress"]?[0]?["title"] == "A" && all["by"] == "tags")
        let some = try await site.ask("GET", "/api/stats?q=%2Ba").json
        #expect(some["weeks"]?[0]?["added"] == 1 && some["groups"]?.count == 0)
    }

    @Test(arguments: [
        ("by=tgas", 422), ("by=title", 422), ("since=2999-01-01", 422), ("since=soon", 422),
        ("week=8", 400), ("view=none", 404), ("q=(", 422), ("sort=due", 400),
    ])
    func `a wrong parameter is refused`(query: String, status: Int) async throws {
        let answer = try await Site().ask("GET", "/api/stats?" + query)
        #expect(answer.status == status, "\(answer)")
    }
}
