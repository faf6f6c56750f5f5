import MarkdownDocument
import MergeSupport
import TestSupport
import Testing

@testable import TaskBoard

/// One side renames a state while the other changes its tasks.
struct RenamedStateTests {
    private static let old = "states: [todo, review, done]\n"
    private static let new = "states: [todo, checking, done]\nretired: [review -> checking]\n"

    @Test(arguments: [
        MergeCase(
            "moves, additions, edits and other files there follow",
            base: [
                "pmd.yml": old, "todo/a-k3f9m2.md": "a\n", "review/b-x7q2bd.md": "b\n",
                "review/.gitkeep": "", "review/notes.txt": "1\n2\n3\n4\n5\n",
            ],
            ours: [
                "pmd.yml": new, "todo/a-k3f9m2.md": "a\n", "checking/b-x7q2bd.md": "b\n",
                "checking/.gitkeep": "", "checking/notes.txt": "0\n2\n3\n4\n5\n",
            ],
            theirs: [
                "pmd.yml": old, "review/a-k3f9m2.md": "a\n", "review/b-x7q2bd.md": "b edited\n",
                "review/c-n8w4tz.md": "c\n", "review/hand.md": "d\n", "review/.gitkeep": "",
                "review/notes.txt": "1\n2\n3\n4\n6\n", "review/2026/old-j325hr.md": "e\n",
            ],
            merged: [
                "pmd.yml": new, "checking/a-k3f9m2.md": "a\n",
                "checking/b-x7q2bd.md": "b edited\n", "checking/c-n8w4tz.md": "c\n",
                "checking/hand.md": "d\n", "checking/.gitkeep": "",
                "checking/notes.txt": "0\n2\n3\n4\n6\n", "checking/2026/old-j325hr.md": "e\n",
            ]),
        MergeCase(
            "a move out of the state and a deletion there are no conflict",
            base: ["pmd.yml": old, "review/a-k3f9m2.md": "a\n", "review/b-x7q2bd.md": "b\n"],
            ours: ["pmd.yml": new, "checking/a-k3f9m2.md": "a\n", "checking/b-x7q2bd.md": "b\n"],
            theirs: ["pmd.yml": old, "done/a-k3f9m2.md": "a\n"],
            merged: ["pmd.yml": new, "done/a-k3f9m2.md": "a\n"]),
        MergeCase(
            "the settings of the other side get the new name",
            base: ["pmd.yml": "\(old)start: review\nfinished: [done]\n"],
            ours: ["pmd.yml": "\(new)start: checking\nfinished: [done]\n"],
            theirs: [
                "pmd.yml":
                    "states: [todo, review, test, done]\nstart: review\nfinished: [review, done]\n"
                    + "limits:\n  review: 3\n"
            ],
            merged: [
                "pmd.yml":
                    "states: [todo, checking, test, done]\nretired: [review -> checking]\n"
                    + "start: checking\nfinished: [checking, done]\nlimits:\n  checking: 3\n"
            ]),
        MergeCase(
            "both sides rename: the later name stays",
            base: ["pmd.yml": old, "review/a-k3f9m2.md": "a\n", "todo/b-x7q2bd.md": "b\n"],
            ours: [
                "pmd.yml": new, "checking/a-k3f9m2.md": "a\n", "checking/b-x7q2bd.md": "b\n",
            ],
            theirs: [
                "pmd.yml": "states: [todo, verify, done]\nretired: [review -> verify]\n",
                "verify/a-k3f9m2.md": "a\n", "verify/c-n8w4tz.md": "c\n", "todo/b-x7q2bd.md": "b\n",
            ],
            merged: [
                "pmd.yml":
                    "states: [todo, verify, done]\nretired: [checking -> verify, review -> verify]\n",
                "verify/a-k3f9m2.md": "a\n", "verify/b-x7q2bd.md": "b\n",
                "verify/c-n8w4tz.md": "c\n",
            ]),
        MergeCase(
            "a state that was renamed twice",
            base: ["pmd.yml": old, "todo/a-k3f9m2.md": "a\n"],
            ours: [
                "pmd.yml":
                    "states: [todo, verify, done]\nretired: [review -> verify, checking -> verify]\n",
                "todo/a-k3f9m2.md": "a\n",
            ],
            theirs: ["pmd.yml": old, "review/a-k3f9m2.md": "a\n"],
            merged: [
                "pmd.yml":
                    "states: [todo, verify, done]\nretired: [review -> verify, checking -> verify]\n",
                "verify/a-k3f9m2.md": "a\n",
            ]),
        MergeCase(
            "a renaming that was taken back",
            base: ["pmd.yml": new, "todo/a-k3f9m2.md": "a\n"],
            ours: ["pmd.yml": old, "todo/a-k3f9m2.md": "a\n"],
            theirs: ["pmd.yml": new, "checking/a-k3f9m2.md": "a\n"],
            merged: ["pmd.yml": old, "review/a-k3f9m2.md": "a\n"]),
        MergeCase(
            "what was stranded follows in the next merge, and other files there stay",
            base: [
                "pmd.yml": new, "review/a-k3f9m2.md": "a\n", "review/x.txt": "x\n",
                "todo/b-x7q2bd.md": "b\n",
            ],
            ours: [
                "pmd.yml": new, "review/a-k3f9m2.md": "a\n", "review/x.txt": "x\n",
                "todo/b-x7q2bd.md": "b2\n",
            ],
            theirs: [
                "pmd.yml": new, "review/a-k3f9m2.md": "a\n", "review/x.txt": "x\n",
                "todo/b-x7q2bd.md": "b\n", "review/y.txt": "y\n", "review/hand.md": "h\n",
            ],
            merged: [
                "pmd.yml": new, "checking/a-k3f9m2.md": "a\n", "review/x.txt": "x\n",
                "todo/b-x7q2bd.md": "b2\n", "review/y.txt": "y\n", "checking/hand.md": "h\n",
            ]),
        MergeCase(
            "a state that was removed names no other: its tasks stay",
            base: ["pmd.yml": old, "todo/a-k3f9m2.md": "a\n"],
            ours: [
                "pmd.yml": "states: [todo, done]\nretired: [review]\n", "todo/a-k3f9m2.md": "a\n",
            ],
            theirs: ["pmd.yml": old, "review/a-k3f9m2.md": "a\n"],
            merged: [
                "pmd.yml": "states: [todo, done]\nretired: [review]\n",
                "review/a-k3f9m2.md": "a\n",
            ]),
        MergeCase(
            "a state that one side removed and the other renamed stays under the new name",
            base: ["pmd.yml": old, "review/a-k3f9m2.md": "a\n"],
            ours: ["pmd.yml": new, "checking/a-k3f9m2.md": "a\n"],
            theirs: [
                "pmd.yml": "states: [todo, done]\nretired: [review]\n",
                "review/a-k3f9m2.md": "a2\n",
            ],
            merged: ["pmd.yml": new, "checking/a-k3f9m2.md": "a2\n"]),
        MergeCase(
            "the other side has a state of the new name already",
            base: ["pmd.yml": old, "review/a-k3f9m2.md": "a\n"],
            ours: ["pmd.yml": new, "checking/a-k3f9m2.md": "a\n"],
            theirs: [
                "pmd.yml": "states: [todo, review, checking, done]\n",
                "review/a-k3f9m2.md": "a\n", "review/b-x7q2bd.md": "b\n",
                "checking/c-n8w4tz.md": "c\n",
            ],
            merged: [
                "pmd.yml": new, "checking/a-k3f9m2.md": "a\n", "checking/b-x7q2bd.md": "b\n",
                "checking/c-n8w4tz.md": "c\n",
            ]),
        MergeCase(
            "two files that meet are both kept",
            base: ["pmd.yml": old],
            ours: ["pmd.yml": new, "checking/plan.md": "one\n", "checking/x.txt": "one\n"],
            theirs: ["pmd.yml": old, "review/plan.md": "two\n", "review/x.txt": "two\n"],
            merged: [
                "pmd.yml": new, "checking/plan.md": "one\n",
                "checking/plan-\(code("two\n")).md": "two\n",
                "checking/x.txt": "two\n", "conflicts/x-\(digits("one\n")).txt": "one\n",
            ]),
        MergeCase(
            "a circle of names, written by hand, is no state",
            base: ["pmd.yml": "states: [todo, done]\nretired: [a -> b, b -> a]\n"],
            ours: [
                "pmd.yml": "states: [todo, done]\nretired: [a -> b, b -> a]\n", "a/x.md": "x\n",
            ],
            theirs: [
                "pmd.yml": "states: [todo, done]\nretired: [a -> b, b -> a]\n", "b/y.md": "y\n",
            ],
            merged: [
                "pmd.yml": "states: [todo, done]\nretired: [a -> b, b -> a]\n", "a/x.md": "x\n",
                "b/y.md": "y\n",
            ]),
    ])
    func `the merge follows a renamed state`(_ merge: MergeCase) throws { try merge.check() }

    private static func code(_ text: String) -> String {
        TaskCode.derived(from: MemoryHistory().hash(Array(text.utf8))).string
    }

    @Test(arguments: 0..<10)
    func `clones that rename states converge, and strand and lose nothing`(batch: Int) throws {
        for number in 0..<10 {
            let seed = testSeed &+ UInt64(batch * 10 + number)
            var clones = RenamingClones(seed: seed)
            for _ in 0..<24 { try clones.step() }
            for _ in 0..<2 * clones.heads.count { try clones.syncNext() }
            #expect(clones.asymmetries == 0, "seed \(seed): one side was asked first")
            #expect(Set(clones.heads).count == 1, "seed \(seed): the clones differ")
            let files = try clones.history.bytes(in: clones.heads[0])
            let settings = try BoardSettings(
                Document(try #require(files["pmd.yml"]), kind: .yaml))
            for path in files.keys where path.fileName.hasMarkdownSuffix {
                #expect(settings.states.contains(path.folder), "seed \(seed): \(path) is stranded")
            }
            let codes = Set(files.keys.map { TaskID(fileName: $0.fileName) })
            #expect(clones.added.isSubset(of: codes), "seed \(seed): a task is lost")
        }
    }
}

/// Clones whose users rename states, and move, add and edit tasks in the states they know.
private struct RenamingClones {
    let history = MemoryHistory()
    private(set) var heads: [HashID]
    private(set) var asymmetries = 0
    private(set) var added: Set<TaskID> = []
    private var remote: HashID
    private var random: SplitMix64
    private var time: Int64 = 1_000
    private var names = 0
    private var next = 0

    init(seed: UInt64) {
        random = SplitMix64(seed: seed)
        remote = history.commit(
            [
                "pmd.yml": "format: 1\nstates: [todo, doing, review, done]\n",
                "todo/a-k3f9m2.md": "a\n", "review/b-x7q2bd.md": "b\n", "doing/c-n8w4tz.md": "c\n",
            ], time: 1)
        heads = Array(repeating: remote, count: Int.random(in: 2...4, using: &random))
    }

    mutating func step() throws {
        time += 10
        let clone = Int.random(in: heads.indices, using: &random)
        if Int.random(in: 0..<4, using: &random) == 0 { return try sync(clone) }
        var files = try history.bytes(in: heads[clone])
        let document = Document(files["pmd.yml"] ?? [], kind: .yaml)
        let settings = try BoardSettings(document)
        let tasks = files.keys.filter { $0.fileName.hasMarkdownSuffix }.sorted()
        let path = tasks.randomElement(using: &random) ?? "todo/none.md"
        let state = settings.states.randomElement(using: &random) ?? "todo"
        switch Int.random(in: 0..<6, using: &random) {
        case 0, 1:
            names += 1
            let new = Text("\(state.string.prefix(2))\(names)")
            files["pmd.yml"] = try document.renamingState(state, to: new, in: settings).bytes
            for (path, bytes) in files where path.folder == state {
                files[path] = nil
                files[BoardPath(new.utf8 + path.bytes.drop { $0 != .slash })] = bytes
            }
        case 2:
            let code = TaskCode.random(using: &random)
            added.insert(TaskID(code))
            files[BoardPath("\(state)/n-\(code).md")] = Array("new \(time)\n".utf8)
        case 3: files[path] = Array("edited \(time)\n".utf8)
        default:
            guard let bytes = files.removeValue(forKey: path) else { return }
            files[BoardPath(state.utf8).appending(path.fileName)] = bytes
        }
        heads[clone] = history.commit(
            files.mapValues { history.store($0) }, parents: [heads[clone]], time: time,
            author: Text("Clone \(clone)"))
    }

    mutating func syncNext() throws {
        try sync(next % heads.count)
        next += 1
    }

    private mutating func sync(_ clone: Int) throws {
        let result = try merge(heads[clone], remote, in: history)
        if try !merge(remote, heads[clone], in: history).isSame(as: result) { asymmetries += 1 }
        heads[clone] = history.commit(result)
        remote = heads[clone]
    }
}
