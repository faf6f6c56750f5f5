import Testing

@testable import MarkdownDocument

/// Keys with their values, lines and bytes.
struct ReadingTests {
    @Test func `keys are read with their values, lines and bytes`() throws {
        let document = Document(
            Array("---\ntitle: 한글 # x\ntags:\n  - a\n  # c\ndue:\n---\nbody\n".utf8))
        #expect(document.malformation == nil)
        #expect(document.entries.map(\.key) == ["title", "tags", "due"])
        #expect(
            document.entries.map(\.value) == [.scalar("한글"), .list(["a"]), .scalar("")])
        #expect(
            document.entries.map { String(decoding: $0.source, as: UTF8.self) }
                == ["title: 한글 # x\n", "tags:\n  - a\n  # c\n", "due:\n"])
        #expect(document.entries.map { Text($0.valueSource) } == ["한글", "- a", ""])
        #expect(Text(document.body) == "body\n")
        #expect(document.entries.map(\.line) == [2, 3, 6])
        #expect(document.entries.map(\.valueLine) == [2, 4, 6])
        #expect(document.entries.map(\.valueColumn) == [8, 3, 5])
    }

    @Test(
        arguments: [
            ("tags: [", .unclosedList, 7), ("tags: [a,", .unclosedList, 7),
            ("é: {", .unclosedMap, 4), ("tags: [a, {b:", .unclosedMap, 11),
        ] as [(String, SyntaxFault, Int)])
    func `an open bracket is reported where it is`(
        _ c: (line: String, fault: SyntaxFault, column: Int)
    ) {
        #expect(
            Document(Array("---\n\(c.line)\n---\n".utf8)).malformation
                == Malformation(reason: .syntax(c.fault), line: 2, column: c.column))
    }

    @Test func `aliases without their anchors have positions`() {
        let document = Document(Array("---\na: &x 1\nb: [*x, *y]\né: *z\n---\n".utf8))
        #expect(
            document.undefinedAliases == [
                UndefinedAlias(name: "y", line: 3, column: 9),
                UndefinedAlias(name: "z", line: 4, column: 4),
            ])
    }
}
