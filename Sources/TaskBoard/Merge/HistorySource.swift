package import MarkdownDocument

/// A git object ID: 20 bytes.
package typealias HashID = [UInt8]

/// What stands at a path of a commit's tree.
package struct TreeFile: Hashable, Sendable {
    package var mode: UInt32
    package var id: HashID

    package init(mode: UInt32, id: HashID) {
        self.mode = mode
        self.id = id
    }
}

extension TreeFile {
    package static let regularMode: UInt32 = 0o100644
    package static let executableMode: UInt32 = 0o100755
    package static let symlinkMode: UInt32 = 0o120000
    package static let submoduleMode: UInt32 = 0o160000

    /// Only regular files are tasks; links and submodules are carried as they are.
    package var isRegular: Bool { mode & 0o170000 == 0o100000 }
}

/// What merging needs to know of a commit.
package struct HistoryCommit: Sendable {
    package var id: HashID
    package var parents: [HashID]
    /// The committer's time in seconds since 1970: later knowledge has a later one.
    package var time: Int64
    /// The author's name, as a kept value shows it.
    package var author: Text
    /// Whether pmd made this commit by merging: it writes no value of its own.
    package var isMerge: Bool
    /// Whether what is new in this commit was on the board before.
    package var isReturn: Bool

    package init(
        id: HashID, parents: [HashID], time: Int64, author: Text, isMerge: Bool,
        isReturn: Bool = false
    ) {
        self.id = id
        self.parents = parents
        self.time = time
        self.author = author
        self.isMerge = isMerge
        self.isReturn = isReturn
    }
}

/// One path as two trees have it; `nil` where a tree does not have it.
package typealias FileDifference = (old: TreeFile?, new: TreeFile?)

/// The history and the objects that a merge reads.
///
/// Git-backed in the workspace, in memory in the laws that merging is held to.
/// Every answer depends on the objects alone, so that two clones get the same.
package protocol HistorySource {
    func commit(_ id: HashID) throws -> HistoryCommit
    /// The board's files in that commit, all of them.
    func files(in commit: HashID) throws -> [BoardPath: TreeFile]
    /// What stands at one path of that commit.
    func file(at path: BoardPath, in commit: HashID) throws -> TreeFile?
    /// The paths in that commit of the files with a task's ID.
    func places(of id: TaskID, in commit: HashID) throws -> [BoardPath]
    /// The paths in which the two differ, related or not; without a parent, all that `commit` has.
    func changes(from parent: HashID?, to commit: HashID) throws -> [BoardPath: FileDifference]
    func contents(_ blob: HashID) throws -> [UInt8]
    /// The best common ancestors: `[a]` where `b` contains `a`.
    func bases(_ a: HashID, _ b: HashID) throws -> [HashID]
    /// What `head` contains and none of `bases` does.
    func commitsOutside(_ head: HashID, hiding bases: [HashID]) throws -> [HashID]
    /// The ID that git gives a blob of these bytes.
    func hash(_ blob: [UInt8]) -> HashID
}

extension HistorySource {
    package func file(at path: BoardPath, in commit: HashID) throws -> TreeFile? {
        try files(in: commit)[path]
    }

    package func places(of id: TaskID, in commit: HashID) throws -> [BoardPath] {
        try files(in: commit).keys.filter {
            $0.fileName.hasMarkdownSuffix && TaskID(fileName: $0.fileName) == id
        }
    }
}
