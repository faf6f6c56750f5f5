import TestSupport
import Testing

@testable import TaskBoard

/// Case folding, compared with utf8proc.
struct CaseFoldingTests {
    private func expectSame(_ bytes: [UInt8], _ comment: Comment? = nil) {
        let whole = bytes.withUnsafeBufferPointer { foldedWhole($0[...]) }
        #expect(folded(bytes) == whole ?? bytes, comment)
    }

    @Test func `each letter is folded alone, and between other letters and marks`() {
        for scalar in (0x80...0xFFFF).compactMap(Unicode.Scalar.init) {
            for text in ["\(scalar)", "Ab\(scalar)cD", "é\(scalar)\u{301}ß", "가\(scalar)\u{11A8}"] {
                expectSame(Array(text.utf8), "U+\(String(scalar.value, radix: 16))")
            }
        }
    }

    @Test func `unusual texts, and bytes that are not text, are folded`() {
        var generator = SplitMix64(seed: testSeed)
        let odd: [Unicode.Scalar] = [
            "A", "z", " ", "é", "ß", "İ", "ı", "Σ", "ς", "Я", "ё", "\u{301}", "\u{307}", "\u{345}",
            "\u{323}", "\u{327}", "ᄀ", "\u{1161}", "\u{11A8}", "가", "각", "か", "\u{3099}", "ﬁ", "K",
            "Å", "漢", "\u{F900}", "😀", "\u{FE0F}", "\u{200D}", "ａ", "Ǆ", "ŉ", "\u{1D15E}",
            "\u{0BC6}",
            "\u{0BBE}", "\u{9BE}", "…", "·", "\u{37E}",
        ]
        for _ in 0..<20_000 {
            var text = String.UnicodeScalarView()
            for _ in 0..<Int.random(in: 0...12, using: &generator) {
                text.append(odd.randomElement(using: &generator) ?? "a")
            }
            var bytes = Array(String(text).utf8)
            expectSame(bytes, "\(String(text).unicodeScalars.map(\.value))")
            guard !bytes.isEmpty else { continue }
            let place = Int.random(in: bytes.indices, using: &generator)
            bytes[place] = UInt8.random(in: 0...255, using: &generator)
            expectSame(bytes, "\(bytes)")
        }
    }
}
