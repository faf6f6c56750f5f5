import Git
import TaskBoard

extension BoardRepository {
    /// Records a move of the branch in ``heads``, while git cannot have the index.
    ///
    /// A git that is at work now may have read the old head before the branch moved.
    func noteHead(_ move: Advance) {
        guard let old = move.journalMove.old, old != move.new else { return }
        do {
            let isSettled = try git.originalHead() == old && !git.isGitAtWork
            try heads.note(Heads.Move(old: old, new: move.new, isSettled: isSettled))
        } catch {
            // Losing it loses nothing.
        }
    }

    /// The heads to which a git may have put back index and files without moving the
    /// branch, the newest first: the one that `ORIG_HEAD` names, where pmd alone led from
    /// there to HEAD and the git was not surely done when it did, and those before.
    ///
    /// Git resets index and files to the HEAD that it began with where it fails to merge
    /// or to stash, whatever was committed meanwhile. (`restore_state` of git's
    /// `builtin/merge.c`, since 2.38; `reset_refs` of its `builtin/reset.c`, which notes an
    /// `ORIG_HEAD` that is read later than that HEAD.)
    func resetHeads() throws -> [ObjectID] {
        guard let head = try branch().head, let start = try git.originalHead(), start != head
        else { return [] }
        let moves = try heads.moves(to: head)
        guard let place = moves.firstIndex(where: { $0.old == start }), !moves[place].isSettled
        else { return [] }
        return moves[place...].map(\.old).filter(git.contains)
    }

    /// Restores HEAD's version of all files that a git that failed put back.
    func restoreAfterReset(_ settings: BoardSettings) throws {
        let olds = try resetHeads()
        guard let start = olds.first, let head = try branch().head else { return }
        // Asked before the files are read: it may end in between.
        let isAtWork = git.isGitAtWork
        let tree = try git.commit(head).tree
        var paths: Set<[UInt8]> = []
        for old in olds {
            paths.formUnion(try git.diff(git.commit(old).tree, tree, below: []).map(\.path))
        }
        let scan = try WorkTreeScanner.only(
            paths.sorted { $0.lexicographicallyPrecedes($1) }, self, tree: tree,
            settings: settings)
        var search = BaseSearch(self, over: head, settings)
        try merge(
            scan.edits.compactMap { edit in
                try search.base(of: edit.bytes, at: edit.path, by: [.resetByGit]).map {
                    StaleEdit(path: edit.path, bytes: edit.bytes, base: $0)
                }
            }, settings)
        if !isAtWork { try heads.settle(start) }
    }
}
