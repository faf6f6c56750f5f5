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

/// The message of a commit of edits by hand, with its final newline.
///
/// - Parameter otherFiles: how many files that are no tasks the commit changes.
package func commitMessage(
    for changes: [(before: TaskVersion?, after: TaskVersion?)], otherFiles: Int = 0
) -> String {
    let told = changes.compactMap { TaskChange(from: $0.before, to: $0.after) }
    let message = CommitMessage(told)
    let others =
        switch otherFiles {
        case 0: [String]()
        case 1: ["Change another file"]
        default: ["Change \(otherFiles) other files"]
        }
    if told.isEmpty { return (others.first ?? "Change nothing") + "\n" }
    return Plan(
        changes: [], subject: message.subject, body: message.body + others, tasks: []
    ).message
}
