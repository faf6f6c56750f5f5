package import MarkdownDocument

/// The times at which tasks were last changed and finished, in seconds since
/// 1970. Only the history has them, so they are absent before a commit.
package struct HistoryTimes: Equatable, Sendable {
    package var updated: [TaskID: Int64]
    package var finished: [TaskID: Int64]

    package init(updated: [TaskID: Int64] = [:], finished: [TaskID: Int64] = [:]) {
        self.updated = updated
        self.finished = finished
    }

    /// Returns the times with the finishes that the tasks' own files state,
    /// which take precedence.
    package func stated(by tasks: some Sequence<TaskItem>, _ now: Moment) -> HistoryTimes {
        var times = self
        for task in tasks where task.isFinished && task.contents.withGlance(\.statesFinish) {
            guard let date = task.texts(of: .finished).first.flatMap({ DueDate($0) }) else {
                continue
            }
            times.finished[task.id] = date.seconds(now)
        }
        return times
    }
}

/// The folders whose files are tasks, and those in which a task is finished.
///
/// The settings at the end of a history apply to all of it: a task that was moved to `cancelled`
/// finished then, even if `cancelled` became a finished state later. A renamed state counts as the
/// new one.
package struct FinishRules: Equatable, Sendable {
    private let states: Set<Text>
    private let finished: Set<Text>

    package init(_ settings: BoardSettings) {
        states = Set(settings.states).union(settings.retired)
        finished = states.filter { settings.isFinished(settings.current($0) ?? $0) }
    }

    /// The rules in a canonical encoding.
    package var key: [UInt8] {
        states.sorted().flatMap { $0.utf8 + [finished.contains($0) ? 1 : 0] }
    }

    /// Returns true if a file of a folder is a task.
    func isTask(_ file: FileEffect) -> Bool { file.hasCode || states.contains(file.folder) }

    func isFinished(_ file: FileEffect) -> Bool { finished.contains(file.folder) }
}

/// The change of one file that may be a task, from a parent of a commit to the commit.
package struct FileEffect: Equatable, Sendable {
    package let id: TaskID
    /// The first folder of its path, in NFC.
    package let folder: Text
    /// True if the name ends with a code: such a file is a task in any folder.
    package let hasCode: Bool
    /// True if the parent has the file, and if the commit has it.
    package let isOld: Bool
    package let isNew: Bool

    /// - Parameter id: The ID that the name has.
    package init(id: TaskID, folder: Text, hasCode: Bool, isOld: Bool, isNew: Bool) {
        self.id = id
        self.folder = folder
        self.hasCode = hasCode
        self.isOld = isOld
        self.isNew = isNew
    }

    /// Returns nil for a path that is not a task under any settings.
    package init?(at path: BoardPath, isOld: Bool, isNew: Bool) {
        guard BoardSettings.mayHoldTask(path) else { return nil }
        let name = path.fileName
        self.init(
            id: TaskID(fileName: name), folder: path.folder.nfc,
            hasCode: TaskCode.suffix(of: name.dropLast(3)) != nil, isOld: isOld, isNew: isNew)
    }
}

/// The part of a commit that the times of tasks depend on. It does not depend on the settings, so it
/// never changes.
package struct CommitEffect: Equatable, Sendable {
    package var parents: [HashID]
    /// The author's time, which users see.
    package var time: Int64
    /// The committer's time, by which commits are compared.
    package var committed: Int64
    /// True if the commit is one of pmd's own merges, which change nothing themselves.
    package var isOwnMerge: Bool
    /// The changes from each parent; of a commit without parents, from nothing.
    package var changes: [[FileEffect]]

    package init(
        parents: [HashID], time: Int64, committed: Int64, isOwnMerge: Bool,
        changes: [[FileEffect]]
    ) {
        self.parents = parents
        self.time = time
        self.committed = committed
        self.isOwnMerge = isOwnMerge
        self.changes = changes
    }
}

/// The number of a task's files in a commit. It exceeds one only if copies share a code.
package struct FileCount: Equatable, Sendable {
    package var all: Int32
    /// The number of files in a finished state.
    package var finished: Int32

    package init(all: Int32 = 0, finished: Int32 = 0) {
        self.all = all
        self.finished = finished
    }
}

/// The times of a task as of a commit.
package struct TaskLife: Equatable, Sendable {
    /// The commits of the last change and of the finish; the latter is nil if the task is not
    /// finished.
    package var updated: Int64
    package var finished: Int64?
    package var files: FileCount

    /// - Parameter updated: A number of a commit, or its time.
    package init(updated: Int64 = 0, finished: Int64? = nil, files: FileCount = FileCount()) {
        self.updated = updated
        self.finished = finished
        self.files = files
    }

    /// Applies the changes of a commit with one parent.
    package mutating func change(by change: FileCount, in commit: Int64) {
        let wasFinished = files.finished > 0
        files += change
        updated = commit
        finished = files.finished == 0 ? nil : wasFinished ? finished ?? commit : commit
    }
}

extension FileCount {
    package static func += (count: inout FileCount, change: FileCount) {
        count.all += change.all
        count.finished += change.finished
    }
}

extension FinishRules {
    /// Returns the changes of each task that result from changes of files.
    package func changes(_ effects: [FileEffect]) -> [TaskID: FileCount] {
        var changes: [TaskID: FileCount] = [:]
        for effect in effects where isTask(effect) {
            let all: Int32 = (effect.isNew ? 1 : 0) - (effect.isOld ? 1 : 0)
            changes[effect.id, default: FileCount()] += FileCount(
                all: all, finished: isFinished(effect) ? all : 0)
        }
        return changes
    }
}

/// Computes the times of tasks at a commit from its history. The
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
    let commits: [CommitEffect]
    private let parents: [[Int]]
    let rules: FinishRules
    /// The position of each commit by time, and the commit at each position.
    private(set) var ranks: [Int64] = []
    private var places: [Int] = []
    private(set) var ids: [TaskID] = []
    private(set) var numbers: [TaskID: Int] = [:]

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
        var lives: [TaskID: TaskLife] = [:]
        replayed(table)?.forEach { number, life in
            lives[ids[number]] = TaskLife(
                updated: time(life.updated), finished: life.finished.map(time), files: life.files)
        }
        return lives
    }

    /// Returns the table of the last commit, computed from those of its ancestors.
    ///
    /// - Parameter table: Makes the table of a commit from those of its parents.
    func replayed<Life>(
        _ table: (_ commit: Int, _ before: [LifeTable<Life>]) -> LifeTable<Life>
    ) -> LifeTable<Life>? {
        var open = Array(repeating: 0, count: commits.count)
        for parent in parents.joined() { open[parent] += 1 }
        var tables: [LifeTable<Life>?] = Array(repeating: nil, count: commits.count)
        for commit in commits.indices {
            let before = parents[commit].map { tables[$0] ?? LifeTable(count: ids.count) }
            for parent in parents[commit] {
                open[parent] -= 1
                // No other commit needs it.
                if open[parent] == 0 { tables[parent] = nil }
            }
            tables[commit] = table(commit, before)
        }
        return tables.last ?? nil
    }

    /// Returns the author's time of the commit with a rank.
    func time(_ rank: Int64) -> Int64 { commits[places[Int(rank)]].time }
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
    private func table(_ commit: Int, _ before: [LifeTable<TaskLife>]) -> LifeTable<TaskLife> {
        let changes = commits[commit].changes.map(rules.changes)
        guard before.count > 1 else {
            var table = before.first ?? LifeTable<TaskLife>(count: ids.count)
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
        _ commit: Int, _ before: [LifeTable<TaskLife>], _ changes: [[TaskID: FileCount]]
    ) -> LifeTable<TaskLife> {
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
