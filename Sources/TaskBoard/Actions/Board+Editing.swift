import MarkdownDocument

extension Board {
    /// Makes the same edits to each task. Unchanged files are not part of the
    /// plan.
    ///
    /// - Throws: ``ActionError`` for a malformed file, a value that its key cannot
    ///   have, and a body that grows past the limit.
    package func editing(
        _ tasks: [TaskItem], _ edits: [FieldEdit]
    ) throws(ActionError) -> Plan {
        for edit in edits { try edit.check() }
        var changes: [FileChange] = []
        var sentences: [TaskChange] = []
        for task in tasks.distinct {
            let document = try edited(task, edits)
            guard let change = FileChange.task(task, to: task.path, document) else { continue }
            changes.append(change)
            let new = task.replaced(document: document, in: self)
            sentences += [TaskChange(from: task, to: new)].compactMap { $0 }
        }
        return Plan(changes: changes, sentences: sentences, tasks: tasks.distinct.map(\.id))
    }

    private func edited(
        _ task: TaskItem, _ edits: [FieldEdit]
    ) throws(ActionError) -> Document {
        try task.checkReadable()
        var document = task.document
        for edit in edits { document = try document.applying(edit, in: task.path) }
        let old = bodyLength(task.document.body)
        try checkLength(of: document.body, beyond: old, in: task.path)
        return document
    }
}

extension Board {
    /// Ticks items of a task's checklist, or unticks them, by their numbers.
    ///
    /// - Throws: ``ActionError`` if the task has no item with a number, and for
    ///   a malformed file.
    package func ticking(
        _ task: TaskItem, items numbers: [Int], isTicked: Bool = true
    ) throws(ActionError) -> Plan {
        try task.checkReadable()
        let count = task.document.checklist.count
        for number in numbers where number < 1 || number > count {
            throw ActionError(.noSuchItem(number, count: count), path: task.path)
        }
        let document = try task.document.edited(in: task.path) {
            try $0.ticking(numbers, isTicked)
        }
        let new = task.replaced(document: document, in: self)
        return Plan(
            changes: [FileChange.task(task, to: task.path, document)].compactMap { $0 },
            sentences: [TaskChange(from: task, to: new)].compactMap { $0 }, tasks: [task.id])
    }
}
