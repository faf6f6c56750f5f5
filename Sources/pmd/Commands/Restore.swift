import ArgumentParser
import BoardStorage
import BoardView
import MarkdownDocument
import TaskBoard
import Words

/// Restores deleted tasks and dropped commits.
struct Restore: Command {
    static let configuration = CommandConfiguration(
        commandName: "restore",
        abstract: "Restore deleted tasks, or commits that git dropped from the branch",
        discussion: """
            Tasks are restored as they were, with the same ID; 'pmd log --action deleted' lists \
            them. Other files are restored by path.

            --dropped merges the commits of this clone that 'git stash', 'git reset' or 'git \
            rebase --abort' dropped from the branch; 'pmd status' lists them.

            Examples:
              pmd restore milk
              pmd restore attachments/plan.png
              pmd restore --dropped
            """)

    @Argument(help: "Deleted tasks by ID, file name or words of the title; paths of other files.")
    var tasks: [Word] = []
    @Flag(help: "Restore the commits of this clone that git dropped from the branch.")
    var dropped = false
    @OptionGroup var confirm: ConfirmOptions
    @OptionGroup var common: CommonOptions

    func check() throws(Failure) {
        guard dropped != tasks.isEmpty else { return }
        throw Failure(dropped ? .droppedWithTasks : .restoreWithoutTask)
    }

    func run(_ session: Session) async throws {
        if dropped { return try await restoreDropped(session) }
        let workspace = try session.workspace()
        let gone =
            tasks.query == nil ? nil : try await workspace.deletedBoard(workspace.usableSettings())
        guard let named = try await session.named(tasks, confirm, on: gone, in: workspace) else {
            return
        }
        let outcome = try await session.confirming(named, confirm, in: workspace) {
            try await workspace.restore($0)
        }
        try await session.report(outcome, isList: named.isList, in: workspace)
    }

    private func restoreDropped(_ session: Session) async throws {
        let restored = try await session.workspace().restoreDropped()
        if session.console.isJSON {
            return try session.console.print(json: .array(restored.map(\.json)))
        }
        let count = restored.reduce(0) { $0 + $1.count }
        session.console.say(count == 0 ? .noDropped : .restoredDropped(count))
    }
}
