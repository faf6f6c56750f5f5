import MarkdownDocument
import TaskBoard

/// Makes cards of tasks: the one place where a task's text becomes safe to show
/// in lists and on boards.
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

    func card(_ task: TaskItem, withBody: Bool = false) -> Card {
        let checklist = task.checklist
        var card = Card(reference: safe(references[task]), title: safe(task.title.utf8))
        card.state = safe(task.state.utf8)
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
        if withBody { card.body = bodyLines(task) }
        return card
    }

    /// The first lines of the body that say something: no headings that only
    /// repeat the title, no items of the checklist, no callouts of a merge.
    private func bodyLines(_ task: TaskItem) -> [String] {
        guard !task.isMalformed else { return [] }
        let items = Set(task.document.checklist.map(\.line))
        let start = task.document.bytes.count - task.body.count
        var number = task.document.bytes[..<start].count { $0 == UInt8(ascii: "\n") }
        var lines: [String] = []
        for line in task.body.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        {
            number += 1
            let text = line.filter { $0 != 0x0D }
            let isShown =
                !text.allSatisfy { $0 == 0x20 || $0 == 0x09 } && !items.contains(number)
                && text.first != UInt8(ascii: ">")
                && !text.elementsEqual(Array("# ".utf8) + task.title.utf8)
            if isShown { lines.append(safe(text.map { $0 == 0x09 ? 0x20 : $0 })) }
            if lines.count > 3 { break }
        }
        return lines
    }
}
