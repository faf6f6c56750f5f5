import Glibc
import TestSupport
import Testing

@testable import WebBoard

/// The page's rules, run in a browser on the cases that the program's own rules pass.
///
/// `BoardRuleTests` records the cases.
struct PageRuleTests {
    private static func text(_ path: String) throws -> String {
        String(decoding: try readFile(projectFolder + "/" + path), as: UTF8.self)
    }

    /// The page's modules with rules, which import nothing.
    private static let modules = [
        "commands/obstacles.js", "state/facts.js", "state/fields.js", "state/model.js",
    ]

    @Test func `the page's obstacles, forms and moves follow the rules of the terminal board`()
        throws
    {
        let count = try Self.compare("rules.js", Self.modules, on: "BoardRules.json")
        #expect(count.map { $0 > 1_500 } ?? true, "\(count ?? 0)")
    }

    @Test func `the page finds the tasks of plans that their queries find`() throws {
        let modules = ["state/body.js", "state/patched.js", "state/plan.js"]
        let count = try Self.compare("plans.js", modules, on: "QueryPlans.json")
        #expect(count.map { $0 > 4_000 } ?? true, "\(count ?? 0)")
    }

    /// Runs a script on recorded cases, and records the differences that it prints.
    ///
    /// - Returns: The number of comparisons; nil without a browser.
    private static func compare(
        _ script: String, _ modules: [String], on cases: String
    ) throws -> Int? {
        let browser = "/usr/bin/chromium"
        guard access(browser, X_OK) == 0 else {
            noteNotRun("chromium is missing")
            return nil
        }
        var files = [script: try text("Tests/WebBoardTests/Page/" + script)]
        for path in modules { files[path] = try text("Sources/WebBoard/Page/" + path) }
        let sandbox = try ProgramSandbox()
        let folder = try TemporaryFolder()
        try writeFile(folder.path + "/cases.js", "window.cases = \(try text("Tests/" + cases));")
        // Browsers do not load modules from files.
        let bundle = PageBundle(of: script, in: files).script(map: "none")
            .replacing("export const", with: "const")
        try writeFile(folder.path + "/rules.js", bundle)
        try writeFile(
            folder.path + "/index.html",
            "<!doctype html><meta charset=utf-8><body>no result</body>"
                + "<script src=cases.js></script><script src=rules.js></script>")
        let run = try sandbox.run([
            "/usr/bin/timeout", "120", browser, "--headless=new", "--no-sandbox", "--disable-gpu",
            "--disable-dev-shm-usage", "--user-data-dir=\(folder.path)/profile", "--dump-dom",
            "file://\(folder.path)/index.html",
        ])
        let lines = run.output.split(separator: "\n").map(String.init)
        for line in lines.filter({ $0.contains("differs: ") }).prefix(20) {
            Issue.record("\(line)")
        }
        let last = lines.first { $0.contains("compared: ") } ?? ""
        let count = last.split(separator: " ").last.flatMap { Int($0.prefix { $0.isNumber }) }
        #expect(count != nil, "\(run.output.suffix(2_000))")
        return count
    }
}
