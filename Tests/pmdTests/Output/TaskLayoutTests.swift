import BoardView
import MarkdownDocument
import TaskBoard
import TestSupport
import Testing
import TextLayout

@testable import pmd

/// The layout of `show`.
struct TaskLayoutTests {
    @Test func `one task is shown with its fields, body, conflicts and history`() throws {
        let task = TaskItem(
            path: "todo/a.md",
            document: Document(
                Array(
                    """
                    ---
                    conflicts:
                      - {key: due, value: 2026-12-03, by: Ann, at: 2026-11-21T00:00:00Z}
                    ---

                    """.utf8)), settings: .standard)
        let dates = DateWords(.iso, now: Moment(seconds: 1_795_392_840))
        let layout = TaskLayout(
            title: "Fix the roof", reference: "k3", path: "todo/fix-roof-k3f9m2.md",
            fields: [
                .init(key: "state", value: "todo"),
                .init(key: "due", value: "! 2026-11-20 (overdue)", style: .overdue),
                .init(key: "tags", value: "+house +urgent"), .init(key: "estimate", value: "3h"),
            ],
            problems: ["todo/fix-roof-k3f9m2.md:4:11: 'urgent' is no priority"],
            body: [
                .init(text: "# Plan"), .init(text: ""),
                .init(text: "[x] measure", item: 1, isTicked: true),
                .init(text: "[ ] order tiles", item: 2),
            ],
            conflicts: ConflictRows(
                rows: task.conflictViews(won: nil).map { ($0.cells(dates), $0.origin(dates)) }),
            history: [("2026-11-21 09:14", "Ann added \"Fix the roof\"")])
        let lines = layout.lines(ink: .plain, columns: 80)
        try expectSnapshot(lines.joined(separator: "\n") + "\n", "task")
    }
}
