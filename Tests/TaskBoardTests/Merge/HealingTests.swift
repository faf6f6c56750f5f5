import MarkdownDocument
import MergeSupport
import Testing

@testable import TaskBoard

private let path = "todo/a-k3f9m2.md"

private func task(_ fields: String, _ body: String = "") -> String {
    "---\ntitle: A\n\(fields)---\n\(body)"
}

/// The repair of merges by plain git that left conflict markers in a task.
struct HealingTests {
    private let history = MemoryHistory()
    private let root: HashID
    private let ann: HashID
    private let bob: HashID

    init() {
        root = history.commit([path: task("due: 1\n"), "todo/b.md": "b\n"], time: 1)
        ann = history.commit(
            [path: task("due: 2\n"), "todo/b.md": "b\n"], parents: [root], time: 2, author: "Ann")
        bob = history.commit(
            [path: task("due: 3\n"), "todo/b.md": "b\n"], parents: [root], time: 3, author: "Bob")
    }

    private let markers = "---\ntitle: A\n<<<<<<< HEAD\ndue: 2\n=======\ndue: 3\n>>>>>>> bob\n---\n"

    private func merge(_ text: String, _ others: [String: String] = [:]) -> HashID {
        history.commit(
            [path: text, "todo/b.md": "b\n"].merging(others) { $1 }, parents: [ann, bob], time: 9,
            author: "Cat")
    }

    private func healed(_ merge: HashID, for head: HashID? = nil) throws -> [String: String]? {
        let healing = try healing(of: merge, for: head ?? merge, in: history)
        return try healing?.changes.reduce(into: [:]) { texts, change in
            let bytes: [UInt8]? =
                switch change.value {
                case nil: nil
                case .written(let bytes, _): bytes
                case .existing(let file): try history.contents(file.id)
                }
            texts[change.key.string] = bytes.map { String(decoding: $0, as: UTF8.self) } ?? "gone"
        }
    }

    @Test func `a task with conflict markers becomes what pmd would have merged`() throws {
        let commit = merge(markers)
        let own = history.commit(try TaskBoard.merge(ann, bob, in: history))
        let text = try history.bytes(in: own)[BoardPath(path)].map {
            String(decoding: $0, as: UTF8.self)
        }
        #expect(try healed(commit) == [path: try #require(text)])
        let healing = try #require(try healing(of: commit, for: commit, in: history))
        #expect(healing.time == 9)
        #expect(healing.newConflicts == [NewConflict(task: TaskID(Text("k3f9m2")), key: "due")])
        #expect(text?.contains("conflicts:") == true)
    }

    @Test func `the order of the parents makes no difference`() throws {
        let other = history.commit(
            [path: markers, "todo/b.md": "b\n"], parents: [bob, ann], time: 9, author: "Cat")
        #expect(try healed(other) == healed(merge(markers)))
    }

    @Test(arguments: [
        task("due: 4\n"), task("due: 2\n"), task("due: 2\n", "<<<<<<< HEAD\nx\n=======\n"),
        task("due: 2\n", "=======\n>>>>>>> b\n<<<<<<< HEAD\n"),
        task("due: 2\n", "<<<<<<<<<< HEAD\n=======\n>>>>>>> b\n"),
        task("due: 2\n", " <<<<<<< HEAD\n=======\n>>>>>>> b\n"),
    ])
    func `a merge that the user resolved is not changed`(_ text: String) throws {
        #expect(try healed(merge(text)) == nil)
    }

    @Test func `markers in the text of a side are text`() throws {
        let quoted = task("due: 2\n", "<<<<<<< HEAD\na\n=======\nb\n>>>>>>> x\n")
        let ann = history.commit([path: quoted], parents: [root], time: 5)
        let commit = history.commit([path: markers], parents: [ann, bob], time: 9)
        #expect(try healed(commit) == nil)
    }

    @Test func `markers in other files are left to the user`() throws {
        let commit = history.commit(
            [path: task("due: 2\n"), "notes.md": markers, "todo/c.txt": markers],
            parents: [ann, bob], time: 9)
        #expect(try healed(commit) == nil)
    }

    @Test func `a task that was resolved later is left alone`() throws {
        let commit = merge(markers)
        let resolved = history.commit(
            [path: task("due: 5\n"), "todo/b.md": "b\n"], parents: [commit], time: 10)
        #expect(try healed(commit, for: resolved) == nil)
        let beside = history.commit(
            [path: markers, "todo/b.md": "other\n"], parents: [commit], time: 10)
        #expect(try healed(commit, for: beside) == healed(commit))
    }

    @Test func `a task that git left in two folders ends in one`() throws {
        let moved = "doing/a-k3f9m2.md"
        let ann = history.commit([moved: task("due: 2\n")], parents: [root], time: 5)
        let commit = history.commit(
            [path: markers, moved: markers], parents: [ann, bob], time: 9)
        let files = try #require(try healed(commit))
        #expect(files[path] == "gone")
        #expect(files[moved]?.contains("due: 2") == true)
    }

    /// Returns the files that git leaves if one side moved a task and the other
    /// edited it so much that git does not detect the move.
    private func doubled(
        _ old: String = task("due: 2\n"), _ new: String = task("due: 1\n", "from bob\n")
    ) -> HashID {
        let ann = history.commit([moved: task("due: 2\n")], parents: [root], time: 5)
        let bob = history.commit([path: task("due: 1\n", "from bob\n")], parents: [root], time: 6)
        return history.commit([moved: old, path: new], parents: [ann, bob], time: 9)
    }

    private var moved: String { "doing/a-k3f9m2.md" }

    @Test func `a task that git left in each side's folder is merged`() throws {
        #expect(
            try healed(doubled()) == [path: "gone", moved: task("due: 2\n", "from bob\n")])
    }

    @Test func `an edit of one of the two files stays`() throws {
        let commit = doubled()
        let later = history.commit(
            [moved: task("due: 2\n"), path: task("due: 1\n", "from bob\nand more\n")],
            parents: [commit], time: 10)
        let healing = try #require(try healing(of: commit, for: later, in: history))
        var files = try history.files(in: commit)
        for (path, file) in healing.changes {
            files[path] = nil
            if case .written(let bytes, _) = file { files[path] = history.store(bytes) }
        }
        let healed = history.commit(
            files, parents: [commit], time: healing.time, author: "pmd-merge", isMerge: true)
        let result = history.commit(try TaskBoard.merge(later, healed, in: history))
        let merged = try history.bytes(in: result).map {
            ($0.string, String(decoding: $1, as: UTF8.self))
        }
        #expect(merged.map(\.0) == [moved])
        #expect(merged.first?.1 == task("due: 2\n", "from bob\nand more\n"))
    }

    @Test func `two files, one of which the user wrote, are left alone`() throws {
        #expect(try healed(doubled(task("due: 4\n"))) == nil)
        #expect(try healed(doubled(task("due: 2\n"), task("due: 4\n"))) == nil)
    }

    @Test func `a task is left alone if one of its files was deleted later`() throws {
        let commit = doubled()
        let resolved = history.commit([moved: task("due: 2\n")], parents: [commit], time: 10)
        #expect(try healed(commit, for: resolved) == nil)
    }

    @Test func `a copy that one side already had is left alone`() throws {
        let ann = history.commit(
            [moved: task("due: 2\n"), "done/a-k3f9m2.md": task("")], parents: [root], time: 5)
        let commit = history.commit(
            [moved: task("due: 2\n"), "done/a-k3f9m2.md": task(""), path: task("due: 1\n", "b\n")],
            parents: [
                ann, history.commit([path: task("due: 1\n", "b\n")], parents: [root], time: 6),
            ], time: 9)
        #expect(try healed(commit) == nil)
    }

    @Test func `pmd's own merges and octopus merges are not healed`() throws {
        let files = try history.files(in: merge(markers))
        let own = history.commit(files, parents: [ann, bob], time: 9, isMerge: true)
        #expect(try healed(own) == nil)
        let octopus = history.commit([path: markers], parents: [ann, bob, root], time: 9)
        #expect(try healed(octopus) == nil)
        let single = history.commit([path: markers], parents: [ann], time: 9)
        #expect(try healed(single) == nil)
    }

    @Test func `markers in a merge without conflicts are left to the user`() throws {
        let commit = history.commit(
            [path: markers, "todo/b.md": "b\n"], parents: [ann, root], time: 9)
        #expect(try healed(commit) == nil)
    }

    @Test func `markers at the end of a file are recognized`() throws {
        let text = task("", "<<<<<<< HEAD\nx\n=======\ny\n>>>>>>>")
        #expect(try healed(merge(text)) == healed(merge(markers)))
    }

    @Test func `a task is not healed if its path is in use`() throws {
        let moved = history.commit(
            ["doing/a-k3f9m2.md": task("due: 2\n")], parents: [root], time: 5, author: "Ann")
        let files = [path: markers, "doing": "a file, and no folder\n"]
        #expect(try healed(history.commit(files, parents: [moved, bob], time: 9)) == nil)
        let below = [path: markers, "doing/a-k3f9m2.md/notes.txt": "a folder, and no file\n"]
        #expect(try healed(history.commit(below, parents: [moved, bob], time: 9)) == nil)
    }

    @Test func `healing stores whole files below conflicts`() throws {
        let (x, y) = (task("due: a: b\n"), task("due: c: d\n"))
        let ann = history.commit([path: x], parents: [root], time: 5, author: "Ann")
        let bob = history.commit([path: y], parents: [root], time: 6, author: "Bob")
        let files = try #require(
            try healed(history.commit([path: markers], parents: [ann, bob], time: 9)))
        #expect(Set(files.values) == [x, y])
        #expect(files.keys.filter { $0.hasPrefix("conflicts/k3f9m2-") }.count == 1)
    }

    @Test func `a healed value keeps its age`() throws {
        // Bob's date won at 3; a writer at 5 is later, although git merged at
        // 9.
        let commit = merge(markers)
        let healing = try #require(try healing(of: commit, for: commit, in: history))
        var files = try history.files(in: commit)
        for (path, file) in healing.changes {
            if case .written(let bytes, _) = file { files[path] = history.store(bytes) }
        }
        let healed = history.commit(
            files, parents: [commit], time: healing.time, author: "pmd-merge", isMerge: true)
        let dan = history.commit(
            [path: task("due: 7\n"), "todo/b.md": "b\n"], parents: [root], time: 5, author: "Dan")
        let result = history.commit(try TaskBoard.merge(healed, dan, in: history))
        let text = try #require(try history.bytes(in: result)[BoardPath(path)])
        #expect(String(decoding: text, as: UTF8.self).contains("\ndue: 7\n"))
    }

    @Test func `the healing commit is recognized as pmd's own`() {
        #expect(
            GeneratedCommit.isMerge(
                name: GeneratedCommit.merge.authorName, email: GeneratedCommit.merge.authorEmail,
                message: GeneratedCommit.healing.message(format: 1)))
    }
}
