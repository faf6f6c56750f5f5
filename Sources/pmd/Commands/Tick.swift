import ArgumentParser
import BoardStorage
import MarkdownDocument
import TaskBoard

/// Ticks items of a checklist.
struct Tick: Command {
    static let configuration = CommandConfiguration(
        commandName: "tick",
        abstract: "Tick checklist items of a task",
        discussion: """
            Name an item by its number in 'pmd show' or by words of its text, several by a range \
            of numbers, and every item by 'all'.

            Examples:
              pmd tick roof 1
              pmd tick roof 2-4
              pmd tick roof call bob
              pmd tick roof all
            """)

    @Argument(help: "The task.") var task: Word
    @Argument(help: "Items: numbers, ranges, words or 'all'.") var items: [Word]
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
    @Argument(help: "Items: numbers, ranges, words or 'all'.") var items: [Word]
    @OptionGroup var common: CommonOptions

    func run(_ session: Session) async throws {
        try await session.tick(task, items, false)
    }
}

extension Session {
    fileprivate func tick(_ task: Word, _ items: [Word], _ isTicked: Bool) async throws {
        let workspace = try workspace()
        let words = try items.map { try $0.text() }
        try await refuseRestOfTitle(after: task, words, in: workspace)
        let items = words.map { Text($0) }
        let outcome = try await workspace.tick(
            TaskReference(task.bytes), items: items, isTicked: isTicked)
        try await report(outcome, in: workspace)
    }
}
