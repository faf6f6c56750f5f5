package import MarkdownDocument
package import TaskBoard

/// A task as a board shows it: its title, its marks, and the first lines of its body.
///
/// All text is as in the file. Each surface makes it safe for its own output.
package struct Card: Equatable, Sendable {
    package let id: TaskID
    package let path: BoardPath
    /// The shortest reference to the task on this board.
    package let reference: String
    package let title: Text
    package let due: DueDate?
    package let isOverdue: Bool
    package let isFinished: Bool
    /// The marks, in the same order on every surface.
    package let marks: [Mark<Text>]
    package let excerpt: [Text]
}

/// Makes the cards of a board.
package struct CardMaker: Sendable {
    private let marks: Marks
    let references: References

    package init(_ board: Board, now: Moment) {
        marks = Marks(board, now: now)
        references = References(board)
    }

    package func card(_ task: TaskItem) -> Card {
        Card(
            id: task.id, path: task.path, reference: references[task], title: task.title,
            due: task.due, isOverdue: task.isOverdue(marks.now), isFinished: task.isFinished,
            marks: marks.marks(of: task), excerpt: task.linesOnCard)
    }
}
