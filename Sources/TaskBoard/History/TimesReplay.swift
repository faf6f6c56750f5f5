package import MarkdownDocument

/// Computes the times of tasks at a commit from the changes of all commits that it contains. The
/// result depends only on the graph, not on the order in which a clone received the commits.
///
/// | commit | last change | finish of a task that is in a finished state |
/// |---|---|---|
/// | changed the task | this commit | the parent's, if the task was finished there, else this commit |
/// | did not | the parent's | the parent's |
/// | merge | the latest of the parents', or this commit, if it has a version of its own and is not pmd's | the latest of the parents in which the task is finished, else this commit |
///
/// Commits are ordered by committer time, as in value merges, except that a commit always follows
/// its parents, even if a clock was wrong.
package struct TimesReplay {
    private let commits: [CommitEffect]
    private let parents: [[Int]]
    private let rules: FinishRules
    /// The position of each commit by time, and the commit at each position.
    private var ranks: [Int64] = []
    private var places: [Int] = []
    private var ids: [TaskID] = []
    private var numbers: [TaskID: Int] = [:]

    /// - Parameter effects: The effects of the commit and of all its ancestors, and maybe others.
    package init(at head: HashID, _ effects: [HashID: CommitEffect], _ rules: FinishRules) {
        self.rules = rules
        let order = parentsFirst(head, effects)
        let place = Dictionary(uniqueKeysWithValues: order.enumerated().map { ($1, $0) })
        commits = order.compactMap { effects[$0] }
        parents = commits.map { $0.parents.compactMap { place[$0] } }
        rank(order)
        for effect in commits.lazy.flatMap({ $0.changes.joined() })
        where rules.isTask(effect) && numbers[effect.id] == nil {
            numbers[effect.id] = ids.count
            ids.append(effect.id)
        }
    }

    /// Returns the life of each task of the commit, with the times of the commits.
    package func lives() -> [TaskID: TaskLife] {
        var open = Array(repeating: 0, count: commits.count)
        for parent in parents.joined() { open[parent] += 1 }
        var tables: [LifeTable?] = Array(repeating: nil, count: commits.count)
        for commit in commits.indices {
            let before = parents[commit].map { tables[$0] ?? LifeTable(count: ids.count) }
            for parent in parents[commit] {
                open[parent] -= 1
                // No other commit needs it.
                if open[parent] == 0 { tables[parent] = nil }
            }
            tables[commit] = table(after: commit, before)
        }
        var lives: [TaskID: TaskLife] = [:]
        tables.last??.forEach { number, life in
            lives[ids[number]] = TaskLife(
                updated: time(life.updated), finished: life.finished.map(time), files: life.files)
        }
        return lives
    }

    private func time(_ rank: Int64) -> Int64 { commits[places[Int(rank)]].time }
}

/// Returns a commit and its ancestors, each after its parents.
private func parentsFirst(_ head: HashID, _ effects: [HashID: CommitEffect]) -> [HashID] {
    var order: [HashID] = []
    var seen: Set<HashID> = [head]
    var open: [(id: HashID, parents: ArraySlice<HashID>)] = [
        (head, (effects[head]?.parents ?? [])[...])
    ]
    while !open.isEmpty {
        guard let parent = open[open.count - 1].parents.popFirst() else {
            order.append(open.removeLast().id)
            continue
        }
        if let effect = effects[parent], seen.insert(parent).inserted {
            open.append((parent, effect.parents[...]))
        }
    }
    return order
}

extension TimesReplay {
    /// Orders the commits by time: an ancestor is always before its descendants.
    private mutating func rank(_ order: [HashID]) {
        var stamps: [(time: Int64, generation: Int)] = []
        for (commit, effect) in commits.enumerated() {
            let before = parents[commit].map { stamps[$0] }
            stamps.append(
                (
                    before.map(\.time).reduce(Writer.credible(effect.committed), max),
                    (before.map(\.generation).max() ?? 0) + 1
                ))
        }
        places = commits.indices.sorted { a, b in
            let (x, y) = (stamps[a], stamps[b])
            if x.time != y.time { return x.time < y.time }
            if x.generation != y.generation { return x.generation < y.generation }
            return order[a].lexicographicallyPrecedes(order[b])
        }
        ranks = Array(repeating: 0, count: commits.count)
        for (rank, commit) in places.enumerated() { ranks[commit] = Int64(rank) }
    }
}

extension TimesReplay {
    private func table(after commit: Int, _ before: [LifeTable]) -> LifeTable {
        let changes = commits[commit].changes.map(rules.changes)
        guard before.count > 1 else {
            var table = before.first ?? LifeTable(count: ids.count)
            for (id, change) in changes.first ?? [:] {
                guard let number = numbers[id] else { continue }
                var life = table[number] ?? TaskLife()
                life.change(by: change, in: ranks[commit])
                table[number] = life.files.all > 0 ? life : nil
            }
            return table
        }
        return mergedTable(commit, before, changes)
    }

    private func mergedTable(
        _ commit: Int, _ before: [LifeTable], _ changes: [[TaskID: FileCount]]
    ) -> LifeTable {
        var table = before[0]
        for other in before.dropFirst() { table.merge(other, later) }
        for id in Set(changes.flatMap(\.keys)) {
            guard let number = numbers[id] else { continue }
            var files = before[0][number]?.files ?? FileCount()
            files += changes.first?[id] ?? FileCount()
            guard files.all > 0 else {
                table[number] = nil
                continue
            }
            let lives = before.compactMap { $0[number] }
            let isOwnVersion = !commits[commit].isOwnMerge && changes.allSatisfy { $0[id] != nil }
            let updated = lives.map(\.updated).max()
            table[number] = TaskLife(
                updated: isOwnVersion ? ranks[commit] : updated ?? ranks[commit],
                finished: files.finished == 0
                    ? nil : lives.compactMap(\.finished).max() ?? ranks[commit],
                files: files)
        }
        return table
    }

    /// Merges two lives of a task whose files are the same in both.
    private func later(_ a: TaskLife, _ b: TaskLife) -> TaskLife {
        var life = a
        life.updated = max(a.updated, b.updated)
        if let other = b.finished { life.finished = max(a.finished ?? other, other) }
        return life
    }
}
