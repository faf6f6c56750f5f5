import MarkdownDocument

/// What comes in the place of tasks in which a merge of plain git left its
/// markers.
///
/// It follows from the merge commit and the tasks alone: everyone who heals them
/// makes the same commit.
package struct Healing: Sendable {
    /// The tasks, sorted.
    package var tasks: [TaskID]
    /// What is not as in the merge commit; nil: the file goes.
    package var changes: [BoardPath: MergedFile?]
    /// The merge commit's time.
    package var time: Int64
    /// What is kept for somebody to look at, sorted.
    package var newConflicts: [KeptValue]
}

/// Merges by pmd's rules the tasks in which a merge of plain git left its markers.
///
/// Only lines that the merge itself brought are markers: where a parent's task
/// has such lines, they are its text. Whatever else a merge commit holds is how a
/// person resolved it.
///
/// - Parameter head: contains the merge; tasks that have no markers in it any more
///   are left alone.
/// - Returns: nil where nothing is to be healed.
package func healing(
    of merge: HashID, for head: HashID, in source: some HistorySource
) throws -> Healing? {
    let commit = try source.commit(merge)
    guard !commit.isMerge, commit.parents.count == 2 else { return nil }
    return try HistoryMerge(source).healing(of: commit, for: head)
}

extension HistoryMerge {
    fileprivate func healing(of merge: HistoryCommit, for head: HashID) throws -> Healing? {
        let paths = try markedFiles(of: merge)
        guard !paths.isEmpty else { return nil }
        let trees = ThreeWay(
            base: try history.files(in: merge.id),
            ours: try history.files(in: merge.parents[0]),
            theirs: try history.files(in: merge.parents[1]))
        let marked = try MarkedTasks(paths, trees, isTask: isTask(in: trees), history)
        let tasks = try marked.tasks(stillIn: try history.files(in: head))
        guard !tasks.isEmpty else { return nil }
        let result = try self.merge(
            merge.parents[0], merge.parents[1], mustBeRelated: false)
        guard result.fastForward == nil else { return nil }
        var healing = Healing(
            tasks: [], changes: [:], time: merge.time,
            newConflicts: result.newConflicts.filter { tasks.contains($0.task) })
        for task in tasks.sorted() { healing.take(task, from: result, marked) }
        return healing.tasks.isEmpty ? nil : healing
    }

    /// The Markdown files with markers that the merge has and neither parent: most
    /// merges have none, and that is found without reading a whole tree.
    private func markedFiles(of merge: HistoryCommit) throws -> [BoardPath] {
        let ours = try history.changes(from: merge.parents[0], to: merge.id)
        guard !ours.isEmpty else { return [] }
        let theirs = try history.changes(from: merge.parents[1], to: merge.id)
        return try ours.compactMap { path, change in
            guard let file = change.new, file.isRegular, theirs[path]?.new == file,
                path.fileName.hasMarkdownSuffix, Markers.areIn(try history.contents(file.id))
            else { return nil }
            return path
        }
    }
}

extension Healing {
    /// Takes a task as the merge has it, with the whole files that were kept of it.
    fileprivate mutating func take(
        _ task: TaskID, from result: MergeResult, _ marked: MarkedTasks
    ) {
        let new = result.files.filter { marked.isTask($0.key, of: task, $0.value) }
        guard !new.isEmpty, new.keys.allSatisfy(marked.hasRoom) else {
            return
        }
        tasks.append(task)
        for path in marked.paths(of: task) { changes[path] = .some(nil) }
        for (path, file) in new { changes[path] = file }
        let prefix = BoardPath("conflicts").appending(task.text.utf8 + [.dash]).bytes
        for path in result.keptFiles where path.bytes.starts(with: prefix) {
            if let file = result.files[path], marked.isFree(path) { changes[path] = file }
        }
    }
}

/// The tasks of a merge commit in which git left its markers.
private struct MarkedTasks {
    private let files: [BoardPath: TreeFile]
    private let isTask: (BoardPath, TreeFile) -> Bool
    private let history: History
    private var marked: Set<TaskID> = []

    /// - Parameters:
    ///   - paths: of the files with markers.
    ///   - trees: the merge commit's as the base, and its parents'.
    init(
        _ paths: [BoardPath], _ trees: ThreeWay<[BoardPath: TreeFile]>,
        isTask: @escaping (BoardPath, TreeFile) -> Bool, _ history: History
    ) throws {
        files = trees.base
        self.isTask = isTask
        self.history = history
        for path in paths {
            if let file = files[path], isTask(path, file) {
                marked.insert(TaskID(fileName: path.fileName))
            }
        }
        for tree in [trees.ours, trees.theirs] {
            marked.subtract(try tasks(in: tree) { Markers.mayBeIn($0) })
        }
    }

    /// Those that have markers in a later tree too.
    func tasks(stillIn tree: [BoardPath: TreeFile]) throws -> Set<TaskID> {
        tree == files ? marked : try tasks(in: tree, where: Markers.areIn)
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
        let standing =
            switch file {
            case .kept(let file): file
            case .written(_, let mode): TreeFile(mode: mode, id: [])
            }
        return TaskID(fileName: path.fileName) == task && isTask(path, standing)
    }

    /// Whether nothing of the merge commit's is in the way but the task itself.
    func hasRoom(at path: BoardPath) -> Bool { files[path] != nil || isFree(path) }

    func isFree(_ path: BoardPath) -> Bool {
        let below = path.bytes + [.slash]
        return !files.keys.contains {
            $0 == path || $0.bytes.starts(with: below)
                || path.bytes.starts(with: $0.bytes + [.slash])
        }
    }
}

/// The lines that git puts around what it could not merge.
private enum Markers {
    /// Whether the three stand there in their order.
    static func areIn(_ bytes: [UInt8]) -> Bool {
        var rest: ArraySlice = ["<<<<<<<", "=======", ">>>>>>>"]
        for range in lineRanges(of: bytes, in: bytes.indices) {
            guard let marker = rest.first else { break }
            if isMarker(bytes[range], marker) { rest.removeFirst() }
        }
        return rest.isEmpty
    }

    /// Whether the text has a line that could be taken for the first of them.
    static func mayBeIn(_ bytes: [UInt8]) -> Bool {
        lineRanges(of: bytes, in: bytes.indices).contains { isMarker(bytes[$0], "<<<<<<<") }
    }

    private static func isMarker(_ line: ArraySlice<UInt8>, _ marker: String) -> Bool {
        guard line.starts(with: marker.utf8) else { return false }
        guard let next = line.dropFirst(marker.utf8.count).first else { return true }
        return next == .newline || next == UInt8(ascii: " ") || next == UInt8(ascii: "\r")
    }
}
