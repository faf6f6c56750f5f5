import Testing

@testable import TaskBoard

/// Paths printed on one line, with control characters made visible.
struct VisiblePathTests {
    @Test(arguments: [
        ("todo/fix the  roof.md", "todo/fix the  roof.md"), ("a\nb\r\tc", "a^Jb^M^Ic"),
        ("\u{1B}[31m\u{7F}", "^[[31m^?"), ("a\u{9B}b\u{85}", "a<U+009B>b<U+0085>"),
        ("a\u{202E}b\u{2028}\u{3164}", "a<U+202E>b<U+2028><U+3164>"),
        ("우유 👨‍👩‍👧 ❤️ می\u{200C}خواهم", "우유 👨‍👩‍👧 ❤️ می\u{200C}خواهم"),
    ])
    func `a path is printed on one line with every character visible`(
        _ path: String, _ shown: String
    ) {
        #expect(Array(visible(path.utf8).unicodeScalars) == Array(shown.unicodeScalars))
    }

    @Test func `bytes that are not UTF-8 are shown as numbers`() {
        #expect(visible([0x61, 0xE9, 0x62, 0xF0, 0x9F]) == "a<E9>b<F0><9F>")
        #expect(visible(BoardPath([0xFF, 0x2F, 0x0A])) == "<FF>/^J")
    }
}
