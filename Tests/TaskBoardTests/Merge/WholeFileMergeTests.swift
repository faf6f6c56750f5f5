import MarkdownDocument
import MergeSupport
import Testing

@testable import TaskBoard

private let task = "todo/a-k3f9m2.md"

/// Merges of malformed tasks and other files, as a whole or by line.
struct WholeFileMergeTests {
    private let broken = "---\ntitle: a: b\n---\none\n"

    @Test func `one side changed a file: its bytes stay, malformed or not`() throws {
        try MergeCase(
            "broken here", base: [task: "one\n"], ours: [task: broken], theirs: [task: "one\n"],
            merged: [task: broken]
        ).check()
        try MergeCase(
            "broken here, moved there", base: [task: "one\n"], ours: [task: broken],
            theirs: ["done/a-k3f9m2.md": "one\n"], merged: ["done/a-k3f9m2.md": broken]
        ).check()
        try MergeCase(
            "broken before, mended here", base: [task: broken], ours: [task: "one\n"],
            theirs: [task: broken], merged: [task: "one\n"]
        ).check()
    }

    @Test func `both changed a file and one is malformed: the other is the task`() throws {
        let kept = "conflicts/k3f9m2-\(digits(broken)).md"
        try MergeCase(
            "broken here, edited there", base: [task: "one\n"], ours: [task: broken],
            theirs: [task: "two\n"],
            merged: [
                task: """
                ---
                conflicts:
                  - {key: .file, value: \(kept), by: Ann, at: 2026-11-21T00:14:00Z}
                ---
                two

                """,
                kept: broken,
            ]
        ).check()
    }

    @Test func `both malformed: the smaller object ID stays, the other becomes a conflict file`()
        throws
    {
        let other = "---\ntitle: a: c\n---\none\n"
        let isSmaller = digits(broken) < digits(other)
        let (stays, goes) = isSmaller ? (broken, other) : (other, broken)
        try MergeCase(
            "both broken", base: [task: "one\n"], ours: [task: broken], theirs: [task: other],
            merged: [task: stays, "conflicts/k3f9m2-\(digits(goes)).md": goes]
        ).check()
    }

    @Test func `a malformed base counts as empty`() throws {
        try MergeCase(
            "mended on both sides", base: [task: broken], ours: [task: "one\nann\n"],
            theirs: [task: "one\nbob\n"], merged: [task: "one\nann\nbob\n"]
        ).check()
        try MergeCase(
            "nobody removes what only a malformed base had",
            base: [task: broken + "two\n"], ours: [task: "one\ntwo\n"],
            theirs: [task: "one\n"], merged: [task: "one\ntwo\n"]
        ).check()
        try MergeCase(
            "a key of a malformed base is everybody's addition",
            base: [task: "---\ntitle: a: b\nown: 1\n---\none\n"],
            ours: [task: "---\nown: 1\n---\none\n"], theirs: [task: "one\n"],
            merged: [task: "---\nown: 1\n---\none\n"]
        ).check()
    }

    @Test
    func `if a result exceeds a limit, the later part stays and the other becomes a conflict file`()
        throws
    {
        let half = String(
            repeating: String(repeating: "0123456789", count: 50) + "\n", count: 1_100)
        let ours = half + "middle\n"
        let theirs = "middle\n" + half
        let kept = "conflicts/k3f9m2-\(digits(ours)).md"
        try MergeCase(
            "two halves", base: [task: "middle\n"], ours: [task: ours], theirs: [task: theirs],
            merged: [
                task: """
                ---
                conflicts:
                  - {key: .file, value: \(kept), by: Ann, at: 2026-11-21T00:14:00Z}
                ---

                """ + theirs,
                kept: ours,
            ]
        ).check()
    }

    @Test func `a flow mapping merges if only one side changed it`() throws {
        try MergeCase(
            "braces", base: [task: "---\n{due: 1}\n---\none\n"],
            ours: [task: "---\n{due: 2}\n---\none\n"],
            theirs: [task: "---\n{due: 1}\n---\ntwo\n"],
            merged: [task: "---\n{due: 2}\n---\ntwo\n"]
        ).check()
    }

    @Test(arguments: [
        MergeCase(
            "lines at different places", base: ["notes.txt": "a\nb\nc\n"],
            ours: ["notes.txt": "A\nb\nc\n"], theirs: ["notes.txt": "a\nb\nC\n"],
            merged: ["notes.txt": "A\nb\nC\n"]),
        MergeCase(
            "changed here, deleted there: what was written stays", base: ["notes.txt": "a\n"],
            ours: ["notes.txt": "b\n"], theirs: [:], merged: ["notes.txt": "b\n"]),
        MergeCase(
            "deleted here, untouched there", base: ["notes.txt": "a\n"], ours: [:],
            theirs: ["notes.txt": "a\n"], merged: [:]),
        MergeCase(
            "a README in a state's folder is no task", base: ["todo/README.md": "a\nb\nc\n"],
            ours: ["todo/README.md": "A\nb\nc\n"], theirs: ["todo/README.md": "a\nb\nC\n"],
            merged: ["todo/README.md": "A\nb\nC\n"]),
    ])
    func `other files merge by line without overlapping changes`(_ merge: MergeCase) throws {
        try merge.check()
    }

    @Test(arguments: [
        ("notes.txt", "a\nb\n", "a\nx\nb\n", "a\ny\nb\n", "conflicts/notes-", ".txt"),
        ("notes.txt", "a\n", "b\n", "c\n", "conflicts/notes-", ".txt"),
        ("attachments/p.png", "\0a\nb\nc\n", "\0A\nb\nc\n", "\0a\nb\nC\n", "conflicts/p-", ".png"),
        (".gitignore", "a\n", "b\n", "c\n", "conflicts/gitignore-", ""),
        ("Makefile", "a\n", "b\n", "c\n", "conflicts/Makefile-", ""),
    ])
    func `other files in conflict: the later writer's stays, the other is a file named by content`(
        path: String, base: String, ours: String, theirs: String, stem: String, suffix: String
    ) throws {
        try MergeCase(
            path, base: [path: base], ours: [path: ours], theirs: [path: theirs],
            merged: [path: theirs, stem + digits(ours) + suffix: ours]
        ).check()
    }

    @Test func `links are carried over unchanged`() throws {
        let history = MemoryHistory()
        var link = history.store(Array("elsewhere".utf8))
        link.mode = TreeFile.symlinkMode
        let other = TreeFile(mode: TreeFile.submoduleMode, id: Array(repeating: 7, count: 20))
        let path: BoardPath = "todo/link.md"
        let root = history.commit([path: link], parents: [], time: 1)
        let a = history.commit([path: link, "module": other], parents: [root], time: 2)
        let text = history.store(Array("x\n".utf8))
        let b = history.commit([path: link, "notes.txt": text], parents: [root], time: 3)
        let result = try merge(a, b, in: history)
        #expect(
            result.files == [
                path: .existing(link), "module": .existing(other), "notes.txt": .existing(text),
            ])
    }

    @Test func `a task that one side replaced by a link keeps its path`() throws {
        let history = MemoryHistory()
        let path: BoardPath = "todo/x.md"
        let (old, new) = (history.store(Array("old\n".utf8)), history.store(Array("new\n".utf8)))
        // By its bytes alone the link would sort before the task.
        var link = history.store(Array("!".utf8))
        link.mode = TreeFile.symlinkMode
        let root = history.commit([path: old], parents: [], time: 1)
        let a = history.commit([path: link], parents: [root], time: 2)
        let b = history.commit([path: new], parents: [root], time: 3)
        let result = try merge(a, b, in: history)
        #expect(try merge(b, a, in: history).isSame(as: result))
        #expect(result.files[path]?.mode == TreeFile.regularMode)
        #expect(result.files[BoardPath("todo/x-\(digits("!")).md")] == .existing(link))
    }

    @Test func `a merged task is a plain file, another file gets the changed mode`() throws {
        let history = MemoryHistory()
        let store = { (text: String, mode: UInt32) in
            TreeFile(mode: mode, id: history.store(Array(text.utf8)).id)
        }
        let (path, script): (BoardPath, BoardPath) = ("todo/a-k3f9m2.md", "run.sh")
        let mode = TreeFile.executableMode
        let root = history.commit(
            [path: store("a\nb\nc\n", mode), script: store("a\nb\nc\n", TreeFile.regularMode)],
            parents: [],
            time: 1)
        let a = history.commit(
            [path: store("A\nb\nc\n", mode), script: store("A\nb\nc\n", mode)], parents: [root],
            time: 2)
        let b = history.commit(
            [path: store("a\nb\nC\n", mode), script: store("a\nb\nC\n", TreeFile.regularMode)],
            parents: [root],
            time: 3)
        let result = try merge(a, b, in: history)
        let merged = Array("A\nb\nC\n".utf8)
        #expect(result.files[path] == .written(merged, mode: TreeFile.regularMode))
        #expect(result.files[script] == .written(merged, mode: mode))
    }

    @Test func `a file in the way of the other side's folder is renamed`() throws {
        try MergeCase(
            "file and folder", base: [:], ours: ["list": "file\n"], theirs: ["list/a.txt": "x\n"],
            merged: ["list-\(digits("file\n"))": "file\n", "list/a.txt": "x\n"]
        ).check()
    }
}
