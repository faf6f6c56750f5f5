import Testing

@testable import Git

/// The entries of a tree that are not written to the working tree.
struct PlacementTests {
    @Test(
        arguments: [
            ("a.md", 0o100644, nil), ("todo/우유.md", 0o100644, nil), ("a", 0o100755, nil),
            ("todo/\u{1F468}\u{200D}\u{1F469}.md", 0o100644, nil),
            ("a.md", 0o120000, "is a symbolic link"), ("a", 0o160000, "is a repository of its own"),
            ("a.md", 0o100664, "has the mode 100664, which git does not write"),
            (String(repeating: "n", count: 255), 0o100644, nil),
            (String(repeating: "n", count: 256), 0o100644, "has a name of more than 255 bytes"),
            (String(repeating: "f/", count: 31) + "a", 0o100644, nil),
            (String(repeating: "f/", count: 32) + "a", 0o100644, "is more than 32 folders deep"),
            (
                String(repeating: String(repeating: "f", count: 199) + "/", count: 20) + "12345",
                0o100644, nil
            ),
            (
                String(repeating: String(repeating: "f", count: 199) + "/", count: 20)
                    + String(repeating: "n", count: 97), 0o100644,
                "has a path of more than 4096 bytes"
            ),
            ("a\\b.md", 0o100644, "has a backslash in its name"),
            ("a\nb.md", 0o100644, "has control or invisible characters in its name"),
            ("a\u{202E}b.md", 0o100644, "has control or invisible characters in its name"),
        ] as [(String, UInt32, String?)])
    func `an entry that cannot be an ordinary file is left out`(
        path: String, mode: UInt32, reason: String?
    ) {
        #expect(
            Placement(of: Array(path.utf8), mode: mode)
                == reason.map { .leftOut($0) } ?? .file)
    }

    @Test func `a name that is not UTF-8 is left out, and one that git refuses is refused`() {
        #expect(
            Placement(of: [0x61, 0xFF], mode: 0o100644) == .leftOut("has a name that is not UTF-8"))
        guard case .refused = Placement(of: Array("a/.git/x".utf8), mode: 0o100644) else {
            Issue.record("it is not refused")
            return
        }
    }
}
