import TestSupport
import Testing

@testable import TextLayout

/// Text from files, made safe to print.
struct SafeTextTests {
    @Test(arguments: [
        ("plain text", "plain text"),
        ("Überholung 우유 사기 👨‍👩‍👧 🇰🇷 ❤️ 1️⃣", "Überholung 우유 사기 👨‍👩‍👧 🇰🇷 ❤️ 1️⃣"),
        ("a\u{1B}[31mb", "a^[[31mb"),
        ("a\u{7}b\rc\nd\te\u{7F}", "a^Gb^Mc^Jd^Ie^?"),
        ("a\u{9B}31m", "a<U+009B>31m"),
        ("abc\u{202E}def\u{2066}g", "abc<U+202E>def<U+2066>g"),
        ("a\u{200B}b\u{FEFF}c\u{2060}d\u{AD}e", "a<U+200B>b<U+FEFF>c<U+2060>d<U+00AD>e"),
        ("a\u{200D}b", "a<U+200D>b"),
        ("x\u{2028}y\u{2029}z", "x<U+2028>y<U+2029>z"),
        ("hi\u{E0001}\u{E0041}", "hi<U+E0001><U+E0041>"),
        ("\u{3164}\u{115F}", "<U+3164><U+115F>"),
        // Spelling, not hiding: a joiner between Persian letters.
        ("می\u{200C}خواهم", "می\u{200C}خواهم"),
        ("\u{301}a", "\u{25CC}\u{301}a"),
    ])
    func `characters that control a terminal or hide in it become visible`(
        _ text: String, _ shown: String
    ) {
        #expect(Array(safe(text).unicodeScalars) == Array(shown.unicodeScalars))
    }

    @Test func `every possibly invisible scalar becomes visible, except joiners and selectors`() {
        for value in 0...0x10FFFF as ClosedRange<UInt32> {
            guard let scalar = Unicode.Scalar(value), !scalar.properties.isJoinControl,
                scalar.properties.isDefaultIgnorableCodePoint,
                !scalar.properties.isVariationSelector
            else { continue }
            let shown = "a<U+" + hex(value, digits: 4) + ">b"
            #expect(safe("a\(String(scalar))b") == shown)
            #expect(shown.columns == shown.count)
        }
    }

    @Test func `a stack of combining marks is cut and counted`() {
        let pile = "a" + String(repeating: "\u{301}", count: 50) + "b"
        let shown = "a" + String(repeating: "\u{301}", count: 6) + "<+44 marks>b"
        #expect(Array(safe(pile).unicodeScalars) == Array(shown.unicodeScalars))
    }

    @Test(
        arguments: [
            ([0x61, 0xE9, 0x62], "a<E9>b"),
            ([0xFF], "<FF>"),
            ([0xED, 0xA0, 0x80], "<ED><A0><80>"),
            ([0xC0, 0xAF], "<C0><AF>"),
            ([0xEC, 0x9A, 0xB0, 0xF0, 0x9F], "우<F0><9F>"),
        ] as [([UInt8], String)])
    func `bytes that are not UTF-8 are shown as numbers`(_ bytes: [UInt8], _ shown: String) {
        #expect(safe(bytes) == shown)
    }

    @Test func `no byte sequence reaches a terminal as a control`() {
        var random = SplitMix64(seed: testSeed)
        for _ in 0..<2_000 {
            let bytes = (0..<Int(random.next() % 24)).map { _ in
                UInt8.random(in: 0...255, using: &random)
            }
            let shown = safe(bytes)
            #expect(
                !shown.unicodeScalars.contains { $0.properties.generalCategory == .control },
                "seed \(testSeed), bytes \(bytes)")
        }
    }
}
