import Git
import MarkdownDocument
import TaskBoard

extension Workspace {
    /// Takes back this clone's last actions, or any one entry of the log, by new
    /// commits: field by field what still is as it was left then.
    ///
    /// Tasks that were edited by hand since the last action are the newest ones.
    ///
    /// - Parameters:
    ///   - isDryRun: whether nothing is to be written.
    ///   - wantsBoards: whether the report is to tell the whole board.
    /// - Throws: ``BoardError`` (65) where there is nothing to take back.
    package func undo(
        _ request: UndoRequest, isDryRun: Bool = false, wantsBoards: Bool = false
    ) throws -> UndoReport {
        try takeBack(isDryRun, wantsBoards) { run in
            switch request {
            case .last(let count): try run.chooseLast(count)
            case .commit(let digits): try run.choose(digits)
            }
        }
    }

    /// Takes back this clone's last undos that are not redone yet, as long as none
    /// of their fields changed since.
    package func redo(
        _ count: Int, isDryRun: Bool = false, wantsBoards: Bool = false
    ) throws -> UndoReport {
        try takeBack(isDryRun, wantsBoards) { try $0.chooseUndone(count) }
    }

    private func takeBack(
        _ isDryRun: Bool, _ wantsBoards: Bool, _ choose: (inout UndoRun) throws -> Void
    ) throws -> UndoReport {
        var choice: UndoChoice?
        for _ in 0..<10 {
            let repository = try BoardRepository(
                location, clock: clock, waiting: isDryRun ? nil : patience)
            // A slip in pmd.yml can be taken back too.
            let settings = try usableSettings()
            if !isDryRun { try repository.prepare(settings) }
            var run = UndoRun(repository, settings, isDryRun: isDryRun)
            if let choice { run.choice = choice } else { try choose(&run) }
            choice = run.choice
            let before = wantsBoards ? try board(settings: settings) : nil
            try run.takeBack()
            if isDryRun {
                guard let before else { return run.report(nil) }
                return run.report((before, try run.board(from: before)))
            }
            do {
                guard try run.commitEditsInTheWay() else {
                    // Those edits are the last actions now.
                    choice = nil
                    continue
                }
                try run.write()
            } catch is Raced {
                continue
            }
            // What was just written need not be read again, but by other settings.
            guard let before else { return run.report(nil) }
            let after =
                run.isWhole ? try run.board(from: before) : try board(settings: usableSettings())
            return run.report((before, after))
        }
        throw BoardError.busy("a file that is to be taken back, or the branch,")
    }
}
