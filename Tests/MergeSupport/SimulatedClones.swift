package import MarkdownDocument
package import TaskBoard
import TestSupport

/// Several clones of a board that are edited and synced at random.
///
/// Every written value is a token of its own, so that a lost value can be
/// distinguished from a replaced one.
package struct SimulatedClones {
    package let history = MemoryHistory()
    package private(set) var heads: [HashID] = []
    /// The written values, by commit.
    package private(set) var writings: [Writing] = []
    /// Merges whose two directions differed.
    package private(set) var asymmetries: [String] = []
    /// Tasks that an edit made unreadable: no record can contain the folder that lost.
    package internal(set) var broken: Set<TaskID> = []
    /// Tasks that an edit copied to another folder. This is half a move, for which no record
    /// contains the old folder.
    package internal(set) var copied: Set<TaskID> = []
    /// The users' commits.
    package private(set) var userCommits: [HashID] = []

    package struct Writing {
        var commit: HashID
        var token: Int
        /// The task and key, if the token is a value.
        var task: TaskID?
        var key: Text?
        /// Whether a resolution confirmed an existing value.
        var isResolved = false
    }

    var random: SplitMix64
    private var remote: HashID = []
    private var clocks: [Int64] = []
    var now: Int64 = 1
    private var tokens = 0
    var written: [Writing] = []
    /// Whether the edit restores a task.
    var isReturn = false
    /// The commit that the current user has checked out.
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

    /// Creates branches of one board, each with the edits of one user who has
    /// not seen the others.
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

    /// Clock skews: none, seconds, a day, or decades.
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

    /// Syncs every clone with the remote, one after another.
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

    /// Returns a word that is never written twice.
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
        case 58..<66: move(path, text: text, in: &files)
        case 66..<70: files[path] = setting("rank", to: "r\(now)", in: text)
        case 70..<75: files[path] = nil
        case 75..<80: add(&files)
        case 80..<88: files[path] = resolve(path, text)
        case 88..<90: restore(&files)
        case 90..<92: rename(path, text: text, in: &files)
        case 92..<94: breakOrMend(path, &files)
        case 94..<95: duplicate(path, text: text, in: &files)
        case 95..<98: changeNotes(&files)
        default: changeSettings(&files)
        }
    }
}
