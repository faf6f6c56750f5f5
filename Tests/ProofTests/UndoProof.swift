import Glibc
import TestSupport
import Testing

/// Undo takes back what this clone did, all of it and nothing else.
struct UndoProof {
    @Test func `undoing all that one clone did gives the first state, redoing it the last`()
        async throws
    {
        await Proof("undo", of: "runs", faults: ["first state", "last state", "refused"])
            .random(quick: 2) { trial in
                let hand = try Hand(try Sandbox.boardInMemory(), "a")
                try hand.makeFirstTasks()
                let first = try hand.tree()
                for _ in 0..<Self.actions { try hand.act(&trial.random) }
                try hand.pmd("sync")
                try expectTheWayBack(of: hand, to: first, trial)
            }
    }

    @Test func `undo after syncs takes back this clone's part and nothing else`() async throws {
        await Proof(
            "undo-shared", of: "runs", faults: ["lost", "left over", "other value", "last state"]
        ).random(quick: 2) { trial in
            let team = try Team()
            for _ in 0..<(Self.actions / 2) { try team.act(&trial.random) }
            try team.syncAll()
            let last = try team.ann.tree()
            let count = try team.ann.commits()
            let undo = try team.ann.pmd("undo", "10000")
            trial.expect([0, 65].contains(undo.status), "refused", undo.error)
            try team.compare(trial)
            let undone = try team.ann.commits() - count
            trial.count("undos", undone)
            if undone > 0 { try team.ann.pmd("redo", "\(undone)") }
            try team.ann.expect(last, "last state", trial)
        }
    }

    /// How many actions a run has: 200, fewer in a test run.
    private static let actions = getenv("PMD_PROOF_SECONDS") == nil ? 50 : 200

    private func expectTheWayBack(of hand: Hand, to first: String, _ trial: Trial) throws {
        let (last, count) = (try hand.tree(), try hand.commits())
        let undo = try hand.pmd("undo", "10000")
        trial.expect(undo.status == 0, "refused", undo.error)
        try hand.expect(first, "first state", trial)
        let status = try hand.status()
        trial.expect(status.isEmpty, "first state", status)
        let undone = try hand.commits() - count
        trial.count("undos", undone)
        let redo = try hand.pmd("redo", "\(undone)")
        trial.expect(redo.status == 0, "refused", redo.error)
        try hand.expect(last, "last state", trial)
    }
}

extension Sandbox {
    fileprivate static func boardInMemory() throws -> Sandbox {
        var sandbox = try Sandbox(inMemory: true)
        let run = try sandbox.pmd("init", "board", "--states", "todo,doing,theirs,over,done")
        #expect(run.status == 0, "\(run.error)")
        sandbox.here += "/board"
        return sandbox
    }
}

/// One person at work on a clone, by command and by hand.
///
/// What is written holds a word that nobody else writes: `ta7`, `tb3`.
private final class Hand {
    let sandbox: Sandbox
    /// `a` for who undoes, `b` for the other.
    let name: String
    private(set) var count = 0
    /// IDs, in the order in which they came.
    var tasks: [String] = []
    private var doing = "doing"

    init(_ sandbox: Sandbox, _ name: String) throws { (self.sandbox, self.name) = (sandbox, name) }

    @discardableResult
    func pmd(_ words: String...) throws -> Run { try run(words) }

    @discardableResult
    func run(_ words: [String]) throws -> Run { try sandbox.run([binaryFolder + "/pmd"] + words) }

    func tree() throws -> String { try sandbox.shell("git rev-parse HEAD^{tree}").output }
    func status() throws -> String { try sandbox.shell("git status --porcelain").output }

    func commits() throws -> Int {
        Int(try sandbox.shell("git rev-list --count HEAD").output.dropLast()) ?? -1
    }

    /// Notes the fault unless HEAD has this tree.
    func expect(_ tree: String, _ fault: String, _ trial: Trial) throws {
        guard try self.tree() != tree else { return }
        trial.fail(fault, try sandbox.shell("git diff \(tree.dropLast()) HEAD").output)
    }

    /// Tasks that are there before anybody acts.
    func makeFirstTasks() throws {
        for number in 0..<6 {
            try write("todo/first-\(number).md", Self.text("first \(number)"))
            tasks.append("first-\(number)")
        }
        try sandbox.shell("git add -A && git commit -qm First")
    }

    static func text(_ title: String) -> String {
        """
        ---
        title: \(title)   # a comment
        tags: [x, y]
        own: 1
        ---
        Shared 1

        a: line

        Shared 2

        - [ ] item of a
        - shared
        - [ ] item of b

        b: line

        Shared 3

        """
    }

    func token() -> String {
        count += 1
        return "t\(name)\(count)"
    }

    private func write(_ path: String, _ text: String) throws { try sandbox.write(path, text) }

    /// Where a task's file is now.
    func path(of task: String) throws -> String? {
        for state in try names(in: sandbox.here) where state.first != "." && state != "pmd.yml" {
            guard !state.hasSuffix(".txt") else { continue }
            for file in try names(in: sandbox.here + "/" + state)
            where file == task + ".md" || file.hasSuffix("-\(task).md") {
                return state + "/" + file
            }
        }
        return nil
    }
}

// MARK: What one person does

/// One change of a task, or a new one; the words in it are nobody else's.
private enum Change {
    case add(String, state: String, isByHand: Bool)
    case edit([String])
    case move(String)
    case tick(Bool)
    /// Puts another line in the place of one's own.
    case line(String)
    /// Puts a line behind one's own, or behind one that all share.
    case insert(String, behind: String)
    case removeTag
    case moveByHand(String)
    case delete(isByHand: Bool)
}

extension Hand {
    func act(_ random: inout SplitMix64) throws {
        let task = anyTask(&random)
        switch Int.random(in: 0..<32, using: &random) {
        case 0...17: try apply(makeChange(&random), to: task)
        case 18: try pmd("move", task, anyTask(&random), "over")
        case 19: try pmd("move", task, ".", "--top")
        case 20: try pmd("archive")
        case 21: try pmd("config", "limits.todo", "\(Int.random(in: 2..<9, using: &random))")
        case 22: try renameState()
        case 23: try pmd("restore", task)
        case 24: try write("notes.txt", "\(token())\n")
        case 25...27: try pmd("undo", "\(Int.random(in: 1..<4, using: &random))")
        case 28...29: try pmd("redo", "\(Int.random(in: 1..<3, using: &random))")
        case 30: try undoAny(&random)
        default: try pmd("sync")
        }
        // An undo may have given the state its old name back.
        let states = try sandbox.json("config")["states"]?.texts ?? []
        doing = states.first { $0.hasPrefix("doing") } ?? doing
    }

    func anyTask(_ random: inout SplitMix64) -> String {
        tasks.randomElement(using: &random) ?? "first-0"
    }

    private func renameState() throws {
        try pmd("config", "states", "rename", doing, "doing-\(token())")
    }

    private func undoAny(_ random: inout SplitMix64) throws {
        let log = try sandbox.shell("git log --format=%H -n 12").output
        if let commit = log.split(separator: "\n").randomElement(using: &random) {
            try pmd("undo", String(commit))
        }
    }

    func makeChange(_ random: inout SplitMix64) -> Change {
        let states = name == "a" ? ["todo", doing, "done"] : ["theirs", "over"]
        let state = states.randomElement(using: &random) ?? states[0]
        let token = token()
        switch Int.random(in: 0..<18, using: &random) {
        case 0...1: return .add(token, state: state, isByHand: count % 2 == 0 || name == "b")
        case 2: return .edit(["due:\(name == "a" ? 2030 : 2040)-01-\(10 + count % 20)"])
        case 3: return .edit(["--title", "\(token) title"])
        case 4: return .edit(["+\(token)"])
        case 5: return .removeTag
        case 6: return .edit(["own=\(token)"])
        case 7: return .edit(["\(token)=\(token)", "+\(token)x"])
        case 8...9: return .move(state)
        case 10: return .edit(["--append", token])
        case 11: return .tick(Bool.random(using: &random))
        case 12: return .line("\(name): \(token)")
        case 13: return .insert("\(token)", behind: "\(name): ")
        case 14: return .insert("\n\(token)", behind: "Shared 2")
        case 15: return .moveByHand(state)
        case 16: return .delete(isByHand: false)
        default: return .delete(isByHand: true)
        }
    }

    func apply(_ change: Change, to task: String) throws {
        switch change {
        case .add(let token, let state, let isByHand): try add(token, state, isByHand)
        case .edit(let words): try run(["edit", task] + words)
        case .move(let state): try pmd("move", task, state)
        case .tick(let on): try pmd(on ? "tick" : "untick", task, name == "a" ? "1" : "2")
        case .line(let line): try edit(task) { $0.hasPrefix("\(name): ") ? line : $0 }
        case .insert(let line, let start):
            try edit(task) { $0.hasPrefix(start) ? "\($0)\n\(line)" : $0 }
        case .removeTag: try removeTag(from: task)
        case .moveByHand(let state): try moveByHand(task, to: state)
        case .delete(false): try pmd("rm", task)
        case .delete(true): if let path = try path(of: task) { unlink(sandbox.here + "/" + path) }
        }
    }

    private func add(_ token: String, _ state: String, _ isByHand: Bool) throws {
        if isByHand {
            try write("\(state)/\(token).md", Self.text(token))
            tasks.append(token)
        } else {
            let run = try pmd("add", "\(token) added", "--state", state)
            if run.status == 0 { tasks.append(String(run.output.dropLast())) }
        }
    }

    private func removeTag(from task: String) throws {
        guard let path = try path(of: task) else { return }
        let line = try sandbox.read(path).split(separator: "\n").first { $0.hasPrefix("tags:") }
        let tags = line?.split { " ,[]".contains($0) }.filter { $0.hasPrefix("t\(name)") }
        if let tag = tags?.min() { try pmd("edit", task, "-\(tag)") }
    }

    /// As an editor would, line by line.
    private func edit(_ task: String, _ change: (String) -> String) throws {
        guard let path = try path(of: task) else { return }
        let lines = try sandbox.read(path).split(separator: "\n", omittingEmptySubsequences: false)
        try write(path, lines.map { change(String($0)) }.joined(separator: "\n"))
    }

    private func moveByHand(_ task: String, to state: String) throws {
        guard let path = try path(of: task), let file = path.split(separator: "/").last else {
            return
        }
        rename(sandbox.here + "/" + path, sandbox.here + "/\(state)/\(file)")
    }
}

// MARK: Two at work

/// Ann, who will undo, and Bob, whose work must stay; and what the board would be
/// if Bob had worked alone.
private final class Team {
    let ann: Hand
    let bob: Hand
    /// Does again what Bob does, without Ann.
    private let alone: Hand
    private var deletedByBob: Set<String> = []

    init() throws {
        let first = try Sandbox.boardInMemory()
        ann = try Hand(first, "a")
        try ann.makeFirstTasks()
        try first.shell("cp -a . ../alone; git init -q --bare ../hub; git remote add origin ../hub")
        var (second, third) = (first, first)
        second.here = first.folder.path + "/work/bob"
        third.here = first.folder.path + "/work/alone"
        for words in [["sync"], ["clone", "../hub", "../bob"]] {
            let run = try ann.run(words)
            #expect(run.status == 0, "\(run.error)")
        }
        try second.shell("git config user.name Bob; git config user.email bob@example.org")
        (bob, alone) = (try Hand(second, "b"), try Hand(third, "b"))
        (bob.tasks, alone.tasks) = (ann.tasks, ann.tasks)
    }

    func act(_ random: inout SplitMix64) throws {
        switch Int.random(in: 0..<20, using: &random) {
        case 0...8:
            let task = Bool.random(using: &random) ? ann.anyTask(&random) : bob.anyTask(&random)
            try ann.apply(ann.makeChange(&random), to: task)
        case 9: try ann.pmd("undo", "\(Int.random(in: 1..<3, using: &random))")
        case 10: try ann.pmd("redo")
        case 11...15: try actAsBob(&random)
        case 16: try ann.pmd("sync")
        case 17: try bob.pmd("sync")
        default: try syncAll()
        }
    }

    func syncAll() throws {
        for hand in [ann, bob, ann] {
            let run = try hand.pmd("sync")
            #expect(run.status == 0, "\(run.error)")
        }
    }

    /// Bob's step, and the same where Ann never was. He leaves her tasks alone: what
    /// he did to one would stand on what she did. What she deleted is not there for him.
    private func actAsBob(_ random: inout SplitMix64) throws {
        let task = bob.anyTask(&random)
        let change = bob.makeChange(&random)
        if case .add = change {
        } else if try bob.path(of: task) == nil {
            return
        }
        if case .delete = change { deletedByBob.insert(task) }
        for hand in [bob, alone] { try hand.apply(change, to: task) }
    }

    /// Compares what is left after Ann's undo with what Bob did alone.
    func compare(_ trial: Trial) throws {
        try alone.pmd("sync")
        let (left, wanted) = (try ann.allTasks(), try alone.allTasks())
        for (name, task) in wanted where !deletedByBob.contains(name) {
            guard let now = left[name] else {
                trial.fail("lost", "\(name): \(task)")
                continue
            }
            for (key, value) in task where now[key] != value && !key.hasPrefix("kept ") {
                // Ann's own undo may have stood against what Bob wrote meanwhile.
                if now["kept \(key)"] == value {
                    trial.count("kept beside")
                } else {
                    let found = now[key] ?? "none"
                    trial.fail("other value", "\(name) \(key): \(found) instead of \(value)")
                }
            }
        }
        for name in deletedByBob {
            let isMarked = left[name].map { $0["kept deleted"] != nil } ?? true
            trial.expect(isMarked, "left over", "\(name), which Bob deleted")
        }
        let rest = try ann.sandbox.shell("git grep -nwE 'ta[0-9]+x?' HEAD -- . || true").output
        trial.expect(rest.isEmpty, "left over", rest)
        trial.count("tasks", wanted.count)
    }
}

extension Hand {
    /// What each task says, in a way that does not depend on the order of lists and
    /// lines.
    func allTasks() throws -> [String: [String: String]] {
        var all: [String: [String: String]] = [:]
        let listed = try sandbox.json("list", "--all", "is:any")
        for index in 0..<(listed.count ?? 0) {
            guard let task = listed[index], let name = task["id"]?.text else { continue }
            var parts: [String: String] = [:]
            for key in ["state", "title", "due"] { parts[key] = task[key]?.text ?? "" }
            parts["own"] = task["extra"]?["own"]?.text ?? ""
            parts["tags"] = (task["tags"]?.texts ?? []).sorted().joined(separator: " ")
            let lines = (task["body"]?.text ?? "").split(separator: "\n")
            parts["body"] = lines.filter { !$0.isEmpty }.sorted().joined(separator: "\n")
            for index in 0..<(task["conflicts"]?.count ?? 0) {
                guard let kept = task["conflicts"]?[index], let key = kept["key"]?.text else {
                    continue
                }
                let field = key.first == "." ? String(key.dropFirst()) : key
                parts["kept \(field)"] = kept["value"]?.text ?? ""
            }
            all[name] = parts
        }
        return all
    }
}

extension JSON {
    fileprivate var texts: [String] { (0..<(count ?? 0)).compactMap { self[$0]?.text } }
}
