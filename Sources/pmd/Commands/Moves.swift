import ArgumentParser
import BoardStorage
import MarkdownDocument
import TaskBoard

/// `pmd start`: to the state in which tasks are worked on.
struct Start: Command {
    static let configuration = CommandConfiguration(
        commandName: "start",
        abstract: "Move tasks to the state in which they are worked on",
        discussion: """
            That is 'start' of pmd.yml, else the second state.

            Examples:
              pmd start roof
              pmd list +house --ids | pmd start -
            """)

    @Argument(help: .tasks) var tasks: [Word]
    @OptionGroup var common: CommonOptions

    func run(_ session: Session) async throws {
        let workspace = try session.workspace()
        let outcome = try await workspace.start(session.references(tasks))
        try await session.report(outcome, in: workspace)
    }
}

/// `pmd done`: to the first finished state.
struct Done: Command {
    static let configuration = CommandConfiguration(
        commandName: "done",
        abstract: "Move tasks to the finished state",
        discussion: """
            Examples:
              pmd done roof
              pmd done k3 x7
            """)

    @Argument(help: .tasks) var tasks: [Word]
    @OptionGroup var common: CommonOptions

    func run(_ session: Session) async throws {
        let workspace = try session.workspace()
        let outcome = try await workspace.finish(session.references(tasks))
        try await session.report(outcome, in: workspace)
    }
}

/// `pmd reopen`: finished tasks back to the first state.
struct Reopen: Command {
    static let configuration = CommandConfiguration(
        commandName: "reopen",
        abstract: "Move finished tasks back to the first state",
        discussion: """
            Here finished tasks are tried first where a reference matches several.

            Examples:
              pmd reopen roof
            """)

    @Argument(help: .tasks) var tasks: [Word]
    @OptionGroup var common: CommonOptions

    func run(_ session: Session) async throws {
        let workspace = try session.workspace()
        let outcome = try await workspace.reopen(session.references(tasks))
        try await session.report(outcome, in: workspace)
    }
}

extension ArgumentHelp {
    /// How every command describes the tasks that it takes.
    static var tasks: ArgumentHelp {
        "Tasks, by code, file name or words of the title; - reads IDs from standard input."
    }
}
