import MarkdownDocument
import MergeSupport
import TestSupport

@testable import TaskBoard

/// Several clones of a board with repeating tasks, which are finished, undone, edited, deleted
/// and synced at random.
///
/// After every commit and merge, a clone processes the completions that it sees, as pmd does.
struct RepeatingClones {
    let history = MemoryHistory()
    private(set) var heads: [HashID] = []
    /// Merges whose two directions differed.
    private(set) var asymmetries = 0
    /// How often each kind of step happened.
    private(set) var counts: [String: Int] = [:]

    private var random: SplitMix64
    private var remote: HashID
    private var clocks: [Int64] = []
    private var now: Int64 = 1_795_132_800
    /// The completions of each clone that it can undo: the commits before and after.
    private var completions: [[(before: HashID, after: HashID)]]

    /// Users write dates from this year on. Rules give earlier dates.
    static let firstTypedYear = 2500
    /// The initial board's dates.
    static let firstDates: [Text] = ["2026-11-30", "2026-12-01"]

    init(seed: UInt64, clones: Int, steps: Int) throws {
        random = SplitMix64(seed: seed)
        remote = history.commit(Self.firstBoard, time: now)
        heads = Array(repeating: remote, count: clones)
        completions = Array(repeating: [], count: clones)
        clocks = heads.map { _ in
            [0, 0, 5, -5, 400_000, -400_000].randomElement(using: &random) ?? 0
        }
        for _ in 0..<steps {
            now += Int64.random(in: 1...100_000, using: &random)
            try step(Int.random(in: heads.indices, using: &random))
        }
    }

    private static let firstBoard: [String: String] = [
        "pmd.yml": "states: [todo, doing, done]\n",
        "todo/rent-k3f9m2.md":
            "---\ntitle: Rent\ndue: 2026-11-30\ntags: [home]\nrepeat: every month\n---\n- [ ] pay\n",
        "todo/water-x7q2bd.md": "---\ntitle: Water\nrepeat: after 3 days\n---\nPlants.\n",
        "todo/tyres-g4h7n2.md":
            "---\ntitle: Tyres\ndue: 2026-12-01\nrepeat: FREQ=DAILY;COUNT=4\n---\n",
    ]

    mutating func syncAll() throws {
        for clone in heads.indices { try sync(clone) }
    }
}

extension RepeatingClones {
    private mutating func step(_ clone: Int) throws {
        switch Int.random(in: 0..<100, using: &random) {
        case 0..<22: try sync(clone)
        case 22..<30:
            let other = heads[Int.random(in: heads.indices, using: &random)]
            heads[clone] = try merged(heads[clone], other)
        case 30..<55: try finish(clone)
        case 55..<63: try undo(clone)
        case 63..<68: try edit(clone, "delete", in: ["todo", "doing"]) { $0[$1] = nil }
        case 68..<73: try edit(clone, "reopen", in: ["done"]) { $0.move($1, to: "todo") }
        case 73..<78: try edit(clone, "start", in: ["todo"]) { $0.move($1, to: "doing") }
        default: try change(clone)
        }
    }

    private mutating func sync(_ clone: Int) throws {
        heads[clone] = try merged(heads[clone], remote)
        remote = heads[clone]
    }

    private mutating func merged(_ a: HashID, _ b: HashID) throws -> HashID {
        let result = try TaskBoard.merge(a, b, in: history)
        if !(try TaskBoard.merge(b, a, in: history).isSame(as: result)) { asymmetries += 1 }
        if result.fastForward == nil { counts["merge", default: 0] += 1 }
        return try history.commitSuccessions(at: history.commit(result))
    }

    private mutating func finish(_ clone: Int) throws {
        let before = heads[clone]
        try edit(clone, "finish", in: ["todo", "doing"]) { $0.move($1, to: "done") }
        if heads[clone] != before { completions[clone].append((before, heads[clone])) }
    }

    /// Undoes a clone's newest completion, with its successor, if neither changed since.
    private mutating func undo(_ clone: Int) throws {
        guard let (before, after) = completions[clone].popLast() else { return }
        let changes = try history.changes(from: before, to: after)
        var files = try history.files(in: heads[clone])
        guard changes.allSatisfy({ files[$0.key] == $0.value.new }) else { return }
        for (path, change) in changes { files[path] = change.old }
        try commit(files, by: clone, "undo", isReturn: true)
    }

    /// Changes one part of a task.
    private mutating func change(_ clone: Int) throws {
        let value = now % 100_000
        let year = Self.firstTypedYear + Int(value % 500)
        let edits = [
            ("title", "T\(value)"), ("due", "\(year)-01-31"), ("priority", "high"),
            ("tags", "[home, t\(value)]"), ("repeat", "every 2 weeks"), ("rank", "r\(value)"),
        ]
        let (key, text) = edits.randomElement(using: &random) ?? edits[0]
        let states = key == "repeat" ? ["todo", "doing"] : ["todo", "doing", "done"]
        let isTick = Int.random(in: 0..<6, using: &random) == 0
        try edit(clone, isTick ? "tick" : key, in: states) { files, path in
            guard let document = files[path] else { return }
            if isTick {
                files[path] = try document.ticking([1], true)
            } else if key == "tags" {
                files[path] = try document.adding(Text("t\(value)"), to: "tags")
            } else if key != "repeat" {
                files[path] = try document.setting(Text(key), to: Text(text))
            } else if document.entry("repeat") != nil {
                let rule = document.entry("due") == nil ? "after 1 week" : text
                files[path] = try document.setting("repeat", to: Text(rule))
            }
        }
    }

    /// Makes an edit of a random task in one of the states, if there is one.
    private mutating func edit(
        _ clone: Int, _ kind: String, in states: [String],
        _ change: (inout [BoardPath: Document], BoardPath) throws -> Void
    ) throws {
        let tasks = try history.bytes(in: heads[clone])
            .filter { BoardSettings.standard.isTaskPath($0.key) }
            .mapValues { Document($0) }
        let paths = tasks.keys.filter { states.contains($0.folder.string) }.sorted()
        guard let path = paths.randomElement(using: &random) else { return }
        var changed = tasks
        do { try change(&changed, path) } catch is EditError { return }
        var files = try history.files(in: heads[clone])
        for path in tasks.keys { files[path] = nil }
        for (path, document) in changed { files[path] = history.store(document.bytes) }
        if try files == history.files(in: heads[clone]) { return }
        try commit(files, by: clone, kind)
    }

    private mutating func commit(
        _ files: [BoardPath: TreeFile], by clone: Int, _ kind: String, isReturn: Bool = false
    ) throws {
        counts[kind, default: 0] += 1
        let parent = try history.commit(heads[clone])
        let commit = history.commit(
            files, parents: [parent.id], time: max(now + clocks[clone], parent.time),
            author: Text("Clone \(clone)"), isReturn: isReturn)
        heads[clone] = try history.commitSuccessions(at: commit)
    }
}

extension [BoardPath: Document] {
    fileprivate mutating func move(_ path: BoardPath, to state: String) {
        let target = BoardPath(state).appending(path.fileName)
        guard self[target] == nil else { return }
        self[target] = removeValue(forKey: path)
    }
}
