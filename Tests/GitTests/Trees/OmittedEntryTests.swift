import Testing

@testable import Git

/// Tree entries that pmd does not write to the working tree.
struct OmittedEntryTests {
    @Test(
        arguments: [
            ("a.md", 0o100644, nil), ("todo/우유.md", 0o100644, nil), ("a", 0o100755, nil),
            ("todo/\u{1F468}\u{200D}\u{1F469}.md", 0o100644, nil),
            ("a.md", 0o120000, .link), ("a", 0o160000, .submodule),
            ("a.md", 0o100664, .mode(0o100664)),
            (String(repeating: "n", count: 255), 0o100644, nil),
            (String(repeating: "n", count: 256), 0o100644, .longName),
            (String(repeating: "f/", count: 31) + "a", 0o100644, nil),
            (String(repeating: "f/", count: 32) + "a", 0o100644, .tooDeep),
            (
                String(repeating: String(repeating: "f", count: 199) + "/", count: 20) + "12345",
                0o100644, nil
            ),
            (
                String(repeating: String(repeating: "f", count: 199) + "/", count: 20)
                    + String(repeating: "n", count: 97), 0o100644,
                .longPath
            ),
            ("a\\b.md", 0o100644, .backslash),
            ("a\nb.md", 0o100644, .hiddenCharacters),
            ("a\u{202E}b.md", 0o100644, .hiddenCharacters),
        ] as [(String, UInt32, PathProblem?)])
    func `an entry that cannot be an ordinary file is left out`(
        path: String, mode: UInt32, reason: PathProblem?
    ) {
        #expect(
            CheckoutDisposition(of: Array(path.utf8), mode: mode)
                == reason.map { .leftOut($0) } ?? .file)
    }

    @Test func `a non-UTF-8 name is left out, and a name that git refuses is refused`() {
        #expect(
            CheckoutDisposition(of: [0x61, 0xFF], mode: 0o100644) == .leftOut(.notUTF8))
        guard case .refused = CheckoutDisposition(of: Array("a/.git/x".utf8), mode: 0o100644) else {
            Issue.record("it is not refused")
            return
        }
    }
}
