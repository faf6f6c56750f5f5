import TaskBoard
import TestSupport
import Testing

@testable import WebBoard

/// Paged lists that change between two pages.
struct PagingTests {
    private func site(_ count: Int) async throws -> (Site, [String]) {
        let site = try await Site()
        var ids: [String] = []
        for number in 1...count {
            ids.append(try await site.add(#"{"title":"T\#(number)","due":"2030-01-0\#(number)"}"#))
        }
        return (site, ids)
    }

    /// The titles of a list from a cursor on, in pages of two.
    private func titles(_ site: Site, _ target: String, after cursor: String?) async throws
        -> [String]
    {
        var (titles, next) = ([String](), cursor)
        repeat {
            let page = try await site.ask("GET", target + (next.map { "&after=" + $0 } ?? "")).json
            guard case .array(let tasks) = page["tasks"] else { return titles }
            titles += tasks.compactMap { $0["title"]?.text }
            next = page["next"]?.text
        } while next != nil
        return titles
    }

    @Test(arguments: [
        "/api/board/todo?limit=2", "/api/tasks?limit=2", "/api/tasks?limit=2&q=sort:due",
        "/api/tasks?limit=2&q=sort:title",
    ])
    func `a list continues at its cursor, even if that task moved or is gone`(
        target: String
    ) async throws {
        for change in ["move", "delete", "edit"] {
            let (site, ids) = try await site(6)
            let first = try await site.ask("GET", target).json
            #expect(first["tasks"]?[1]?["title"] == "T2")
            let cursor = try #require(first["next"]?.text)
            switch change {
            case "move":
                try await site.ask(
                    "POST", "/api/tasks/\(ids[1])/move", #"{"state":"todo","end":"bottom"}"#)
            case "delete": try await site.ask("DELETE", "/api/tasks/\(ids[1])")
            default:
                let version = try await site.version(of: ids[1])
                try await site.ask(
                    "PATCH", "/api/tasks/\(ids[1])", #"{"title":"T9","due":"2030-02-01"}"#,
                    ["If-Match": "\"\(version)\""])
            }
            let rest = try await titles(site, target, after: cursor)
            // A task that was moved down appears again at its new position.
            #expect(Array(rest.prefix(4)) == ["T3", "T4", "T5", "T6"], "\(target), \(change)")
        }
    }

    @Test func `the board has a cursor for each column with more tasks`() async throws {
        let (site, _) = try await site(5)
        let column = try await site.ask("GET", "/api/board?limit=3").json["columns"]?[0]
        let cursor = try #require(column?["next"]?.text)
        #expect(try await titles(site, "/api/board/todo?limit=2", after: cursor) == ["T4", "T5"])
        let whole = try await site.ask("GET", "/api/board?limit=5").json["columns"]?[0]
        #expect(whole?["next"]?.text == nil)
    }

    @Test func `another list's cursor is refused`() async throws {
        let (site, _) = try await site(3)
        let cursor = try #require(
            try await site.ask("GET", "/api/tasks?limit=1&q=sort:due").json["next"]?.text)
        for target in ["/api/tasks?after=", "/api/board/todo?after="] {
            for wrong in [cursor, "zzzzzz", "AQ", "", String(repeating: "A", count: 3_000)] {
                try await site.expectRefusal("GET", target + wrong, 400, "wrong-cursor")
            }
        }
    }
}
