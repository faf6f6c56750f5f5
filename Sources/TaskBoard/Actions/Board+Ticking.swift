import MarkdownDocument

extension Board {
    /// Ticks items of a task's checklist, or unticks them, by their numbers.
    ///
    /// - Throws: ``ActionError`` where there is no item of a number, and for a
    ///   malformed file.
    package func ticking(
        _ task: TaskItem, _ numbers: [Int], _ isTicked: Bool = true
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
