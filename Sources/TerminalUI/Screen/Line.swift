/// A line of text in several styles.
package struct Line: Equatable, Sendable {
    package struct Run: Equatable, Sendable {
        package var text: String
        package var style: CellStyle
    }

    package private(set) var runs: [Run] = []

    package init() {}

    package init(_ text: String, _ style: CellStyle = .plain) { append(text, style) }

    package var isEmpty: Bool { runs.isEmpty }
    package var text: String { runs.map(\.text).joined() }
    package var columns: Int { runs.reduce(0) { $0 + TerminalUI.columns(of: $1.text) } }

    package mutating func append(_ text: String, _ style: CellStyle = .plain) {
        guard !text.isEmpty else { return }
        if let last = runs.indices.last, runs[last].style == style {
            runs[last].text += text
        } else {
            runs.append(Run(text: text, style: style))
        }
    }

    package mutating func append(_ other: Line) {
        for run in other.runs { append(run.text, run.style) }
    }

    /// Returns the line with `change` applied to each style.
    package func restyled(_ change: (inout CellStyle) -> Void) -> Line {
        var line = self
        for index in line.runs.indices { change(&line.runs[index].style) }
        return line
    }

    /// Returns the line, truncated with an ellipsis if it exceeds a width.
    package func cut(to width: Int) -> Line {
        guard columns > width else { return self }
        var (line, rest) = (Line(), max(0, width - 1))
        for run in runs {
            let text = prefix(of: run.text, columns: rest)
            line.append(text, run.style)
            rest -= TerminalUI.columns(of: text)
            if text.utf8.count < run.text.utf8.count {
                if width > 0 { line.append("…", run.style) }
                break
            }
        }
        return line
    }
}

/// Returns the width of a text.
package func columns(of text: some StringProtocol) -> Int {
    text.reduce(0) { $0 + columns(of: $1) }
}

/// Returns the longest prefix that fits into a width, without splitting a character.
package func prefix(of text: String, columns limit: Int) -> String {
    var (end, width) = (text.startIndex, 0)
    while end < text.endIndex {
        width += columns(of: text[end])
        if width > limit { break }
        end = text.index(after: end)
    }
    return String(text[..<end])
}

/// Returns a text wrapped at a width: at blanks, or within a word that is longer than a line.
///
/// Control characters and invisible ones become visible, as on one line.
package func wrapped(_ text: String, width: Int) -> [String] {
    let shown = text.split(separator: "\n", omittingEmptySubsequences: false)
        .map { glyphs($0).map(\.text).joined() }.joined(separator: "\n")
    var field = TextField(shown, isMultiline: true)
    field.moveToStart()
    return field.layout(width: max(2, width + 1)).lines.map { line in
        var text = line.text
        while text.last == " " { text.removeLast() }
        return text
    }
}

extension Screen {
    /// Highlights a list row as the one under the cursor.
    package mutating func highlight(row: Int, in list: Rectangle) {
        let cells = Rectangle(column: list.column, row: row, width: list.width, height: 1)
        restyle(cells) { $0.attributes.insert(.reverse) }
    }

    /// Writes a line into a row from a column on. A line that does not fit is truncated with an
    /// ellipsis.
    ///
    /// - Returns: The column after its end.
    @discardableResult
    package mutating func write(
        _ line: Line, column: Int, row: Int, width: Int, clip: Rectangle? = nil
    ) -> Int {
        var column = column
        for run in line.cut(to: width).runs {
            column = write(run.text, column: column, row: row, style: run.style, clip: clip)
        }
        return column
    }

    /// Draws a box with a title in its top border, and returns the cells inside.
    @discardableResult
    package mutating func box(
        _ rectangle: Rectangle, title: Line = Line(), style: CellStyle = .plain
    ) -> Rectangle {
        guard rectangle.width > 1, rectangle.height > 1 else { return rectangle }
        fill(rectangle, style: CellStyle(background: style.background))
        let (left, right) = (rectangle.column, rectangle.columns.upperBound - 1)
        let (top, bottom) = (rectangle.row, rectangle.rows.upperBound - 1)
        let rule = String(repeating: "─", count: rectangle.width - 2)
        write("┌" + rule + "┐", column: left, row: top, style: style)
        write("└" + rule + "┘", column: left, row: bottom, style: style)
        for row in (top + 1)..<bottom {
            write("│", column: left, row: row, style: style)
            write("│", column: right, row: row, style: style)
        }
        if !title.isEmpty, rectangle.width > 6 {
            var padded = Line(" ", style)
            padded.append(title.cut(to: rectangle.width - 6))
            padded.append(" ", style)
            write(padded, column: left + 1, row: top, width: rectangle.width - 2)
        }
        return rectangle.inset(columns: 1, rows: 1)
    }

    /// Writes how many lines a box has above and below the visible ones into its borders: `↑ 3`,
    /// `↓ 12`.
    ///
    /// - Parameters:
    ///   - box: The box with its borders.
    ///   - first: The first visible line.
    ///   - rows: The number of visible lines.
    ///   - count: The number of all lines.
    package mutating func drawScrollMarks(
        of box: Rectangle, first: Int, rows: Int, count: Int, style: CellStyle = .plain
    ) {
        let marks = [
            (row: box.row, text: " ↑ \(first) ", isShown: first > 0),
            (
                row: box.rows.upperBound - 1, text: " ↓ \(count - first - rows) ",
                isShown: count > first + rows
            ),
        ]
        for mark in marks where mark.isShown && box.width > mark.text.count + 4 {
            write(
                mark.text, column: box.columns.upperBound - mark.text.count - 2, row: mark.row,
                style: style)
        }
    }
}
