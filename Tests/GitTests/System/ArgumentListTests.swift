import Testing

@testable import Programs

/// Arguments of other programs: which words may be options, and which never are.
struct ArgumentListTests {
    private func words(_ arguments: [Argument]) throws(ArgumentError) -> [String] {
        try ArgumentList("p", arguments).words.map { String(decoding: $0, as: UTF8.self) }
    }

    @Test func `words from pmd's own code and from the user may be options`() throws {
        #expect(
            try words(["-x", "--long", .configured("-y"), .attached("--dir=", "-z"), "-"])
                == ["p", "-x", "--long", "-y", "--dir=-z", "-"])
    }

    @Test(arguments: ["-", "-x", "--", "--server=HOST", "-oProxyCommand=x"])
    func `an operand is never an option`(word: String) throws {
        #expect(throws: ArgumentError(program: "p", word: word)) {
            try words(["-x", .operand(word)])
        }
        #expect(throws: ArgumentError.self) { try words([.operand(word), "--"]) }
        // A '--' in the user's own command may have another meaning there.
        #expect(throws: ArgumentError.self) { try words([.configured("--"), .operand(word)]) }
        #expect(try words(["--", .operand(word)]) == ["p", "--", word])
    }

    @Test func `a word with NUL is refused, since a program would get only its start`() {
        #expect(throws: ArgumentError.self) { try words([.operand("a\0b")]) }
        #expect(throws: ArgumentError.self) { try words([.attached("--dir=", "a\0b")]) }
    }

    @Test func `a word may be empty and contain any other byte`() throws {
        let list = try ArgumentList("p", [.operand(""), .operand([0xFF, 0x0A])])
        #expect(list.words == [Array("p".utf8), [], [0xFF, 0x0A]])
    }
}
