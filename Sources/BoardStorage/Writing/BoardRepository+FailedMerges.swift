import Git
import TaskBoard

extension BoardRepository {
    /// Puts back what a `git merge` or `git stash` that failed took away or back.
    ///
    /// Git then resets the index and the work tree to the HEAD that it began with, and
    /// does not move the branch: what was committed meanwhile looks undone by hand.
    /// (`restore_state` of git's `builtin/merge.c`, since 2.38; `reset_refs` of its
    /// `builtin/reset.c`, which notes an `ORIG_HEAD` that is read later than that HEAD.)
    ///
    /// - Returns: the edits that are left.
    func puttingBackWhatMergeTook(
        _ edits: [HandEdit], _ head: ObjectID?, _ settings: BoardSettings
    ) throws -> [HandEdit] {
        guard let head, let (start, time) = try git.originalHead(), start != head else {
            return edits
        }
        let recent = try edits.filter {
            (-Self.longestReset...Self.longestMerge).contains(try self.time(of: [$0]) - time)
        }
        guard !recent.isEmpty, try isLeft(start) else { return edits }
        let trees = try headsUntil(start).map { try git.commit($0).tree }
        var index = try git.index()
        var (writes, entries) = ([FileWrite](), [[UInt8]: TreeEntry?]())
        for edit in recent {
            let id = try edit.bytes.map(ObjectID.ofBlob)
            guard index.entry(edit.path)?.id == id,
                try trees.contains(where: {
                    try git.entry(inTree: $0, path: edit.path)?.id == id
                })
            else { continue }
            writes.append(
                try FileWrite(
                    path: edit.path, expected: edit.bytes.map(FileContent.bytes),
                    result: edit.old.map { .bytes(try git.blob($0.id)) }, holder: start))
            entries[edit.path] = .some(edit.old)
        }
        guard !writes.isEmpty else { return edits }
        try advance(
            Advance(
                old: head, new: head, writes: writes, index: entries,
                message: "pmd: what git merge took away"), settling: settings)
        return edits.filter { entries[$0.path] == nil }
    }

    /// In nanoseconds, from its start to the files.
    private static let longestMerge: Int64 = 10_000_000_000
    /// In nanoseconds, from the HEAD that it reads to what it notes of it.
    private static let longestReset: Int64 = 2_000_000_000

    /// A commit, and what HEAD named before it, as far as only pmd moved it on.
    private func headsUntil(_ start: ObjectID) throws -> [ObjectID] {
        let before = try lastMoves().reversed().drop { $0.new != start }
            .prefix(32).prefix { $0.message.hasPrefix("pmd: ") }
        return [start] + before.compactMap(\.old).filter(git.contains)
    }

    /// Whether only pmd has moved HEAD since it named a commit: a merge that came to
    /// its end has moved it too.
    private func isLeft(_ start: ObjectID) throws -> Bool {
        let since = try lastMoves().reversed().prefix { $0.new != start }
        return since.last?.old == start && since.allSatisfy { $0.message.hasPrefix("pmd: ") }
    }

    /// Those of HEAD: some three hundred, more than there are in that time.
    private func lastMoves() throws -> [ReflogEntry] {
        try git.reflog(of: "HEAD", last: 65_536)
    }
}
