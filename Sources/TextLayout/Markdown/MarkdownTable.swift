import MarkdownText

/// A Markdown table with columns as wide as their cells, or as the line allows.
struct MarkdownTable {
    var alignments: [MarkdownNode.ColumnAlignment] = []
    var rows: [[StyledText]] = []

    /// The minimum column width at which words are readable.
    private static let narrowest = 6

    func lines(columns: Int) -> [StyledText] {
        var natural: [Int] = []
        for row in rows {
            for (column, cell) in row.enumerated() {
                if column == natural.count { natural.append(1) }
                natural[column] = max(natural[column], cell.columns)
            }
        }
        guard !natural.isEmpty else { return [] }
        let room = columns - 2 * (natural.count - 1)
        guard natural.reduce(0, +) > room else { return aligned(natural) }
        guard room / natural.count >= Self.narrowest else { return stacked(columns) }
        return aligned(Self.shrunk(natural, to: room))
    }

    /// Shrinks the columns that are wider than an equal share to the remaining width. Narrower
    /// columns keep their width.
    private static func shrunk(_ widths: [Int], to room: Int) -> [Int] {
        var (result, left) = (widths, room)
        let order = widths.indices.sorted { widths[$0] < widths[$1] }
        for (place, column) in order.enumerated() {
            result[column] = min(widths[column], left / (order.count - place))
            left -= result[column]
        }
        return result
    }

    private func aligned(_ widths: [Int]) -> [StyledText] {
        var lines: [StyledText] = []
        for (index, row) in rows.enumerated() {
            let cells = row.enumerated().map { $0.element.wrapped(to: widths[$0.offset]) }
            for height in 0..<max(cells.map(\.count).max() ?? 0, 1) {
                lines.append(line(height, of: cells, widths))
            }
            guard index == 0 else { continue }
            let rules = widths.map { String(repeating: "─", count: $0) }
            lines.append(
                StyledText(spans: [Span(text: rules.joined(separator: "  "), style: .meta)]))
        }
        return lines
    }

    private func line(_ height: Int, of cells: [[StyledText]], _ widths: [Int]) -> StyledText {
        var line = StyledText()
        var gap = 0
        for (column, cell) in cells.enumerated() {
            let text = height < cell.count ? cell[height] : StyledText()
            let blanks = max(widths[column] - text.columns, 0)
            let before: Int
            switch column < alignments.count ? alignments[column] : .left {
            case .left: before = 0
            case .right: before = blanks
            case .centre: before = blanks / 2
            }
            if !text.isEmpty {
                line.append(String(repeating: " ", count: gap + before))
                line = line + text
                gap = blanks - before
            } else {
                gap += blanks
            }
            gap += 2
        }
        return line
    }

    /// Returns `header: cell` lines, for tables whose columns would be too narrow.
    private func stacked(_ columns: Int) -> [StyledText] {
        var lines: [StyledText] = []
        for row in rows.dropFirst() {
            if !lines.isEmpty { lines.append(StyledText()) }
            for (header, cell) in zip(rows[0], row) where !cell.isEmpty {
                let name = header + StyledText(spans: [Span(text: ": ", style: .header)])
                lines += ((header.isEmpty ? header : name) + cell).wrapped(to: columns)
            }
        }
        return lines.isEmpty ? rows[0].flatMap { $0.wrapped(to: columns) } : lines
    }
}
