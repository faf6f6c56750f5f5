import Git

extension Workspace {
    /// The commit with which the history begins, in hexadecimal digits, which names the board
    /// wherever it is cloned; nil without commits.
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
