import HTTPServer
import TestSupport
import Testing

@testable import WebBoard

/// The page as the server assembles and compresses it.
struct PageFileTests {
    private static let modules = [
        "app.js": """
        // Starts.
        import { a as b, Thing } from "./core/a.js";
        import "./core/b.js";

        b(Thing);
        """,
        "core/a.js": """
        /** Returns one. */
        export const a = () => 1;
        export class Thing {}
        const c = 2;
        export { c };
        """,
        "core/b.js": """
        import { c } from "../core/a.js";
        export async function f(x) {}
        """,
    ]

    @Test func `a module becomes a function that runs after its imports`() {
        let bundle = PageBundle(of: "app.js", in: Self.modules)
        #expect(bundle.modules == ["core/a.js", "core/b.js", "app.js"])
        #expect(
            bundle.script(map: "page.js.map") == """
                export const $modules = {};
                $modules["core/a.js"] = (() => {

                const a = () => 1;
                class Thing {}
                const c = 2;

                return { a, Thing, c };})();
                $modules["core/b.js"] = (() => {
                const { c } = $modules["core/a.js"];
                async function f(x) {}
                return { f };})();
                $modules["app.js"] = (() => {

                const { a: b, Thing } = $modules["core/a.js"];


                b(Thing);
                return {  };})();
                //# sourceMappingURL=page.js.map

                """)
    }

    @Test func `the source map maps each line to its module and its line`() throws {
        let map = try JSON(PageBundle(of: "app.js", in: Self.modules).sourceMap())
        #expect(map["version"] == 3)
        #expect(map["sources"] == ["core/a.js", "core/b.js", "app.js"])
        #expect(
            map["mappings"]
                == ";;AAAA;AACA;AACA;AACA;AACA;;;ACJA;AACA;;;ACDA;AACA;AACA;AACA;AACA;")
    }

    @Test func `a second bundle has the modules that the first one lacks`() {
        let first = PageBundle(of: "core/a.js", in: Self.modules)
        let second = PageBundle(
            of: "app.js", in: Self.modules, after: [first], first: "first.js")
        #expect(second.modules == ["core/b.js", "app.js"])
        let lines = second.script(map: "page.js.map").split(separator: "\n")
        #expect(lines[0] == #"import { $modules } from "./first.js";"#)
        #expect(lines[2] == #"const { c } = $modules["core/a.js"];"#)
        let third = PageBundle(
            of: "app.js", in: Self.modules, after: [first, second], first: "first.js")
        #expect(third.modules == [])
    }

    @Test func `the page's scripts have all modules but the service worker`() {
        let bundles = ["early.js", "page.js", "later.js"]
        let scripts = PageFile.all.filter { $0.key.hasSuffix(".js") && !bundles.contains($0.key) }
        let texts = scripts.mapValues { String(decoding: $0.plain.bytes, as: UTF8.self) }
        let early = PageBundle(of: "requests.js", in: texts)
        let page = PageBundle(of: "app.js", in: texts, after: [early], first: "early.js")
        let later = PageBundle(
            of: "others.js", in: texts, after: [early, page], first: "early.js")
        let modules = early.modules + page.modules + later.modules
        #expect((modules + ["sw.js"]).sorted() == scripts.keys.sorted())
        #expect(later.modules.contains("views/calendar.js"))
        #expect((PageFile.all["early.js"]?.compressed?.bytes.count ?? .max) < 15_000)
    }

    @Test func `the style sheet has no comments`() throws {
        let file = try #require(PageFile.all["page.css"])
        let text = String(decoding: file.plain.bytes, as: UTF8.self)
        #expect(text.contains(".card {"))
        #expect(!text.contains("/*") && !text.contains("*/"))
    }

    private static let compressed = [
        "/", "/sw.js", "/\(PageFile.edition)/page.css", "/\(PageFile.edition)/page.js",
        "/\(PageFile.edition)/early.js",
    ]

    @Test(arguments: compressed)
    func `the page's files are compressed`(path: String) async throws {
        let site = try await Site()
        let plain = try await site.ask("GET", path, by: .nobody)
        #expect(plain.headers["content-encoding"] == nil)
        #expect(plain.headers["vary"] == "Accept-Encoding")
        let headers = ["Accept-Encoding": "br, GZIP;q=0.5"]
        let compressed = try await site.ask("GET", path, nil, headers, by: .nobody)
        #expect(compressed.headers["content-encoding"] == "gzip")
        #expect(compressed.headers["vary"] == "Accept-Encoding")
        #expect(compressed.headers["content-type"] == plain.headers["content-type"])
        let folder = try TemporaryFolder()
        try writeFile(folder.path + "/part.gz", compressed.bytes)
        let text = try site.sandbox.shell("gzip -dc '\(folder.path)/part.gz'").output
        #expect(text == String(decoding: plain.bytes, as: UTF8.self))

        let tag = try #require(compressed.headers["etag"])
        #expect(tag != plain.headers["etag"])
        let again = try await site.ask(
            "GET", path, nil, ["Accept-Encoding": "gzip", "If-None-Match": tag], by: .nobody)
        #expect(again.status == 304 && again.bytes == [])
    }

    /// Without it, the service worker would not have all of the page without the server.
    @Test func `the service worker stores the script that is loaded later`() async throws {
        let worker = try await Site().ask("GET", "/sw.js", by: .nobody)
        let text = String(decoding: worker.bytes, as: UTF8.self)
        #expect(text.contains("\"/\(PageFile.edition)/later.js\""))
    }

    /// The path of a board may be the start of another one's, as in `/pmd` and `/pmd-old`.
    @Test func `the names of a board's caches do not match those of another path`() throws {
        let file = try #require(PageFile.all["sw.js"])
        let text = String(decoding: file.plain.bytes, as: UTF8.self)
        let mark = try #require(text.firstMatch(of: /const PREFIX = `pmd-page\${BASE}(.)`/)).1
        #expect(!mark.contains(/[A-Za-z0-9._~\/-]/))
    }

    @Test(arguments: ["", "identity", "br", "gzip;q=0", "deflate, gzip; q=0.000", "gzipped"])
    func `a client without gzip gets the file uncompressed`(codings: String) async throws {
        let path = "/\(PageFile.edition)/page.js"
        let answer = try await Site().ask("GET", path, nil, ["Accept-Encoding": codings])
        #expect(answer.headers["content-encoding"] == nil)
        #expect(answer.bytes == PageFile.all["page.js"]?.plain.bytes)
    }

    @Test func `the page's words are compressed`() async throws {
        let site = try await Site()
        let plain = try await site.ask("GET", "/api/words", by: .nobody)
        let headers = ["Accept-Encoding": "gzip"]
        let compressed = try await site.ask("GET", "/api/words", nil, headers, by: .nobody)
        #expect(plain.headers["content-encoding"] == nil)
        #expect(compressed.headers["content-encoding"] == "gzip")
        #expect(compressed.bytes.count < plain.bytes.count / 2)
    }

    /// A compressed response's size would depend on the secrets in it (the BREACH attack).
    @Test(arguments: ["/api/board", "/api/tasks", "/api/session", "/api/history", "/api/status"])
    func `a response with data is not compressed`(path: String) async throws {
        let answer = try await Site().ask("GET", path, nil, ["Accept-Encoding": "gzip"])
        #expect(answer.status == 200)
        #expect(answer.headers["content-encoding"] == nil)
    }

    @Test func `a first visit loads at most 115 kilobytes before the board is shown`() async throws
    {
        let site = try await Site()
        var sum = 0
        for path in Self.compressed.dropFirst(2) + ["/", "/icon.svg", "/manifest.webmanifest"] {
            sum += try await site.ask("GET", path, nil, ["Accept-Encoding": "gzip"]).bytes.count
        }
        #expect((10_000...115_000).contains(sum))
    }
}
