import Git

/// A file of the working tree before and after a change.
struct FileWrite: Equatable {
    /// The path from the root of the working tree.
    var path: VerifiedPath
    /// The bytes before; nil for no file.
    var expected: [UInt8]?
    /// The bytes after; nil for no file.
    var result: [UInt8]?
    /// A commit that has the expected bytes at this path: what they are kept as
    /// in `replaced`. nil: the old head.
    var holder: ObjectID?

    /// Whether the file becomes executable; nil where its permissions stay as they are.
    var isExecutable: Bool?

    /// - Throws: ``GitError`` for a path that git refuses.
    init(
        path: [UInt8], expected: [UInt8]?, result: [UInt8]?, holder: ObjectID? = nil
    ) throws(GitError) {
        self.path = try VerifiedPath(verifying: path)
        (self.expected, self.result, self.holder) = (expected, result, holder)
    }

    var isNothing: Bool { expected == result }
}
