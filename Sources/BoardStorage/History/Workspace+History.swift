import Git
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
