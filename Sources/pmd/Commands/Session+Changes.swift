import BoardStorage
import MarkdownDocument
import TaskBoard

extension Session {
    /// Carries out a plan and tells what it did: the tasks as they now are as
    /// JSON, or a sentence each on standard error.
    ///
    /// - Parameters:
    ///   - isOne: whether the command changes one task, so that its JSON is no array.
    ///   - part: what of the board the plan needs; nil: all of it.
    func perform(
        isOne: Bool = false, on part: BoardPart? = nil,
        _ intent: @escaping @Sendable (Board) throws -> Plan
    ) async throws {
        let performed = try await workspace().perform(on: part, intent)
        try tell(performed, isOne: isOne)
    }

    /// The part of the board that a change of some tasks needs; nil where it needs
    /// all: JSON tells each task's shortest reference, which depends on all others.
    ///
    /// - Parameters:
    ///   - isAboutEnds: Whether only the ends of columns count.
    ///   - columns: the states whose order counts; see ``BoardPart``.
    func part(
        _ references: [Word], isAboutEnds: Bool = false,
        columns: @escaping @Sendable (BoardSettings) -> [Text] = { _ in [] }
    ) -> BoardPart? {
        guard !console.isJSON, let texts = references.texts else { return nil }
        return BoardPart(texts, isAboutEnds: isAboutEnds, columns: columns)
    }

    /// - Parameter isReturn: whether new tasks were on the board before.
    func tell(_ performed: Performed, isOne: Bool = false, isReturn: Bool = false) throws {
        if console.isJSON {
            let tasks = performed.named.compactMap { $0.new ?? $0.old }
            try printJSON(of: tasks, on: performed.board, isOne: isOne)
        } else {
            for sentence in sentences(performed, isReturn) { console.say(sentence) }
        }
    }

    /// Prints tasks as JSON gives them.
    func printJSON(of tasks: [TaskItem], on board: Board, isOne: Bool = false) throws {
        let references = References(board)
        let objects = tasks.map { $0.json(ref: references[$0], overdue: now) }
        if isOne, let object = objects.first {
            try console.print(json: object)
        } else {
            try console.print(json: .array(objects))
        }
    }

    /// What became of each task that was named.
    private func sentences(_ performed: Performed, _ isReturn: Bool) -> [String] {
        performed.named.map { old, new in
            guard let change = TaskChange(from: old, to: new, isReturn: isReturn) else {
                let title = (new ?? old).map { "\"\($0.title)\"" } ?? "the task"
                return "\(title) is so already; nothing changed"
            }
            return change.doneSentence
        }
    }
}

extension Performed {
    /// Each task that a person named, as it was and as it is.
    ///
    /// What changed is told apart by path, since an ID may name several files.
    var named: [(old: TaskItem?, new: TaskItem?)] {
        if plan.tasks.count == 1, let new = onlyTask, new.id == plan.tasks[0] {
            return [(plan.changes[0].before.flatMap { before[$0] }, new)]
        }
        let board = board
        var changes = plan.changes
        return plan.tasks.map { id in
            let index = changes.firstIndex { change in
                (change.after ?? change.before).map { TaskID(fileName: $0.fileName) == id } ?? false
            }
            guard let index else { return (before[id], board[id]) }
            let change = changes.remove(at: index)
            return (change.before.flatMap { before[$0] }, change.after.flatMap { board[$0] })
        }
    }
}

extension TaskChange {
    /// What was done, such as `Moved "Fix the roof" from todo to doing`.
    var doneSentence: String {
        let words = sentence(by: "pmd").dropFirst("pmd ".count)
        return words.prefix(1).uppercased() + words.dropFirst()
    }
}
