package import MarkdownDocument

/// A task as one commit, or the work tree, has it.
package struct TaskVersion: Sendable {
    package let path: BoardPath
    package let document: Document

    package init(path: BoardPath, document: Document) {
        self.path = path
        self.document = document
    }

    /// What happened does not depend on the settings.
    var item: TaskItem { TaskItem(path: path, document: document) }
}

extension TaskChange {
    /// ``init(from:to:isReturn:)`` for versions out of the history.
    package init?(from old: TaskVersion?, to new: TaskVersion?, isReturn: Bool = false) {
        self.init(from: old?.item, to: new?.item, isReturn: isReturn)
    }
}

/// The message of a commit of edits by hand, with its final newline: what
/// happened to each task, and the names of other files.
package func commitMessage(for tasks: [TaskChange], otherFiles: [Text] = []) -> String {
    let message = CommitMessage(tasks)
    let files = otherFiles.map { "Edit \(visible($0.utf8))" }
    if !tasks.isEmpty {
        return Plan(
            changes: [], subject: message.subject, body: message.body + files, tasks: []
        ).message
    }
    let subject = files.count == 1 ? files[0] : "Edit \(files.count) files"
    return Plan(
        changes: [], subject: subject, body: files.count == 1 ? [] : files, tasks: []
    ).message
}
