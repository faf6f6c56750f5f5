import ArgumentParser
import BoardStorage
import MarkdownDocument
import TaskBoard

/// Moves tasks to another state, or to another place in the same one.
struct Move: Command {
    static let optionNames = OptionNames(
        flags: ["--top", "--bottom"], values: ["--before", "--after"])

    static let configuration = CommandConfiguration(
        commandName: "move",
        abstract: "Move tasks to another state, or to another place in it",
        usage: "pmd move <task> ... <state> [--top | --bottom | --before <task> | --after <task>]",
        discussion: """
            The last word is the state; . is the one that each task is in.

            Examples:
              pmd move roof doing
              pmd move roof door doing --top
              pmd move roof . --before milk
            """,
        aliases: ["mv"])

    @Argument(help: "Tasks, and the state to move them to.")
    var words: [Word] = []
    @Flag(help: "To the top of the column.") var top = false
    @Flag(help: "To the bottom of the column.") var bottom = false
    @Option(help: "In front of this task.") var before: Word?
    @Option(help: "Behind this task.") var after: Word?
    @OptionGroup var common: CommonOptions

    func validate() throws {
        guard words.count >= 2 else {
            throw ValidationError(
                "'pmd move' needs a task and a state, such as 'pmd move k3 doing'")
        }
        let places = [top, bottom, before != nil, after != nil].count { $0 }
        guard places <= 1 else {
            throw ValidationError(
                "a task has one place: use one of --top, --bottom, --before, --after")
        }
    }

    func run(_ session: Session) async throws {
        let references = try session.references(words.dropLast())
        let state = Text(try words[words.count - 1].text())
        // Each task's own state is known when it is read.
        let part =
            state == "."
            ? nil
            : session.part(
                references + [before, after].compactMap(\.self),
                isAboutEnds: !top && before == nil && after == nil
            ) {
                $0.isFinished(state.nfc) ? [] : [state.nfc]
            }
        try await session.perform(on: part) { board in
            try board.moving(
                board.tasks(named: references), to: state, place: place(on: board),
                hash: contentHash)
        }
    }

    private func place(on board: Board) throws -> Place? {
        if top { return .top }
        if bottom { return .bottom }
        if let before { return .before(try board.task(named: before)) }
        return try after.map { .after(try board.task(named: $0)) }
    }
}
