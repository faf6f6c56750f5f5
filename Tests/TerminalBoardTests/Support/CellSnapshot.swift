import TerminalUI
import TestSupport
import Testing

/// Compares a screen and its styles with the file of this name in `Snapshots`.
func expectSnapshot(
    _ screen: Screen, _ name: String, depth: ColourDepth = .trueColour,
    sourceLocation: SourceLocation = #_sourceLocation
) throws {
    try expectSnapshot(screen.notation(depth: depth), name, sourceLocation: sourceLocation)
}

extension Screen {
    /// The text of each row between bars, and below it the styles of its cells: `2-9 b4` are bold
    /// cells in the theme's colour 4, and `d/236` is dim on the palette's colour 236.
    func notation(depth: ColourDepth) -> String {
        var lines: [String] = []
        for (row, text) in texts.enumerated() { lines.append("\(row)\t|\(text)") }
        lines.append("")
        for row in 0..<rows {
            let runs = styles(row, depth)
            if !runs.isEmpty { lines.append("\(row)\t" + runs.joined(separator: "  ")) }
        }
        lines.append("cursor " + (cursor.map { "\($0.column),\($0.row)" } ?? "none"))
        return lines.joined(separator: "\n") + "\n"
    }

    private func styles(_ row: Int, _ depth: ColourDepth) -> [String] {
        var runs: [String] = []
        var start = 0
        while start < columns {
            let style = self[start, row].style.degraded(to: depth)
            var end = start
            while end + 1 < columns, self[end + 1, row].style.degraded(to: depth) == style {
                end += 1
            }
            if style != .plain { runs.append("\(start)-\(end) \(style.notation)") }
            start = end + 1
        }
        return runs
    }

    /// The rule that a screen breaks; nil for a screen that any terminal can show.
    var fault: String? {
        for row in 0..<rows {
            for column in 0..<columns {
                let cell = self[column, row]
                let isHalf = column > 0 && self[column - 1, row].columns == 2
                if cell.isContinuation != isHalf { return "half a glyph at \(column),\(row)" }
                if cell.columns == 2, column + 1 == columns { return "a cut glyph in \(row)" }
                if cell.text.unicodeScalars.contains(where: { $0.value < 0x20 }) {
                    return "a control character at \(column),\(row)"
                }
            }
        }
        if let cursor, !bounds.contains(column: cursor.column, row: cursor.row) {
            return "the cursor is outside, at \(cursor)"
        }
        return nil
    }
}

extension CellStyle {
    fileprivate var notation: String {
        let letters: [(Attributes, String)] = [
            (.bold, "b"), (.dim, "d"), (.italic, "i"), (.underline, "u"), (.reverse, "r"),
            (.strike, "s"),
        ]
        let attributes = letters.filter { self.attributes.contains($0.0) }.map(\.1).joined()
        return attributes + foreground.notation
            + (background == .default ? "" : "/" + background.notation)
    }
}

extension Colour {
    fileprivate var notation: String {
        switch self {
        case .default: ""
        case .theme(let index): "\(index)"
        case .palette(let index): "p\(index)"
        case .rgb(let red, let green, let blue): "#\(red),\(green),\(blue)"
        }
    }
}
