import Git
import MarkdownDocument
import TaskBoard

/// The texts that editors may still have.
struct OldTexts {
    private let versions: [Replaced.Version]
    private let commit: ObjectID
    private let git: Repository

    /// - Parameters:
    ///   - versions: what pmd replaced, newest first.
    ///   - commit: what has the newer text that was saved over.
    init(_ versions: [Replaced.Version], of commit: ObjectID, in git: Repository) {
        (self.versions, self.commit, self.git) = (versions, commit, git)
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
            guard count < least, try !isBackFromBefore(version.head, at: path) else { continue }
            (nearest, least) = ((version.head, old), count)
        }
        return nearest
    }

    /// Whether what stands at a path stood there before an old text already, and came
    /// back by git alone: nobody saved over it then.
    ///
    /// `git commit` reads the index, waits for its lock, and writes what it read. What
    /// pmd has put there in between is not in the next commit of git's, though it stands
    /// in the work tree. (`prepare_index` of git's `builtin/commit.c`.)
    private func isBackFromBefore(_ old: ObjectID, at path: [UInt8]) throws -> Bool {
        let moves = try git.reflog(of: "HEAD", last: Self.logTail)
        guard let made = moves.firstIndex(where: { $0.new == old }) else { return false }
        let text = try entry(at: path, in: commit)
        let returns = try moves[(made + 1)...].filter {
            try entry(at: path, in: $0.new) == text && entry(at: path, in: $0.old) != text
        }
        return try !returns.isEmpty && returns.allSatisfy { Self.isByCommitting($0.message) }
            && moves[..<made].reversed().contains { try entry(at: path, in: $0.new) == text }
    }

    /// The bytes of HEAD's log that are looked through: some three hundred moves.
    private static let logTail = 65_536

    /// Not what a person does to go back: `git checkout`, `git reset COMMIT`, `git revert`.
    private static func isByCommitting(_ message: String) -> Bool {
        message.hasPrefix("commit") || message.hasPrefix("rebase")
            || message == "reset: moving to HEAD"
    }

    private func entry(at path: [UInt8], in commit: ObjectID?) throws -> TreeEntry? {
        guard let commit, git.contains(commit) else { return nil }
        return try git.entry(inTree: git.commit(commit).tree, path: path)
    }
}
