import Git
import TaskBoard

extension BoardRepository {
    /// Puts back what a `git merge` that failed took away or back.
    ///
    /// Git then resets the index and the work tree to the HEAD that it began with, and
    /// does not move the branch: what was committed meanwhile looks undone by hand.
    /// (`restore_state` of git's `builtin/merge.c`, since 2.38.)
    ///
    /// - Returns: the edits that are left.
    func puttingBackWhatMergeTook(
        _ edits: [HandEdit], _ head: ObjectID?, _ settings: BoardSettings
    ) throws -> [HandEdit] {
        guard let head, let (start, time) = try git.originalHead(), start != head else {
            return edits
        }
        let recent = try edits.filter {
            (0...Self.longestMerge).contains(try self.time(of: [$0]) - time)
        }
        guard !recent.isEmpty, try isLeft(start) else { return edits }
        let tree = try git.commit(start).tree
        var index = try git.index()
        var (writes, entries) = ([FileWrite](), [[UInt8]: TreeEntry?]())
        for edit in recent {
            let before = try git.entry(inTree: tree, path: edit.path)?.id
            guard try edit.bytes.map(ObjectID.ofBlob) == before,
                index.entry(edit.path)?.id == before
            else { continue }
            writes.append(
                FileWrite(
                    path: edit.path, expected: edit.bytes,
                    result: try edit.old.map { try git.blob($0.id) }, holder: start))
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

    /// Whether only pmd has moved HEAD since it named a commit: a merge that came to
    /// its end has moved it too.
    private func isLeft(_ start: ObjectID) throws -> Bool {
        let since = try git.reflog(of: "HEAD").reversed().prefix { $0.new != start }
        return since.last?.old == start && since.allSatisfy { $0.message.hasPrefix("pmd: ") }
    }
}
