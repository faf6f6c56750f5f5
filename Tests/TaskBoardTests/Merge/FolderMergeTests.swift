import MergeSupport
import Testing

@testable import TaskBoard

private let coded = "-k3f9m2.md"

/// Merges of folders: moved, deleted and added tasks.
struct FolderMergeTests {
    @Test(arguments: [
        MergeCase(
            "a move here and an edit there",
            base: ["todo/a\(coded)": "one\n"], ours: ["doing/a\(coded)": "one\n"],
            theirs: ["todo/a\(coded)": "two\n"], merged: ["doing/a\(coded)": "two\n"]),
        MergeCase(
            "two moves: the later stays, the other is recorded",
            base: ["todo/a\(coded)": "one\n"], ours: ["doing/a\(coded)": "one\n"],
            theirs: ["done/a\(coded)": "one\n"],
            merged: [
                "done/a\(coded)": """
                ---
                conflicts:
                  - {key: .state, value: doing, by: Ann, at: 2026-11-21T00:14:00Z}
                ---
                one

                """
            ]),
        MergeCase(
            "resolving on a folder speaks for it",
            base: ["doing/a\(coded)": "---\nconflicts:\n  - {key: .state, value: todo}\n---\n"],
            ours: ["doing/a\(coded)": ""],
            theirs: ["done/a\(coded)": "---\nconflicts:\n  - {key: .state, value: todo}\n---\n"],
            merged: [
                "done/a\(coded)": """
                ---
                conflicts:
                  - {key: .state, value: doing, by: Ann, at: 2026-11-21T00:14:00Z}
                ---

                """
            ]),
        MergeCase(
            "a move to the folder that was kept resolves it",
            base: ["todo/a\(coded)": "---\nconflicts:\n  - {key: .state, value: doing}\n---\n"],
            ours: ["doing/a\(coded)": "---\nconflicts:\n  - {key: .state, value: doing}\n---\n"],
            theirs: [
                "todo/a\(coded)": "---\nx: 1\nconflicts:\n  - {key: .state, value: doing}\n---\n"
            ],
            merged: ["doing/a\(coded)": "---\nx: 1\n---\n"]),
        MergeCase(
            "the rank follows the state that won",
            base: ["todo/a\(coded)": "---\nrank: a1\n---\n"],
            ours: ["doing/a\(coded)": "---\nrank: b1\n---\n"],
            theirs: ["todo/a\(coded)": "---\nrank: a9\n---\n"],
            merged: ["doing/a\(coded)": "---\nrank: b1\n---\n"]),
        MergeCase(
            "a move by hand here, a reordering there: the rank stays with the move",
            base: ["todo/a\(coded)": "---\nrank: a1\n---\n"],
            ours: ["doing/a\(coded)": "---\nrank: a1\n---\n"],
            theirs: ["todo/a\(coded)": "---\nrank: a9\n---\n"],
            merged: ["doing/a\(coded)": "---\nrank: a1\n---\n"]),
        MergeCase(
            "a move changes no byte of what the other side wrote",
            base: ["todo/a\(coded)": "---\nx: 1\n---\none\n"],
            ours: ["doing/a\(coded)": "---\nx: 1\n---\none\n"],
            theirs: ["todo/a\(coded)": "---\r\nx: 2\ny:  3\r\n---\r\none\ntwo\r\n"],
            merged: ["doing/a\(coded)": "---\r\nx: 2\ny:  3\r\n---\r\none\ntwo\r\n"]),
        MergeCase(
            "a move and a text change no byte of the other side's front matter",
            base: ["todo/a\(coded)": "---\nx: 1\n---\none\n"],
            ours: ["doing/a\(coded)": "---\nx: 1\n---\none\nmore\n"],
            theirs: ["todo/a\(coded)": "---\r\nx: 2\ny:  3\r\n---\r\none\r\n"],
            merged: ["doing/a\(coded)": "---\r\nx: 2\ny:  3\r\n---\r\none\r\nmore\r\n"]),
        MergeCase(
            "a rename by hand and an edit",
            base: ["todo/a\(coded)": "one\n"], ours: ["todo/b\(coded)": "one\n"],
            theirs: ["todo/a\(coded)": "two\n"], merged: ["todo/b\(coded)": "two\n"]),
        MergeCase(
            "two renames: the later, without a record",
            base: ["todo/a\(coded)": "one\n"], ours: ["todo/z\(coded)": "one\n"],
            theirs: ["todo/b\(coded)": "one\n"], merged: ["todo/b\(coded)": "one\n"]),
        MergeCase(
            "archived here, edited there",
            base: ["done/a\(coded)": "one\n"], ours: ["done/2026/a\(coded)": "one\n"],
            theirs: ["done/a\(coded)": "two\n"], merged: ["done/2026/a\(coded)": "two\n"]),
        MergeCase(
            "archived here, reopened there",
            base: ["done/a\(coded)": "one\n"], ours: ["done/2026/a\(coded)": "one\n"],
            theirs: ["todo/a\(coded)": "one\n"], merged: ["todo/a\(coded)": "one\n"]),
        MergeCase(
            "a move into a folder that is no state keeps the task",
            base: ["todo/a\(coded)": "one\n"], ours: ["someday/a\(coded)": "one\n"],
            theirs: ["todo/a\(coded)": "two\n"], merged: ["someday/a\(coded)": "two\n"]),
    ])
    func `the folder merges like a field`(_ merge: MergeCase) throws { try merge.check() }

    @Test(arguments: [
        MergeCase(
            "deleted here, untouched there", base: ["todo/a\(coded)": "one\n"], ours: [:],
            theirs: ["todo/a\(coded)": "one\n"], merged: [:]),
        MergeCase(
            "deleted here, reordered there",
            base: ["todo/a\(coded)": "---\nrank: a1\n---\n"], ours: [:],
            theirs: ["todo/a\(coded)": "---\nrank: a2\n---\n"], merged: [:]),
        MergeCase(
            "deleted here, edited there: it stays and says so",
            base: ["todo/a\(coded)": "one\n"], ours: [:], theirs: ["todo/a\(coded)": "two\n"],
            merged: [
                "todo/a\(coded)": """
                ---
                conflicts:
                  - {key: .deleted, by: Ann, at: 2026-11-21T00:14:00Z}
                ---
                two

                """
            ]),
        MergeCase(
            "deleted later than edited: it stays all the same",
            base: ["todo/a\(coded)": "one\n"], ours: ["todo/a\(coded)": "two\n"], theirs: [:],
            merged: [
                "todo/a\(coded)": """
                ---
                conflicts:
                  - {key: .deleted, by: Bob, at: 2026-11-22T08:00:00Z}
                ---
                two

                """
            ]),
        MergeCase(
            "deleted here, moved there",
            base: ["todo/a\(coded)": "one\n"], ours: [:], theirs: ["done/a\(coded)": "one\n"],
            merged: [
                "done/a\(coded)": """
                ---
                conflicts:
                  - {key: .deleted, by: Ann, at: 2026-11-21T00:14:00Z}
                ---
                one

                """
            ]),
        MergeCase(
            "deleted here, a value kept there: a record is an edit",
            base: ["todo/a\(coded)": "---\ndue: 1\n---\n"], ours: [:],
            theirs: ["todo/a\(coded)": "---\ndue: 1\nconflicts:\n  - {key: due, value: 2}\n---\n"],
            merged: [
                "todo/a\(coded)": """
                ---
                due: 1
                conflicts:
                  - {key: .deleted, by: Ann, at: 2026-11-21T00:14:00Z}
                  - {key: due, value: 2}
                ---

                """
            ]),
        MergeCase(
            "deleted on both sides", base: ["todo/a\(coded)": "one\n"], ours: [:], theirs: [:],
            merged: [:]),
        MergeCase(
            "deleted here, its line ends changed there",
            base: ["todo/a\(coded)": "one\ntwo\n"], ours: [:],
            theirs: ["todo/a\(coded)": "one\r\ntwo\r\n"], merged: [:]),
    ])
    func `a deletion removes only untouched tasks`(_ merge: MergeCase) throws {
        try merge.check()
    }

    @Test(arguments: [
        MergeCase(
            "one code, made at one time: one task",
            base: [:], ours: ["todo/a\(coded)": "---\ncreated: 1\n---\nx\n"],
            theirs: ["todo/b\(coded)": "---\ncreated: 1\n---\nx\n"],
            merged: ["todo/b\(coded)": "---\ncreated: 1\n---\nx\n"]),
        MergeCase(
            "one code, one without a time: one task",
            base: [:], ours: ["todo/a\(coded)": "---\ncreated: 1\n---\nx\n"],
            theirs: ["todo/a\(coded)": "x\n"],
            merged: ["todo/a\(coded)": "---\ncreated: 1\n---\nx\n"]),
        MergeCase(
            "one code, made at two times: two tasks",
            base: [:], ours: ["todo/a\(coded)": "---\ncreated: 1\n---\n"],
            theirs: ["todo/b\(coded)": "---\ncreated: 2\n---\n"],
            merged: [
                "todo/a\(coded)": "---\ncreated: 1\n---\n",
                "todo/b\(coded)": "---\ncreated: 2\n---\n",
            ]),
        MergeCase(
            "one hand-made name and a common line: one task",
            base: [:], ours: ["todo/call.md": "same\nann\n"],
            theirs: ["todo/call.md": "same\nbob\n"], merged: ["todo/call.md": "same\nann\nbob\n"]),
        MergeCase(
            "one hand-made name and a common title: one task",
            base: [:], ours: ["todo/call.md": "---\ntitle: Call\n---\n"],
            theirs: ["todo/call.md": "---\ntitle: Call\n---\nbob\n"],
            merged: ["todo/call.md": "---\ntitle: Call\n---\nbob\n"]),
        MergeCase(
            "one hand-made name and an empty file: one task",
            base: [:], ours: ["todo/call.md": ""], theirs: ["todo/call.md": "bob\n"],
            merged: ["todo/call.md": "bob\n"]),
        MergeCase(
            "one hand-made name and nothing in common: two tasks",
            base: [:], ours: ["todo/Untitled.md": "ann\n"], theirs: ["todo/Untitled.md": "bob\n"],
            merged: ["todo/Untitled.md": "ann\n", "todo/Untitled-CODE.md": "bob\n"]),
        MergeCase(
            "one hand-made name in two folders: two tasks",
            base: [:], ours: ["todo/Untitled.md": "ann\n"], theirs: ["done/Untitled.md": "bob\n"],
            merged: ["todo/Untitled.md": "ann\n", "done/Untitled.md": "bob\n"]),
    ])
    func `tasks that both sides added merge`(_ merge: MergeCase) throws {
        var merge = merge
        if let bytes = merge.merged.removeValue(forKey: "todo/Untitled-CODE.md") {
            let code = TaskCode.derived(from: MemoryHistory().hash(Array(bytes.utf8)))
            merge.merged["todo/Untitled-\(code).md"] = bytes
        }
        try merge.check()
    }

    @Test(arguments: [
        MergeCase(
            "a move half seen: two folders of one side are one task",
            base: ["todo/a\(coded)": "one\n"],
            ours: ["todo/a\(coded)": "one\n", "doing/a\(coded)": "one\ntwo\n"],
            theirs: ["todo/a\(coded)": "zero\none\n"],
            merged: ["doing/a\(coded)": "zero\none\ntwo\n"]),
        MergeCase(
            "two folders in the base, one of them here",
            base: ["todo/a\(coded)": "one\n", "doing/a\(coded)": "one\n"],
            ours: ["doing/a\(coded)": "one\n"],
            theirs: ["todo/a\(coded)": "one\ntwo\n", "doing/a\(coded)": "one\n"],
            merged: ["doing/a\(coded)": "one\ntwo\n"]),
        MergeCase(
            "a copy under another slug is a task of its own",
            base: ["todo/a\(coded)": "one\n"],
            ours: ["todo/a\(coded)": "one\n", "todo/b\(coded)": "copy\n"],
            theirs: ["todo/a\(coded)": "two\n"],
            merged: ["todo/a\(coded)": "two\n", "todo/b\(coded)": "copy\n"]),
        MergeCase(
            "one hand-made name in two folders is two tasks",
            base: ["todo/x.md": "one\n"], ours: ["todo/x.md": "one\n", "done/x.md": "copy\n"],
            theirs: ["todo/x.md": "two\n"],
            merged: ["todo/x.md": "two\n", "done/x.md": "copy\n"]),
    ])
    func `one ID in several files merges`(_ merge: MergeCase) throws { try merge.check() }

    @Test func `of two tasks with one path, the base's task keeps it`() throws {
        let moved = "bob\n"
        let code = TaskCode.derived(from: MemoryHistory().hash(Array(moved.utf8)))
        try MergeCase(
            "a move onto an existing name",
            base: ["todo/x.md": "zzz\n", "done/x.md": moved, "done/y.md": ""],
            ours: ["todo/x.md": "zzzz\n", "done/x.md": moved, "done/y.md": ""],
            theirs: ["todo/x.md": "zzz\n", "done/y.md": "", "doing/x.md": moved],
            merged: ["todo/x.md": "zzzz\n", "doing/x.md": moved, "done/y.md": ""]
        ).check()
        try MergeCase(
            "both added one name with nothing in common",
            base: ["todo/x.md": "zzz\n"], ours: ["todo/x.md": "zzz\n", "done/x.md": "ann\n"],
            theirs: ["todo/x.md": "zzz\n", "done/x.md": moved],
            merged: [
                "todo/x.md": "zzz\n", "done/x.md": "ann\n", "done/x-\(code).md": moved,
            ]
        ).check()
    }
}
