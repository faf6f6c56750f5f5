import MarkdownDocument
import MergeSupport
import Testing

@testable import TaskBoard

/// Tasks deleted and restored before a merge: the base is the version before the deletion.
struct RestoredTaskTests {
    private let history = MemoryHistory()
    private static let path = "todo/a-k3f9m2.md"
    private static let gone: [String: String] = ["pmd.yml": "format: 1\n"]

    private func board(_ fields: String, _ body: String) -> [String: String] {
        Self.gone.merging([Self.path: "---\n\(fields)---\n\(body)"]) { $1 }
    }

    private func merged(_ a: HashID, _ b: HashID) throws -> HashID {
        let result = try merge(a, b, in: history)
        #expect(try merge(b, a, in: history).isSame(as: result), "one side was asked first")
        return history.commit(result)
    }

    private func text(_ commit: HashID) throws -> String? {
        try history.bytes(in: commit)[BoardPath(Self.path)]
            .map { String(decoding: $0, as: UTF8.self) }
    }

    /// Merges Ann's deletion and restoration with `edit`, which Bob makes
    /// meanwhile.
    private func met(
        _ first: [String: String], _ edit: [String: String], back: [String: String]? = nil,
        isReturn: Bool = true
    ) throws -> String? {
        let root = history.commit(first, time: 1)
        let deleted = history.commit(Self.gone, parents: [root], time: 2)
        let edited = history.commit(edit, parents: [root], time: 3, author: "Bob")
        let other = try merged(deleted, edited)
        let files = try history.files(
            in: history.commit(back ?? first, parents: [deleted], time: 4))
        let returned = history.commit(files, parents: [deleted], time: 5, isReturn: isReturn)
        return try text(merged(returned, other))
    }

    @Test func `common lines occur once, and removed lines stay removed`() throws {
        let first = board("tags: [old, x]\n", "one\nShared\ntwo\n\nthree\n")
        let edit = board("tags: [x]\n", "ONE\nShared\n\nthree\nfour\n")
        let text = try #require(try met(first, edit))
        #expect(text.hasSuffix("---\nONE\nShared\n\nthree\nfour\n"), "\(text)")
        #expect(text.contains("tags: [x]\n"))
        #expect(text.contains("{key: .deleted, by: Ann, at: 1970-01-01T00:00:02Z}"))
        #expect(!text.contains("> [!conflict]"))
    }

    @Test func `changes after the restoration also stay`() throws {
        let first = board("due: 2026-12-01\n", "one\ntwo\nthree\n")
        let edit = board("due: 2026-12-01\nx: 1\n", "one\ntwo\nTHREE\n")
        let back = board("due: 2026-12-02\n", "ONE\ntwo\nthree\n")
        let text = try #require(try met(first, edit, back: back))
        #expect(text.hasSuffix("---\nONE\ntwo\nTHREE\n"), "\(text)")
        #expect(text.contains("due: 2026-12-02\n") && text.contains("x: 1\n"))
        #expect(!text.contains("> [!conflict]"))
    }

    @Test func `a restored task that the other side deleted stays, with a record of the deletion`()
        throws
    {
        let first = board("due: 2026-12-01\n", "one\n")
        let text = try #require(try met(first, Self.gone))
        #expect(text.contains("{key: .deleted, by: Bob, at: 1970-01-01T00:00:03Z}"), "\(text)")
    }

    @Test func `a task that the other side deleted and restored gets no record`() throws {
        let first = board("due: 2026-12-01\n", "one\n")
        let root = history.commit(first, time: 1)
        let deleted = history.commit(Self.gone, parents: [root], time: 2)
        let files = try history.files(in: root)
        let gone = history.commit(Self.gone, parents: [root], time: 3, author: "Bob")
        let again = history.commit(files, parents: [gone], time: 4, author: "Bob", isReturn: true)
        let other = try merged(deleted, again)
        #expect(try text(other) == nil)
        let returned = history.commit(files, parents: [deleted], time: 5, isReturn: true)
        #expect(try text(merged(returned, other)) == first[Self.path])
    }

    @Test func `a new task with an old name gets no record`() throws {
        let first = board("due: 2026-12-01\n", "one\n")
        #expect(try met(first, Self.gone, isReturn: false) == first[Self.path])
    }
}
