import TestSupport
import Testing

@testable import MarkdownDocument

/// Random damage to generated documents: reading never crashes, and edits are correct or refused.
struct MutationTests {
    private static let pieces: [[UInt8]] =
        [
            "\n", "\r", "\t", "  ", "- ", "? ", ": ", ":", "#", " #", "[", "]", "{", "}", ",",
            "&a ",
            "*a", "!", "|", ">", "'", "\"", "%", "@", "---\n", "...\n", "\u{FEFF}", "\u{85}",
            "<<: ",
            "\u{2028}", "\\", "\u{1}", "|+\n", ">-\n  ", "a: b\n", "한",
        ].map { Array($0.utf8) } + [[0xFF], [0x00], [0xE2], [0x80]]

    static func mutated(_ seed: UInt64) -> [UInt8] {
        var random = SplitMix64(seed: seed)
        var bytes = GeneratedDocument(seed: seed).bytes
        for _ in 0..<Int.random(in: 1...4, using: &random) {
            let place = Int.random(in: 0...bytes.count, using: &random)
            let end = min(bytes.count, place + Int.random(in: 0...6, using: &random))
            switch Int.random(in: 0..<4, using: &random) {
            case 0: bytes.removeSubrange(place..<end)
            case 1: bytes.insert(contentsOf: bytes[place..<end], at: place)
            case 2:
                bytes.replaceSubrange(place..<end, with: Self.pieces.randomElement(using: &random)!)
            default: bytes.insert(contentsOf: Self.pieces.randomElement(using: &random)!, at: place)
            }
        }
        return bytes
    }

    @Test(arguments: 0..<10)
    func `an edit of an odd document is correct or refused`(_ chunk: UInt64) {
        for index in 0..<150 {
            let seed = testSeed &+ chunk &* 150 &+ UInt64(index)
            var random = SplitMix64(seed: ~seed)
            let document = Document(Self.mutated(seed))
            _ = (document.salvage, document.checklist, document.firstHeading)
            #expect(bodyLines(document.bytes).last?.range.upperBound ?? 0 == document.bytes.count)
            let word = Text(GeneratedDocument.quotedWords.randomElement(using: &random)!)
            for entry in document.entries + [nil] as [Entry?] {
                let key = entry?.key ?? "zzz"
                let lines =
                    entry?.lines
                    ?? document.layout.content.upperBound..<document.layout.content.upperBound
                check(document, lines, seed) { try document.setting(key, to: word) }
                check(document, lines, seed) { try document.adding(word, to: key) }
                check(document, lines, seed) { try document.setting(key, element: "k", to: word) }
                check(document, lines, seed) { try document.removing(key) }
            }
        }
    }

    /// Checks that everything outside the key's lines is unchanged, byte by
    /// byte, except for a block that was added or removed as a whole.
    private func check(
        _ document: Document, _ lines: Range<Int>, _ seed: UInt64, _ edit: () throws -> Document
    ) {
        let edited: Document
        do { edited = try edit() } catch { return }
        #expect(edited.malformation == nil && edited.body == document.body, "seed \(seed)")
        guard edited.hasFrontMatter, document.hasFrontMatter, !document.rootIsFlow, !lines.isEmpty
        else { return }
        #expect(edited.bytes.starts(with: document.bytes[..<lines.lowerBound]), "seed \(seed)")
        let tail = document.bytes[lines.upperBound...]
        // A removal may include the blank lines that follow (see `removing`).
        let words =
            edited.entries.count < document.entries.count
            ? tail.drop { $0.isBlank || $0.isLineBreak } : tail
        #expect(edited.bytes.reversed().starts(with: words.reversed()), "seed \(seed)")
    }
}
