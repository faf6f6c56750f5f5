import TestSupport
import Testing

@testable import BoardStorage

/// Local state files with a size limit drop their oldest entries first.
struct BoundedFileTests {
    private let sandbox: BoardStorageTests.BoardSandbox
    private let folder: Folder
    private let name = Array("lines".utf8)

    init() throws {
        sandbox = try BoardStorageTests.BoardSandbox()
        folder = try Folder(sandbox.path)
    }

    private func read(upTo limit: Int) throws -> String {
        String(decoding: try folder.lines(name, upTo: limit), as: UTF8.self)
    }

    @Test(arguments: [
        (0, ""), (2, ""), (3, "cc\n"), (5, "cc\n"), (6, "bb\ncc\n"), (99, "aa\nbb\ncc\n"),
    ])
    func `a file below its limit is read whole`(limit: Int, kept: String) throws {
        try folder.replace(
            name, lines: ["aa", "bb", "cc"].map { Array($0.utf8) }, upTo: limit)
        #expect(try read(upTo: limit) == kept)
        #expect(try sandbox.text("lines", in: "") == kept)
    }

    @Test func `a file over its limit yields its last lines`() throws {
        try sandbox.write("aaaa\nbbbb\ncccc\n", "lines", in: "")
        #expect(try read(upTo: 100) == "aaaa\nbbbb\ncccc\n")
        #expect(try read(upTo: 14) == "bbbb\ncccc\n")
        #expect(try read(upTo: 9) == "cccc\n")
        #expect(try read(upTo: 3) == "")
    }

    @Test func `a request key is recognized although the key file is full`() async throws {
        let workspace = try sandbox.board()
        let line = "\(String(repeating: "0", count: 64)) 0 k3f9m2 \(Int64.max / 2)\n"
        try sandbox.sh("mkdir -p .git/pmd")
        try sandbox.write(
            String(repeating: line, count: 70_000), "creations", in: "board/.git/pmd")
        let first = try await workspace.creation(key: "abc", body: "1")
        #expect(try await workspace.creation(key: "abc", body: "1") == first)
        let size = try sandbox.sh("stat -c %s .git/pmd/creations").filter { $0 != "\n" }
        #expect((1...(1 << 20)).contains(Int(size) ?? 0), "\(size)")
    }
}
