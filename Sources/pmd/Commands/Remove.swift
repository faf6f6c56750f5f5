import ArgumentParser
import BoardStorage
import TaskBoard
import Words

/// Deletes tasks.
struct Remove: Command {
    static let configuration = CommandConfiguration(
        commandName: "rm",
        abstract: "Delete tasks; 'pmd restore' restores them",
        discussion: """
            Examples:
              pmd rm milk
              pmd list +old --all --ids | pmd rm -
            """)

    @Argument(help: .tasks) var tasks: [Word] = []
    @OptionGroup var confirm: ConfirmOptions
    @OptionGroup var common: CommonOptions

    func run(_ session: Session) async throws {
        let workspace = try session.workspace()
        try await session.change(tasks, confirm, to: .delete, in: workspace) {
            try await workspace.remove($0)
        }
    }
}
