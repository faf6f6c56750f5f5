import ArgumentParser
import BoardStorage
import TaskBoard

/// Ticks items of a checklist.
struct Tick: Command {
    static let configuration = CommandConfiguration(
        commandName: "tick",
        abstract: "Tick checklist items of a task",
        discussion: """
            'pmd show' shows the numbers.

            Examples:
              pmd tick roof 1
              pmd tick roof 2 3
            """)

    @Argument(help: "The task.") var task: Word
    @Argument(help: "Numbers of items.") var items: [Int]
    @OptionGroup var common: CommonOptions

    func run(_ session: Session) async throws {
        try await session.tick(task, items, true)
    }
}

/// Unticks items of a checklist.
struct Untick: Command {
    static let configuration = CommandConfiguration(
        commandName: "untick",
        abstract: "Untick checklist items of a task",
        discussion: """
            Examples:
              pmd untick roof 1
            """)

    @Argument(help: "The task.") var task: Word
    @Argument(help: "Numbers of items.") var items: [Int]
    @OptionGroup var common: CommonOptions

    func run(_ session: Session) async throws {
        try await session.tick(task, items, false)
    }
}

extension Session {
    fileprivate func tick(_ task: Word, _ items: [Int], _ isTicked: Bool) async throws {
        let workspace = try workspace()
        let outcome = try await workspace.tick(
            TaskReference(task.bytes), items: items, isTicked: isTicked)
        try await report(outcome, isOne: true, in: workspace)
    }
}
