import MarkdownDocument
import TestSupport
import Testing

@testable import TaskBoard

/// Text search without regard to case and normal form.
struct NeedleTests {
    @Test(arguments: [
        ("roof", "Fix the ROOF", true), ("ROOF", "fix the roof", true), ("", "x", true),
        ("", "", true),
        ("x", "", false), ("aab", "aaab", true), ("strasse", "STRAẞE", true),
        ("straße", "STRASSE", true), ("k", "300 \u{212A}", true), ("é", "cafe\u{301}", true),
        ("e\u{301}", "CAFÉ", true), ("각", "\u{1100}\u{1161}\u{11A8}", true), ("가", "각", false),
        ("が", "か\u{3099}", true), ("か\u{3099}", "が", true), ("🎉", "a 🎉 b", true),
        ("@", "`", false), ("[", "{", false), ("—", "a — B", true),
    ])
    func `a search ignores case and normal form`(
        needle: String, haystack: String, isFound: Bool
    ) {
        #expect(Needle(Text(needle)).occurs(in: Array(haystack.utf8)) == isFound)
    }

    @Test(arguments: [
        ("ㅎㅇ", "주간 회의", true), ("회ㅇ", "회의", true), ("ㅎㅇ", "의회", false), ("ㄲ", "가", false),
        ("ㅋㅋ", "ㅋㅋㅋ", true), ("ㅎㅇ", "\u{1112}\u{116C}\u{110B}\u{1174}", true),
    ])
    func `initial consonants find titles`(needle: String, title: String, isFound: Bool) {
        let found = Array(title.utf8).withUnsafeBufferPointer {
            Needle(Text(needle)).occurs(inTitle: $0)
        }
        #expect(found == isFound)
    }

    @Test func `texts that are compared unfolded match as if folded`() {
        var random = SplitMix64(seed: testSeed)
        let pool = Array(
            "aAzZ\n@[`{가각\u{1100}\u{1161}\u{11A8}漢かがカガ\u{3099}ーéÉ\u{301}ßẞİıﬁK\u{212A}“—\u{2000}🎉\u{FE0F}\u{200D}"
                .unicodeScalars)
        for _ in 0..<20_000 {
            func some(_ most: Int) -> [UInt8] {
                var text = String.UnicodeScalarView()
                for _ in 0..<Int.random(in: 0...most, using: &random) {
                    text.append(pool[Int(random.next() % UInt64(pool.count))])
                }
                return Array(String(text).utf8)
            }
            expectSame(some(2), some(8))
        }
    }

    @Test func `bytes that are not text neither match nor trap`() {
        let needle = Needle("a")
        for bytes: [UInt8] in [[0xFF], [0xEA], [0xF0, 0x9F, 0x8E], [0xE2, 0x80], [0xC3]] {
            #expect(!needle.occurs(in: bytes))
        }
        #expect(needle.occurs(in: [0xFF, 0x61]))
    }

    /// Expects the same result as if both were folded as a whole.
    private func expectSame(_ needle: [UInt8], _ haystack: [UInt8]) {
        let (inner, outer) = (folded(needle), folded(haystack))
        // ASCII letters match in either case without folding as well.
        let lowered = outer.map { $0 &- 0x41 < 26 ? $0 | 0x20 : $0 }
        let expected =
            inner.isEmpty || lowered.indices.contains { lowered[$0...].starts(with: inner) }
        #expect(
            Needle(Text(needle)).occurs(in: haystack) == expected,
            "seed \(testSeed): \(needle) in \(haystack)")
    }

    @Test func `parts of long texts in many scripts match as if folded, wherever they are cut`() {
        var random = SplitMix64(seed: testSeed)
        let words = [
            "quincunx", "tail", "Straße", "STRASSE", "감나무", "\u{1100}\u{1161}\u{11B7}나무",
            "각가\u{11A8}",
            "cafe\u{301}", "CAFÉ", "naïve", "\u{212A}elvin", "ﬁle", "İstanbul", "ёлка", "ЁЛКА",
            "漢字", "が", "か\u{3099}", "Ǆ", "ǰ", "ŉ", "→", "=\u{338}", "≠", "🎂", "x\u{301}", "กำ",
            "\u{37E}", "20\u{327}", "\n", "\n\u{301}", " ", "ẗ", "ſt", "\u{2329}",
            "\u{226E}\u{323}",
        ].map { Array($0.utf8) }
        for _ in 0..<1000 {
            var haystack: [UInt8] = []
            for _ in 0..<Int.random(in: 0...12, using: &random) {
                haystack += words.randomElement(using: &random) ?? []
            }
            if Int.random(in: 0..<6, using: &random) == 0, !haystack.isEmpty {
                haystack[Int.random(in: haystack.indices, using: &random)] = 0xFF
            }
            let source = Bool.random(using: &random) ? folded(haystack) : haystack
            let start = Int.random(in: 0...source.count, using: &random)
            let count = Int.random(in: 0...min(9, source.count - start), using: &random)
            expectSame(Array(source[start..<(start + count)]), haystack)
            expectSame(words.randomElement(using: &random) ?? [], haystack)
        }
    }

    @Test func `no other letter folds to a search's anchor, with or without marks`() {
        let anchors = Set(Needle.anchors)
        let marks = ["", "\u{338}", "\u{327}", "\u{323}", "\u{301}", "\u{345}", "\u{307}"]
        for scalar in (0x80...0x2FFFF).compactMap(Unicode.Scalar.init) {
            // Only scalars that folding changes matter.
            let alone = Array(String(scalar).utf8)
            guard scalar.value < 0x2200 || folded(alone) != alone else { continue }
            for mark in marks {
                let made = folded(Array("\(scalar)\(mark)".utf8))
                #expect(anchors.isDisjoint(with: made), "U+\(String(scalar.value, radix: 16))")
            }
        }
    }

    @Test func `no letter of two bytes folds to an unchanged letter of three`() {
        for scalar in (0x80...0x7FF).compactMap(Unicode.Scalar.init) {
            let made = folded(Array(String(scalar).utf8))
            made.withUnsafeBufferPointer { made in
                #expect(made.indices.allSatisfy { unchangedLength(made, $0) == 0 }, "\(scalar)")
            }
        }
    }
}
