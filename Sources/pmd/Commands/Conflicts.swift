import ArgumentParser
import BoardStorage
import MarkdownDocument
import TaskBoard

/// Lists values that lost a merge.
struct Conflicts: Command {
    static let configuration = CommandConfiguration(
        commandName: "conflicts",
        abstract: "List values that lost a merge and wait to be settled",
        discussion: """
            Examples:
              pmd conflicts
              pmd resolve roof --take 1
            """)

    @OptionGroup var common: CommonOptions

    func run(_ session: Session) async throws {
        let board = try await session.workspace().board()
        let conflicted = board.tasks.filter { !$0.openConflicts.isEmpty }
        if session.console.isJSON {
            try session.console.print(json: .array(conflicted.flatMap(json)))
            return
        }
        guard !conflicted.isEmpty else {
            session.console.say("Nothing is kept: all is settled")
            return
        }
        try session.console.print(lines(conflicted, board, session))
    }

    private func json(_ task: TaskItem) -> [JSONValue] {
        task.openConflicts.map { value in
            [
                "id": .string(task.id.text), "title": .string(task.title),
                "n": .number(value.number), "key": .string(value.key),
                "value": .string(value.value), "by": .string(value.by), "at": .string(value.at),
            ]
        }
    }

    /// Each task with what stands and what was kept.
    private func lines(_ tasks: [TaskItem], _ board: Board, _ session: Session) -> [String] {
        let references = References(board)
        let ink = session.console.ink
        let blocks = tasks.map { task in
            var table = Table()
            for value in task.openConflicts {
                table.append([
                    .init(text: "\(value.number)", style: .cyan),
                    .init(text: value.shownKey),
                    .init(text: value.shownValue, style: .bold),
                    .init(text: origin(of: value, in: task)),
                ])
            }
            return [ink(safe(references[task]), .yellow) + " " + ink(safe(task.title.utf8), .bold)]
                + table.lines(ink: ink, limit: .max / 2, indent: 2)
        }
        return Array(blocks.joined(separator: [""]))
    }

    /// Who wrote the value and when, and what stands instead.
    private func origin(of value: OpenConflict, in task: TaskItem) -> String {
        let now = standing(value.key, task).map { "now " + $0 }
        return [value.origin, now ?? ""].filter { !$0.isEmpty }.joined(separator: "; ")
    }

    /// What the file says now, for keys of one value.
    private func standing(_ key: Text, _ task: TaskItem) -> String? {
        if key == ".state" { return safe(task.state.utf8) }
        guard case .scalar(let text)? = task.document.entry(key)?.value else { return nil }
        return safe(text.utf8)
    }
}
