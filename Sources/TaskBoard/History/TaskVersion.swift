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
///
/// - Parameter unlisted: The number of further tasks, if `tasks` has enough to name.
package func commitMessage(
    for tasks: [TaskChange], unlisted: Int = 0, otherFiles: [Text] = []
) -> String {
    let files = otherFiles.prefix(CommitMessage.mostNamed).map { "Edit \(visible($0.utf8))" }
    let rest = unlisted + otherFiles.count - files.count
    guard tasks.isEmpty else {
        let message = CommitMessage(tasks, unlisted: unlisted)
        return CommitMessage.text(
            message.subject, CommitMessage.named(message.body + files, unlisted: rest))
    }
    if otherFiles.count == 1 { return CommitMessage.text(files[0], []) }
    return CommitMessage.text(
        "Edit \(otherFiles.count) files", CommitMessage.named(files, unlisted: rest))
}
