import MarkdownDocument
import MergeSupport
import TestSupport
import Testing

@testable import TaskBoard

/// The laws of repeating tasks, for random histories of three clones.
///
/// `PMD_SEED=… swift test --filter RecurrenceLawTests` runs one seed again.
struct RecurrenceLawTests {
    /// Seeds that once broke a law.
    private static let regressions: [UInt64] = [
        171, 187, 5874, 7991, 17_623_280_505_938_142_366,
    ]

    @Test(arguments: 0..<10)
    func `no history yields two tasks for one occurrence, or none`(batch: Int) throws {
        for number in 0..<50 { try check(testSeed &+ UInt64(batch * 50 + number)) }
    }

    @Test(arguments: regressions)
    func `seeds that once broke a law keep it`(seed: UInt64) throws { try check(seed) }

    private func check(_ seed: UInt64) throws {
        var clones = try RepeatingClones(seed: seed, clones: 3, steps: 12 + Int(seed % 4) * 8)
        try clones.syncAll()
        try clones.syncAll()
        let message: Comment = "seed \(seed)"
        #expect(clones.asymmetries == 0, message)
        #expect(Set(clones.heads).count == 1, message)
        let end = try End(clones)
        #expect(end.doubled.isEmpty, message)
        #expect(try end.pending.isEmpty, message)
        #expect(try end.missing.isEmpty, message)
        #expect(end.ownConflicts.isEmpty, message)
    }
}

/// The board that all clones have in the end.
private struct End {
    private let history: MemoryHistory
    private let commits: [HistoryCommit]
    private let tasks: [TaskItem]
    private let settings: BoardSettings

    init(_ clones: RepeatingClones) throws {
        history = clones.history
        commits = try history.ancestors(of: clones.heads[0]).map(history.commit)
        let settings = try Sample.settings("states: [todo, doing, done]\n")
        tasks = try history.bytes(in: clones.heads[0]).filter { settings.isTaskPath($0.key) }
            .map { TaskItem(path: $0.key, document: Document($0.value), settings: settings) }
        self.settings = settings
    }

    /// The tasks that exist in several files.
    var doubled: [TaskID] {
        Dictionary(tasks.map { ($0.id, 1) }, uniquingKeysWith: +).filter { $1 > 1 }.map(\.key)
    }

    /// The finished tasks whose completion has no effect yet.
    var pending: [TaskID] {
        get throws {
            try tasks.filter { task in
                try task.isFinished
                    && Succession(
                        of: task, finishedOn: Sample.day("2026-12-01"), settings: settings,
                        hash: history.hash) != nil
            }.map(\.id)
        }
    }

    /// The finished tasks without a successor, although one was created and no user deleted it.
    ///
    /// If a user deleted a task, or undid its creation, and another clone had changed it, the task
    /// stays with a record of that: a user must resolve this conflict.
    var missing: [TaskID] {
        get throws {
            let (made, removed) = (try made(), try removed())
            let present = Set(tasks.map(\.id))
            return tasks.filter { task in
                let next = successor(of: task.id)
                return task.isFinished && made.contains(next) && !present.contains(next)
                    && removed.isDisjoint(with: [task.id, next])
                    && !task.conflicts.contains { $0.key == ".deleted" }
            }.map(\.id)
        }
    }

    private func successor(of id: TaskID) -> TaskID {
        TaskID(TaskCode.derived(from: history.hash(Array("repeat\n".utf8) + id.text.utf8)))
    }

    private func made() throws -> Set<TaskID> {
        let changes = try commits.filter(\.isSuccession).flatMap {
            try history.changes(from: $0.parents[0], to: $0.id)
        }
        return Set(
            changes.filter { $0.value.old == nil }.map { TaskID(fileName: $0.key.fileName) })
    }

    private func removed() throws -> Set<TaskID> {
        var removed: Set<TaskID> = []
        for commit in commits where !commit.isMerge && !commit.isSuccession && !commit.isReturn {
            guard let parent = commit.parents.first else { continue }
            let changes = try history.changes(from: parent, to: commit.id)
            let ids = { (files: [BoardPath: FileDifference]) in
                Set(files.keys.map { TaskID(fileName: $0.fileName) })
            }
            removed.formUnion(
                ids(changes.filter { $1.new == nil }).subtracting(
                    ids(changes.filter { $1.new != nil })))
        }
        return removed
    }

    /// Conflicts of dates that no user wrote.
    var ownConflicts: [Text] {
        tasks.flatMap(\.conflicts).filter { $0.key == "due" }.map(\.value).filter { value in
            (DueDate(value)?.day.year ?? 0) < RepeatingClones.firstTypedYear
                && !RepeatingClones.firstDates.contains(value)
        }
    }
}
