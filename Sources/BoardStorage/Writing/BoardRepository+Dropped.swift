import Git
import TaskBoard

extension BoardRepository {
    /// Brings back what git took off the branch that is checked out without being told to.
    ///
    /// `git stash` resets the branch to the HEAD that it began with, and `git rebase
    /// --abort` puts it back where the rebase began. What was committed in between goes
    /// with that. Where nobody committed, such a reset moves nothing: so one that moved
    /// the branch is never what a person meant.
    /// (`do_push_stash` of git's `builtin/stash.c`, `reset_head` of its `reset.c`.)
    ///
    /// - Returns: what was kept for somebody to look at.
    func bringBackWhatGitDropped(_ settings: BoardSettings) throws -> [KeptValue] {
        var kept: [KeptValue] = []
        for commit in try droppedHeads() {
            do {
                kept += try bringBack(commit, settings)
            } catch is Raced {
                // Git is still at work: the next command tries again.
            }
        }
        return kept
    }

    /// What the branch named before each such reset, the oldest first.
    ///
    /// Whatever else a person did to the branch since, they saw what was missing.
    private func droppedHeads() throws -> [ObjectID] {
        let (name, head) = try branch()
        guard let head else { return [] }
        let oldest = clock.coarseNanoseconds / 1_000_000_000 - Self.longestAbsence
        let moves = try git.reflog(of: name, last: Self.logTail).reversed().prefix {
            $0.time >= oldest && ($0.isUnasked || $0.isCommit && $0.message != Self.broughtBack)
        }
        return try moves.reversed().filter(\.isUnasked).compactMap { move in
            guard let old = move.old, git.contains(old), try git.isAncestor(move.new, of: head),
                try !git.isAncestor(old, of: head), try isOnlyOfTheBoard(from: move.new, to: old)
            else { return nil }
            return old
        }
    }

    /// In seconds.
    private static let longestAbsence: Int64 = 24 * 3600
    /// The bytes of the log that are looked at: some hundred moves.
    private static let logTail = 16_384
    private static let broughtBack = "pmd: bring back what git dropped"

    /// A guest leaves the code's commits to git.
    private func isOnlyOfTheBoard(from old: ObjectID, to new: ObjectID) throws -> Bool {
        guard location.isGuest else { return true }
        return try git.diff(try tree(of: old), git.commit(new).tree, below: []).allSatisfy {
            boardPath($0.path) != nil
        }
    }

    private func bringBack(
        _ dropped: ObjectID, _ settings: BoardSettings
    ) throws -> [KeptValue] {
        guard var head = try branch().head else { return [] }
        var merged = try merge(dropped, head)
        let paths = try git.diff(try tree(of: head), git.commit(merged.commit).tree, below: [])
        _ = try commitHandEdits(at: paths.map(\.path), settings)
        if let edited = try branch().head, edited != head {
            head = edited
            merged = try merge(dropped, head)
        }
        let (writes, index) = try checkout(from: head, to: merged.commit)
        try advance(
            Advance(
                old: head, new: merged.commit, writes: writes, index: index,
                message: Self.broughtBack), settling: settings)
        return merged.newConflicts
    }
}

extension ReflogEntry {
    /// Whether git moved a branch that it only meant to put back where it was.
    fileprivate var isUnasked: Bool {
        old != new && (message == "reset: moving to HEAD" || message.hasPrefix("rebase (abort)"))
    }

    /// Whether something was added to the branch.
    fileprivate var isCommit: Bool { message.hasPrefix("commit: ") || message.hasPrefix("pmd: ") }
}
