import Git
import MarkdownDocument
import TaskBoard

// The effects of a plan on the repository and its files.

extension BoardRepository {
    /// Runs the first steps of every command that writes.
    ///
    /// - Parameters:
    ///   - isSync: True to check every replaced file for late saves.
    ///   - paths: The files whose uncommitted edits were in the way of an earlier attempt.
    /// - Returns: The conflicts that healing a merge kept.
    @discardableResult
    func prepare(
        _ settings: BoardSettings, isSync: Bool = false, committing paths: [[UInt8]] = []
    ) throws -> [NewConflict] {
        self.settings = settings
        _ = try branch()
        try recover(settings)
        try restoreActions()
        try recordDropped()
        if !paths.isEmpty { _ = try commitFinishedEdits(at: paths, settings) }
        try restoreAfterReset(settings)
        try mergeLateSaves(isSync: isSync, settings)
        let kept = try heal(settings)
        try actOnCompletions(settings)
        return kept
    }

    /// Commits the uncommitted edits to the tasks of a plan.
    ///
    /// - Returns: True if the plan must be made again, because files changed.
    func commitEdits(
        before plan: Plan, _ board: Board, _ settings: BoardSettings
    ) throws -> Bool {
        var paths = plan.changes.flatMap { [$0.before, $0.after].compactMap { $0 } }
        let ids = Set(paths.map { TaskID(fileName: $0.fileName) })
        paths += board.tasks.filter { ids.contains($0.id) }.map(\.path)
        let all = try Set(paths).union(headPaths(of: ids, at: paths, settings)).map(repositoryPath)
        return try commitFinishedEdits(at: all, settings).changedFiles
    }

    /// Commits the uncommitted edits at some paths, and waits for those that an editor is
    /// still writing.
    func commitFinishedEdits(
        at paths: [[UInt8]], _ settings: BoardSettings
    ) throws -> UncommittedEditReport {
        let deadline = monotonicSeconds() + 5
        var earlier = UncommittedEditReport()
        earlier.changedFiles = try mergeLateSaves(of: paths, settings)
        while true {
            var report = try commitEdits(at: paths, settings)
            report.commits = earlier.commits + report.commits
            report.changedFiles = earlier.changedFiles || report.changedFiles
            if report.waiting.isEmpty || monotonicSeconds() > deadline { return report }
            earlier = report
            pause(milliseconds: 50)
        }
    }

    /// Returns the paths in HEAD of those tasks that are at none of the given paths: the user may
    /// have moved one with git or in the working tree.
    func headPaths(
        of ids: Set<TaskID>, at paths: [BoardPath], _ settings: BoardSettings
    ) throws -> [BoardPath] {
        let (_, head) = try branch()
        guard let tree = try tree(of: head) else { return [] }
        var ids = ids
        for path in paths where try git.entry(inTree: tree, path: repositoryPath(path)) != nil {
            ids.remove(TaskID(fileName: path.fileName))
        }
        if ids.isEmpty { return [] }
        let found = try git.paths(inTree: tree, below: Array(location.prefix.dropLast())) { name in
            ids.count > 100
                ? ids.contains(TaskID(fileName: Array(name)))
                : ids.contains { $0.mayBeNamed(name) }
        }
        return found.compactMap(boardPath).filter {
            settings.isTaskPath($0) && ids.contains(TaskID(fileName: $0.fileName))
        }
    }

    /// Writes a plan's objects, moves the branch, and puts the files in place.
    ///
    /// - Returns: The commit; true if the files match the plan: no other process saved while they
    ///   were written, and no repeating task was finished.
    /// - Parameter local: Paths that are written and not committed.
    /// - Throws: ``Raced`` if a file differs from the version that the plan is based on.
    func perform(
        _ plan: Plan, _ board: Board, by caller: Caller, leavingOut local: Set<BoardPath>
    ) throws -> (ObjectID, isWhole: Bool) {
        // The next tasks are created while the new objects are in memory.
        let (commit, move) = try git.gathering {
            let move = try written(plan, on: board, by: caller, leavingOut: local)
            return (move.new, try withSuccessions(move))
        }
        return (commit, try advance(move).isComplete && move.new == commit)
    }

    /// Stores the objects of a plan, and returns the corresponding move.
    private func written(
        _ plan: Plan, on board: Board, by caller: Caller, leavingOut local: Set<BoardPath>
    ) throws -> BranchUpdate {
        let (_, head) = try branch()
        let headTree = try tree(of: head)
        var writes: [FileWrite] = []
        var entries: [[UInt8]: TreeEntry?] = [:]
        for change in plan.changes {
            if let before = change.before, before != change.after {
                if change.after == nil, local.contains(before) {
                    throw BoardError.branch(.onlyHere(before.bytes))
                }
                let path = repositoryPath(before)
                writes.append(
                    try FileWrite(
                        path: path, expected: expected(before, board).map(FileContent.bytes),
                        result: nil))
                if entries[path] == nil, !local.contains(before) { entries[path] = .some(nil) }
            }
            guard let after = change.after, let bytes = change.bytes else { continue }
            let path = repositoryPath(after)
            let current = change.before == after ? try expected(after, board) : nil
            writes.append(
                try FileWrite(
                    path: path, expected: current.map(FileContent.bytes), result: .bytes(bytes)))
            if local.contains(after) { continue }
            let mode = try headTree.flatMap { try git.entry(inTree: $0, path: path) }.fileMode
            entries[path] = TreeEntry(
                mode: mode ?? TreeEntry.regularMode,
                id: try git.writeBlob(try stored(bytes, at: path)))
        }
        if entries.isEmpty, let head {
            return BranchUpdate(
                old: head, new: head, writes: writes.filter { !$0.isNothing }, index: [:],
                mark: .command(plan.subject))
        }
        let commit = try writeUserCommit(
            changes: entries, parent: head, message: plan.message, by: caller)
        return BranchUpdate(
            old: head, new: commit, writes: writes.filter { !$0.isNothing }, index: entries,
            mark: .command(plan.subject),
            actions: [.did(commit, at: clock.coarseNanoseconds)])
    }

    /// Returns the paths of a plan's tasks that git ignores and has not committed: these files
    /// stay local. A new task is committed even if git ignores it, since a user requested it.
    func ignoredPaths(of plan: Plan) throws -> [BoardPath] {
        let changed = plan.changes.filter { $0.before != nil }
        guard let tree = try tree(of: branch().head), !changed.isEmpty else { return [] }
        let isLocal = { (path: BoardPath) in
            try self.git.isLocal(self.repositoryPath(path), tree)
        }
        var found: [BoardPath] = []
        for change in changed {
            guard let before = change.before, try isLocal(before) else { continue }
            found.append(before)
            if let after = change.after, after != before, try isLocal(after) { found.append(after) }
        }
        return found
    }

    /// Returns the content at a path that the plan is based on: a task's bytes as they were read,
    /// or the current content of any other file.
    private func expected(_ path: BoardPath, _ board: Board) throws -> [UInt8]? {
        try board[path]?.document.bytes ?? state(of: repositoryPath(path)).bytes
    }
}
