import TestSupport
import Testing

@testable import MarkdownDocument

/// The fast path for plain lines gives the same result as libyaml, or leaves
/// the lines to libyaml.
struct PlainLinesTests {
    /// Words at the limits of the fast path, and beyond.
    private static let words = [
        "a", "Fix the roof", "한글 제목", "2026-12-01T09:00:00+09:00", "k3f9m2", "a:b", "a: b", "a:",
        "a #b", "a#b", "#a", "a  b", "-a", "- a", "-", "?a", "? a", "it's", "'a'", "'it''s'", "'a",
        "'a' b", "\"a\"", "\"a\\n\"", "\"a", "\"a\" #b", "'a: b'", "\"a #b\"", "''", "\"\"", "",
        "[]", "[ ]", "[a]", "[a, b]", "[ a ,b ]", "[a, 'b', \"c\"]", "[a,]", "[a, ]", "[,]", "[a",
        "[a] b", "[a] #b", "[[a]]", "[a: b]", "[{a: b}]", "[a-b, -c]", "[민준, ann]", "[a b, c]",
        "[#a]", "['@a']", "[a?]", "{}", "{a: b}", "&a b", "*a", "!a b", "|", ">", "|\n  a", "%a",
        "@a", "`a", "~", "null", "<<", "(a)", "50%", "x@y", "a\tb", "\ta", "a\t", "a ", "a\n  b",
        "\n  a", "\n- a", "\n- a\n- b", "\n  - a\n  - b", "\n  - a\n - b", "\n- a: b", "\n- - a",
        "\n-", "\n- 'a'\n- \"b\"", "\n- [a]", "\n  - a #b", "\n  -   a ", "\n- 한 b", "→ a",
        "a\u{85}b", "a\u{2028}b", "a\u{2029}", "\u{FEFF}a", "a\u{FEFF}", "a\u{7F}", "\u{A0}a",
        "a\u{80}", "\u{FFFE}", "a\u{1}", "“a”", "a\u{FFFD}", "ａｂ", "👩‍👩‍👧", "\u{2027}a", "\u{FEFE}",
        "\u{1FFFE}", "a\r", "a, b", "a]", "a}", "a|b", "[한 b, c]", "[a\u{2028}]", "'\u{85}'",
    ]
    private static let keys = [
        "title", "due", "blocked-by", "x_1", "키", "my key", "1", "-a", "'a'", "a:b", "a", "?", "<<",
    ]

    private func yaml(_ seed: UInt64) -> [UInt8] {
        var random = SplitMix64(seed: seed)
        var text = ""
        for _ in 0..<Int.random(in: 1...5, using: &random) {
            let key =
                Int.random(in: 0..<8, using: &random) == 0
                ? Self.keys.randomElement(using: &random)!
                : ["title", "due", "tags"].randomElement(using: &random)!
            let gap = ["", " ", " ", " ", " ", " ", " ", " ", "   "].randomElement(using: &random)!
            // The fast path may read half of the values.
            let words = Bool.random(using: &random) ? Self.words[..<5] : Self.words[...]
            text += key + ":" + gap + words.randomElement(using: &random)!
            if Int.random(in: 0..<10, using: &random) == 0 { text += "  " }
            text += "\n"
            let oddLine = ["", "# c", "---", "...", "  ", "a", " a: b"]
            if Int.random(in: 0..<20, using: &random) == 0 {
                text += oddLine.randomElement(using: &random)! + "\n"
            }
        }
        var bytes = Array(text.utf8)
        if Int.random(in: 0..<4, using: &random) == 0 {
            let pieces: [String] = [
                ":", " ", "\n", "#", "'", "\"", "[", "]", ",", "-", "\t", "\r\n",
            ]
            let place = Int.random(in: 0..<bytes.count, using: &random)
            let end = min(bytes.count, place + Int.random(in: 0...2, using: &random))
            bytes.replaceSubrange(place..<end, with: pieces.randomElement(using: &random)!.utf8)
        }
        return bytes
    }

    /// Whether the fast path read the bytes; expects the same result as from
    /// libyaml then.
    private func isPlain(_ bytes: [UInt8], _ seed: UInt64) -> Bool {
        let layout = Layout(bytes, kind: .markdown)
        guard encodingFault(in: bytes) == nil, !layout.content.isEmpty else { return false }
        return bytes.withUnsafeBufferPointer { buffer in
            let table = LineTable(buffer, layout.content)
            guard let seen = PlainLines(buffer, table).mapping else { return false }
            do throws(Malformation) {
                let tree = try Tree(parsing: buffer, layout: layout, table)
                #expect(tree.root == seen && tree.undefinedAliases.isEmpty, "seed \(seed)")
            } catch {
                Issue.record("seed \(seed): \(error)")
            }
            return true
        }
    }

    @Test(arguments: 0..<10)
    func `the fast path makes the same nodes as libyaml`(_ chunk: UInt64) {
        var count = 0
        for index in 0..<Self.perChunk {
            let seed = testSeed &+ chunk &* UInt64(Self.perChunk) &+ UInt64(index)
            if isPlain(fenced(yaml(seed)), seed) { count += 1 }
        }
        // Otherwise the test would only compare libyaml with itself.
        #expect(count > Self.perChunk / 10, "seed \(testSeed)")
    }

    private static let perChunk = 2_000

    @Test(arguments: 0..<10)
    func `the fast path agrees on documents of all kinds`(_ chunk: UInt64) {
        for index in 0..<500 {
            let seed = testSeed &+ chunk &* 500 &+ UInt64(index)
            _ = isPlain(GeneratedDocument(seed: seed).bytes, seed)
            _ = isPlain(MutationTests.mutated(seed), seed)
        }
    }

    @Test(arguments: words)
    func `the fast path agrees on each word as a value and in a list`(_ word: String) {
        for text in ["a: \(word)\n", "a: \(word)\nb: c\n", "a: [x, \(word)]\n", "a:\n- \(word)\n"] {
            _ = isPlain(fenced(Array(text.utf8)), 0)
        }
    }

    @Test func `the fast path reads everything that pmd writes`() {
        let text = """
            title: Fix the roof (soon)
            due: 2026-12-01
            tags: [home, garden]
            assignees: [ann, 민준]
            blocked-by: []
            note: '- "a": b #c'
            remind:
              - 1d
              - "2h"
            created: 2026-11-21T09:14:00+09:00

            """
        #expect(isPlain(fenced(Array(text.utf8)), 0))
    }

    private func fenced(_ yaml: [UInt8]) -> [UInt8] {
        Array("---\n".utf8) + yaml + Array("---\nbody\n".utf8)
    }
}
