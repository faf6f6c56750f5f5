import Synchronization
package import TaskBoard

extension Workspace {
    /// Adds tasks from another tool, in one commit. A task that is already on the board, or was
    /// deleted from it, is skipped.
    ///
    /// - Parameters:
    ///   - format: The name of the format, for the commit.
    ///   - isDryRun: True to only report what would be added.
    ///   - caller: The originator, and its preconditions.
    /// - Throws: ``BoardError`` with the place of a task that cannot be added, and the errors of
    ///   ``perform(on:by:wording:_:)``.
    package func importTasks(
        _ tasks: [ForeignTask], from format: String, isDryRun: Bool = false,
        by caller: Caller = .user
    ) throws -> ImportReport {
        let deleted = try history().deletedTasks(includingUndone: false).map(\.task)
        let make = { @Sendable (board: Board) throws -> ImportReport in
            try board.importing(tasks, from: format, deleted: deleted, hash: contentHash)
        }
        if isDryRun { return try make(board()) }
        let report = Mutex<ImportReport?>(nil)
        try perform(by: caller, resultChoice: ResultChoice(isByTask: false, unchanged: .unsaid)) {
            board in
            let made = try make(board)
            report.withLock { $0 = made }
            return made.plan
        }
        guard let report = report.withLock({ $0 }) else {
            preconditionFailure("an action makes a plan")
        }
        return report
    }
}
