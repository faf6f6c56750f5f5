import Testing

@testable import Git

/// Trees with entries that git refuses, and the same trees without them.
struct RefusedEntriesTests {
    let sandbox: RepositorySandbox
    let repository: Repository
    let blob: ObjectID
    let other: ObjectID

    init() throws {
        sandbox = try RepositorySandbox()
        repository = try sandbox.repository()
        blob = try repository.writeBlob(Array("one\n".utf8))
        other = try repository.writeBlob(Array("other\n".utf8))
    }

    private struct Entry {
        var mode = "100644"
        var name: String
        var id: ObjectID
    }

    /// Stores a tree with these entries in this order, valid or not.
    private func tree(_ entries: [Entry]) throws -> ObjectID {
        try repository.storeTree(
            entries.flatMap { Array("\($0.mode) \($0.name)\0".utf8) + $0.id.bytes })
    }

    private func folder(_ name: String, _ id: ObjectID) -> Entry {
        Entry(mode: "40000", name: name, id: id)
    }

    private func file(_ name: String) -> Entry { Entry(name: name, id: blob) }

    /// Returns git's list of the remaining tree, and the removed paths.
    private func cleaned(_ tree: ObjectID) throws -> (listed: String, refused: [String]) {
        let accepted = try repository.withoutRefusedEntries(tree)
        let listed = try sandbox.git("ls-tree", "-r", "--name-only", accepted.tree.hex)
        try sandbox.sh(
            """
            git init -q --bare clean
            git rev-list --objects \(accepted.tree) | cut -c1-40 | git pack-objects -q --stdout |
                git -C clean index-pack --strict --stdin > /dev/null
            """)
        return (listed, accepted.refused.map { text($0.path) + " " + $0.reason.english })
    }

    private func text(_ path: [UInt8]) -> String { String(decoding: path, as: UTF8.self) }

    @Test(arguments: [
        ("100644", ".git"), ("40000", ".GIT"), ("100644", ".."), ("100644", "a/b"),
        ("100644", ""), ("120000", ".gitmodules"), ("100644", "git~1"),
    ])
    func `an entry with a name that git refuses is removed`(mode: String, name: String) throws {
        let id = mode == "40000" ? try tree([file("x")]) : blob
        let odd = Entry(mode: mode, name: name, id: id)
        let result = try cleaned(
            tree([odd, file("a.md"), folder("todo", tree([odd, file("b")]))]))
        #expect(result.listed == "a.md\ntodo/b\n")
        #expect(result.refused.count == 2)
    }

    @Test func `an entry without an object is removed`() throws {
        let none = try #require(ObjectID(bytes: Array(repeating: 0, count: 20)))
        let result = try cleaned(tree([file("a.md"), Entry(name: "b.md", id: none)]))
        #expect(result.listed == "a.md\n")
        #expect(result.refused == ["b.md has no object"])
    }

    @Test func `an entry with an invalid mode is removed`() throws {
        let odd = Entry(mode: "200000", name: "b.md", id: blob)
        let result = try cleaned(tree([file("a.md"), odd]))
        #expect(result.listed == "a.md\n")
        #expect(result.refused == ["b.md has the mode 200000, which is none"])
    }

    @Test func `the first of two files with the same name is kept`() throws {
        let accepted = try repository.withoutRefusedEntries(
            tree([file("a.md"), Entry(name: "a.md", id: other)]))
        #expect(try repository.files(ofTree: accepted.tree).values.map(\.id) == [blob])
        #expect(accepted.refused.map(\.reason) == [.twice])
    }

    @Test(arguments: [false, true])
    func `a folder is kept over a file with the same name`(isFolderFirst: Bool) throws {
        let inner = folder("todo", try tree([file("a.md")]))
        let pair = isFolderFirst ? [inner, file("todo")] : [file("todo"), inner]
        let result = try cleaned(tree(pair))
        #expect(result.listed == "todo/a.md\n")
        #expect(result.refused == ["todo is in its folder twice"])
    }

    @Test func `entries out of order are sorted as in git, and none are lost`() throws {
        let inner = folder("a", try tree([file("x")]))
        // A folder sorts as 'a/', after 'a.md'.
        let sorted = try tree([file("a.md"), inner, file("b")])
        let accepted = try repository.withoutRefusedEntries(
            tree([file("b"), inner, file("a.md")]))
        #expect(accepted.tree == sorted)
        #expect(accepted.sortedFolders == 1 && accepted.refused.isEmpty)
        let same = try repository.withoutRefusedEntries(sorted)
        #expect(same.tree == sorted && same.sortedFolders == 0)
    }

    /// Returns a folder with this many levels of nested folders, with a file in the last.
    private func nested(_ depth: Int) throws -> ObjectID {
        var tree = try self.tree([file("f")])
        for _ in 1..<depth { tree = try self.tree([folder("d", tree)]) }
        return tree
    }

    @Test func `folders nested too deep are removed from the limit down`() throws {
        let allowed = try nested(deepest)
        let accepted = try repository.withoutRefusedEntries(allowed)
        #expect(accepted.tree == allowed && accepted.refused.isEmpty)
        for extra in [1, 2, 50] {
            let deeper = try repository.withoutRefusedEntries(nested(deepest + extra))
            #expect(
                deeper.refused.map(\.reason) == [.tooDeep(deepest)],
                "\(extra)")
            #expect(deeper.refused.map(\.path.count) == [2 * deepest - 1], "\(extra)")
        }
    }

    @Test func `a folder accepted elsewhere is still refused at too great a depth`() throws {
        let shared = try nested(deepest - 2)
        let deep = try tree([folder("in", tree([folder("deep", shared)]))])
        let accepted = try repository.withoutRefusedEntries(
            tree([folder("a", shared), folder("b", deep), file("c")]))
        #expect(accepted.refused.map(\.reason) == [.foldersTooDeep(deepest)])
        let names = try repository.files(ofTree: accepted.tree).keys.map(text).sorted()
        #expect(names == ["a/" + String(repeating: "d/", count: deepest - 3) + "f", "c"])
    }

    @Test func `no part of a known tree is read again`() throws {
        let known = try tree([folder("todo", tree([file(".git"), file("a.md")]))])
        #expect(try repository.withoutRefusedEntries(known, known: known).tree == known)
        #expect(try repository.withoutRefusedEntries(known).refused.count == 1)
    }

    @Test func `only the board's folder is searched`() throws {
        let odd = folder("odd", try tree([file(".git"), file("x")]))
        let whole = try tree([odd, folder("tasks", tree([odd, file("a.md")]))])
        let accepted = try repository.withoutRefusedEntries(whole, below: Array("tasks".utf8))
        #expect(accepted.refused.map { text($0.path) } == ["tasks/odd/.git"])
        #expect(
            try repository.entry(inTree: accepted.tree, path: Array("odd".utf8))?.id == odd.id)
    }
}
