/// The lines of a text field as drawn, and the cell of its cursor.
package struct FieldLayout: Equatable, Sendable {
    package struct Line: Equatable, Sendable {
        /// The characters of the line, without its line break.
        package let range: Range<Int>
        package let text: String
        /// The column of each character, and of the end.
        fileprivate let columns: [Int]
        /// True if the cursor can be at the end, that is, if the next line does not start there.
        fileprivate let isEnd: Bool
    }

    package let lines: [Line]
    /// The number of columns scrolled out on the left; 0 for multi-line text.
    package let scrolled: Int
    /// The cell of the cursor within the field.
    package let cursor: Position

    /// Returns the text position nearest to a cell, for example to a click.
    package func place(column: Int, row: Int) -> Int {
        let line = lines[min(max(0, row), lines.count - 1)]
        let column = column + scrolled
        let index = line.columns.lastIndex { $0 <= column } ?? 0
        // The end of a wrapped line is the start of the next.
        let last = line.isEnd ? line.range.count : max(0, line.range.count - 1)
        return line.range.lowerBound + min(index, last)
    }
}

extension TextField {
    /// Returns the text wrapped to a width, or scrolled to its cursor in a single-line field.
    ///
    /// One column is kept free for the cursor after the text. Trailing blanks of a wrapped line
    /// may be outside the width.
    package func layout(width: Int) -> FieldLayout {
        let limit = max(1, width - 1)
        guard isMultiline else { return lineLayout(limit) }
        var wrapping = LineWrapping(characters, limit: limit)
        wrapping.wrap()
        let row = wrapping.lines.lastIndex { $0.range.lowerBound <= cursor } ?? 0
        let line = wrapping.lines[row]
        let column = min(limit, line.columns[cursor - line.range.lowerBound])
        return FieldLayout(
            lines: wrapping.lines, scrolled: 0, cursor: Position(column: column, row: row))
    }

    /// Returns the layout of a single-line field. It scrolls by half its width, so that the text
    /// does not move while the cursor moves within it.
    private func lineLayout(_ limit: Int) -> FieldLayout {
        var columns = [0]
        for character in characters {
            columns.append(columns[columns.count - 1] + TerminalUI.columns(of: character))
        }
        let line = FieldLayout.Line(
            range: 0..<characters.count, text: text, columns: columns, isEnd: true)
        let hidden = max(0, columns[cursor] - limit)
        let step = max(1, limit / 2)
        let least = (hidden + step - 1) / step * step
        // The left edge never splits a character.
        let scrolled = columns.first { $0 >= least } ?? 0
        return FieldLayout(
            lines: [line], scrolled: min(scrolled, columns[cursor]),
            cursor: Position(column: max(0, columns[cursor] - scrolled), row: 0))
    }
}

/// Wraps a text at a limited width: after blanks, or within a word that is longer than a line.
private struct LineWrapping {
    private let characters: [Character]
    private let limit: Int
    private(set) var lines: [FieldLayout.Line] = []

    private var start = 0
    /// The column of each character since the start of the line, and of the end.
    private var columns = [0]
    /// The position after the last blank in the line.
    private var lastBreak: Int?

    init(_ characters: [Character], limit: Int) {
        self.characters = characters
        self.limit = limit
    }

    mutating func wrap() {
        for place in characters.indices {
            let character = characters[place]
            if character == "\n" {
                endLine(at: place, isEnd: true)
                begin(at: place + 1)
            } else {
                append(character, at: place)
            }
        }
        endLine(at: characters.count, isEnd: true)
    }

    private mutating func append(_ character: Character, at place: Int) {
        let width = TerminalUI.columns(of: character)
        let isBlank = character == " " || character == "\t"
        // Blanks may extend past the end of a line.
        if !isBlank, columns[columns.count - 1] + width > limit, place > start {
            let end = lastBreak ?? place
            endLine(at: end, isEnd: false)
            let moved = columns[(end - start)...]
            let shift = moved.first ?? 0
            begin(at: end)
            columns = moved.map { $0 - shift }
            // The word moved to the next line can be too long itself.
            if columns[columns.count - 1] + width > limit, place > end {
                endLine(at: place, isEnd: false)
                begin(at: place)
            }
        }
        columns.append(columns[columns.count - 1] + width)
        if isBlank { lastBreak = place + 1 }
    }

    private mutating func begin(at place: Int) {
        start = place
        columns = [0]
        lastBreak = nil
    }

    private mutating func endLine(at end: Int, isEnd: Bool) {
        lines.append(
            FieldLayout.Line(
                range: start..<end, text: String(characters[start..<end]),
                columns: Array(columns[...(end - start)]), isEnd: isEnd))
    }
}
