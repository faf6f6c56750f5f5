import ArgumentParser
import BoardStorage
import BoardView
import MarkdownDocument
import TaskBoard
import TextLayout
import Words

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
        let files = try await workspace.conflictFiles(besides: board.tasks)
        if session.console.isJSON {
            let others: [JSONValue] = files.map {
                ["file": .string($0.path.string), "settings": .strings($0.settings)]
            }
            try session.console.print(json: .array(conflicted.flatMap(\.conflictsJSON) + others))
            return
        }
        guard !conflicted.isEmpty || !files.isEmpty else {
            session.console.say(.noConflicts)
            return
        }
        let dates = await session.dates(workspace)
        let ink = try session.console.ink
        let won = try workspace.wonLines(of: conflicted, on: board)
        var lines = lines(conflicted, won, board, dates, ink, session.console.cut)
        if !lines.isEmpty, !files.isEmpty { lines.append("") }
        lines += files.map { safe($0.sentence.text(.ofReader)) }
        try page(lines, on: session.console)
    }

    /// Each task with its conflicts and their current values.
    private func lines(
        _ tasks: [TaskItem], _ won: [TaskID: WonLines], _ board: Board, _ dates: DateWords,
        _ ink: Ink, _ limit: Int?
    ) -> [String] {
        let references = References(board)
        let blocks = tasks.map { task in
            var conflicts = ConflictRows()
            for view in task.conflictViews(won: won[task.id]) {
                let current =
                    view.current.map {
                        CommandSentence.now(view.words($0, dates)).text
                    } ?? ""
                let text = [view.origin(dates), current].filter { !$0.isEmpty }
                conflicts.rows.append((view.cells(dates), text.joined(separator: "; ")))
            }
            return [heading(of: task, safe(references[task]), ink, limit)]
                + conflicts.lines(ink: ink, limit: limit)
        }
        return Array(blocks.joined(separator: [""]))
    }

    private func heading(
        of task: TaskItem, _ reference: String, _ ink: Ink, _ limit: Int?
    ) -> String {
        let reference = limit.map { reference.truncated(to: $0 / 2) } ?? reference
        let title = safe(task.title.utf8)
        let shown = limit.map { title.truncated(to: $0 - reference.columns - 1) } ?? title
        return ink(reference, .reference) + " " + ink(shown, .header)
    }
}
