import BoardView
import MarkdownDocument
import TaskBoard
import TextLayout

/// The facts and words that the cards of a board are written from.
struct CardSource: Sendable {
    let marks: Marks
    let references: References
    let words: TaskWords

    init(_ board: Board, _ words: TaskWords, now: Moment) {
        (marks, references) = (Marks(board, now: now), References(board))
        self.words = words
    }
}

/// Writes the cards of tasks as lines, from borrowed records and files: a board has thousands.
/// One thread uses it.
final class CardWriter {
    private let source: CardSource
    private let ink: Ink
    /// The width of a card.
    private let width: Int
    private let today: Day
    private let lender = ContentsLender()
    private var cell = CellText()
    /// The last line of the body, which may still get an ellipsis.
    private var last = CellText()

    /// The maximum number of body lines on a card.
    private static let bodyLines = 3

    init(_ source: CardSource, _ ink: Ink, width: Int) {
        (self.source, self.ink, self.width) = (source, ink, width)
        today = source.marks.now.today
    }

    func write(_ task: TaskItem, to lines: inout CardLines) {
        task.withGlance { glance in
            writeHead(of: task, glance, to: &lines)
            writeMarks(of: task, glance, to: &lines)
        }
        writeBody(of: task, to: &lines)
    }

    private func writeHead(
        of task: TaskItem, _ glance: CardFields, to lines: inout CardLines
    ) {
        cell.set(safe(source.references[task]), limit: max(width / 2, 6))
        lines.write(cell, .reference, ink)
        lines.writeBlanks(1)
        cell.set(fromFile: glance.title.bindMemory(to: UInt8.self), limit: width - lines.columns)
        let isOverdue = task.isOverdue(glance, source.marks.now, today: today)
        lines.write(cell, isOverdue ? .overdue : task.isFinished ? .done : [], ink)
        lines.endLine()
    }

    /// Writes the marks over as many lines as needed, indented by two blanks.
    private func writeMarks(
        of task: TaskItem, _ glance: CardFields, to lines: inout CardLines
    ) {
        let words = source.words
        source.marks.each(of: task, glance) { mark in
            switch mark {
            case .field(let field, let value):
                cell.set(
                    fromFile: value.bindMemory(to: UInt8.self), after: field.signOnCards,
                    limit: width - 2)
            case .due(let isOverdue):
                cell.set(
                    words.words(of: .due(isOverdue: isOverdue), due: glance.dueDate),
                    limit: width - 2)
            default: cell.set(words.words(of: mark), limit: width - 2)
            }
            if lines.columns > 0, lines.columns + 1 + cell.columns <= width {
                lines.writeBlanks(1)
            } else {
                if lines.columns > 0 { lines.endLine() }
                lines.writeBlanks(2)
            }
            lines.write(cell, TaskWords.style(of: mark.tone), ink)
        }
        if lines.columns > 0 { lines.endLine() }
    }

    private func writeBody(of task: TaskItem, to lines: inout CardLines) {
        // The numbers of lines in the file, and on the card.
        var (count, shown) = (0, 0)
        var hasMore = false
        func take(_ line: UnsafeBufferPointer<UInt8>, _ columns: Int) -> Bool {
            guard shown < Self.bodyLines else {
                hasMore = true
                return false
            }
            if shown > 0 { lines.writeLine(last, indent: 2, .meta, ink) }
            last.set(line, columns: columns)
            shown += 1
            return true
        }
        task.eachExcerptLine(lentBy: lender) { text in
            guard count < Self.bodyLines else {
                hasMore = true
                return false
            }
            count += 1
            eachLine(of: text, take)
            return !hasMore
        }
        guard shown > 0 else { return }
        if hasMore { last.append(" …", limit: width - 2) }
        lines.writeLine(last, indent: 2, .meta, ink)
    }

    /// Wraps a line of Markdown as plain words, and lends each line with its width until `take`
    /// returns false.
    private func eachLine(
        of text: UnsafeBufferPointer<UInt8>, _ take: (UnsafeBufferPointer<UInt8>, Int) -> Bool
    ) {
        let limit = max(width - 2, 2)
        if let words = proseWords(ofMarkdown: text), let columns = plainColumns(words) {
            return eachPlainLine(words, columns: columns, limit, take)
        }
        for line in words(ofMarkdown: Text(text)).wrapped(to: limit, most: Self.bodyLines + 1) {
            let columns = line.columns
            let line = columns <= limit ? line : line.truncated(to: limit)
            guard Array(line.utf8).withUnsafeBufferPointer({ take($0, min(columns, limit)) })
            else { return }
        }
    }
}

/// A reused buffer for a piece of text that is safe to print.
private struct CellText {
    private(set) var bytes: [UInt8] = []
    private(set) var columns = 0

    /// Sets text that is safe to print, truncated to `limit` columns.
    mutating func set(_ text: String, limit: Int) {
        bytes.removeAll(keepingCapacity: true)
        append(text, limit: limit)
    }

    /// Sets text that is safe to print and has this width.
    mutating func set(_ text: UnsafeBufferPointer<UInt8>, columns: Int) {
        bytes.removeAll(keepingCapacity: true)
        bytes.append(contentsOf: text)
        self.columns = columns
    }

    /// Sets text from a file, made safe to print, after a sign.
    mutating func set(
        fromFile text: UnsafeBufferPointer<UInt8>, after sign: String = "", limit: Int
    ) {
        guard plainColumns(text) != nil else { return set(sign + safe(text), limit: limit) }
        bytes.removeAll(keepingCapacity: true)
        bytes.append(contentsOf: sign.utf8)
        bytes.append(contentsOf: text)
        truncate(to: limit)
    }

    /// Appends text that is safe to print, and truncates all of it.
    mutating func append(_ text: String, limit: Int) {
        bytes.append(contentsOf: text.utf8)
        truncate(to: limit)
    }

    /// Truncates the text as ``StringProtocol/truncated(to:)`` does.
    private mutating func truncate(to limit: Int) {
        let plain = bytes.withUnsafeBufferPointer { bytes in
            plainColumns(bytes).map { columns in
                columns <= limit
                    ? (count: bytes.count, columns: columns)
                    : plainPrefix(bytes, columns: max(limit - 1, 0))
            }
        }
        guard let plain else {
            let text = String(decoding: bytes, as: UTF8.self).truncated(to: limit)
            (bytes, columns) = (Array(text.utf8), text.columns)
            return
        }
        columns = plain.columns
        guard plain.count < bytes.count else { return }
        bytes.removeLast(bytes.count - plain.count)
        guard limit > 0 else { return }
        bytes.append(contentsOf: "…".utf8)
        columns += 1
    }
}

/// The lines of cards, in one buffer.
struct CardLines {
    private var text: [UInt8] = []
    private var lines: [(end: Int, columns: Int)] = []
    /// The width of the open line.
    private(set) var columns = 0

    var count: Int { lines.count }

    /// Ends the open line.
    mutating func endLine() {
        lines.append((text.count, columns))
        columns = 0
    }

    mutating func writeBlanks(_ count: Int) {
        text.append(contentsOf: repeatElement(0x20, count: count))
        columns += count
    }

    /// Appends text that is safe to print to the open line.
    mutating func write(_ words: String, _ style: Style, _ ink: Ink) {
        text.append(contentsOf: ink(words, style).utf8)
        columns += words.columns
    }

    fileprivate mutating func write(
        _ cell: CellText, indent: Int = 0, _ style: Style, _ ink: Ink
    ) {
        let start = cell.bytes.isEmpty && indent == 0 ? "" : ink.start(of: style)
        if !start.isEmpty { text.append(contentsOf: start.utf8) }
        if indent > 0 { writeBlanks(indent) }
        text.append(contentsOf: cell.bytes)
        if !start.isEmpty { text.append(contentsOf: Ink.end.utf8) }
        columns += cell.columns
    }

    fileprivate mutating func writeLine(
        _ cell: CellText, indent: Int, _ style: Style, _ ink: Ink
    ) {
        write(cell, indent: indent, style, ink)
        endLine()
    }

    /// Appends the bytes of a line.
    ///
    /// - Returns: The width of the line.
    func appendLine(_ index: Int, to bytes: inout [UInt8], after gap: Int) -> Int {
        let start = index == 0 ? 0 : lines[index - 1].end
        guard start < lines[index].end else { return 0 }
        bytes.append(contentsOf: repeatElement(0x20, count: gap))
        bytes.append(contentsOf: text[start..<lines[index].end])
        return lines[index].columns
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

    fileprivate static func style(of tone: MarkTone) -> Style {
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
