import HTTPServer
import TestSupport
import Testing

@testable import WebBoard

/// The text of a task's file, through which clients repair files that cannot be read.
struct SourceTests {
    private static let broken = "---\ntitle: Roof\ntags: [house\n---\nText.\n"

    /// A board with a malformed file, and the path of its routes.
    private static func site() async throws -> (site: Site, path: String) {
        let sandbox = try ProgramSandbox.board()
        try sandbox.shell("printf -- '\(broken)' >todo/roof-k5f3m2.md")
        return (try await Site(on: sandbox), "/api/tasks/k5f3m2")
    }

    @Test func `a malformed file is repaired as text`() async throws {
        let (site, path) = try await Self.site()
        let source = try await site.ask("GET", path + "/file")
        #expect(try source.json["text"]?.text == Self.broken)
        #expect(try source.json["problems"]?[0]?["line"] == 3)
        let tag = try #require(source.headers["etag"])
        let still = try await site.ask(
            "PUT", path + "/file", #"{"text":"---\ntitle: Roof\ntags: [a, b\n---\n"}"#,
            ["If-Match": tag])
        #expect(try still.status == 422 && still.code == "malformed")
        #expect(try still.json["line"] == 3 && still.json["column"] == 7)
        let repaired = try await site.ask(
            "PUT", path + "/file", #"{"text":"---\ntitle: Roof\ntags: [house]\n---\nText.\n"}"#,
            ["If-Match": tag])
        #expect(try repaired.json["tags"] == ["house"])
        #expect(try site.sandbox.shell("cat todo/roof-k5f3m2.md").output.contains("[house]\n"))
        #expect(try await site.ask("POST", "/api/undo", "{}").status == 200)
    }

    @Test func `a file is replaced only in the version that was edited`() async throws {
        let (site, path) = try await Self.site()
        let body = #"{"text":"---\ntitle: Roof\n---\n"}"#
        try await site.expectRefusal("PUT", path + "/file", body, 428, "version-missing")
        let version = String(repeating: "0", count: 48)
        try await site.expectRefusal(
            "PUT", path + "/file", body, ["If-Match": "\"\(version)\""], 412, "other-version")
    }

    @Test func `a file that is not text is not edited as text`() async throws {
        let sandbox = try ProgramSandbox.board()
        try sandbox.shell(#"printf -- '---\ntitle: \377\n---\n' >todo/roof-k5f3m2.md"#)
        let site = try await Site(on: sandbox)
        try await site.expectRefusal("GET", "/api/tasks/k5f3m2/file", 422, "not-text")
    }
}
