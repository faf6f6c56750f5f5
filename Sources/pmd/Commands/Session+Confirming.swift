import ArgumentParser
import BoardStorage
import MarkdownDocument
import TaskBoard

/// The option of commands that change several tasks.
struct ConfirmOptions: ParsableArguments {
    @Flag(help: "Change several tasks that are named by words without asking.") var yes = false
}

extension Session {
    /// Runs an action on the tasks that references name.
    ///
    /// Several tasks that are named by words of their titles are listed and confirmed on a
    /// terminal: the words could mean something else.
    ///
    /// - Throws: ``ReferenceError/unconfirmed(_:)`` without a terminal, unless `--yes` is given;
    ///   ``Failure`` (1) if the user declines; what the action throws.
    func confirming<Result>(
        _ references: [TaskReference], _ options: ConfirmOptions,
        _ action: ([TaskReference]) async throws -> Result
    ) async throws -> Result {
        do {
            return try await action(references)
        } catch let error as ReferenceError {
            guard case .unconfirmed(let tasks) = error else { throw error }
            if !options.yes {
                guard Stream.canAsk else { throw error }
                guard confirms(tasks) else { throw Failure(.failed, "nothing changed") }
            }
            return try await action(tasks.map { TaskReference($0.path) })
        }
    }

    /// Lists the tasks on the terminal and asks whether the user means them.
    private func confirms(_ tasks: [TaskItem]) -> Bool {
        for task in tasks { console.warn("  \(safe(task.id.text.utf8))  \(safe(task.title.utf8))") }
        console.warn("Change these \(tasks.count) tasks? [y/N]")
        guard let answer = readLine() else { return false }
        return ["y", "yes"].contains(answer.lowercased())
    }
}
