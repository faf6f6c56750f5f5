import MarkdownDocument
import TaskBoard

/// Makes cards of tasks: the one place where a task's text becomes safe to show
/// on boards.
struct CardMaker {
    private let board: Board
    private let references: References
    private let session: Session
    private let dates: DateWords

    init(_ board: Board, _ session: Session) {
        self.board = board
        references = References(board)
        self.session = session
        dates = session.dates
    }

    func card(_ task: TaskItem) -> Card {
        let checklist = task.checklist
        var card = Card(reference: safe(references[task]), title: safe(task.title.utf8))
        card.due = task.due.map { safe(dates.short(session.localText($0))) }
        card.isOverdue = task.isOverdue(session.now)
        card.isFinished = task.isFinished
        card.priority = task.priority?.rawValue
        card.tags = task.tags.map { safe($0.utf8) }
        card.assignees = task.assignees.map { safe($0.utf8) }
        (card.ticked, card.items) = checklist
        card.conflicts = task.openConflicts.count
        card.isMalformed = task.isMalformed
        card.hasProblems = !task.problems.isEmpty
        card.isBlocked = board.isBlocked(task)
        card.wait =
            task.isWaiting(session.now) ? task.wait.map { dates.short($0.text.string) } : nil
        card.body = bodyLines(task)
        return card
    }

    /// The first lines of the body that say something: no headings that only
    /// repeat the title, no items of the checklist, no callouts of a merge.
    private func bodyLines(_ task: TaskItem) -> [String] {
        guard !task.isMalformed else { return [] }
        let body = Array(task.body)
        let title = Array("# ".utf8) + task.title.utf8
        var lines: [String] = []
        eachBodyLine(body) { line in
            var text = body[line.range]
            if text.last == 0x0A { text.removeLast() }
            if text.contains(0x0D) { text.removeAll { $0 == 0x0D } }
            let isShown =
                !text.allSatisfy { $0 == 0x20 || $0 == 0x09 } && line.box == nil
                && text.first != UInt8(ascii: ">") && !text.elementsEqual(title)
            if isShown, text.contains(0x09) { text = text.map { $0 == 0x09 ? 0x20 : $0 }[...] }
            if isShown { lines.append(safe(text)) }
            return lines.count <= 3
        }
        return lines
    }
}
