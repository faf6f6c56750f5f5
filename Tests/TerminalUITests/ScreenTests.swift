import TaskBoard
import TerminalUI
import TestSupport
import Testing

/// Drawing text and wide characters into the cells of a screen.
struct ScreenTests {
    private func text(_ screen: Screen, row: Int = 0) -> String {
        screen.row(row).map(\.text).joined()
    }

    @Test(arguments: [
        (0, "x 유"), (1, " x유"), (2, "우x "), (3, "우 x"),
    ])
    func `overwriting half of a wide character blanks the other half`(
        _ column: Int, _ shown: String
    ) {
        var screen = Screen(columns: 4, rows: 1)
        screen.write("우유", column: 0, row: 0)
        screen.write("x", column: column, row: 0)
        #expect(text(screen) == shown)
    }

    @Test(arguments: [
        ("abcdef", 0, 0, 4, "abcd  "), ("우유a", 0, 0, 3, "우    "), ("우유a", -1, 0, 6, " 유a  "),
        ("우유a", 0, 1, 5, "  유a "), ("abc", 4, 0, 6, "    ab"), ("abc", -9, 0, 6, "      "),
        ("👨‍👩‍👧b", 4, 0, 6, "    👨‍👩‍👧"), ("👨‍👩‍👧b", 5, 0, 6, "      "),
    ])
    func `text is clipped, never within a wide character`(
        _ written: String, _ column: Int, _ first: Int, _ end: Int, _ shown: String
    ) {
        var screen = Screen(columns: 6, rows: 1)
        screen.write(
            written, column: column, row: 0,
            clip: Rectangle(column: first, width: end - first, height: 1))
        #expect(text(screen) == shown)
    }

    @Test(arguments: [
        ("a\u{1B}[31m", "a␛[31m"), ("a\rb\u{7F}", "a␍b␡"), ("a\tb", "a    b"),
        ("a\u{9B}b", "a\u{FFFD}b"), ("a\u{202E}b", "a\u{FFFD}b"), ("a\u{200B}b", "a\u{FFFD}b"),
        ("\u{301}a", "\u{25CC}\u{301}a"), ("\u{200D}", "\u{FFFD}"), ("\r\n", "␍␊"),
        ("می\u{200C}خ", "می\u{200C}خ"), ("🏴󠁧󠁢󠁥󠁮󠁧󠁿", "🏴\u{FFFD}"), ("\u{FFFE}", "\u{FFFD}"),
        ("❤️ 👩🏽‍💻 🇰🇷", "❤️ 👩🏽‍💻 🇰🇷"), ("\u{3164}", "\u{FFFD}"), ("x\u{2028}y", "x\u{FFFD}y"),
    ])
    func `unsafe text is made visible`(_ written: String, _ shown: String) {
        let drawn = glyphs(written).map(\.text).joined()
        #expect(Array(drawn.unicodeScalars) == Array(shown.unicodeScalars))
    }

    @Test func `every scalar is drawn as glyphs of one or two columns without controls`() {
        // Other planes have ideographs, private characters and no others.
        for value in Array(0...0x20FFF) + Array(0xE0000...0xE0FFF) as [UInt32] {
            guard let scalar = Unicode.Scalar(value) else { continue }
            for glyph in glyphs(Character(scalar)) {
                let isSafe = glyph.text.unicodeScalars.allSatisfy {
                    $0.properties.generalCategory != .control && !isHidden($0)
                }
                if !isSafe || !(1...2).contains(glyph.columns) || glyph.text.isEmpty {
                    Issue.record("U+\(String(value, radix: 16)): \(glyph)")
                }
            }
        }
    }

    @Test func `text of any scalars is drawn as wide as it is measured`() {
        var random = SplitMix64(seed: testSeed)
        let pool = Array(
            "a 우\u{1100}\u{1100}\u{1161}\u{11A8}é\u{301}\u{302}क्ष\u{94D}ि👨\u{200D}👩🏽🇰🇷❤\u{FE0F}#\u{20E3}\u{1B}\t\u{202E}\u{200B}\u{E0067}ل\u{0600}ก\u{E33}\u{1FAE9}"
                .unicodeScalars)
        for _ in 0..<3_000 {
            var view = String.UnicodeScalarView()
            for _ in 0..<Int.random(in: 0...40, using: &random) {
                view.append(pool[Int.random(in: pool.indices, using: &random)])
            }
            let text = String(view)
            var screen = Screen(columns: 200, rows: 1)
            let end = screen.write(text, column: 0, row: 0)
            #expect(end == text.reduce(0) { $0 + columns(of: $1) })
            #expect(screen.row(0).reduce(0) { $0 + $1.columns } == 200)
            for glyph in glyphs(text) {
                #expect((1...2).contains(glyph.columns), "seed \(testSeed): \(Array(view))")
                #expect(glyph.text.unicodeScalars.count <= 34)
            }
        }
    }

    @Test func `a stack of combining marks is cut`() {
        let drawn = glyphs("a" + String(repeating: "\u{301}", count: 50))
        #expect(drawn.map { $0.text.unicodeScalars.count } == [9])
    }

    @Test func `restyling applies to whole wide characters`() {
        var screen = Screen(columns: 6, rows: 1)
        screen.write("우유", column: 0, row: 0)
        screen.restyle(Rectangle(column: 1, width: 2, height: 1)) { $0.attributes.insert(.bold) }
        #expect(
            screen.row(0).map { $0.style.attributes.contains(.bold) } == [
                true, true, true, true, false, false,
            ])
    }

    @Test func `a rectangle is divided, inset and intersected without negative sizes`() {
        let area = Rectangle(column: 2, row: 1, width: 10, height: 4)
        #expect(area.split(columns: 3).right == Rectangle(column: 5, row: 1, width: 7, height: 4))
        #expect(area.split(columns: 99).right.isEmpty)
        #expect(area.split(rows: 1).bottom == Rectangle(column: 2, row: 2, width: 10, height: 3))
        #expect(
            area.inset(columns: 1, rows: 1) == Rectangle(column: 3, row: 2, width: 8, height: 2))
        #expect(area.inset(columns: 6).isEmpty)
        #expect(
            area.intersection(Rectangle(width: 5, height: 2))
                == Rectangle(column: 2, row: 1, width: 3, height: 1))
        #expect(area.intersection(Rectangle(width: 1, height: 1)).isEmpty)
        #expect(area.contains(column: 11, row: 4) && !area.contains(column: 12, row: 4))
    }
}
