import MarkdownDocument

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
