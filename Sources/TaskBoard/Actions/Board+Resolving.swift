package import MarkdownDocument

extension Board {
    /// Settles what a merge kept in a task.
    ///
    /// A value that is put back resolves its key: every record of that key goes. A
    /// record of a callout's text goes by itself.
    ///
    /// - Parameters:
    ///   - conflictFile: reads a file below `conflicts/`; nil where it is gone.
    /// - Throws: ``ActionError`` where nothing is kept, or not under that number.
    package func resolving(
        _ task: TaskItem, _ resolution: Resolution,
        conflictFile: (BoardPath) -> [UInt8]? = { _ in nil },
        hash: @escaping ContentHash
    ) throws(ActionError) -> Plan {
        try task.checkReadable()
        let kept = task.openConflicts
        if kept.isEmpty {
            throw ActionError(.nothingToResolve(title: task.title), path: task.path)
        }
        let resolver = Resolver(board: self, task: task, kept: kept, hash: hash)
        switch resolution {
        case .keep: return try resolver.keeping(conflictFile)
        case .take(let number):
            return try resolver.taking(try chosen(number, of: kept, task), conflictFile)
        case .both(let number):
            let value = try chosen(number, of: kept, task)
            guard value.key == "body" else {
                throw ActionError(.notAText(number, key: value.key), path: task.path)
            }
            return try resolver.takingText(value, .both)
        case .values(let pairs): return try resolver.setting(pairs)
        }
    }

    private func chosen(
        _ number: Int, of kept: [OpenConflict], _ task: TaskItem
    ) throws(ActionError) -> OpenConflict {
        guard number >= 1, number <= kept.count else {
            throw ActionError(.noSuchConflict(number, count: kept.count), path: task.path)
        }
        return kept[number - 1]
    }
}

/// How a person resolves what a merge kept.
package enum Resolution: Equatable, Sendable {
    /// What stands is right: every kept value goes.
    case keep
    /// The kept value of this number is right; its key is resolved with it.
    case take(Int)
    /// Both texts stay in the body; the number is a callout's.
    case both(Int)
    /// A third value each for these keys (`state` moves); they are resolved.
    case values([Pair])
}

/// Something that lost a merge and waits in a task, as people count it: the
/// records in the order of the file, then the callouts in that of the body.
package struct OpenConflict: Equatable, Sendable {
    /// Counted from one.
    package let number: Int
    /// The key of the front matter; `.state`, `.deleted` or `.file`; `body` for a
    /// callout.
    package let key: Text
    /// For a callout the lines that lost.
    package let value: Text
    package let by: Text
    package let at: Text
}

extension TaskItem {
    /// All that waits in this task to be resolved.
    package var openConflicts: [OpenConflict] {
        guard mayHaveConflicts else { return [] }
        let callouts = BodyCallouts(body, isMalformed: isMalformed).callouts.map { callout in
            ConflictRecord(
                key: "body", value: Text(callout.lines.joined(by: .lineFeed)), by: callout.by,
                at: callout.at)
        }
        return (conflicts + callouts).enumerated().map { index, record in
            OpenConflict(
                number: index + 1, key: record.key, value: record.value, by: record.by,
                at: record.at)
        }
    }
}

/// The keys of records that are about the whole task.
enum ConflictKey {
    static let state: Text = ".state"
    static let deleted: Text = ".deleted"
    static let file: Text = ".file"
}
