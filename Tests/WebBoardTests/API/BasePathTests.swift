import HTTPServer
import TestSupport
import Testing

@testable import WebBoard

/// A server behind a proxy that serves it below a path.
struct BasePathTests {
    private static func site() async throws -> Site {
        try await Site { $0.bases[Site.host] = "/team/board" }
    }

    @Test(arguments: ["/team/board", ""])
    func `a proxy may pass on the path or remove it`(base: String) async throws {
        let site = try await Self.site()
        let page = try await site.ask("GET", base + "/", by: .nobody)
        #expect(page.status == 200)
        let policy = try #require(page.headers["content-security-policy"])
        #expect(policy.contains("\(Site.host)/team/board\(PageFile.scripts[0])"))
        #expect(try await site.ask("GET", base + "/sw.js", by: .nobody).status == 200)
        let added = try await site.ask("POST", base + "/api/tasks", "{\"entry\": \"Fix it\"}")
        #expect(added.status == 201)
        let location = try #require(added.headers["location"])
        #expect(location.hasPrefix("/team/board/api/tasks/"))
        #expect(try await site.ask("GET", location).json["title"] == "Fix it")
    }

    @Test(arguments: ["", "?q=%2Bhouse", "?"])
    func `the page's address gets its slash and keeps its query`(query: String) async throws {
        let moved = try await Self.site().ask("GET", "/team/board" + query, by: .nobody)
        #expect(moved.status == 308 && moved.headers["location"] == "/team/board/" + query)
        #expect(moved.headers.contains("content-security-policy"))
    }

    @Test(arguments: ["/team/boards/api/board", "/team/api/board", "/team/%62oard/api/board"])
    func `another path is not below it`(path: String) async throws {
        #expect(try await Self.site().ask("GET", path).status == 404)
    }

    @Test func `the addresses in the page are relative`() throws {
        let page = try #require(PageFile.page)
        let text = String(decoding: page.plain.bytes, as: UTF8.self)
        #expect(!text.contains("=\"/") && text.contains("src=\"\(PageFile.edition)/early.js\""))
    }

    @Test func `the description of the API has the path`() async throws {
        let json = try await Self.site().ask("GET", "/team/board/api/openapi.json").json
        #expect(json["servers"]?[0]?["url"] == "/team/board/")
    }
}
