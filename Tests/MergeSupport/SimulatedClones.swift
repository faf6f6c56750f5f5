package import MarkdownDocument
package import TaskBoard
import TestSupport

/// Several clones of a board that are edited and synced at random.
///
/// Every value that is written is a token no other edit writes, so that what was
/// lost can be told from what somebody replaced.
package struct SimulatedClones {
    package let history = MemoryHistory()
    package private(set) var heads: [HashID] = []
    /// What was written, by the commit that wrote it.
    package private(set) var writings: [Writing] = []
    /// Merges whose two directions differed.
    package private(set) var asymmetries: [String] = []
    /// Tasks that somebody made unreadable: no record can say which folder lost.
    package internal(set) var broken: Set<TaskID> = []
    /// Tasks that somebody copied to another folder: a move half seen, of which no record
    /// says where the task was before.
    package internal(set) var copied: Set<TaskID> = []
    /// The commits that people made.
    package private(set) var userCommits: [HashID] = []

    package struct Writing {
        var commit: HashID
        var token: Int
        /// The task and key, where the token is the value of one.
        var task: TaskID?
        var key: Text?
        /// Whether the value stood there already and was resolved on.
        var isResolved = false
    }

    var random: SplitMix64
    private var remote: HashID = []
    private var clocks: [Int64] = []
    var now: Int64 = 1
    private var tokens = 0
    var written: [Writing] = []
    /// Whether the edit brings back a task.
    var isReturn = false
    /// What the person at work has before them.
    var head: HashID = []

    package init(seed: UInt64, clones: Int, steps: Int) throws {
        random = SplitMix64(seed: seed)
        let root = history.commit(Self.firstBoard, time: 1)
        heads = Array(repeating: root, count: clones)
        remote = root
        clocks = heads.map { _ in Self.skews.randomElement(using: &random)! }
        let isMesh = Bool.random(using: &random)
        for _ in 0..<steps { try step(isMesh) }
    }

    /// Branches of one board on which each of some people made some edits, and none
    /// has seen another's.
    package init(seed: UInt64, branches: Int, edits: Int) throws {
        random = SplitMix64(seed: seed)
        let root = history.commit(Self.firstBoard, time: 1)
        heads = Array(repeating: root, count: branches)
        remote = root
        clocks = heads.map { _ in Self.skews.randomElement(using: &random)! }
        for _ in 0..<edits {
            now += 1
            try edit(Int.random(in: heads.indices, using: &random))
        }
    }

    /// Right clocks, and such as are seconds, a day, or decades off.
    private static let skews: [Int64] = [
        0, 0, 5, -5, 100_000, -100_000, 1_500_000_000, -1_500_000_000,
    ]

    private static let firstBoard: [String: String] = [
        "pmd.yml": "format: 1\nstates: [todo, doing, done]\n",
        "notes.txt": "one\ntwo\nthree\nfour\n",
        "todo/a-k3f9m2.md":
            "---\ntitle: A\ntags: [k]\nrank: m1\n---\nfirst\nsecond\n\n- [ ] box\n- [ ] other\nlast\n",
        "todo/b-x7q2bd.md": "---\ntitle: B\nx: 1\n# said\nrank: m2\n---\nfirst\nsecond\nthird\n",
        "doing/call.md": "# Call\n\nsomebody\n",
    ]

    private mutating func step(_ isMesh: Bool) throws {
        now += 1
        let clone = Int.random(in: heads.indices, using: &random)
        let chance = Int.random(in: 0..<100, using: &random)
        if chance < 25 {
            try sync(clone)
        } else if chance < 35, isMesh {
            let other = Int.random(in: heads.indices, using: &random)
            heads[clone] = try merge(heads[clone], heads[other])
        } else {
            try edit(clone)
        }
    }

    private mutating func sync(_ clone: Int) throws {
        heads[clone] = try merge(heads[clone], remote)
        remote = heads[clone]
    }

    /// Lets every clone sync with the remote, in turn.
    package mutating func syncAll() throws {
        for clone in heads.indices { try sync(clone) }
    }

    package mutating func merge(_ a: HashID, _ b: HashID) throws -> HashID {
        let result = try TaskBoard.merge(a, b, in: history)
        let other = try TaskBoard.merge(b, a, in: history)
        if !result.isSame(as: other) {
            asymmetries.append("\(a) and \(b)")
        }
        return history.commit(result)
    }
}

extension SimulatedClones {
    fileprivate mutating func edit(_ clone: Int) throws {
        var files = try history.bytes(in: heads[clone]).mapValues {
            String(decoding: $0, as: UTF8.self)
        }
        written = []
        isReturn = false
        head = heads[clone]
        change(&files)
        let parent = try history.commit(heads[clone])
        let stored = files.mapValues { history.store(Array($0.utf8)) }
        if try stored == history.files(in: heads[clone]) { return }
        let time = max(now * 10 + clocks[clone], parent.time + 1)
        heads[clone] = history.commit(
            stored, parents: [parent.id], time: time, author: Text("Clone \(clone)"),
            isReturn: isReturn)
        userCommits.append(heads[clone])
        for var writing in written {
            writing.commit = heads[clone]
            writings.append(writing)
        }
    }

    /// A word that nobody writes twice.
    package mutating func token(_ task: BoardPath? = nil, _ key: Text? = nil) -> String {
        tokens += 1
        let id = task.map { TaskID(fileName: $0.fileName) }
        written.append(Writing(commit: [], token: tokens, task: id, key: key))
        return "q\(tokens)z"
    }

    private mutating func change(_ files: inout [BoardPath: String]) {
        let tasks = files.keys.filter { BoardSettings.standard.isTaskPath($0) }.sorted()
        let kind = Int.random(in: 0..<100, using: &random)
        guard let path = tasks.randomElement(using: &random), let text = files[path] else {
            return add(&files)
        }
        switch kind {
        case 0..<22: files[path] = setField(path, text)
        case 22..<30: files[path] = changeTags(path, text)
        case 30..<52: files[path] = changeBody(path, text)
        case 52..<58: files[path] = tick(text)
        case 58..<66: move(path, text, &files)
        case 66..<70: files[path] = setting("rank", "r\(now)", text)
        case 70..<75: files[path] = nil
        case 75..<80: add(&files)
        case 80..<88: files[path] = resolve(path, text)
        case 88..<90: restore(&files)
        case 90..<92: rename(path, text, &files)
        case 92..<94: breakOrMend(path, &files)
        case 94..<95: duplicate(path, text, &files)
        case 95..<98: changeNotes(&files)
        default: changeSettings(&files)
        }
    }
}
