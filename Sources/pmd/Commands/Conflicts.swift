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
        let board = try await session.workspace().board()
        let conflicted = board.conflicted
        if session.console.isJSON {
            try session.console.print(json: .array(conflicted.flatMap(\.conflictsJSON)))
            return
        }
        guard !conflicted.isEmpty else {
            session.console.say("No conflicts")
            return
        }
        try session.console.print(lines(conflicted, board, session))
    }

    /// Each task with its conflicts, and the values that it has now.
    private func lines(_ tasks: [TaskItem], _ board: Board, _ session: Session) -> [String] {
        let references = References(board)
        let ink = session.console.ink
        let blocks = tasks.map { task in
            var table = Table()
            for view in task.conflictViews {
                table.append(
                    view.cells + [
                        .init(
                            text: [view.origin, view.current.map { "now " + safe($0.utf8) } ?? ""]
                                .filter { !$0.isEmpty }.joined(separator: "; "))
                    ])
            }
            return [ink(safe(references[task]), .yellow) + " " + ink(safe(task.title.utf8), .bold)]
                + table.lines(ink: ink, limit: .max / 2, indent: 2)
        }
        return Array(blocks.joined(separator: [""]))
    }
}
