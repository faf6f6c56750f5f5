import Git
import MarkdownDocument
package import TaskBoard

// The steps from an intent to a commit, and to the board after it.

extension Workspace {
    /// Carries out a plan: one commit, one entry of the history.
    ///
    /// - Parameters:
    ///   - part: The part of the board that the plan needs; nil for all of it.
    ///   - caller: The originator, and its preconditions.
    ///   - intent: Makes the plan from the board; called again if another process saved one of its
    ///     files meanwhile.
    /// - Throws: The errors of the intent, ``BoardError``, ``GitError``.
    @discardableResult
    package func perform(
        on part: BoardPart? = nil, by caller: Caller = .user,
        resultChoice: ResultChoice = .tasks,
        _ intent: @Sendable (Board) throws -> Plan
    ) throws -> ActionOutcome {
        let seen = snapshot
        var known = seen
        var isAsSeen = false
        let outcome = try writing(
            by: settingsAsWritten, contended: .taskOrBranch
        ) { repository, settings -> ActionOutcome? in
            // A file change that the snapshot does not contain yet invalidates the plan. The plan
            // is then made from the files.
            defer { known = nil }
            let (before, plan, isKnown) = try plan(on: part, by: settings, known?.board) { board in
                try caller.check(board)
                return try intent(board)
            }
            isAsSeen = isKnown
            if plan.isEmpty {
                return ActionOutcome(
                    before: before, plan: plan, commit: nil, readAgain: nil,
                    resultChoice: resultChoice)
            }
            // Those files are read again, and a new plan is made.
            if try repository.commitEdits(before: plan, before, settings) { return nil }
            let local = try repository.ignoredPaths(of: plan)
            let (commit, isWhole) = try repository.perform(
                plan, before, by: caller, leavingOut: Set(local))
            return ActionOutcome(
                before: before, plan: plan, commit: commit.hex,
                readAgain: board(after: plan, in: repository, by: settings, isWhole: isWhole),
                resultChoice: resultChoice,
                local: plan.changes.compactMap(\.after).filter(local.contains))
        }
        guard outcome.commit != nil else { return outcome }
        if outcome.readAgain != nil {
            lookAfterAction()
        } else {
            lookAfterAction(outcome.plan, plannedOn: isAsSeen ? seen : nil)
        }
        guard let now = snapshot, now.generation != seen?.generation, !isBoardGone else {
            return outcome
        }
        // The board has just been created, so the outcome need not do it again.
        return outcome.leaving(now.board)
    }

    /// Returns a plan, and the board or the part of it that the plan is based on.
    ///
    /// - Parameter known: The latest known board, if it is watched.
    /// - Returns: `isAsSeen` is true if the plan is based on that board.
    private func plan(
        on part: BoardPart?, by settings: BoardSettings, _ known: Board?,
        _ intent: (Board) throws -> Plan
    ) throws -> (Board, Plan, isAsSeen: Bool) {
        if let known, known.settings == settings {
            do {
                let plan = try intent(known)
                if !plan.isEmpty { return (known, plan, true) }
            } catch {
                // Falls back to the files: one may be newer than the snapshot.
            }
        }
        if let some = try part.flatMap({ try PartialBoard($0, of: location, by: settings) }) {
            let plan = try intent(some.board)
            if !some.mayCollide(plan) { return (some.board, plan, false) }
        }
        let board = try board()
        return (board, try intent(board), false)
    }

    /// Returns the board after a plan, if it must be read for that. A failure from here on does
    /// not fail the command: the next one finishes the work.
    private func board(
        after plan: Plan, in repository: BoardRepository, by settings: BoardSettings, isWhole: Bool
    ) -> Board? {
        do {
            if !isWhole { try repository.recover(settings) }
            return isWhole && !plan.changesSettings ? nil : try board()
        } catch {
            return nil
        }
    }
}
