import Git
import TaskBoard

/// A file of the work tree that is not as HEAD has it.
struct HandEdit: Equatable {
    /// From the root of the work tree.
    var path: [UInt8]
    var old: TreeEntry?
    /// nil: deleted.
    var bytes: [UInt8]?
    var mode: UInt32
    var stamp: FileStamp?
}

/// What the work tree holds beside HEAD.
struct WorkTreeScan {
    var edits: [HandEdit] = []
    /// Files that could not be read or are not committed, with the reason.
    var skipped: [(path: [UInt8], reason: String)] = []
    /// Task files that git ignores: kept here, not synced.
    var ignoredTasks: [[UInt8]] = []
    /// Files that had to be read, since the index has another stamp of them, and are
    /// as HEAD and the index have them.
    var unstamped: [[UInt8]: TreeEntry] = [:]
    /// Whether the index is missing or damaged.
    var isIndexLost = false
}
