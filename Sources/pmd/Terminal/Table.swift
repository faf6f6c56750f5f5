import TextLayout

/// Rows of cells, aligned by their width in a terminal.
///
/// One buffer holds all text, since a list can have thousands of rows.
struct Table {
    /// A cell: text that is safe to print, and its style.
    struct Cell {
        var text: String
        var style: Style = []
        var isRight = false
    }

    /// A cell whose text is in the shared buffer.
    private struct Placed {
        let start: UInt32
        let count: UInt32
        let columns: UInt32
        let isRight: Bool
        let style: Style
    }

    private var text: [UInt8] = []
    private var cells: [Placed] = []
    /// The end index of each row among the cells.
    private var ends: [Int] = []
    /// The width of the widest cell in each column.
    private(set) var widths: [Int] = []
    /// False for other programs: cells are not padded, and empty ones are left out.
    var isPadded = true
    /// The start of the open cell in the buffer, and its width so far.
    private var open = (start: 0, columns: 0)

    mutating func append(_ row: [Cell]) {
        for cell in row {
            write(cell.text)
            endCell(cell.style, isRight: cell.isRight)
        }
        endRow()
    }

    /// Appends text that is safe to print to the open cell.
    mutating func write(_ words: String) {
        open.columns += words.columns
        text.append(contentsOf: words.utf8)
    }

    /// Appends text from a file to the open cell, made safe to print.
    mutating func write(_ bytes: UnsafeRawBufferPointer) {
        if let columns = plainColumns(bytes.bindMemory(to: UInt8.self)) {
            open.columns += columns
            text.append(contentsOf: bytes)
        } else {
            write(safe(bytes))
        }
    }

    mutating func endCell(_ style: Style = [], isRight: Bool = false) {
        let column = cells.count - (ends.last ?? 0)
        cells.append(
            Placed(
                start: UInt32(clamping: open.start),
                count: UInt32(clamping: text.count - open.start),
                columns: UInt32(clamping: open.columns), isRight: isRight,
                style: style))
        if column == widths.count { widths.append(0) }
        widths[column] = max(widths[column], open.columns)
        open = (text.count, 0)
    }

    mutating func endRow() { ends.append(cells.count) }

    /// Truncates the cells of one column.
    mutating func truncate(_ column: Int, to limit: Int) {
        widths[column] = 0
        for row in ends.indices {
            let index = first(row) + column
            let cell = cells[index]
            if cell.columns > limit {
                let words = string(cell).truncated(to: limit)
                cells[index] = Placed(
                    start: UInt32(clamping: text.count), count: UInt32(clamping: words.utf8.count),
                    columns: UInt32(clamping: words.columns), isRight: cell.isRight,
                    style: cell.style)
                text.append(contentsOf: words.utf8)
            }
            widths[column] = max(widths[column], Int(cells[index].columns))
        }
        open.start = text.count
    }

    /// Leaves out one column.
    mutating func hide(_ column: Int) { widths[column] = 0 }

    /// The width of an untruncated row.
    var columns: Int { widths.reduce(-2) { $1 > 0 ? $0 + $1 + 2 : $0 } }

    private func first(_ row: Int) -> Int { row == 0 ? 0 : ends[row - 1] }

    private func string(_ cell: Placed) -> String {
        String(decoding: text[Int(cell.start)..<Int(cell.start + cell.count)], as: UTF8.self)
    }

    var isEmpty: Bool { ends.isEmpty }

    /// Gives the columns of several tables equal widths.
    static func align(_ tables: inout [Table]) {
        var widths: [Int] = []
        for table in tables {
            for (column, width) in table.widths.enumerated() {
                if column == widths.count { widths.append(0) }
                widths[column] = max(widths[column], width)
            }
        }
        for index in tables.indices { tables[index].widths = widths }
    }

    /// Returns the rows as lines. The last column is truncated if a row would exceed `limit`
    /// columns.
    ///
    /// Two blanks separate columns. A column that is empty in all rows is omitted.
    func lines(ink: Ink, limit: Int?, indent: Int = 0) -> [String] {
        var line: [UInt8] = []
        return text.withUnsafeBufferPointer { text in
            ends.indices.map { row in
                line.removeAll(keepingCapacity: true)
                write(row, of: text, to: &line, ink, limit, indent)
                return String(decoding: line, as: UTF8.self)
            }
        }
    }

    /// Returns the same lines as bytes, each with a line end.
    func text(ink: Ink, limit: Int?) -> [UInt8] {
        var bytes: [UInt8] = []
        let width = isPadded ? widths.reduce(0) { $0 + $1 + 2 } : 0
        bytes.reserveCapacity(text.count + ends.count * min(width, 128))
        text.withUnsafeBufferPointer { text in
            for row in ends.indices {
                write(row, of: text, to: &bytes, ink, limit, 0)
                bytes.append(0x0A)
            }
        }
        return bytes
    }

    private func write(
        _ row: Int, of text: UnsafeBufferPointer<UInt8>, to line: inout [UInt8], _ ink: Ink,
        _ limit: Int?, _ indent: Int
    ) {
        let beginning = line.count
        line.append(contentsOf: repeatElement(0x20, count: indent))
        var used = indent
        for (column, index) in (first(row)..<ends[row]).enumerated() where widths[column] > 0 {
            let cell = cells[index]
            if !isPadded, cell.count == 0 { continue }
            if used > indent {
                line.append(contentsOf: repeatElement(0x20, count: 2))
                used += 2
            }
            let isLast = index == ends[row] - 1
            let room = isLast ? limit.map { $0 - used } : nil
            write(
                cell, of: text, to: &line, ink, room,
                isPadded && (!isLast || cell.isRight) ? widths[column] : 0)
            used += widths[column]
        }
        while line.count > beginning, line.last == 0x20 { line.removeLast() }
    }

    /// - Parameters:
    ///   - room: The remaining width of the line, at which the last cell is truncated.
    ///   - width: The width that the cell is padded to.
    private func write(
        _ cell: Placed, of text: UnsafeBufferPointer<UInt8>, to line: inout [UInt8], _ ink: Ink,
        _ room: Int?, _ width: Int
    ) {
        let shown = text[Int(cell.start)..<Int(cell.start + cell.count)]
        var columns = Int(cell.columns)
        let isCut = room.map { columns > max($0, 1) } ?? false
        let isStyled = ink.isColoured && !cell.style.isEmpty
        var words: String?
        if isCut || isStyled {
            var string = string(cell)
            if isCut { string = string.truncated(to: max(room ?? 0, 1)) }
            columns = string.columns
            words = ink(string, cell.style)
        }
        let blanks = repeatElement(UInt8(0x20), count: max(0, width - columns))
        if cell.isRight { line.append(contentsOf: blanks) }
        if let words {
            line.append(contentsOf: words.utf8)
        } else {
            line.append(contentsOf: UnsafeBufferPointer(rebasing: shown))
        }
        if !cell.isRight { line.append(contentsOf: blanks) }
    }
}
