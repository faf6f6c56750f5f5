import MarkdownDocument

/// The files that a merge of plain git left unmerged.
struct UnmergedFiles {
    /// The files with git's markers.
    var marked: [BoardPath] = []
    /// The files that have one side's version while another folder has the
    /// other side's version under the same name. Git leaves them if one side
    /// moved a task and both edited it.
    var doubled: [BoardPath] = []
}

/// The tasks of a merge commit that git left unmerged.
struct UnmergedTasks {
    private let files: [BoardPath: TreeFile]
    private let isTask: (BoardPath, TreeFile) -> Bool
    private let history: MergeHistory
    private var marked: Set<TaskID> = []
    private var doubled: Set<TaskID> = []

    /// - Parameter trees: The merge commit's tree as the base, and its
    ///   parents'.
    init(
        _ left: UnmergedFiles, in trees: ThreeWay<[BoardPath: TreeFile]>,
        isTask: @escaping (BoardPath, TreeFile) -> Bool, history: MergeHistory
    ) throws {
        files = trees.base
        self.isTask = isTask
        self.history = history
        marked = tasks(at: left.marked)
        doubled = tasks(at: left.doubled)
        for tree in [trees.ours, trees.theirs] {
            marked.subtract(try tasks(in: tree) { Markers.mayBeIn($0) })
            doubled.subtract(doubles(in: tree))
        }
    }

    private func tasks(at paths: [BoardPath]) -> Set<TaskID> {
        Set(
            paths.filter { path in files[path].map { isTask(path, $0) } ?? false }
                .map { TaskID(fileName: $0.fileName) })
    }

    /// Returns the tasks that are also unmerged in a later tree.
    func tasks(stillIn tree: [BoardPath: TreeFile]) throws -> Set<TaskID> {
        if tree == files { return marked.union(doubled) }
        return try tasks(in: tree, where: Markers.areIn).union(doubles(in: tree))
    }

    /// Returns the doubled tasks of which a tree has several files.
    private func doubles(in tree: [BoardPath: TreeFile]) -> Set<TaskID> {
        guard !doubled.isEmpty else { return [] }
        let ids = tree.filter { isTask($0.key, $0.value) }.map { TaskID(fileName: $0.key.fileName) }
        let counts = Dictionary(ids.map { ($0, 1) }, uniquingKeysWith: +)
        return doubled.filter { counts[$0, default: 0] > 1 }
    }

    private func tasks(
        in tree: [BoardPath: TreeFile], where holds: ([UInt8]) -> Bool
    ) throws -> Set<TaskID> {
        guard !marked.isEmpty else { return [] }
        var found: Set<TaskID> = []
        for (path, file) in tree where isTask(path, file) {
            let id = TaskID(fileName: path.fileName)
            if marked.contains(id), holds(try history.contents(file.id)) { found.insert(id) }
        }
        return found
    }

    func paths(of task: TaskID) -> [BoardPath] {
        files.filter { isTask($0.key, $0.value) && TaskID(fileName: $0.key.fileName) == task }
            .map(\.key)
    }

    func isTask(_ path: BoardPath, of task: TaskID, _ file: MergedFile) -> Bool {
        TaskID(fileName: path.fileName) == task && isTask(path, file.entry)
    }

    /// Returns true if the path is free in the merge commit, or holds the task itself.
    func hasRoom(at path: BoardPath) -> Bool { files[path] != nil || isFree(path) }

    func isFree(_ path: BoardPath) -> Bool {
        let below = path.bytes + [.slash]
        return !files.keys.contains {
            $0 == path || $0.bytes.starts(with: below)
                || path.bytes.starts(with: $0.bytes + [.slash])
        }
    }
}

/// The lines that git writes around conflicting lines.
enum Markers {
    /// Returns true if the text has the three markers in their order.
    static func areIn(_ bytes: [UInt8]) -> Bool {
        var rest: ArraySlice = ["<<<<<<<", "=======", ">>>>>>>"]
        for range in lineRanges(of: bytes, in: bytes.indices) {
            guard let marker = rest.first else { break }
            if isMarker(bytes[range], marker) { rest.removeFirst() }
        }
        return rest.isEmpty
    }

    /// Returns true if the text has a line that looks like the first of them.
    static func mayBeIn(_ bytes: [UInt8]) -> Bool {
        lineRanges(of: bytes, in: bytes.indices).contains { isMarker(bytes[$0], "<<<<<<<") }
    }

    private static func isMarker(_ line: ArraySlice<UInt8>, _ marker: String) -> Bool {
        guard line.starts(with: marker.utf8) else { return false }
        guard let next = line.dropFirst(marker.utf8.count).first else { return true }
        return next == .newline || next == UInt8(ascii: " ") || next == UInt8(ascii: "\r")
    }
}
