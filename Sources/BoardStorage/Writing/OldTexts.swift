import Git
import MarkdownDocument
import TaskBoard

/// The texts that editors may still have.
struct OldTexts {
    private let versions: [Replaced.Version]
    private let moves: [Heads.Move]
    private let commit: ObjectID
    private let git: Repository

    /// - Parameters:
    ///   - versions: what pmd replaced, newest first.
    ///   - moves: the moves of the branch that pmd made.
    ///   - commit: what has the newer text that was saved over.
    init(
        _ versions: [Replaced.Version], movedBy moves: [Heads.Move], of commit: ObjectID,
        in git: Repository
    ) {
        (self.versions, self.moves, self.commit, self.git) = (versions, moves, commit, git)
    }

    /// The one that was edited and saved over a newer one, and the commit that holds it;
    /// nil where the newer one was.
    ///
    /// - Parameter path: from the root of the work tree.
    func edited(
        by saved: TaskVersion, over current: TaskVersion, at path: [UInt8]
    ) throws -> (head: ObjectID, text: TaskVersion)? {
        var nearest: (head: ObjectID, text: TaskVersion)?
        var least = Int.max
        var seen: Set<ObjectID> = []
        for version in versions where version.place.path == path {
            guard let entry = try version.entry(in: git), seen.insert(entry.id).inserted else {
                continue
            }
            let old = TaskVersion(path: saved.path, document: Document(try git.blob(entry.id)))
            let save = StaleSave(old: old, new: current, saved: saved)
            // What came after the text that was saved over is no old one.
            guard save.isStale, try !git.isAncestor(commit, of: version.head) else { continue }
            let count = save.changeCount
            // Of hundreds only a few are nearer than all before them: this costs a look
            // at many trees.
            guard count < least, try !isBackByGit(version, at: path) else { continue }
            (nearest, least) = ((version.head, old), count)
        }
        return nearest
    }

    /// Whether git alone brought back what a commit has at a path: pmd had replaced it
    /// before it replaced an old text, and has not put it there since. Nobody saved over
    /// it then.
    ///
    /// `git commit` reads the index, waits for its lock, and writes what it read. What
    /// pmd has put there in between is not in the next commit of git's, though it stands
    /// in the work tree. (`prepare_index` of git's `builtin/commit.c`.)
    private func isBackByGit(_ old: Replaced.Version, at path: [UInt8]) throws -> Bool {
        guard let text = try entry(at: path, in: commit)?.id else { return false }
        let wasReplaced = try versions.contains {
            try $0.place.path == path && $0.time < old.time && $0.entry(in: git)?.id == text
        }
        return try wasReplaced
            && !moves.contains { move in
                try entry(at: path, in: move.new)?.id == text
                    && entry(at: path, in: move.old)?.id != text
                    && !git.isAncestor(move.new, of: old.head)
            }
    }

    private func entry(at path: [UInt8], in commit: ObjectID?) throws -> TreeEntry? {
        guard let commit, git.contains(commit) else { return nil }
        return try git.entry(inTree: git.commit(commit).tree, path: path)
    }
}
