import Git
import MarkdownDocument
package import TaskBoard

extension Workspace {
    /// Undoes the last actions of the caller, or one entry of the log, with new commits. A field
    /// that was changed since is left alone.
    ///
    /// The uncommitted edits of a task are an action, with the time of its file.
    ///
    /// - Parameters:
    ///   - isDryRun: True to write nothing.
    ///   - wantsBoards: True if the report contains the board before and after.
    ///   - caller: The originator. Its window decides which actions are its own; see
    ///     ``ActionStack``. Preconditions are not checked.
    /// - Throws: ``BoardError`` (65) if there is nothing to undo.
    package func undo(
        _ request: UndoRequest, isDryRun: Bool = false, wantsBoards: Bool = false,
        by caller: Caller = .user
    ) throws -> UndoReport {
        try run(isRedo: false, isDryRun: isDryRun, wantsBoards: wantsBoards, by: caller) { run in
            switch request {
            case .last(let count): try run.chooseLast(count)
            case .commit(let digits): if try !run.chooseOwn(digits) { try run.choose(digits) }
            }
        }
    }

    /// Redoes the last undos of the caller that are not redone yet, or one undo by its commit,
    /// unless one of their fields was changed since.
    package func redo(
        _ request: UndoRequest, isDryRun: Bool = false, wantsBoards: Bool = false,
        by caller: Caller = .user
    ) throws -> UndoReport {
        try run(isRedo: true, isDryRun: isDryRun, wantsBoards: wantsBoards, by: caller) { run in
            switch request {
            case .last(let count): try run.chooseUndone(count)
            case .commit(let digits): try run.chooseUndone(digits)
            }
        }
    }

    private func run(
        isRedo: Bool, isDryRun: Bool, wantsBoards: Bool, by caller: Caller,
        _ choose: (inout UndoRun) throws -> Void
    ) throws -> UndoReport {
        if isDryRun {
            let repository = try readingRepository()
            var run = UndoRun(
                repository, try usableSettings(), isDryRun: true, by: caller)
            try choose(&run)
            let before = wantsBoards ? try board(settings: run.settings) : nil
            try run.computeReversals()
            return run.report(try before.map { ($0, try run.board(from: $0)) })
        }
        var choice: UndoChoice?
        // Usable settings are enough: an error in pmd.yml can also be undone.
        let report = try writing(
            by: usableSettings, contended: .undoneFileOrBranch
        ) { repository, settings -> UndoReport? in
            var run = UndoRun(repository, settings, isDryRun: false, by: caller)
            if let choice { run.choice = choice } else { try choose(&run) }
            choice = run.choice
            let before = wantsBoards ? try board(settings: settings) : nil
            try run.computeReversals()
            guard try run.commitEditsInTheWay() else {
                // These edits are now the last actions.
                choice = nil
                return nil
            }
            try run.write()
            return run.report(try before.map { ($0, try board(after: run, from: $0)) })
        }
        caller.record?(.undone(report, isRedo: isRedo))
        lookAfterAction()
        return report
    }

    /// Returns the board after an undo. It is read again only if another process saved a file
    /// meanwhile, or if the settings changed.
    private func board(after run: UndoRun, from before: Board) throws -> Board {
        run.wroteEverything ? try run.board(from: before) : try board(settings: usableSettings())
    }
}

extension Workspace {
    /// The maximum number of commits to examine.
    private static let othersLimit = 200

    /// Returns the newest change of a task that is not an action of the caller; nil if there is
    /// none.
    ///
    /// Undo only reverts the caller's actions. A surface shows this change, so that the user can
    /// undo it by its commit.
    ///
    /// - Parameter report: The undo that just ran. Only later changes count, including the user's
    ///   own commits with git, except those that the undo also reversed, as when two people
    ///   finished the same task. Nil to count all changes by other people.
    /// - Parameter caller: The originator of the undo.
    package func newestByOthers(
        since report: UndoReport? = nil, than caller: Caller = .user
    ) throws -> LogEntry? {
        let history = try history()
        let identity = try Identity(of: history.git)
        let known = report?.steps.first?.commit.flatMap { ObjectID(hex: $0) }
        let undone = report?.steps.flatMap(\.tasks) ?? []
        let repository = try BoardRepository(
            location, clock: clock, waiting: nil, git: history.git)
        let actions = repository.ownActions(of: caller.client)
        let own = Set(
            try repository.actionLines().filter { actions.include($0.client) }
                .compactMap(\.commit))
        var (found, looked): (LogEntry?, Int) = (nil, 0)
        var reversed: Set<String> = []
        try history.walk(hiding: [known].compactMap(\.self)) { commit in
            looked += 1
            reversed.formUnion(reversedCommits(in: commit.message))
            let isByUser =
                (commit.author.name, commit.author.email) == (identity.name, identity.email)
            let isOthers =
                commit.parents.count == 1 && !commit.isSuccession && !commit.isRecord
                && !own.contains(commit.id) && !(isByUser && known == nil)
                && !reversed.contains(commit.id.hex)
            let entry = isOthers ? try history.firstEntry(of: commit) : nil
            if let entry, !undone.contains(where: { $0.reverses(entry.change) }) { found = entry }
            return found == nil && looked < Self.othersLimit
        }
        return found
    }
}

extension History {
    /// Returns the change of the first task that a commit changed; nil if it changed none.
    func firstEntry(of commit: Commit) throws -> LogEntry? {
        for step in try steps(of: commit) {
            let change = TaskChange(
                from: try item(step.old), to: try item(step.new), isReturn: commit.isReturn)
            guard let change else { continue }
            return LogEntry(
                commit: commit.id.hex, time: commit.author.time, offset: commit.author.offset,
                author: commit.author.name, change: .task(change),
                origin: LogEntry.Origin(message: commit.message))
        }
        return nil
    }
}

extension TaskChange {
    /// Returns true if this change of the same task includes everything that another one changed.
    fileprivate func reverses(_ change: LogChange) -> Bool {
        guard case .task(let other) = change, id == other.id, !other.changes.isEmpty else {
            return false
        }
        return Set(other.changes.map(\.key)).isSubset(of: changes.map(\.key))
    }
}
