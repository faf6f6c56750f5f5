import MarkdownDocument
import MergeSupport
import Testing

@testable import TaskBoard

/// The histories of git's own merge tests, with tasks.
struct GitMergeCaseTests {
    private let history = MemoryHistory()
    private static let path = "todo/a-k3f9m2.md"

    private func merged(_ a: HashID, _ b: HashID) throws -> HashID {
        let result = try merge(a, b, in: history)
        #expect(try merge(b, a, in: history).isSame(as: result), "one side was asked first")
        return history.commit(result)
    }

    private func texts(_ commit: HashID) throws -> [String: String] {
        let files = try history.bytes(in: commit)
        return Dictionary(
            uniqueKeysWithValues: files.map {
                ($0.key.string, String(decoding: $0.value, as: UTF8.self))
            })
    }

    /// Merges two sides of one base.
    private func merged(
        base: [String: String], ours: [String: String], theirs: [String: String]
    ) throws -> [String: String] {
        let root = history.commit(base, time: 1)
        let a = history.commit(ours, parents: [root], time: 2, author: "Ann")
        let b = history.commit(theirs, parents: [root], time: 3, author: "Bob")
        return try texts(merged(a, b))
    }

    /// Returns two heads, each of which merged the other's first commit with
    /// plain git and resolved it differently.
    private func crissCross(
        base: [String: String], first: ([String: String], [String: String]),
        second: ([String: String], [String: String])
    ) throws -> [String: String] {
        let root = history.commit(base, time: 1)
        let a = history.commit(first.0, parents: [root], time: 2, author: "Ann")
        let b = history.commit(first.1, parents: [root], time: 3, author: "Bob")
        let c = history.commit(second.0, parents: [a, b], time: 4, author: "Ann")
        let d = history.commit(second.1, parents: [b, a], time: 5, author: "Bob")
        #expect(try history.bases(c, d).count == 2)
        return try texts(merged(c, d))
    }

    private func task(_ fields: String, _ body: String = "text\n") -> [String: String] {
        [Self.path: "---\n\(fields)---\n\(body)"]
    }

    @Test func `a criss-cross with equal resolutions is not a conflict`() throws {
        let decided = task("due: 3\n")
        #expect(
            try crissCross(
                base: task("due: 0\n"), first: (task("due: 1\n"), task("due: 2\n")),
                second: (decided, decided))
                == decided)
    }

    @Test func `a criss-cross in which each side edited another field keeps both edits`() throws {
        let files = try crissCross(
            base: task("due: 0\nx: 0\n"), first: (task("due: 1\nx: 0\n"), task("due: 0\nx: 2\n")),
            second: (task("due: 1\nx: 2\ny: 4\n"), task("due: 1\nx: 2\nz: 5\n")))
        let text = try #require(files[Self.path])
        for line in ["due: 1", "x: 2", "y: 4", "z: 5"] { #expect(text.contains(line)) }
        #expect(!text.contains("conflicts"))
    }

    @Test
    func `a criss-cross with different resolutions keeps the later one and records the other`()
        throws
    {
        let files = try crissCross(
            base: task("due: 0\n"), first: (task("due: 1\n"), task("due: 2\n")),
            second: (task("due: 1\n"), task("due: 2\n")))
        let text = try #require(files[Self.path])
        #expect(text.hasPrefix("---\ndue: "))
        #expect(text.contains("value: '1'") || text.contains("value: '2'"))
        #expect(text.contains("conflicts:"))
    }

    @Test func `a criss-cross with a deletion on one side keeps the other side's edit`() throws {
        let files = try crissCross(
            base: task("due: 0\n"), first: (task("due: 1\n"), [:]), second: (task("due: 4\n"), [:]))
        #expect(try #require(files[Self.path]).contains("due: 4"))
        #expect(try #require(files[Self.path]).contains(".deleted"))
    }

    @Test func `one task renamed in two ways is one file under the later name`() throws {
        let base = ["todo/a-k3f9m2.md": "one\n"]
        let files = try merged(
            base: base, ours: ["todo/roof-k3f9m2.md": "one\n"],
            theirs: ["todo/fix-k3f9m2.md": "one\nmore\n"])
        #expect(files == ["todo/fix-k3f9m2.md": "one\nmore\n"])
    }

    @Test func `a rename and a move of one task are both kept`() throws {
        let files = try merged(
            base: ["todo/a-k3f9m2.md": "one\n"], ours: ["todo/roof-k3f9m2.md": "one\n"],
            theirs: ["done/2024/a-k3f9m2.md": "one\n"])
        #expect(files == ["done/2024/roof-k3f9m2.md": "one\n"])
    }

    @Test func `two tasks renamed to one name are two files`() throws {
        let files = try merged(
            base: ["todo/a.md": "# A\n", "todo/b.md": "# B\n"],
            ours: ["todo/c.md": "# A\n", "todo/b.md": "# B\n"],
            theirs: ["todo/a.md": "# A\n", "todo/c.md": "# B\n"])
        #expect(files.count == 2 && files["todo/c.md"] == "# A\n")
        #expect(Set(files.values) == ["# A\n", "# B\n"])
    }

    @Test func `a task that one side renamed and the other deleted stays with a record`() throws {
        let files = try merged(
            base: ["todo/a-k3f9m2.md": "one\n"], ours: ["todo/roof-k3f9m2.md": "one\n"], theirs: [:]
        )
        #expect(try #require(files["todo/roof-k3f9m2.md"]).contains(".deleted"))
        #expect(files.count == 1)
    }

    @Test func `a file added at the target of a rename leaves both`() throws {
        let files = try merged(
            base: ["todo/a.md": "# A\n"], ours: ["todo/plan.md": "# A\n"],
            theirs: ["todo/a.md": "# A\n", "todo/plan.md": "# Other\n"])
        #expect(Set(files.values) == ["# A\n", "# Other\n"])
        #expect(files.keys.allSatisfy { $0.hasPrefix("todo/plan") })
    }

    @Test func `two files that swapped names are swapped once`() throws {
        let base = ["todo/a-k3f9m2.md": "A\n", "todo/b-x7q2bd.md": "B\n"]
        let swapped = ["todo/b-k3f9m2.md": "A\n", "todo/a-x7q2bd.md": "B\n"]
        #expect(try merged(base: base, ours: swapped, theirs: swapped) == swapped)
        #expect(
            try merged(
                base: base, ours: swapped,
                theirs: ["todo/a-k3f9m2.md": "A2\n", "todo/b-x7q2bd.md": "B\n"])
                == ["todo/b-k3f9m2.md": "A2\n", "todo/a-x7q2bd.md": "B\n"])
    }

    @Test func `a folder that one side renames does not move a task that the other added`() throws {
        let files = try merged(
            base: ["done/2024/a-k3f9m2.md": "A\n"], ours: ["done/old/a-k3f9m2.md": "A\n"],
            theirs: ["done/2024/a-k3f9m2.md": "A2\n", "done/2024/b-x7q2bd.md": "B\n"])
        #expect(files == ["done/old/a-k3f9m2.md": "A2\n", "done/2024/b-x7q2bd.md": "B\n"])
    }

    @Test func `a folder renamed in two ways leaves each task once`() throws {
        let files = try merged(
            base: ["done/2024/a-k3f9m2.md": "A\n"], ours: ["done/x/a-k3f9m2.md": "A\n"],
            theirs: ["done/y/a-k3f9m2.md": "A\n"])
        #expect(files == ["done/y/a-k3f9m2.md": "A\n"])
    }

    @Test func `a rename on both sides of a criss-cross gives one file`() throws {
        let name = { (name: String, text: String) in ["todo/\(name)-k3f9m2.md": text] }
        let files = try crissCross(
            base: name("a", "0\n"), first: (name("b", "0\n"), name("a", "1\n")),
            second: (name("b", "1\n2\n"), name("c", "1\n")))
        #expect(files == name("c", "1\n2\n"))
    }

    @Test func `a file and a folder with the same name both stay`() throws {
        let files = try merged(
            base: [:], ours: ["todo/a": "file\n"], theirs: ["todo/a/b-x7q2bd.md": "B\n"])
        #expect(Set(files.values) == ["file\n", "B\n"])
    }
}
