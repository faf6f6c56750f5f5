package import MarkdownDocument

/// The changes of a command, before anything is written.
///
/// One plan is one commit and one entry for undo. An empty plan means that
/// nothing has to change: no commit is made.
package struct Plan: Equatable, Sendable {
    package let changes: [FileChange]
    /// The first line of the commit message, as a sentence.
    package let subject: String
    /// The result to report to the user; nil if the subject is the report.
    package let report: PlanReport?
    /// The further paragraphs of the commit message, line by line: each task's
    /// own sentence if there are several, or if the subject had to be cut.
    package let body: [String]
    /// The tasks that the user named, in that order, by their ID afterwards (a
    /// removed task by its former ID).
    package let tasks: [TaskID]

    package init(
        changes: [FileChange], subject: String, report: PlanReport? = nil, body: [String] = [],
        tasks: [TaskID]
    ) {
        self.changes = changes
        self.subject = subject
        self.report = report
        self.body = body
        self.tasks = tasks
    }

    package var isEmpty: Bool { changes.isEmpty }

    /// The whole commit message, with its final newline.
    package var message: String { CommitMessage.text(subject, CommitMessage.named(body)) }
}

extension Plan {
    /// A plan for tasks, with a message from their changes.
    init(changes: [FileChange], sentences: [TaskChange], tasks: [TaskID]) {
        let message = CommitMessage(sentences)
        self.init(changes: changes, subject: message.subject, body: message.body, tasks: tasks)
    }
}

/// The reported result of a plan, where it differs from the commit's subject.
package enum PlanReport: Equatable, Sendable {
    /// A setting with the values before and after, as they are printed; nil if it has neither a
    /// value nor a default. `isSame` is true if the effective value stays.
    case changedSetting(Text, from: String?, to: String?, isSame: Bool)
    case changedSettings([PlanReport])
    case renamedState(Text, to: Text)
    /// A new declaration, and the number of values in the tasks that fit it.
    case declaredField(Text, fitting: Int, of: Int, isPreview: Bool = false)
    /// A renamed field, and the malformed files that keep the old key.
    case renamedField(Text, to: Text, tasks: Int, malformed: [BoardPath])
    /// A removed declaration with its weights, the number of values that stay, and the views that
    /// still use the key.
    case removedField(Text, values: Int, weights: [Text], views: [Text])
    /// The title of the only task.
    case repairedTask(Text)
    case repairedTasks(Int)
    /// The names of attached files, and the title of their task.
    case attached([Text], title: Text)
}

extension Plan {
    /// The plan, for a report that it would be carried out.
    package var asPreview: Plan {
        guard case .declaredField(let name, let fitting, let total, _) = report else { return self }
        return Plan(
            changes: changes, subject: subject,
            report: .declaredField(name, fitting: fitting, of: total, isPreview: true), body: body,
            tasks: tasks)
    }
}

extension PlanReport {
    /// True if the plan left something that the user has to do.
    package var isIncomplete: Bool {
        if case .renamedField(_, _, _, let malformed) = self { !malformed.isEmpty } else { false }
    }
}

/// One file before and after a plan, by its path on the board.
///
/// | before | after | what |
/// |---|---|---|
/// | none | a path | a new file |
/// | a path | the same | new bytes in place |
/// | a path | another | a move, with or without new bytes |
/// | a path | none | a removal |
package struct FileChange: Equatable, Sendable {
    package let before: BoardPath?
    package let after: BoardPath?
    /// The bytes at `after`; nil for a removal.
    package let bytes: [UInt8]?

    package static func create(_ path: BoardPath, _ bytes: [UInt8]) -> FileChange {
        FileChange(before: nil, after: path, bytes: bytes)
    }

    package static func write(_ path: BoardPath, _ bytes: [UInt8]) -> FileChange {
        FileChange(before: path, after: path, bytes: bytes)
    }

    package static func move(_ old: BoardPath, to new: BoardPath, _ bytes: [UInt8]) -> FileChange {
        FileChange(before: old, after: new, bytes: bytes)
    }

    package static func remove(_ path: BoardPath) -> FileChange {
        FileChange(before: path, after: nil, bytes: nil)
    }
}

extension FileChange {
    /// Returns the change of a task, or nil if both path and bytes stay.
    static func task(_ task: TaskItem, to path: BoardPath, _ document: Document) -> FileChange? {
        if path == task.path && document.bytes == task.document.bytes { return nil }
        return FileChange(before: task.path, after: path, bytes: document.bytes)
    }
}

/// Returns git's hash of a file's bytes, which names colliding files in the
/// same way on every clone.
package typealias ContentHash = (_ bytes: [UInt8]) -> [UInt8]

/// The paths that a plan must not overwrite, updated while the plan grows.
struct FreePath {
    private(set) var taken: Set<BoardPath>
    let hash: ContentHash

    /// Returns the path, or, if it is taken, the same name with a code from the
    /// bytes: `<name>-<code>.md`.
    mutating func claim(_ path: BoardPath, for bytes: [UInt8]) -> BoardPath {
        var path = path
        var digest = hash(bytes)
        let name = path.name.utf8
        while !taken.insert(path).inserted {
            let code = TaskCode.derived(from: digest)
            path = path.parent.appending(name + "-".utf8 + code.utf8 + ".md".utf8)
            digest = hash(digest + bytes)
        }
        return path
    }
}
