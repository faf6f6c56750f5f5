import TestSupport
import Testing

@testable import MarkdownDocument

/// Laws for generated documents of all styles. A failure reports the seed of
/// its document; `PMD_SEED` sets that of the run.
struct DocumentLawTests {
    static let chunks = 0..<10
    static let chunk = 210

    private func forAll(_ chunk: Int, _ body: (GeneratedDocument, UInt64) throws -> Void) rethrows {
        for index in 0..<Self.chunk {
            let seed = testSeed &+ UInt64(chunk * Self.chunk + index)
            try body(GeneratedDocument(seed: seed), seed)
        }
    }

    @Test(arguments: chunks)
    func `a generated document is read as written`(_ chunk: Int) {
        forAll(chunk) { generated, seed in
            let document = Document(generated.bytes)
            #expect(document.malformation == nil, "seed \(seed)\n\(generated.text)")
            #expect(document.bytes == generated.bytes)
            #expect(document.entries.map(\.key) == generated.fields.map(\.key), "seed \(seed)")
            #expect(
                document.entries.map(\.value) == generated.fields.map(\.value),
                "seed \(seed)\n\(generated.text)")
            #expect(Text(document.body) == Text(generated.body), "seed \(seed)")
        }
    }

    @Test(arguments: chunks)
    func `every byte belongs to one part`(_ chunk: Int) {
        forAll(chunk) { generated, seed in
            let document = Document(generated.bytes)
            var end = document.layout.content.lowerBound
            for entry in document.entries {
                #expect(entry.lines.lowerBound >= end, "seed \(seed)")
                if !document.rootIsFlow {
                    let gap = document.bytes[end..<max(end, entry.lines.lowerBound)]
                    for line in gap.split(separator: .newline) {
                        let words = line.trimmingLineBreak.trimmingBlanks
                        #expect(words.isEmpty || words.first == UInt8(ascii: "#"), "seed \(seed)")
                    }
                }
                #expect(
                    entry.lines.contains(entry.valueRange.lowerBound) || entry.valueRange.isEmpty)
                end = entry.lines.upperBound
            }
            #expect(end <= document.layout.content.upperBound, "seed \(seed)")
        }
    }

    @Test(arguments: chunks)
    func `an edit changes only the lines of its key`(_ chunk: Int) throws {
        try forAll(chunk) { generated, seed in
            var random = SplitMix64(seed: seed)
            let document = Document(generated.bytes)
            let entry = document.entries.randomElement(using: &random)!
            let word = GeneratedDocument.quotedWords.randomElement(using: &random)!
            let edited = try document.setting(entry.key, to: Text(word))
            #expect(edited.entry(entry.key)?.value == .scalar(Text(word)), "seed \(seed)")
            let (head, tail) = (entry.lines.lowerBound, entry.lines.upperBound)
            #expect(edited.bytes.starts(with: document.bytes[..<head]), "seed \(seed)")
            #expect(
                edited.bytes.reversed().starts(with: document.bytes[tail...].reversed()),
                "seed \(seed)")
        }
    }

    @Test(arguments: chunks)
    func `setting and restoring is the identity`(_ chunk: Int) throws {
        try forAll(chunk) { generated, seed in
            var random = SplitMix64(seed: seed)
            let document = Document(generated.bytes)
            for (entry, field) in zip(document.entries, generated.fields) {
                guard case .scalar(let old) = entry.value else { continue }
                let new = Text(GeneratedDocument.quotedWords.randomElement(using: &random)!)
                let back = try document.setting(entry.key, to: new).setting(entry.key, to: old)
                #expect(back.entry(entry.key)?.value == entry.value, "seed \(seed)")
                guard comesBack(entry, field.style, through: new, inFlow: document.rootIsFlow)
                else { continue }
                #expect(
                    back == document,
                    "seed \(seed): \(Text(entry.valueSource)) through \(new)\n\(back.text)")
            }
        }
    }

    /// Whether a value's own spelling can be restored after another value was
    /// set. It cannot be if the value was empty, had several lines or escapes
    /// that the user chose, if a plain text reads as a type that the other
    /// value does not have, or if single quotes were not needed around the
    /// value but are around the other.
    private func comesBack(
        _ entry: Entry, _ style: GeneratedStyle, through new: Text, inFlow: Bool
    ) -> Bool {
        guard case .scalar(let old) = entry.value, old != new else { return true }
        let spelling = Spelling(inFlow: inFlow, plainKind: ScalarKind(valuesOf: entry.key))
        let source = Text(entry.valueSource)
        let isFresh = source == Text(spelling.fresh(old))
        switch style {
        case .plain:
            return isFresh
                || ScalarKind(new.utf8[...]) == ScalarKind(old.utf8[...])
                    && ScalarText(new.utf8).isPlain(inFlow: inFlow)
        case .single: return isFresh || spelling.fresh(new).first != UInt8(ascii: "'")
        case .double: return true
        default: return false
        }
    }

    @Test(arguments: chunks)
    func `adding and removing a key restores the bytes`(_ chunk: Int) throws {
        try forAll(chunk) { generated, seed in
            let document = Document(generated.bytes)
            for key: Text in ["title", "due", "zzz", "conflicts"] where document.entry(key) == nil {
                let edited = try document.setting(key, to: "a: b")
                #expect(try edited.removing(key) == document, "seed \(seed)\n\(edited.text)")
            }
        }
    }

    @Test(arguments: chunks)
    func `removing a key keeps the comments below its value`(_ chunk: Int) throws {
        try forAll(chunk) { generated, seed in
            let document = Document(generated.bytes)
            guard !document.rootIsFlow else { return }
            for entry in document.entries {
                let commented = Array("    # mine: \(entry.key)\n      # too\n".utf8)
                let text =
                    document.bytes[..<entry.lines.upperBound] + commented
                    + document.bytes[entry.lines.upperBound...]
                let with = Document(Array(text))
                guard with.entry(entry.key)?.trailingComments.count ?? 0 >= 2 else { continue }
                let edited = try with.removing(entry.key)
                #expect(edited.entry(entry.key) == nil, "seed \(seed)")
                #expect(edited.text.contains("# mine: \(entry.key)\n"), "seed \(seed)")
                #expect(edited.text.contains("# too\n"), "seed \(seed)")
            }
        }
    }

    @Test(arguments: chunks)
    func `adding and removing an element restores the bytes`(_ chunk: Int) throws {
        try forAll(chunk) { generated, seed in
            var random = SplitMix64(seed: seed)
            let document = Document(generated.bytes)
            let word = Text(GeneratedDocument.quotedWords.randomElement(using: &random)! + "'new'")
            for entry in document.entries {
                guard case .list(let list) = entry.value else { continue }
                let added = try document.adding(word, to: entry.key)
                #expect(added.entry(entry.key)?.value == .list(list + [word]), "seed \(seed)")
                let back = try added.removing(word, from: entry.key)
                #expect(back == document, "seed \(seed)\n\(added.text)\n\(back.text)")
            }
        }
    }

    @Test(arguments: chunks)
    func `a list becomes any other list`(_ chunk: Int) throws {
        try forAll(chunk) { generated, seed in
            var random = SplitMix64(seed: seed)
            let document = Document(generated.bytes)
            for entry in document.entries {
                guard case .list(let list) = entry.value else { continue }
                let others = GeneratedDocument.quotedWords.shuffled(using: &random).prefix(3)
                var wanted =
                    list.filter { _ in Bool.random(using: &random) } + others.map { Text($0) }
                wanted.shuffle(using: &random)
                let edited = try document.setting(entry.key, toList: wanted)
                #expect(edited.entry(entry.key)?.value == .list(wanted), "seed \(seed)")
            }
        }
    }

    @Test(arguments: chunks)
    func `an entry moves between documents with its bytes`(_ chunk: Int) throws {
        try forAll(chunk) { generated, seed in
            let from = Document(generated.bytes)
            let to = Document(GeneratedDocument(seed: seed &+ 1_000_003).bytes)
            guard !from.rootIsFlow, !to.rootIsFlow else { return }
            for entry in from.entries {
                let moved = try to.settingSource(of: entry.key, to: entry.source)
                #expect(moved.entry(entry.key)?.value == entry.value, "seed \(seed)")
                if from.entries[0].column == to.entries[0].column {
                    #expect(
                        moved.entry(entry.key)?.valueSource == entry.valueSource, "seed \(seed)")
                }
            }
        }
    }
}
