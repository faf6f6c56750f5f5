import TestSupport
import Testing

/// Two users of one board. Ann's actions are undone and Bob's must stay, so Bob's actions also run
/// on a board without Ann, which gives the expected result.
final class UndoScenario {
    let ann: BoardUser
    let bob: BoardUser
    /// Bob's changes without Ann's.
    private let alone: BoardUser
    private var deletedByBob: Set<String> = []

    init() throws {
        let first = try ProgramSandbox.boardInMemory()
        ann = try BoardUser(first, "a")
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
        (bob, alone) = (try BoardUser(second, "b"), try BoardUser(third, "b"))
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
        for user in [ann, bob, ann] {
            let run = try user.pmd("sync")
            #expect(run.status == 0, "\(run.error)")
        }
    }

    /// Makes Bob's step, and repeats it on the board without Ann. He does not touch her tasks: his
    /// changes to one would depend on hers. A task that she deleted does not exist for him.
    private func actAsBob(_ random: inout SplitMix64) throws {
        let task = bob.anyTask(&random)
        let change = bob.makeChange(&random)
        if case .add = change {
        } else if try bob.path(of: task) == nil {
            return
        }
        if case .delete = change { deletedByBob.insert(task) }
        for user in [bob, alone] { try user.apply(change, to: task) }
    }

    /// Compares the board after Ann's undo with Bob's own.
    func compare(_ trial: Trial) throws {
        try alone.pmd("sync")
        let found = try ann.sandbox.shell("git grep -ohwE 'ta[0-9]+x?' HEAD -- . || true").output
        let own = Set(found.split(separator: "\n").map(String.init))
        let back = try own.filter { try ann.wasBroughtBack($0) }
        trial.count("lines that a merge brought back", back.count)
        let (left, wanted) = (try ann.allTasks(without: back), try alone.allTasks())
        for (name, task) in wanted where !deletedByBob.contains(name) {
            guard let now = left[name] else {
                trial.fail("lost", "\(name): \(task)")
                continue
            }
            for (key, value) in task where now[key] != value && !key.hasPrefix("kept ") {
                // Ann's undo may have conflicted with Bob's concurrent changes.
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
        let rest = own.subtracting(back).sorted()
        trial.expect(rest.isEmpty, "left over", "\(rest)")
        trial.count("tasks", wanted.count)
    }
}
