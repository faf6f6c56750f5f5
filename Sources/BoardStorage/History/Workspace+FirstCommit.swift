import Git

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
