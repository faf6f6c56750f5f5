import ArgumentParser
import BoardStorage
import MarkdownDocument
import TaskBoard

/// Moves tasks to the working state.
struct Start: Command {
    static let configuration = CommandConfiguration(
        commandName: "start",
        abstract: "Start tasks: move them to the working state",
        discussion: """
            The working state is 'start' in pmd.yml, else the second state.

            Examples:
              pmd start roof
              pmd list +house --ids | pmd start -
            """)

    @Argument(help: .tasks) var tasks: [Word] = []
    @OptionGroup var confirm: ConfirmOptions
    @OptionGroup var common: CommonOptions

    func run(_ session: Session) async throws {
        let workspace = try session.workspace()
        try await session.change(tasks, confirm, in: workspace) {
            try await workspace.start($0)
        }
    }
}

/// Moves tasks to the first finished state.
struct Done: Command {
    static let configuration = CommandConfiguration(
        commandName: "done",
        abstract: "Finish tasks: move them to the finished state",
        discussion: """
            Without a task, choose one on the terminal; typing filters the list. This also works \
            for start, reopen, skip, rm, edit and show.

            Examples:
              pmd done roof
              pmd done fix the roof
              pmd done k3f9m2 x7q2bd
              pmd done
            """,
        aliases: ["d"])

    @Argument(help: .tasks) var tasks: [Word] = []
    @OptionGroup var confirm: ConfirmOptions
    @OptionGroup var common: CommonOptions

    func run(_ session: Session) async throws {
        let workspace = try session.workspace()
        try await session.change(tasks, confirm, in: workspace) {
            try await workspace.finish($0)
        }
    }
}

/// Moves finished tasks back to the first state.
struct Reopen: Command {
    static let configuration = CommandConfiguration(
        commandName: "reopen",
        abstract: "Reopen finished tasks: move them to the first state",
        discussion: """
            If a reference matches several tasks, finished ones come first.

            Examples:
              pmd reopen roof
            """)

    @Argument(help: .tasks) var tasks: [Word] = []
    @OptionGroup var confirm: ConfirmOptions
    @OptionGroup var common: CommonOptions

    func run(_ session: Session) async throws {
        let workspace = try session.workspace()
        try await session.change(tasks, confirm, adding: ["is:done"], in: workspace) {
            try await workspace.reopen($0)
        }
    }
}

/// Moves repeating tasks on to their next dates.
struct Skip: Command {
    static let configuration = CommandConfiguration(
        commandName: "skip",
        abstract: "Skip the current date of repeating tasks",
        discussion: """
            The task becomes due on the next date of its rule, and is otherwise unchanged. To \
            finish a repeating task, use 'pmd done', which also creates the next one.

            Examples:
              pmd skip rent
              pmd skip where +garden is:overdue
            """)

    @Argument(help: .tasks) var tasks: [Word] = []
    @OptionGroup var confirm: ConfirmOptions
    @OptionGroup var common: CommonOptions

    func run(_ session: Session) async throws {
        let workspace = try session.workspace()
        try await session.change(tasks, confirm, offering: ["has:repeat"], in: workspace) {
            try await workspace.skip($0)
        }
    }
}
