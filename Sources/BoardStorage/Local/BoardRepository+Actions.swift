import Git
import TaskBoard

extension BoardRepository {
    /// What this clone did: as it noted it, or where that list was lost, as git's
    /// reflog of the branch tells it.
    func actionLines() throws -> [Actions.Line] {
        try actions.isLost ? linesOfReflog() : actions.lines()
    }

    /// Makes the list of actions anew where it was lost.
    func restoreActions() throws {
        guard try actions.isLost else { return }
        try actions.append(linesOfReflog())
    }

    /// What others did came by `sync`; whatever else pmd moved the branch for, and
    /// nothing that plain git did, is an action.
    private func linesOfReflog() throws -> [Actions.Line] {
        guard case .branch(let name, _) = try git.head() else { return [] }
        var lines: [Actions.Line] = []
        var stack = ActionStack([])
        for entry in try git.reflog(of: name) where isOwn(entry) {
            for commit in try commits(of: entry) {
                let line = line(commit, entry, stack)
                stack.add(line)
                lines.append(line)
            }
        }
        return lines
    }

    private func isOwn(_ entry: ReflogEntry) -> Bool {
        let others = [
            "init", "clone", "sync", "heal a merge", "finish writing",
            "bring back what git dropped", "restore dropped",
        ]
        return entry.old != nil && entry.message.hasPrefix("pmd: ")
            && !others.contains(String(entry.message.dropFirst("pmd: ".count)))
            && git.contains(entry.new)
    }

    /// The commits that a move brought, the oldest first, without pmd's merges and
    /// those of another board in this repository.
    private func commits(of entry: ReflogEntry) throws -> [Commit] {
        guard let old = entry.old, git.contains(old) else { return [] }
        let ids = try git.walk(from: [entry.new], hiding: [old], limit: 1_000)
        return try ids.reversed().map(git.commit).filter { commit in
            guard commit.parents.count == 1 else { return false }
            let parent = try git.commit(commit.parents[0]).tree
            return try git.diff(parent, commit.tree, below: []).allSatisfy {
                $0.path.starts(with: location.prefix)
            }
        }
    }

    private func line(
        _ commit: Commit, _ entry: ReflogEntry, _ stack: ActionStack
    ) -> Actions.Line {
        let time = entry.time &* 1_000_000_000
        let words = commit.message.split(whereSeparator: \.isWhitespace)
        guard let old = words.last.flatMap({ ObjectID(hex: $0) }) else {
            return .did(commit.id, at: time)
        }
        switch entry.message {
        case "pmd: undo":
            return stack.done.contains { $0.commit == old }
                ? .undid(commit.id, of: old) : .reverted(commit.id, of: old, at: time)
        case "pmd: redo": return .redid(commit.id, of: old, at: time)
        default: return .did(commit.id, at: time)
        }
    }
}
