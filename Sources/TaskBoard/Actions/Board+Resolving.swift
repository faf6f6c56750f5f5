import MarkdownDocument

extension Board {
    /// Settles what a merge kept in a task.
    ///
    /// A value that is put back settles its key: every record of that key goes. A
    /// record of a callout's text goes by itself.
    ///
    /// - Parameters:
    ///   - keptFile: reads a file below `conflicts/`; nil where it is gone.
    /// - Throws: ``ActionError`` where nothing is kept, or not under that number.
    package func resolving(
        _ task: TaskItem, _ resolution: Resolution,
        keptFile: (BoardPath) -> [UInt8]? = { _ in nil },
        hash: @escaping ContentHash
    ) throws(ActionError) -> Plan {
        try task.checkReadable()
        let kept = task.openConflicts
        if kept.isEmpty {
            throw ActionError(.nothingToSettle(title: task.title), path: task.path)
        }
        let settlement = Settlement(board: self, task: task, kept: kept, hash: hash)
        switch resolution {
        case .keep: return try settlement.keeping(keptFile)
        case .take(let number):
            return try settlement.taking(try chosen(number, of: kept, task), keptFile)
        case .both(let number):
            let value = try chosen(number, of: kept, task)
            guard value.key == "body" else {
                throw ActionError(.notAText(number, key: value.key), path: task.path)
            }
            return try settlement.takingText(value, .both)
        case .values(let pairs): return try settlement.setting(pairs)
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
