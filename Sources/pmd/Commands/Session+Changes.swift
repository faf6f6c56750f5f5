import BoardStorage
import BoardView
import MarkdownDocument
import TaskBoard
import Words

extension Session {
    /// Prints the outcome of an action: the current tasks as JSON, or one sentence per task on
    /// standard error.
    ///
    /// - Parameter isList: True if the tasks came from a list; the JSON is then an array even for
    ///   one task.
    func report(
        _ outcome: ActionOutcome, isList: Bool = false, in workspace: Workspace
    ) async throws {
        guard console.isJSON else {
            let dates = await dates(workspace, on: .error)
            for sentence in outcome.results.map({ $0.text(.ofReader, dates: dates.value) })
                + outcome.notices.map({ $0.text(.ofReader, dates: dates.value) })
            {
                console.say(sentence)
            }
            return
        }
        let tasks = outcome.tasks.compactMap { $0.new ?? $0.old }
        try await printJSON(of: tasks, isList: isList, in: workspace)
    }

    /// Prints tasks as JSON, with their references on the whole board: an object if exactly one
    /// task was named.
    func printJSON(
        of tasks: [TaskItem], isList: Bool = false, in workspace: Workspace
    ) async throws {
        try printJSON(of: tasks, on: await workspace.board(), isList: isList)
    }

    func printJSON(of tasks: [TaskItem], on board: Board, isList: Bool) throws {
        let references = References(board)
        let objects = tasks.map { $0.json(ref: references[$0], overdue: now) }
        try console.print(json: objects, isList: isList)
    }
}

extension Console {
    /// Prints named tasks: an object if exactly one was named, an array otherwise.
    ///
    /// - Parameter isList: True if they came from a list; the result is then an array even for one
    ///   task.
    func print(json objects: [JSONValue], isList: Bool) throws {
        try print(json: !isList && objects.count == 1 ? objects[0] : .array(objects))
    }
}
