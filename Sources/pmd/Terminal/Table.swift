/// Rows whose cells line up, by the columns that a terminal gives them.
///
/// All text is kept in one piece of memory: a list has thousands of rows.
struct Table {
    /// A cell: the text, which is safe to print, and how it is shown.
    struct Cell {
        var text: String
        var styles: [Style] = []
        var isRight = false
    }

    /// A cell whose text lies among the others'.
    private struct Placed {
        let start: UInt32
        let count: UInt32
        let columns: UInt32
        let isRight: Bool
        let styles: [Style]
    }

    private var text: [UInt8] = []
    private var cells: [Placed] = []
    /// Where each row's cells end.
    private var ends: [Int] = []
    /// The columns of the widest cell.
    private var widths: [Int] = []

    mutating func append(_ row: [Cell]) {
        for (column, cell) in row.enumerated() {
            let columns = cell.text.columns
            cells.append(
                Placed(
                    start: UInt32(clamping: text.count),
                    count: UInt32(clamping: cell.text.utf8.count),
                    columns: UInt32(clamping: columns), isRight: cell.isRight,
                    styles: cell.styles))
            text.append(contentsOf: cell.text.utf8)
            if column == widths.count { widths.append(0) }
            widths[column] = max(widths[column], columns)
        }
        ends.append(cells.count)
    }

    var isEmpty: Bool { ends.isEmpty }

    /// The lines, the last column cut where a row would pass `limit` columns.
    ///
    /// Two blanks stand between columns; one that is empty in all rows is left out.
    func lines(ink: Ink, limit: Int, indent: Int = 0) -> [String] {
        var line: [UInt8] = []
        return ends.indices.map { row in
            line.removeAll(keepingCapacity: true)
            write(row, to: &line, ink, limit, indent)
            return String(decoding: line, as: UTF8.self)
        }
    }

    /// Writes the same lines, each with its line end, many at a time.
    func write(
        ink: Ink, limit: Int, to output: ([UInt8]) throws(Failure) -> Void
    ) throws(Failure) {
        var bytes: [UInt8] = []
        for row in ends.indices {
            write(row, to: &bytes, ink, limit, 0)
            bytes.append(0x0A)
            guard bytes.count >= 1 << 16 else { continue }
            try output(bytes)
            bytes.removeAll(keepingCapacity: true)
        }
        if !bytes.isEmpty { try output(bytes) }
    }

    private func write(
        _ row: Int, to line: inout [UInt8], _ ink: Ink, _ limit: Int, _ indent: Int
    ) {
        let beginning = line.count
        line.append(contentsOf: repeatElement(0x20, count: indent))
        var used = indent
        let first = row == 0 ? 0 : ends[row - 1]
        for (column, index) in (first..<ends[row]).enumerated() where widths[column] > 0 {
            if used > indent {
                line.append(contentsOf: repeatElement(0x20, count: 2))
                used += 2
            }
            let isLast = index == ends[row] - 1
            write(cells[index], to: &line, ink, isLast ? limit - used : nil, widths[column])
            used += widths[column]
        }
        while line.count > beginning, line.last == 0x20 { line.removeLast() }
    }

    /// - Parameter room: what is left of the line, for its last cell, which is cut.
    private func write(
        _ cell: Placed, to line: inout [UInt8], _ ink: Ink, _ room: Int?, _ width: Int
    ) {
        let shown = text[Int(cell.start)..<Int(cell.start + cell.count)]
        var columns = Int(cell.columns)
        let isCut = room.map { columns > max($0, 8) } ?? false
        let isStyled = ink.isColoured && !cell.styles.isEmpty
        var words: String?
        if isCut || isStyled {
            var string = String(decoding: shown, as: UTF8.self)
            if isCut { string = string.truncated(to: max(room ?? 0, 8)) }
            columns = string.columns
            words = ink(string, cell.styles)
        }
        let blanks = repeatElement(UInt8(0x20), count: max(0, width - columns))
        if cell.isRight { line.append(contentsOf: blanks) }
        if let words { line.append(contentsOf: words.utf8) } else { line.append(contentsOf: shown) }
        if !cell.isRight, room == nil { line.append(contentsOf: blanks) }
    }
}

extension String {
    /// Without the blanks at the end, which only show when a line is copied.
    var trimmingTrailingBlanks: String {
        var text = self[...]
        while text.utf8.last == 0x20 { text = text.dropLast() }
        return String(text)
    }
}
