import MarkdownDocument
import TestSupport
import Testing

@testable import TaskBoard

/// File names made from titles.
struct SlugTests {
    @Test(arguments: [
        ("Fix the roof", "fix-the-roof"),
        ("  Fix -- the/roof!? ", "fix-the-roof"),
        ("우유 사기", "우유-사기"),
        ("\u{110B}\u{116E}\u{110B}\u{1172}", "우유"),
        ("ÄRGER über Straße", "ärger-über-straße"),
        ("Café №5", "café-5"),
        ("हिन्दी में", "हिन्दी-में"),
        ("a<b>c:d\"e/f\\g|h?i*j", "a-b-c-d-e-f-g-h-i-j"),
        ("tab\tnew\nline\u{7}bell\u{202E}bidi\u{200B}zero", "tab-new-line-bell-bidi-zero"),
        ("trailing dots...", "trailing-dots"),
        (".hidden", "hidden"),
        ("-rf", "rf"),
        ("..", "task"),
        ("", "task"),
        ("👩‍👩‍👧 🎉", "task"),
        ("\u{3164}\u{115F}", "task"),
        ("CON", "task-con"),
        ("com7", "task-com7"),
        ("lpt1", "task-lpt1"),
        ("com", "com"),
        ("console", "console"),
    ])
    func `a slug is the title's letters and digits`(title: String, expected: String) {
        #expect(slug(of: Text(title)) == Text(expected))
    }

    @Test(arguments: [
        (String(repeating: "a", count: 80), 60),
        // Twenty Hangul syllables of three bytes fill it; flags and marks are whole.
        (String(repeating: "가", count: 30), 60),
        ("a" + String(repeating: "가", count: 30), 58),
        (String(repeating: "a", count: 58) + "e\u{323}\u{301}\u{302}x", 58),
        (String(repeating: "ab ", count: 30), 59),
    ])
    func `a slug ends before the character that does not fit`(title: String, length: Int) {
        let slug = slug(of: Text(title))
        #expect(slug.utf8.count == length)
        #expect(String(validating: slug.utf8, as: UTF8.self) != nil)
        #expect(slug.utf8.last != UInt8(ascii: "-"))
    }

    @Test func `slugs of any title are valid names on every file system`() {
        var random = SplitMix64(seed: testSeed)
        let pool = Array("aZ9 -_./\\:*?\"<>|\0\u{7}\u{7F}가각é\u{301}\u{202E}\u{200D}👩🇰🇷ßİǅﬁ")
        for _ in 0..<2_000 {
            let count = Int.random(in: 0...80, using: &random)
            let title = String(
                (0..<count).map { _ in pool[Int(random.next() % UInt64(pool.count))] })
            let slug = slug(of: Text(title))
            #expect(!slug.isEmpty && slug.utf8.count <= 65, "seed \(testSeed): \(title)")
            #expect(slug == slug.nfc, "seed \(testSeed): \(title)")
            #expect(slug.utf8.first != .dash && slug.utf8.last != .dash)
            #expect(!slug.utf8.contains { $0 < 0x2D || ".:<>\"/\\|?*\u{7F}".utf8.contains($0) })
        }
    }
}

/// Words that may name a state.
struct StateNameTests {
    @Test(arguments: ["todo", "in-progress", "할일", "En_cours2", "हिन्दी", "2026"])
    func `a state name may use letters and digits of any script`(name: String) {
        #expect(isStateName(Text(name)))
    }

    @Test(arguments: [
        "", "a b", "a/b", ".hidden", "-x", "a.b", "conflicts", "attachments", "con", "NUL",
        "e\u{301}", "a\u{200B}", "🎉", "a\nb", String(repeating: "a", count: 61),
    ])
    func `any other text is not a state`(name: String) {
        #expect(!isStateName(Text(name)))
    }
}
