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
        var lost: [TaskID: Set<Text>] = [:]
        for task in tasks {
            let texts = task.openConflicts.filter { $0.key == "body" }.map(\.value)
            if !texts.isEmpty { lost[task.id] = Set(texts) }
        }
        guard !lost.isEmpty else { return [:] }
        let history = History(
            try location.openRepository(), of: location, settings: board.settings)
        return try history.wonLines(over: lost)
    }
}

/// The maximum number of merges of tasks with callouts that are read. Each requires a search for its
/// base, and an open callout was usually written by one of the newest.
private let maximumMerges = 500

extension History {
    /// Returns the lines that won over the texts of tasks' callouts. They are not known if this clone
    /// does not have the merge, if a program other than pmd made it, or if too many others are newer.
    fileprivate func wonLines(over lost: [TaskID: Set<Text>]) throws -> [TaskID: WonLines] {
        var (wanted, unread) = (lost, maximumMerges)
        var won = lost.mapValues { _ in WonLines() }
        try walk(touching: Set(lost.keys)) { commit in
            guard let merged = try mergedLines(of: Set(wanted.keys), by: commit) else {
                return true
            }
            for (id, lines) in merged {
                wanted[id] = wanted[id]?.filter { won[id]?.add(over: $0, from: lines) == false }
            }
            wanted = wanted.filter { !$0.value.isEmpty }
            unread -= 1
            return !wanted.isEmpty && unread > 0
        }
        return won
    }

    /// Returns the lines of tasks that both sides of a merge replaced; nil for another commit.
    private func mergedLines(
        of ids: Set<TaskID>, by commit: Commit
    ) throws -> [TaskID: WonLines]? {
        guard commit.parents.count == 2 else { return nil }
        let (one, other) = (commit.parents[0], commit.parents[1])
        // A shallow clone lacks the parents of its oldest commits.
        guard git.contains(one), git.contains(other) else { return nil }
        do {
            return try mergedLines(of: ids, from: one, other, to: commit)
        } catch let error as GitError where error.kind == .notFound {
            // A partial clone lacks older versions of files.
            return nil
        }
    }

    private func mergedLines(
        of ids: Set<TaskID>, from one: ObjectID, _ other: ObjectID, to commit: Commit
    ) throws -> [TaskID: WonLines]? {
        let versions = { (parent: ObjectID, ids: Set<TaskID>) in
            var documents: [TaskID: Document] = [:]
            for step in try steps(from: parent, to: commit, ids: ids) {
                documents[step.id] = try step.old.map { try document($0.entry) }
            }
            return documents
        }
        let ours = try versions(one, ids)
        guard !ours.isEmpty else { return nil }
        let theirs = try versions(other, Set(ours.keys))
        guard !theirs.isEmpty else { return nil }
        let base = try git.mergeBases(one, other).first.map { try versions($0, Set(theirs.keys)) }
        return theirs.reduce(into: [:]) { lines, version in
            guard let own = ours[version.key] else { return }
            lines[version.key] = WonLines(base: base?[version.key], own, version.value)
        }
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
