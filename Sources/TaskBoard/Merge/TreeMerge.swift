import MarkdownDocument

/// A file that a merge came to, before it has its place.
struct Outcome {
    var path: BoardPath
    var file: MergedFile
    /// Where the base has it: who stood at a path before keeps it.
    var basePath: BoardPath?
    var isTask = false
}

/// The merge of three trees: tasks by their IDs, all else by path.
struct TreeMerge {
    let history: MergeHistory
    let trees: ThreeWay<[BoardPath: TreeFile]>
    /// The paths at which not all three have one thing.
    let changed: Set<BoardPath>
    let rules: MergeRules
    /// These, and all that the merge put or took away.
    private(set) var touched: Set<BoardPath> = []
    let search: (ours: WriterSearch, theirs: WriterSearch)
    let isTask: (BoardPath, TreeFile) -> Bool
    var outcomes: [Outcome] = []
    /// Whole files that lost, to be kept below `conflicts/`.
    var kept: [Outcome] = []
    private(set) var conflictPaths: [BoardPath] = []
    var newConflicts: [NewConflict] = []

    init(
        _ history: MergeHistory, _ trees: ThreeWay<[BoardPath: TreeFile]>, changed: Set<BoardPath>,
        rules: MergeRules, search: (ours: WriterSearch, theirs: WriterSearch),
        isTask: @escaping (BoardPath, TreeFile) -> Bool
    ) {
        self.history = history
        self.trees = trees
        self.changed = changed
        self.rules = rules
        self.search = search
        self.isTask = isTask
    }

    /// Every file of the merged tree.
    mutating func merged() throws -> [BoardPath: MergedFile] {
        var files = trees.ours.mapValues(MergedFile.kept)
        for path in changed { files[path] = nil }
        let groups = TaskGroups(trees, changed: changed, isTask: isTask)
        for path in groups.taskPaths { files[path] = nil }
        for id in groups.files.keys.sorted() {
            if let group = groups.files[id] { try mergeGroup(id, group) }
        }
        for path in changed.sorted() { try mergeOther(path) }
        var placement = Placement(files, history)
        try placement.place(outcomes)
        conflictPaths = try placement.placeConflictFiles(kept)
        touched = changed.union(groups.taskPaths).union(placement.touched)
        return placement.files
    }
}

/// The files with an ID of which any changed, in the three trees.
struct TaskGroups {
    private(set) var files: [TaskID: ThreeWay<[FileVersion]>] = [:]
    private(set) var taskPaths: [BoardPath] = []

    init(
        _ trees: ThreeWay<[BoardPath: TreeFile]>, changed: Set<BoardPath>,
        isTask: (BoardPath, TreeFile) -> Bool
    ) {
        for path in changed {
            let versions = trees.map { $0[path] }
            let isAny = [versions.base, versions.ours, versions.theirs]
                .contains { $0.map { isTask(path, $0) } ?? false }
            if isAny {
                files[TaskID(fileName: path.fileName)] = ThreeWay(base: [], ours: [], theirs: [])
            }
        }
        guard !files.isEmpty else { return }
        // What no side changed, all three have at the same paths.
        var paths = trees.base.keys.filter { files[TaskID(fileName: $0.fileName)] != nil }
        paths += changed.filter {
            trees.base[$0] == nil && files[TaskID(fileName: $0.fileName)] != nil
        }
        for path in paths.sorted() {
            gather(path, trees.base, \.base, isTask)
            gather(path, trees.ours, \.ours, isTask)
            gather(path, trees.theirs, \.theirs, isTask)
        }
    }

    private mutating func gather(
        _ path: BoardPath, _ tree: [BoardPath: TreeFile],
        _ side: WritableKeyPath<ThreeWay<[FileVersion]>, [FileVersion]>,
        _ isTask: (BoardPath, TreeFile) -> Bool
    ) {
        guard let file = tree[path], isTask(path, file) else { return }
        files[TaskID(fileName: path.fileName)]?[keyPath: side]
            .append(FileVersion(path: path, file: file))
        taskPaths.append(path)
    }
}
