package import BoardView
package import MarkdownDocument

/// The picture of statistics in block characters. The shades tell the states apart without colours.
package struct FlowChart {
    private let picture: FlowPicture
    private let start: String
    private let end: String
    private let name: (Text) -> Text

    private static let openShades = ["▒", "█", "▓", "▚", "╱"]
    private static let finishedShades = ["░", "·"]
    private static let openStyles: [Style] = [.tag, .reference, .assignee, .removed, .link]

    /// - Parameters:
    ///   - start: The words for the first day.
    ///   - end: The words for the last day.
    ///   - name: Returns the name of a state for people.
    package init(
        picture: FlowPicture, start: String, end: String,
        name: @escaping (Text) -> Text = { $0 }
    ) {
        (self.picture, self.start, self.end, self.name) = (picture, start, end, name)
    }

    /// Returns the picture; empty without tasks.
    ///
    /// - Parameters:
    ///   - columns: The width of the whole picture.
    ///   - rows: The height without the line of days and the names.
    package func lines(columns: Int, rows: Int) -> [StyledText] {
        guard picture.top > 0 else { return [] }
        let axis = "\(picture.top)".count
        let width = max(columns - axis - 1, 2)
        var lines = (0..<rows).map { row in
            let label = row == 0 ? "\(picture.top)" : row == rows - 1 ? "0" : ""
            var line = StyledText()
            line.append(label.paddedLeft(to: axis), .meta)
            line.append(" ")
            return line
        }
        let stacks = (0..<width).map { column in
            stack(at: column * (picture.points - 1) / (width - 1), of: rows)
        }
        for row in 0..<rows {
            lines[row].append(runs(stacks.map { $0[rows - 1 - row] }))
        }
        let gap = width - start.columns - end.columns
        let days = gap > 0 ? start + String(repeating: " ", count: gap) + end : start
        var dayLine = StyledText()
        dayLine.append(String(repeating: " ", count: axis + 1))
        dayLine.append(days, .meta)
        return lines + [dayLine] + names(columns)
    }

    /// Returns the band of each row of a column from the bottom up; nil above all bands.
    private func stack(at point: Int, of rows: Int) -> [Int?] {
        let bands = picture.rows(at: point, of: rows).enumerated().flatMap { band, count in
            Array(repeating: Int?.some(band), count: count)
        }
        return bands + Array(repeating: nil, count: max(rows - bands.count, 0))
    }

    /// Returns a row, with one span for cells of the same band.
    private func runs(_ cells: [Int?]) -> StyledText {
        var text = StyledText()
        var rest = cells[...]
        while let band = rest.first {
            let run = rest.prefix { $0 == band }
            rest = rest.dropFirst(run.count)
            guard let band else {
                text.append(rest.isEmpty ? "" : String(repeating: " ", count: run.count))
                continue
            }
            text.append(String(repeating: shade(of: band), count: run.count), style(of: band))
        }
        return text
    }

    private func shade(of band: Int) -> String {
        let (band, shades) = (
            picture.bands[band],
            picture.bands[band].isFinished ? Self.finishedShades : Self.openShades
        )
        return shades[band.number % shades.count]
    }

    private func style(of band: Int) -> Style {
        let band = picture.bands[band]
        return band.isFinished ? .done : Self.openStyles[band.number % Self.openStyles.count]
    }

    /// Returns the names of the bands, from the top down, on as many lines as needed.
    private func names(_ columns: Int) -> [StyledText] {
        var lines: [StyledText] = []
        for band in picture.bands.indices.reversed() {
            let words = (" " + safe(name(picture.bands[band].state).utf8)).truncated(
                to: columns - 2)
            if var last = lines.last, last.columns + 3 + words.columns <= columns {
                last.append("  ")
                last.append(shade(of: band), style(of: band))
                last.append(words)
                lines[lines.count - 1] = last
            } else {
                var line = StyledText()
                line.append(shade(of: band), style(of: band))
                line.append(words)
                lines.append(line)
            }
        }
        return lines
    }
}
