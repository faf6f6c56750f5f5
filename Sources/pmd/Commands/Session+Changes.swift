import BoardStorage
import MarkdownDocument
import TaskBoard

extension Session {
    /// Carries out a plan and tells what it did: the tasks as they now are as
    /// JSON, or a sentence each on standard error.
    ///
    /// - Parameter isOne: whether the command changes one task, so that its JSON is
    ///   no array.
    func perform(
        isOne: Bool = false, _ intent: @escaping @Sendable (Board) throws -> Plan
    ) async throws {
        let performed = try await workspace().perform(intent)
        try tell(performed, isOne: isOne)
    }

    func tell(_ performed: Performed, isOne: Bool = false) throws {
        let tasks = performed.plan.tasks.compactMap { performed.board[$0] ?? performed.before[$0] }
        if console.isJSON {
            let board = performed.board
            try printJSON(of: tasks, on: board, isOne: isOne)
        } else {
            for sentence in sentences(performed) { console.say(sentence) }
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
    private func sentences(_ performed: Performed) -> [String] {
        guard !performed.plan.isEmpty else {
            return performed.plan.tasks.map { id in
                "\(quoted(performed.board[id])) is so already; nothing changed"
            }
        }
        return performed.plan.tasks.map { id in
            let (old, new) = (performed.before[id], performed.board[id])
            guard let change = TaskChange(from: old, to: new) else {
                return "\(quoted(new ?? old)) is so already"
            }
            return change.doneSentence
        }
    }

    private func quoted(_ task: TaskItem?) -> String {
        task.map { "\"\(safe($0.title.utf8))\"" } ?? "the task"
    }
}

extension TaskChange {
    /// What was done, such as `Moved "Fix the roof" from todo to doing`.
    var doneSentence: String {
        let words = sentence(by: "pmd").dropFirst("pmd ".count)
        return words.prefix(1).uppercased() + words.dropFirst()
    }
}
