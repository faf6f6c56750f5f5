import MarkdownDocument
import MergeSupport
import TestSupport
import Testing

@testable import TaskBoard

/// Times of tasks, computed from the commit graph alone.
struct TimesReplayTests {
    /// A commit of a table: its name, its parents, its paths of the task, and the author's and
    /// committer's times.
    private typealias Row = (
        name: String, parents: [String], places: [BoardPath], time: Int64, committed: Int64
    )

    private static let todo: [BoardPath] = ["todo/a-k3f9m2.md"]
    private static let done: [BoardPath] = ["done/a-k3f9m2.md"]

    /// Returns the times of the task at the last commit.
    private func times(
        _ rows: [Row], settings: String = "", isEdit: Set<String> = []
    ) throws -> (updated: Int64?, finished: Int64?) {
        var effects: [HashID: CommitEffect] = [:]
        var places: [String: [BoardPath]] = [:]
        for row in rows {
            places[row.name] = row.places
            let parents = row.parents.isEmpty ? [[]] : row.parents.map { places[$0] ?? [] }
            effects[Array(row.name.utf8)] = CommitEffect(
                parents: row.parents.map { Array($0.utf8) }, time: row.time,
                committed: row.committed, isOwnMerge: row.parents.count > 1,
                changes: parents.map { old in
                    Set(old + row.places).filter {
                        old.contains($0) != row.places.contains($0) || isEdit.contains(row.name)
                    }.compactMap {
                        FileEffect(
                            at: $0, isOld: old.contains($0), isNew: row.places.contains($0))
                    }
                })
        }
        let rules = FinishRules(try Sample.settings(settings))
        let head = Array((rows.last?.name ?? "").utf8)
        let life = TimesReplay(at: head, effects, rules).lives()[TaskID("k3f9m2")]
        return (life?.updated, life?.finished)
    }

    @Test func `a finish survives beside an edit, and beside an undo of it`() throws {
        let rows: [Row] = [
            ("base", [], Self.todo, 10, 10), ("finish", ["base"], Self.done, 20, 20),
            ("edit", ["base"], Self.todo, 30, 30), ("undo", ["edit"], Self.todo, 40, 40),
            ("merge", ["finish", "undo"], Self.done, 40, 40),
        ]
        let found = try times(rows, isEdit: ["edit", "undo"])
        #expect(found == (40, 20))
        let swapped = try times(
            rows.dropLast() + [("merge", ["undo", "finish"], Self.done, 40, 40)],
            isEdit: ["edit", "undo"])
        #expect(swapped == (40, 20))
    }

    @Test func `a finish that one side undid is not confused with the other side's`() throws {
        let found = try times([
            ("base", [], Self.todo, 10, 10), ("finish", ["base"], Self.done, 20, 20),
            ("later", ["base"], Self.done, 30, 30), ("undo", ["later"], Self.todo, 40, 40),
            ("merge", ["undo", "finish"], Self.done, 40, 40),
        ])
        #expect(found == (40, 20))
    }

    @Test func `of two finishes the later one counts, by the committer's clock`() throws {
        let found = try times([
            ("base", [], Self.todo, 10, 10), ("one", ["base"], Self.done, 90, 20),
            ("two", ["base"], Self.done, 30, 30), ("merge", ["one", "two"], Self.done, 30, 30),
        ])
        #expect(found == (30, 30))
    }

    @Test func `a task finished again has its last finish, even if an earlier clock was ahead`()
        throws
    {
        let found = try times([
            ("base", [], Self.todo, 10, 10), ("ahead", ["base"], Self.done, 9_000, 9_000),
            ("reopen", ["ahead"], Self.todo, 20, 9_000),
            ("finish", ["reopen"], Self.done, 30, 9_000),
            ("other", ["ahead"], Self.done, 25, 9_000),
            ("merge", ["other", "finish"], Self.done, 9_000, 9_000),
        ])
        #expect(found == (30, 30))
    }

    @Test func `a renamed state keeps the finish, and other settings apply to all tasks`()
        throws
    {
        let rows: [Row] = [
            ("base", [], Self.todo, 10, 10), ("finish", ["base"], Self.done, 20, 20),
            ("rename", ["finish"], ["closed/a-k3f9m2.md"], 30, 30),
        ]
        let renamed = "states: [todo, closed]\nretired: [done -> closed]\n"
        #expect(try times(rows, settings: renamed) == (30, 20))
        let cancelled = "states: [todo, done, cancelled]\nfinished: [done, cancelled]\n"
        #expect(
            try times(
                [
                    ("base", [], Self.todo, 10, 10),
                    ("move", ["base"], ["cancelled/a-k3f9m2.md"], 20, 20),
                    ("again", ["move"], Self.done, 30, 30),
                ], settings: cancelled) == (30, 20))
    }

    @Test func `a second file with the code neither finishes nor reopens the task`() throws {
        let rows: [Row] = [
            ("base", [], Self.done, 10, 10), ("copy", ["base"], Self.done + Self.todo, 20, 20),
            ("gone", ["copy"], Self.done, 30, 30),
        ]
        #expect(try times(rows) == (30, 10))
        let archived: [Row] = rows + [("archive", ["gone"], ["done/2026/a-k3f9m2.md"], 40, 40)]
        #expect(try times(archived) == (40, 10))
        #expect(try times(rows + [("last", ["gone"], [], 40, 40)]) == (nil, nil))
    }

    @Test(arguments: 0..<10)
    func `random graphs have the times of the definition`(batch: Int) throws {
        for number in 0..<8 {
            let seed = testSeed &+ UInt64(batch * 8 + number)
            let graph = RandomGraph(seed: seed, commits: 40)
            for head in graph.order.suffix(4) {
                let lives = TimesReplay(at: head, graph.effects, graph.rules).lives()
                #expect(lives == graph.expected(at: head), "seed \(seed)")
            }
        }
    }

    @Test(arguments: 0..<10)
    func `a life table behaves like a dictionary`(number: Int) {
        var random = SplitMix64(seed: testSeed &+ UInt64(number))
        let count = [1, 31, 32, 33, 1_024, 1_025, 40_000].randomElement(using: &random)!
        var tables = [LifeTable<TaskLife>(count: count)]
        var models: [[Int: TaskLife]] = [[:]]
        for step in 0..<300 {
            let index = Int.random(in: tables.indices, using: &random)
            let number = Int.random(in: 0..<count, using: &random)
            if step % 7 == 0 {
                let other = Int.random(in: tables.indices, using: &random)
                let later = { (a: TaskLife, b: TaskLife) in a.updated > b.updated ? a : b }
                tables[index].merge(tables[other], later)
                models[index].merge(models[other], uniquingKeysWith: later)
            } else if step % 11 == 0 {
                tables.append(tables[index])
                models.append(models[index])
            } else {
                let life = step % 5 == 0 ? nil : TaskLife(updated: Int64(step))
                tables[index][number] = life
                models[index][number] = life
            }
            #expect(tables[index][number] == models[index][number])
        }
        for (table, model) in zip(tables, models) {
            var found: [Int: TaskLife] = [:]
            table.forEach { found[$0] = $1 }
            #expect(found == model)
        }
    }
}

/// A random graph of commits with forks, merges, moves, copies and wrong clocks.
private struct RandomGraph {
    private(set) var effects: [HashID: CommitEffect] = [:]
    private(set) var order: [HashID] = []
    let rules: FinishRules
    private var trees: [HashID: [BoardPath: Int]] = [:]
    private var stamps: [HashID: (time: Int64, generation: Int)] = [:]
    private static let states = ["todo", "doing", "done", "old", "notes"]

    init(seed: UInt64, commits: Int) {
        var random = SplitMix64(seed: seed)
        var settings = BoardSettings()
        (settings.retired, settings.renamed) = (["old"], ["old": "done"])
        rules = FinishRules(settings)
        for number in 0..<commits {
            let id = Array("commit \(number)".utf8)
            var parents: [HashID] = []
            if number > 0 {
                let recent = order.suffix(5)
                parents = [recent.randomElement(using: &random)!]
                while Int.random(in: 0..<3, using: &random) == 0 {
                    let other = recent.randomElement(using: &random)!
                    if !parents.contains(other) { parents.append(other) }
                }
            }
            let isOwn = parents.count > 1 && Bool.random(using: &random)
            trees[id] = tree(parents, number, isOwn, &random)
            effects[id] = CommitEffect(
                parents: parents, time: Int64.random(in: 0..<100, using: &random),
                committed: Int64.random(in: -5..<50, using: &random), isOwnMerge: isOwn,
                changes: (parents.isEmpty ? [nil] : parents.map(Optional.some)).map { parent in
                    changes(parent.flatMap { trees[$0] } ?? [:], trees[id] ?? [:])
                })
            order.append(id)
            let before = parents.compactMap { stamps[$0] }
            stamps[id] = (
                before.map(\.time).reduce(max(0, effects[id]?.committed ?? 0), max),
                (before.map(\.generation).max() ?? 0) + 1
            )
        }
    }

    /// Files by path, with a number for their content.
    private func tree(
        _ parents: [HashID], _ number: Int, _ isOwn: Bool, _ random: inout SplitMix64
    ) -> [BoardPath: Int] {
        var files = parents.first.flatMap { trees[$0] } ?? [:]
        for parent in parents.dropFirst() {
            for (path, content) in trees[parent] ?? [:] where Bool.random(using: &random) {
                files[path] = content
            }
        }
        for _ in 0..<(isOwn ? Int.random(in: 0..<2, using: &random) : 2) {
            let state = Self.states.randomElement(using: &random)!
            let name = ["a-k3f9m2", "b-x7q2bd", "hand"].randomElement(using: &random)!
            let path = BoardPath("\(state)/\(name).md")
            switch Int.random(in: 0..<5, using: &random) {
            case 0: files[path] = nil
            case 1: files[path] = number
            default:
                guard let old = files.keys.sorted().randomElement(using: &random) else { continue }
                let content = files.removeValue(forKey: old)
                files[BoardPath(state).appending(old.fileName)] = content
            }
        }
        return files
    }

    private func changes(_ old: [BoardPath: Int], _ new: [BoardPath: Int]) -> [FileEffect] {
        Set(old.keys).union(new.keys).filter { old[$0] != new[$0] }.compactMap {
            FileEffect(at: $0, isOld: old[$0] != nil, isNew: new[$0] != nil)
        }
    }
}

extension RandomGraph {
    private func isTask(_ path: BoardPath) -> Bool {
        path.folder != "notes" || TaskID(fileName: path.fileName).isCode
    }

    private func files(of id: TaskID, in commit: HashID) -> [BoardPath: Int] {
        (trees[commit] ?? [:]).filter { isTask($0.key) && TaskID(fileName: $0.key.fileName) == id }
    }

    private func finished(_ files: [BoardPath: Int]) -> Int {
        files.keys.count { ["done", "old"].contains($0.folder) }
    }

    private func isBefore(_ a: HashID, _ b: HashID) -> Bool {
        guard let x = stamps[a], let y = stamps[b], x != y else {
            return a.lexicographicallyPrecedes(b)
        }
        return x < y
    }

    /// Returns the lives at a commit, task by task, straight from the definition.
    func expected(at head: HashID) -> [TaskID: TaskLife] {
        var lives: [TaskID: TaskLife] = [:]
        for id in [TaskID("k3f9m2"), TaskID("x7q2bd"), TaskID("hand")] {
            var known: [HashID: (updated: HashID, finished: HashID?)] = [:]
            for commit in order {
                let here = files(of: id, in: commit)
                guard !here.isEmpty, let effect = effects[commit] else { continue }
                let isChange =
                    effect.parents.allSatisfy { files(of: id, in: $0) != here }
                    && !(effect.parents.count > 1 && effect.isOwnMerge)
                let before = effect.parents.compactMap { known[$0] }
                let updated = isChange ? commit : before.map(\.updated).max(by: isBefore)
                let finish = before.compactMap(\.finished).max(by: isBefore)
                known[commit] = (
                    updated ?? commit, finished(here) == 0 ? nil : finish ?? commit
                )
            }
            guard let life = known[head], let updated = effects[life.updated]?.time else {
                continue
            }
            let here = files(of: id, in: head)
            lives[id] = TaskLife(
                updated: updated, finished: life.finished.flatMap { effects[$0]?.time },
                files: FileCount(all: Int32(here.count), finished: Int32(finished(here))))
        }
        return lives
    }
}
