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
    private func resetHeads() throws -> [ObjectID] {
        guard let head = try branch().head, let start = try git.originalHead(), start != head
        else { return [] }
        let moves = try heads.moves(to: head)
        guard let place = moves.firstIndex(where: { $0.old == start }), !moves[place].isSettled
        else { return [] }
        return moves[place...].map(\.old).filter(git.contains)
    }

    /// Puts back what a git that failed took away or back, wherever that is.
    func putBackWhatGitReset(_ settings: BoardSettings) throws {
        let olds = try resetHeads()
        guard let start = olds.first, let head = try branch().head else { return }
        // Looked at before the files: it may end in between.
        let isAtWork = git.isGitAtWork
        let tree = try git.commit(head).tree
        var paths: Set<[UInt8]> = []
        for old in olds {
            paths.formUnion(try git.diff(git.commit(old).tree, tree, below: []).map(\.path))
        }
        let scan = try WorkTreeScanner.only(
            paths.sorted { $0.lexicographicallyPrecedes($1) }, self, tree: tree,
            settings: settings)
        _ = try puttingBackWhatGitReset(scan.edits, head, settings)
        if !isAtWork { try heads.settle(start) }
    }

    /// Puts back those of some files that a git that failed took away or back: index and
    /// file have what an older head has. What was only saved is an edit.
    ///
    /// - Returns: the edits that are left.
    func puttingBackWhatGitReset(
        _ edits: [HandEdit], _ head: ObjectID?, _ settings: BoardSettings
    ) throws -> [HandEdit] {
        guard let head, !edits.isEmpty else { return edits }
        let olds = try resetHeads()
        if olds.isEmpty { return edits }
        var index = try git.index()
        var (writes, entries) = ([FileWrite](), [[UInt8]: TreeEntry?]())
        for edit in edits {
            let id = try edit.bytes.map(ObjectID.ofBlob)
            guard index.entry(edit.path)?.id == id,
                let old = try olds.first(where: {
                    try git.entry(inTree: git.commit($0).tree, path: edit.path)?.id == id
                })
            else { continue }
            writes.append(
                try FileWrite(
                    path: edit.path, expected: edit.bytes.map(FileContent.bytes),
                    result: edit.old.map { .bytes(try git.blob($0.id)) }, holder: old))
            entries[edit.path] = .some(edit.old)
        }
        guard !writes.isEmpty else { return edits }
        try advance(
            Advance(
                old: head, new: head, writes: writes, index: entries,
                message: "pmd: what git took away"), settling: settings)
        return edits.filter { entries[$0.path] == nil }
    }
}
