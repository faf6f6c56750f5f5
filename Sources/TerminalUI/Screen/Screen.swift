/// One cell of a screen.
package struct Cell: Equatable, Sendable {
    /// The text of the cell; empty for the second half of a wide glyph.
    package let text: String
    /// The width of the text: 1 or 2, and 0 for the second half of a wide glyph.
    package let columns: Int
    package fileprivate(set) var style: CellStyle

    package static func blank(_ style: CellStyle = .plain) -> Cell {
        Cell(text: " ", columns: 1, style: style)
    }

    /// True if the cell is the second half of the wide glyph to its left.
    package var isContinuation: Bool { columns == 0 }

    fileprivate static func continuation(_ style: CellStyle) -> Cell {
        Cell(text: "", columns: 0, style: style)
    }
}

/// A grid of cells, and the position of the terminal's cursor.
///
/// A wide glyph is always complete: its second half is the next cell in the same row.
package struct Screen: Equatable, Sendable {
    package let columns: Int
    package let rows: Int
    /// The position of the visible cursor, where input methods show their text; nil to hide it.
    package var cursor: Position?
    /// The pictures over the cells. A picture disappears when one of its cells is drawn again.
    package private(set) var pictures: [PlacedPicture] = []

    private var cells: [Cell]

    /// Creates a blank screen; sizes below one count as one.
    package init(columns: Int, rows: Int) {
        self.columns = max(1, columns)
        self.rows = max(1, rows)
        cells = Array(repeating: .blank(), count: self.columns * self.rows)
    }

    package var bounds: Rectangle { Rectangle(width: columns, height: rows) }

    package subscript(column: Int, row: Int) -> Cell { cells[row * columns + column] }

    /// Returns the cells of a row, from the left.
    package func row(_ row: Int) -> ArraySlice<Cell> {
        cells[(row * columns)..<((row + 1) * columns)]
    }
}

extension Screen {
    /// Writes a text from a cell to the right, and returns the column after its end.
    ///
    /// Any text may be written, since this function makes it safe as described in ``glyphs(_:)``.
    /// Cells outside the clip do not change, except for the other half of an overwritten wide
    /// glyph. If a new wide glyph is half outside, the half inside becomes blank.
    ///
    /// - Parameters:
    ///   - column: The first column; it may be left of the clip.
    ///   - clip: The cells that may change; nil for the whole screen.
    @discardableResult
    package mutating func write(
        _ text: some StringProtocol, column: Int, row: Int, style: CellStyle = .plain,
        clip: Rectangle? = nil
    ) -> Int {
        let clip = bounds.intersection(clip ?? bounds)
        var column = column
        for character in text {
            // The rest is outside.
            if column >= clip.columns.upperBound { break }
            for glyph in glyphs(character) {
                put(glyph, column: column, row: row, style: style, clip: clip)
                column += glyph.columns
            }
        }
        return column
    }

    /// Fills a rectangle with blanks.
    package mutating func fill(_ rectangle: Rectangle, style: CellStyle = .plain) {
        let inside = bounds.intersection(rectangle)
        for row in inside.rows {
            for column in inside.columns { set(.blank(style), column, row) }
        }
    }

    /// Changes the styles in a rectangle, such as those of a selected card.
    ///
    /// A wide glyph that is half inside the rectangle changes completely.
    package mutating func restyle(
        _ rectangle: Rectangle, _ change: (inout CellStyle) -> Void
    ) {
        let inside = bounds.intersection(rectangle)
        guard !inside.isEmpty else { return }
        for row in inside.rows {
            var columns = inside.columns
            if self[columns.lowerBound, row].isContinuation {
                columns = (columns.lowerBound - 1)..<columns.upperBound
            }
            let end = columns.upperBound
            if end < self.columns, self[end, row].isContinuation {
                columns = columns.lowerBound..<(end + 1)
            }
            for column in columns { change(&cells[row * self.columns + column].style) }
        }
    }

    /// Shows a picture over cells, which become blank.
    package mutating func place(_ picture: PlacedPicture) {
        guard !picture.rectangle.isEmpty,
            bounds.intersection(picture.rectangle) == picture.rectangle
        else { return }
        fill(picture.rectangle)
        pictures.append(picture)
    }

    /// Removes all pictures, for a terminal that shows none.
    package mutating func removePictures() { pictures = [] }

    private mutating func put(
        _ glyph: Glyph, column: Int, row: Int, style: CellStyle, clip: Rectangle
    ) {
        guard clip.rows.contains(row) else { return }
        let span = (column..<(column + glyph.columns))
        if span.clamped(to: clip.columns) == span {
            set(Cell(text: glyph.text, columns: glyph.columns, style: style), column, row)
            if glyph.columns == 2 { set(.continuation(style), column + 1, row) }
        } else {
            for column in span where clip.columns.contains(column) {
                set(.blank(style), column, row)
            }
        }
    }

    /// Replaces a cell, and blanks the other half of a wide glyph that this splits.
    private mutating func set(_ cell: Cell, _ column: Int, _ row: Int) {
        if !pictures.isEmpty {
            pictures.removeAll { $0.rectangle.contains(column: column, row: row) }
        }
        let index = row * columns + column
        let old = cells[index]
        if old.isContinuation, !cell.isContinuation {
            cells[index - 1] = .blank(cells[index - 1].style)
        }
        if old.columns == 2 { cells[index + 1] = .blank(cells[index + 1].style) }
        cells[index] = cell
    }
}
