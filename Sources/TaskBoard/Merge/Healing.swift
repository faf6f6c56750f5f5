import MarkdownDocument

/// The repair of tasks that a merge of plain git left unmerged.
///
/// It depends on the merge commit and the tasks alone: every clone that heals
/// them creates the same commit.
package struct Healing: Sendable {
    /// The tasks, sorted.
    package var tasks: [TaskID]
    /// The differences from the merge commit; nil removes a file.
    package var changes: [BoardPath: MergedFile?]
    /// The merge commit's time.
    package var time: Int64
    /// The format whose rules merged the tasks.
    package var format: Int
    /// The conflicts that the repair adds, sorted.
    package var newConflicts: [NewConflict]
}

/// Merges, by pmd's rules, the tasks that a merge of plain git left unmerged:
/// those with its markers, and those with each side's file in a folder of its
/// own.
///
/// Only lines that the merge itself added are markers: if a parent's task has
/// such lines, they are its text. Everything else in a merge commit is the
/// user's resolution.
///
/// - Parameter head: A commit that contains the merge; tasks that were resolved
///   in it since are left alone.
/// - Returns: nil if no task needs healing.
package func healing(
    of merge: HashID, for head: HashID, in source: some HistorySource
) throws -> Healing? {
    let commit = try source.commit(merge)
    guard !commit.isMerge, commit.parents.count == 2 else { return nil }
    return try HistoryMerge(source, heads: commit.parents).healing(of: commit, for: head)
}

extension HistoryMerge {
    fileprivate func healing(of merge: HistoryCommit, for head: HashID) throws -> Healing? {
        let left = try unmergedFiles(of: merge)
        guard !left.marked.isEmpty || !left.doubled.isEmpty else { return nil }
        let trees = ThreeWay(
            base: try history.files(in: merge.id),
            ours: try history.files(in: merge.parents[0]),
            theirs: try history.files(in: merge.parents[1]))
        let unmerged = try UnmergedTasks(
            left, in: trees, isTask: isTask(in: trees), history: history)
        let tasks = try unmerged.tasks(stillIn: try history.files(in: head))
        guard !tasks.isEmpty else { return nil }
        let result = try self.merge(
            merge.parents[0], merge.parents[1], mustBeRelated: false)
        guard result.fastForward == nil else { return nil }
        var healing = Healing(
            tasks: [], changes: [:], time: merge.time, format: result.format,
            newConflicts: result.newConflicts.filter { tasks.contains($0.task) })
        for task in tasks.sorted() { healing.take(task, from: result, unmerged) }
        return healing.tasks.isEmpty ? nil : healing
    }

    /// Returns the Markdown files with markers that only the merge has, and the files that it has
    /// from each parent in separate folders. Most merges have none, which is determined without
    /// reading a whole tree.
    private func unmergedFiles(of merge: HistoryCommit) throws -> UnmergedFiles {
        let ours = try history.changes(from: merge.parents[0], to: merge.id)
        guard !ours.isEmpty else { return UnmergedFiles() }
        let theirs = try history.changes(from: merge.parents[1], to: merge.id)
        let marked = try ours.compactMap { path, change in
            guard let file = change.new, file.isRegular, theirs[path]?.new == file,
                path.fileName.hasMarkdownSuffix, Markers.areIn(try history.contents(file.id))
            else { return nil as BoardPath? }
            return path
        }
        let names = Set(added(theirs, besides: ours).map { Text($0.fileName) })
        let doubled = added(ours, besides: theirs).filter {
            TaskID(fileName: $0.fileName).isCode && names.contains(Text($0.fileName))
        }
        return UnmergedFiles(marked: marked, doubled: doubled)
    }

    /// Returns the files that one parent lacks and the other has unchanged.
    private func added(
        _ changes: [BoardPath: FileDifference], besides others: [BoardPath: FileDifference]
    ) -> [BoardPath] {
        changes.filter { $1.old == nil && $1.new != nil && others[$0] == nil }.map(\.key)
    }
}

extension Healing {
    /// Adds a task as the merge has it, with the whole files of its conflicts.
    fileprivate mutating func take(
        _ task: TaskID, from result: MergeResult, _ unmerged: UnmergedTasks
    ) {
        let new = result.files.filter { unmerged.isTask($0.key, of: task, $0.value) }
        guard !new.isEmpty, new.keys.allSatisfy(unmerged.hasRoom) else {
            return
        }
        tasks.append(task)
        for path in unmerged.paths(of: task) { changes[path] = .some(nil) }
        for (path, file) in new { changes[path] = file }
        let prefix = BoardSettings.conflictsFolder.appending(task.text.utf8 + [.dash]).bytes
        for path in result.conflictFiles where path.bytes.starts(with: prefix) {
            if let file = result.files[path], unmerged.isFree(path) { changes[path] = file }
        }
    }
}
