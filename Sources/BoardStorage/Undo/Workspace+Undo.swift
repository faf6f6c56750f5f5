import Git
import MarkdownDocument
package import TaskBoard

extension Workspace {
    /// Undoes the last actions of this clone, or one entry of the log, with new commits. A field
    /// that was changed since is left alone.
    ///
    /// The uncommitted edits of a task are an action, with the time of its file.
    ///
    /// - Parameters:
    ///   - isDryRun: True to write nothing.
    ///   - wantsBoards: True if the report contains the board before and after.
    ///   - caller: The originator; preconditions are not checked.
    /// - Throws: ``BoardError`` (65) if there is nothing to undo.
    package func undo(
        _ request: UndoRequest, isDryRun: Bool = false, wantsBoards: Bool = false,
        by caller: Caller = .user
    ) throws -> UndoReport {
        try run(isDryRun: isDryRun, wantsBoards: wantsBoards, by: caller) { run in
            switch request {
            case .last(let count): try run.chooseLast(count)
            case .commit(let digits): try run.choose(digits)
            case .action(let commit): try run.choose(run.present(commit))
            }
        }
    }

    /// Redoes the last undos of this clone that are not redone yet, or one undo by its commit,
    /// unless one of their fields was changed since.
    package func redo(
        _ request: UndoRequest, isDryRun: Bool = false, wantsBoards: Bool = false,
        by caller: Caller = .user
    ) throws -> UndoReport {
        try run(isDryRun: isDryRun, wantsBoards: wantsBoards, by: caller) { run in
            switch request {
            case .last(let count): try run.chooseUndone(count)
            case .commit(let digits): try run.chooseUndone(digits)
            case .action(let commit): try run.chooseUndone(run.present(commit))
            }
        }
    }

    private func run(
        isDryRun: Bool, wantsBoards: Bool, by caller: Caller,
        _ choose: (inout UndoRun) throws -> Void
    ) throws -> UndoReport {
        if isDryRun {
            let repository = try readingRepository()
            var run = UndoRun(repository, try usableSettings(), isDryRun: true)
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
        lookAfterAction()
        return report
    }

    /// Returns the board after an undo. It is read again only if another process saved a file
    /// meanwhile, or if the settings changed.
    private func board(after run: UndoRun, from before: Board) throws -> Board {
        run.wroteEverything ? try run.board(from: before) : try board(settings: usableSettings())
    }
}
