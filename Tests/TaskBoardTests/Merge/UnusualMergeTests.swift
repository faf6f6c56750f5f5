import MarkdownDocument
import MergeSupport
import Testing

@testable import TaskBoard

private let task = "todo/a-k3f9m2.md"
private let broken = "---\ntitle: a: b\n---\none\n"

/// Merges of tasks in unusual formats.
struct UnusualTaskMergeTests {
    @Test(arguments: [
        MergeCase(
            fields: "front matter in braces with two keys on a line", "{a: 1, b: 2}\n",
            ours: "{a: 1, b: 2}\n", theirs: "{a: 1, b: 3}\n", merged: "{a: 1, b: 3}\n"),
        MergeCase(
            "one side ends its lines otherwise, the other edits", "---\r\na: 1\r\nb: 1\r\n---\r\n",
            ours: "---\na: 1\nb: 1\n---\n", theirs: "---\r\na: 1\r\nb: 2\r\n---\r\n",
            merged: "---\na: 1\nb: 2\n---\n"),
        MergeCase(
            "lines behind a last line without an end", "a", ours: "a\nb\n", theirs: "a\r\nc\r\n",
            merged: "a\r\nb\r\nc\r\n"),
        MergeCase(
            "an emptied front matter leaves the byte order mark",
            "\u{FEFF}---\na: 1\nb: 2\n---\nx\n", ours: "\u{FEFF}---\na: 1\n---\nx\n",
            theirs: "\u{FEFF}---\nb: 2\n---\nx\n", merged: "\u{FEFF}x\n"),
        MergeCase(
            "front matter from both sides, one with a byte order mark", "x\n",
            ours: "\u{FEFF}---\na: 1\n---\nx\n", theirs: "---\nb: 2\n---\nx\n",
            merged: "\u{FEFF}---\na: 1\nb: 2\n---\nx\n"),
        MergeCase(
            fields: "an empty list of records is none", "conflicts: []\na: 1\n",
            ours: "conflicts: []\na: 2\n", theirs: "conflicts: []\nb: 1\na: 1\n",
            merged: "conflicts: []\nb: 1\na: 2\n"),
        MergeCase(
            fields: "records without a value are none", "conflicts:\na: 1\n",
            ours: "conflicts:\na: 2\n", theirs: "conflicts:\nb: 1\na: 1\n",
            merged: "conflicts:\nb: 1\na: 2\n"),
        MergeCase(
            fields: "an unknown list that both sides began", "", ours: "own: [a]\n",
            theirs: "own: [b]\n", merged: "own: [b, a]\n"),
        MergeCase(
            fields: "a text that both sides made a list of", "own: a\n", ours: "own: [a, b]\n",
            theirs: "own: [a, c]\n",
            merged: """
                own: [a, c]
                conflicts:
                  - {key: own, value: '[a, b]', by: Ann, at: 2026-11-21T00:14:00Z}

                """),
    ])
    func `front matter and lines in unusual shapes merge`(_ merge: MergeCase) throws {
        try merge.check()
    }

    @Test(arguments: [
        ("a\nb\nc\n", "a\nc\n", "a\nnew\nb\nc\n"),
        ("a\nb\nc\n", "a\nc\n", "a\nb\nnew\nc\n"),
        ("a\nb\nc\n", "a\n", "a\nb\nc\nnew\n"),
        ("a\nb\nc\nd\n", "a\nd\n", "a\nb\nnew\nc\nd\n"),
    ])
    func `an edit next to deleted lines keeps them: an edit beats a deletion`(
        base: String, ours: String, theirs: String
    ) throws {
        try MergeCase("beside", base, ours: ours, theirs: theirs, merged: theirs).check()
    }

    @Test
    func
        `a flow mapping that both changed: the later writer's file stays, the other is a conflict file`()
        throws
    {
        let file = { (due: Int) in "---\n{due: \(due)}\n---\n" }
        let kept = "conflicts/k3f9m2-\(digits(file(2))).md"
        let history = MemoryHistory()
        let root = history.commit([task: file(1)], time: 1)
        let a = history.commit([task: file(2)], parents: [root], time: 2)
        let b = history.commit([task: file(3)], parents: [root], time: 3)
        let result = try merge(a, b, in: history)
        let files = try history.texts(of: result)
        #expect(files[kept] == file(2))
        #expect(files[task]?.contains("due: 3") == true && files[task]?.contains("due: 2") == false)
        #expect(try merge(b, a, in: history).isSame(as: result))
    }

    @Test func `records that do not fit: both files become conflict files`() throws {
        let file = { (letter: String) in
            "---\nown: \(String(repeating: letter, count: 40_000))\n---\n"
        }
        let (ours, theirs) = (file("a"), file("b"))
        try MergeCase(
            "long values", base: [task: "---\nown: 1\n---\n"], ours: [task: ours],
            theirs: [task: theirs],
            merged: [
                task: theirs, "conflicts/k3f9m2-\(digits(ours)).md": ours,
                "conflicts/k3f9m2-\(digits(theirs)).md": theirs,
            ]
        ).check()
    }

    @Test func `two renames in one second: the greater name wins`() throws {
        let history = MemoryHistory()
        let root = history.commit(["todo/a-k3f9m2.md": "one\n"], time: 1)
        let a = history.commit(["todo/b-k3f9m2.md": "one\n"], parents: [root], time: 2)
        let b = history.commit(["todo/c-k3f9m2.md": "one\n"], parents: [root], time: 2)
        let merged = ["todo/c-k3f9m2.md": "one\n"]
        #expect(try history.texts(of: merge(a, b, in: history)) == merged)
        #expect(try history.texts(of: merge(b, a, in: history)) == merged)
    }

    @Test
    func `a task in two folders of one side, one malformed: that one becomes a conflict file`()
        throws
    {
        try MergeCase(
            "half a move", base: [task: "one\n"],
            ours: [task: "one\ntwo\n", "doing/a-k3f9m2.md": broken], theirs: [task: "one\n"],
            merged: [
                "doing/a-k3f9m2.md": """
                ---
                conflicts:
                  - {key: .file, value: conflicts/k3f9m2-\(digits(broken)).md, by: Ann, at: 2026-11-21T00:14:00Z}
                ---
                one
                two

                """,
                "conflicts/k3f9m2-\(digits(broken)).md": broken,
            ]
        ).check()
    }

    @Test func `a deletion removes a task whose mode alone changed`() throws {
        let history = MemoryHistory()
        let file = history.store(Array("one\n".utf8))
        let root = history.commit([BoardPath(task): file], parents: [], time: 1)
        let script = TreeFile(mode: TreeFile.executableMode, id: file.id)
        let a = history.commit([BoardPath(task): script], parents: [root], time: 2)
        let b = history.commit([:], parents: [root], time: 3)
        #expect(try merge(a, b, in: history).files.isEmpty)
        #expect(try merge(b, a, in: history).files.isEmpty)
    }

    @Test func `merging an unrelated history without the task deletes it`() throws {
        let history = MemoryHistory()
        let root = history.commit([task: "one\n"], time: 1)
        let other = history.commit(["notes.txt": "x\n"], time: 5, author: "Carl")
        let a = history.commit(
            ["notes.txt": "x\n"], parents: [root, other], time: 6, author: "Ann")
        let b = history.commit([task: "two\n"], parents: [root], time: 7, author: "Bob")
        let result = try merge(a, b, in: history)
        #expect(try history.texts(of: result)[task]?.contains("{key: .deleted, by: Carl") == true)
        #expect(try merge(b, a, in: history).isSame(as: result))
    }

    @Test func `unrelated histories: the later writer's value stays`() throws {
        try MergeCase(
            "two boards", base: nil,
            ours: ["pmd.yml": "", task: "---\ncreated: 1\ndue: 1\n---\n"],
            theirs: ["pmd.yml": "", task: "---\ncreated: 1\ndue: 2\n---\n"],
            merged: [
                "pmd.yml": "",
                task: """
                ---
                created: 1
                due: 2
                conflicts:
                  - {key: due, value: '1', by: Ann, at: 2026-11-21T00:14:00Z}
                ---

                """,
            ]
        ).check()
    }
}

/// Merges with colliding paths, links and submodules.
struct UnusualPathMergeTests {
    @Test func `a name that is too long is cut between characters`() throws {
        let name = String(repeating: "가", count: 82)
        try MergeCase(
            "file and folder", base: [:], ours: [name + ".txt": "file\n"],
            theirs: [name + ".txt/a.txt": "x\n"],
            merged: [
                String(repeating: "가", count: 80) + "-\(digits("file\n")).txt": "file\n",
                name + ".txt/a.txt": "x\n",
            ]
        ).check()
    }

    @Test func `a conflict file whose name is in use gets another by its content`() throws {
        let first = digits("b\n")
        let taken = [
            "conflicts/notes-\(first).txt": "1\n", "conflicts/notes-\(first)-\(first).txt": "2\n",
        ]
        let again = digits(MemoryHistory().hash(Array("b\n".utf8)))
        try MergeCase(
            "notes", base: taken.merging(["notes.txt": "a\n"]) { $1 },
            ours: taken.merging(["notes.txt": "b\n"]) { $1 },
            theirs: taken.merging(["notes.txt": "c\n"]) { $1 },
            merged: taken.merging([
                "notes.txt": "c\n", "conflicts/notes-\(first)-\(again).txt": "b\n",
            ]) { $1 }
        ).check()
    }

    @Test(arguments: [TreeFile.symlinkMode, TreeFile.submoduleMode])
    func `a link that both sides changed: the later writer's stays, the other is a conflict file`(
        mode: UInt32
    ) throws {
        let history = MemoryHistory()
        let link = { (text: String) in TreeFile(mode: mode, id: history.store(Array(text.utf8)).id)
        }
        let files = ["a", "b", "c"].map(link)
        let root = history.commit(["link": files[0]], parents: [], time: 1)
        let a = history.commit(["link": files[1]], parents: [root], time: 2)
        let b = history.commit(["link": files[2]], parents: [root], time: 3)
        let result = try merge(a, b, in: history)
        let kept = BoardPath("conflicts/link-\(hex(files[1].id.prefix(4)))")
        #expect(result.files == ["link": .existing(files[2]), kept: .existing(files[1])])
        #expect(try merge(b, a, in: history).isSame(as: result))
    }

    @Test func `a task that one side replaced by a repository keeps its path`() throws {
        let history = MemoryHistory()
        let path: BoardPath = "todo/x.md"
        let old = history.store(Array("old\n".utf8))
        let module = TreeFile(mode: TreeFile.submoduleMode, id: Array(repeating: 7, count: 20))
        let root = history.commit([path: old], parents: [], time: 1)
        let a = history.commit([path: module], parents: [root], time: 2)
        let b = history.commit(
            [path: history.store(Array("new\n".utf8))], parents: [root], time: 3)
        let result = try merge(a, b, in: history)
        #expect(result.files[path]?.mode == TreeFile.regularMode)
        #expect(result.files[BoardPath("todo/x-07070707.md")] == .existing(module))
        #expect(try merge(b, a, in: history).isSame(as: result))
    }

    @Test func `one text added with two modes becomes a plain file`() throws {
        let history = MemoryHistory()
        let file = history.store(Array("x\n".utf8))
        let script = TreeFile(mode: TreeFile.executableMode, id: file.id)
        let root = history.commit([:], parents: [], time: 1)
        let a = history.commit(["run.sh": script], parents: [root], time: 2)
        let b = history.commit(["run.sh": file], parents: [root], time: 3)
        #expect(try merge(a, b, in: history).files == ["run.sh": .existing(file)])
        #expect(try merge(b, a, in: history).files == ["run.sh": .existing(file)])
    }
}
