import Git
import MarkdownDocument
import TaskBoard

/// One run of undo or redo: choose the commits, compute their reversals, write them, report.
struct UndoRun {
    let repository: BoardRepository
    let settings: BoardSettings
    let isDryRun: Bool
    /// The caller, who becomes the author of the new commits.
    let caller: Caller
    var choice = UndoChoice()
    /// The reversal of each commit.
    private var reversals: [(commit: Commit, reversal: Reversal)] = []
    /// The commit that cannot be redone, because a part of it was changed since.
    private var refused: (commit: Commit, reversal: Reversal)?
    private var reverter: Reverter
    /// True if the files match this run's writes and `pmd.yml` is unchanged.
    private(set) var wroteEverything = true
    /// The last commit that this run made.
    private var made: ObjectID?
    /// The newest commits of HEAD, read only if the branch was rewritten.
    var recent: [Commit]?
    /// The commits in the record of actions, read only if the branch was rewritten.
    var recorded: Set<ObjectID>?
    /// True if the whole working tree was scanned and has no uncommitted edits.
    var isWorkingTreeClean = false
    /// The number of actions that were not found on the branch.
    var unmatchedCount = 0

    init(
        _ repository: BoardRepository, _ settings: BoardSettings, isDryRun: Bool,
        by caller: Caller = .user
    ) {
        self.repository = repository
        self.caller = caller
        self.settings = settings
        self.isDryRun = isDryRun
        reverter = Reverter(GitHistorySource(repository, limit: Repository.fileLimit), head: nil)
    }

    private var git: Repository { repository.git }

    /// Computes the reversals of the chosen commits, without writing anything.
    ///
    /// - Throws: ``BoardError`` (65) if one would remove or change files that are not tasks,
    ///   without the user having specified it.
    mutating func computeReversals() throws {
        guard let head = try repository.branch().head else { return }
        reverter = Reverter(
            GitHistorySource(repository, limit: Repository.fileLimit), head: head.bytes)
        (reversals, refused) = ([], nil)
        let own = Set(try repository.actionLines().compactMap(\.commit))
        for commit in choice.commits {
            guard let reversal = try reversal(of: commit, own) else { continue }
            if choice.kind == .redo, !reversal.skipped.isEmpty {
                refused = (commit, reversal)
                break
            }
            guard try reverter.files.file(at: Board.settingsPath) != nil else {
                throw BoardError.history(.madeTheBoard(String(commit.id.hex.prefix(7))))
            }
            try requireTasksOnly(reversal, of: commit)
            try requireWritableNames(reversal)
            reversals.append((commit, reversal))
        }
    }

    /// Returns the reversal of a commit and of pmd's own commits that belong to it: those that
    /// repeated the tasks it finished, and the one that keeps the values it reverted. Nil for the
    /// first commit of the branch.
    private func reversal(of commit: Commit, _ own: Set<ObjectID>) throws -> Reversal? {
        guard let parent = commit.parents.first else { return nil }
        var whole = Reversal()
        let steps: [(Commit, ObjectID, Set<TaskID>?)] =
            try successions(of: commit, parent).map { ($0.commit, $0.commit.parents[0], $0.ids) }
            + records(of: commit).map { ($0, commit.id, nil) }
            + [(commit, parent, nil)]
        for (commit, parent, ids) in steps {
            // Looked up at the first task that needs it, for all of them.
            var deleted: Set<TaskID>?
            let reversal = try reverter.revert(
                commit.id.bytes, parent: parent.bytes, only: ids,
                settings: try settings(in: parent),
                isDeletedByOthers: { [self] id in
                    let known = try deleted ?? tasksDeletedByOthers(since: commit.id, own)
                    deleted = known
                    return known.contains(id)
                })
            whole.add(reversal)
        }
        try requireNextUntouched(whole)
        return whole
    }

    /// Refuses to remove files that are not tasks if the user did not specify the commit.
    ///
    /// A redo only writes again what the user had, so it may change such a file, but not remove
    /// it. The undo of a `restore` removes what that command restored.
    private func requireTasksOnly(_ reversal: Reversal, of commit: Commit) throws {
        guard !choice.isNamed, !commit.subject.hasPrefix("Restore ") else { return }
        let files = reversal.replacedFiles.filter {
            choice.kind == .undo || reversal.files[$0] == .some(nil)
        }
        guard !files.isEmpty else { return }
        throw BoardError.history(.notTasks(commit: String(commit.id.hex.prefix(7)), files))
    }

    /// Refuses to change a file of the working tree that has, or would get, a name that is never
    /// written there: the commit would have the change, but the file would not.
    private func requireWritableNames(_ reversal: Reversal) throws {
        for path in reversal.files.keys {
            let place = repository.repositoryPath(path)
            guard
                case .leftOut(let problem) = CheckoutDisposition(
                    of: place, mode: TreeEntry.regularMode),
                try reversal.files.keys.contains(where: stands)
            else { continue }
            throw BoardError.history(
                .oddName(path, problem.words))
        }
    }

    /// Returns true if the working tree has a file.
    private func stands(_ path: BoardPath) throws -> Bool {
        try repository.state(of: repository.repositoryPath(path)) != .absent
    }

    /// Returns the tasks that other clones deleted in commits that a commit of this clone does not
    /// contain.
    private func tasksDeletedByOthers(
        since commit: ObjectID, _ own: Set<ObjectID>
    ) throws -> Set<TaskID> {
        let history = History(repository, settings: settings)
        var (looked, deleted) = (0, Set<TaskID>())
        try history.walk(hiding: [commit]) { other in
            looked += 1
            guard other.parents.count == 1, !own.contains(other.id), !other.isReturn else {
                return looked < 1_000
            }
            deleted.formUnion(try history.steps(of: other).filter { $0.new == nil }.map(\.id))
            return looked < 1_000
        }
        return deleted
    }

    private func settings(in commit: ObjectID) throws -> TreeFile? {
        let path = repository.repositoryPath(Board.settingsPath)
        return try git.entry(inTree: try git.commit(commit).tree, path: path).map(TreeFile.init)
    }

    /// Commits the uncommitted edits of the files that the reversals change.
    ///
    /// - Returns: True if there were none; otherwise the reversals must be computed again.
    func commitEditsInTheWay() throws -> Bool {
        let changed = Set(reversals.flatMap(\.reversal.files.keys))
        guard !changed.isEmpty else { return true }
        let ids = Set(changed.filter(settings.isTaskPath).map { TaskID(fileName: $0.fileName) })
        let skipped =
            try areUnchanged(changed)
            ? [] : try taskPaths(of: ids, in: repository.location, settings)
        let paths = changed.union(skipped).map(repository.repositoryPath)
        let report = try repository.commitFinishedEdits(at: paths, settings)
        return report.commits.isEmpty && !report.changedFiles
    }
}

extension UndoRun {
    /// Returns true if these files are still where the scan found them. The user may have moved
    /// one since.
    private func areUnchanged(_ paths: Set<BoardPath>) throws -> Bool {
        guard isWorkingTreeClean else { return false }
        let tree = try repository.tree(of: repository.branch().head)
        return try paths.map(repository.repositoryPath).allSatisfy { path in
            let entry = try tree.flatMap { try git.entry(inTree: $0, path: path) }
            return try entry == nil || repository.stands(path)
        }
    }
}

// MARK: Writing

extension UndoRun {
    /// Makes a commit of each reversal, and moves the branch to the last one.
    ///
    /// - Throws: ``ConcurrentUpdate`` if another process moved the branch.
    mutating func write() throws {
        guard let head = try repository.branch().head else { return }
        var (last, lines) = (head, lostLines)
        for (commit, reversal) in reversals {
            guard !reversal.isEmpty else {
                if choice.kind == .redo {
                    lines.append(.spent(recorded(commit)))
                } else if choice.isOwn {
                    lines.append(.left(recorded(commit)))
                }
                continue
            }
            last = try git.gathering { try write(commit, reversal, onto: last) }
            lines.append(line(last, for: commit))
        }
        guard last != head else {
            try repository.actions.append(lines)
            return
        }
        let (writes, index) = try repository.checkout(
            from: head, to: last, limit: Repository.fileLimit)
        let move = try repository.withSuccessions(
            BranchUpdate(
                old: head, new: last, writes: writes, index: index,
                mark: choice.kind == .undo ? .undo : .redo, actions: lines))
        let outcome = try repository.advance(move)
        // The undo has happened. A file that cannot be written is left to the next command.
        if !outcome.saved.isEmpty { try repository.recover(settings) }
        made = last
        let path = Board.settingsPath
        wroteEverything =
            outcome.isComplete && !reversals.contains { $0.reversal.files[path] != nil }
    }

    private func line(_ made: ObjectID, for commit: Commit) -> Actions.Line {
        let now = repository.clock.coarseNanoseconds
        let (old, client) = (recorded(commit), caller.client)
        switch choice.kind {
        case .redo: return .redid(made, of: old, at: now, by: client)
        case .undo:
            return choice.isOwn
                ? .undid(made, of: old, by: client) : .reverted(made, of: old, at: now, by: client)
        }
    }

    /// The lines that hide actions which the branch has lost from a window, whose next undo and
    /// redo are shown before they are tried.
    var lostLines: [Actions.Line] {
        guard let client = caller.client, client.isWindow else { return [] }
        return choice.lost.map { .left($0, by: client) }
    }

    /// Returns the commit of an action as the record has it.
    private func recorded(_ commit: Commit) -> ObjectID {
        choice.recorded[commit.id] ?? commit.id
    }

    private func write(
        _ commit: Commit, _ reversal: Reversal, onto parent: ObjectID
    ) throws -> ObjectID {
        var entries: [[UInt8]: TreeEntry?] = [:]
        for (path, file) in reversal.files {
            entries[repository.repositoryPath(path)] = .some(try file.map(written))
        }
        let message = reversalMessage(
            choice.kind == .undo ? "Undo" : "Redo", subject: commit.subject, of: commit.id.hex,
            reversal: reversal)
        return try repository.writeUserCommit(
            changes: entries, parent: parent, message: message, by: caller)
    }

    private func written(_ file: TreeFile) throws -> TreeEntry {
        let entry = TreeEntry(file)
        if entry.isRegularFile, !git.contains(entry.id) {
            _ = try git.writeBlob(try reverter.contents(file))
        }
        return entry
    }
}

// MARK: Reporting

extension UndoRun {
    /// Returns the report of this run.
    func report(_ boards: (before: Board, after: Board)?) -> UndoReport {
        let edits = choice.edits.map(step)
        let steps = (reversals + [refused].compactMap(\.self)).map { commit, reversal in
            let isRefused = commit == refused?.commit
            return UndoStep(
                commit: commit.id.hex, subject: commit.subject,
                tasks: isRefused ? [] : reversal.tasks,
                settings: isRefused ? nil : reversal.settings,
                otherFiles: isRefused ? [] : reversal.otherFiles,
                skipped: reversal.skipped.map { SkippedChangeWriter(self, commit).change($0) })
        }
        return UndoReport(steps: edits + steps, commit: made?.hex, boards: boards)
    }

    /// Returns the step of uncommitted edits, which a dry run would reverse.
    private func step(_ group: UncommittedEditGroup) -> UndoStep {
        var (olds, news) = ([TaskVersion](), [TaskVersion]())
        for edit in group.edits {
            guard let path = repository.boardPath(edit.path), settings.isTaskPath(path) else {
                continue
            }
            if let bytes = edit.bytes {
                news.append(TaskVersion(path: path, document: Document(bytes)))
            }
            do {
                guard let old = edit.old else { continue }
                let bytes = try git.blob(old.id)
                olds.append(TaskVersion(path: path, document: Document(bytes)))
            } catch {
                continue
            }
        }
        let change = TaskChange(from: news.first, to: olds.first, isReturn: true)
        return UndoStep(
            commit: nil, subject: "uncommitted edits", tasks: [change].compactMap(\.self),
            settings: group.isTask ? nil : settingsChange(group), otherFiles: [], skipped: [])
    }

    /// Returns the change that would undo an uncommitted edit of the settings.
    private func settingsChange(_ group: UncommittedEditGroup) -> SettingsChange? {
        guard let edit = group.edits.first else { return nil }
        do {
            let old = try edit.old.map { try git.blob($0.id, limit: Document.sizeLimit) }
            return SettingsChange(
                from: Document(edit.bytes ?? [], kind: .yaml), to: Document(old ?? [], kind: .yaml))
        } catch {
            return nil
        }
    }

    /// Returns the board after the reversals.
    func board(from board: Board) throws -> Board {
        var changed: [BoardPath: TreeFile?] = [:]
        for (_, reversal) in reversals { changed.merge(reversal.files) { $1 } }
        for edit in choice.edits.flatMap(\.edits) {
            guard let path = repository.boardPath(edit.path), changed[path] == nil else { continue }
            changed[path] = .some(edit.old.map(TreeFile.init))
        }
        var tasks = board.tasks.filter { changed[$0.path] == nil }
        for case (let path, let file?) in changed where settings.isTaskPath(path) {
            let document = Document(try reverter.contents(file))
            tasks.append(TaskItem(path: path, document: document, settings: settings))
        }
        return Board(settings: board.settings, tasks: tasks)
    }
}

/// Finds the author of a change that an undo leaves alone.
struct SkippedChangeWriter {
    private let run: UndoRun
    private let commit: Commit

    init(_ run: UndoRun, _ commit: Commit) {
        self.run = run
        self.commit = commit
    }

    /// Returns the part with the author of the newest commit that changed it after the reversed
    /// commit.
    func change(_ skipped: Skipped) -> SkippedChange {
        var found: Commit?
        do {
            let history = History(run.repository, settings: run.settings)
            var looked = 0
            try history.walk(hiding: [commit.id]) { commit in
                looked += 1
                if try isChanged(skipped, by: commit, in: history) { found = commit }
                return found == nil && looked < 2_000
            }
        } catch {
            // The author is reported only if known.
        }
        return SkippedChange(
            skipped: skipped, author: found?.author.name, time: found?.author.time)
    }

    /// Returns true if a commit changed the part.
    private func isChanged(
        _ skipped: Skipped, by commit: Commit, in history: History
    ) throws -> Bool {
        guard commit.parents.count == 1 else { return false }
        guard let task = skipped.task else {
            let parent = try history.git.commit(commit.parents[0]).tree
            let path = run.repository.repositoryPath(skipped.path)
            return try history.git.entry(inTree: commit.tree, path: path)
                != history.git.entry(inTree: parent, path: path)
        }
        return try history.steps(of: commit, ids: [task]).contains { step in
            if skipped.key == Skipped.deleted { return step.new == nil }
            let isWhole = skipped.key.utf8.first == UInt8(ascii: ".")
            let change = TaskChange(
                from: try history.item(step.old), to: try history.item(step.new))
            return isWhole || change?.changes.contains { $0.key == skipped.key } == true
        }
    }
}
