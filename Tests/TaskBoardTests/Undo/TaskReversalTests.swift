import MarkdownDocument
import Testing

@testable import TaskBoard

/// Undo of a commit in one task, field by field.
struct TaskReversalTests {
    struct Case: CustomTestStringConvertible, Sendable {
        let what: String
        var before: String
        var after: String
        var now: String
        var comes: String
        var stays: [Text] = []

        var testDescription: String { what }
    }

    static let fields = [
        Case(
            what: "a value as it was left", before: "due: 1\n", after: "due: 2\n",
            now: "due: 2\nown: x\n", comes: "due: 1\nown: x\n"),
        Case(
            what: "a new key", before: "title: t\n", after: "title: t\ndue: 2\n",
            now: "title: u\ndue: 2\n", comes: "title: u\n"),
        Case(
            what: "a key that was taken out", before: "title: t\ndue: 2\n", after: "title: t\n",
            now: "title: u\n", comes: "title: u\ndue: 2\n"),
        Case(
            what: "a value that was changed since", before: "due: 1\nown: x\n",
            after: "due: 2\nown: y\n", now: "due: 3\nown: y\n", comes: "due: 3\nown: x\n",
            stays: ["due"]),
        Case(
            what: "a value that is back already", before: "due: 1\n", after: "due: 2\n",
            now: "due: 1\nown: x\n", comes: "due: 1\nown: x\n"),
        Case(
            what: "a key that was removed since", before: "due: 1\nown: x\n",
            after: "due: 2\nown: x\n", now: "own: x\n", comes: "own: x\n", stays: ["due"]),
        Case(
            what: "elements of a list", before: "tags: [a, b]\n", after: "tags: [b, c]\n",
            now: "tags: [b, c, d]\n", comes: "tags: [b, d, a]\n"),
        Case(
            what: "the last element of a list", before: "title: t\n",
            after: "title: t\ntags: [a]\n", now: "title: u\ntags: [a]\n", comes: "title: u\n"),
        Case(
            what: "a value that another lost against",
            before: "due: 1\n", after: "due: 2\n",
            now:
                "due: 2\nconflicts:\n  - {key: due, value: 3, by: Bob, at: 2026-11-21T00:00:00Z}\n",
            comes: "due: 3\n"),
        Case(
            what: "a value that lost against another",
            before: "due: 1\n", after: "due: 2\n",
            now:
                "due: 3\nconflicts:\n  - {key: due, value: 2, by: Ann, at: 2026-11-21T00:00:00Z}\n",
            comes: "due: 3\n", stays: ["due"]),
        Case(
            what: "comments and the order of keys", before: "b: 1\na: 1\n",
            after: "# new\nb: 2\na: 1\n", now: "# new\nb: 2\na: 1\nc: 1 # mine\n",
            comes: "b: 1\na: 1\nc: 1 # mine\n"),
    ]

    @Test(arguments: fields) func `fields are undone one by one`(_ c: Case) throws {
        func file(_ text: String) -> String { "---\n\(text)---\nBody.\n" }
        let task = try reversal(before: file(c.before), after: file(c.after), now: file(c.now))
        #expect(String(decoding: task.bytes, as: UTF8.self) == file(c.comes))
        #expect(task.skipped == c.stays)
    }

    static let bodies = [
        Case(
            what: "a line that was added", before: "a\n\nb\n", after: "a\n\nnew\n\nb\n",
            now: "a\n\nnew\n\nb\n\nmine\n", comes: "a\n\nb\n\nmine\n"),
        Case(
            what: "a line that was changed", before: "a\nb\nc\n", after: "a\nB\nc\n",
            now: "a\nB\nc\nmine\n", comes: "a\nb\nc\nmine\n"),
        Case(
            what: "a line that was removed", before: "a\nb\nc\n", after: "a\nc\n",
            now: "mine\na\nc\n", comes: "mine\na\nb\nc\n"),
        Case(
            what: "lines behind which somebody wrote", before: "a\n", after: "a\nnew\n",
            now: "a\nnew\nmine\n", comes: "a\nmine\n"),
        Case(
            what: "a line between others' new lines", before: "b\nc\n", after: "B\nC\n",
            now: "B\nmine\nC\n", comes: "b\nmine\nc\n"),
        Case(
            what: "a line that was changed since", before: "a\nb\nc\n", after: "a\nB\nc\n",
            now: "a\nmine\nc\n", comes: "a\nmine\nc\n", stays: ["body"]),
        Case(
            what: "a line that was removed since", before: "a\nb\nc\n", after: "a\nB\nc\n",
            now: "a\nc\n", comes: "a\nc\n", stays: ["body"]),
        Case(
            what: "a new line that was changed since", before: "a\n", after: "a\nnew\nmore\n",
            now: "a\nnewer\nmore\n", comes: "a\nnewer\n", stays: ["body"]),
        Case(
            what: "a box", before: "- [ ] a\n- [ ] b\n", after: "- [x] a\n- [ ] b\n",
            now: "- [x] a\n- [x] b\n- [ ] c\n", comes: "- [ ] a\n- [x] b\n- [ ] c\n"),
        Case(
            what: "a nesting, and an item ticked since", before: "- [ ] a\n- [ ] b\n",
            after: "- [ ] s\n  - [ ] a\n  - [ ] b\n", now: "- [ ] s\n  - [ ] a\n  - [x] b\n",
            comes: "- [ ] a\n- [x] b\n"),
        Case(
            what: "a tick of an item that was nested since", before: "- [ ] a\n- [ ] b\n",
            after: "- [ ] a\n- [x] b\n", now: "- [ ] s\n  - [ ] a\n  - [x] b\n",
            comes: "- [ ] s\n  - [ ] a\n  - [ ] b\n"),
        Case(
            what: "a new item that was ticked since", before: "- [ ] a\n",
            after: "- [ ] a\n- [ ] b\n- [ ] c\n", now: "- [ ] a\n- [ ] b\n- [x] c\n",
            comes: "- [ ] a\n- [x] c\n", stays: ["[x] c"]),
        Case(
            what: "a tick of an item that was marked anew since", before: "- [ ] a\nt\n",
            after: "- [x] a\nT\n", now: "- [/] a\nT\n", comes: "- [/] a\nt\n",
            stays: ["[ ] a"]),
        Case(
            what: "a tick of an item that was deleted since", before: "- [ ] a\n- [ ] b\n",
            after: "- [ ] a\n- [x] b\n", now: "- [ ] a\n", comes: "- [ ] a\n", stays: ["[ ] b"]),
    ]

    @Test(arguments: bodies) func `bodies are undone line by line`(_ c: Case) throws {
        func file(_ text: String) -> String { "---\ntitle: t\n---\n\(text)" }
        let task = try reversal(before: file(c.before), after: file(c.after), now: file(c.now))
        #expect(String(decoding: task.bytes, as: UTF8.self) == file(c.comes))
        #expect(task.skipped == c.stays)
    }

    struct PathCase: CustomTestStringConvertible, Sendable {
        let before, after, now, comes: String
        var stays: [Text] = []
        var testDescription: String { "\(before) \(after) \(now)" }
    }

    static let paths = [
        PathCase(before: "todo/x", after: "doing/x", now: "doing/y", comes: "todo/y"),
        PathCase(
            before: "todo/x", after: "doing/x", now: "done/x", comes: "done/x", stays: ["state"]),
        PathCase(before: "todo/x", after: "todo/y", now: "doing/y", comes: "doing/x"),
        PathCase(
            before: "todo/x", after: "todo/y", now: "todo/z", comes: "todo/z", stays: ["path"]),
        PathCase(
            before: "done/x", after: "done/2026/x", now: "done/2026/x", comes: "done/x"),
        PathCase(
            before: "doing/x", after: "done/x", now: "done/2026/x", comes: "done/2026/x",
            stays: ["path"]),
        PathCase(
            before: "done/x", after: "done/2026/x", now: "todo/x", comes: "todo/x", stays: ["path"]
        ),
        PathCase(
            before: "gone/x", after: "todo/x", now: "todo/x", comes: "todo/x", stays: ["state"]),
        PathCase(before: "todo/x", after: "doing/x", now: "todo/x", comes: "todo/x"),
    ]

    @Test(arguments: paths) func `the path is undone part by part`(_ c: PathCase) throws {
        let text = "---\ntitle: t\n---\n"
        let task = try reversal(
            before: text, after: text, now: text + "Mine.\n",
            at: ThreeWay(base: c.after, ours: c.now, theirs: c.before).map { BoardPath($0 + ".md") }
        )
        #expect(task.path.string == c.comes + ".md")
        #expect(String(decoding: task.bytes, as: UTF8.self) == text + "Mine.\n")
        #expect(task.skipped == c.stays)
    }

    @Test func `an unreadable file is undone only if it is unchanged since`() throws {
        let (bad, good) = ("---\ntitle: a: b\n---\n", "---\ntitle: t\n---\n")
        #expect(try reversal(before: good, after: bad, now: bad).bytes == Array(good.utf8))
        #expect(try reversal(before: bad, after: good, now: good).bytes == Array(bad.utf8))
        let stays = try reversal(before: good, after: good + "x\n", now: bad)
        #expect(stays.bytes == Array(bad.utf8) && stays.skipped == [Skipped.file])
    }

    private func reversal(
        before: String, after: String, now: String,
        at paths: ThreeWay<BoardPath> = ThreeWay(
            base: "todo/x.md", ours: "todo/x.md", theirs: "todo/x.md")
    ) throws -> TaskReversal {
        func file(_ path: BoardPath, _ text: String) -> TaskFile {
            TaskFile(
                path: path, file: TreeFile(mode: TreeFile.regularMode, id: Array(text.utf8)),
                contents: TaskParts(Array(text.utf8)))
        }
        return try TaskReversal(
            ThreeWay(
                base: file(paths.base, after), ours: file(paths.ours, now),
                theirs: file(paths.theirs, before)),
            isState: { $0 != "gone" })
    }
}
