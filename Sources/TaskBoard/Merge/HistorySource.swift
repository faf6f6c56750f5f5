package import MarkdownDocument

/// A git object ID: 20 bytes.
package typealias HashID = [UInt8]

/// The entry at a path of a commit's tree.
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

    /// True if it is a regular file. Only regular files are tasks; links and
    /// submodules are carried over unchanged.
    package var isRegular: Bool { mode & 0o170000 == 0o100000 }
}

/// The facts about a commit that merging needs.
package struct HistoryCommit: Sendable {
    package var id: HashID
    package var parents: [HashID]
    /// The committer's time in seconds since 1970.
    package var time: Int64
    /// The author's name, as a conflict shows it.
    package var author: Text
    /// True if the commit is one of pmd's own merges, which write no value of
    /// their own.
    package var isMerge: Bool
    /// True if the commit restores an earlier content of the board, such as an undo.
    package var isReturn: Bool
    /// True if the commit is pmd's own and acts on the completion of a
    /// repeating task: a value that only it wrote loses without a conflict.
    package var isSuccession: Bool
    /// The author's day, in the offset that the commit records.
    package var day: Day

    /// - Parameter day: nil for the committer's day in UTC.
    package init(
        id: HashID, parents: [HashID], time: Int64, author: Text, isMerge: Bool,
        isReturn: Bool = false, isSuccession: Bool = false, day: Day? = nil
    ) {
        self.id = id
        self.parents = parents
        self.time = time
        self.author = author
        self.isMerge = isMerge
        self.isReturn = isReturn
        self.isSuccession = isSuccession
        self.day = day ?? Day(localSeconds: time)
    }
}

/// The entries of one path in two trees; `nil` if a tree lacks it.
package typealias FileDifference = (old: TreeFile?, new: TreeFile?)

/// The history and the objects that a merge reads.
///
/// The workspace implements it with git, and the tests of the merge laws in
/// memory. Every answer depends on the objects alone, so that two clones get
/// the same.
package protocol HistorySource {
    func commit(_ id: HashID) throws -> HistoryCommit
    /// Returns all files of the board in a commit.
    func files(in commit: HashID) throws -> [BoardPath: TreeFile]
    /// Returns the entry at one path of a commit.
    func file(at path: BoardPath, in commit: HashID) throws -> TreeFile?
    /// Returns the paths of a commit's files with a task's ID.
    func places(of id: TaskID, in commit: HashID) throws -> [BoardPath]
    /// Returns the paths at which two commits differ, related or not; without a
    /// parent, all paths of `commit`.
    func changes(from parent: HashID?, to commit: HashID) throws -> [BoardPath: FileDifference]
    func contents(_ blob: HashID) throws -> [UInt8]
    /// Returns the number of bytes of a blob.
    func size(_ blob: HashID) throws -> Int
    /// Returns the best common ancestors: `[a]` if `b` contains `a`.
    func bases(_ a: HashID, _ b: HashID) throws -> [HashID]
    /// Returns the commits that `head` contains and none of `bases` does.
    func commitsOutside(_ head: HashID, hiding bases: [HashID]) throws -> [HashID]
    /// Returns the commits that `head` contains and that may have touched some tasks,
    /// in no order.
    func commits(of head: HashID, touching ids: Set<TaskID>) throws -> [HashID]
    /// Returns true if a file can be added at a path of a commit: nothing is
    /// there, and above it are only folders.
    func isFree(_ path: BoardPath, in commit: HashID) throws -> Bool
    /// Returns git's ID for a blob of these bytes.
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

    package func commits(of head: HashID, touching ids: Set<TaskID>) throws -> [HashID] {
        try commitsOutside(head, hiding: [])
    }

    package func size(_ blob: HashID) throws -> Int { try contents(blob).count }

    package func isFree(_ path: BoardPath, in commit: HashID) throws -> Bool {
        let below = path.bytes + [.slash]
        return try !files(in: commit).keys.contains { file in
            file == path || file.bytes.starts(with: below)
                || path.bytes.starts(with: file.bytes + [.slash])
        }
    }
}
