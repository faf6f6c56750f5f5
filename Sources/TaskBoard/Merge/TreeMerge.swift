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
    let history: History
    let trees: ThreeWay<[BoardPath: TreeFile]>
    let blame: (ours: Blame, theirs: Blame)
    let isTask: (BoardPath, TreeFile) -> Bool
    var outcomes: [Outcome] = []
    /// Whole files that lost, to be kept below `conflicts/`.
    var kept: [Outcome] = []
    private(set) var keptPaths: [BoardPath] = []
    var newConflicts: [KeptValue] = []

    init(
        _ history: History, _ trees: ThreeWay<[BoardPath: TreeFile]>,
        blame: (ours: Blame, theirs: Blame), isTask: @escaping (BoardPath, TreeFile) -> Bool
    ) {
        self.history = history
        self.trees = trees
        self.blame = blame
        self.isTask = isTask
    }

    /// Every file of the merged tree.
    mutating func merged() throws -> [BoardPath: MergedFile] {
        var files: [BoardPath: MergedFile] = [:]
        var changed: [BoardPath] = []
        for (path, file) in trees.ours {
            if trees.theirs[path] == file, trees.base[path] == file {
                files[path] = .kept(file)
            } else {
                changed.append(path)
            }
        }
        changed += trees.theirs.keys.filter { trees.ours[$0] == nil }
        changed += trees.base.keys.filter { trees.ours[$0] == nil && trees.theirs[$0] == nil }
        let groups = TaskGroups(trees, changed: changed, isTask: isTask)
        for path in groups.taskPaths { files[path] = nil }
        for id in groups.files.keys.sorted() {
            if let group = groups.files[id] { try mergeGroup(id, group) }
        }
        for path in changed.sorted() { try mergeOther(path) }
        var placement = Placement(files, history)
        try placement.place(outcomes)
        keptPaths = try placement.placeKept(kept)
        return placement.files
    }
}

/// The files with an ID of which any changed, in the three trees.
struct TaskGroups {
    private(set) var files: [TaskID: ThreeWay<[FileVersion]>] = [:]
    private(set) var taskPaths: [BoardPath] = []

    init(
        _ trees: ThreeWay<[BoardPath: TreeFile]>, changed: [BoardPath],
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
        gather(trees.base, \.base, isTask)
        gather(trees.ours, \.ours, isTask)
        gather(trees.theirs, \.theirs, isTask)
    }

    private mutating func gather(
        _ tree: [BoardPath: TreeFile],
        _ side: WritableKeyPath<ThreeWay<[FileVersion]>, [FileVersion]>,
        _ isTask: (BoardPath, TreeFile) -> Bool
    ) {
        var found: [FileVersion] = []
        for (path, file) in tree where files[TaskID(fileName: path.fileName)] != nil {
            if isTask(path, file) { found.append(FileVersion(path: path, file: file)) }
        }
        for version in found.sorted(by: { $0.path < $1.path }) {
            files[TaskID(fileName: version.path.fileName)]?[keyPath: side].append(version)
            taskPaths.append(version.path)
        }
    }
}
