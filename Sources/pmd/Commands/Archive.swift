import ArgumentParser
import BoardStorage
import TaskBoard

/// Moves finished tasks into folders by year.
struct Archive: Command {
    static let configuration = CommandConfiguration(
        commandName: "archive",
        abstract: "Move finished tasks into folders by year",
        discussion: """
            The tasks stay finished, in 'done/2026/' instead of 'done/'. A small 'done/' makes \
            commits cheaper.

            Examples:
              pmd archive
              pmd archive --before 2026-01-01
            """)

    @Option(help: "Only tasks finished before this day.") var before: Word?
    @OptionGroup var common: CommonOptions

    func run(_ session: Session) async throws {
        let workspace = try session.workspace()
        let fields = FieldOptions(now: session.now, me: nil)
        let limit = try before.map { try fields.day($0, "--before", sense: .back) }
        let outcome = try await workspace.archive(before: limit)
        try await session.report(outcome, isList: true, in: workspace)
    }
}
