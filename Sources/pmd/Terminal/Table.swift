/// Rows whose cells line up, by the columns that a terminal gives them.
struct Table {
    /// A cell: the text, which is safe to print, and how it is shown.
    struct Cell {
        var text: String
        var styles: [Style] = []
        var isRight = false
    }

    private var rows: [[Cell]] = []

    mutating func append(_ row: [Cell]) { rows.append(row) }

    var isEmpty: Bool { rows.isEmpty }

    /// The lines, the last column cut where a row would pass `limit` columns.
    ///
    /// Two blanks stand between columns; one that is empty in all rows is left out.
    func lines(ink: Ink, limit: Int, indent: Int = 0) -> [String] {
        let count = rows.map(\.count).max() ?? 0
        let widths = (0..<count).map { column in
            rows.map { column < $0.count ? $0[column].text.columns : 0 }.max() ?? 0
        }
        return rows.map { row in
            var line = String(repeating: " ", count: indent)
            var used = indent
            for (column, cell) in row.enumerated() where widths[column] > 0 {
                if used > indent {
                    line += "  "
                    used += 2
                }
                let isLast = column == row.count - 1
                let text = isLast ? cell.text.truncated(to: max(limit - used, 8)) : cell.text
                let room = max(0, widths[column] - text.columns)
                let padding = String(repeating: " ", count: isLast && !cell.isRight ? 0 : room)
                let styled = ink(text, cell.styles)
                line += cell.isRight ? padding + styled : styled + padding
                used += widths[column]
            }
            return line.trimmingTrailingBlanks
        }
    }
}

extension String {
    /// Without the blanks at the end, which only show when a line is copied.
    var trimmingTrailingBlanks: String {
        var text = self
        while text.last == " " { text.removeLast() }
        return text
    }
}
