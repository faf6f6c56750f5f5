import Git
import MarkdownDocument
package import TaskBoard

extension Workspace {
    /// Takes back this clone's last actions, or any one entry of the log, by new
    /// commits: field by field what still is as it was left then.
    ///
    /// Tasks that were edited by hand since the last action are the newest ones.
    ///
    /// - Parameters:
    ///   - isDryRun: whether nothing is to be written.
    ///   - wantsBoards: whether the report has the whole board, before and after.
    ///   - author: The author of the commits; nil: the user of this clone.
    /// - Throws: ``BoardError`` (65) where there is nothing to take back.
    package func undo(
        _ request: UndoRequest, isDryRun: Bool = false, wantsBoards: Bool = false,
        by author: Identity? = nil
    ) throws -> UndoReport {
        try takeBack(isDryRun: isDryRun, wantsBoards: wantsBoards, by: author) { run in
            switch request {
            case .last(let count): try run.chooseLast(count)
            case .commit(let digits): try run.choose(digits)
            }
        }
    }

    /// Takes back this clone's last undos that are not redone yet, as long as none
    /// of their fields changed since.
    package func redo(
        _ count: Int, isDryRun: Bool = false, wantsBoards: Bool = false,
        by author: Identity? = nil
    ) throws -> UndoReport {
        try takeBack(isDryRun: isDryRun, wantsBoards: wantsBoards, by: author) {
            try $0.chooseUndone(count)
        }
    }

    private func takeBack(
        isDryRun: Bool, wantsBoards: Bool, by author: Identity?,
        _ choose: (inout UndoRun) throws -> Void
    ) throws -> UndoReport {
        if isDryRun {
            let repository = try BoardRepository(location, clock: clock, waiting: nil)
            var run = UndoRun(repository, try usableSettings(), isDryRun: true)
            try choose(&run)
            let before = wantsBoards ? try board(settings: run.settings) : nil
            try run.takeBack()
            return run.report(try before.map { ($0, try run.board(from: $0)) })
        }
        var choice: UndoChoice?
        // By settings that can be used: a slip in pmd.yml can be taken back too.
        let report = try writing(
            by: usableSettings, contended: .undoneFileOrBranch
        ) { repository, settings -> UndoReport? in
            var run = UndoRun(repository, settings, isDryRun: false, by: author)
            if let choice { run.choice = choice } else { try choose(&run) }
            choice = run.choice
            let before = wantsBoards ? try board(settings: settings) : nil
            try run.takeBack()
            guard try run.commitEditsInTheWay() else {
                // Those edits are the last actions now.
                choice = nil
                return nil
            }
            try run.write()
            return run.report(try before.map { ($0, try board(after: run, from: $0)) })
        }
        lookAfterAction()
        return report
    }

    /// The board that an undo left. It is read again only where other processes saved
    /// meanwhile, or by other settings.
    private func board(after run: UndoRun, from before: Board) throws -> Board {
        run.isWhole ? try run.board(from: before) : try board(settings: usableSettings())
    }
}
