import Git
package import TaskBoard

extension Workspace {
    /// The maximum number of commits to examine.
    private static let othersLimit = 200

    /// Returns the newest change of a task that is not an action of this clone; nil if there is
    /// none.
    ///
    /// Undo only reverts actions of this clone. A surface shows this change, so that the user can
    /// undo it by its commit.
    ///
    /// - Parameter report: The undo that just ran. Only later changes count, including the user's
    ///   own commits with git, except those that the undo also reversed, as when two people
    ///   finished the same task. Nil to count all changes by other people.
    package func newestByOthers(since report: UndoReport? = nil) throws -> LogEntry? {
        let history = try history()
        let identity = try Identity(of: history.git)
        let known = report?.steps.first?.commit.flatMap { ObjectID(hex: $0) }
        let undone = report?.steps.flatMap(\.tasks) ?? []
        let repository = try BoardRepository(
            location, clock: clock, waiting: nil, git: history.git)
        let own = Set(try repository.actionLines().compactMap(\.commit))
        var (found, looked): (LogEntry?, Int) = (nil, 0)
        var reversed: Set<String> = []
        try history.walk(hiding: [known].compactMap(\.self)) { commit in
            looked += 1
            reversed.formUnion(reversedCommits(in: commit.message))
            let isByUser =
                (commit.author.name, commit.author.email) == (identity.name, identity.email)
            let isOthers =
                commit.parents.count == 1 && !commit.isSuccession && !commit.isRecord
                && !own.contains(commit.id) && !(isByUser && known == nil)
                && !reversed.contains(commit.id.hex)
            let entry = isOthers ? try history.firstEntry(of: commit) : nil
            if let entry, !undone.contains(where: { $0.reverses(entry.change) }) { found = entry }
            return found == nil && looked < Self.othersLimit
        }
        return found
    }
}

extension History {
    /// Returns the change of the first task that a commit changed; nil if it changed none.
    fileprivate func firstEntry(of commit: Commit) throws -> LogEntry? {
        for step in try steps(of: commit) {
            let change = TaskChange(
                from: try item(step.old), to: try item(step.new), isReturn: commit.isReturn)
            guard let change else { continue }
            return LogEntry(
                commit: commit.id.hex, time: commit.author.time, offset: commit.author.offset,
                author: commit.author.name, change: .task(change),
                origin: LogEntry.Origin(message: commit.message))
        }
        return nil
    }
}

extension TaskChange {
    /// Returns true if this change of the same task includes everything that another one changed.
    fileprivate func reverses(_ change: LogChange) -> Bool {
        guard case .task(let other) = change, id == other.id, !other.changes.isEmpty else {
            return false
        }
        return Set(other.changes.map(\.key)).isSubset(of: changes.map(\.key))
    }
}
