import BoardView
import MarkdownDocument
import TaskBoard
import TestSupport
import Testing

@testable import TextLayout

/// Markdown bodies laid out for a terminal.
struct MarkdownLayoutTests {
    private func layout(
        _ body: String, columns: Int = 40, showsMarks: Bool = true
    ) throws -> MarkdownLayout {
        let task = TaskItem(
            path: "todo/a.md", document: Document(Array(("---\ntitle: A\n---\n" + body).utf8)))
        let page = TaskPage(
            task, reference: "a", on: Board(settings: .standard, tasks: [task]), history: [],
            now: Moment(seconds: 1_795_392_840))
        let boxes = try #require(MarkdownBoxes(page.body))
        return MarkdownLayout(
            boxes.text, items: boxes.items, columns: columns, showsMarks: showsMarks)
    }

    private func lines(
        _ body: String, columns: Int = 40, showsMarks: Bool = true
    ) throws -> [String] {
        try layout(body, columns: columns, showsMarks: showsMarks).lines.map { line in
            let text = line.text.string.trimmingTrailingBlanks
            return line.number.map { "\($0): " + text } ?? text
        }
    }

    @Test(
        arguments: [
            ("Call before noon", "Call before noon"), ("## Two words", "Two words"),
            ("###### 3 words - here", "3 words - here"), ("# C# notes", nil), ("## closed ##", nil),
            ("##  two blanks", nil), ("# a  b", nil), ("####### seven", nil), ("#tag", nil),
            ("# *b*", nil), ("- item", nil), ("1. item", nil), ("a_b_c", nil), ("a\tb", "a\tb"),
        ] as [(String, String?)])
    func `the words of simple lines need no parser`(_ line: String, _ words: String?) throws {
        let found = Array(line.utf8).withUnsafeBufferPointer {
            proseWords(ofMarkdown: $0).map { String(decoding: $0, as: UTF8.self) }
        }
        #expect(found == words)
        guard let words, !words.contains("\t") else { return }
        #expect(try lines(line, columns: 80, showsMarks: false) == [words])
    }

    @Test func `a body is rendered`() throws {
        let body = """
            # Plan

            Call **before** noon, *or* ~~never~~ `git
            log`; see [the page](https://x.org/a) and <https://x.org>, [https://x.org](https://x.org).

            - [ ] measure
              - [x] the ridge
            - tiles
            1. one
            2. two

            > A quote that is long enough for a second line
            >
            > - [X] in it

                code   is never wrapped, however long its lines are

            ---
            <b>raw</b> &amp; <i>html</i>

            | Tile | Price |
            |------|------:|
            | red  | 3     |
            | 파란 | 12    |

            """
        try expectSnapshot(try lines(body).joined(separator: "\n") + "\n", "markdown-40")
        try expectSnapshot(
            try lines(body, columns: 20, showsMarks: false).joined(separator: "\n") + "\n",
            "markdown-20")
    }

    @Test func `styles are shown where supported, and as marks elsewhere`() throws {
        let styled = try layout("**a** *b* ~~c~~ `d`\n", showsMarks: false).lines
        #expect(
            styled.map(\.text.spans) == [
                [
                    Span(text: "a", style: .strong), Span(text: " "),
                    Span(text: "b", style: .emphasis), Span(text: " "),
                    Span(text: "c", style: .strike), Span(text: " "),
                    Span(text: "d", style: .code),
                ]
            ])
        #expect(try lines("**a** *b* ~~c~~ `d`\n") == ["**a** *b* ~~c~~ `d`"])
        #expect(try lines("## Title\n") == ["## Title"])
    }

    @Test(arguments: [
        ("a&#27;[31mb &#x202e;c\n", "a^[[31mb <U+202E>c"),
        ("[x](java&#10;script:a)\n", "x (java^Jscript:a)"),
        ("`\u{1B}]0;x\u{7}`\n", "`^[]0;x^G`"), ("<b\u{9B}>\n", "<b<U+009B>>"),
        ("    \u{1B}[2J\n", "    ^[[2J"), ("e**\u{301}**\n", "e**\u{25CC}\u{301}**"),
    ])
    func `no text of a body controls the terminal`(_ body: String, _ shown: String) throws {
        #expect(try lines(body) == [shown])
    }

    @Test(arguments: [
        ("see https://a.org/x, or <https://b.org>.\n", ["https://a.org/x", "https://b.org"]),
        (
            "링크https://a.org (http://b.org/c_(d)) mailto:a@b.org!\n",
            ["https://a.org", "http://b.org/c_(d)", "mailto:a@b.org"]
        ),
        (
            "[the **page**](https://a.org/b \"t\") xhttps://no https: http:// and mailto:\n",
            ["https://a.org/b"]
        ),
        (
            "https://ba\u{AD}nk.example/ [https://ba\u{AD}nk.example](https://b.org/a)\n",
            ["https://b.org/a"]
        ),
        ("`https://code.org` and [a](file:///etc/passwd)\n", ["file:///etc/passwd"]),
    ])
    func `linked text has its address`(_ body: String, _ links: [String]) throws {
        let spans = try layout(body, columns: 200, showsMarks: false).lines.flatMap(\.text.spans)
        var found = spans.compactMap(\.link)
        found = found.indices.filter { $0 == 0 || found[$0] != found[$0 - 1] }.map { found[$0] }
        #expect(found == links)
    }

    @Test func `lines of a text that lost a merge stay separate`() throws {
        let body = "> [!conflict] Ann wrote instead, 2026-11-21\n> Call Bob.\n> Call Eve.\n"
        #expect(
            try lines(body, columns: 60) == [
                "│ [!conflict] Ann wrote instead, 2026-11-21", "│ Call Bob.", "│ Call Eve.",
            ])
    }

    @Test(arguments: [
        String(repeating: ">", count: 200_000) + "a", String(repeating: "- ", count: 20_000) + "a",
        String(repeating: "- ", count: 20_000) + "a" + String(repeating: "\n", count: 20_000),
        String(repeating: ">", count: 40_000) + String(repeating: "a\n", count: 20_000),
        String(repeating: "![", count: 50_000) + "a" + String(repeating: "](b)", count: 50_000),
        String(repeating: "*a_ ", count: 50_000), String(repeating: "http://a ", count: 50_000),
        "http://a" + String(repeating: ")", count: 300_000),
        String(repeating: "a <?", count: 60_000),
        String(repeating: "x", count: 1_000_000), String(repeating: "\u{1100}", count: 100_000),
        "|" + String(repeating: "a|", count: 8_000) + "\n|" + String(repeating: "-|", count: 8_000)
            + "\n" + String(repeating: "a\n", count: 8_000),
        "[a]: " + String(repeating: "x", count: 50_000) + "\n\n"
            + String(repeating: "[a]", count: 50_000),
        "![a][b]\n\n[b]:\n" + String(repeating: "x", count: 5_000) + "\n\"t\"\n\n"
            + String(repeating: "![b]", count: 5_000),
    ])
    func `a hostile body is shown in limited time and space`(_ body: String) throws {
        let task = TaskItem(path: "todo/a.md", document: Document(Array((body + "\n").utf8)))
        let page = TaskPage(
            task, reference: "a", on: Board(settings: .standard, tasks: [task]), history: [],
            now: Moment(seconds: 1_795_392_840))
        let clock = ContinuousClock()
        let time = clock.measure {
            guard let boxes = MarkdownBoxes(page.body) else { return }
            let layout = MarkdownLayout(
                boxes.text, items: boxes.items, columns: 30, showsMarks: true)
            let size = layout.lines.reduce(0) { $0 + $1.text.string.utf8.count }
            #expect(size < 40 * (body.utf8.count + 100))
        }
        #expect(time < .seconds(60), "\(body.prefix(20)) took \(time)")
    }

    @Test(arguments: [(20_000, 20_000, true), (2_000, 30_000, true), (50, 100_000, false)])
    func `very deep quotes, which parse slowly, are shown as source`(
        depth: Int, length: Int, isSource: Bool
    ) {
        let quotes = String(repeating: "> ", count: depth) + "x\n"
        let body = quotes + String(repeating: "*_", count: length) + "\n- [ ] x\n"
        let task = TaskItem(path: "todo/a.md", document: Document(Array(body.utf8)))
        let page = TaskPage(
            task, reference: "a", on: Board(settings: .standard, tasks: [task]), history: [],
            now: Moment(seconds: 1_795_392_840))
        #expect((MarkdownBoxes(page.body) == nil) == isSource)
    }

    @Test(arguments: [30, 44, 80])
    func `every line fits, except code`(_ columns: Int) throws {
        let body = """
            - 우유 사기와 빵 그리고 계란도 사야 한다 👨‍👩‍👧 👨‍👩‍👧 \(String(repeating: "계란", count: 60))
              - [ ] nested [link](https://example.org/\(String(repeating: "a", count: 90)))
                1. > | a | b | c | d | e | f | g | h |
                   > |---|---|---|---|---|---|---|---|
                   > | one two three | four five six | seven | 8 | 9 | 10 | 11 | 12 |

            | a long header of a table | another long header |
            |---|---|
            | \(String(repeating: "words ", count: 20)) | 긴 말 \(String(repeating: "긴", count: 50)) |

            """
        let lines = try lines(body, columns: columns)
        for line in lines {
            #expect(line.drop { $0.isNumber || $0 == ":" }.columns <= columns + 1, "\(line)")
        }
    }
}

extension StyledText {
    fileprivate var string: String { spans.map(\.text).joined() }
}
