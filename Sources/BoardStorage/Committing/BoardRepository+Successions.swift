import Git
import TaskBoard

// A finished task that still has `repeat` needs its next task: see
// ``TaskBoard/actOnCompletions(at:paths:in:commit:)``. The move that brings the finished task to
// the branch also brings the next one, so that no reader sees one without the other.

extension BoardRepository {
    /// Returns a move of the branch that also acts on the completions in it. Every command calls
    /// it once for its move, before it advances.
    ///
    /// - Throws: ``ConcurrentUpdate`` if a file to change has uncommitted edits.
    func withSuccessions(_ move: BranchUpdate) throws -> BranchUpdate {
        precondition(!move.isActedOn, "the completions of a move are acted on once")
        guard move.old != move.new else { return move }
        var move = move
        move.isActedOn = true
        let paths = move.index.compactMap { path, entry in
            entry?.isRegularFile == true ? boardPath(path) : nil
        }
        guard try mayComplete(paths, move) else { return move }
        return try acting(on: Set(paths), after: move)
    }

    /// Does the same in recovery, which does not commit the edits that are in the way: the next
    /// command then acts on the completions.
    func withSuccessionsIfPossible(_ move: BranchUpdate) throws -> BranchUpdate {
        do { return try withSuccessions(move) } catch let raced as ConcurrentUpdate
            where !raced.editsInTheWay.isEmpty
        {
            return move
        }
    }

    /// Returns false if none of the paths belongs to a finished task.
    ///
    /// The new commit is not read for that: until a branch has it, `git prune` may remove it at
    /// any time, and it has to be linked back.
    private func mayComplete(_ paths: [BoardPath], _ move: BranchUpdate) throws -> Bool {
        guard !paths.isEmpty else { return false }
        guard let old = move.old, move.index[location.settingsPath] == nil,
            let settings = try History(git, prefix: location.prefix, settings: .standard)
                .settings(in: git.commit(old).tree)
        else { return true }
        return paths.contains { settings.isFinished(settings.state(of: $0)) }
    }

    /// Acts on the completions that came with the commits of other programs, such as `git commit`
    /// and `git pull`.
    func actOnCompletions(_ settings: BoardSettings) throws {
        guard let head = try branch().head else { return }
        let examined = try completions.head()
        guard examined != head else { return }
        let known = try examined.flatMap { git.contains($0) ? try tree(of: $0) : nil }
        let changes = try git.diff(
            known, git.commit(head).tree, below: Array(location.prefix.dropLast()))
        let paths = changes.compactMap { $0.new?.isRegularFile == true ? boardPath($0.path) : nil }
        let move = try acting(
            on: Set(paths),
            after: BranchUpdate(
                old: head, new: head, writes: [], index: [:], mark: .repeatTasks, isActedOn: true))
        if move.new == head { return try completions.note(head) }
        try advance(move, recoveringWith: settings)
    }

    /// Records that the completions up to a move were acted on, if those before it were.
    func noteCompletions(of move: BranchUpdate) throws {
        guard try completions.head() == move.old else { return }
        try completions.note(move.new)
    }

    private var completions: Examined { Examined(.completions, folder: localState.folder) }

    private func acting(on paths: Set<BoardPath>, after move: BranchUpdate) throws -> BranchUpdate {
        var move = move
        let last = try TaskBoard.actOnCompletions(
            at: move.new.bytes, paths: paths, in: GitHistorySource(self)
        ) { step, _ in
            try git.gathering { try add(step, to: &move) }
            return move.new.bytes
        }
        assert(last == move.new.bytes)
        return move
    }

    /// Adds the commit of a step to a move, and the files that it changes.
    private func add(_ step: SuccessionStep, to move: inout BranchUpdate) throws {
        let parent = try git.commit(move.new)
        var entries: [[UInt8]: TreeEntry?] = [:]
        for (path, file) in step.changes {
            entries[repositoryPath(path)] = .some(try entry(of: file))
        }
        let places = Dictionary(
            move.writes.enumerated().map { ($1.path.bytes, $0) }, uniquingKeysWith: { $1 })
        for (path, entry) in entries {
            let old = try content(of: git.entry(inTree: parent.tree, path: path), at: path)
            let result = try content(of: entry, at: path)
            if let place = places[path] {
                move.writes[place].result = result
            } else {
                try requireCommitted(old, at: path)
                move.writes.append(try FileWrite(path: path, expected: old, result: result))
            }
            move.index[path] = entry
        }
        move.new = try writeCommit(.succession, entries, onto: move.new, time: step.time)
    }

    /// Refuses to change a file that has uncommitted edits.
    private func requireCommitted(_ content: FileContent?, at path: [UInt8]) throws {
        guard try content.isSame(as: state(of: path).bytes) else {
            throw ConcurrentUpdate.editsInTheWay([path])
        }
    }
}
