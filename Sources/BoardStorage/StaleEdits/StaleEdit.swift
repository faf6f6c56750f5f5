import Git

/// An uncommitted edit that was made from an older version of the file than HEAD's.
struct StaleEdit: Equatable {
    /// The path from the root of the working tree.
    var path: [UInt8]
    /// The bytes that were saved; nil for a deletion.
    var bytes: [UInt8]?
    /// The commit with the version that was edited; nil for none, before the first commit.
    var base: ObjectID?
    /// False for bytes that were saved into a file that pmd had replaced: the working tree
    /// has another version at this path.
    var isInWorkingTree = true
}
