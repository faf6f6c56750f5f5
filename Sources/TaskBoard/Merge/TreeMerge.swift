import MarkdownDocument

/// A merged file, before its final path is known.
struct MergeOutcome {
    var path: BoardPath
    var file: MergedFile
    /// The path in the base: the file that had a path in the base keeps it.
    var basePath: BoardPath?
    var isTask = false
}

/// The merge of three trees: tasks by their IDs, other files by path.
struct TreeMerge {
    let history: MergeHistory
    let trees: ThreeWay<[BoardPath: TreeFile]>
    /// The paths at which the three trees differ.
    let changed: Set<BoardPath>
    let rules: MergeRules
    /// The changed paths, and those at which the merge added or removed a file.
    private(set) var touched: Set<BoardPath> = []
    let search: (ours: WriterSearch, theirs: WriterSearch)
    let isTask: (BoardPath, TreeFile) -> Bool
    var outcomes: [MergeOutcome] = []
    /// Whole files that lost, to be stored below `conflicts/`.
    var conflictFiles: [MergeOutcome] = []
    private(set) var conflictPaths: [BoardPath] = []
    var newConflicts: [NewConflict] = []
    /// The paths of the files that are not tasks and of which one version lost.
    var conflictingFiles: [BoardPath] = []
    var madeAgain: [MadeAgain] = []
    /// The states that a side renamed, and also those that were renamed earlier.
    var newRenames = StateRenames()
    var renames = StateRenames()

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

    /// Returns every file of the merged tree.
    mutating func merged() throws -> [BoardPath: MergedFile] {
        var files = trees.ours.mapValues(MergedFile.existing)
        for path in changed { files[path] = nil }
        let groups = TaskGroups(trees, changed: changed, isTask: isTask)
        for path in groups.taskPaths { files[path] = nil }
        try mergeSettings()
        for id in groups.files.keys.sorted() {
            if let group = groups.files[id] { try mergeGroup(id, group) }
        }
        try keepMadeAgain(groups)
        try mergeOthers()
        let moved = followRenames(in: &files)
        var placement = PathAssignment(files, history)
        try placement.place(outcomes)
        conflictPaths = try placement.placeConflictFiles(conflictFiles)
        touched = changed.union(groups.taskPaths).union(moved).union(placement.touched)
        return placement.files
    }
}

/// The files of every ID that has a changed file, in the three trees.
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
        // All three trees have unchanged files at the same paths.
        var paths = trees.base.keys.filter { files[TaskID(fileName: $0.fileName)] != nil }
        paths += changed.filter {
            trees.base[$0] == nil && files[TaskID(fileName: $0.fileName)] != nil
        }
        for path in paths.sorted() {
            gather(path, in: trees.base, side: \.base, isTask: isTask)
            gather(path, in: trees.ours, side: \.ours, isTask: isTask)
            gather(path, in: trees.theirs, side: \.theirs, isTask: isTask)
        }
    }

    private mutating func gather(
        _ path: BoardPath, in tree: [BoardPath: TreeFile],
        side: WritableKeyPath<ThreeWay<[FileVersion]>, [FileVersion]>,
        isTask: (BoardPath, TreeFile) -> Bool
    ) {
        guard let file = tree[path], isTask(path, file) else { return }
        files[TaskID(fileName: path.fileName)]?[keyPath: side]
            .append(FileVersion(path: path, file: file))
        taskPaths.append(path)
    }
}
