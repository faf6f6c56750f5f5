import TerminalUI
import TestSupport
import Testing

/// Key, mouse and paste events parsed from a terminal's bytes.
struct InputParserTests {
    @Test(arguments: InputTables.all)
    func `each sequence is parsed as its events`(_ input: InputCase) {
        var parser = InputParser()
        #expect(parser.take(input.bytes) == input.events)
        #expect(parser.timeout == nil)
    }

    @Test(arguments: InputTables.all)
    func `events do not depend on where the input is cut`(_ input: InputCase) {
        for cut in 0...input.bytes.count {
            var parser = InputParser()
            let events = parser.take(input.bytes[..<cut]) + parser.take(input.bytes[cut...])
            #expect(events == input.events, "cut at \(cut)")
        }
        var parser = InputParser()
        var events: [InputEvent] = []
        for byte in input.bytes { events += parser.take([byte]) }
        #expect(events == input.events)
    }

    @Test func `consecutive sequences are parsed as all their events`() {
        var parser = InputParser()
        let events = parser.take(InputTables.all.flatMap(\.bytes))
        #expect(events == InputTables.all.flatMap(\.events))
    }

    @Test(arguments: [
        InputCase("\u{1B}", key(.escape)), InputCase("\u{1B}\u{1B}", key(.escape), key(.escape)),
        InputCase("\u{1B}[", typed("[", .alt)), InputCase("\u{1B}O", typed("O", .alt)),
        InputCase("\u{1B}_", typed("_", .alt)), InputCase("\u{1B}]", typed("]", .alt)),
        InputCase("\u{1B}\u{1B}[", key(.escape), typed("[", .alt)),
        InputCase("\u{1B}_\u{1B}", typed("_", .alt), key(.escape)),
        InputCase("\u{1B}[12"), InputCase("\u{1B}]11;rgb:"), InputCase("\u{1B}[M !"),
        InputCase("\u{1B}[["), InputCase("\u{1B}O5"), InputCase("\u{1B}Px\u{1B}", key(.escape)),
        InputCase("\u{1B}[200~half", .paste(Paste("half", isTruncated: true))),
        InputCase("\u{1B}[200~half\u{1B}[20", .paste(Paste("half", isTruncated: true))),
        InputCase("", ),
    ])
    func `an unfinished sequence ends after a timeout`(_ input: InputCase) {
        var parser = InputParser()
        #expect(parser.take(input.bytes) == [])
        #expect((parser.timeout == nil) == input.bytes.isEmpty)
        #expect(parser.timeOut() == input.events)
        #expect(parser.timeout == nil)
        #expect(parser.take("a".utf8) == [typed("a")])
    }

    @Test func `a lone escape soon becomes a key, and a slow sequence does not`() {
        var parser = InputParser()
        _ = parser.take("\u{1B}".utf8)
        #expect(parser.timeout == 25)
        _ = parser.take("[".utf8)
        #expect(parser.timeout == 25)
        _ = parser.take("<".utf8)
        #expect(parser.timeout == 1_000)
        _ = parser.take("0;1;1M\u{1B}[200~".utf8)
        #expect(parser.timeout == 5_000)
    }

    @Test func `a key after Esc and a pause is a separate key`() {
        for (pause, events) in [
            (0, [typed("j", .alt)]), (24, [typed("j", .alt)]), (25, [key(.escape), typed("j")]),
            (5_000, [key(.escape), typed("j")]),
        ] {
            var parser = InputParser()
            #expect(parser.take("\u{1B}".utf8) == [])
            #expect(parser.take("j".utf8, after: pause) == events, "\(pause)")
            #expect(parser.timeout == nil)
        }
        var parser = InputParser()
        _ = parser.take("\u{1B}\u{1B}".utf8)
        #expect(
            parser.take("우".utf8, after: 30) == [key(.escape), key(.escape), typed("우")])
    }

    @Test(arguments: ["[A", "OA"])
    func `a sequence that a slow connection splits stays one sequence`(rest: String) {
        var parser = InputParser()
        #expect(parser.take("\u{1B}".utf8) == [])
        #expect(parser.take(rest.utf8, after: 300) == [key(.up)])
    }

    @Test(arguments: [0, 1])
    func `a paste over the limit is cut between characters, and this is reported`(_ shift: Int) {
        let limit = 1 << 20
        let text =
            String(repeating: "a", count: shift) + String(repeating: "우", count: limit / 3 + 10)
        var parser = InputParser()
        let events = parser.take("\u{1B}[200~\(text)\u{1B}[201~b".utf8)
        let kept = String(text.prefix(shift + (limit - shift) / 3))
        #expect(events == [.paste(Paste(kept, isTruncated: true)), typed("b")])
    }

    @Test func `random input in random chunks never hangs the parser`() {
        var random = SplitMix64(seed: testSeed)
        let fragments =
            InputTables.all.map(\.bytes)
            + ["\u{1B}[200~", "\u{1B}[M", "\u{1B}]"].map { Array($0.utf8) }
        for _ in 0..<3_000 {
            var bytes: [UInt8] = []
            for _ in 0..<Int.random(in: 1...8, using: &random) {
                if Bool.random(using: &random) {
                    let count = Int.random(in: 0...6, using: &random)
                    bytes += (0..<count).map { _ in .random(in: 0...255, using: &random) }
                } else {
                    let fragment = fragments.randomElement(using: &random) ?? []
                    bytes += fragment.prefix(Int.random(in: 0...fragment.count, using: &random))
                }
            }
            var (whole, cut) = (InputParser(), InputParser())
            let events = whole.take(bytes)
            var (pieces, rest): ([InputEvent], _) = ([], bytes[...])
            while !rest.isEmpty {
                let count = Int.random(in: 1...rest.count, using: &random)
                pieces += cut.take(rest.prefix(count))
                rest = rest.dropFirst(count)
            }
            #expect(events == pieces, "seed \(testSeed), bytes \(bytes)")
            let ended = whole.timeOut()
            #expect(ended == cut.timeOut() && whole.timeout == nil)
            #expect(whole.take("a".utf8).last == typed("a"), "seed \(testSeed), bytes \(bytes)")
            #expect(!(events + ended).contains(where: Self.hasControl), "bytes \(bytes)")
        }
    }

    /// True for a key whose character is a control character.
    private static func hasControl(_ event: InputEvent) -> Bool {
        guard case .key(let press) = event, case .character(let text) = press.key else {
            return false
        }
        return text.unicodeScalars.contains { $0.properties.generalCategory == .control }
    }

    @Test func `malformed text is repaired as Swift does`() {
        var random = SplitMix64(seed: testSeed)
        let leads: [UInt8] = [
            0x61, 0xC2, 0xE0, 0xE2, 0xED, 0xF0, 0xF4, 0x80, 0x9F, 0xA0, 0xBF, 0xFF,
        ]
        for _ in 0..<5_000 {
            let bytes = (0..<Int.random(in: 0...6, using: &random)).map { _ in
                leads[Int.random(in: leads.indices, using: &random)]
            }
            var parser = InputParser()
            let text = parser.take(bytes + [0x2E]).map { event in
                if case .key(let press) = event, case .character(let text) = press.key {
                    text
                } else {
                    "?"
                }
            }.joined()
            let repaired = String(decoding: bytes, as: UTF8.self).unicodeScalars.filter {
                !(0x80...0x9F).contains($0.value)
            }
            #expect(
                Array(text.unicodeScalars) == Array(repaired) + ["."],
                "seed \(testSeed), bytes \(bytes)")
        }
    }
}
