import Git

/// One file of the work tree as it must stand before a change, and as it shall
/// stand after it.
struct FileWrite: Equatable {
    /// From the root of the work tree.
    var path: [UInt8]
    /// What is there now; nil for nothing.
    var expected: [UInt8]?
    /// What shall be there; nil for nothing.
    var result: [UInt8]?
    /// A commit that has the expected bytes at this path: what they are kept as
    /// in `replaced`. nil: the old head.
    var holder: ObjectID?

    var isNothing: Bool { expected == result }
}
