import TestSupport
import Testing

@testable import MarkdownDocument

/// The fast path for lines that begin with a letter gives the same result as
/// the block parser.
struct PlainBodyTests {
    private static let starts = [
        "a", "한 글", "Words | and", "1. x", "- x", "- [ ] x", "> q", "> [!conflict]", "# h", "#h",
        "===", "---", "-", "|a|b|", "|-|-|", "a | b", "```", "~~~", "<!--", "x -->", "<pre>", "",
        "  ", "\t", "é", "***", "1)", "+ y", "[ ] z", "\\", "-->", "=", "\u{85}", "<script>",
    ]
    private static let indents = ["", "", "", "", "  ", "    ", "\t", "      ", " > ", "- "]

    private func body(_ seed: UInt64) -> [UInt8] {
        var random = SplitMix64(seed: seed)
        var text = ""
        for _ in 0..<Int.random(in: 1...14, using: &random) {
            text += Self.indents.randomElement(using: &random)!
            text += Self.starts.randomElement(using: &random)!
            text += ["\n", "\n", "\n", "\r\n", " \n", ""].randomElement(using: &random)!
        }
        return Array(text.utf8)
    }

    @Test(arguments: 0..<10)
    func `the fast path for a line of words agrees with the block parser`(_ chunk: UInt64) {
        for index in 0..<1_000 {
            let seed = testSeed &+ chunk &* 1_000 &+ UInt64(index)
            let body = body(seed)
            let lines = body.withUnsafeBufferPointer { bytes in
                var scanner = BodyScanner(bytes, keepsAll: true)
                var start = 0
                while start < bytes.count {
                    let line = lineRange(in: bytes, from: start)
                    scanner.takeAny(line)
                    start = line.upperBound
                }
                return scanner.lines
            }
            #expect(bodyLines(body) == lines, "seed \(seed)")
            let document = Document(body)
            let items = document.checklist
            #expect(document.checklistCount.total == items.count, "seed \(seed)")
            #expect(document.checklistCount.done == items.count(where: \.isTicked), "seed \(seed)")
        }
    }
}
