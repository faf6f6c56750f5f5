import TestSupport
import Testing

@testable import Git

/// Comparing and editing trees as bytes, checked against a full parse.
struct StoredTreeTests {
    let sandbox: RepositorySandbox
    let repository: Repository

    init() throws {
        sandbox = try RepositorySandbox()
        repository = try sandbox.repository()
    }

    /// A tree with one folder of many similar names, whose files have the same content.
    private func files(_ random: inout SplitMix64) throws -> [[UInt8]: TreeEntry?] {
        var changes: [[UInt8]: TreeEntry?] = [:]
        for _ in 0..<Int.random(in: 0...60, using: &random) {
            let name = (0..<Int.random(in: 1...6, using: &random))
                .map { _ in "a1 .".randomElement(using: &random).map(String.init) ?? "" }.joined()
            guard !["", ".", ".."].contains(name) else { continue }
            let blob = try repository.writeBlob([UInt8.random(in: 0...2, using: &random)])
            changes[Array("f/n\(name)".utf8)] = TreeEntry(mode: 0o100644, id: blob)
        }
        return changes
    }

    @Test(arguments: 0..<40 as Range<UInt64>)
    func `the diff of two trees matches their files`(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let base = try files(&random)
        var changed = base
        for key in base.keys.shuffled(using: &random).prefix(Int.random(in: 0...3, using: &random))
        {
            changed[key] = .some(nil)
        }
        if Bool.random(using: &random) {
            changed.merge(try files(&random)) { old, _ in old }
        }
        let (old, new) = (
            try repository.writeTree(from: nil, changes: base),
            try repository.writeTree(from: nil, changes: changed)
        )
        for (one, other) in [(old, new), (new, old), (old, old)] {
            let (x, y) = (try repository.files(ofTree: one), try repository.files(ofTree: other))
            let expected = Set(x.keys).union(y.keys).filter { x[$0] != y[$0] }.map {
                TreeChange(path: $0, old: x[$0], new: y[$0])
            }
            #expect(Set(try repository.diff(one, other)) == Set(expected))
        }
        for (path, entry) in try repository.files(ofTree: new) {
            #expect(try repository.entry(inTree: new, path: path) == entry)
        }
        #expect(try repository.entry(inTree: new, path: Array("f/none".utf8)) == nil)
    }

    @Test func `many lookups in one folder find exactly the existing names`() throws {
        let blob = TreeEntry(mode: TreeEntry.regularMode, id: try repository.writeBlob([1]))
        let names = (0..<500).map { "n\($0)" }
        var changes: [[UInt8]: TreeEntry?] = [:]
        for name in names { changes[Array("f/\(name).md".utf8)] = .some(blob) }
        changes[Array("f/n7/inner".utf8)] = .some(blob)
        let tree = try repository.writeTree(from: nil, changes: changes)
        for name in names {
            #expect(try repository.entry(inTree: tree, path: Array("f/\(name).md".utf8)) == blob)
            #expect(
                try repository.entry(inTree: tree, path: Array("f/\(name)".utf8)) == nil
                    || name == "n7")
        }
        #expect(try repository.entry(inTree: tree, path: Array("f/n7".utf8))?.isFolder == true)
    }

    @Test(arguments: [
        "100644", "100644 ", "100644 name", "100644 name\\0short", "10064x name\\0" + twenty,
        " name\\0" + twenty, "100644 \\0" + twenty, "777777777 name\\0" + twenty,
        "100644 a\\0" + twenty + "1",
    ])
    func `malformed tree data is refused and never traps`(bytes: String) throws {
        let id = try sandbox.sh(
            "printf '\(bytes)' | git hash-object -t tree --literally -w --stdin")
        let tree = try #require(ObjectID(hex: id.dropLast()))
        let error = #expect(throws: GitError.self) { try repository.files(ofTree: tree) }
        #expect(error?.kind == .damaged)
        let blob = try repository.writeBlob([1])
        let good = try repository.writeTree(
            from: nil, changes: [Array("b".utf8): TreeEntry(mode: 0o100644, id: blob)])
        for (one, other) in [(tree, good), (good, tree)] {
            #expect(throws: GitError.self) { try repository.diff(one, other) }
        }
    }
}

private let twenty = "01234567890123456789"
