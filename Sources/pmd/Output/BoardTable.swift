import BoardView
import MarkdownDocument
import TaskBoard
import TextLayout
import Words

/// The columns of a board, fitted to a terminal: side by side, or stacked if the terminal is too
/// narrow.
struct BoardTable {
    /// A column and the text of its cards.
    struct Column: Sendable {
        let view: ColumnView
        /// Returns a function that makes the text of a task's card; each thread calls it once.
        let cards: @Sendable () -> (TaskItem) -> CardText
    }

    let columns: [Column]

    /// The minimum column width at which titles are readable.
    private static let narrowest = 18
    private static let widest = 48
    private static let gap = 2
    private static let bodyLines = 3
    /// The size of a write in bytes.
    private static let batch = 1 << 16

    func lines(ink: Ink, columns width: Int) -> [String] {
        var lines: [String] = []
        write(ink: ink, columns: width) { bytes in
            lines += bytes.split(separator: 0x0A, omittingEmptySubsequences: false).dropLast()
                .map { String(decoding: $0, as: UTF8.self) }
        }
        return lines
    }

    /// Writes the lines with their line ends, in batches: all lines of a large board would take
    /// many megabytes.
    func write<Reason: Error>(
        ink: Ink, columns width: Int, to output: ([UInt8]) throws(Reason) -> Void
    ) throws(Reason) {
        guard !columns.isEmpty else { return }
        let room = width - Self.gap * (columns.count - 1)
        let columnWidth = min(room / columns.count, Self.widest)
        if columnWidth >= Self.narrowest {
            try writeBeside(ink, columnWidth, output)
        } else {
            try writeStacked(ink, min(max(width, Console.narrowest), 80), output)
        }
    }

    private func writeStacked<Reason: Error>(
        _ ink: Ink, _ width: Int, _ output: ([UInt8]) throws(Reason) -> Void
    ) throws(Reason) {
        for (index, column) in columns.enumerated() {
            var bytes: [UInt8] = index > 0 ? [0x0A] : []
            var lines = ColumnLines(column, ink, width)
            while let line = lines.next() {
                let start = bytes.count
                bytes.append(contentsOf: line.text.utf8)
                bytes.endLine(from: start)
                try bytes.flush(from: Self.batch, output)
            }
            try bytes.flush(from: 1, output)
        }
    }

    private func writeBeside<Reason: Error>(
        _ ink: Ink, _ width: Int, _ output: ([UInt8]) throws(Reason) -> Void
    ) throws(Reason) {
        var blocks = columns.map { ColumnLines($0, ink, width) }
        var bytes: [UInt8] = []
        while true {
            let start = bytes.count
            // The remaining width of the row before the next cell.
            var gap = 0
            var isEnd = true
            for index in blocks.indices {
                let line = blocks[index].next()
                if line != nil { isEnd = false }
                if let line, !line.text.isEmpty {
                    bytes.append(contentsOf: repeatElement(0x20, count: gap))
                    bytes.append(contentsOf: line.text.utf8)
                    gap = 0
                }
                gap += width - (line?.columns ?? 0) + Self.gap
            }
            if isEnd { return try bytes.flush(from: 1, output) }
            bytes.endLine(from: start)
            try bytes.flush(from: Self.batch, output)
        }
    }
}

extension [UInt8] {
    /// Ends the line that begins at `start`, without its trailing blanks.
    fileprivate mutating func endLine(from start: Int) {
        while count > start, last == 0x20 { removeLast() }
        append(0x0A)
    }

    /// Writes the bytes if there are at least `size`.
    fileprivate mutating func flush<Reason: Error>(
        from size: Int, _ output: ([UInt8]) throws(Reason) -> Void
    ) throws(Reason) {
        guard count >= size else { return }
        try output(self)
        removeAll(keepingCapacity: true)
    }
}

/// The lines of a column from top to bottom, made for a few cards at a time.
private struct ColumnLines {
    private let column: BoardTable.Column
    private let ink: Ink
    private let width: Int
    /// The lines that are made, and the index of the next one.
    private var ready: [CardLine]
    private var index = 0
    /// The number of cards whose lines are made.
    private var cards = 0
    private var isEnded = false

    /// The number of cards that are made at once: enough for two threads, and few enough that
    /// their lines stay in the processor's cache.
    private static let batch = 512

    init(_ column: BoardTable.Column, _ ink: Ink, _ width: Int) {
        (self.column, self.ink, self.width) = (column, ink, width)
        ready = [
            BoardTable.header(of: column.view, ink, width), BoardTable.rule(ink, width),
        ]
    }

    mutating func next() -> CardLine? {
        while index == ready.count {
            guard refill() else { return nil }
        }
        defer { index += 1 }
        return ready[index]
    }

    /// Makes the next lines; returns false at the end of the column.
    private mutating func refill() -> Bool {
        guard !isEnded else { return false }
        ready.removeAll(keepingCapacity: true)
        index = 0
        let tasks = column.view.tasks.dropFirst(cards).prefix(Self.batch)
        let blocks = makeByTwoThreads(tasks.count, block: 32, from: 128) {
            [column, ink, width] in
            let card = column.cards()
            return { BoardTable.lines(of: card(tasks[tasks.startIndex + $0]), ink, width) }
        }
        for block in blocks {
            if cards > 0 { ready.append(CardLine(text: "", columns: 0)) }
            ready += block
            cards += 1
        }
        if cards == column.view.tasks.count {
            isEnded = true
            if column.view.hidden > 0 {
                ready.append(CardLine(text: "", columns: 0))
                let more = CommandSentence.more(column.view.hidden).text
                ready.append(BoardTable.line(more, .meta, ink, width))
            }
        }
        return !ready.isEmpty || !isEnded
    }
}

/// A styled line and its width in columns.
private struct CardLine {
    var text: String
    var columns: Int
}

extension BoardTable {
    fileprivate static func header(of view: ColumnView, _ ink: Ink, _ width: Int) -> CardLine {
        var count = view.limit.map { "\(view.count)/\($0)" } ?? "\(view.count)"
        if let matching = view.matching {
            count = CommandSentence.matching(matching, of: count).text
        }
        if view.isOverLimit { count += " !" }
        if view.isUnknown { count += " " + CommandSentence.unknown.text }
        let room = max(width - count.columns - 1, 4)
        let name = safe(view.label.utf8).truncated(to: room)
        let rest = count.truncated(to: max(width - name.columns - 1, 1))
        let style: Style = view.isOverLimit ? .limit : view.isUnknown ? .problem : .meta
        return CardLine(
            text: ink(name, .header) + " " + ink(rest, style),
            columns: name.columns + 1 + rest.columns)
    }

    fileprivate static func rule(_ ink: Ink, _ width: Int) -> CardLine {
        line(String(repeating: "─", count: width), .meta, ink, width)
    }

    fileprivate static func lines(of card: CardText, _ ink: Ink, _ width: Int) -> [CardLine] {
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
            wrapped += words(ofMarkdown: text).wrapped(
                to: width - 2, most: bodyLines + 1 - wrapped.count)
        }
        var shown = Array(wrapped.prefix(bodyLines))
        if wrapped.count > bodyLines || card.excerpt.count > bodyLines, let last = shown.popLast() {
            shown.append((last + " …").truncated(to: width - 2))
        }
        return shown.map { line("  " + $0, .meta, ink, width) }
    }

    fileprivate static func line(
        _ text: String, _ style: Style, _ ink: Ink, _ width: Int
    ) -> CardLine {
        let text = text.truncated(to: width)
        return CardLine(text: ink(text, style), columns: text.columns)
    }
}
