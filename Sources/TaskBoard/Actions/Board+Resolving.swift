package import MarkdownDocument

extension Board {
    /// Resolves conflicts of tasks, each in the same way.
    ///
    /// Taking a value resolves its key: every conflict of that key is removed.
    /// A callout is resolved individually.
    ///
    /// - Parameters:
    ///   - conflictFile: Reads a file below `conflicts/`; nil if it is missing.
    ///   - won: The lines that texts of callouts replace, by task, as far as they are known.
    /// - Throws: ``ActionError`` if a task has no conflict, or none with that
    ///   number.
    package func resolving(
        _ tasks: [TaskItem], _ resolution: Resolution,
        conflictFile: (BoardPath) -> [UInt8]? = { _ in nil },
        won: [TaskID: WonLines] = [:], hash: @escaping ContentHash
    ) throws(ActionError) -> Plan {
        var resolved: [ResolvedTask] = []
        for task in tasks.distinct {
            let lines = won[task.id] ?? WonLines()
            resolved.append(try self.resolved(task, resolution, conflictFile, lines))
        }
        return try plan(for: resolved, hash: hash)
    }

    private func resolved(
        _ task: TaskItem, _ resolution: Resolution, _ conflictFile: (BoardPath) -> [UInt8]?,
        _ won: WonLines
    ) throws(ActionError) -> ResolvedTask {
        try task.checkReadable()
        let conflicts = task.openConflicts
        if conflicts.isEmpty {
            throw ActionError(.nothingToResolve(title: task.title), path: task.path)
        }
        let resolver = Resolver(board: self, task: task, conflicts: conflicts, won: won)
        switch resolution {
        case .keep: return try resolver.keeping(conflictFile)
        case .take(let number):
            return try resolver.taking(try chosen(number, of: conflicts, task), conflictFile)
        case .both(let number):
            let value = try chosen(number, of: conflicts, task)
            guard value.key == "body" else {
                throw ActionError(.notAText(number, key: value.key), path: task.path)
            }
            return try resolver.takingText(value, .both)
        case .values(let pairs): return try resolver.setting(pairs)
        }
    }

    private func chosen(
        _ number: Int, of conflicts: [OpenConflict], _ task: TaskItem
    ) throws(ActionError) -> OpenConflict {
        guard number >= 1, number <= conflicts.count else {
            throw ActionError(.noSuchConflict(number, count: conflicts.count), path: task.path)
        }
        let value = conflicts[number - 1]
        // No merge writes such a record, and its value cannot be applied.
        if number <= task.conflicts.count, Resolver.unusableKeys.contains(value.key) {
            throw ActionError(.foreignRecord(number, key: value.key), path: task.path)
        }
        return value
    }
}

/// The user's way to resolve conflicts.
package enum Resolution: Equatable, Sendable {
    /// The current values are right: every conflict is removed.
    case keep
    /// The value of the conflict with this number is right, which resolves its
    /// key.
    case take(Int)
    /// Both texts stay in the body; the number is the callout's.
    case both(Int)
    /// A third value for each of these keys, which resolves it; `state` moves
    /// the task.
    case values([Pair])
}

/// A conflict of a task with its number: first the records in the order of the
/// file, then the callouts in the order of the body.
package struct OpenConflict: Equatable, Sendable {
    /// The number, counted from one.
    package let number: Int
    /// The key of the front matter, `.state`, `.deleted` or `.file`; `body` for
    /// a callout.
    package let key: Text
    /// The value that lost; for a callout, its lines.
    package let value: Text
    package let by: Text
    package let at: Text
    /// The text that won; nil if the record does not contain it.
    package let winner: Text?
}

extension TaskItem {
    /// All conflicts of this task.
    package var openConflicts: [OpenConflict] { openConflicts(won: WonLines()) }

    /// - Parameter won: The lines that won, as far as they are known.
    package func openConflicts(won: WonLines) -> [OpenConflict] {
        guard mayHaveConflicts else { return [] }
        let body = BodyCallouts(body, isMalformed: isMalformed, won: won)
        let callouts = body.callouts.map { callout in
            let value = Text(callout.lines.joined(by: .lineFeed))
            return (
                ConflictRecord(key: "body", value: value, by: callout.by, at: callout.at),
                callout.above
            )
        }
        return (conflicts.map { ($0, nil) } + callouts).enumerated().map { index, entry in
            let (record, winner) = entry
            return OpenConflict(
                number: index + 1, key: record.key, value: record.value, by: record.by,
                at: record.at, winner: winner)
        }
    }
}

extension Text {
    /// The name of a conflict's key for the user: `due`, `state`, `deleted`, `whole file`.
    package var conflictKeyWords: Text {
        switch self {
        case Records.state: "state"
        case Records.deleted: "deleted"
        case Records.file: "whole file"
        default: self
        }
    }
}
