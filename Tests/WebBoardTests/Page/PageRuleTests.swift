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
        let browser = "/usr/bin/chromium"
        guard access(browser, X_OK) == 0 else { return noteNotRun("chromium is missing") }
        var files = ["rules.js": try Self.text("Tests/WebBoardTests/Page/rules.js")]
        for path in Self.modules { files[path] = try Self.text("Sources/WebBoard/Page/" + path) }
        let sandbox = try ProgramSandbox()
        let folder = try TemporaryFolder()
        let cases = try Self.text("Tests/BoardRules.json")
        try writeFile(folder.path + "/cases.js", "window.cases = \(cases);")
        // Browsers do not load modules from files.
        let script = PageBundle(of: "rules.js", in: files).script(map: "none")
            .replacing("export const", with: "const")
        try writeFile(folder.path + "/rules.js", script)
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
        let count = last.split(separator: " ").last.flatMap { Int($0.prefix { $0.isNumber }) } ?? 0
        #expect(count > 1_500, "\(run.output.suffix(2_000))")
    }
}
