extension Repository {
    /// Holds the lock of the index while `body` moves the branch and writes
    /// files, then puts an index in place in which the entries that `body` set
    /// and removed are changed and no others: what a person has staged stays
    /// staged.
    ///
    /// The order is what makes it safe beside plain git: `git commit` takes the
    /// same lock, so it sees the old branch with the old index or the new with
    /// the new. When `body` throws, the index stays as it was.
    ///
    /// An index that is missing, empty or damaged is made anew from HEAD's tree,
    /// as it stands before `body`; a damaged one is kept as `index.damaged`.
    ///
    /// - Parameters:
    ///   - owner: A file of the caller's, on the same file system, of which the
    ///     lock will be a link; the caller must be the only process that uses it.
    ///     A lock left by a killed process is then taken over.
    ///   - seconds: How long to wait for somebody else's lock.
    /// - Throws: What `body` throws, or ``GitError``: ``GitError/Kind/locked``,
    ///   ``GitError/Kind/unsupported`` for a split or sparse index.
    @discardableResult
    package func withIndexLock<Result>(
        ownedBy owner: String? = nil, waiting seconds: Double = 5,
        _ body: (IndexEditor) throws -> Result
    ) throws -> Result {
        let index = gitDirectory + "index"
        let lock = try IndexLock(lockFile(index + ".lock"), owner: owner, waiting: seconds)
        let draft = try IndexDraft.draft(of: self)
        try lock.reserve(draft.size + 65_536)
        let result = try body(draft.editor)
        lock.release()
        try draft.write(in: self)
        guard lock.isHeld else {
            throw GitError(
                .changedMeanwhile, "write the index", "somebody removed its lock meanwhile",
                advice: "Look at: git status")
        }
        try draft.replaceIndex()
        try synchronise(gitDirectory)
        return result
    }
}
