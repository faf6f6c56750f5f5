import TaskBoard
import TestSupport
import Testing

@testable import TextLayout

/// Text measured, cut and wrapped by terminal columns.
struct WidthTests {
    // Widths from python-wcwidth 0.7, except where noted.
    @Test(arguments: [
        ("abc", 3), ("é", 1), ("e\u{301}", 1), ("우유", 4), ("\u{110B}\u{116E}", 2), ("日本語", 6),
        ("ｱ", 1), ("Ａ", 2), ("👍", 2), ("👍🏽", 2), ("👨‍👩‍👧", 2), ("🇰🇷", 2), ("❤️", 2), ("❤", 1),
        ("1️⃣", 2), ("…", 1), ("─", 1), ("ไทย", 3), ("עברית", 5), ("☐", 1), ("✅", 2), ("𠀀", 2),
        ("─→✓", 3), ("", 0), ("क्षि", 2), ("ｶﾞ", 2), ("\u{1112}\u{1161}\u{11AB}", 2),
        ("\u{1112}\u{1161}\u{11AB}\u{1100}\u{1173}\u{11AF}", 4), ("한글", 4), ("🇰🇷🇯🇵", 4),
        ("🏳️‍🌈", 2), ("👩🏽‍💻", 2), ("✌🏽", 2), ("☠️", 2), ("❤️‍🔥", 2), ("🏴󠁧󠁢󠁥󠁮󠁧󠁿", 2), ("#️⃣", 2), ("#", 1),
        ("a\u{FE0F}", 1), ("ệ", 1), ("o\u{302}\u{301}x", 2), ("नमस्ते", 4), ("\u{0600}١", 2),
        ("👍a", 3), ("日\u{E0100}", 2), ("\u{1F1F0}", 1), ("中👨‍👩‍👧文", 6),
    ])
    func `text is as wide as on a terminal`(_ text: String, _ columns: Int) {
        #expect(text.columns == columns)
    }

    @Test(arguments: [
        ("Fix the roof", 12, "Fix the roof"), ("Fix the roof", 8, "Fix the…"),
        ("우유 사기", 9, "우유 사기"), ("우유 사기", 8, "우유 사…"), ("우유 사기", 7, "우유 …"), ("우유 사기", 4, "우…"),
        ("👨‍👩‍👧👨‍👩‍👧", 3, "👨‍👩‍👧…"), ("abc", 1, "…"), ("abc", 0, ""), ("🇰🇷🇯🇵", 3, "🇰🇷…"),
        ("\u{1112}\u{1161}\u{11AB}\u{1100}", 3, "\u{1112}\u{1161}\u{11AB}…"),
        ("e\u{301}fg", 2, "e\u{301}…"),
    ])
    func `text is cut between characters and marked there`(
        _ text: String, _ limit: Int, _ cut: String
    ) {
        #expect(text.truncated(to: limit) == cut)
        #expect(text.truncated(to: limit).columns <= limit)
    }

    @Test(arguments: [
        ("one two three", 7, ["one two", "three"]), ("우유 사기 전화", 9, ["우유 사기", "전화"]),
        ("abcdefghij", 4, ["abcd", "efgh", "ij"]), ("", 5, [""]), ("우유", 1, ["우", "유"]),
        ("a  b", 5, ["a b"]),
    ])
    func `text is wrapped at blanks, long words between characters`(
        _ text: String, _ limit: Int, _ lines: [String]
    ) {
        #expect(text.wrapped(to: limit) == lines)
    }

    @Test func `plain text is wrapped like any other`() {
        var random = SplitMix64(seed: testSeed)
        let words = ["a", "roof", "우유", "é", "→", "“longer”", "漢字漢字漢字", "", " ", "Ελιές", "—"]
        for _ in 0..<2000 {
            let text = (0..<Int.random(in: 0...9, using: &random)).map { _ in
                words.randomElement(using: &random) ?? ""
            }.joined(separator: " ")
            let limit = Int.random(in: 1...12, using: &random)
            // With one emoji, no line is plain.
            var lines = (text + " 🎉").wrapped(to: limit)
            let last = lines.removeLast()
            if last != "🎉" { lines.append(String(last.dropLast(2))) }
            let expected = lines.isEmpty ? [""] : lines
            #expect(text.wrapped(to: limit) == expected, "\(text) to \(limit)")
            let first = text.wrapped(to: limit, most: 2)
            #expect(first.prefix(2) == expected.prefix(2) && first.count >= min(2, expected.count))
        }
    }

    @Test func `padding counts columns`() {
        #expect("우유".padded(to: 6) == "우유  ")
        #expect("우유".paddedLeft(to: 6) == "  우유")
        #expect("우유".padded(to: 2) == "우유")
    }

    @Test func `text classified as plain has the same width`() {
        let scalars = (0...0x10FFFF).compactMap { Unicode.Scalar(UInt32($0)) }
        let plain = scalars.filter { scalar in columns(String(scalar)) != nil }
        #expect(plain.count > 30_000)
        #expect(scalars.filter { isPlainScalar($0.value) } == plain)
        for scalar in plain {
            let properties = scalar.properties
            #expect(columns(String(scalar)) == columnCount(String(scalar).utf8))
            #expect(properties.canonicalCombiningClass == .notReordered)
            #expect(!properties.isDefaultIgnorableCodePoint && !properties.isBidiControl)
            let isDrawn =
                switch properties.generalCategory {
                case .control, .format, .surrogate, .unassigned, .lineSeparator,
                    .paragraphSeparator, .nonspacingMark, .enclosingMark, .spacingMark:
                    false
                default: true
                }
            #expect(isDrawn, "U+\(hex(scalar.value, digits: 4))")
        }
        // No two of them become one character.
        for (left, right) in zip(plain, plain.dropFirst(7)) {
            #expect("\(left)\(right)".count == 2)
        }
    }

    @Test(
        arguments: [
            [0x80], [0xC3], [0xC3, 0x28], [0xC0, 0xAF], [0xE4, 0xB8], [0xED, 0xA0, 0x80],
            [0xE0, 0x80, 0xAF], [0xF0, 0x9F, 0x98, 0x80], [0x1B], [0x7F], [0xC2, 0x9B], [0xFF],
        ] as [[UInt8]])
    func `text that is not UTF-8 or controls a terminal is not plain`(_ bytes: [UInt8]) {
        #expect(bytes.withUnsafeBufferPointer(plainColumns) == nil)
        #expect((Array("a".utf8) + bytes).withUnsafeBufferPointer(plainColumns) == nil)
    }

    private func columns(_ text: String) -> Int? {
        Array(text.utf8).withUnsafeBufferPointer(plainColumns)
    }
}
