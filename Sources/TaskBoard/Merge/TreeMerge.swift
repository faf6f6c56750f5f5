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

// States that were renamed.

extension TreeMerge {
    /// Merges the settings, and finds out which states were renamed.
    mutating func mergeSettings() throws {
        let path = Board.settingsPath
        let settings = try trees.map { try boardSettings($0[path].map(MergedFile.existing)) }
        if changed.contains(path) {
            let resolver = settingsReferee
            newRenames = try StateRenames(settings) { try laterName(of: $0, settings, resolver) }
            try mergeOther(
                trees.map { tree in tree[path].map { FileVersion(path: path, file: $0) } })
        }
        let merged = changed.contains(path) ? outcomes.first { $0.path == path }?.file : nil
        let current = try merged.map { try boardSettings($0) } ?? settings.ours
        newRenames = current.map(newRenames.limited) ?? StateRenames()
        renames = current.map(newRenames.adding) ?? newRenames
    }

    /// Returns the side whose new name of a state was given later.
    private func laterName(
        of state: Text, _ settings: ThreeWay<BoardSettings?>, _ resolver: ConflictResolver
    ) throws -> Side {
        let claim = { (side: Side) in
            let new = settings[side]?.current(state)
            let writer = try resolver.writer(side) { file in
                try file.flatMap { try boardSettings(.existing($0.file)) }?.current(state) == new
            }
            return ConflictResolver.Candidate(writer, order: [new?.utf8 ?? []])
        }
        return resolver.winner(try claim(.ours), try claim(.theirs))
    }

    /// Returns the settings in a file; nil if it has none that can be read.
    private func boardSettings(_ file: MergedFile?) throws -> BoardSettings? {
        let document: Document
        switch file {
        case nil: return nil
        case .existing(let file)?:
            guard file.isRegular else { return nil }
            document = try history.settings(file.id).document
        case .written(let bytes, _)?: document = Document(bytes, kind: .yaml)
        }
        do throws(SettingsError) { return try BoardSettings(document) } catch { return nil }
    }

    /// Moves files from the folders of old names to those of new ones: every task, and every other
    /// file there from a side that lacks the renaming.
    ///
    /// - Parameter files: The files that are the same on both sides.
    /// - Returns: The paths of the moved files.
    mutating func followRenames(in files: inout [BoardPath: MergedFile]) -> [BoardPath] {
        guard !renames.names.isEmpty else { return [] }
        var moved: [BoardPath] = []
        for (path, file) in files {
            guard renames.current(path) != path, isTask(path, file.entry) else { continue }
            files[path] = nil
            moved.append(path)
            outcomes.append(MergeOutcome(path: path, file: file, basePath: path, isTask: true))
        }
        for index in outcomes.indices where outcomes[index].path != Board.settingsPath {
            let renames = outcomes[index].isTask ? renames : newRenames
            outcomes[index].path = renames.current(outcomes[index].path)
            outcomes[index].basePath = outcomes[index].basePath.map(renames.current)
        }
        return moved
    }
}

/// The next task of a repeating one. One side removed it by undoing the completion, and the other
/// side created it again.
struct MadeAgain {
    let id: TaskID
    let file: FileVersion
    let base: FileVersion
    /// The side that created it.
    let side: Side
}

// The next tasks of repeating ones.

extension TreeMerge {
    /// Merges the successor of a repeating task that one side made and deleted
    /// and the other side made too: the deletion applies, unless that other
    /// side changed the task, which then stays with a record.
    ///
    /// - Returns: True if this was the case.
    mutating func mergeSuccessor(
        of id: TaskID, file: FileVersion, without side: Side, _ resolver: ConflictResolver
    ) throws -> Bool {
        let subject = Subject.task(id)
        let (here, there) =
            side == .ours ? (search.ours, search.theirs) : (search.theirs, search.ours)
        guard try here.hasSuccessions(), try !here.successors(of: subject).isEmpty,
            try here.wasRemoved(subject)
        else { return false }
        let contents = try version(file).contents
        let isUntouched = try there.successors(of: subject).contains {
            try renames.current($0.path) == renames.current(file.path)
                && contents.isUntouched(since: version($0).contents)
        }
        if !isUntouched {
            let writer = try resolver.writer(side) { $0 == nil }
            try keepWithDeletion(id, file: file, base: nil, by: writer)
        }
        return true
    }

    /// Returns the version with which pmd created the successor of a repeating task on both sides.
    /// If they differ, it is the version with the earlier date, so that the later date stays.
    func successor(
        _ subject: Subject, _ includes: (BoardPath) -> Bool
    ) throws -> FileVersion? {
        let made = try search.ours.successors(of: subject, includes: includes)
            .union(search.theirs.successors(of: subject, includes: includes))
        let dated = try made.map { (file) throws -> (due: Int64, file: FileVersion) in
            guard case .text(let due) = try version(file).contents.value(Field.due.key) else {
                return (.min, file)
            }
            return (DueDate(due)?.universalSeconds ?? .min, file)
        }
        return dated.min {
            ($0.due, Text($0.file.file.id), $0.file.path)
                < ($1.due, Text($1.file.file.id), $1.file.path)
        }?.file
    }

    /// Notes a task that one side removed and that is unchanged since the base on the other side,
    /// if it is a next task that no user removed and that the other side created again.
    mutating func noteMadeAgain(
        _ id: TaskID, _ kept: FileVersion, base: FileVersion, removedBy side: Side
    ) throws {
        let subject = Subject.task(id)
        let (here, there) =
            side == .ours ? (search.ours, search.theirs) : (search.theirs, search.ours)
        guard try there.hasSuccessions(), try !there.successors(of: subject).isEmpty,
            try !here.wasRemoved(subject)
        else { return }
        let other: Side = side == .ours ? .theirs : .ours
        madeAgain.append(MadeAgain(id: id, file: kept, base: base, side: other))
    }

    /// Keeps each next task that was created again, if the task before it ends up finished, as on
    /// the side that created it. Otherwise the completion was ultimately undone, and the next task
    /// with it.
    mutating func keepMadeAgain(_ groups: TaskGroups) throws {
        guard !madeAgain.isEmpty else { return }
        let former = Dictionary(
            groups.files.keys.map { (Succession.next(after: $0, hash: history.hash), $0) },
            uniquingKeysWith: { min($0, $1) })
        var open = madeAgain
        while let index = open.firstIndex(where: { isFinished(former[$0.id], $0.side, groups) }) {
            let next = open.remove(at: index)
            keep(next.file, next.base)
        }
    }

    /// Returns true if the merged task is in a state that it has on a side. This is always so for
    /// a task without a changed file.
    private func isFinished(_ id: TaskID?, _ side: Side, _ groups: TaskGroups) -> Bool {
        guard let id, let files = groups.files[id] else { return true }
        let states = Set(files[side].map { renames.current($0.path).folder })
        return outcomes.contains {
            TaskID(fileName: $0.path.fileName) == id
                && states.contains(renames.current($0.path).folder)
        }
    }
}
