import MarkdownDocument

extension Board {
    /// Moves finished tasks into a folder below their state, named for the year
    /// in which they were finished, so that the state's folder stays small.
    ///
    /// Tasks that are already in a folder within their state stay there, and so
    /// do tasks whose finish day is not in the history.
    ///
    /// - Parameter before: Only tasks finished before this day are archived.
    package func archiving(
        before: Day, finished: [TaskID: Day], hash: @escaping ContentHash
    ) -> Plan {
        var free = FreePath(taken: Set(tasks.map(\.path)), hash: hash)
        var changes: [FileChange] = []
        var archived: [TaskItem] = []
        for task in tasks where isArchivable(task) {
            guard let day = finished[task.id], day < before else { continue }
            let folder = task.path.parent.appending(String(day.year).utf8)
            let wanted = folder.appending(task.path.fileName)
            let path = free.claim(wanted, for: task.document.bytes)
            changes.append(.move(task.path, to: path, task.document.bytes))
            archived.append(task.replaced(path: path, in: self))
        }
        return Plan(
            changes: changes, subject: archived.isEmpty ? "" : archiveSubject(archived),
            body: archived.map { quoted($0.title) + " to " + visible($0.path.parent) },
            tasks: archived.map(\.id))
    }

    private func isArchivable(_ task: TaskItem) -> Bool {
        task.isFinished && task.path.components.count == 2
    }

    private func archiveSubject(_ tasks: [TaskItem]) -> String {
        tasks.count == 1 ? "Archive \(quoted(tasks[0].title))" : "Archive \(tasks.count) tasks"
    }
}
