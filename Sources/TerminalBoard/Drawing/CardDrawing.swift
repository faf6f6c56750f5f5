import BoardView
import MarkdownDocument
import TaskBoard
import TerminalUI
import TextLayout

/// Draws cards as lines: a title, and one line for each kind of fact, in a fixed order.
struct CardDrawing: Sendable {
    let theme: BoardTheme
    let dates: DateWords
    let language: Language

    /// The most lines of the body on a card.
    private static let excerptLines = 3

    /// The lines of a card that is so many columns wide.
    func lines(_ card: Card, width: Int) -> [Line] {
        var title = Line(card.reference + " ", theme.dim)
        title.append(card.title.string, card.isFinished ? theme.done : theme.bold)
        let facts = [
            line(card, \.isPlan), line(card, \.isPerson), line(card, \.needsAttention),
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

    private func line(_ card: Card, _ isIncluded: KeyPath<Mark<Text>, Bool>) -> Line {
        var line = Line()
        for mark in card.marks where mark[keyPath: isIncluded] {
            let (text, style) = words(mark, card)
            if text.isEmpty { continue }
            if !line.isEmpty { line.append("  ") }
            line.append(text, card.isFinished ? theme.done : style)
        }
        return line
    }

    /// The words of a mark, which tell it without its colour.
    func words(_ mark: Mark<Text>, _ card: Card) -> (String, CellStyle) {
        switch mark {
        case .malformed: (language.pick("malformed", "형식 오류"), theme.warning)
        case .conflicts(let count):
            (
                "⚑ " + language.pick("conflict", "충돌") + (count > 1 ? " \(count)" : ""),
                theme.conflict
            )
        case .due(let isOverdue):
            (
                (isOverdue ? "! " : "")
                    + (card.due.map { dates.planned($0, isOverdue: isOverdue) } ?? ""),
                isOverdue ? theme.late : theme.plain
            )
        case .priority(let priority): (priorityWords(priority), theme.bold)
        case .blocked: (language.pick("blocked", "막힘"), theme.warning)
        case .waiting(let day):
            (language.pick("waits until ", "대기 ~") + dates.planned(day), theme.dim)
        case .problems: (language.pick("problem", "문제"), theme.warning)
        case .tag(let tag): ("+" + tag.string, theme.tag)
        case .assignee(let name): ("@" + name.string, theme.person)
        case .checklist(let done, let total): ("\(done)/\(total)", theme.dim)
        }
    }

    private func priorityWords(_ priority: Priority) -> String {
        switch priority {
        case .high: language.pick("high", "높음")
        case .medium: language.pick("medium", "보통")
        case .low: language.pick("low", "낮음")
        }
    }
}

extension Mark {
    /// True for what says when and how urgent the task is.
    fileprivate var isPlan: Bool {
        switch self {
        case .due, .priority, .checklist: true
        default: false
        }
    }

    fileprivate var isPerson: Bool {
        switch self {
        case .tag, .assignee: true
        default: false
        }
    }

    fileprivate var needsAttention: Bool { !isPlan && !isPerson }
}

extension Language {
    /// Returns the text in this language.
    func pick(_ english: String, _ korean: String) -> String {
        self == .korean ? korean : english
    }
}
