import BoardView
import MarkdownDocument
import TaskBoard
import TextLayout

/// The text of a card in a terminal: safe to print, each part on one line.
struct CardText: Sendable {
    var reference: String
    var title: String
    var isOverdue = false
    var isFinished = false
    var marks: [Table.Cell] = []
    var excerpt: [String] = []
}

extension CardText {
    init(_ card: Card, _ words: MarkWords) {
        reference = safe(card.reference)
        title = safe(card.title.utf8)
        isOverdue = card.isOverdue
        isFinished = card.isFinished
        marks = card.marks.map { words.cell($0, due: card.due) }
        excerpt = card.excerpt.map(words(ofMarkdown:))
    }
}

/// The words and styles of marks. Each reads without colour too: an overdue date has a `!`.
struct MarkWords {
    let dates: DateWords

    func cell(_ mark: Mark<Text>, due: DueDate?) -> Table.Cell {
        let style = style(of: mark)
        switch mark {
        case .due(let isOverdue):
            let date = due.map { safe(dates.planned($0, isOverdue: isOverdue)) } ?? ""
            return Table.Cell(text: isOverdue ? "! " + date : date, style: style)
        case .tag(let tag): return Table.Cell(text: "+" + safe(tag.utf8), style: style)
        case .assignee(let name): return Table.Cell(text: "@" + safe(name.utf8), style: style)
        default: return Table.Cell(text: words(mark), style: style)
        }
    }

    /// The words of a mark without text of the task's file.
    func words<Words>(_ mark: Mark<Words>) -> String {
        switch mark {
        case .malformed: "malformed"
        case .conflicts(let count): counted(count, "conflict")
        case .priority(let priority): priority.rawValue
        case .blocked: "blocked"
        case .waiting(let day): "waits until " + safe(dates.planned(day))
        case .problems: "problem"
        case .checklist(let done, let total): "\(done)/\(total)"
        case .due, .tag, .assignee: ""
        }
    }

    private func style(of mark: Mark<Text>) -> Style {
        switch mark {
        case .malformed: .problem
        case .conflicts: .conflict
        case .due(let isOverdue): isOverdue ? .overdue : []
        case .priority: .priority
        case .blocked, .problems: .warning
        case .waiting, .checklist: .meta
        case .tag: .tag
        case .assignee: .assignee
        }
    }
}
