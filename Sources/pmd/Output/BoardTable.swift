import BoardView
import MarkdownDocument
import TaskBoard
import TextLayout
import Words

/// The columns of a board, fitted to a terminal: side by side, or stacked if the terminal is too
/// narrow.
struct BoardTable {
    /// A column with its cards.
    struct Column: Sendable {
        let view: ColumnView
        let cards: [CardText]
    }

    let columns: [Column]

    /// The minimum column width at which titles are readable.
    private static let narrowest = 18
    private static let widest = 48
    private static let gap = 2
    private static let bodyLines = 3

    func lines(ink: Ink, columns width: Int) -> [String] {
        guard !columns.isEmpty else { return [] }
        let room = width - Self.gap * (columns.count - 1)
        let columnWidth = min(room / columns.count, Self.widest)
        guard columnWidth >= Self.narrowest else {
            return stacked(ink, max(width, Console.narrowest))
        }
        return beside(columns.map { Self.lines(of: $0, ink, columnWidth) }, columnWidth)
    }

    private func stacked(_ ink: Ink, _ width: Int) -> [String] {
        let blocks = columns.map { Self.lines(of: $0, ink, min(width, 80)).map(\.text) }
        return Array(blocks.joined(separator: [""])).map(\.trimmingTrailingBlanks)
    }

    private func beside(_ blocks: [[CardLine]], _ width: Int) -> [String] {
        let height = blocks.map(\.count).max() ?? 0
        var bytes: [UInt8] = []
        return (0..<height).map { row in
            bytes.removeAll(keepingCapacity: true)
            // The remaining width of a row before the next cell.
            var gap = 0
            for block in blocks {
                let line = row < block.count ? block[row] : CardLine(text: "", columns: 0)
                if !line.text.isEmpty {
                    bytes.append(contentsOf: repeatElement(0x20, count: gap))
                    bytes.append(contentsOf: line.text.utf8)
                    gap = 0
                }
                gap += width - line.columns + Self.gap
            }
            return String(decoding: bytes, as: UTF8.self).trimmingTrailingBlanks
        }
    }
}

/// A styled line and its width in columns.
private struct CardLine {
    var text: String
    var columns: Int
}

extension BoardTable {
    private static func lines(of column: Column, _ ink: Ink, _ width: Int) -> [CardLine] {
        var lines = [header(of: column, ink, width), rule(ink, width)]
        let cards = makeByTwoThreads(column.cards.count, block: 64, from: 1_024) {
            { self.lines(of: column.cards[$0], ink, width) }
        }
        for (index, card) in cards.enumerated() {
            if index > 0 { lines.append(CardLine(text: "", columns: 0)) }
            lines += card
        }
        if column.view.hidden > 0 {
            lines.append(CardLine(text: "", columns: 0))
            lines.append(line(CommandSentence.more(column.view.hidden).text, .meta, ink, width))
        }
        return lines
    }

    private static func header(of column: Column, _ ink: Ink, _ width: Int) -> CardLine {
        let view = column.view
        var count = view.limit.map { "\(view.count)/\($0)" } ?? "\(view.count)"
        if let matching = view.matching {
            count = CommandSentence.matching(matching, of: count).text
        }
        if view.isOverLimit { count += " !" }
        if view.isUnknown { count += " " + CommandSentence.unknown.text }
        let room = max(width - count.columns - 1, 4)
        let name = safe(view.state.utf8).truncated(to: room)
        let rest = count.truncated(to: max(width - name.columns - 1, 1))
        let style: Style = view.isOverLimit ? .limit : view.isUnknown ? .problem : .meta
        return CardLine(
            text: ink(name, .header) + " " + ink(rest, style),
            columns: name.columns + 1 + rest.columns)
    }

    private static func rule(_ ink: Ink, _ width: Int) -> CardLine {
        line(String(repeating: "─", count: width), .meta, ink, width)
    }

    private static func lines(of card: CardText, _ ink: Ink, _ width: Int) -> [CardLine] {
        let reference = card.reference.truncated(to: max(width / 2, 6))
        let room = width - reference.columns - 1
        let title = card.title.truncated(to: room)
        let style: Style = card.isOverdue ? .overdue : card.isFinished ? .done : []
        let head = CardLine(
            text: ink(reference, .reference) + " " + ink(title, style),
            columns: reference.columns + 1 + title.columns)
        return [head] + details(of: card, ink, width) + body(of: card, ink, width)
    }

    /// Returns the marks of a card, wrapped over as many lines as needed and indented by two
    /// blanks.
    private static func details(of card: CardText, _ ink: Ink, _ width: Int) -> [CardLine] {
        var lines: [CardLine] = []
        for part in card.marks {
            let text = part.text.truncated(to: width - 2)
            if var last = lines.last, last.columns + 1 + text.columns <= width {
                last.text += " " + ink(text, part.style)
                last.columns += 1 + text.columns
                lines[lines.count - 1] = last
            } else {
                lines.append(
                    CardLine(text: "  " + ink(text, part.style), columns: 2 + text.columns))
            }
        }
        return lines
    }

    private static func body(of card: CardText, _ ink: Ink, _ width: Int) -> [CardLine] {
        var wrapped: [String] = []
        for text in card.excerpt.prefix(bodyLines) where wrapped.count <= bodyLines {
            wrapped += words(ofMarkdown: text).wrapped(to: width - 2, most: bodyLines + 1)
        }
        var shown = Array(wrapped.prefix(bodyLines))
        if wrapped.count > bodyLines || card.excerpt.count > bodyLines, let last = shown.popLast() {
            shown.append((last + " …").truncated(to: width - 2))
        }
        return shown.map { line("  " + $0, .meta, ink, width) }
    }

    private static func line(
        _ text: String, _ style: Style, _ ink: Ink, _ width: Int
    ) -> CardLine {
        let text = text.truncated(to: width)
        return CardLine(text: ink(text, style), columns: text.columns)
    }
}
