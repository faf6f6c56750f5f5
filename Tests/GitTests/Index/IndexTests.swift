import Glibc
import TestSupport
import Testing

@testable import Git

/// Reading and writing the index, compared with git.
struct IndexTests {
    private let sandbox: RepositorySandbox
    private static let names = ["a", "a.md", "a-b.md", "b/c.md", "b/c", "b", "b/d/e.md", "zü.md"]

    init() throws { sandbox = try RepositorySandbox() }

    @Test(arguments: [2, 3, 4], [1, 2, 3, 4])
    func `random changes give the same index as in git`(version: Int, seed: UInt64) throws {
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
                    // As in git, a file can replace a folder, and a folder a file.
                    if Bool.random(using: &random) {
                        index.remove(Array(name.utf8))
                        lines += "0 \(String(repeating: "0", count: 40))\t\(name)\n"
                    } else if !lines.contains(name.prefix(1)) {
                        let id = ids[Int.random(in: 0..<4, using: &random)]
                        index.add(
                            try #require(VerifiedPath(Array(name.utf8))),
                            TreeEntry(mode: 0o100644, id: id))
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

    @Test func `the tree cache keeps its entries for unchanged folders`() throws {
        let repository = try sandbox.repository()
        try repository.commitFiles(["a/x.md": "1\n", "b/d/e.md": "2\n"])
        try sandbox.sh("git read-tree HEAD")
        let id = try #require(ObjectID(hex: sandbox.git("rev-parse", "HEAD:b").dropLast()))
        try repository.commitFiles(["a/x.md": "3\n"])
        let bytes = try IndexFile(repository.gitDirectory + "index").bytes
        #expect(bytes.indices.contains { bytes[$0...].starts(with: id.bytes) })
        #expect(try sandbox.git("status", "--porcelain") == "")
    }

    @Test func `the index lists the contents of matching trees without reading them`() throws {
        let repository = try sandbox.repository()
        try repository.commitFiles([
            "a/x.md": "1\n", "a/y.md": "1\n", "b/d/e.md": "2\n", "a.md": "3\n", "b/d.md": "4\n",
        ])
        let head = try sandbox.git("rev-parse", "HEAD^{tree}", "HEAD:a", "HEAD:b", "HEAD:b/d")
        let trees = head.split(separator: "\n").compactMap { ObjectID(hex: $0) }
        let index = try repository.index()
        for (tree, path) in zip(trees, ["", "a/", "b/", "b/d/"]) {
            let names = try #require(
                index.names(ofTree: tree, at: Array(path.utf8)) { _ in false })
            let want = try repository.namesInOrder(ofTree: tree) { _, _ in false }
            #expect(names.map(\.name) == want.map(\.name))
            #expect(names.map(\.value) == want.map(\.value))
        }
        // Positions are those of the entries, in order: `a.md` is the first.
        let rest = index.names(ofTree: trees[0], at: []) { $0 == 0 }
        #expect(rest?.map(\.name) == [[97], [98]])
        #expect(index.names(ofTree: trees[1], at: Array("b/".utf8)) { _ in false } == nil)
        #expect(index.names(ofTree: trees[0], at: Array("c/".utf8)) { _ in false } == nil)
    }

    @Test func `a folder with staged changes is not assumed to match HEAD`() throws {
        let repository = try sandbox.repository()
        try repository.commitFiles(["a/x.md": "1\n", "b/y.md": "2\n"])
        try sandbox.sh("echo 3 > a/z.md; git add a/z.md")
        try repository.commitFiles(["c.md": "4\n"])
        func isNoted(_ name: String, _ path: String) throws -> Bool {
            let id = try #require(ObjectID(hex: sandbox.git("rev-parse", name).dropLast()))
            let names = try repository.index().names(ofTree: id, at: Array(path.utf8)) { _ in false
            }
            return names != nil
        }
        #expect(try !isNoted("HEAD^{tree}", "") && !isNoted("HEAD:a", "a/"))
        #expect(try isNoted("HEAD:b", "b/"))
        try sandbox.git("reset", "-q")
        try repository.commitFiles(["c.md": "5\n"])
        #expect(try isNoted("HEAD^{tree}", "") && isNoted("HEAD:a", "a/"))
        try sandbox.git("rm", "-q", "--cached", "a/x.md")
        try repository.commitFiles(["c.md": "6\n"])
        #expect(try !isNoted("HEAD^{tree}", ""))
        #expect(try sandbox.git("status", "--porcelain").hasPrefix("D  a/x.md\n"))
    }

    @Test(arguments: [
        "5 0\n", "-1 1\n", "0 9999999\n", "x", "1 0\n", "1 1\n\u{0}", "9223372036854775807 0\n",
    ])
    func `wrong entries in the tree cache are rebuilt`(noted: String) throws {
        let repository = try sandbox.repository()
        try repository.commitFiles(["a/x.md": "1\n"])
        let tree = try #require(ObjectID(hex: sandbox.git("rev-parse", "HEAD^{tree}").dropLast()))
        let bytes = try IndexFile(repository.gitDirectory + "index").bytes
        let start = try #require(
            bytes.indices.first { bytes[$0...].starts(with: Array("TREE".utf8)) })
        let trees = [0] + Array(noted.utf8) + tree.bytes
        var file = bytes[..<(start + 4)] + Git.bytes(of: UInt32(trees.count)) + trees
        file += sha1(file[...])
        let table = try #require(try IndexTable(Array(file)))
        if let cached = table.cachedTree([]) {
            // If the count does not match the entries, no names are returned.
            let names = table.names(of: cached, at: []) { _ in false }
            #expect(names == nil || cached.known == nil)
        }
        var changed = table
        changed.remove(Array("a/x.md".utf8))
        #expect(try IndexTable(changed.file()) != nil)
    }

    @Test func `writing the index twice gives the same result as writing it once`() throws {
        let repository = try sandbox.repository()
        try repository.commitFiles(["a/x.md": "1\n", "a/y.md": "2\n", "b.md": "2\n"])
        let table = try #require(try IndexFile(repository.gitDirectory + "index").table())
        let path = try #require(VerifiedPath(Array("a/x.md".utf8)))
        let (one, two) = (try ObjectID.ofBlob([49]), try ObjectID.ofBlob([50]))
        let mode = TreeEntry.regularMode
        func entry(_ id: ObjectID, _ mode: UInt32, _ size: Int?) -> [UInt8]? {
            var status = stat()
            status.st_size = size ?? 0
            return IndexLayout.entry(
                path, TreeEntry(mode: mode, id: id), status: size.map { _ in FileStatus(status) })
        }
        let entries = [
            entry(one, mode, nil), entry(one, mode, 1), entry(one, mode, 2), entry(two, mode, 2),
            entry(two, 0o100755, 2), nil,
        ]
        func change(_ table: inout IndexTable, _ entry: [UInt8]?) {
            if let entry { table.set(path, entry) } else { table.remove(path.bytes) }
        }
        for (first, second) in entries.flatMap({ a in entries.map { (a, $0) } }) {
            var (twice, once) = (table, table)
            change(&twice, first)
            _ = twice.file { _ in true }
            change(&twice, second)
            change(&once, second)
            #expect(twice.file { _ in true } == once.file { _ in true })
        }
    }

    @Test func `a temporary index that cannot be removed is reported with the reason`() throws {
        let repository = try sandbox.repository()
        try repository.commitFiles(["a.md": "1\n"])
        try sandbox.sh("mkdir .git/index.pmd")
        let before = try IndexFile(repository.gitDirectory + "index").bytes
        let error = #expect(throws: GitError.self) {
            try repository.withIndexLock { $0.remove(Array("a.md".utf8)) }
        }
        #expect(error?.message.contains("Is a directory") == true, "\(String(describing: error))")
        #expect(try IndexFile(repository.gitDirectory + "index").bytes == before)
        try sandbox.sh("rmdir .git/index.pmd; test ! -e .git/index.lock")
    }

    @Test func `an index with any byte changed is refused or rebuilt`() throws {
        let repository = try sandbox.repository()
        try repository.commitFiles(["a/x.md": "1\n", "b.md": "2\n"])
        let bytes = try IndexFile(repository.gitDirectory + "index").bytes
        for index in bytes.indices.dropFirst(8).dropLast(20) {
            var damaged = bytes
            damaged[index] ^= 0x41
            #expect(try IndexTable(damaged) == nil)
            // With a valid checksum, any contents are read or refused, and never trap.
            damaged.replaceSubrange(
                (damaged.count - 20)..., with: sha1(damaged[..<(damaged.count - 20)]))
            do throws(GitError) {
                var table = try IndexTable(damaged)
                _ = table?.file()
            } catch {
                #expect(error.kind == .unsupported)
            }
            _ = try IndexTable(Array(bytes[..<index]))
        }
    }

    /// The bytes of an index that git wrote, changed and with a valid checksum.
    private func rewrite(_ change: (inout [UInt8]) -> Void) throws {
        let path = sandbox.path + "/repo/.git/index"
        var bytes = Array(try IndexFile(path).bytes.dropLast(20))
        change(&bytes)
        try writeFile(path, bytes + sha1(bytes[...]))
    }

    @Test func `entries out of order are damage, and the index is rebuilt`() throws {
        let repository = try sandbox.repository()
        try repository.commitFiles(["a.md": "1\n", "b.md": "2\n"])
        try rewrite { bytes in
            for (at, name) in bytes.indices.dropLast(3).filter({
                bytes[($0 + 1)...].starts(with: Array(".md".utf8))
            }).map({ ($0, bytes[$0]) }) {
                bytes[at] = name == UInt8(ascii: "a") ? UInt8(ascii: "b") : UInt8(ascii: "a")
            }
        }
        #expect(try repository.readIndex().table == nil)
        try repository.withIndexLock { _ in }
        #expect(try sandbox.git("ls-files") == "a.md\nb.md\n")
    }

    @Test func `the next change removes a path that git refuses from the index`() throws {
        let repository = try sandbox.repository()
        try repository.commitFiles([".gix/b.md": "2\n", "a.md": "1\n"])
        try rewrite { bytes in
            for at in bytes.indices.dropLast(4)
            where bytes[at...].starts(with: Array(".gix".utf8)) {
                bytes.replaceSubrange(at..<(at + 4), with: Array(".git".utf8))
            }
        }
        try repository.withIndexLock { index in
            index.add(
                try #require(VerifiedPath(Array("c.md".utf8))),
                TreeEntry(mode: 0o100644, id: try repository.writeBlob(Array("3\n".utf8))))
        }
        #expect(try sandbox.git("ls-files") == "a.md\nc.md\n")
    }

    @Test func `a sparse checkout that lost its index is not filled`() throws {
        let repository = try sandbox.repository()
        try repository.commitFiles(["a/x.md": "1\n", "b/y.md": "2\n"])
        try sandbox.sh("git sparse-checkout set a; rm .git/index")
        let opened = try Repository.open(at: repository.workTree)
        let error = #expect(throws: GitError.self) { try opened.withIndexLock { _ in } }
        #expect(error?.kind == .unsupported)
        #expect(error?.message.contains("sparse checkout") == true)
        #expect(try sandbox.sh("ls .git/index 2>/dev/null || echo none") == "none\n")
    }

    @Test func `an index in a newer format is refused and kept`() throws {
        let repository = try sandbox.repository()
        try repository.commitFiles(["a.md": "1\n"])
        try rewrite { $0[7] = 5 }
        let before = try IndexFile(repository.gitDirectory + "index").bytes
        let error = #expect(throws: GitError.self) { try repository.withIndexLock { _ in } }
        #expect(error?.kind == .unsupported)
        #expect(try IndexFile(repository.gitDirectory + "index").bytes == before)
    }

    @Test func `a rebuilt index leaves out files that pmd does not write`() throws {
        let repository = try sandbox.repository()
        try repository.commitFiles(["a.md": "1\n"])
        try sandbox.sh("ln -s a.md l.md; git add l.md; git commit -qm l; rm .git/index")
        try repository.withIndexLock { _ in }
        #expect(try sandbox.git("ls-files", "-t") == "H a.md\nS l.md\n")
    }

    @Test func `an old lock that a process holds open is not removed`() throws {
        let repository = try sandbox.repository()
        let path = repository.gitDirectory + "index.lock"
        let process = try #require(
            Int32(try sandbox.sh("sleep 600 9>.git/index.lock >&9 2>&1 & echo $!").dropLast()))
        try sandbox.sh("touch -d '2 days ago' .git/index.lock")
        let lock = repository.lockFile(path)
        #expect(!lock.removeIfAbandoned())
        try sandbox.sh("kill \(process); while kill -0 \(process) 2>&-; do :; done")
        #expect(lock.removeIfAbandoned())
    }
}
