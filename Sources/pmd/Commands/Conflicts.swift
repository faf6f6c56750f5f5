import ArgumentParser
import BoardStorage
import BoardView
import MarkdownDocument
import TaskBoard

/// Lists values that lost a merge.
struct Conflicts: Command {
    static let configuration = CommandConfiguration(
        commandName: "conflicts",
        abstract: "List conflicts: values that lost a merge and are kept until you resolve them",
        discussion: """
            Examples:
              pmd conflicts
              pmd resolve roof --take 1
            """)

    @OptionGroup var common: CommonOptions

    func run(_ session: Session) async throws {
        let workspace = try session.workspace()
        let board = try await workspace.board()
        let conflicted = board.conflicted
        if session.console.isJSON {
            try session.console.print(json: .array(conflicted.flatMap(\.conflictsJSON)))
            return
        }
        guard !conflicted.isEmpty else {
            session.console.say("No conflicts")
            return
        }
        let dates = await session.dates(workspace)
        try session.console.print(lines(conflicted, board, dates, session))
    }

    /// Each task with its conflicts, and the values that it has now.
    private func lines(
        _ tasks: [TaskItem], _ board: Board, _ dates: DateWords, _ session: Session
    ) -> [String] {
        let references = References(board)
        let ink = session.console.ink
        let blocks = tasks.map { task in
            var table = Table()
            for view in task.conflictViews {
                let current = view.current.map { "now " + view.words($0, dates) } ?? ""
                let text = [view.origin(dates), current].filter { !$0.isEmpty }
                table.append(view.cells(dates) + [.init(text: text.joined(separator: "; "))])
            }
            return [ink(safe(references[task]), .yellow) + " " + ink(safe(task.title.utf8), .bold)]
                + table.lines(ink: ink, limit: .max / 2, indent: 2)
        }
        return Array(blocks.joined(separator: [""]))
    }
}
