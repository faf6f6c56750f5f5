import BoardView
import MarkdownDocument
import TaskBoard
import TerminalUI
import TextLayout

/// Draws cards as lines: a title, and one line for each kind of information, in a fixed order.
struct CardDrawing: Sendable {
    let theme: BoardTheme
    let words: TaskWords

    /// The maximum number of body lines on a card.
    private static let excerptLines = 3

    /// Returns the lines of a card of this width.
    func lines(_ card: Card, width: Int) -> [Line] {
        var title = Line(card.reference + " ", theme.style(.reference))
        title.append(card.title.string, card.isFinished ? theme.done : theme.bold)
        let facts = [
            line(card, .plan), line(card, .field), line(card, .attention),
        ].filter { !$0.isEmpty }
        let excerpt =
            card.isFinished
            ? []
            : card.excerpt.prefix(Self.excerptLines)
                .map { Line(TextLayout.words(ofMarkdown: $0), theme.dim) }
        return [title.cut(to: width)]
            + (facts + excerpt).map { indented($0, width) }
    }

    private func indented(_ line: Line, _ width: Int) -> Line {
        var indented = Line("   ")
        indented.append(line)
        return indented.cut(to: width)
    }

    private func line(_ card: Card, _ group: MarkGroup) -> Line {
        var line = Line()
        for mark in card.marks where mark.group == group {
            let (text, style) = words(mark, card)
            if text.isEmpty { continue }
            if !line.isEmpty { line.append("  ") }
            line.append(text, card.isFinished ? theme.done : style)
        }
        return line
    }

    /// Returns the words of a mark, which do not depend on its colour, and its style.
    func words(_ mark: Mark<Text>, _ card: Card) -> (String, CellStyle) {
        if case .conflicts(let count) = mark {
            return (words.flaggedConflicts(count), theme.conflict)
        }
        return (words.words(of: mark, due: card.due), style(of: mark.tone))
    }

    private func style(of tone: MarkTone) -> CellStyle {
        switch tone {
        case .plain: theme.plain
        case .meta: theme.style(.meta)
        case .priority: theme.style(.priority)
        case .tag: theme.tag
        case .person: theme.person
        case .late: theme.late
        case .conflict: theme.conflict
        case .warning: theme.warning
        case .problem: theme.style(.problem)
        }
    }
}
