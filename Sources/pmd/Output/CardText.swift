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
    /// The raw excerpt from the file, most of which is never shown.
    var excerpt: [Text] = []
}

extension CardText {
    init(_ card: Card, _ words: TaskWords) {
        reference = safe(card.reference)
        title = safe(card.title.utf8)
        isOverdue = card.isOverdue
        isFinished = card.isFinished
        marks = card.marks.map { words.cell($0, due: card.due) }
        excerpt = card.excerpt
    }
}

extension TaskWords {
    init(_ dates: DateWords, _ language: Language = .english) {
        self.init(dates, language) { safe($0.utf8) }
    }

    /// Returns a mark with its style.
    func cell(_ mark: Mark<Text>, due: DueDate?) -> Table.Cell {
        Table.Cell(text: words(of: mark, due: due), style: Self.style(of: mark.tone))
    }

    private static func style(of tone: MarkTone) -> Style {
        switch tone {
        case .plain: []
        case .meta: .meta
        case .priority: .priority
        case .tag: .tag
        case .person: .assignee
        case .late: .overdue
        case .conflict: .conflict
        case .warning: .warning
        case .problem: .problem
        }
    }
}
