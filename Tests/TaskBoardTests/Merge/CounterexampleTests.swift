import MarkdownDocument
import MergeSupport
import Testing

@testable import TaskBoard

/// Histories in which simpler merge rules fail.
struct CounterexampleTests {
    private let history = MemoryHistory()
    private static let path = "todo/a-k3f9m2.md"

    private func commit(
        _ fields: String, _ body: String = "text\n", on parents: HashID..., time: Int64,
        author: String = "Ann"
    ) -> HashID {
        history.commit(
            [Self.path: "---\n\(fields)---\n\(body)"], parents: parents, time: time,
            author: Text(author))
    }

    private func merged(_ a: HashID, _ b: HashID) throws -> HashID {
        let result = try merge(a, b, in: history)
        #expect(try merge(b, a, in: history).isSame(as: result), "one side was asked first")
        return history.commit(result)
    }

    private func text(_ commit: HashID) throws -> String {
        let bytes = try #require(try history.bytes(in: commit)[BoardPath(Self.path)])
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test func `1: swapping the sides gives the same bytes, and neither side has a label`() throws {
        let root = commit("due: 0\n", "old\n", time: 1)
        let a = commit("due: 1\n", "ann\n", on: root, time: 2)
        let b = commit("due: 2\n", "bob\n", on: root, time: 2, author: "Bob")
        let text = try text(merged(a, b))
        for label in ["ours", "theirs", "HEAD", "<<<<"] { #expect(!text.contains(label)) }
    }

    @Test func `2: an edit of another field does not make a value newer`() throws {
        let root = commit("due: 0\n", time: 1)
        let x = commit("due: x\n", on: root, time: 10)
        let z = commit("due: z\n", on: root, time: 11)
        let y = commit("due: 0\ntags: [t]\n", on: root, time: 12)
        let first = try text(merged(merged(x, y), z))
        let second = try text(merged(merged(x, z), y))
        #expect(first.contains("due: z") && second.contains("due: z"))
    }

    @Test func `3: a clock years ahead loses to a writer who has seen its value`() throws {
        let root = commit("due: 0\n", time: 1)
        let ahead = commit("due: ahead\n", on: root, time: 1 << 33)
        // The committer's time is never earlier than the parent's.
        let seen = commit("due: seen\n", on: ahead, time: 1 << 33 + 1)
        let other = commit("due: 0\nx: 1\n", on: root, time: 5)
        #expect(try text(merged(seen, merged(ahead, other))).contains("due: seen"))
    }

    @Test func `4: in a criss-cross an older value never replaces a newer one`() throws {
        let root = commit("due: 0\n", time: 1)
        let a = commit("due: 1\n", on: root, time: 2)
        let b = commit("due: 0\nx: 1\n", on: root, time: 3)
        let c = commit("due: 1\nx: 1\n", on: a, b, time: 4)
        let d = commit("due: newer\nx: 1\n", on: b, a, time: 5)
        let text = try text(merged(c, d))
        #expect(text.contains("due: newer") && !text.contains("conflicts"))
    }

    @Test func `5: a deletion removes no edit`() throws {
        let root = commit("due: 0\n", time: 1)
        let edited = commit("due: 1\n", on: root, time: 2)
        let gone = history.commit([String: String](), parents: [root], time: 9)
        #expect(try text(merged(edited, gone)).contains("due: 1"))
    }

    @Test func `6: a deletion removes no conflict`() throws {
        let root = commit("due: 0\n", time: 1)
        let a = commit("due: 1\n", on: root, time: 2)
        let b = commit("due: 2\n", on: root, time: 3)
        let kept = try merged(a, b)
        // A user who has only seen the later value deletes the task.
        let gone = history.commit([String: String](), parents: [b], time: 9)
        #expect(try text(merged(kept, gone)).contains("value: '1'"))
    }

    @Test func `7: a task that one side moved and the other edited is one task`() throws {
        let root = commit("due: 0\n", time: 1)
        let moved = history.commit(
            ["doing/a-k3f9m2.md": "---\ndue: 0\n---\ntext\n"], parents: [root], time: 2)
        let edited = commit("due: 1\n", on: root, time: 3)
        let files = try history.bytes(in: merged(moved, edited))
        #expect(files.keys.map(\.string) == ["doing/a-k3f9m2.md"])
    }

    @Test func `8: moving a card does not restore deleted tasks`() throws {
        let root = commit("due: 0\nrank: a1\n", time: 1)
        let dragged = commit("due: 0\nrank: a2\n", on: root, time: 9)
        let gone = history.commit([String: String](), parents: [root], time: 2)
        #expect(try history.bytes(in: merged(dragged, gone)).isEmpty)
    }

    @Test func `9: merging again adds no second copy of a conflict`() throws {
        let root = history.commit(["notes.txt": "0\n"], time: 1)
        let a = history.commit(["notes.txt": "1\n"], parents: [root], time: 2)
        let b = history.commit(["notes.txt": "2\n"], parents: [root], time: 3)
        let once = try merged(a, b)
        let more = history.commit(
            ["notes.txt": "2\n", "other.txt": "\n"], parents: [b], time: 4)
        let again = try merged(once, more)
        #expect(try history.files(in: once).count == 2)
        #expect(try history.files(in: again).count == 3)
    }

    @Test func `10: a line that both sides wrote occurs once, in one order`() throws {
        let root = commit("due: 0\n", "a\nz\n", time: 1)
        let a = commit("due: 0\n", "a\nboth\nann\nz\n", on: root, time: 2)
        let b = commit("due: 0\n", "a\nboth\nbob\nz\n", on: root, time: 3)
        #expect(try text(merged(a, b)).hasSuffix("a\nboth\nann\nbob\nz\n"))
    }

    @Test func `13: two spellings of one character are two tags`() throws {
        let root = commit("tags: [k]\n", time: 1)
        let a = commit("tags: [k, caf\u{E9}]\n", on: root, time: 2)
        let b = commit("tags: [k, cafe\u{301}]\n", on: root, time: 3)
        let bytes = try text(merged(a, b)).utf8
        #expect(bytes.firstRange(of: "caf\u{E9}".utf8) != nil)
        #expect(bytes.firstRange(of: "cafe\u{301}".utf8) != nil)
    }

    @Test func `14: a value that was changed and changed back counts as unchanged`() throws {
        let root = commit("due: 0\n", time: 1)
        let there = commit("due: 1\n", on: root, time: 2)
        let back = commit("due: 0\n", on: there, time: 9)
        let other = commit("due: 2\n", on: root, time: 3)
        let text = try text(merged(back, other))
        #expect(text.contains("due: 2") && !text.contains("conflicts"))
    }
}
