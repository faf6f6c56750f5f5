/// What a command would change, before anything is written.
///
/// One plan is one commit and one entry for undo. An empty plan means that
/// everything is as it was asked to be: no commit is made.
package struct Plan: Equatable, Sendable {
    package let changes: [FileChange]
    /// The first line of the commit message, in words.
    package let subject: String
    /// The further paragraphs of the commit message, line by line: each task's
    /// own sentence where there are several, or where the subject had to be cut.
    package let body: [String]
    /// The tasks that a person named, in that order, by the ID that they have
    /// afterwards (a removed one by the ID that it had).
    package let tasks: [TaskID]

    package init(changes: [FileChange], subject: String, body: [String] = [], tasks: [TaskID]) {
        self.changes = changes
        self.subject = subject
        self.body = body
        self.tasks = tasks
    }

    package var isEmpty: Bool { changes.isEmpty }

    /// The whole commit message, with its final newline.
    package var message: String {
        let paragraphs = body.isEmpty ? [subject] : [subject, ""] + body
        return paragraphs.joined(separator: "\n") + "\n"
    }
}

extension Plan {
    /// A plan for tasks, worded by what becomes of them.
    init(changes: [FileChange], sentences: [TaskChange], tasks: [TaskID]) {
        let message = CommitMessage(sentences)
        self.init(changes: changes, subject: message.subject, body: message.body, tasks: tasks)
    }
}
