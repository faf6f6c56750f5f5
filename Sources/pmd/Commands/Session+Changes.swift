import BoardStorage
import BoardView
import MarkdownDocument
import TaskBoard

extension Session {
    /// Prints the outcome of an action: the current tasks as JSON, or a sentence for each on
    /// standard error.
    ///
    /// - Parameter isOne: True if the command changes one task, so that its JSON is not an array.
    func report(
        _ outcome: Outcome, isOne: Bool = false, in workspace: Workspace
    ) async throws {
        guard console.isJSON else {
            for sentence in outcome.sentences { console.say(sentence) }
            return
        }
        let tasks = outcome.tasks.compactMap { $0.new ?? $0.old }
        try await printJSON(of: tasks, isOne: isOne, in: workspace)
    }

    /// Prints tasks as JSON, with the references that the whole board gives them.
    func printJSON(
        of tasks: [TaskItem], isOne: Bool = false, in workspace: Workspace
    ) async throws {
        try printJSON(of: tasks, on: await workspace.board(), isOne: isOne)
    }

    func printJSON(of tasks: [TaskItem], on board: Board, isOne: Bool = false) throws {
        let references = References(board)
        let objects = tasks.map { $0.json(ref: references[$0], overdue: now) }
        if isOne, let object = objects.first {
            try console.print(json: object)
        } else {
            try console.print(json: .array(objects))
        }
    }
}
