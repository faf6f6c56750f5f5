import Testing

@testable import MarkdownDocument

/// Hostile files. The time limit is many times what they take in a debug build:
/// a test fails if the time grows faster than the file.
struct HostileDocumentTests {
    private static let many = 60_000

    static let texts: [(name: String, bytes: [UInt8], reason: Malformation.Reason?)] = [
        ("2 MiB of text", repeated("text\n", 419_431), .fileTooLarge),
        (
            "2 MiB of front matter", Array("---\na: b\n".utf8) + repeated("x: y\n", 419_431),
            .fileTooLarge
        ),
        ("more than 64 KiB", yaml(repeated("# a comment\n", 6_000)), nil),
        (
            "no end within 64 KiB", Array("---\na: b\n".utf8) + repeated("# x\n", 50_000),
            .frontMatterTooLarge
        ),
        (
            "100,000 brackets", yaml(Array("a: ".utf8) + repeated("[", 100_000)),
            .frontMatterTooLarge
        ),
        ("60,000 brackets", yaml(Array("a: ".utf8) + repeated("[", many)), .tooDeep),
        ("60,000 braces", yaml(Array("a: ".utf8) + repeated("{", many)), .tooDeep),
        ("brackets on lines", yaml(Array("a:\n ".utf8) + repeated("[\n ", 20_000)), .tooDeep),
        ("closed brackets", yaml(Array("a: ".utf8) + repeated("[],", 20_000)), nil),
        ("dashes", yaml(Array("a:\n ".utf8) + repeated("- ", 30_000)), .tooDeep),
        ("question marks", yaml(repeated("? ", 30_000)), .tooDeep),
        ("colons", yaml(Array("a: ".utf8) + repeated(":", many)), nil),
        ("quotes", yaml(Array("a: ".utf8) + repeated("'", many)), nil),
        ("open quote", yaml(Array("a: \"".utf8) + repeated("x\n  ", 15_000)), nil),
        ("ampersands", yaml(Array("a: ".utf8) + repeated("&", many)), nil),
        ("exclamation marks", yaml(Array("a: ".utf8) + repeated("!", many)), nil),
        ("one long word", yaml(Array("a: ".utf8) + repeated("x", many)), nil),
        ("one long key", yaml(repeated("x", many) + Array(": a".utf8)), nil),
        ("many keys", yaml((0..<5_000).flatMap { Array("k\($0): v\n".utf8) }), .tooManyKeys),
        (
            "many aliases",
            yaml(Array("a: &a [x]\nb: [".utf8) + repeated("*a,", 15_000) + Array("]".utf8)), nil
        ),
        (
            "anchors and aliases",
            yaml(
                Array("b: [".utf8) + (0..<3_000).flatMap { Array("&a\($0) x, *a\($0),".utf8) }
                    + Array("]".utf8)), nil
        ),
        ("an alias bomb", yaml(bomb), nil),
        ("carriage returns", yaml(repeated("\r", many)), nil),
        ("line separators", yaml(repeated("\u{2028}", 20_000)), nil),
        ("a megabyte of dashes", Array("---\n".utf8) + repeated("-", 1_000_000), nil),
        ("a megabyte of fences", repeated("---\n", 250_000), nil),
        ("a megabyte of quotes", repeated("> ", 500_000), nil),
        ("a megabyte of brackets", repeated("- [ ] \n", 140_000), nil),
        ("tabs", yaml(Array("a:".utf8) + repeated("\t", many)), nil),
        ("continuation bytes", yaml(repeated([0x80], many)), .notUTF8),
        ("NULs", repeated([0], 1_000), .holdsNUL),
    ]

    static let bomb = (1...9).reduce(Array("a0: &a0 [x, x]\n".utf8)) { text, level in
        let alias = repeated("*a\(level - 1), ", 9)
        return text + Array("a\(level): &a\(level) [".utf8) + alias + Array("]\n".utf8)
    }

    static func repeated(_ text: String, _ count: Int) -> [UInt8] {
        repeated(Array(text.utf8), count)
    }

    static func repeated(_ bytes: [UInt8], _ count: Int) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count * count)
        for _ in 0..<count { result += bytes }
        return result
    }

    static func yaml(_ bytes: [UInt8]) -> [UInt8] {
        Array("---\n".utf8) + bytes + Array("\n---\n".utf8)
    }

    @Test(arguments: texts.indices)
    func `a hostile file is read and refused quickly`(_ index: Int) {
        let (name, bytes, reason) = Self.texts[index]
        let clock = ContinuousClock()
        var document = Document([])
        let reading = clock.measure { document = Document(bytes) }
        #expect(document.bytes == bytes)
        if let reason { #expect(document.malformation?.reason == reason, "\(name)") }
        #expect(reading < .seconds(2), "\(name): \(reading)")
        let rest = clock.measure {
            _ = (document.salvage.count, document.firstHeading, document.checklist.count)
        }
        #expect(rest < .seconds(20), "\(name): \(rest)")
    }

    @Test func `a value over a limit is never written`() throws {
        let document = Document(fenced((0..<256).map { "k\($0): v" }.joined(separator: "\n")))
        #expect(document.entries.count == 256)
        #expect(throws: EditError.self) { try document.setting("title", to: "x") }
        let wide = Text(String(repeating: "x", count: 66_000))
        #expect(throws: EditError.self) { try document.setting("k0", to: wide) }
        let body = [UInt8](repeating: 0x61, count: 1 << 20)
        #expect(throws: EditError.self) { try document.replacingBody(body) }
    }

    @Test(arguments: [(15, false), (16, true)])
    func `values nest sixteen levels deep, including the keys`(_ brackets: Int, _ isRefused: Bool) {
        let value =
            String(repeating: "[", count: brackets) + String(repeating: "]", count: brackets)
        let malformation = Document(fenced("a: \(value)")).malformation
        #expect((malformation?.reason == .tooDeep) == isRefused)
    }
}
