import TestSupport
import Testing

@testable import Git

/// The index's bytes against git, which reads what pmd wrote and writes what it reads.
struct IndexTests {
    private let sandbox: Sandbox
    private static let names = ["a", "a.md", "a-b.md", "b/c.md", "b/c", "b", "b/d/e.md", "zü.md"]

    init() throws { sandbox = try Sandbox() }

    @Test(arguments: [2, 3, 4], [1, 2, 3, 4])
    func `random changes are those that git makes of them`(version: Int, seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let repository = try sandbox.repository()
        try repository.commitFiles(["a.md": "1\n", "b/d/e.md": "2\n", "b/x.md": "3\n"])
        try sandbox.sh(
            """
            \(version == 3 ? "echo i > intent; git add -N intent" : ":")
            git update-index --index-version \(version); cp .git/index expected
            """)
        let ids = try (0..<4).map { try repository.writeBlob(Array("\($0)\n".utf8)) }
        for _ in 0..<12 {
            var lines = ""
            try repository.withIndexLock { index in
                for name in Self.names.shuffled(using: &random).prefix(3) {
                    // As git has it, a file takes the place of a folder and back.
                    if Bool.random(using: &random) {
                        index.remove(Array(name.utf8))
                        lines += "0 \(String(repeating: "0", count: 40))\t\(name)\n"
                    } else if !lines.contains(name.prefix(1)) {
                        let id = ids[Int.random(in: 0..<4, using: &random)]
                        try index.add(Array(name.utf8), TreeEntry(mode: 0o100644, id: id))
                        lines += "100644 \(id)\t\(name)\n"
                    }
                }
            }
            try sandbox.sh(
                """
                export GIT_INDEX_FILE=expected
                printf '\(lines)' | git update-index --replace --index-info
                git ls-files -s -v > want; git ls-files -s -v > ../want; git write-tree > tree
                unset GIT_INDEX_FILE
                git ls-files -s -v > have; cmp want have; git write-tree | cmp - tree
                """)
        }
        try sandbox.git("fsck", "--strict")
        let header = try sandbox.sh("head -c 8 .git/index | tail -c 1 | od -An -tu1")
        #expect(header.contains("\(version)"))
    }

    @Test func `what the tree cache says of folders without changes stays`() throws {
        let repository = try sandbox.repository()
        try repository.commitFiles(["a/x.md": "1\n", "b/d/e.md": "2\n"])
        try sandbox.sh("git read-tree HEAD")
        let id = try #require(ObjectID(hex: sandbox.git("rev-parse", "HEAD:b").dropLast()))
        try repository.commitFiles(["a/x.md": "3\n"])
        let bytes = try IndexFile(repository.gitDirectory + "index").bytes
        #expect(bytes.indices.contains { bytes[$0...].starts(with: id.bytes) })
        #expect(try sandbox.git("status", "--porcelain") == "")
    }

    @Test func `an index with any byte changed is refused or made anew`() throws {
        let repository = try sandbox.repository()
        try repository.commitFiles(["a/x.md": "1\n", "b.md": "2\n"])
        let bytes = try IndexFile(repository.gitDirectory + "index").bytes
        for index in bytes.indices.dropFirst(8).dropLast(20) {
            var damaged = bytes
            damaged[index] ^= 0x41
            #expect(try IndexTable(damaged) == nil)
            // With the right sum, whatever it says is read or refused: it never traps.
            damaged.replaceSubrange(
                (damaged.count - 20)..., with: sha1(damaged[..<(damaged.count - 20)]))
            do throws(GitError) { _ = try IndexTable(damaged)?.file() } catch {
                #expect(error.kind == .unsupported)
            }
            _ = try IndexTable(Array(bytes[..<index]))
        }
    }
}
