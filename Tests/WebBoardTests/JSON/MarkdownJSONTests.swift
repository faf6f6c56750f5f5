import BoardView
import HTTPServer
import TaskBoard
import TestSupport
import Testing

@testable import WebBoard

/// Bodies as JSON nodes: hostile Markdown gives only known nodes and addresses.
struct MarkdownJSONTests {
    private static let types: Set<String> = [
        "paragraph", "heading", "quote", "list", "item", "emphasis", "strong", "strike", "link",
        "image", "table", "row", "cell", "text", "code", "codeBlock", "html", "rule", "softBreak",
        "lineBreak", "source",
    ]
    private static let members: Set<String> = [
        "type", "children", "text", "level", "start", "tight", "n", "done", "address", "align",
        "header", "missing",
    ]

    static let hostile = [
        "<script>alert(1)</script>", "<img src=x onerror=alert(1)>", "<svg/onload=alert(1)>",
        "[x](javascript:alert(1))", "[x](JaVaScRiPt:alert(1))", "[x](java&#115;cript:alert(1))",
        "[x](java\tscript:alert(1))", "[x](&#x6A;avascript:alert(1))",
        "[x](\u{1}javascript:alert(1))",
        "[x](data:text/html,<script>alert(1)</script>)", "[x](vbscript:x)",
        "[x](file:///etc/passwd)",
        "[x](//evil.example)", "[x](/api/tasks)", "[x](?code=1)", "[x](#top)",
        "<javascript:alert(1)>",
        "[x]: javascript:alert(1)\n\n[x]", "![x](javascript:alert(1))",
        "![x](https://evil.example/p)",
        "[![x](http://a.example)](javascript:alert(1))", "javascript:alert(1)", "<a href='x'>",
        "[x](http://a.example\"onclick=alert)", "[x](https://a.example '\" onmouseover=\"x')",
        "[x](feed:javascript:x)", "[x](blob:http://x)", "[x](view-source:http://x)", "[x](ws://x)",
        "<!-- -->", "<![CDATA[x]]>", "<?php ?>", "&lt;script&gt;", "`</code><script>`",
        "```\n</pre><script>\n```", "```html onload=x\n<b>\n```", "| <script> |\n|---|\n| <b> |",
        "- [ ] <script>\n- [x] [x](javascript:x)", "> <script>", "# <script>", "~~<b>~~",
        "[](javascript:x)", "[x](<javascript:x>)", "http://a.example/<script>", "x@y.example",
        "mailto:x@y.example", "[x](mailto:x@y.example?body=javascript:x)", "\u{202e}evil", "\0",
        "[x](http\u{200b}s://a.example)", "[x](%6Aavascript:alert(1))", "[x](javascript&colon;x)",
    ]

    private func check(_ node: JSON, _ body: String) {
        guard case .object(let members, _) = node else {
            Issue.record("\(node) is no node")
            return
        }
        #expect(Self.types.contains(members["type"]?.text ?? ""), "\(body): \(node)")
        #expect(Set(members.keys).isSubset(of: Self.members), "\(body): \(node)")
        if let address = members["address"]?.text {
            #expect(members["type"] == "link")
            let isOpenable = ["http://", "https://", "mailto:"].contains {
                address.lowercased().hasPrefix($0)
            }
            #expect(isOpenable, "\(body): \(address)")
            #expect(address.unicodeScalars.allSatisfy { $0.value > 0x20 && $0.value != 0x7F })
        }
        if case .array(let children) = members["children"] {
            for child in children { check(child, body) }
        }
    }

    @Test func `a hostile body has only known nodes, and only web and mail addresses`()
        async throws
    {
        let sandbox = try ProgramSandbox.board()
        for (index, body) in Self.hostile.enumerated() {
            try sandbox.write("todo/h\(index).md", "---\ntitle: H\n---\n\n\(body)\n")
        }
        let site = try await Site(on: sandbox)
        for (index, body) in Self.hostile.enumerated() {
            guard case .array(let nodes) = try await site.task("h\(index)")["rendered"] else {
                Issue.record("no nodes")
                continue
            }
            for node in nodes { check(node, body) }
        }
    }

    @Test func `random Markdown has only known nodes, too`() async throws {
        let pieces =
            Self.hostile + [
                "\n", "\n\n", "- ", "> ", "# ", "*", "**", "_", "`", "[", "](", ")", "|", "    ",
                "1. ",
            ]
        var random = SplitMix64(seed: testSeed)
        let sandbox = try ProgramSandbox.board()
        let bodies = (0..<60).map { _ in
            (0..<20).map { _ in pieces.randomElement(using: &random)! }.joined()
        }
        for (index, body) in bodies.enumerated() {
            try sandbox.write(
                "todo/r\(index).md", "---\ntitle: R\n---\n\n\(body.replacing("\0", with: ""))\n")
        }
        let site = try await Site(on: sandbox)
        for (index, body) in bodies.enumerated() {
            if case .array(let nodes) = try await site.task("r\(index)")["rendered"] {
                for node in nodes { check(node, body) }
            }
        }
    }

    @Test(arguments: ["> ", "[", "*a ", "- ", "`", "![](", "|a", "&amp;", "<b>", "1. "])
    func `a body that is costly to parse is answered quickly, without deep nesting`(
        piece: String
    ) async throws {
        let body = String(repeating: piece, count: 50_000 / piece.utf8.count)
        let sandbox = try ProgramSandbox.board()
        try sandbox.write("todo/x.md", "---\ntitle: X\n---\n\n\(body)\n")
        let site = try await Site(on: sandbox)
        let start = ContinuousClock.now
        let answer = try await site.ask("GET", "/api/tasks/x")
        #expect(answer.status == 200)
        #expect(.now - start < .seconds(5 * slowness))
        #expect(try depth(of: answer.json["rendered"] ?? .null) < 100)
    }

    private func depth(of json: JSON) -> Int {
        switch json {
        case .object(let members, _): 1 + (members.values.map(depth).max() ?? 0)
        case .array(let elements): 1 + (elements.map(depth).max() ?? 0)
        default: 0
        }
    }

    @Test func `raw HTML is text, and items have the numbers for ticking them`()
        async throws
    {
        let site = try await Site()
        let id = try await site.add(
            #"{"title":"A","body":"- [ ] one\n- [x] two\n\n<b>x</b> https://a.example\n"}"#)
        let nodes = try await site.task(id)["rendered"]
        let items = nodes?[0]?["children"]
        #expect(items?[0]?["n"] == 1 && items?[0]?["done"] == false)
        #expect(items?[1]?["n"] == 2 && items?[1]?["done"] == true)
        #expect(
            nodes?[1]?["children"]?[0]
                == .object(["type": "html", "text": "<b>"], keys: ["type", "text"]))
    }
}
