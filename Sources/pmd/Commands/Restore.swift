import ArgumentParser
import BoardStorage
import BoardView
import MarkdownDocument
import TaskBoard

/// Brings deleted tasks back.
struct Restore: Command {
    static let configuration = CommandConfiguration(
        commandName: "restore",
        abstract: "Bring deleted tasks back, or commits that git took off the branch",
        discussion: """
            They come back as they were, under the same ID. 'pmd log --action deleted' lists \
            what was deleted. Other files come back by their path.

            With --dropped, the commits of this clone that 'git stash', 'git reset' or 'git \
            rebase --abort' took off the branch are merged into it again; 'pmd status' lists them.

            Examples:
              pmd restore milk
              pmd restore attachments/plan.png
              pmd restore --dropped
            """)

    @Argument(help: "Deleted tasks, by ID, file name or words of the title; paths of files.")
    var tasks: [Word] = []
    @Flag(help: "Bring back the commits of this clone that git took off the branch.")
    var dropped = false
    @OptionGroup var common: CommonOptions

    func validate() throws {
        guard dropped != tasks.isEmpty else { return }
        throw ValidationError(
            dropped
                ? "'--dropped' brings back all dropped commits: name no task with it"
                : "name a deleted task, or give '--dropped'")
    }

    func run(_ session: Session) async throws {
        if dropped { return try await restoreDropped(session) }
        let workspace = try session.workspace()
        let outcome = try await workspace.restore(session.references(tasks))
        try await session.report(outcome, in: workspace)
    }

    private func restoreDropped(_ session: Session) async throws {
        let restored = try await session.workspace().restoreDropped()
        if session.console.isJSON {
            return try session.console.print(json: .array(restored.map(\.json)))
        }
        let count = restored.reduce(0) { $0 + $1.count }
        session.console.say(
            count == 0 ? "No commit was dropped" : "Restored \(counted(count, "dropped commit"))")
    }
}
