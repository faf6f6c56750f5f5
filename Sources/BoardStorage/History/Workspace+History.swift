import Git
import MarkdownDocument
package import TaskBoard

extension Workspace {
    /// Returns the authors of the current values of a task's fields, by their keys. Only other
    /// people are included, and only if a commit has the value.
    ///
    /// A list, and a body with its checklist, have the author of their newest part.
    package func otherAuthors(of id: TaskID) throws -> [String: String] {
        guard let task = try snapshot?.board[id] ?? board()[id] else { return [:] }
        let own = try Identity(of: repository()).name
        let parts = Dictionary(grouping: try blame(task)) { line in
            line.key == "checklist" ? "body" : line.key
        }
        return parts.compactMapValues { lines in
            let writers = lines.compactMap(\.writer)
            // Without a writer, an editor has changed a part since the last commit.
            guard writers.count == lines.count else { return nil }
            let newest = writers.max { $0.time < $1.time }
            return newest.flatMap { $0.author == own ? nil : $0.author }
        }
    }
}

extension Workspace {
    /// Returns, by task, the lines that won the merges which wrote the callouts of tasks.
    package nonisolated func wonLines(
        of tasks: [TaskItem], on board: Board
    ) throws -> [TaskID: WonLines] {
        let conflicted = tasks.filter { $0.openConflicts.contains { $0.key == "body" } }
        guard !conflicted.isEmpty else { return [:] }
        let history = History(
            try location.openRepository(), of: location, settings: board.settings)
        var won: [TaskID: WonLines] = [:]
        for task in conflicted { won[task.id] = try history.wonLines(of: task) }
        return won
    }
}

extension History {
    /// Returns the lines that won over those of a task's callouts. A merge that this clone does
    /// not have, or that a program other than pmd made, does not tell them.
    fileprivate func wonLines(of task: TaskItem) throws -> WonLines {
        var wanted = Set(task.openConflicts.filter { $0.key == "body" }.map(\.value))
        var won = WonLines()
        try walk(touching: [task.id]) { commit in
            guard let merged = try mergedLines(of: task.id, by: commit) else { return true }
            wanted = wanted.filter { !won.add(over: $0, from: merged) }
            return !wanted.isEmpty
        }
        return won
    }

    /// Returns the lines of a task that both sides of a merge replaced; nil for another commit.
    private func mergedLines(of id: TaskID, by commit: Commit) throws -> WonLines? {
        guard commit.parents.count == 2 else { return nil }
        let (one, other) = (commit.parents[0], commit.parents[1])
        // A shallow clone lacks the parents of its oldest commits.
        guard git.contains(one), git.contains(other) else { return nil }
        let version = { (parent: ObjectID) in
            try steps(from: parent, to: commit, ids: [id]).first?.old.map { try document($0.entry) }
        }
        guard let ours = try version(one), let theirs = try version(other) else { return nil }
        let base = try git.mergeBases(one, other).first.flatMap(version)
        return WonLines(base: base, ours, theirs)
    }
}

extension Workspace {
    /// Returns the first commit of the history, in hexadecimal digits, which identifies the board
    /// in all its clones; nil without commits.
    package func firstCommit() throws -> String? {
        let git = try repository()
        guard let head = try git.head().commit else { return nil }
        var first = head
        try git.walk(from: [head]) { id in
            first = id
            return true
        }
        return first.hex
    }
}
