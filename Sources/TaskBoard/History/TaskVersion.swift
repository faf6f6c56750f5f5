package import MarkdownDocument

/// The version of a task in a commit or in the working tree.
package struct TaskVersion: Sendable {
    package let path: BoardPath
    package let document: Document

    package init(path: BoardPath, document: Document) {
        self.path = path
        self.document = document
    }

    /// The task, read without settings, on which changes do not depend.
    var item: TaskItem { TaskItem(path: path, document: document) }
}

extension TaskChange {
    /// ``init(from:to:isReturn:)`` for versions from the history.
    package init?(from old: TaskVersion?, to new: TaskVersion?, isReturn: Bool = false) {
        self.init(from: old?.item, to: new?.item, isReturn: isReturn)
    }
}

/// Returns the message of a commit of uncommitted edits, with its final
/// newline: the change of each task, and the names of other files.
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
