import BoardView
import MarkdownDocument
import TextLayout

/// The picture of statistics in block characters. The shades tell the states apart without colours.
struct FlowChart {
    let picture: FlowPicture
    /// The words for the first and the last day.
    let start: String
    let end: String

    private static let openShades = ["▒", "█", "▓", "▚", "╱"]
    private static let finishedShades = ["░", "·"]
    private static let openStyles: [Style] = [.tag, .reference, .assignee, .removed, .link]

    /// - Parameters:
    ///   - columns: The width of the whole picture.
    ///   - rows: The height without the line of days and the names.
    func lines(ink: Ink, columns: Int, rows: Int) -> [String] {
        guard picture.top > 0 else { return [] }
        let axis = "\(picture.top)".count
        let width = max(columns - axis - 1, 2)
        var lines = (0..<rows).map { row in
            let label = row == 0 ? "\(picture.top)" : row == rows - 1 ? "0" : ""
            return ink(label.padded(to: axis, isRight: true), .meta) + " "
        }
        let stacks = (0..<width).map { column in
            stack(at: column * (picture.points - 1) / (width - 1), of: rows)
        }
        for row in 0..<rows {
            lines[row] += runs(stacks.map { $0[rows - 1 - row] }, ink)
        }
        let gap = width - start.columns - end.columns
        let days = gap > 0 ? start + String(repeating: " ", count: gap) + end : start
        lines.append(String(repeating: " ", count: axis + 1) + ink(days, .meta))
        return lines + names(ink, columns)
    }

    /// Returns the band of each row of a column from the bottom up; nil above all bands.
    private func stack(at point: Int, of rows: Int) -> [Int?] {
        let bands = picture.rows(at: point, of: rows).enumerated().flatMap { band, count in
            Array(repeating: Int?.some(band), count: count)
        }
        return bands + Array(repeating: nil, count: max(rows - bands.count, 0))
    }

    /// Returns a row, with one escape sequence for cells of the same band.
    private func runs(_ cells: [Int?], _ ink: Ink) -> String {
        var text = ""
        var rest = cells[...]
        while let band = rest.first {
            let run = rest.prefix { $0 == band }
            rest = rest.dropFirst(run.count)
            guard let band else {
                text += rest.isEmpty ? "" : String(repeating: " ", count: run.count)
                continue
            }
            text += ink(String(repeating: shade(of: band), count: run.count), style(of: band))
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
    private func names(_ ink: Ink, _ columns: Int) -> [String] {
        var lines: [(text: String, columns: Int)] = []
        for band in picture.bands.indices.reversed() {
            let words = (" " + safe(picture.bands[band].state.utf8)).truncated(to: columns - 2)
            let text = ink(shade(of: band), style(of: band)) + words
            let width = words.columns + 1
            if let last = lines.last, last.columns + 2 + width <= columns {
                lines[lines.count - 1] = (last.text + "  " + text, last.columns + 2 + width)
            } else {
                lines.append((text, width))
            }
        }
        return lines.map(\.text)
    }
}

extension String {
    fileprivate func padded(to width: Int, isRight: Bool) -> String {
        String(repeating: " ", count: max(0, width - columns)) + self
    }
}
