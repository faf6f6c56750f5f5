import ArgumentParser
import BoardStorage
import BoardView
import TaskBoard

/// Counts tasks.
struct Count: Command {
    static let configuration = CommandConfiguration(
        commandName: "count",
        abstract: "Count tasks",
        discussion: """
            Prints the number of tasks that 'pmd list' would list.

            Examples:
              pmd count
              pmd count is:overdue @me
              pmd count is:any +house
            """)

    @Argument(help: .query) var query: [Word] = []
    @OptionGroup var common: CommonOptions

    func run(_ session: Session) async throws {
        let workspace = try session.workspace()
        let found = try await session.find(query, all: false, in: workspace)
        let count = found.tasks.count
        if session.console.isJSON {
            try session.console.print(json: .number(count))
        } else {
            try session.console.print("\(count)")
            session.sayWaiting(of: found)
        }
    }
}
