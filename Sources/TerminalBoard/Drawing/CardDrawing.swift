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
    /// The indentation of the lines below a title.
    private static let indent = "   "

    /// Returns the lines of a card of this width.
    ///
    /// - Parameter titleLines: The maximum number of lines of the title. With several, the title
    ///   and the fields wrap instead of being truncated.
    func lines(_ card: Card, width: Int, titleLines: Int = 1) -> [Line] {
        let wraps = titleLines > 1
        let facts = [MarkGroup.plan, .field, .attention].flatMap { group in
            let width = width - Self.indent.count
            return rows(
                of: parts(card, group, width: width, wraps: wraps), width: width, wraps: wraps)
        }
        let excerpt =
            card.isFinished
            ? []
            : card.excerpt.prefix(Self.excerptLines)
                .map { Line(TextLayout.words(ofMarkdown: $0), theme.dim) }
        return title(of: card, width: width, lines: titleLines)
            + (facts + excerpt).map { indented($0, width) }
    }

    /// Returns a card on one line: the title, and its marks in short at the end.
    func line(_ card: Card, width: Int) -> Line {
        var marks = Line()
        for mark in card.marks where mark.group != .field {
            let (text, style) = shortWords(mark, card)
            if text.isEmpty { continue }
            if !marks.isEmpty { marks.append(" ") }
            marks.append(text, card.isFinished ? theme.done : style)
        }
        // The title keeps at least half of the line.
        marks = marks.cut(to: max(0, width / 2 - 1))
        var line = begin(card)
        line.append(card.title.string, titleStyle(card))
        line = line.cut(to: width - (marks.isEmpty ? 0 : marks.columns + 1))
        guard !marks.isEmpty else { return line }
        line.append(String(repeating: " ", count: width - line.columns - marks.columns))
        line.append(marks)
        return line
    }

    /// Returns a card's title with its reference, the sign of its priority, and marks that need
    /// attention.
    func titleLine(_ card: Card) -> Line {
        var line = begin(card)
        for mark in card.marks {
            if case .priority(let priority) = mark { line.append(priority.sign + " ", theme.bold) }
        }
        line.append(card.title.string, titleStyle(card))
        for mark in card.marks where mark.group == .attention {
            let (text, style) = shortWords(mark, card)
            line.append(" " + text, style)
        }
        return line
    }

    /// Returns the chosen marks of a card, side by side.
    func line(of card: Card, where isShown: (Mark<Text>) -> Bool) -> Line {
        var line = Line()
        for mark in card.marks where isShown(mark) {
            let (text, style) = words(mark, card)
            if !line.isEmpty { line.append(" ") }
            line.append(text, style)
        }
        return line
    }

    private func begin(_ card: Card) -> Line {
        Line(card.reference + " ", theme.style(.reference))
    }

    private func titleStyle(_ card: Card) -> CellStyle { card.isFinished ? theme.done : theme.bold }

    private func title(of card: Card, width: Int, lines limit: Int) -> [Line] {
        let start = begin(card)
        let title = card.title.string
        guard limit > 1, start.columns + columns(of: title) > width else {
            var line = start
            line.append(title, titleStyle(card))
            return [line.cut(to: width)]
        }
        let lines = wrapped(title, first: start, rest: Line(Self.indent), width: width)
        return lines.indices.prefix(limit).map { index in
            var line = lines[index].start
            // The last line gets the rest of a longer title, and so an ellipsis.
            let end = index + 1 < limit ? index : lines.count - 1
            let words = lines[index...end].map(\.words).joined(separator: " ")
            line.append(words, titleStyle(card))
            return line.cut(to: width)
        }
    }

    /// Wraps a text whose first line begins after other text than the lines below it.
    private func wrapped(
        _ text: String, first: Line, rest: Line, width: Int
    ) -> [(words: String, start: Line)] {
        let room = max(2, width - max(first.columns, rest.columns))
        return TerminalUI.wrapped(text, width: room).enumerated().map { index, words in
            (words, index == 0 ? first : rest)
        }
    }

    private func indented(_ line: Line, _ width: Int) -> Line {
        var indented = Line(Self.indent)
        indented.append(line)
        return indented.cut(to: width)
    }

    /// Returns the marks of a group, each with its look, or in short if they do not fit on one row.
    private func parts(_ card: Card, _ group: MarkGroup, width: Int, wraps: Bool) -> [Line] {
        let whole = parts(card, group, words(_:_:))
        let isCut = !wraps && whole.reduce(-2) { $0 + 2 + $1.columns } > width
        return group == .plan && isCut ? parts(card, group, shortWords(_:_:)) : whole
    }

    private func parts(
        _ card: Card, _ group: MarkGroup, _ words: (Mark<Text>, Card) -> (String, CellStyle)
    ) -> [Line] {
        card.marks.filter { $0.group == group }.compactMap { mark in
            let (text, style) = words(mark, card)
            return text.isEmpty ? nil : Line(text, card.isFinished ? theme.done : style)
        }
    }

    /// Returns marks side by side, on one row or on as many as they need.
    private func rows(of parts: [Line], width: Int, wraps: Bool) -> [Line] {
        var rows: [Line] = []
        for part in parts {
            if var last = rows.last, !wraps || last.columns + 2 + part.columns <= width {
                last.append("  ")
                last.append(part)
                rows[rows.count - 1] = last
            } else {
                rows.append(part)
            }
        }
        return rows
    }

    /// Returns the words of a mark, which do not depend on its colour, and its style.
    func words(_ mark: Mark<Text>, _ card: Card) -> (String, CellStyle) {
        let style = style(of: mark.tone)
        return switch mark {
        case .conflicts(let count): (words.flaggedConflicts(count), theme.conflict)
        case .priority(let priority): (words.marked(priority), style)
        case .field(.project, let project): (words.marked(project: project), style)
        default: (words.words(of: mark, due: card.due), style)
        }
    }

    /// Returns the words of a mark where there is little room: signs without their words.
    private func shortWords(_ mark: Mark<Text>, _ card: Card) -> (String, CellStyle) {
        switch mark {
        case .conflicts: ("⚑", theme.conflict)
        case .priority(let priority): (priority.sign, style(of: mark.tone))
        default: words(mark, card)
        }
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
