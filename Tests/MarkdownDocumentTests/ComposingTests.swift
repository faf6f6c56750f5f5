import TestSupport
import Testing

@testable import MarkdownDocument

/// New documents written from entries and a body.
struct ComposingTests {
    @Test func `a new file has its entries in order, spelled as an edit spells them`() throws {
        let document = try Document(
            composing: [
                ("title", .scalar("Fix: the roof")), ("due", .scalar("2026-12-01")),
                ("tags", .list(["a", "b, c"])), ("odd key", .scalar("2026-12-01")),
                ("empty", .list([])),
                ("conflicts", .records([[Pair(key: "key", value: "due")]])),
            ], body: Array("Text\n".utf8))
        #expect(
            document.text == """
                ---
                title: 'Fix: the roof'
                due: 2026-12-01
                tags: [a, 'b, c']
                odd key: '2026-12-01'
                empty: []
                conflicts:
                  - {key: due}
                ---
                Text

                """)
    }

    @Test func `a YAML file has no fences`() throws {
        let document = try Document(composing: [("a", .scalar("b"))], body: [], kind: .yaml)
        #expect(document.text == "a: b\n")
    }

    @Test func `content that a document cannot hold is refused`() {
        let many = (0..<300).map { (key: Text("k\($0)"), value: Value.scalar("v")) }
        let refused: [([(key: Text, value: Value)], [UInt8])] = [
            ([("a", .scalar("1")), ("a", .scalar("2"))], []), ([("a", .scalar("1"))], [0]),
            ([("a", .scalar("1"))], [0xFF]), ([("a", .scalar(Text([0xFF])))], []),
            ([("a", .other)], []), (many, []),
            ([("a", .scalar("1"))], [UInt8](repeating: 0x61, count: Document.sizeLimit)),
        ]
        for (entries, body) in refused {
            #expect(throws: EditError.self) { try Document(composing: entries, body: body) }
        }
    }

    @Test(arguments: 0..<100 as Range<UInt64>)
    func `any text is read back as a scalar, an element and a key`(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let text = Text(
            String(
                String.UnicodeScalarView(
                    (0..<Int.random(in: 1...12, using: &random)).map { _ in
                        "a: #-'\"[]{},&*!|>%@`?\n\r\t\u{0}\u{1B}\u{85}\u{2028}\u{FEFF}é우🎉"
                            .unicodeScalars.randomElement(using: &random)!
                    })))
        let document = try Document(
            composing: [
                ("a", .scalar(text)), ("b", .list([text, text])), (text + "k", .scalar("")),
            ],
            body: [])
        #expect(
            document.entries.map(\.value) == [.scalar(text), .list([text, text]), .scalar("")])
    }
}

private func + (a: Text, b: Text) -> Text { Text(a.utf8 + b.utf8) }
