import Git
import MarkdownDocument
import TaskBoard

/// The versions of files that pmd replaced, which an editor may still have open.
struct ReplacedVersions {
    private let versions: [ReplacedFileStore.Version]
    private let moves: [CheckoutLog.Entry]
    private let commit: ObjectID
    private let git: Repository

    /// - Parameters:
    ///   - versions: The replaced versions, newest first.
    ///   - moves: The moves of the branch that pmd made.
    ///   - commit: The commit with the newer version that was saved over.
    init(
        _ versions: [ReplacedFileStore.Version], movedBy moves: [CheckoutLog.Entry],
        of commit: ObjectID,
        in git: Repository
    ) {
        (self.versions, self.moves, self.commit, self.git) = (versions, moves, commit, git)
    }

    /// Returns the version that was edited and saved over a newer one, and the commit that has it;
    /// nil if the newer one was edited.
    ///
    /// - Parameters:
    ///   - path: The path from the root of the working tree.
    ///   - times: The times at which pmd replaced a version that an editor had open: only these
    ///     are checked. Nil if none is known.
    func edited(
        by saved: TaskVersion, over current: TaskVersion, at path: [UInt8],
        whileOpen times: Set<Int64>? = nil
    ) throws -> (head: ObjectID, version: TaskVersion)? {
        var nearest: (head: ObjectID, version: TaskVersion)?
        var least = Int.max
        var seen: Set<ObjectID> = []
        for version in versions where version.place.path == path {
            guard times?.contains(version.time) ?? true, let entry = try version.entry(in: git),
                seen.insert(entry.id).inserted
            else {
                continue
            }
            let old = TaskVersion(path: saved.path, document: Document(try git.blob(entry.id)))
            let comparison = EditComparison(old: old, new: current, saved: saved)
            // A version later than the one that was saved over is not older.
            guard comparison.isStale(wasOpen: times != nil),
                try !git.isAncestor(commit, of: version.head)
            else {
                continue
            }
            let count = comparison.changeCount
            // Done last, because it reads many trees: of hundreds of versions, only a few are
            // nearer than all before them. Of equally near versions, an editor that stayed open
            // has the oldest.
            let isNearer = count < least || (times != nil && count == least)
            guard isNearer, try !isBackByGit(version, at: path) else { continue }
            (nearest, least) = ((version.head, old), count)
        }
        return nearest
    }

    /// Returns the times at which pmd replaced versions that are identical to a saved file.
    func times(of saved: [UInt8], at path: [UInt8]) throws -> Set<Int64> {
        let id = try ObjectID.ofBlob(saved)
        let same = try versions.filter { version in
            try version.place.path == path && version.entry(in: git)?.id == id
        }
        return Set(same.map(\.time))
    }

    /// Returns true if only git restored the version that was saved over: pmd had replaced it
    /// before it replaced an older one, and has not written it since. So no editor saved over it.
    ///
    /// `git commit` reads the index, waits for its lock, and writes back what it read. A change
    /// that pmd committed in between is undone by git's commit, but is still in the file.
    /// (`prepare_index` of git's `builtin/commit.c`.)
    private func isBackByGit(_ old: ReplacedFileStore.Version, at path: [UInt8]) throws -> Bool {
        guard let current = try entry(at: path, in: commit)?.id else { return false }
        let wasReplaced = try versions.contains {
            try $0.place.path == path && $0.time < old.time && $0.entry(in: git)?.id == current
        }
        return try wasReplaced
            && !moves.contains { move in
                try entry(at: path, in: move.new)?.id == current
                    && entry(at: path, in: move.old)?.id != current
                    && !git.isAncestor(move.new, of: old.head)
            }
    }

    private func entry(at path: [UInt8], in commit: ObjectID?) throws -> TreeEntry? {
        guard let commit, git.contains(commit) else { return nil }
        return try git.entry(inTree: git.commit(commit).tree, path: path)
    }
}
