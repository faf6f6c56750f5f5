import Git

/// A file of the working tree before and after a change.
struct FileWrite: Equatable {
    /// The path from the root of the working tree.
    var path: VerifiedPath
    /// The content before; nil for no file.
    var expected: FileContent?
    /// The content after; nil for no file.
    var result: FileContent?
    /// A commit that has the expected bytes at this path: what they are kept as
    /// in `replaced`. nil: the old head.
    var holder: ObjectID?

    /// Whether the file becomes executable; nil where its permissions stay as they are.
    var isExecutable: Bool?

    /// - Throws: ``GitError`` for a path that git refuses.
    init(
        path: [UInt8], expected: FileContent?, result: FileContent?, holder: ObjectID? = nil
    ) throws(GitError) {
        self.path = try VerifiedPath(verifying: path)
        (self.expected, self.result, self.holder) = (expected, result, holder)
    }

    var isNothing: Bool { expected == result }
}
