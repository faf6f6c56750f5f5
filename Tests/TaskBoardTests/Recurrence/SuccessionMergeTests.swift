import MarkdownDocument
import MergeSupport
import TestSupport
import Testing

@testable import TaskBoard

/// Merges of histories in which repeating tasks were finished.
struct SuccessionMergeTests {
    private let history = MemoryHistory()
    private let root: HashID
    private let next: TaskID

    init() throws {
        root = history.commit(
            ["pmd.yml": "states: [todo, doing, done]\n", "todo/a-k3f9m2.md": Self.task()], time: 1)
        let bytes = Array("repeat\nk3f9m2".utf8)
        next = TaskID(TaskCode.derived(from: history.hash(bytes)))
    }

    private static func task(
        _ front: String = "due: 2026-12-01\nrepeat: every day", body: String = "text\n"
    ) -> String {
        "---\n\(front)\n---\n\(body)"
    }

    /// Commits a user's edit, and processes the completions in it.
    private func commit(
        _ parent: HashID, time: Int64, isReturn: Bool = false,
        _ edit: (inout [String: String]) -> Void
    ) throws -> HashID {
        var files = try texts(parent)
        edit(&files)
        let stored = Dictionary(
            uniqueKeysWithValues: files.map { (BoardPath($0), history.store(Array($1.utf8))) })
        return try history.commitSuccessions(
            at: history.commit(
                stored, parents: [parent], time: time, author: "Ann", isReturn: isReturn))
    }

    private func texts(_ commit: HashID) throws -> [String: String] {
        let files = try history.bytes(in: commit).map {
            ($0.key.string, String(decoding: $0.value, as: UTF8.self))
        }
        return Dictionary(uniqueKeysWithValues: files)
    }

    private func finishing(
        _ parent: HashID, time: Int64, _ front: String? = nil
    ) throws -> HashID {
        try commit(parent, time: time) { files in
            let text = files.removeValue(forKey: "todo/a-k3f9m2.md")
            files["done/a-k3f9m2.md"] = front.map { Self.task($0) } ?? text
        }
    }

    private func merged(_ a: HashID, _ b: HashID) throws -> [String: String] {
        let result = try merge(a, b, in: history)
        #expect(try merge(b, a, in: history).isSame(as: result))
        return try texts(history.commitSuccessions(at: history.commit(result)))
    }

    private var open: String { "todo/a-\(next).md" }
    private var done: String { "done/a-\(next).md" }

    @Test func `two clones that finish a task create one successor`() throws {
        let files = try merged(finishing(root, time: 2), finishing(root, time: 3))
        #expect(files["done/a-k3f9m2.md"] == Self.task("due: 2026-12-01"))
        #expect(files[open] == Self.task("due: 2026-12-02\nrepeat: every day"))
        #expect(files.count == 3)
    }

    @Test func `a late completion does not reopen a finished successor`() throws {
        let ours = try commit(finishing(root, time: 2), time: 3) { [open, done] in
            $0[done] = $0.removeValue(forKey: open)
        }
        let files = try merged(ours, finishing(root, time: 9))
        #expect(files[done] == Self.task("due: 2026-12-02"))
        #expect(files[open] == nil && files.count == 4)
    }

    @Test(arguments: [2, 9] as [Int64])
    func `of two dates that no user wrote the later one stays`(time: Int64) throws {
        let rule = "due: 2026-12-01\nrepeat: after 3 days"
        let base = try commit(root, time: 1) { $0["todo/a-k3f9m2.md"] = Self.task(rule) }
        let files = try merged(
            finishing(base, time: 86_400 * time), finishing(base, time: 86_400 * 5))
        let day = Day(localSeconds: 86_400 * (max(time, 5) + 3))
        #expect(files[open] == Self.task("due: \(day.text)\nrepeat: after 3 days"))
    }

    @Test func `a folder that no user chose loses to a user's choice, without a record`() throws {
        let rule = Self.task("repeat: after 3 days")
        let base = try commit(root, time: 1) { $0["todo/a-k3f9m2.md"] = rule }
        let ours = try commit(finishing(base, time: 86_400 * 2), time: 86_400 * 3) { [open, done] in
            $0[done] = $0.removeValue(forKey: open)
        }
        let settings = try commit(base, time: 86_400 * 8) {
            $0["pmd.yml"] = "states: [inbox, todo, doing, done]\n"
        }
        let theirs = try finishing(settings, time: 86_400 * 9)
        #expect(try texts(theirs)["inbox/a-\(next).md"] != nil)
        let files = try merged(ours, theirs)
        #expect(files[done] == Self.task("due: 1970-01-13"))
        #expect(files.keys.filter { $0.contains("a-\(next)") } == [done])
    }

    @Test func `a value that no user wrote loses to a user's value, without a record`() throws {
        let ours = try commit(finishing(root, time: 2), time: 3) { [open] in
            $0[open] = Self.task("due: 2026-11-01\nrepeat: every day", body: "changed\n")
        }
        let rule = "due: 2027-01-01\ntags: [x]\nrepeat: every day"
        let files = try merged(ours, finishing(root, time: 9, rule))
        #expect(
            files[open]
                == Self.task("due: 2026-11-01\ntags: [x]\nrepeat: every day", body: "changed\n"))
    }

    @Test func `a deleted successor is not created again`() throws {
        let ours = try commit(finishing(root, time: 2), time: 3) { [open] in $0[open] = nil }
        #expect(try merged(ours, finishing(root, time: 9))[open] == nil)
        let again = try commit(ours, time: 4) { files in
            files["done/a-k3f9m2.md"] = Self.task()
        }
        #expect(try texts(again)[open] == nil)
        #expect(try texts(again)["done/a-k3f9m2.md"] == Self.task("due: 2026-12-01"))
    }

    @Test func `a deleted successor that another clone changed stays, with a record`() throws {
        let ours = try commit(finishing(root, time: 2), time: 3) { [open] in $0[open] = nil }
        let theirs = try commit(finishing(root, time: 9), time: 10) { [open] in
            $0[open]? += "more\n"
        }
        let text = try merged(ours, theirs)[open]
        #expect(text?.contains("more\n") == true)
        #expect(text?.contains("{key: .deleted, by: Ann, at: 1970-01-01T00:00:03Z}") == true)
    }

    @Test func `undoing one completion leaves the other completion's successor`() throws {
        let ours = try commit(finishing(root, time: 2), time: 3, isReturn: true) { [open] in
            $0[open] = nil
            $0["done/a-k3f9m2.md"] = nil
            $0["todo/a-k3f9m2.md"] = Self.task()
        }
        #expect(try texts(ours) == texts(root))
        let files = try merged(ours, finishing(root, time: 9))
        #expect(files[open] == Self.task("due: 2026-12-02\nrepeat: every day"))
        let again = try finishing(ours, time: 4)
        #expect(try texts(again)[open] == Self.task("due: 2026-12-02\nrepeat: every day"))
    }

    @Test func `the successor takes over a rule that was changed before the completion arrived`()
        throws
    {
        let theirs = try commit(root, time: 3) {
            $0["todo/a-k3f9m2.md"] = Self.task("due: 2026-12-01\nrepeat: every week")
        }
        let files = try merged(finishing(root, time: 2), theirs)
        #expect(files["done/a-k3f9m2.md"] == Self.task("due: 2026-12-01"))
        #expect(files[open] == Self.task("due: 2026-12-02\nrepeat: every week"))
    }

    @Test(arguments: ["", "\nrepeat: every day"])
    func `any other change made meanwhile stays with the finished task`(rule: String) throws {
        let theirs = try commit(root, time: 3) {
            $0["todo/a-k3f9m2.md"] = Self.task("due: 2026-12-01\(rule)\ntags: [new]")
        }
        let files = try merged(finishing(root, time: 2), theirs)
        #expect(files["done/a-k3f9m2.md"] == Self.task("due: 2026-12-01\ntags: [new]"))
        #expect(files[open] == Self.task("due: 2026-12-02\nrepeat: every day"))
    }

    @Test func `the finish day is the commit author's day`() throws {
        let rule = Self.task("repeat: after 3 days")
        let base = try commit(root, time: 1) { $0["todo/a-k3f9m2.md"] = rule }
        let finished = try finishing(base, time: 86_400 * 10)
        #expect(try texts(finished)[open] == Self.task("due: 1970-01-14\nrepeat: after 3 days"))
        // A finished task that gets a rule is processed too, from the day on which it was finished.
        let late = try commit(base, time: 86_400 * 20) {
            $0["todo/a-k3f9m2.md"] = nil
            $0["done/a-k3f9m2.md"] = Self.task("title: A")
        }
        let ruled = try commit(late, time: 86_400 * 30) { $0["done/a-k3f9m2.md"] = rule }
        #expect(try texts(ruled)[open] == Self.task("due: 1970-01-24\nrepeat: after 3 days"))
    }

    @Test func `only the given paths are examined`() throws {
        var files = try history.files(in: root)
        files["done/a-k3f9m2.md"] = files.removeValue(forKey: "todo/a-k3f9m2.md")
        let head = history.commit(files, parents: [root], time: 2)
        var steps: [SuccessionStep] = []
        func act(_ path: BoardPath) throws {
            _ = try actOnCompletions(at: head, paths: [path], in: history) { step, head in
                if steps.isEmpty { steps.append(step) }
                var files = try history.files(in: head)
                for path in step.changes.keys { files[path] = nil }
                return history.commit(files, parents: [head], time: step.time)
            }
        }
        try act("done/b.md")
        #expect(steps.isEmpty)
        try act("done/a-k3f9m2.md")
        let step = try #require(steps.first)
        #expect(steps.count == 1 && step.tasks == [TaskID("k3f9m2")] && step.time == 2)
        #expect(Set(step.changes.keys) == ["done/a-k3f9m2.md", BoardPath(open)])
    }

    @Test func `pmd's own commits are recognized by author and message`() {
        let (name, email) = (
            GeneratedCommit.succession.authorName, GeneratedCommit.succession.authorEmail
        )
        let message = GeneratedCommit.succession.message()
        #expect(GeneratedCommit.succession.isOne(name: name, email: email, message: message))
        #expect(!GeneratedCommit.succession.isOne(name: "Ann", email: email, message: message))
        #expect(!GeneratedCommit.succession.isOne(name: name, email: "ann@x.org", message: message))
        #expect(!GeneratedCommit.succession.isOne(name: name, email: email, message: "Repeat"))
    }
}
