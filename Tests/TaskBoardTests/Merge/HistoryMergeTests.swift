import MarkdownDocument
import MergeSupport
import Testing
import Words

@testable import TaskBoard

private let path = "todo/a-k3f9m2.md"

/// A board with one task, which has only front matter.
private func board(_ fields: String) -> [String: String] { [path: "---\n\(fields)---\n"] }

/// Merges of two histories into a commit.
struct HistoryMergeTests {
    private let history = MemoryHistory()

    private func merged(_ a: HashID, _ b: HashID) throws -> HashID {
        let result = try merge(a, b, in: history)
        #expect(try merge(b, a, in: history).isSame(as: result), "one side was asked first")
        return history.commit(result)
    }

    private func text(_ commit: HashID) throws -> String? {
        try history.bytes(in: commit)[BoardPath(path)].map { String(decoding: $0, as: UTF8.self) }
    }

    @Test func `a head that contains the other is the result`() throws {
        let a = history.commit(board("due: 1\n"), time: 1)
        let b = history.commit(board("due: 2\n"), parents: [a], time: 2)
        #expect(try merge(a, b, in: history).fastForward == b)
        #expect(try merge(b, a, in: history).fastForward == b)
        #expect(try merge(a, a, in: history).fastForward == a)
    }

    @Test func `the merge commit depends only on the heads`() throws {
        let root = history.commit(board("due: 1\n"), time: 1)
        let a = history.commit(board("due: 2\n"), parents: [root], time: 9)
        let b = history.commit(board("due: 1\nx: 1\n"), parents: [root], time: 5)
        let result = try merge(a, b, in: history)
        #expect(result.time == 9)
        #expect(result.parents == [a, b].sorted { $0.lexicographicallyPrecedes($1) })
        #expect(
            GeneratedCommit.isMerge(
                name: GeneratedCommit.merge.authorName, email: GeneratedCommit.merge.authorEmail,
                message: result.message))
        #expect(
            !GeneratedCommit.isMerge(
                name: "Ann", email: "ann@example.org", message: result.message))
        #expect(
            !GeneratedCommit.isMerge(
                name: GeneratedCommit.merge.authorName, email: GeneratedCommit.merge.authorEmail,
                message: "Merge x"))
    }

    @Test func `the result lists the new conflicts`() throws {
        let root = history.commit(board("due: 1\n"), time: 1)
        let a = history.commit(board("due: 2\n"), parents: [root], time: 2)
        let b = history.commit(board("due: 3\n"), parents: [root], time: 3)
        let kept = NewConflict(task: TaskID(Text("k3f9m2")), key: "due")
        #expect(try merge(a, b, in: history).newConflicts == [kept])
        let c = history.commit(board("due: 3\nx: 1\n"), parents: [b], time: 4)
        #expect(try merge(merged(a, b), c, in: history).newConflicts.isEmpty)
        let gone = history.commit([String: String](), parents: [root], time: 5)
        let deleted = NewConflict(task: kept.task, key: Records.deleted)
        #expect(try merge(a, gone, in: history).newConflicts == [deleted])
    }

    @Test func `two unrelated boards merge`() throws {
        let a = history.commit(["pmd.yml": "format: 1\n", "todo/x.md": "ann\n"], time: 1)
        let b = history.commit(["pmd.yml": "format: 1\n", "todo/y.md": "bob\n"], time: 2)
        let files = try history.bytes(in: merged(a, b)).keys.map(\.string).sorted()
        #expect(files == ["pmd.yml", "todo/x.md", "todo/y.md"])
    }

    @Test func `an unrelated history without a board is refused, and the error lists both heads`()
        throws
    {
        let a = history.commit(["pmd.yml": "format: 1\n"], time: 1)
        let b = history.commit(["main.c": "int main;\n"], time: 2)
        let heads = [a, b].sorted { $0.lexicographicallyPrecedes($1) }
        #expect(throws: MergeError.unrelated(heads[0], heads[1])) {
            try merge(a, b, in: history)
        }
        #expect(MergeError.unrelated(a, b).words.english.contains(hex(a)))
    }

    @Test func `a newer format is refused`() throws {
        let a = history.commit(["pmd.yml": "format: 1\n"], time: 1)
        let b = history.commit(["pmd.yml": "format: 2\n"], parents: [a], time: 2)
        #expect(throws: MergeError.self) { try merge(a, b, in: history) }
    }

    @Test func `several bases are folded by the same merge`() throws {
        // A criss-cross by plain git: both sides merged the same two heads and
        // continued; each base lacks what the other one has.
        let root = history.commit(board("due: 1\nx: 1\n"), time: 1)
        let a = history.commit(board("due: 2\nx: 1\n"), parents: [root], time: 2)
        let b = history.commit(board("due: 1\nx: 2\n"), parents: [root], time: 3)
        let left = history.commit(board("due: 2\nx: 2\n"), parents: [a, b], time: 4)
        let right = history.commit(board("due: 2\nx: 2\ny: 1\n"), parents: [b, a], time: 5)
        let onLeft = history.commit(board("due: 5\nx: 2\n"), parents: [left], time: 6)
        let onRight = history.commit(board("due: 2\nx: 6\ny: 1\n"), parents: [right], time: 7)
        #expect(try history.bases(onLeft, onRight).count == 2)
        #expect(try text(merged(onLeft, onRight)) == "---\ndue: 5\nx: 6\ny: 1\n---\n")
    }

    @Test func `three bases of three bases terminate as well`() throws {
        let root = history.commit(board("due: 0\n"), time: 1)
        var heads = (0..<3).map { number in
            history.commit(board("due: 0\nx\(number): 0\n"), parents: [root], time: 2)
        }
        for step in 1..<25 {
            heads = (0..<3).map { number in
                let fields = (0..<3).map { "x\($0): \(step * ($0 == number ? 2 : 1))\n" }
                return history.commit(
                    board("due: 0\n" + fields.joined()), parents: heads, time: Int64(step * 10))
            }
        }
        let result = try merge(heads[0], heads[1], in: history)
        #expect(try merge(heads[1], heads[0], in: history).isSame(as: result))
    }

    @Test func `nested criss-crosses terminate at any depth`() throws {
        var left = history.commit(board("due: 0\n"), time: 1)
        var right = history.commit(board("x: 0\n"), parents: [left], time: 2)
        left = history.commit(board("due: 1\n"), parents: [left], time: 2)
        for step in 1..<120 {
            let (a, b) = (left, right)
            let time = Int64(step * 10)
            left = history.commit(board("due: \(step)\n"), parents: [a, b], time: time)
            right = history.commit(board("x: \(step)\n"), parents: [b, a], time: time + 1)
        }
        let result = try merge(left, right, in: history)
        #expect(try merge(right, left, in: history).isSame(as: result))
    }
}

/// The author of each value, found in history.
struct BlameTests {
    private let history = MemoryHistory()

    private func merged(_ a: HashID, _ b: HashID) throws -> HashID {
        let result = try merge(a, b, in: history)
        #expect(try merge(b, a, in: history).isSame(as: result), "one side was asked first")
        return history.commit(result)
    }

    private func due(_ commit: HashID) throws -> FieldValue? {
        try history.bytes(in: commit)[BoardPath(path)].map { TaskParts($0).value("due") }
    }

    @Test func `a later edit of another value does not make a value later`() throws {
        // X sets due at 10, Z at 11, Y adds a tag at 12: Z's due is the later
        // one, however the three are merged.
        let root = history.commit(board("due: 0\n"), time: 1)
        let x = history.commit(board("due: 1\n"), parents: [root], time: 10)
        let z = history.commit(board("due: 2\n"), parents: [root], time: 11)
        let y = history.commit(board("due: 0\ntags: [a]\n"), parents: [root], time: 12)
        #expect(try due(merged(merged(x, y), z)) == .text("2"))
        #expect(try due(merged(merged(x, z), y)) == .text("2"))
        #expect(try due(merged(merged(z, y), x)) == .text("2"))
    }

    @Test func `a clock that is ahead wins only against values it had not seen`() throws {
        let root = history.commit(board("due: 0\n"), time: 1)
        let ahead = history.commit(board("due: 1\n"), parents: [root], time: 9_000_000)
        let known = history.commit(board("due: 2\n"), parents: [ahead], time: 9_000_001)
        let other = history.commit(board("due: 1\nx: 1\n"), parents: [ahead], time: 9_000_002)
        #expect(try due(merged(known, other)) == .text("2"))
    }

    @Test func `an impossible time counts as missing`() throws {
        let root = history.commit(board("due: 0\n"), time: 1)
        let a = history.commit(board("due: 1\n"), parents: [root], time: .max)
        let b = history.commit(board("due: 2\n"), parents: [root], time: 5)
        let c = history.commit(board("due: 3\n"), parents: [root], time: .min)
        #expect(try due(merged(a, b)) == .text("2"))
        #expect(try due(merged(c, b)) == .text("2"))
    }

    @Test func `of two writers at the same time the one with the greater bytes wins`() throws {
        let root = history.commit(board("due: 0\n"), time: 1)
        let a = history.commit(board("due: 10\n"), parents: [root], time: 5)
        let b = history.commit(board("due: 9\n"), parents: [root], time: 5)
        #expect(try due(merged(a, b)) == .text("9"))
    }

    @Test func `pmd's own merges write no values`() throws {
        let root = history.commit(board("due: 0\n"), time: 1)
        let x = history.commit(board("due: 1\n"), parents: [root], time: 10)
        let late = history.commit(board("due: 0\nx: 1\n"), parents: [root], time: 30)
        let z = history.commit(board("due: 2\n"), parents: [root], time: 20)
        #expect(try due(merged(merged(x, late), z)) == .text("2"))
        // A list that a merge assembled has no writer of its own: the writer of
        // one element decides the spelling.
        let here = history.commit(board("tags: [b]\n"), parents: [root], time: 30)
        let there = history.commit(board("tags: [c]\n"), parents: [root], time: 31)
        let third = history.commit(board("tags:\n- d\n"), parents: [root], time: 20)
        let all = try history.bytes(in: merged(merged(here, there), third))[BoardPath(path)]
        #expect(try #require(all).starts(with: Array("---\ntags:\n- d\n".utf8)))
    }

    @Test func `an author fits on one line, whatever the name contains`() throws {
        let root = history.commit(board("due: 0\n"), time: 1)
        let author = Text("A\u{1B}[1m\n\u{7F}n\u{9}é")
        let a = history.commit(board("due: 1\n"), parents: [root], time: 2, author: author)
        let b = history.commit(board("due: 2\n"), parents: [root], time: 3)
        let text = try history.bytes(in: merged(a, b))[BoardPath(path)].map { TaskParts($0) }
        let record = try #require(text?.records.sorted.first)
        #expect(record.contains { $0.key == "by" && $0.value == "A[1mné" })
    }

    @Test(arguments: [(Int64(10), Int64(30)), (30, 10)], ["", "1", "2", "3", "4"])
    func `a value with two writers is as new as the newer one`(
        times: (Int64, Int64), other: String
    ) throws {
        // Their IDs decide which of the two is the merge's first parent.
        let others = other.isEmpty ? ("", "") : ("x: \(other)\n", "y: \(other)\n")
        let root = history.commit(board("due: 0\n"), time: 1)
        let x = history.commit(
            board("due: 1\n" + others.0), parents: [root], time: times.0, author: "Ann")
        let y = history.commit(
            board("due: 1\n" + others.1), parents: [root], time: times.1, author: "Bob")
        let z = history.commit(board("due: 2\n"), parents: [root], time: 20)
        #expect(try due(merged(merged(x, y), z)) == .text("1"))
    }

    @Test func `a plain merge commit is the writer of values that none of its parents has`() throws
    {
        let root = history.commit(board("due: 0\n"), time: 1)
        let a = history.commit(board("due: 1\n"), parents: [root], time: 10)
        let b = history.commit(board("due: 2\n"), parents: [root], time: 11)
        let other = history.commit(board("due: 4\n"), parents: [root], time: 20)
        let resolved = history.commit(board("due: 3\n"), parents: [a, b], time: 30)
        #expect(try due(merged(resolved, other)) == .text("3"))
        let chosen = history.commit(board("due: 1\n"), parents: [a, b], time: 30)
        #expect(try due(merged(chosen, other)) == .text("4"))
    }

    @Test func `a value is followed through moves and renames`() throws {
        let root = history.commit(["todo/a-k3f9m2.md": "---\ndue: 0\n---\n"], time: 1)
        let set = history.commit(
            ["todo/a-k3f9m2.md": "---\ndue: 1\n---\n"], parents: [root], time: 10)
        let moved = history.commit(
            ["done/b-k3f9m2.md": "---\ndue: 1\n---\n"], parents: [set], time: 30)
        let other = history.commit(
            ["todo/a-k3f9m2.md": "---\ndue: 2\n---\n"], parents: [root], time: 20)
        let files = try history.bytes(in: merged(moved, other))
        let contents = try #require(files["done/b-k3f9m2.md"].map { TaskParts($0) })
        #expect(contents.value("due") == .text("2"))
    }

    @Test func `resolving a conflict counts as writing the value`() throws {
        let record = "conflicts:\n  - {key: due, value: 9}\n"
        let root = history.commit(board("due: 1\n\(record)"), time: 1)
        let kept = history.commit(board("due: 1\n"), parents: [root], time: 20)
        let taken = history.commit(board("due: 9\n"), parents: [root], time: 10)
        #expect(try due(merged(kept, taken)) == .text("1"))
    }

    /// Merges a line of writings, the last of them at 30, with another one at
    /// 20.
    private func merged(
        root: String, early: String, late: String, other: String
    ) throws -> [UInt8] {
        let write = { (body: String, parents: [HashID], time: Int64) in
            history.commit([path: body], parents: parents, time: time)
        }
        let start = write(root, [], 1)
        let last = write(late, [write(early, [start], 10)], 30)
        let files = try history.bytes(in: merged(last, write(other, [start], 20)))
        return try #require(files[BoardPath(path)])
    }

    @Test func `a chunk's lines are as new as the newest of them`() throws {
        let text = try merged(
            root: "a\nb\nc\nd\n", early: "a\nx\nc\nd\n", late: "a\nx\ny\nd\n",
            other: "a\nz\nz\nd\n")
        #expect(text.starts(with: Array("a\nx\ny\n> [!conflict]".utf8)))
    }

    @Test func `a line of the base does not decide which side is later`() throws {
        let text = try merged(
            root: "x\nb\ny\n", early: "x\nann\ny\n", late: "x\nann\nb\ny\n",
            other: "x\nbob\ny\n")
        #expect(text.starts(with: Array("x\nbob\n> [!conflict]".utf8)))
    }

    /// The order of two commit IDs is effectively random.
    @Test(arguments: 0..<8)
    func `of two simultaneous writers of a conflict, the author of the greater commit is recorded`(
        number: Int
    ) throws {
        let root = history.commit(board("due: 0\n"), time: 1)
        let x = history.commit(
            board("due: 1\nx: \(number)\n"), parents: [root], time: 10, author: "Ann")
        let y = history.commit(
            board("due: 1\ny: \(number)\n"), parents: [root], time: 10, author: "Bob")
        let z = history.commit(board("due: 2\n"), parents: [root], time: 20)
        let fields = try text(merged(merged(x, y), z))
        #expect(fields.contains("value: '1', by: \(author(of: x, or: y))"), "\(fields)")

        let write = { (body: String, parents: [HashID], time: Int64, author: Text) in
            history.commit([path: body], parents: parents, time: time, author: author)
        }
        let first = write("a\nb\nc\nd\n", [], 1, "Ann")
        let one = write("a\nx\(number)\nc\nd\n", [first], 10, "Ann")
        let two = write("a\nx\(number)\ny\nd\n", [one], 10, "Bob")
        let other = write("a\nz\nz\nd\n", [first], 20, "Cat")
        let body = try text(merged(two, other))
        #expect(body.contains("[!conflict] \(author(of: one, or: two))"), "\(body)")
    }

    private func author(of ann: HashID, or bob: HashID) -> String {
        ann.lexicographicallyPrecedes(bob) ? "Bob" : "Ann"
    }

    private func text(_ commit: HashID) throws -> String {
        String(decoding: try #require(history.bytes(in: commit)[BoardPath(path)]), as: UTF8.self)
    }

    @Test func `a conflict file is named by its content, so that merging again adds none`() throws {
        let root = history.commit(["notes.txt": "a\n"], time: 1)
        let a = history.commit(["notes.txt": "b\n"], parents: [root], time: 2)
        let b = history.commit(["notes.txt": "c\n"], parents: [root], time: 3)
        let first = try merged(a, b)
        let c = history.commit(["notes.txt": "c\n", "x.txt": "x\n"], parents: [b], time: 4)
        #expect(try history.bytes(in: merged(first, c)).count == 3)
    }
}
