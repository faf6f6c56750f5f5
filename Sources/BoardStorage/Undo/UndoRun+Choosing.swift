import Git
import MarkdownDocument
import TaskBoard

/// The commits and edits that an undo or redo reverses.
struct UndoChoice {
    enum Kind { case undo, redo }

    var kind = Kind.undo
    /// The commits, in the order in which they are reversed.
    var commits: [Commit] = []
    /// The uncommitted edits that are reversed before these. Only a dry run has any; otherwise
    /// they are committed first.
    var edits: [UncommittedEditGroup] = []
    /// The commit in the record of actions for each chosen one that replaces it since git rewrote
    /// the branch.
    var recorded: [ObjectID: ObjectID] = [:]
    /// The recorded commits that the branch has lost.
    var lost: [ObjectID] = []
    /// True if the commits are the last actions of the caller. The reversal of any other commit
    /// is a new action.
    var isOwn = true
    /// True if the user specified the commit. Only then are files that are not tasks removed or
    /// changed.
    var isNamed = false
}

extension UndoRun {
    /// Chooses the caller's last actions. Uncommitted edits that are newer are actions too, except
    /// for a browser window: they are committed, except in a dry run.
    ///
    /// - Throws: ``BoardError`` (65) if there are fewer actions.
    mutating func chooseLast(_ count: Int) throws {
        let isWindow = caller.client?.isWindow == true
        // A window's own action may contain any file.
        choice.isNamed = isWindow
        var entries = try stack().done[...]
        var edits = try isWindow ? [] : newestEdits()[...]
        var chosen: [UncommittedEditGroup] = []
        while choice.commits.count + chosen.count < count {
            let commit = try newest(&entries, below: edits.first?.time)
            if let commit {
                choice.commits.append(commit)
            } else if let edit = edits.popFirst() {
                chosen.append(edit.group)
            } else {
                break
            }
        }
        try require(count, of: choice.commits.count + chosen.count)
        if !isDryRun, !chosen.isEmpty {
            // A refusal must come before the edits are committed.
            try computeReversals()
            let paths = chosen.flatMap(\.edits).map(\.path)
            let made = try repository.commitFinishedEdits(at: paths, settings).commits
            choice.commits = try made.reversed().map(repository.git.commit) + choice.commits
        } else {
            choice.edits = chosen
        }
    }

    /// Refuses to undo or redo more than there is.
    private func require(_ count: Int, of available: Int) throws {
        guard available < count else { return }
        if !isDryRun { try repository.actions.append(lostLines) }
        if available > 0 {
            throw BoardError.history(.tooFew(available, isRedo: choice.kind == .redo))
        }
        guard choice.kind == .redo else {
            throw BoardError.history(
                .nothingToUndo(isRecordLost: try repository.isRecordOfActionsLost))
        }
        let lines = try repository.actionLines()
        throw BoardError.history(.nothingToRedo(everUndid: lines.contains(where: \.isUndo)))
    }

    /// Returns the newest action whose commit is in HEAD's history; nil if an edit is newer, or
    /// there is no action.
    private mutating func newest(
        _ entries: inout ArraySlice<ActionStack.Entry>, below time: Int64?
    ) throws -> Commit? {
        while let entry = entries.last {
            if let time, time > entry.time { return nil }
            entries.removeLast()
            if let commit = try action(entry.commit) { return commit }
        }
        return nil
    }

    /// Returns the current commit of a recorded action; nil if the branch has lost it.
    private mutating func action(_ recorded: ObjectID) throws -> Commit? {
        guard let commit = try commitInHead(matching: recorded) else {
            choice.lost.append(recorded)
            return nil
        }
        if commit.id != recorded { choice.recorded[commit.id] = recorded }
        return commit
    }

    /// Chooses the last undos that were not redone.
    ///
    /// - Throws: ``BoardError`` (65) if there are fewer.
    mutating func chooseUndone(_ count: Int) throws {
        choice.kind = .redo
        for commit in try stack().undone.reversed() {
            guard choice.commits.count < count else { break }
            if let commit = try action(commit) { choice.commits.append(commit) }
        }
        try require(count, of: choice.commits.count)
    }

    /// Chooses an action of the caller's window by its commit, also after git rewrote the branch.
    ///
    /// - Returns: False if the commit is not one of its actions, or the caller is not a window.
    mutating func chooseOwn(_ digits: String) throws -> Bool {
        guard caller.client?.isWindow == true,
            let entry = try stack().done.last(where: { $0.commit.hex.hasPrefix(digits) }),
            let commit = try action(entry.commit)
        else { return false }
        (choice.commits, choice.isNamed) = ([commit], true)
        return true
    }

    /// Chooses one undo. If it was already redone, or another clone made it, it is reversed like
    /// any other entry of the log.
    ///
    /// - Parameter digits: The first digits of its commit.
    mutating func chooseUndone(_ digits: String) throws {
        try choose(digits)
        let undone = try stack().undone
        guard choice.commits.allSatisfy({ undone.contains($0.id) }) else { return }
        (choice.kind, choice.isNamed) = (.redo, false)
    }

    /// Chooses one entry of the log.
    ///
    /// - Parameter digits: The first digits of its commit.
    mutating func choose(_ digits: String) throws {
        guard let id = try repository.git.commit(beginningWith: digits),
            let head = try repository.git.head().commit,
            try repository.git.isAncestor(id, of: head)
        else {
            throw BoardError.history(.notInLog(digits))
        }
        var named = try repository.git.commit(id)
        if named.isRecord, let edit = named.parents.first {
            named = try repository.git.commit(edit)
        }
        try requireUndoable(named)
        let completions = try named.isSuccession ? completions(of: named) : []
        choice.commits = completions.isEmpty ? [named] : completions
        choice.isNamed = true
        choice.isOwn =
            try choice.commits.count == 1 && stack().done.last?.commit == choice.commits[0].id
    }

    /// Refuses merges and the first commit.
    private func requireUndoable(_ commit: Commit) throws {
        let short = String(commit.id.hex.prefix(7))
        if commit.parents.isEmpty {
            throw BoardError.history(.firstCommit(short))
        }
        guard commit.parents.count > 1 else { return }
        throw BoardError.history(.mergeCommit(short))
    }

    /// Returns the actions that the caller can undo, without the last ones that the user removed
    /// from the branch with git.
    private mutating func stack() throws -> ActionStack {
        var lines = try repository.actionLines()
        while let commit = lines.last?.commit, unmatchedCount < Self.unmatchedLimit,
            try commitInHead(matching: commit) == nil
        {
            lines.removeLast()
            choice.lost.append(commit)
        }
        return ActionStack(lines, for: repository.ownActions(of: caller.client))
    }

    /// The number of unmatched commits after which the search is given up: another branch may have
    /// none of them.
    private static var unmatchedLimit: Int { 100 }

    /// Returns the commit if it is in HEAD's history. After a rewrite of the branch, returns the
    /// recent commit that replaces it, with the same author and the same subject or parents; nil
    /// if there is none.
    ///
    /// This rule selects the one commit to undo. Unlike ``Git/Commit/replaces(_:)``, it cannot
    /// rely on a later commit date: after a rebase, actions within the same second would all match
    /// each other. A commit with a different message must therefore have the same parents.
    private mutating func commitInHead(matching id: ObjectID) throws -> Commit? {
        let git = repository.git
        guard unmatchedCount < Self.unmatchedLimit, git.contains(id),
            let head = try git.head().commit
        else {
            return nil
        }
        let commit = try git.commit(id)
        if try git.isAncestor(id, of: head) { return commit }
        let recent = try recent ?? git.walk(from: [head], limit: 1_000).map(git.commit)
        self.recent = recent
        let recorded = try recorded ?? Set(repository.actionLines().compactMap(\.commit))
        self.recorded = recorded
        let twin = try twin(
            of: commit,
            among: recent.filter { twin in
                // A recorded commit is an action of its own, maybe of another window.
                twin.author == commit.author && twin.parents.count == 1
                    && !recorded.contains(twin.id)
                    && (twin.subject == commit.subject || twin.parents == commit.parents)
            })
        if twin == nil { unmatchedCount += 1 }
        return twin
    }

    /// Returns the commit that makes the same changes, since several actions within one second can
    /// have the same subject. Without one, for example after a fixup, a single candidate is enough.
    private func twin(of commit: Commit, among twins: [Commit]) throws -> Commit? {
        guard twins.count > 1 else { return twins.first }
        let source = GitHistorySource(repository, limit: Repository.fileLimit)
        func changes(of commit: Commit) throws -> [BoardPath: FileDifference] {
            try source.changes(from: commit.parents.first?.bytes, to: commit.id.bytes)
        }
        let wanted = try changes(of: commit)
        return try twins.first { twin in
            let own = try changes(of: twin)
            return own.count == wanted.count
                && own.allSatisfy { path, change in wanted[path].map { $0 == change } ?? false }
        }
    }

    /// Returns the uncommitted edits of tasks and settings, newest first.
    private mutating func newestEdits() throws -> [(group: UncommittedEditGroup, time: Int64)] {
        let (_, head) = try repository.branch()
        let scan = try WorkTreeScanner.all(
            repository, tree: try repository.tree(of: head), settings: settings)
        let deletionTimes = try DeletionTimes(repository)
        // A preview holds no lock: its write could collide with another process.
        if !isDryRun { repository.refreshIndex(with: scan) }
        // The scan of a guest covers only its own paths.
        isWorkingTreeClean =
            !repository.location.isGuest && scan.edits.isEmpty && scan.skipped.isEmpty
            && scan.ignoredTasks.isEmpty
        let groups = repository.grouped(scan.edits, settings).filter { group in
            group.isTask || isSettings(group)
        }
        return try groups.map { ($0, try deletionTimes.time(of: $0)) }
            .sorted { $0.time > $1.time }
    }

    private func isSettings(_ group: UncommittedEditGroup) -> Bool {
        group.edits.allSatisfy {
            repository.boardPath($0.path) == Board.settingsPath
        }
    }
}

/// The times of deletions by hand, relative to the actions of this clone.
///
/// Only the folder's time is known, and every later write into the folder changes it. An action
/// removes the lock of the index after it wrote its files, within a moment of its recorded time. A
/// folder that changed between the two was changed by the action, so the deletion is older.
private struct DeletionTimes {
    /// The maximum duration of an action.
    private static let longest: Int64 = 1_000_000_000
    private let repository: BoardRepository
    /// The time at which the last lock of the index was removed.
    private let unlocking: Int64?
    private let actions: [Int64]

    init(_ repository: BoardRepository) throws {
        self.repository = repository
        let folder = try Folder(repository.git.gitDirectory)
        unlocking = try folder.statData(Array(".".utf8))?.modified
        actions = try repository.actionLines().compactMap(\.time)
    }

    /// Returns the time of uncommitted edits, which is before an action that wrote into the same
    /// folder later.
    func time(of group: UncommittedEditGroup) throws -> Int64 {
        let time = try repository.time(of: group.edits)
        guard group.edits.allSatisfy({ $0.statData == nil }), let unlocking, time <= unlocking,
            let action = actions.last(where: { $0 <= time }), time - action < Self.longest
        else { return time }
        return action - 1
    }
}
