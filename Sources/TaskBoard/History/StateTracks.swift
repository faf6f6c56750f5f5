package import MarkdownDocument

/// The states that each task has been in, as its history and its file have them.
///
/// | commit | track of a task |
/// |---|---|
/// | moved, added or deleted the task | the parent's, and a step at the author's time |
/// | did not | the parent's |
/// | merge | that of a parent: of a finished task the one with the latest finish, of any other the one that entered the state last; and a step, if no parent has the state |
///
/// A finish is therefore the one that ``TimesReplay`` finds. Only the ID identifies a task: after a
/// new file name with another ID, it is another task.
package struct StateTracks: Sendable {
    /// A change of a task's state.
    package struct Step: Equatable, Sendable {
        /// The number of the new state; nil if the task left the board.
        package var state: Int?
        /// The seconds since 1970.
        package var time: Int64

        package init(_ state: Int?, at time: Int64) { (self.state, self.time) = (state, time) }
    }

    /// The states by number: those of the settings in their order, then other folders by name.
    package private(set) var states: [Text]
    /// The steps of each task, in the order of the history; the times may be out of order.
    package private(set) var steps: [TaskID: [Step]] = [:]
    private let settings: BoardSettings
    private var numbers: [Text: Int] = [:]

    /// The tracks of a board without history.
    package init(_ settings: BoardSettings) {
        (self.settings, states) = (settings, settings.states)
    }

    /// The tracks as of a commit.
    ///
    /// - Parameter effects: The effects of the commit and of all its ancestors, and maybe others.
    package init(at head: HashID, _ effects: [HashID: CommitEffect], _ settings: BoardSettings) {
        self.init(settings)
        let replay = TimesReplay(at: head, effects, FinishRules(settings))
        number(
            Set(
                replay.commits.lazy.flatMap { $0.changes.joined() }
                    .filter { replay.rules.isTask($0) }.map(\.folder)))
        let tracker = Tracker(replay, self)
        replay.replayed(tracker.table)?.forEach { number, life in
            steps[replay.ids[number]] = tracker.steps(of: life)
        }
    }

    /// Numbers the states of folders. A renamed state counts as the new one.
    private mutating func number(_ folders: Set<Text>) {
        for folder in folders.sorted() where numbers[folder] == nil {
            let name = settings.current(folder) ?? folder
            let number = states.firstIndex(of: name) ?? states.count
            if number == states.count { states.append(name) }
            numbers[folder] = number
        }
    }

    /// Adds a step for each task whose file is elsewhere than in the commit.
    package mutating func follow(_ tasks: [TaskItem], at time: Int64) {
        number(Set(tasks.map(\.state)))
        var current: [TaskID: Int] = [:]
        for task in tasks {
            guard let number = numbers[task.state] else { continue }
            current[task.id] = min(current[task.id] ?? number, number)
        }
        for (id, state) in current where steps[id]?.last?.state != state {
            steps[id, default: []].append(Step(state, at: time))
        }
        for (id, known) in steps where current[id] == nil && known.last?.state != nil {
            steps[id]?.append(Step(nil, at: time))
        }
    }

    package func isFinished(_ state: Int) -> Bool { settings.isFinished(states[state]) }

    /// Returns true for the start state, and the unfinished states after it.
    package func isInProgress(_ state: Int) -> Bool {
        guard let start = settings.states.firstIndex(of: settings.start) else { return false }
        return !isFinished(state) && (start..<settings.states.count).contains(state)
    }

    fileprivate func number(of folder: Text) -> Int32 { Int32(clamping: numbers[folder] ?? 0) }
}

/// The track of a task as of a commit.
private struct TrackLife: Equatable {
    static let absent: Int32 = -1

    /// The number of the last step.
    var last: Int32
    /// The state of the task's file, or of the first one if there are several.
    var state: Int32
    /// The rank of the commit that finished the task; -1 if it is not finished.
    var finish: Int64
    /// The states of further files with the same ID, in order.
    var others: [Int32] = []

    var files: [Int32] { state == Self.absent ? [] : [state] + others }
}

/// Computes the tracks by a replay. The steps of all tracks are in one list, since tracks of
/// several commits share them.
private final class Tracker {
    private let replay: TimesReplay
    private let tracks: StateTracks
    private let isFinished: [Bool]
    private var steps: [(before: Int32, state: Int32, rank: Int64)] = []

    init(_ replay: TimesReplay, _ tracks: StateTracks) {
        (self.replay, self.tracks) = (replay, tracks)
        isFinished = tracks.states.indices.map(tracks.isFinished)
    }

    func steps(of life: TrackLife) -> [StateTracks.Step] {
        var found: [StateTracks.Step] = []
        var next = life.last
        while next >= 0 {
            let step = steps[Int(next)]
            found.append(
                StateTracks.Step(
                    step.state == TrackLife.absent ? nil : Int(step.state),
                    at: replay.time(step.rank)))
            next = step.before
        }
        return found.reversed()
    }

    func table(_ commit: Int, _ before: [LifeTable<TrackLife>]) -> LifeTable<TrackLife> {
        let changes = replay.commits[commit].changes.map(moves)
        var table = before.first ?? LifeTable<TrackLife>(count: replay.ids.count)
        for other in before.dropFirst() { table.merge(other, later) }
        for id in Set(changes.flatMap(\.keys)) {
            guard let number = replay.numbers[id] else { continue }
            let first = before.first?[number]
            let files = (changes.first?[id] ?? Move()).applied(to: first?.files ?? [])
            let lives = before.count > 1 ? before.compactMap { $0[number] } : []
            let base = before.count > 1 ? parent(of: files, lives) : first
            table[number] = life(after: base, files, in: replay.ranks[commit])
        }
        return table
    }

    /// The folders that a task left and entered.
    private struct Move {
        var old: [Int32] = []
        var new: [Int32] = []

        func applied(to files: [Int32]) -> [Int32] {
            var files = files + new
            for state in old {
                if let index = files.firstIndex(of: state) { files.remove(at: index) }
            }
            return files.sorted()
        }
    }

    private func moves(_ effects: [FileEffect]) -> [TaskID: Move] {
        var moves: [TaskID: Move] = [:]
        for effect in effects where effect.isOld != effect.isNew && replay.rules.isTask(effect) {
            let state = tracks.number(of: effect.folder)
            if effect.isOld {
                moves[effect.id, default: Move()].old.append(state)
            } else {
                moves[effect.id, default: Move()].new.append(state)
            }
        }
        return moves
    }

    private func life(
        after base: TrackLife?, _ files: [Int32], in rank: Int64
    ) -> TrackLife? {
        let state = files.first ?? TrackLife.absent
        guard state != TrackLife.absent || base != nil else { return nil }
        var life = base ?? TrackLife(last: -1, state: TrackLife.absent, finish: -1)
        if !isFinished(state) {
            life.finish = -1
        } else if !isFinished(life.state) {
            life.finish = rank
        }
        if state != life.state {
            steps.append((life.last, state, rank))
            life.last = Int32(clamping: steps.count - 1)
        }
        (life.state, life.others) = (state, Array(files.dropFirst()))
        return life
    }

    /// Returns the parent's life that a merge continues.
    private func parent(of files: [Int32], _ lives: [TrackLife]) -> TrackLife? {
        let state = files.first ?? TrackLife.absent
        let same = lives.filter {
            isFinished(state) ? isFinished($0.state) : $0.state == state
        }
        guard let first = same.first else {
            return lives.dropFirst().reduce(lives.first) { best, life in
                best.map { entry(life) > entry($0) ? life : $0 }
            }
        }
        return same.dropFirst().reduce(first, later)
    }

    /// Returns the life that was finished last, or whose state was entered last.
    private func later(_ a: TrackLife, _ b: TrackLife) -> TrackLife {
        guard a.finish == b.finish else { return a.finish > b.finish ? a : b }
        return entry(b) > entry(a) ? b : a
    }

    private func entry(_ life: TrackLife) -> Int64 { steps[Int(life.last)].rank }

    private func isFinished(_ state: Int32) -> Bool { state >= 0 && isFinished[Int(state)] }
}
