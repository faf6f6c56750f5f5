import Git
import Glibc
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
        let found = try git.paths(
            inTree: tree, below: Array(location.prefix.dropLast()), where: ids.mayInclude)
        return found.compactMap(boardPath).filter {
            settings.isTaskPath($0) && ids.contains(TaskID(fileName: $0.fileName))
        }
    }

    /// Writes a plan's objects, moves the branch, and puts the files in place.
    ///
    /// - Returns: The commit; true if the files match the plan: no other process saved while they
    ///   were written, and no repeating task was finished.
    /// - Parameter local: Paths that are written and not committed.
    /// - Throws: ``ConcurrentUpdate`` if a file differs from the version that the plan is based on.
    func perform(
        _ plan: Plan, _ board: Board, by caller: Caller, leavingOut local: Set<BoardPath>
    ) throws -> (ObjectID, isWhole: Bool) {
        try refuseConverted(plan)
        // The next tasks are created while the new objects are in memory.
        let (commit, move) = try git.gathering {
            let move = try written(plan, on: board, by: caller, leavingOut: local)
            return (move.new, try withSuccessions(move))
        }
        return (commit, try advance(move).isComplete && move.new == commit)
    }

    /// Refuses to attach files that git would change.
    private func refuseConverted(_ plan: Plan) throws {
        guard case .attached = plan.report else { return }
        for change in plan.changes where change.before == nil {
            guard let path = change.after, let bytes = change.bytes,
                try !keepsBytes(bytes, at: repositoryPath(path))
            else { continue }
            throw ActionError(.convertedAttachment(Text(path.fileName)))
        }
    }

    /// Makes a commit of each plan, and moves the branch over all of them at once, so that the
    /// disk is waited for once. The plans change different files and finish no task.
    ///
    /// - Returns: The commits; true if the files match the last of them.
    func perform(_ steps: [PlannedStep]) throws -> ([ObjectID], isWhole: Bool) {
        let moves = try git.gathering {
            try steps.reduce(into: [BranchUpdate]()) { moves, step in
                moves.append(
                    try written(step.plan, on: step.before, by: step.caller, onto: moves.last?.new))
            }
        }
        guard let first = moves.first else { return ([], true) }
        let move = moves.dropFirst().reduce(first) { $0.followed(by: $1) }
        return (moves.map(\.new), try advance(withSuccessions(move)).isComplete)
    }

    /// Stores the objects of a plan, and returns the corresponding move.
    ///
    /// - Parameter parent: The commit to build on; nil for HEAD.
    private func written(
        _ plan: Plan, on board: Board, by caller: Caller, leavingOut local: Set<BoardPath> = [],
        onto parent: ObjectID? = nil
    ) throws -> BranchUpdate {
        let head = try parent ?? branch().head
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
            actions: [.did(commit, at: clock.coarseNanoseconds, by: caller.client)])
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

extension BoardRepository {
    /// Stores a commit of this user, without a reference to it yet.
    ///
    /// The author's time is the clock. The committer's time is never before the parent's, so a
    /// value is never older than the value it replaced, however wrong the clock. A parent in the
    /// future passes its own second to every commit until the clock has caught up; see
    /// ``secondsOfHeadAhead()``.
    func writeUserCommit(
        changes: [[UInt8]: TreeEntry?], parent: ObjectID?, message: String,
        by caller: Caller = .user
    ) throws -> ObjectID {
        try git.gathering {
            let base = try parent.map { try git.commit($0) }
            let tree = try git.writeTree(from: base?.tree, changes: changes)
            return try writeUserCommit(tree: tree, parent: parent, message: message, by: caller)
        }
    }

    func writeUserCommit(
        tree: ObjectID, parent: ObjectID?, message: String, by caller: Caller = .user
    ) throws -> ObjectID {
        let identity = try identity()
        let committing = try Identity(of: git, as: .committer)
        let now = clock.seconds
        let earliest = try parent.map { try git.commit($0).committer.time } ?? now
        let offset = caller.offset.map { Int32($0(now) / 60) } ?? clock.offset(now)
        let person = caller.author ?? identity
        let author = Signature(
            name: person.name, email: person.email, time: now,
            offset: offset)
        let committer = Signature(
            name: committing.name, email: committing.email, time: max(now, earliest),
            offset: offset)
        return try git.writeCommit(
            tree: tree, parents: parent.map { [$0] } ?? [], author: author, committer: committer,
            message: message)
    }
    /// Returns the seconds by which HEAD's committer time is ahead of the clock; nil for less than
    /// a minute, a usual difference between two machines.
    func secondsOfHeadAhead() throws -> Int64? {
        guard let head = try branch().head else { return nil }
        let ahead = try git.commit(head).committer.time.subtractingReportingOverflow(clock.seconds)
        return ahead.overflow || ahead.partialValue < 60 ? nil : ahead.partialValue
    }

    /// Returns the warning about a HEAD with a time in the future; nil if there is none.
    func clockWarning() throws -> ClockWarning? {
        guard let ahead = try secondsOfHeadAhead(), let head = try branch().head else {
            return nil
        }
        return ClockWarning(commit: String(head.hex.prefix(7)), secondsAhead: ahead)
    }
}

extension BoardRepository {
    /// Writes a commit that pmd generates. Clones that generate it the same way create the same
    /// commit.
    ///
    /// - Parameter time: Seconds since 1970.
    func writeCommit(
        _ kind: GeneratedCommit, _ changes: [[UInt8]: TreeEntry?], onto parent: ObjectID,
        time: Int64
    ) throws -> ObjectID {
        let signature = Signature(of: kind, time: time)
        return try git.writeCommit(
            tree: git.writeTree(from: git.commit(parent).tree, changes: changes),
            parents: [parent], author: signature, committer: signature, message: kind.message())
    }
}

extension Signature {
    /// Creates the author and committer of a commit that pmd generates.
    ///
    /// - Parameter time: Seconds since 1970.
    init(of kind: GeneratedCommit, time: Int64) {
        self.init(name: kind.authorName, email: kind.authorEmail, time: time, offset: 0)
    }
}

extension Identity {
    /// The role of a user in a commit.
    enum Role: String { case author, committer }

    /// Follows git's own order: environment, configuration, `EMAIL`, then login and host name.
    ///
    /// - Throws: ``GitError/Kind/invalid`` if a part is not set and `user.useConfigOnly` forbids
    ///   guessing it. `EMAIL` counts as a guess, as in git.
    init(of git: Repository, as role: Role = .author) throws {
        let (configuration, environment) = (git.configuration, git.environment)
        func value(_ key: String) throws -> String? {
            let variable = "GIT_\(role.rawValue.uppercased())_\(key.uppercased())"
            if let text = environment.text(variable) { return text }
            for name in ["\(role.rawValue).\(key)", "user.\(key)"] {
                if let text = try configuration.string(name), !text.isEmpty { return text }
            }
            return nil
        }
        let name = try value("name")
        let configured = try value("email")
        if name == nil || configured == nil { try git.refuseGuessing(isName: name == nil) }
        let email = configured ?? environment.text("EMAIL")
        let login = Identity.login(environment)
        self.init(
            name: Identity.clean(name ?? login),
            email: Identity.clean(email ?? "\(login)@\(Identity.host)"),
            isConfigured: name != nil && email != nil)
    }

    /// git refuses these characters in a signature, so they are left out.
    private static func clean(_ text: String) -> String {
        let kept = text.unicodeScalars.filter { !"<>\n\r\0".unicodeScalars.contains($0) }
        let cleaned = String(String.UnicodeScalarView(kept))
        return cleaned.isEmpty ? "unknown" : cleaned
    }

    static func login(_ environment: Environment) -> String {
        if let entry = getpwuid(getuid()), let name = entry.pointee.pw_name {
            return String(cString: name)
        }
        return environment.text("USER") ?? "user\(getuid())"
    }

    static var host: String {
        var buffer = [CChar](repeating: 0, count: 256)
        guard gethostname(&buffer, buffer.count - 1) == 0 else { return "localhost" }
        return buffer.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
    }
}
