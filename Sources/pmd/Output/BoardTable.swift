import BoardView
import MarkdownDocument
import TaskBoard
import TextLayout
import Words

/// The columns of a board, fitted to a terminal: side by side, or stacked if the terminal is too
/// narrow.
struct BoardTable {
    /// A column and what its cards are written with.
    struct Column: Sendable {
        let view: ColumnView
        let cards: CardSource
    }

    let columns: [Column]

    /// The minimum column width at which titles are readable.
    private static let narrowest = 18
    private static let widest = 48
    private static let gap = 2
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
            while true {
                let start = bytes.count
                guard lines.writeNext(to: &bytes, after: 0) != nil else { break }
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
                let before = bytes.count
                let columns = blocks[index].writeNext(to: &bytes, after: gap)
                if columns != nil { isEnd = false }
                if bytes.count > before { gap = 0 }
                gap += width - (columns ?? 0) + Self.gap
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
    /// The lines that are made, and the next one of them.
    private var ready: [CardLines]
    private var next = (block: 0, line: 0)
    /// The number of cards whose lines are made.
    private var cards = 0
    private var isEnded = false

    /// The number of cards that are made at once: enough for two threads, and few enough that
    /// their lines stay in the processor's cache.
    private static let batch = 512
    /// The number of cards that a thread makes at a time.
    private static let block = 32

    init(_ column: BoardTable.Column, _ ink: Ink, _ width: Int) {
        (self.column, self.ink, self.width) = (column, ink, width)
        ready = [CardLines(headerOf: column.view, ink, width)]
    }

    /// Appends the next line, with a gap before any text.
    ///
    /// - Returns: The width of the line; nil at the end of the column.
    mutating func writeNext(to bytes: inout [UInt8], after gap: Int) -> Int? {
        while next.block < ready.count, next.line == ready[next.block].count {
            next = (next.block + 1, 0)
        }
        while next.block == ready.count {
            guard refill() else { return nil }
        }
        defer { next.line += 1 }
        return ready[next.block].appendLine(next.line, to: &bytes, after: gap)
    }

    /// Makes the next lines; returns false at the end of the column.
    private mutating func refill() -> Bool {
        guard !isEnded else { return false }
        let tasks = column.view.tasks.dropFirst(cards).prefix(Self.batch)
        let isTop = cards == 0
        let blocks = (tasks.count + Self.block - 1) / Self.block
        ready = makeByTwoThreads(blocks, block: 1, from: 4) { [column, ink, width] in
            let writer = CardWriter(column.cards, ink, width: width)
            return { block -> CardLines in
                var lines = CardLines()
                let few = tasks.dropFirst(block * Self.block).prefix(Self.block)
                for (index, task) in few.enumerated() {
                    if !isTop || block > 0 || index > 0 { lines.endLine() }
                    writer.write(task, to: &lines)
                }
                return lines
            }
        }
        next = (0, 0)
        cards += tasks.count
        if cards == column.view.tasks.count {
            isEnded = true
            if column.view.hidden > 0 {
                ready.append(CardLines(more: column.view.hidden, ink, width))
            }
        }
        return !ready.isEmpty || !isEnded
    }
}

extension CardLines {
    fileprivate init(headerOf view: ColumnView, _ ink: Ink, _ width: Int) {
        self.init()
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
        write(name, .header, ink)
        writeBlanks(1)
        write(rest, style, ink)
        endLine()
        write(String(repeating: "─", count: width), .meta, ink)
        endLine()
    }

    /// The number of tasks that are not shown, after a blank line.
    fileprivate init(more: Int, _ ink: Ink, _ width: Int) {
        self.init()
        endLine()
        write(CommandSentence.more(more).text.truncated(to: width), .meta, ink)
        endLine()
    }
}
