import MarkdownDocument

extension Board {
    /// The problems on this board, by path and line, followed by the columns
    /// over their limit in the order of the board.
    package var findings: [Finding] {
        tasks.sorted { $0.path < $1.path }.flatMap(findings) + columns.compactMap(overLimit)
    }

    /// Returns the problems of one task.
    package func findings(of task: TaskItem) -> [Finding] {
        nameFindings(of: task) + task.problems.map { task.finding(of: $0) }
            + bodyFindings(of: task) + blockerFindings(of: task) + rhythmFindings(of: task)
    }

    private func overLimit(_ column: Column) -> Finding? {
        guard let limit = column.limit, column.isOverLimit else { return nil }
        return Finding(
            .overLimit(count: column.count, limit: limit), at: BoardPath(column.state.utf8),
            id: nil)
    }
}

// MARK: Rules

extension Board {
    private func rhythmFindings(of task: TaskItem) -> [Finding] {
        guard task.lacksRhythm else { return [] }
        let line = task.document.entry(Field.repeat.key)?.line
        return [task.finding(.repeatNeedsDue, line: line)]
    }
}

// MARK: Blockers

extension Board {
    private func blockerFindings(of task: TaskItem) -> [Finding] {
        guard task.namesBlockers else { return [] }
        let line = task.document.entry(Field.blockedBy.key)?.line
        let gone = task.blockedBy.filter { self[$0] == nil }.map(Finding.Fault.unknownBlocker)
        let isCycle = blockingCycle(of: task.id) { self[$0]?.blockedBy ?? [] } != nil
        return (gone + (isCycle ? [.blockingCycle] : [])).map { task.finding($0, line: line) }
    }
}

// MARK: Bodies

extension Board {
    private func bodyFindings(of task: TaskItem) -> [Finding] {
        var findings: [Finding] = []
        if let line = markerLine(task.document.bytes) {
            findings.append(task.finding(.mergeMarkers, line: line))
        }
        if let body = settings.longBody(task.document.body) {
            findings.append(task.finding(.longBody(body)))
        }
        return findings
    }
}

/// Returns the line, counted from one, that begins a conflict of plain git and
/// is followed by the middle and end markers.
private func markerLine(_ bytes: [UInt8]) -> Int? {
    var markers = ["<<<<<<<", "=======", ">>>>>>>"].map { Array($0.utf8) }[...]
    var first: Int?
    for (index, line) in bytes.split(separator: .newline, omittingEmptySubsequences: false)
        .enumerated()
    {
        guard let marker = markers.first, line.starts(with: marker) else { continue }
        first = first ?? index + 1
        markers = markers.dropFirst()
    }
    return markers.isEmpty ? first : nil
}

// MARK: Names

extension Board {
    private func nameFindings(of task: TaskItem) -> [Finding] {
        task.path.components.lazy.compactMap { NameFault(of: $0) }.prefix(1).map {
            task.finding(.name($0))
        }
    }
}

extension TaskItem {
    fileprivate func finding(_ fault: Finding.Fault, line: Int? = nil) -> Finding {
        Finding(fault, at: path, id: id, line: line, column: line.map { _ in 1 })
    }

    /// Returns the finding for a problem of the file or the board.
    fileprivate func finding(of problem: Problem) -> Finding {
        let isOfFile = ![.duplicate, .unknownState].contains(problem.kind)
        return Finding(
            .problem(problem.fault), at: path, id: id, line: isOfFile ? problem.line : nil,
            column: isOfFile ? problem.column : nil)
    }
}
