import Glibc
import TestSupport
import Testing

@testable import Git

/// Reading, writing and comparing trees.
struct TreeTests {
    let sandbox: RepositorySandbox
    let repository: Repository

    init() throws {
        sandbox = try RepositorySandbox()
        repository = try sandbox.repository()
    }

    @Test(
        arguments: [
            (["todo/a.md": "A"], ["b.md": "b", "todo/a.md": "A", "todo/deep/x/y.md": "y"]),
            (["todo/a.md": nil], ["b.md": "b", "todo/deep/x/y.md": "y"]),
            (["todo/deep/x/y.md": nil], ["b.md": "b", "todo/a.md": "a"]),
            (["todo": "file"], ["b.md": "b", "todo": "file"]),
            (
                ["b.md": nil, "b.md/c": "c"],
                ["b.md/c": "c", "todo/a.md": "a", "todo/deep/x/y.md": "y"]
            ),
            (["b.md/c": "c"], ["b.md/c": "c", "todo/a.md": "a", "todo/deep/x/y.md": "y"]),
            (["todo": nil], ["b.md": "b", "todo/a.md": "a", "todo/deep/x/y.md": "y"]),
            (["b.md/none": nil], ["b.md": "b", "todo/a.md": "a", "todo/deep/x/y.md": "y"]),
            (["none/at/all": nil], ["b.md": "b", "todo/a.md": "a", "todo/deep/x/y.md": "y"]),
            (["b.md": nil, "todo/a.md": nil, "todo/deep/x/y.md": nil], [:]),
            (
                ["new/deep/folder/z": "z", "b.md": nil, "todo/a.md": nil, "todo/deep/x/y.md": nil],
                ["new/deep/folder/z": "z"]
            ),
        ] as [([String: String?], [String: String])])
    func `a tree can be written as changes to another tree`(
        changes: [String: String?], expected: [String: String]
    ) throws {
        let base = try tree(["todo/a.md": "a", "todo/deep/x/y.md": "y", "b.md": "b"])
        let tree = try self.tree(changes, from: base)
        #expect(try texts(tree) == expected)
        let listed = try sandbox.git("ls-tree", "-r", "--name-only", tree.hex)
        #expect(listed.split(separator: "\n").map(String.init) == expected.keys.sorted())
        try sandbox.git("fsck", "--strict")
    }

    @Test(arguments: [
        "", "/a", "a//b", "a/", "../a", "a/./b", ".git/config", "a/.GIT/x", "git~1/x",
    ])
    func `a path that git cannot store is refused`(path: String) throws {
        let error = #expect(throws: GitError.self) { try tree([path: "x"]) }
        #expect(error?.kind == .invalid)
    }

    @Test func `a file and a folder at the same path are refused`() throws {
        let error = #expect(throws: GitError.self) { try tree(["a": "x", "a/b": "y"]) }
        #expect(error?.kind == .invalid)
    }

    @Test func `a missing object is not added to a tree`() throws {
        let id = try #require(ObjectID(bytes: Array(repeating: 7, count: 20)))
        #expect(throws: GitError.self) {
            try repository.writeTree(
                from: nil, changes: [Array("a".utf8): TreeEntry(mode: 0o100644, id: id)])
        }
    }

    @Test func `file names are treated as bytes`() throws {
        let names: [[UInt8]] = [
            Array("우유-사기.md".utf8), Array("e\u{301}.md".utf8), Array("\u{e9}.md".utf8),
            Array("a b\"c\n.md".utf8), [0xff, 0xfe], Array("-x".utf8), Array("a.md".utf8),
            Array("A.md".utf8), Array(repeating: 0x61, count: 255), Array("\u{1b}[31m".utf8),
        ]
        let id = try repository.writeBlob([1])
        let entry = TreeEntry(mode: 0o100644, id: id)
        let changes = Dictionary(uniqueKeysWithValues: names.map { ($0, TreeEntry?.some(entry)) })
        let tree = try repository.writeTree(from: nil, changes: changes)
        #expect(try Set(repository.files(ofTree: tree).keys) == Set(names))
        #expect(try Set(repository.diff(nil, tree).map(\.path)) == Set(names))
        let count = try sandbox.sh("git ls-tree -z \(tree) | tr -dc '\\000' | wc -c")
        #expect(count == "\(names.count)\n")
    }

    @Test func `untouched entries keep their odd modes`() throws {
        try sandbox.sh(
            """
            echo s > s; chmod +x s; ln -s /etc l; git add s l
            git update-index --add --cacheinfo 160000,4b825dc642cb6eb9a060e54bf8d69288fbee4904,m
            git commit -qm x
            """)
        let head = try #require(try repository.head().commit)
        let base = try repository.commit(head).tree
        let tree = try self.tree(["new": "n"], from: base)
        #expect(
            try repository.files(ofTree: tree).mapValues(\.mode)
                == [
                    Array("s".utf8): 0o100755, Array("l".utf8): 0o120000,
                    Array("m".utf8): 0o160000, Array("new".utf8): 0o100644,
                ])
        #expect(try repository.diff(base, tree).map(\.path) == [Array("new".utf8)])
    }

    @Test func `a diff lists exactly the changed entries`() throws {
        let old = try tree(["a": "1", "b": "1", "d/x": "1", "d/y": "1", "e/f/g": "1", "k.md": "1"])
        let new = try tree([
            "a": "2", "c": "1", "d/x": "1", "d/y": "2", "e/f": "1", "k.md/n": "1", "b": "1",
        ])
        let changes = try repository.diff(old, new).map { change in
            (change.old == nil ? "+" : change.new == nil ? "-" : "*")
                + String(decoding: change.path, as: UTF8.self)
        }
        #expect(changes == ["*a", "+c", "*d/y", "+e/f", "-e/f/g", "-k.md", "+k.md/n"])
        #expect(try repository.diff(old, new, below: Array("d".utf8)).count == 1)
        #expect(try repository.diff(old, new, below: Array("none".utf8)).isEmpty)
        #expect(try repository.diff(old, old).isEmpty)
        #expect(try repository.files(ofTree: old, below: Array("e".utf8)).count == 1)
        #expect(try repository.files(ofTree: nil).isEmpty)
    }

    @Test(arguments: 0..<20)
    func `a diff applied to the first tree gives the second`(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let (old, new) = (try tree(randomFiles(&random)), try tree(randomFiles(&random)))
        let changes = try repository.diff(old, new)
        let applied = try repository.writeTree(
            from: old, changes: Dictionary(uniqueKeysWithValues: changes.map { ($0.path, $0.new) }))
        #expect(applied == new, "seed \(seed)")
        let listed = try sandbox.git(
            "diff-tree", "-r", "--no-renames", "--name-only", old.hex, new.hex)
        #expect(
            listed.split(separator: "\n").map(String.init).sorted()
                == changes.map { String(decoding: $0.path, as: UTF8.self) }.sorted(),
            "seed \(seed)")
    }

    @Test func `a spliced tree has git's order of files and folders`() throws {
        var random = SplitMix64(seed: testSeed)
        let names = ["a", "a-", "a.md", "a0", "ab", "a ", "b", "b.", "b0", "z"]
        var tree: ObjectID?
        for round in 0..<150 {
            let name = names.randomElement(using: &random) ?? "a"
            let path = Bool.random(using: &random) ? name : "\(name)/\(round % 3)"
            let isGone = Int.random(in: 0..<4, using: &random) == 0
            let change: [String: String?] = [path: isGone ? nil : "\(round)"]
            tree = try self.tree(change, from: tree)
            let listed = try sandbox.git("ls-tree", "-r", "-z", "--name-only", tree?.hex ?? "")
            let files = try repository.files(ofTree: tree).keys
            #expect(
                Set(listed.split(separator: "\0").map { Array($0.utf8) }) == Set(files),
                "seed \(testSeed), round \(round)")
        }
        try sandbox.git("fsck", "--strict")
    }

    @Test func `paths are found by file name`() throws {
        let tree = try tree(["todo/a.md": "1", "todo/x/a.md": "2", "done/b.md": "3", "a.md": "4"])
        func paths(_ folder: String, _ name: String) throws -> [String] {
            try repository.paths(inTree: tree, below: Array(folder.utf8)) {
                $0.elementsEqual(name.utf8)
            }.map { String(decoding: $0, as: UTF8.self) }.sorted()
        }
        #expect(try paths("", "a.md") == ["a.md", "todo/a.md", "todo/x/a.md"])
        #expect(try paths("todo/x", "a.md") == ["todo/x/a.md"])
        #expect(try paths("none", "a.md") == [])
    }

    @Test func `a tree that expands into billions of paths is refused`() throws {
        let tree = try repository.treeOfBillions()
        let error = #expect(throws: GitError.self) {
            try repository.files(ofTree: tree, limit: 10_000)
        }
        #expect(error?.kind == .tooLarge)
        #expect(throws: GitError.self) { try repository.diff(nil, tree, limit: 10_000) }
    }

    @Test func `a blob over the limit is not read`() throws {
        let id = try repository.writeBlob(Array(repeating: 0x61, count: 1_000))
        #expect(try repository.blobSize(id) == 1_000)
        #expect(try repository.blob(id, limit: 1_000).count == 1_000)
        let error = #expect(throws: GitError.self) { try repository.blob(id, limit: 999) }
        #expect(error?.kind == .tooLarge)
        #expect(try repository.blob(repository.writeBlob([])) == [])
    }

    @Test func `gathered objects can be read at once and are stored at the end`() throws {
        var ids: [ObjectID] = []
        let tree = try repository.gathering {
            let blob = try repository.writeBlob(Array("gathered\n".utf8))
            #expect(try repository.writeBlob(Array("gathered\n".utf8)) == blob)
            let tree = try repository.gathering {
                let entry = TreeEntry(mode: TreeEntry.regularMode, id: blob)
                return try repository.writeTree(from: nil, changes: [Array("a.md".utf8): entry])
            }
            #expect(try repository.blob(blob) == Array("gathered\n".utf8))
            #expect(repository.contains(tree))
            #expect(try sandbox.sh("git cat-file -e \(tree) 2>/dev/null || echo none") == "none\n")
            ids = [blob, tree]
            return tree
        }
        #expect(try sandbox.git("cat-file", "-p", "\(tree):a.md") == "gathered\n")
        #expect(try sandbox.git("cat-file", "-t", "\(ids[1])") == "tree\n")
        // It is already stored, so git does not store it again.
        let again = try repository.gathering {
            try repository.writeBlob(Array("gathered\n".utf8))
        }
        #expect(again == ids[0])
        #expect(
            try sandbox.sh("git fsck --strict --no-dangling 2>&1 | grep -v ^notice || true") == "")
        #expect(try sandbox.sh("ls .git/objects | grep -c tmp_ || true") == "0\n")
    }

    @Test(arguments: [false, true])
    func `an object gathered before a failure is stored the next time`(
        isGathered: Bool
    ) throws {
        struct Failure: Error {}
        var lost: ObjectID?
        #expect(throws: Failure.self) {
            try repository.gathering {
                lost = try repository.writeBlob(Array("failed\n".utf8))
                throw Failure()
            }
        }
        let id = try #require(lost)
        let store = { try self.repository.writeBlob(Array("failed\n".utf8)) }
        #expect(try !repository.contains(id))
        #expect(try (isGathered ? repository.gathering(store) : store()) == id)
        #expect(try sandbox.git("cat-file", "-p", "\(id)") == "failed\n")
    }

    @Test func `a failure to store an object is reported, even after gathering`() throws {
        _ = try repository.gathering { try repository.writeBlob(Array("gathered\n".utf8)) }
        let bytes = Array("not stored\n".utf8)
        let id = try ObjectID.ofBlob(bytes)
        try sandbox.sh(
            "rm -rf .git/objects/\(id.hex.prefix(2)); touch .git/objects/\(id.hex.prefix(2))")
        #expect(throws: GitError.self) { _ = try repository.writeBlob(bytes) }
        #expect(throws: GitError.self) {
            _ = try repository.gathering { try repository.writeBlob(bytes) }
        }
        #expect(try !Repository.open(at: sandbox.path + "/repo").contains(id))
    }

    @Test(arguments: [false, true])
    func `objects are stored while git gc removes empty folders`(isGathered: Bool) throws {
        try sandbox.sh(
            """
            (perl -e 'while (-d ".git" and not -e ".git/over") { rmdir for glob(".git/objects/??") }') > /dev/null 2>&1 &
            """)
        defer { close(creat(repository.commonDirectory + "over", 0o666)) }
        for number in 0..<200 {
            let store = { try repository.writeBlob(Array("stored \(number)\n".utf8)) }
            let id = isGathered ? try repository.gathering(store) : try store()
            let file = "objects/\(id.hex.prefix(2))/\(id.hex.dropFirst(2))"
            #expect(unlink(repository.commonDirectory + file) == 0)
        }
    }

    @Test(arguments: [1, 64, 65, 999, 1_000, 3_000])
    func `any number of gathered objects is stored`(count: Int) throws {
        let blobs = try repository.gathering {
            try (0..<count).map { try repository.writeBlob(Array("\($0)\n".utf8)) }
        }
        #expect(blobs.allSatisfy { repository.contains($0) })
        let listed = try sandbox.git(
            "cat-file", "--batch-check=%(objectname)", "--batch-all-objects")
        #expect(Set(blobs.map(\.hex)).isSubset(of: listed.split(separator: "\n").map(String.init)))
        try sandbox.git("fsck", "--strict", "--full")
        #expect(try sandbox.sh("ls .git/pmd/objects 2>/dev/null | grep -c tmp_ || true") == "0\n")
        #expect(
            try sandbox.sh("ls .git/objects/pack | grep -c '[.]idx$' || true")
                == (count < 1_000 ? "0\n" : "1\n"))
        #expect(try sandbox.sh("ls .git/objects | grep -c tmp_ || true") == "0\n")
        #expect(try Repository.open(at: sandbox.path + "/repo").blob(blobs[0]) == Array("0\n".utf8))
    }

    /// No reference points to the objects yet: thousands of files are written before the branch
    /// moves.
    @Test(arguments: ["git repack -adq", "git gc -q --prune=now"])
    func `git keeps a new pack that has no references yet`(command: String) throws {
        let blobs = try repository.gathering {
            try (0..<1_000).map { try repository.writeBlob(Array("\($0)\n".utf8)) }
        }
        try sandbox.sh("echo mine > .git/objects/pack/pack-mine.keep")
        try sandbox.sh(command)
        let again = try Repository.open(at: sandbox.path + "/repo")
        #expect(blobs.allSatisfy { again.contains($0) })
        let packs = repository.commonDirectory + "objects/pack"
        let count = { try sandbox.sh("ls .git/objects/pack | grep -c keep || true") }
        PackKeep.removeOld(in: packs, before: time(nil) - 60) { true }
        PackKeep.removeOld(in: packs, before: time(nil) + 60) { false }
        #expect(try count() == "2\n")
        PackKeep.removeOld(in: packs, before: time(nil) + 60) { true }
        #expect(
            try sandbox.sh("ls .git/objects/pack/*.keep") == ".git/objects/pack/pack-mine.keep\n")
    }

    @Test func `a damaged object is an error, not text`() throws {
        let id = try repository.writeBlob(Array("whole\n".utf8))
        let path = ".git/objects/\(id.hex.prefix(2))/\(id.hex.dropFirst(2))"
        let other = try repository.writeBlob(Array("other\n".utf8))
        let source = ".git/objects/\(other.hex.prefix(2))/\(other.hex.dropFirst(2))"
        try sandbox.sh("chmod u+w \(path); cp \(source) \(path)")
        let error = #expect(throws: GitError.self) { try repository.blob(id) }
        #expect(error?.kind == .damaged)
    }

    private func tree(_ files: [String: String?], from base: ObjectID? = nil) throws -> ObjectID {
        var changes: [[UInt8]: TreeEntry?] = [:]
        for (path, text) in files {
            let entry = try text.map {
                TreeEntry(mode: 0o100644, id: try repository.writeBlob(Array($0.utf8)))
            }
            changes.updateValue(entry, forKey: Array(path.utf8))
        }
        return try repository.writeTree(from: base, changes: changes)
    }

    private func texts(_ tree: ObjectID) throws -> [String: String] {
        var texts: [String: String] = [:]
        for (path, entry) in try repository.files(ofTree: tree) {
            texts[String(decoding: path, as: UTF8.self)] =
                String(decoding: try repository.blob(entry.id), as: UTF8.self)
        }
        return texts
    }

    private func randomFiles(_ random: inout SplitMix64) -> [String: String?] {
        var files: [String: String?] = [:]
        for _ in 0..<Int.random(in: 0...30, using: &random) {
            let depth = Int.random(in: 1...4, using: &random)
            let parts = (0..<depth).map { level in
                (level == depth - 1 ? "f" : "d") + "\(Int.random(in: 0...3, using: &random))"
                    + ["", ".x", "-"].randomElement(using: &random)!
            }
            files[parts.joined(separator: "/")] = "\(Int.random(in: 0...3, using: &random))"
        }
        return files
    }
}
