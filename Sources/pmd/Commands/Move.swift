import ArgumentParser
import BoardStorage
import MarkdownDocument
import TaskBoard
import Words

/// Moves tasks to another state, or within the same one.
struct Move: Command {
    static let configuration = CommandConfiguration(
        commandName: "move",
        abstract: "Move tasks to another state, or within their column",
        usage: "pmd move <task> ... <state> [--top | --bottom | --before <task> | --after <task>]",
        discussion: """
            The last word is the state; '.' is the state that a task is already in.

            Examples:
              pmd move roof doing
              pmd move roof door doing --top
              pmd move roof . --before milk
            """,
        aliases: ["m", "mv"])

    @Argument(help: "Tasks, and the state to move them to.")
    var words: [Word] = []
    @Flag(help: "To the top of the column.") var top = false
    @Flag(help: "To the bottom of the column.") var bottom = false
    @Option(help: "Before this task.") var before: Word?
    @Option(help: "After this task.") var after: Word?
    @OptionGroup var confirm: ConfirmOptions
    @OptionGroup var common: CommonOptions

    func check() throws(Failure) {
        guard words.count >= 2 else { throw Failure(.moveUsage) }
        let places = [top, bottom, before != nil, after != nil].count { $0 }
        guard places <= 1 else {
            throw Failure(.onlyOne(["--top", "--bottom", "--before", "--after"]))
        }
    }

    func run(_ session: Session) async throws {
        let state = Text(try words[words.count - 1].text())
        let workspace = try session.workspace()
        try await session.change(words.dropLast(), confirm, in: workspace) {
            try await workspace.move($0, to: state, at: place)
        }
    }

    private var place: ColumnPosition<TaskReference>? {
        if top { return .top }
        if bottom { return .bottom }
        if let before { return .before(TaskReference(before.bytes)) }
        return after.map { .after(TaskReference($0.bytes)) }
    }
}
