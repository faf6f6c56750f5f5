import MarkdownDocument

/// The file of a task in a tree.
struct TaskFile {
    var path: BoardPath
    var file: TreeFile
    var contents: TaskParts

    /// The state, which is the first folder.
    var state: Text { path.folder }
}

/// The decision between two values of a task: the later writer's stays.
///
/// The writers are searched for only if two sides differ. Without histories, as
/// in plain git's merge driver, the first value by bytes stays.
struct ConflictResolver {
    /// The source of a side's writers.
    struct WriterHistory {
        var search: WriterSearch
        var history: MergeHistory
        var subject: Subject
        var includes: (BoardPath) -> Bool = { _ in true }
        /// True if the file is a board's settings instead of a task.
        var isSettings = false
        var renames = StateRenames()
    }

    var witnesses: (ours: WriterHistory, theirs: WriterHistory)?
    var rules = MergeRules.newest
    /// True if, of two values without writers, the first by bytes stays instead of the last.
    var prefersFirst = false
    /// True if ours stay, regardless of the writers, as in an undo, in which
    /// theirs is the old version.
    var keepsOurs = false

    /// The claim of a side to its value.
    struct Candidate {
        var writer: Writer
        var order: [[UInt8]]

        init(_ writer: Writer, order: [[UInt8]]) {
            self.writer = writer
            self.order = order
        }

        func isSmaller(than other: Candidate) -> Bool {
            order.lexicographicallyPrecedes(other.order) { $0.lexicographicallyPrecedes($1) }
        }
    }

    func winner(_ ours: Candidate, _ theirs: Candidate) -> Side {
        if keepsOurs { return .ours }
        guard prefersFirst else { return rules.winner(ours, theirs) }
        return ours.isSmaller(than: theirs) ? .ours : .theirs
    }

    /// Returns the later writer's side; at equal times, the side with the greater bytes. A value
    /// that no user wrote loses; of two such dates the later one stays.
    static func later(_ ours: Candidate, _ theirs: Candidate) -> Side {
        if ours.writer.isOwn != theirs.writer.isOwn { return ours.writer.isOwn ? .theirs : .ours }
        if ours.writer.isOwn, let (a, b) = dates(ours, theirs), a != b {
            return a > b ? .ours : .theirs
        }
        if ours.writer.time != theirs.writer.time {
            return ours.writer.time > theirs.writer.time ? .ours : .theirs
        }
        return ours.isSmaller(than: theirs) ? .theirs : .ours
    }

    /// Returns the moments of two values, if both are dates.
    private static func dates(_ ours: Candidate, _ theirs: Candidate) -> (Int64, Int64)? {
        guard let ours = ours.order.first.flatMap({ DueDate(Text($0)) }),
            let theirs = theirs.order.first.flatMap({ DueDate(Text($0)) })
        else { return nil }
        return (ours.universalSeconds, theirs.universalSeconds)
    }

    /// Returns the newest user commit that wrote the value that `isSame`
    /// matches.
    ///
    /// - Parameter key: The key whose resolved conflicts confirm the value.
    func writer(
        _ side: Side, resolving key: Text? = nil, where isSame: (TaskFile?) throws -> Bool
    ) throws -> Writer {
        guard let witnesses else { return .unknown }
        let witness = side == .ours ? witnesses.ours : witnesses.theirs
        let read = { (version: FileVersion) throws -> TaskFile in
            TaskFile(
                path: witness.renames.current(version.path), file: version.file,
                contents: try witness.isSettings
                    ? witness.history.settings(version.file.id)
                    : witness.history.task(version.file.id))
        }
        return try witness.search.writer(
            of: witness.subject, includes: witness.includes,
            resolved: key.map { key in
                { old, new in
                    let resolved = try read(old).contents.records.names(of: key)
                    return try !resolved.isSubset(of: read(new).contents.records.all)
                }
            },
            where: { try isSame($0.map(read)) })
    }
}

extension ConflictResolver {
    /// Returns the writer of the newest of these lines of a side's body.
    func writer(_ side: Side, ofLines lines: [Text]) throws -> Writer {
        var newest = Writer.unknown
        for line in Set(lines) {
            let writer = try writer(side) { $0?.contents.body.texts.contains(line) ?? false }
            if !writer.isUnknown, newest.isUnknown || writer.isLater(than: newest) {
                newest = writer
            }
        }
        return newest
    }

    /// Returns the newest writer of an item's mark.
    ///
    /// A merge can change an item's number among items with equal text. If no writer is found for
    /// that number, the writer of any of those items counts.
    func writer(_ side: Side, ofMark mark: ItemMark, of name: ItemName) throws -> Writer {
        let found = try writer(side) { $0?.contents.body.marks[name]?.value == mark.value }
        guard found.isUnknown, !found.isOwn else { return found }
        return try writer(side) { file in
            guard let marks = file?.contents.body.marks else { return false }
            var name = ItemName(text: name.text, number: 0)
            while let other = marks[name] {
                if other.value == mark.value { return true }
                name.number += 1
            }
            return false
        }
    }

    /// Decides between the two sides' replacements of the same lines.
    func decide(_ conflict: LineConflict<Text>) throws -> LineDecision {
        let known = Set(conflict.base)
        let claim = { (side: Side, lines: ArraySlice<Text>) throws -> Candidate in
            let writer = try writer(side, ofLines: lines.filter { !known.contains($0) })
            return Candidate(writer, order: lines.map(\.utf8))
        }
        let (ours, theirs) = (try claim(.ours, conflict.ours), try claim(.theirs, conflict.theirs))
        let winner = winner(ours, theirs)
        return LineDecision(
            winner: winner, otherWriter: winner == .ours ? theirs.writer : ours.writer)
    }
}
